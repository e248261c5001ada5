"""The buttons that mend what a dialog says is wrong."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtWidgets import QPushButton, QWidget

from parley.desktop.widgets.layouts import STRETCH, hbox
from parley.desktop.widgets.plain import escape_amp


@dataclass(frozen=True, slots=True)
class NoticeButton:
    """A button of a notice, which goes when it is pressed, or of a row in a dialog."""

    title: str
    pressed: Callable[[], object]


class MendRow(QWidget):
    """Stands beside or below a sentence; it is away where nothing mends what that says."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = hbox(STRETCH, within=self, margins=0, spacing=4)
        self._buttons: list[QPushButton] = []
        self.hide()

    def show_mends(self, mends: Sequence[NoticeButton]) -> None:
        """Show these buttons, and no others."""
        for old in self._buttons:
            old.hide()
            old.deleteLater()  # not at once: it may be the one that was pressed
        self._buttons = [self._build_mend_button(mend) for mend in mends]
        for at, button in enumerate(self._buttons):
            self._row.insertWidget(at, button)
            # In a row that is in sight already it would be shown after the next events only.
            button.show()
        self.setVisible(bool(mends))

    @staticmethod
    def _build_mend_button(mend: NoticeButton) -> QPushButton:
        button = QPushButton(escape_amp(mend.title))
        button.setAutoDefault(False)  # or Enter in a field of the dialog might press it
        button.setProperty("quiet", True)
        button.clicked.connect(lambda _checked=False: mend.pressed())
        return button
