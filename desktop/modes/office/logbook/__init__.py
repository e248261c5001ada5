"""The logbook: a page a scene, a page a day."""

from __future__ import annotations

from desktop.modes.office.logbook.view import LogbookView

__all__ = ["LogbookView"]
