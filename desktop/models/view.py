"""The list of local models."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import QDesktopServices
from PySide6.QtWidgets import QDialogButtonBox, QFrame, QProgressBar, QPushButton, QVBoxLayout, QWidget

from parley.desktop.models.listing import ModelFigure
from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.layouts import Gap, across, upright
from parley.desktop.widgets.parts import ask_files, scrolled, worded
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.tab_order import Dialog
from parley.desktop.widgets.theme import LOOK
from parley.desktop.widgets.themed import Themed

STEPS = 1_000


class ModelRow(Themed, QFrame):
    """One model: what it is at the left, what can be done with it at the right. Signals: `wanted(id, what)`, what is
    "fetch", "stop", "remove" or "use"."""

    wanted = Signal(str, str)

    def __init__(self, figure: ModelFigure, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.figure = figure
        self.setProperty("choice", True)
        self.title = ElidedLabel(figure.title)
        self.title.setProperty("role", "strong")
        self.badge = worded("", "strong", wrap=False)
        self.facts, self.detail, self.note = worded("", "small"), worded("", "small"), worded("", "small")
        self.problem = worded("", "bad")
        self.bar = QProgressBar(maximum=STEPS, textVisible=False)
        self.bar.setFixedHeight(4)
        self.bar.setAccessibleName(figure.title)
        licence = QUrl(figure.licence_url)
        self.licence = self._build_button(figure.licence, lambda: QDesktopServices.openUrl(licence), quiet=True)
        self.licence.setVisible(bool(figure.licence))
        self.licence.setEnabled(bool(figure.licence_url))
        self.licence.setToolTip(tooltip(figure.licence_url))
        own = figure.part == "own"
        self.use = self._build_button(self.tr("Use it"), self._ask_for("use"))
        self.fetch = self._build_button("", self._ask_for("fetch"))
        self.stop = self._build_button(self.tr("Cancel"), self._ask_for("stop"))
        self.remove = self._build_button(
            self.tr("Forget") if own else self.tr("Delete"), self._ask_for("remove"), quiet=True
        )
        head = across((self.title, 1), self.badge, self.licence, spacing=8)
        words = upright(head, self.facts, self.detail, self.note, self.bar, self.problem, spacing=3)
        buttons = across(self.remove, self.use, self.fetch, self.stop, spacing=6)
        top = Qt.AlignmentFlag.AlignTop
        across((words, 1), Gap(8), (buttons, 0, top), within=self, margins=(12, 8, 10, 8), spacing=4)
        self.show_figure(figure)

    def show_figure(self, figure: ModelFigure) -> None:
        """Show how it stands now."""
        self.figure = figure
        self.setProperty("chosen", figure.chosen)
        self.badge.setText(self.tr("In use") if figure.chosen else figure.badge)
        self.facts.setText(figure.facts)
        self.detail.setText(figure.detail)
        self.note.setText(figure.warning)
        self.problem.setText(figure.problem)
        for label in (self.badge, self.note, self.problem):
            label.setVisible(bool(label.text()))
        own, state = figure.part == "own", figure.state
        words = {"begun": self.tr("Go on"), "failed": self.tr("Try again")}
        self.fetch.setText(words.get(state, self.tr("Fetch")))
        self.fetch.setVisible(state in {"away", "begun", "failed"} and not own)
        self.stop.setVisible(state == "fetching")
        self.use.setVisible(state == "here" and not figure.chosen)
        self.remove.setVisible(state in {"here", "begun"} or (own and state != "fetching"))
        self.bar.setVisible(state == "fetching")
        for button in (self.use, self.fetch, self.stop, self.remove):
            button.setAccessibleName(f"{button.text()}: {figure.title}")
        self._restyle()

    def show_progress(self, part: float, told: str) -> None:
        """Show that `part` of it has arrived, 0 to 1."""
        self.bar.setValue(round(STEPS * part))
        self.facts.setText(told)

    def _ask_for(self, what: str) -> Callable[[], None]:
        return lambda: self.wanted.emit(self.figure.id, what)

    def _build_button(self, text: str, pressed: Callable[[], object], *, quiet: bool = False) -> QPushButton:
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


class ModelsDialog(Dialog):
    """All models by what they are for. Signals: `wanted(id, what)` as of the rows, `file_chosen(str)`. Attribute:
    `rows` by id."""

    wanted = Signal(str, str)
    file_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Local models"))
        self.setModal(True)
        wanted = QSize(round(860 * LOOK.scale), round(680 * LOOK.scale))
        self.resize(wanted.boundedTo(parent.size() - QSize(40, 40)) if parent is not None else wanted)
        self.rows: dict[str, ModelRow] = {}
        self.machine, self.problem = worded("", "small"), worded("", "bad")
        self.problem.hide()
        self._page = QWidget()
        self._column: QVBoxLayout = upright(within=self._page, margins=(0, 0, 10, 0), spacing=8)
        file = QPushButton(self.tr("From a file…"))
        file.setAutoDefault(False)
        file.clicked.connect(self.ask_file)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        foot = across(file, (self.problem, 1), buttons, spacing=10)
        upright(self.machine, (scrolled(self._page), 1), foot, within=self, margins=(20, 16, 16, 16), spacing=12)

    def show_models(self, figures: Sequence[ModelFigure], machine: str) -> None:
        """Show all models as they stand; `machine` says what this machine has room for."""
        self.machine.setText(machine)
        if [figure.id for figure in figures] != list(self.rows):
            self._make(figures)
        for figure in figures:
            self.rows[figure.id].show_figure(figure)

    def show_problem(self, sentence: str) -> None:
        """Say why something could not be done that is about no model of the list; empty: nothing is wrong."""
        self.problem.setText(sentence)
        self.problem.setVisible(bool(sentence))

    def ask_file(self) -> None:
        """Ask for a file that is to be added."""
        kinds = self.tr("Model files (*.gguf);;All files (*)")
        ask_files(self, self.tr("Add a model"), kinds, lambda files: self.file_chosen.emit(files[0]))

    def _make(self, figures: Sequence[ModelFigure]) -> None:
        while (item := self._column.takeAt(0)) is not None:
            if (old := item.widget()) is not None:
                old.hide()
                old.deleteLater()
        headings = {
            "own": self.tr("Your own files"),
            "speak": self.tr("They speak"),
            "embed": self.tr("They measure what lines mean"),
        }
        # In the order of the figures, by which it is told whether others have come.
        self.rows = {figure.id: ModelRow(figure) for figure in figures}
        for part, heading in headings.items():
            rows = [row for row in self.rows.values() if row.figure.part == part]
            if rows:
                self._column.addWidget(worded(heading, "heading", wrap=False))
            for row in rows:
                self._column.addWidget(row)
                row.wanted.connect(self.wanted)
        self._column.addStretch(1)
