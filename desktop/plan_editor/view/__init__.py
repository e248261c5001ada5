"""The plan editor: rooms, doors, seats and furniture are drawn, dragged and named."""

from __future__ import annotations

from parley.desktop.plan_editor.view.dialog import PlanEditorDialog

__all__ = ["PlanEditorDialog"]
