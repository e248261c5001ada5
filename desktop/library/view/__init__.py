"""The library: all runs, a filter, and a search through every transcript."""

from desktop.library.view.view import LibraryView

__all__ = ["LibraryView"]
