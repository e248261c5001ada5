"""The list of experiments, and the head of the one that is looked at."""

from __future__ import annotations

from PySide6.QtCore import QItemSelectionModel, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter
from PySide6.QtWidgets import QLabel, QProgressBar, QPushButton, QToolButton, QWidget

from parley.desktop.experiments.figures import ExperimentFigure, ProgressFigure
from parley.desktop.experiments.words import done_told, format_cells, format_turns, get_phase_word, number, span
from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.figure_model import FigureModel
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import hbox, vbox
from parley.desktop.widgets.parts import make_button
from parley.desktop.widgets.plain import make_tip
from parley.desktop.widgets.rows import ListView, RowDelegate
from parley.desktop.widgets.theme import font
from parley.desktop.widgets.themed import Themed

STEPS = 1_000
"""Of the bar: turns move it as well as runs."""
ICONS = {"edit": "ph.pencil-simple", "duplicate": "ph.copy", "export": "ph.export", "remove": "ph.trash"}


class Head(Themed, QWidget):
    """Signals: `intent(name)`: "start", "pause", "stop", "edit", "duplicate", "export", "remove", "runs"."""

    intent = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure, self._progress, self._busy = ExperimentFigure("", ""), ProgressFigure(), False
        self.name = ElidedLabel()
        self.name.setProperty("role", "heading")
        self.note = ElidedLabel()
        self.note.setProperty("role", "secondary")
        self.start = QPushButton(self.tr("Start"))
        self.start.setProperty("primary", True)
        self.pause = QPushButton(self.tr("Pause"))
        self.pause.setToolTip(self.tr("Replies under way are finished and kept; nothing else is begun"))
        self.stop = QPushButton(self.tr("Stop now"))
        self.stop.setToolTip(self.tr("Replies under way are dropped; the runs stand and can be gone on with"))
        self.tools: dict[str, QToolButton] = {}
        for name, title in (
            ("edit", self.tr("Edit: more repetitions, more values")),
            ("duplicate", self.tr("Duplicate under another name")),
            ("export", self.tr("Export tables, plots, spec and methods into a folder (Ctrl+E)")),
            ("remove", self.tr("Remove the experiment; its runs stay in the library")),
        ):
            self.tools[name] = make_button(title)
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress of the experiment"))
        self.told = ElidedLabel()
        self.told.setProperty("role", "small")
        self.parked = QPushButton()
        self.parked.setProperty("quiet", True)
        self.parked.setProperty("danger", True)
        # What stands below must not move when a run is parked.
        keeps = self.parked.sizePolicy()
        keeps.setRetainSizeWhenHidden(True)
        self.parked.setSizePolicy(keeps)
        first = hbox((vbox(self.name, self.note, spacing=1), 1), spacing=6)
        buttons = {"start": self.start, "pause": self.pause, "stop": self.stop, **self.tools}
        for button in buttons.values():
            first.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        for name, button in {**buttons, "runs": self.parked}.items():
            button.clicked.connect(lambda _on=False, name=name: self.intent.emit(name))
        second = hbox((self.told, 1), self.parked, spacing=10)
        vbox(first, self.bar, second, within=self, margins=0, spacing=6)
        self._apply_theme()

    def show_figure(self, figure: ExperimentFigure, progress: ProgressFigure, busy: bool) -> None:
        """Show an experiment; `progress` counts only where it is about this one. `busy`: another is running."""
        self._figure, self._progress, self._busy = figure, progress, busy
        here = progress.id == figure.id != ""
        self.name.set_whole(figure.name)
        self.note.set_whole(figure.problem or figure.note)
        self.note.setVisible(bool(figure.problem or figure.note))
        done = progress.done if here else figure.done
        part = max(progress.part if here and figure.phase == "running" else figure.part, done / max(1, figure.runs))
        self.bar.setRange(0, STEPS)
        self.bar.setValue(round(part * STEPS))
        self.told.set_whole(self._describe_progress(done, here))
        parked = progress.parked if here else ()
        self.parked.setVisible(bool(parked))
        several = self.tr("{0} runs stand").format(number(len(parked)))
        self.parked.setText(self.tr("1 run stands") if len(parked) == 1 else several)
        self.parked.setToolTip(make_tip("\n".join(f"{run}: {why}" for run, why in parked[:8])))
        self._show_buttons(here)

    def _show_buttons(self, here: bool) -> None:
        phase = self._figure.phase
        running = phase == "running"
        whole = phase != "broken"
        if running and self.start.hasFocus():
            # Else Qt hands the keyboard to the next button, which Space would press.
            self.pause.show()
            self.pause.setFocus()
        self.start.setVisible(whole and not running and phase != "ended")
        self.start.setText(self.tr("Go on") if phase == "paused" else self.tr("Start"))
        self.start.setEnabled(not self._busy)
        self.start.setToolTip(self.tr("Another experiment is running: pause it first") if self._busy else "")
        self.pause.setVisible(running)
        pausing = not here or self._progress.pausing  # another process runs it
        if pausing and self.pause.hasFocus():
            # Else Qt hands the keyboard to the next button: a second press of Space would drop the replies.
            self.bar.setFocus()
        self.pause.setEnabled(not pausing)
        self.stop.setVisible(running)
        self.tools["edit"].setEnabled(whole and not running)
        self.tools["duplicate"].setEnabled(whole)
        self.tools["export"].setEnabled(self._figure.done > 0)
        self.tools["remove"].setEnabled(not running)

    def _describe_progress(self, done: int, here: bool) -> str:
        figure, progress = self._figure, self._progress
        if figure.phase == "broken":
            return self.tr("Mend the file, or open the spec again.")
        live = here and figure.phase == "running"
        pausing = self.tr("pausing: replies under way are finished")
        parts = [pausing if live and progress.pausing else get_phase_word(figure.phase), done_told(done, figure.runs)]
        if live:
            parts.append(self.tr("{0} under way").format(number(progress.running)))
            if progress.turns_due:
                parts.append(format_turns(progress.turns, progress.turns_due))
        parts.append(format_cells(figure.cells))
        if live:
            if progress.rate > 0:
                parts.append(self.tr("{0} turns a minute").format(number(round(progress.rate, 1), 3)))
            if progress.left >= 0 and not progress.pausing:
                parts.append(self.tr("{0} left").format(span(progress.left)))
        return " · ".join(parts)

    def _apply_theme(self) -> None:
        for name, button in self.tools.items():
            button.setIcon(icon(ICONS[name], self.theme.colour("secondary"), self.theme.colour("border")))
            button.setIconSize(QSize(18, 18) * self.scale)


