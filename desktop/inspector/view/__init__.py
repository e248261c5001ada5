"""The inspector view."""

from __future__ import annotations

from desktop.inspector.view.view import InspectorView

__all__ = ["InspectorView"]
