"""The line of the whole run, at the foot of the window."""

from desktop.views.timeline.view import TimelineView

__all__ = ["TimelineView"]
