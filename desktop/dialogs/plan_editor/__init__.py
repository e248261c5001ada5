"""The plan editor: rooms, doors, seats and furniture are drawn, dragged and named."""

from __future__ import annotations

from desktop.dialogs.plan_editor.dialog import PlanEditorDialog

__all__ = ["PlanEditorDialog"]
