"""The question mark by which a view explains itself."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize
from PySide6.QtWidgets import QToolButton, QWidget

from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.themed import Themed


def size_small(button: QToolButton, scale: float) -> None:
    """Give a button the size of the small buttons in the title of a card."""
    button.setFixedSize(round(24 * scale), round(22 * scale))
    button.setIconSize(QSize(round(16 * scale), round(16 * scale)))


class HelpButton(Themed, QToolButton):
    """Hidden until somebody knows what explains the view; `title` is what the view is called."""

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("What “{0}” shows").format(title))
        self.setToolTip(self.tr("What this shows"))
        self.hide()
        self._restyle()

    def offer(self, asked: Callable[[QWidget], None]) -> None:
        """Show it; `asked` hears of a click, and of the button that was clicked."""
        self.clicked.connect(lambda: asked(self))
        self.show()

    def _restyle(self) -> None:
        size_small(self, self.scale)
        self.setIcon(icon("ph.question", self.theme.colour("faint")))
