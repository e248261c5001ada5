"""One model in the list."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QFrame, QProgressBar, QPushButton, QWidget

from parley.desktop.models.figures import ModelFigure
from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.layouts import Gap, across, upright
from parley.desktop.widgets.mending import Mend, MendRow
from parley.desktop.widgets.parts import worded
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.themed import Themed

STEPS = 1_000


class ModelRow(Themed, QFrame):
    """What it is at the left, what can be done with it at the right. Signals, with its id: `fetch_wanted`,
    `stop_wanted`, `remove_wanted`, `use_wanted`."""

    fetch_wanted = Signal(str)
    stop_wanted = Signal(str)
    remove_wanted = Signal(str)
    use_wanted = Signal(str)

    def __init__(self, figure: ModelFigure, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.figure = figure
        self.setProperty("choice", True)
        self.title = ElidedLabel(figure.title)
        self.title.setProperty("role", "strong")
        self.badge = worded("", "strong", wrap=False)
        self.facts, self.detail, self.note = worded("", "small"), worded("", "small"), worded("", "small")
        self.problem = worded("", "bad")
        self.mending = MendRow()
        self.bar = QProgressBar(maximum=STEPS, textVisible=False)
        self.bar.setFixedHeight(4)
        self.bar.setAccessibleName(figure.title)
        self.licence = self._build_quiet_button(
            "", lambda: QDesktopServices.openUrl(QUrl(self.figure.licence_url)), quiet=True
        )
        self.use = self._build_quiet_button(self.tr("Use it"), lambda: self.use_wanted.emit(self.figure.id))
        self.fetch = self._build_quiet_button("", lambda: self.fetch_wanted.emit(self.figure.id))
        self.stop = self._build_quiet_button(self.tr("Cancel"), lambda: self.stop_wanted.emit(self.figure.id))
        self.remove = self._build_quiet_button("", lambda: self.remove_wanted.emit(self.figure.id), quiet=True)
        top = Qt.AlignmentFlag.AlignTop
        head = across((self.title, 1), self.badge, self.licence, spacing=8)
        words = upright(head, self.facts, self.detail, self.note, self.bar, self.problem, self.mending, spacing=3)
        buttons = across(self.remove, self.use, self.fetch, self.stop, spacing=6)
        across((words, 1), Gap(8), (buttons, 0, top), within=self, margins=(12, 8, 10, 8), spacing=4)
        self.show_figure(figure)

    def show_figure(self, figure: ModelFigure) -> None:
        """Show how it stands now."""
        self.figure = figure
        self.setProperty("chosen", figure.chosen)
        self.title.setText(figure.title)
        self.badge.setText(self.tr("In use") if figure.chosen else figure.badge)
        self.badge.setVisible(bool(self.badge.text()))
        self.facts.setText(figure.facts)
        self.detail.setText(figure.detail)
        self.note.setText(figure.warning)
        self.note.setVisible(bool(figure.warning))
        self.problem.setText(figure.problem)
        self.problem.setVisible(bool(figure.problem))
        self.licence.setText(figure.licence)
        self.licence.setVisible(bool(figure.licence))
        self.licence.setEnabled(bool(figure.licence_url))
        self.licence.setToolTip(tooltip(figure.licence_url))
        own, state = figure.part == "own", figure.state
        words = {"begun": self.tr("Go on"), "failed": self.tr("Try again")}
        self.fetch.setText(words.get(state, self.tr("Fetch")))
        self.remove.setText(self.tr("Forget") if own else self.tr("Delete"))
        self.fetch.setVisible(state in {"away", "begun", "failed"} and not own)
        self.stop.setVisible(state == "fetching")
        self.use.setVisible(state == "here" and not figure.chosen)
        self.remove.setVisible(state in {"here", "begun"} or (own and state != "fetching"))
        self.bar.setVisible(state == "fetching")
        if state != "fetching":
            self.bar.setValue(0)
        if state != "failed":
            self.mending.show_mends(())
        for button in (self.use, self.fetch, self.stop, self.remove):
            button.setAccessibleName(f"{button.text()}: {figure.title}")
        self._restyle()

    def show_progress(self, part: float, told: str) -> None:
        """`part` of it has arrived, 0 to 1."""
        self.bar.setValue(round(STEPS * part))
        self.facts.setText(told)

    def show_mends(self, mends: Sequence[Mend]) -> None:
        """Buttons that mend what went wrong."""
        self.mending.show_mends(mends)

    def _build_quiet_button(self, text: str, pressed: object, *, quiet: bool = False) -> QPushButton:
        button = QPushButton(text)
        button.setAutoDefault(False)
        button.setProperty("quiet", quiet)
        button.clicked.connect(pressed)
        return button

    def _restyle(self) -> None:
        theme = self.theme
        self.badge.setStyleSheet(f"color: {theme.accent if self.figure.chosen else theme.good};")
        self.note.setStyleSheet(f"color: {theme.tense};")
        self.bar.setStyleSheet(
            f"QProgressBar {{ border: none; border-radius: 2px; background: {theme.raised}; }}"
            f"QProgressBar::chunk {{ border-radius: 2px; background: {theme.accent}; }}"
        )
        self.style().unpolish(self)
        self.style().polish(self)
