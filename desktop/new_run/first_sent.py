"""What would be sent first in a run that has not begun, call by call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtGui import QFont, QGuiApplication
from PySide6.QtWidgets import QDialogButtonBox, QPushButton, QTabBar, QWidget

from parley.core.base.line import capped
from parley.desktop.inspector.figures import PayloadRow
from parley.desktop.inspector.view.pane import Label, typeface
from parley.desktop.inspector.view.payload import PayloadRows
from parley.desktop.run.words import voice_word
from parley.desktop.widgets.layouts import upright
from parley.desktop.widgets.plain import literal, tooltip
from parley.desktop.widgets.tab_order import Dialog

LONGEST = 24
"""Characters of a call's title on its tab."""


@dataclass(frozen=True, slots=True)
class CallShown:
    """A call that would be made: what it is called, to which voice it goes, its pieces, and all of it as JSON.

    Not `sent`: the rules say the line in the voice's place.
    """

    title: str
    voice: str
    rows: tuple[PayloadRow, ...]
    json: str
    sent: bool = True


class FirstSentDialog(Dialog):
    """A tab for each call, its pieces, and a way to copy the whole as JSON."""

    def __init__(self, calls: Sequence[CallShown], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("What is sent first"))
        self.setModal(True)
        self.resize(*((760, 560) if calls else (420, 120)))
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
            at = self.tabs.addTab(literal(capped(call.title, LONGEST)))
            self.tabs.setTabToolTip(at, tooltip(call.title))
        self.tabs.setVisible(len(calls) > 1)
        self.voice, self.text = Label(role="secondary"), PayloadRows()
        self.text.setVisible(bool(calls))
        self.text.set_fonts(typeface(12), typeface(11, QFont.Weight.DemiBold))
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.button(QDialogButtonBox.StandardButton.Close).setDefault(True)
        self.copy = QPushButton()
        buttons.addButton(self.copy, QDialogButtonBox.ButtonRole.ActionRole)
        self.copy.setAutoDefault(False)
        self.copy.clicked.connect(self._copy)
        self.copy.setVisible(bool(calls))
        buttons.rejected.connect(self.reject)
        self.tabs.currentChanged.connect(self._show)
        upright(self.note, self.tabs, self.voice, (self.text, 1), buttons, within=self, margins=16, spacing=8)
        self._show(0)

    def _copy(self) -> None:
        QGuiApplication.clipboard().setText(self.calls[max(0, self.tabs.currentIndex())].json)
        self.copy.setText(self.tr("Copied"))

    def _to(self, call: CallShown) -> str:
        voice = voice_word(call.voice)
        return voice if call.sent else self.tr("{0} · nothing is sent: the rules say this line").format(voice)

    def _show(self, at: int) -> None:
        rows = self.calls[at].rows if self.calls else ()
        self.voice.setText(self._to(self.calls[at]) if self.calls else "")
        self.copy.setText(self.tr("Copy as JSON"))
        self.text.show_rows(rows)
        self.text.unfold(frozenset(range(len(rows))))