class ExperimentsModel(FigureModel[ExperimentFigure]):
    """The experiments of the home, a row each."""

    def get_identity(self, figure: ExperimentFigure) -> object:
        return figure.id

    def text(self, figure: ExperimentFigure) -> str:
        """Return its name, its phase and how far it is."""
        broken = figure.phase == "broken"
        told = f": {figure.problem}" if broken else f", {done_told(figure.done, figure.runs)}"
        return f"{figure.name}, {get_phase_word(figure.phase)}{told}"


class ExperimentDelegate(RowDelegate):
    """An experiment: its name and phase, its cells and runs, and how much of it is done."""

    row_height = 58

    def draw(self, painter: QPainter, box: QRect, figure: ExperimentFigure) -> None:
        """Draw one experiment."""
        theme, scale, faint = self.theme, self.scale, self.theme.colour("secondary")
        first = QRect(box.left(), box.top() + round(6 * scale), box.width(), round(19 * scale))
        role = {"running": "accent", "broken": "bad", "ended": "good"}.get(figure.phase, "faint")
        small = font(11, QFont.Weight.Medium, scale=scale)
        wide = self.write(painter, first, get_phase_word(figure.phase), theme.colour(role), small, right=True)
        face = font(13, QFont.Weight.DemiBold, scale=scale)
        self.write(painter, first.adjusted(0, 0, -wide - 8, 0), figure.name, theme.colour("text"), face)
        second = first.translated(0, round(19 * scale))
        if figure.phase == "broken":
            self.write(painter, second, figure.problem, faint, font(12, scale=scale))
        else:
            count = self.tr("{0}/{1}").format(figure.done, figure.runs)
            wide = self.write(painter, second, count, faint, small, right=True)
            about = second.adjusted(0, 0, -wide - 8, 0)
            self.write(painter, about, format_cells(figure.cells), faint, font(12, scale=scale))
            groove = QRectF(box.left(), second.bottom() + 4 * scale, box.width(), 3 * scale)
            part = max(figure.part, figure.done / figure.runs if figure.runs else 0.0)
            self.draw_bar(painter, groove, part, theme.colour("good" if figure.phase == "ended" else "accent"), 3.0)


class Shelf(QWidget):
    """Signals: `chosen(id)`, `intent(name, id)`: "new", "open", "remove"."""

    chosen = Signal(str)
    intent = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._showing = False  # True while rows come and go, which may move the current row
        self.model = ExperimentsModel(self)
        self.list = ListView(self.model, ExperimentDelegate, self.tr("Experiments"), self)
        self.new = QPushButton(self.tr("New…"))
        self.new.setAccessibleName(self.tr("New experiment"))
        self.new.setToolTip(self.tr("Write a new experiment (Ctrl+N)"))
        self.open = QPushButton(self.tr("Open…"))
        self.open.setAccessibleName(self.tr("Open a spec"))
        self.open.setToolTip(self.tr("Take in a TOML file, or open a run; dropping a spec here does the same (Ctrl+O)"))
        self.title = QLabel(self.tr("EXPERIMENTS"))
        self.title.setProperty("role", "caps")
        line = hbox((self.new, 1), (self.open, 1))
        vbox(self.title, (self.list, 1), line, within=self, margins=(12, 12, 8, 12), spacing=8)
        self.new.clicked.connect(lambda: self.intent.emit("new", ""))
        self.open.clicked.connect(lambda: self.intent.emit("open", ""))
        self.list.selectionModel().currentChanged.connect(lambda index, _before: self._on_row(index.row()))
        self.list.delete_wanted.connect(lambda row: self.intent.emit("remove", self.model.list_figures()[row].id))

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
            selection.blockSignals(True)  # the list misses the change too: it is scrolled and repainted below
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
