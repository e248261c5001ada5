"""Two runs side by side."""

from parley.desktop.compare.view.view import CompareView

__all__ = ["CompareView"]
