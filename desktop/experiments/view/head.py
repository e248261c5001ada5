"""The head of one experiment: what it is called, how far it is, and what can be done with it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QProgressBar, QPushButton, QToolButton, QWidget

from desktop.experiments.figures import ExperimentFigure, ProgressFigure
from desktop.experiments.words import cells_told, done_told, number, phase_word, span, turns_told
from desktop.widgets.elided import ElidedLabel
from desktop.widgets.icons import icon
from desktop.widgets.layouts import across, upright
from desktop.widgets.parts import tool
from desktop.widgets.plain import tooltip
from desktop.widgets.themed import Themed

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
            ("export", self.tr("Export the table as CSV or Parquet (Ctrl+E)")),
            ("remove", self.tr("Remove the experiment; its runs stay in the library")),
        ):
            self.tools[name] = tool(title)
            self.tools[name].setIconSize(QSize(18, 18))
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName(self.tr("Progress of the experiment"))
        self.told = ElidedLabel()
        self.told.setProperty("role", "small")
        self.parked = QPushButton()
        self.parked.setProperty("quiet", True)
        self.parked.setProperty("danger", True)
        # What stands below must not move when a run comes to stand.
        keeps = self.parked.sizePolicy()
        keeps.setRetainSizeWhenHidden(True)
        self.parked.setSizePolicy(keeps)
        first = across((upright(self.name, self.note, spacing=1), 1), spacing=6)
        buttons = {"start": self.start, "pause": self.pause, "stop": self.stop, **self.tools}
        for button in buttons.values():
            first.addWidget(button, 0, Qt.AlignmentFlag.AlignTop)
        for name, button in {**buttons, "runs": self.parked}.items():
            button.clicked.connect(lambda _on=False, name=name: self.intent.emit(name))
        second = across((self.told, 1), self.parked, spacing=10)
        upright(first, self.bar, second, within=self, margins=0, spacing=6)
        self._restyle()

    def show_figure(self, figure: ExperimentFigure, progress: ProgressFigure, busy: bool) -> None:
        """Show an experiment; `progress` counts only where it is about this one. `busy`: another is running."""
        self._figure, self._progress, self._busy = figure, progress, busy
        here = self._here()
        self.name.set_whole(figure.name)
        self.note.set_whole(figure.problem or figure.note)
        self.note.setVisible(bool(figure.problem or figure.note))
        done = progress.done if here else figure.done
        part = max(progress.part if here and figure.phase == "running" else figure.part, done / max(1, figure.runs))
        self.bar.setRange(0, STEPS)
        self.bar.setValue(round(part * STEPS))
        self.told.set_whole(self._sentence(done, here))
        parked = progress.parked if here else ()
        self.parked.setVisible(bool(parked))
        several = self.tr("{0} runs stand").format(number(len(parked)))
        self.parked.setText(self.tr("1 run stands") if len(parked) == 1 else several)
        self.parked.setToolTip(tooltip("\n".join(f"{run}: {why}" for run, why in parked[:8])))
        self._show_buttons(here)

    def runs_told(self) -> str:
        """How many runs are finished: "24 of 24 runs"."""
        return done_told(self._progress.done if self._here() else self._figure.done, self._figure.runs)

    def _here(self) -> bool:
        """Whether the progress is that of the experiment that is shown."""
        return self._progress.id == self._figure.id and bool(self._figure.id)

    def _show_buttons(self, here: bool) -> None:
        phase = self._figure.phase
        running = phase == "running"
        whole = phase != "broken"
        self.start.setVisible(whole and not running and phase != "ended")
        self.start.setText(self.tr("Go on") if phase == "paused" else self.tr("Start"))
        self.start.setEnabled(not self._busy)
        self.start.setToolTip(self.tr("Another experiment is running: pause it first") if self._busy else "")
        self.pause.setVisible(running)
        pausing = not here or self._progress.pausing
        if pausing and self.pause.hasFocus():
            # Else Qt hands the keyboard to the next button: a second press of Space would drop the replies.
            self.bar.setFocus()
        self.pause.setEnabled(not pausing)
        self.stop.setVisible(running)
        self.tools["edit"].setEnabled(whole and not running)
        self.tools["duplicate"].setEnabled(whole)
        self.tools["export"].setEnabled(self._figure.done > 0)
        self.tools["remove"].setEnabled(not running)

    def _sentence(self, done: int, here: bool) -> str:
        figure, progress = self._figure, self._progress
        if figure.phase == "broken":
            return self.tr("Mend the file, or open the spec again.")
        live = here and figure.phase == "running"
        pausing = self.tr("pausing: replies under way are finished")
        parts = [pausing if live and progress.pausing else phase_word(figure.phase), done_told(done, figure.runs)]
        if live:
            parts.append(self.tr("{0} under way").format(number(progress.running)))
            if progress.turns_due:
                parts.append(turns_told(progress.turns, progress.turns_due))
        parts.append(cells_told(figure.cells))
        if live:
            if progress.batched:
                batched = self.tr("{0} replies awaited in {1} batches")
                parts.append(progress.trouble or batched.format(number(progress.batched), number(progress.batches)))
            if progress.rate > 0:
                parts.append(self.tr("{0} turns a minute").format(number(round(progress.rate, 1), 3)))
            if progress.left >= 0 and not progress.pausing:
                parts.append(self.tr("{0} left").format(span(progress.left)))
        return " · ".join(parts)

    def _restyle(self) -> None:
        for name, button in self.tools.items():
            button.setIcon(icon(ICONS[name], self.theme.colour("secondary"), self.theme.colour("border")))
