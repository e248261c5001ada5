"""Two runs side by side."""

from desktop.compare.view.view import CompareView

__all__ = ["CompareView"]
