"""The inspector view."""

from __future__ import annotations

from desktop.views.inspector.view import InspectorView

__all__ = ["InspectorView"]
