"""Whether a run that plays may be paused, because another one is to be shown or the window is to close."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QLabel, QWidget

from desktop.widgets.layouts import Gap, upright
from desktop.widgets.plain import one_line
from desktop.widgets.tab_order import Dialog


class PauseDialog(Dialog):
    """Accepted: it may be paused."""

    def __init__(self, run: str, parent: QWidget | None = None, *, closing: bool = False) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("A run is playing"))
        self.setModal(True)
        told = QLabel(self.tr("“{0}” is playing.").format(one_line(run)))
        told.setProperty("role", "strong")
        what = QLabel(
            self.tr("It is paused when the window closes; open it again to go on.")
            if closing
            else self.tr("It is paused when another run is shown; open it in the library to go on.")
        )
        for label in (told, what):
            label.setTextFormat(Qt.TextFormat.PlainText)
            label.setWordWrap(True)
            label.setMinimumWidth(420)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.leave = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.leave.setText(self.tr("Pause it and close") if closing else self.tr("Pause it and go there"))
        self.stay = buttons.button(QDialogButtonBox.StandardButton.Cancel)
        self.stay.setText(self.tr("Keep watching"))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        upright(told, what, Gap(6), buttons, within=self, margins=(20, 18, 20, 16), spacing=10)
