"""The list of experiments: name, cells, how far each is."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QPoint, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QLabel, QMenu, QPushButton, QWidget

from desktop.experiments.figures import ExperimentFigure
from desktop.experiments.words import cells_told, done_told, phase_word
from desktop.widgets.figure_model import FigureModel
from desktop.widgets.layouts import across, upright
from desktop.widgets.rows import ListView, RowDelegate
from desktop.widgets.theme import font


class ExperimentsModel(FigureModel[ExperimentFigure]):
    """The experiments of the home, a row each."""

    def identity(self, figure: ExperimentFigure) -> object:
        return figure.id

    def text(self, figure: ExperimentFigure) -> str:
        """Name, phase and how far it is."""
        broken = figure.phase == "broken"
        told = f": {figure.problem}" if broken else f", {done_told(figure.done, figure.runs)}"
        return f"{figure.name}, {phase_word(figure.phase)}{told}"


class ExperimentDelegate(RowDelegate):
    """An experiment: its name and phase, its cells and runs, and how much of it is done."""

    row_height = 58

    def draw(self, painter: QPainter, box: QRect, figure: ExperimentFigure) -> None:
        """Draw one experiment."""
        theme, scale, faint = self.theme, self.scale, self.theme.colour("secondary")
        first = QRect(box.left(), box.top() + round(6 * scale), box.width(), round(19 * scale))
        role = {"running": "accent", "broken": "bad", "ended": "good"}.get(figure.phase, "faint")
        small = font(11, QFont.Weight.Medium, scale=scale)
        wide = self.write(painter, first, phase_word(figure.phase), theme.colour(role), small, right=True)
        face = font(13, QFont.Weight.DemiBold, scale=scale)
        self.write(painter, first.adjusted(0, 0, -wide - 8, 0), figure.name, theme.colour("text"), face)
        second = first.translated(0, round(19 * scale))
        if figure.phase == "broken":
            self.write(painter, second, figure.problem, faint, font(12, scale=scale))
        else:
            count = self.tr("{0}/{1}").format(figure.done, figure.runs)
            wide = self.write(painter, second, count, faint, small, right=True)
            about = second.adjusted(0, 0, -wide - 8, 0)
            self.write(painter, about, cells_told(figure.cells), faint, font(12, scale=scale))
            groove = QRectF(box.left(), second.bottom() + 4 * scale, box.width(), 3 * scale)
            part = max(figure.part, figure.done / figure.runs if figure.runs else 0.0)
            self.progress(painter, groove, part, theme.colour("good" if figure.phase == "ended" else "accent"), 3.0)


class Shelf(QWidget):
    """Signals: `chosen(id)`, `intent(name, id)`: "new", "open", "start", "edit", "duplicate", "remove"."""

    chosen = Signal(str)
    intent = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._showing = False
        self.model = ExperimentsModel(self)
        self.list = ListView(self.model, ExperimentDelegate, self.tr("Experiments"), self)
        self.new = QPushButton(self.tr("New…"))
        self.new.setAccessibleName(self.tr("New experiment"))
        self.new.setToolTip(self.tr("Write a new experiment (Ctrl+N)"))
        self.open = QPushButton(self.tr("Open…"))
        self.open.setAccessibleName(self.tr("Open a spec"))
        self.open.setToolTip(self.tr("Take in a TOML file; dropping it here does the same (Ctrl+O)"))
        self.title = QLabel(self.tr("EXPERIMENTS"))
        self.title.setProperty("role", "caps")
        line = across((self.new, 1), (self.open, 1))
        upright(self.title, (self.list, 1), line, within=self, margins=(12, 12, 8, 12), spacing=8)
        self.new.clicked.connect(lambda: self.intent.emit("new", ""))
        self.open.clicked.connect(lambda: self.intent.emit("open", ""))
        self.list.selectionModel().currentChanged.connect(lambda index, _before: self._on_row(index.row()))
        self.list.menu_wanted.connect(self._open_menu)
        self.list.delete_wanted.connect(lambda row: self.intent.emit("remove", self.model.figures()[row].id))

    def show_figures(self, figures: tuple[ExperimentFigure, ...]) -> None:
        """Show these; what is looked at does not change because rows come and go."""
        self._showing = True
        self.model.show(figures)
        self._showing = False

    def select(self, id_: str) -> None:
        """Mark an experiment; nothing is emitted."""
        row = self.model.row_of(id_)
        selection = self.list.selectionModel()
        if row >= 0 and row != self.list.currentIndex().row():
            selection.blockSignals(True)
            selection.setCurrentIndex(self.model.index(row), QItemSelectionModel.SelectionFlag.ClearAndSelect)
            selection.blockSignals(False)
            self.list.scrollTo(self.model.index(row))
            self.list.viewport().update()
        elif row < 0:
            selection.clear()

    def _on_row(self, row: int) -> None:
        figure = self.model.figure(row)
        if figure is not None and not self._showing:
            self.chosen.emit(figure.id)

    def _open_menu(self, row: int, at: QPoint) -> None:
        figure = self.model.figures()[row]
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        whole = figure.phase != "broken"
        for name, title, possible in (
            ("start", self.tr("Start"), whole and figure.phase not in ("running", "ended")),
            ("edit", self.tr("Edit…"), whole and figure.phase != "running"),
            ("duplicate", self.tr("Duplicate…"), whole),
            ("remove", self.tr("Remove"), figure.phase != "running"),
        ):
            action = menu.addAction(title)
            action.setEnabled(possible)
            action.triggered.connect(lambda _on=False, name=name: self.intent.emit(name, figure.id))
        menu.popup(at)
