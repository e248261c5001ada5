"""Files that are dropped upon a window."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QEvent, QObject, QUrl
from PySide6.QtGui import QDropEvent
from PySide6.QtWidgets import QWidget


class FileDrops(QObject):
    """A base for whoever takes some of the files that are dropped upon a window."""

    def watch(self, window: QWidget) -> None:
        """Take what is dropped upon this window."""
        window.setAcceptDrops(True)
        window.installEventFilter(self)

    def fitting(self, urls: Sequence[QUrl]) -> list[Path]:
        """The files among what is dropped that are taken."""
        raise NotImplementedError

    def start(self, files: Sequence[Path]) -> None:
        """Take these files."""
        raise NotImplementedError

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Take what is dropped, where some of it fits."""
        if isinstance(event, QDropEvent) and event.type() in (
            QEvent.Type.DragEnter, QEvent.Type.DragMove, QEvent.Type.Drop,
        ):  # fmt: skip
            files = self.fitting(event.mimeData().urls())
            if files:
                event.acceptProposedAction()
                if event.type() == QEvent.Type.Drop:
                    self.start(files)
                return True
        return super().eventFilter(watched, event)
