"""A sentence beside the system's clock, for whoever is at another window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtWidgets import QApplication, QSystemTrayIcon, QWidget

SECONDS = 12


class Tray:
    """Tells what needs its director while the window is not looked at; the icon is there from the first sentence on.

    The window shows a notice of its own besides: many systems have no tray.
    """

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._show: Callable[[], object] = lambda: None
        self.icon: QSystemTrayIcon | None = None

    def tell(self, title: str, sentence: str, show: Callable[[], object] = lambda: None) -> bool:
        """Show a sentence; a click on it brings the window up, and then does `show`. False where the window is looked
        at, or the system has no tray."""
        if self._window.isActiveWindow():
            return False
        if not (QSystemTrayIcon.isSystemTrayAvailable() and QSystemTrayIcon.supportsMessages()):
            return False
        if self.icon is None:
            self.icon = QSystemTrayIcon(QApplication.windowIcon(), self._window)
            self.icon.activated.connect(lambda _reason: self._come_up())
            self.icon.messageClicked.connect(self._come_up)
        self._show = show
        self.icon.setToolTip(title)
        self.icon.show()
        self.icon.showMessage(title, sentence, QSystemTrayIcon.MessageIcon.Warning, SECONDS * 1000)
        return True

    def hide(self) -> None:
        """Take the icon away."""
        if self.icon is not None:
            self.icon.hide()

    def _come_up(self) -> None:
        window = self._window
        if window.isMinimized():
            window.showNormal()
        window.raise_()
        window.activateWindow()
        self._show()
