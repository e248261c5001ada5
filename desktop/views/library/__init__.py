"""The library: all runs, a filter, and a search through every transcript."""

from desktop.views.library.view import LibraryView

__all__ = ["LibraryView"]
