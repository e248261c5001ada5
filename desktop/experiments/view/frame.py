"""The window of the experiments."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import QWidget

from desktop.experiments.view.view import ExperimentsView
from desktop.shell.notices import Notice, NoticeStack
from desktop.widgets.layouts import upright
from desktop.widgets.themed import Themed


class ExperimentsFrame(Themed, QWidget):
    """A window beside the one with the runs: results stay in sight while a run is looked at.

    Closing it stops nothing. Signals: `shown()` each time it comes up.
    """

    shown = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("ExperimentsFrame")
        self.setWindowTitle(self.tr("Experiments – Parley"))
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.setMinimumSize(720, 460)
        self.setAcceptDrops(True)
        self.view = ExperimentsView(self)
        upright(self.view, within=self, margins=0)
        self.notices = NoticeStack(self.view.board, low=True)
        for keys, does in (("Ctrl+W", self.close), ("Esc", self.notices.dismiss)):
            QShortcut(QKeySequence(keys), self).activated.connect(does)
        self._restyle()

    def tell(self, notice: Notice) -> None:
        """Show a notice over the view."""
        self.notices.show_notice(notice)

    def come_up(self) -> None:
        """Show it, in front of other windows."""
        if self.isMinimized():
            self.showNormal()
        self.show()
        self.raise_()
        self.activateWindow()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self.shown.emit()

    def _restyle(self) -> None:
        self.setStyleSheet(f"#ExperimentsFrame {{ background: {self.theme.window}; }}")
