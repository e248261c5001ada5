"""The first-run page: no key, no model? Four friendly ways on."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QDialog, QFrame, QHBoxLayout, QLabel, QProgressBar, QPushButton, QVBoxLayout, QWidget


@dataclass(frozen=True)
class Way:
    """One way to begin: what it is, what it takes, and whether it is ready."""

    id: str
    title: str
    detail: str
    button: str
    ready: bool = True


class FirstRunDialog(QDialog):
    """Signals: `chosen(way id)`; `cancelled()` while the model is fetched."""

    chosen = Signal(str)
    cancelled = Signal()

    def __init__(self, ways: tuple[Way, ...], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Welcome to Parley"))
        self.setModal(True)
        self.setMinimumWidth(600)
        self._fetching = False
        title = QLabel(self.tr("Who shall write the lines?"))
        title.setProperty("role", "heading")
        text = QLabel(
            self.tr(
                "Parley lets agents talk while you watch and steer. A voice writes what they say; you can change it at "
                "any time, even in the middle of a run. A run is open behind this page."
            )
        )
        text.setWordWrap(True)
        text.setProperty("role", "secondary")
        self._rows = layout = QVBoxLayout(self)
        layout.setContentsMargins(28, 24, 28, 24)
        layout.setSpacing(12)
        layout.addWidget(title)
        layout.addWidget(text)
        self.buttons: dict[str, QPushButton] = {}
        for way in ways:
            layout.addWidget(self._card(way))
        self.progress = QProgressBar()
        self.progress.setTextVisible(False)
        self.progress.hide()
        self.note = QLabel()
        self.note.setWordWrap(True)
        self.note.hide()
        layout.addWidget(self.progress)
        layout.addWidget(self.note)

    def _card(self, way: Way) -> QFrame:
        card = QFrame()
        card.setProperty("card", True)
        row = QHBoxLayout(card)
        row.setContentsMargins(16, 12, 16, 12)
        words = QVBoxLayout()
        heading = QLabel(way.title)
        heading.setProperty("role", "strong")
        detail = QLabel(way.detail)
        detail.setProperty("role", "secondary")
        detail.setWordWrap(True)
        words.addWidget(heading)
        words.addWidget(detail)
        button = QPushButton(way.button)
        button.setAccessibleName(f"{way.title}: {way.button}")
        button.setMinimumWidth(150)
        button.setEnabled(way.ready)
        button.clicked.connect(lambda: self.chosen.emit(way.id))
        row.addLayout(words, 1)
        row.addWidget(button, 0, Qt.AlignmentFlag.AlignVCenter)
        self.buttons[way.id] = button
        return card

    def show_progress(self, done: int, total: int) -> None:
        """`done` of `total` bytes have come; total 0: nobody knows."""
        self._fetching = True
        self.progress.show()
        self.progress.setRange(0, 1000 if total else 0)
        if total:
            self.progress.setValue(round(1000 * done / total))
        self.show_note(self.tr("Fetching the model: {0} of {1} MB").format(done // 1_000_000, total // 1_000_000))

    def show_note(self, sentence: str, *, problem: bool = False) -> None:
        """Say what happens, or what went wrong."""
        self.note.setProperty("role", "bad" if problem else "secondary")
        self.note.style().unpolish(self.note)
        self.note.style().polish(self.note)
        self.note.setText(sentence)
        self.note.show()
        if problem:
            self._fetching = False
            self.progress.hide()
        self._make_room()

    def _make_room(self) -> None:
        """Grow by what has been shown: the cards above must not give their words up for it."""
        self._rows.activate()
        wanted = self._rows.totalHeightForWidth(self.width())
        if wanted > self.height():
            self.resize(self.width(), wanted)

    def reject(self) -> None:
        """Cancel a fetch that runs, or leave."""
        if self._fetching:
            self._fetching = False
            self.progress.hide()
            self.cancelled.emit()
            return
        super().reject()
