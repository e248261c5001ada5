"""Who writes the lines of one's own runs: what was found on this machine, one of it chosen."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QButtonGroup, QFrame, QLabel, QPushButton, QRadioButton, QWidget

from parley.desktop.widgets.elided import ElidedCombo, ElidedLabel
from parley.desktop.widgets.forms.editors import fill, put
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import STRETCH, hbox, vbox
from parley.desktop.widgets.parts import worded
from parley.desktop.widgets.plain import escape_amp
from parley.desktop.widgets.themed import Themed


@dataclass(frozen=True, slots=True)
class SpeakerFigure:
    """Something that can write the lines of one's own runs: what was found of it (`status`), whether it can be used
    now (`ready`), and what its button says where something is missing. `models` are the names that can be chosen,
    `titles` how they are shown, where otherwise; `more` is what a button for others says."""

    id: str
    title: str
    status: str
    detail: str
    icon: str
    ready: bool = True
    button: str = ""
    models: tuple[str, ...] = ()
    model: str = ""
    titles: tuple[str, ...] = ()
    more: str = ""


class SpeakerRow(Themed, QFrame):
    """One of them. Signals: `picked(id)` when it was chosen, `wanted(id)` when what it lacks is to be mended,
    `model_picked(id, model)`, `others_wanted(id)`."""

    picked = Signal(str)
    wanted = Signal(str)
    model_picked = Signal(str, str)
    others_wanted = Signal(str)

    def __init__(self, figure: SpeakerFigure, chosen: bool, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.figure = figure
        self.setProperty("choice", True)
        self.setProperty("chosen", chosen)
        self._sign, self._mark = QLabel(), QLabel()
        self._title, self._status = worded(figure.title, "strong", wrap=False), ElidedLabel(figure.status)
        self._detail = worded(figure.detail, "small")
        self.radio = QRadioButton()
        self.radio.setAccessibleName(f"{figure.title}: {figure.status}")
        self.radio.setAccessibleDescription(figure.detail)
        self.radio.setChecked(chosen)
        self.radio.clicked.connect(lambda: self.picked.emit(figure.id))  # not `toggled`, which setting it emits too
        self.mend = QPushButton(escape_amp(figure.button))
        self.mend.setProperty("quiet", True)
        self.mend.setAccessibleName(f"{figure.title}: {figure.button}")
        self.mend.clicked.connect(lambda: self.wanted.emit(figure.id))
        self.others = QPushButton(escape_amp(figure.more))
        self.others.setProperty("quiet", True)
        self.others.setAccessibleName(f"{figure.title}: {figure.more}")
        self.others.clicked.connect(lambda: self.others_wanted.emit(figure.id))
        self.models = ElidedCombo()
        self.models.setAccessibleName(self.tr("Model"))
        fill(self.models, list(zip(figure.models, figure.titles or figure.models, strict=True)))
        put(self.models, figure.model)
        self.models.activated.connect(lambda _at: self.model_picked.emit(figure.id, self.models.currentData()))
        middle = Qt.AlignmentFlag.AlignVCenter
        head = hbox(self._title, self._mark, (self._status, 1), *([] if figure.ready else [STRETCH]), spacing=6)
        # Not beside the title: in no width is there room for both in every language.
        buttons = hbox(self.others, self.mend, STRETCH, spacing=0)
        words = vbox(STRETCH, head, self._detail, self.models, buttons, STRETCH, spacing=3)
        hbox(
            (self._sign, 0, middle), (words, 1), (self.radio, 0, middle),
            within=self, margins=(12, 8, 12, 8), spacing=12,
        )  # fmt: skip
        self.models.setVisible(chosen and len(figure.models) > 1)
        self.others.setVisible(bool(figure.more))
        # Not before they stand in it: alone they would be windows.
        self.radio.setVisible(figure.ready)
        self.mend.setVisible(not figure.ready and bool(figure.button))
        self._status.setVisible(self.mend.isHidden())  # What is missing is what the button says
        self._apply_theme()

    def _apply_theme(self) -> None:
        edge = round(20 * self.scale)
        role = "accent" if self.property("chosen") else "secondary"
        self._sign.setPixmap(icon(self.figure.icon, self.theme.colour(role), sizes=(edge,)).pixmap(edge, edge))
        good = "good" if self.figure.ready else "faint"
        name = "ph.check-circle-fill" if self.figure.ready else "ph.circle-dashed"
        self._mark.setPixmap(icon(name, self.theme.colour(good)).pixmap(16, 16))
        self._status.setStyleSheet(f"color: {self.theme.good if self.figure.ready else self.theme.secondary};")
        self._status.setFont(self.letters(12))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Choose the speaker wherever the row is clicked, if it can be used."""
        super().mousePressEvent(event)
        if self.figure.ready:
            self.radio.setFocus()
            self.picked.emit(self.figure.id)


class SpeakersCard(QFrame):
    """All of them. Signals: `picked(id)`, `wanted(id)`, `model_picked(id, model)`, `others_wanted(id)`,
    `more_wanted()`."""

    picked = Signal(str)
    wanted = Signal(str)
    model_picked = Signal(str, str)
    others_wanted = Signal(str)
    more_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self.rows: list[SpeakerRow] = []
        self._shown: tuple[SpeakerFigure, ...] = ()
        self._chosen = ""
        self._group = QButtonGroup(self)  # radio buttons exclude by themselves only those beside them in one parent
        self.title = worded(self.tr("Who speaks?"), "heading", wrap=False)
        self._found = worded("", "small", wrap=False)
        later = worded(self.tr("Can be changed at any time, for one member too."), "small")
        self.more = QPushButton(self.tr("Add another…"))
        self.more.setProperty("quiet", True)
        self.more.clicked.connect(self.more_wanted)
        head = hbox(self.title, STRETCH, self._found)
        self._list = vbox(spacing=8)
        foot = hbox((later, 1), self.more, spacing=8)
        vbox(head, self._list, STRETCH, foot, within=self, margins=(16, 14, 16, 12), spacing=10)

    def show_figure(self, speakers: Sequence[SpeakerFigure], chosen: str) -> None:
        """Show what was found, one of it chosen."""
        if (tuple(speakers), chosen) != (self._shown, self._chosen):
            self._shown, self._chosen = tuple(speakers), chosen
            self._found.setText(self.tr("found on this machine just now"))
            self._make_rows()

    def _make_rows(self) -> None:
        focused = next((row.figure.id for row in self.rows if row.radio.hasFocus()), "")  # all rows are made anew
        for row in self.rows:
            self._group.removeButton(row.radio)  # deleted only later, and may be the checked one
            self._list.removeWidget(row)
            row.setParent(None)
            row.deleteLater()
        self.rows = [SpeakerRow(each, each.id == self._chosen) for each in self._shown]
        for row in self.rows:
            self._list.addWidget(row)
            self._group.addButton(row.radio)
            row.picked.connect(self.picked)
            row.wanted.connect(self.wanted)
            row.model_picked.connect(self.model_picked)
            row.others_wanted.connect(self.others_wanted)
            if row.figure.id == focused:
                row.radio.setFocus()
