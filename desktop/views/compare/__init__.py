"""Two runs side by side."""

from desktop.views.compare.view import CompareView

__all__ = ["CompareView"]
