"""The line of the whole run, at the foot of the window."""

from desktop.timeline.view.view import TimelineView

__all__ = ["TimelineView"]
