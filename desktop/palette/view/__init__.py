"""The command palette: type a few letters of what you want to do."""

from desktop.palette.view.entries import Entry, action_entries, run_entries
from desktop.palette.view.view import Palette

__all__ = ["Entry", "Palette", "action_entries", "run_entries"]
