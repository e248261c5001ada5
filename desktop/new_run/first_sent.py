"""What would be sent first in a run that has not begun, call by call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QDialogButtonBox, QTabBar, QWidget

from desktop.inspector.figures import PayloadRow
from desktop.inspector.view.pane import Label, typeface
from desktop.inspector.view.payload import PayloadRows
from desktop.widgets.layouts import upright
from desktop.widgets.tab_order import Dialog


@dataclass(frozen=True, slots=True)
class CallShown:
    """A call that would be made: what it is called, to which voice it goes, its pieces, and all of it as JSON."""

    title: str
    voice: str
    rows: tuple[PayloadRow, ...]
    json: str


class FirstSentDialog(Dialog):
    """A tab for each call, its pieces, and a way to copy the whole as JSON."""

    def __init__(self, calls: Sequence[CallShown], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("What is sent first"))
        self.setModal(True)
        self.resize(760, 560)
        self.calls = calls
        note = self.tr(
            "Exactly what each voice is sent before anybody has spoken. A line that somebody will have said by then is "
            "shown as “…”. Nothing was sent."
        )
        none = self.tr("Nothing is sent before you act.")
        self.note = Label(note if calls else none, "secondary")
        self.note.setWordWrap(True)
        self.tabs = QTabBar(drawBase=False, expanding=False)
        self.tabs.setAccessibleName(self.tr("Calls"))
        for call in calls:
            self.tabs.addTab(call.title)
        self.tabs.setVisible(len(calls) > 1)
        self.voice, self.text = Label(role="secondary"), PayloadRows()
        self.text.setVisible(bool(calls))
        self.text.set_fonts(typeface(12), typeface(11, QFont.Weight.DemiBold))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        self.copy = buttons.addButton(self.tr("Copy as JSON"), QDialogButtonBox.ButtonRole.ActionRole)
        self.copy.clicked.connect(self._copy)
        self.copy.setVisible(bool(calls))
        buttons.rejected.connect(self.reject)
        self.tabs.currentChanged.connect(self._show)
        upright(self.note, self.tabs, self.voice, (self.text, 1), buttons, within=self, margins=16, spacing=8)
        self._show(0)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.calls[max(0, self.tabs.currentIndex())].json)

    def _show(self, at: int) -> None:
        rows = self.calls[at].rows if self.calls else ()
        self.voice.setText(self.calls[at].voice if self.calls else "")
        self.text.show_rows(rows)
        self.text.unfold(frozenset(range(len(rows))))
