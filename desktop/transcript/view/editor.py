"""A small editor upon one line of the transcript."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt, Signal
from PySide6.QtGui import QKeyEvent, QTextCursor, QTextOption
from PySide6.QtWidgets import QFrame, QLabel, QPlainTextEdit, QPushButton, QWidget

from desktop.transcript.view.look import Look
from desktop.widgets.layouts import STRETCH, across, upright
from desktop.widgets.themed import Themed

LEAST = 2
MOST = 8


class LineEditor(Themed, QFrame):
    """The text of a line, to be changed. Enter accepts, Shift+Enter breaks the line, Esc leaves it as it was.

    Signals: `accepted(text)`, `cancelled()`, `grown()` when it needs another height.
    """

    accepted = Signal(str)
    cancelled = Signal()
    grown = Signal()

    def __init__(self, text: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("lineEditor")
        self.field = QPlainTextEdit(text)
        self.field.setAccessibleName(self.tr("New text of the line"))
        self.field.setTabChangesFocus(True)
        self.field.setWordWrapMode(QTextOption.WrapMode.WrapAtWordBoundaryOrAnywhere)
        self.field.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.field.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.field.setFrameShape(QFrame.Shape.NoFrame)
        self.field.installEventFilter(self)
        self.field.document().documentLayout().documentSizeChanged.connect(self._on_size)
        self.fork = QPushButton(self.tr("Fork with this line"))
        self.cancel = QPushButton(self.tr("Cancel"))
        self.fork.setProperty("primary", True)
        self.fork.clicked.connect(self._accept)
        self.cancel.clicked.connect(self.cancelled)
        self.hint = QLabel(self.tr("The run goes on from here in a branch."))
        buttons = across(self.fork, self.cancel, STRETCH, spacing=8)
        upright((self.field, 1), self.hint, buttons, within=self, margins=(6, 4, 6, 6), spacing=4)
        self._lines = LEAST
        self._restyle()
        self._on_size()

    def _restyle(self) -> None:
        self._look = Look(self.font())

    def needed(self) -> int:
        """The height that the text and the buttons need, in pixels."""
        look = self._look
        line = self.field.fontMetrics().lineSpacing()
        return round(self._lines * line + 10 + look.small_metrics.height() + 4 + look.px(26) + 4 + 12)

    def take_focus(self) -> None:
        """Put the cursor at the end of the text."""
        self.field.setFocus()
        self.field.moveCursor(QTextCursor.MoveOperation.End)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Enter accepts and Esc cancels, before the field sees them."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
            if event.key() in {Qt.Key.Key_Return, Qt.Key.Key_Enter} and not shift:
                self._accept()
                return True
            if event.key() == Qt.Key.Key_Escape:
                self.cancelled.emit()
                return True
        return super().eventFilter(watched, event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)

    def _accept(self) -> None:
        self.accepted.emit(self.field.toPlainText().strip())

    def _on_size(self) -> None:
        # A plain text document's height is counted in lines.
        lines = min(MOST, max(LEAST, round(self.field.document().size().height())))
        if lines != self._lines:
            self._lines = lines
            self.field.setVerticalScrollBarPolicy(
                Qt.ScrollBarPolicy.ScrollBarAsNeeded if lines == MOST else Qt.ScrollBarPolicy.ScrollBarAlwaysOff
            )
            self.grown.emit()
