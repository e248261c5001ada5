"""The list of local models, and what is asked before one is fetched or added."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QVBoxLayout,
    QWidget,
)

from parley.desktop.models.figures import FileFigure, ModelFigure
from parley.desktop.models.row import ModelRow
from parley.desktop.widgets.layouts import STRETCH, Gap, across, upright
from parley.desktop.widgets.parts import ask_files, scrolled, worded
from parley.desktop.widgets.tab_order import Dialog
from parley.desktop.widgets.theme import LOOK


class ModelsDialog(Dialog):
    """All models by what they are for. Signals, with a model's id: `fetch_wanted`, `stop_wanted`, `remove_wanted`,
    `use_wanted`; and `file_chosen(str)`. Attribute: `rows` by id."""

    fetch_wanted = Signal(str)
    stop_wanted = Signal(str)
    remove_wanted = Signal(str)
    use_wanted = Signal(str)
    file_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Local models"))
        self.setModal(True)
        wanted = QSize(round(860 * LOOK.scale), round(680 * LOOK.scale))
        self.resize(wanted.boundedTo(parent.size() - QSize(40, 40)) if parent is not None else wanted)
        self.rows: dict[str, ModelRow] = {}
        self._order: Sequence[tuple[str, str]] = ()
        self.machine, self.problem = worded("", "small"), worded("", "bad")
        self.problem.hide()
        self._page = QWidget()
        self._column: QVBoxLayout = upright(within=self._page, margins=(0, 0, 10, 0), spacing=8)
        self.area = scrolled(self._page)
        self.file = QPushButton(self.tr("From a file…"))
        self.file.setAutoDefault(False)
        self.file.clicked.connect(self.ask_file)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        foot = across(self.file, (self.problem, 1), buttons, spacing=10)
        upright(self.machine, (self.area, 1), foot, within=self, margins=(20, 16, 16, 16), spacing=12)

    def show_models(self, figures: Sequence[ModelFigure], machine: str) -> None:
        """Show all models as they stand; `machine` says what this machine has room for."""
        self.machine.setText(machine)
        order = [(figure.part, figure.id) for figure in figures]
        if order != self._order:
            self._make(figures)
            self._order = order
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

    def show_row(self, name: str) -> None:
        """Scroll to a model and put the keyboard on what is done with it."""
        if (row := self.rows.get(name)) is not None:
            self.area.ensureWidgetVisible(row)
            row.fetch.setFocus()

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
        self.rows = {}
        for part, heading in headings.items():
            rows = [ModelRow(figure) for figure in figures if figure.part == part]
            if rows:
                self._column.addWidget(worded(heading, "heading", wrap=False))
            for row in rows:
                self.rows[row.figure.id] = row
                self._column.addWidget(row)
                for signal in ("fetch_wanted", "stop_wanted", "remove_wanted", "use_wanted"):
                    getattr(row, signal).connect(getattr(self, signal))
        self._column.addStretch(1)


class TermsDialog(Dialog):
    """What is to be accepted before a model is fetched. Accepted: they were."""

    def __init__(self, title: str, licence: str, terms: str, url: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(licence)
        self.setModal(True)
        self.resize(480, 220)
        link = worded(url, "small")
        link.setTextInteractionFlags(link.textInteractionFlags() | link.textInteractionFlags().TextSelectableByMouse)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Cancel)
        accept = buttons.addButton(self.tr("Accept and fetch"), QDialogButtonBox.ButtonRole.AcceptRole)
        accept.setAutoDefault(False)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        ask = worded(self.tr("{0} has terms that are to be accepted before it is fetched:").format(title), "strong")
        upright(ask, worded(terms), link, STRETCH, buttons, within=self, margins=(20, 18, 20, 16), spacing=10)


class AddDialog(Dialog):
    """How a file is to be added: what it is called, and whether it is copied. Accepted: `name()`, `copied()`."""

    def __init__(self, figure: FileFigure, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Add a model"))
        self.setModal(True)
        self.resize(500, 260)
        self._name = QLineEdit(figure.name, maxLength=60)
        self._name.setAccessibleName(self.tr("Name"))
        self.stays = QRadioButton(self.tr("Leave the file where it is"))
        self.copy = QRadioButton(self.tr("Copy it among Parley's models"))
        self.stays.setChecked(True)
        group = QButtonGroup(self)
        group.addButton(self.stays)
        group.addButton(self.copy)
        buttons, self.add = self.cancel_or(self.tr("Add"))
        self._name.textChanged.connect(lambda text: self.add.setEnabled(bool(text.strip())))
        form = QFormLayout()
        form.addRow(self.tr("Name"), self._name)
        upright(
            worded(Path(figure.path).name, "strong"), worded(figure.facts, "small"), form,
            self.stays, self.copy, Gap(4), STRETCH, buttons, within=self, margins=(20, 18, 20, 16), spacing=9,
        )  # fmt: skip

    def name(self) -> str:
        """Return what it is to be called."""
        return self._name.text().strip()

    def copied(self) -> bool:
        """Return whether it is to be copied."""
        return self.copy.isChecked()
