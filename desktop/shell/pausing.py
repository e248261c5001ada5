"""Whether a run that plays may be paused, because another one is to be shown or the window is to close."""

from __future__ import annotations

from PySide6.QtWidgets import QDialogButtonBox, QWidget

from desktop.widgets.layouts import Gap, upright
from desktop.widgets.parts import worded
from desktop.widgets.plain import one_line
from desktop.widgets.tab_order import Dialog


class PauseDialog(Dialog):
    """Accepted: it may be paused."""

    def __init__(self, run: str, parent: QWidget | None = None, *, closing: bool = False) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("A run is playing"))
        self.setModal(True)
        told = worded(self.tr("“{0}” is playing.").format(one_line(run)), "strong")
        told.setMinimumWidth(420)
        closes = self.tr("It is paused when the window closes; open it again to go on.")
        leaves = self.tr("It is paused when another run is shown; open it in the library to go on.")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel)
        self.leave = buttons.button(QDialogButtonBox.StandardButton.Ok)
        self.leave.setText(self.tr("Pause it and close") if closing else self.tr("Pause it and go there"))
        self.stay = buttons.button(QDialogButtonBox.StandardButton.Cancel)
        self.stay.setText(self.tr("Keep watching"))
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        upright(
            told,
            worded(closes if closing else leaves),
            Gap(6),
            buttons,
            within=self,
            margins=(20, 18, 20, 16),
            spacing=10,
        )
