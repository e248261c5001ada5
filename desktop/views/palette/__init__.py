"""The command palette: type a few letters of what you want to do."""

from desktop.views.palette.entries import Entry, action_entries, run_entries
from desktop.views.palette.view import Palette

__all__ = ["Entry", "Palette", "action_entries", "run_entries"]
