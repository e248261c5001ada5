"""The library's widget."""

from __future__ import annotations

from PySide6.QtCore import QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QMenu, QPushButton, QWidget

from desktop.library.figures import HitFigure, RunFigure
from desktop.library.model import HitsModel, RunsModel, matching
from desktop.library.view.delegates import HitDelegate, RunDelegate
from desktop.widgets.icons import icon
from desktop.widgets.layouts import upright
from desktop.widgets.parts import worded
from desktop.widgets.rows import LEAST_WIDTH, ListView
from desktop.widgets.themed import Themed

SEARCH_PAUSE_MS = 250
SHORTEST_SEARCH = 2
QWIDGETSIZE_MAX = (1 << 24) - 1


class LibraryView(Themed, QWidget):
    """All runs and the search. An experiment's many runs are folded away unless somebody asks for them or searches.

    Signals: `run_opened(run)`, `hit_chosen(run, turn)`, `search_wanted(text)` when somebody stopped typing or pressed
    Enter, `intent(name, run)` with "export_run", "compare_run", "show_run_in_folder", "copy_run_id", "delete_run",
    "new_run".
    """

    run_opened = Signal(str)
    hit_chosen = Signal(str, int)
    search_wanted = Signal(str)
    intent = Signal(str, object)
    caption_changed = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Library"))
        self._all: tuple[RunFigure, ...] = ()
        self._told = False
        self._open_run = ""
        self._searched, self._more = "", False
        self._runs = RunsModel(self)
        self._hits = HitsModel(self)
        self.search = QLineEdit(placeholderText=self.tr("Search all transcripts"), clearButtonEnabled=True)
        self.search.setAccessibleName(self.tr("Search all transcripts"))
        self.search.textChanged.connect(self._on_text)
        self.search.returnPressed.connect(self._search_now)
        self.runs = ListView(self._runs, RunDelegate, self.tr("Runs"))
        self.runs.opened.connect(self._open)
        self.runs.menu_wanted.connect(lambda row, place: self.menu_for(row).popup(place))
        self.runs.delete_wanted.connect(lambda row: self._intend("delete_run", row))
        self.hits = ListView(self._hits, HitDelegate, self.tr("Lines found"))
        self.hits.opened.connect(self._open_hit)
        self.fold = QPushButton()
        self.fold.setProperty("quiet", True)
        self.fold.setCheckable(True)
        self.fold.setAccessibleName(self.tr("Show the runs of experiments"))
        self.fold.toggled.connect(lambda _shown: self._refresh())
        self._found, self._empty = worded(role="small"), worded(role="secondary")
        self._found.setContentsMargins(4, 4, 0, 0)
        self._empty.setContentsMargins(4, 4, 4, 4)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._timer = QTimer(self, singleShot=True, interval=SEARCH_PAUSE_MS)
        self._timer.timeout.connect(self._search_now)
        parts = (self.search, self._empty, (self.runs, 1), self.fold, self._found, (self.hits, 1))
        self._column = upright(*parts, within=self, margins=(8, 3, 8, 8), spacing=6)
        self._glass = self.search.addAction(QIcon(), QLineEdit.ActionPosition.LeadingPosition)
        self._restyle()
        self._refresh()

    def show_figure(self, runs: tuple[RunFigure, ...]) -> None:
        """Show the runs in this order; forks come right after their parent."""
        if runs != self._all or not self._told:
            self._all, self._told = runs, True
            self._refresh()
            self.caption_changed.emit(self.caption())

    def show_hits(self, text: str, hits: tuple[HitFigure, ...], more: bool = False) -> None:
        """Show what a search found, and whether there is more; an answer to a text that has changed is dropped."""
        if text != self.search.text().strip():
            return
        self._searched, self._more = text, more
        self._hits.show(hits)
        self._refresh()

    def search_again(self) -> None:
        """Ask for the lines once more where some are shown: there may be others by now."""
        text = self.search.text().strip()
        if text and text == self._searched:
            self.search_wanted.emit(text)

    def caption(self) -> str:
        if not self._all:
            return ""
        return self.tr("1 run") if len(self._all) == 1 else self.tr("{0} runs").format(len(self._all))

    def select_run(self, run: str) -> None:
        """Mark the run that is open in the window."""
        if run != self._open_run:
            self._open_run = run
            if any(figure.experiment for figure in self._all):
                self._refresh()
                return
        row = self._runs.row_of(run)
        if row < 0 and not self.runs.hasFocus():
            # Where a row goes, Qt marks its neighbour, which is not what is open.
            self.runs.setCurrentIndex(QModelIndex())
        elif row >= 0 and row != self.runs.currentIndex().row():
            self.runs.setCurrentIndex(self._runs.index(row))

    def focus_search(self) -> None:
        """Put the cursor into the search field."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _restyle(self) -> None:
        self._glass.setIcon(icon("ph.magnifying-glass", self.theme.colour("faint")))
        self.setMinimumWidth(round(LEAST_WIDTH * self.scale))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc empties the search; Down goes from the field to the list."""
        if event.key() == Qt.Key.Key_Escape and self.search.text():
            self.search.clear()
        elif event.key() == Qt.Key.Key_Down and self.search.hasFocus():
            target = self.runs if self.runs.isVisible() else self.hits
            target.setFocus(Qt.FocusReason.TabFocusReason)
            if not target.currentIndex().isValid():
                target.setCurrentIndex(target.model().index(0, 0))
        else:
            super().keyPressEvent(event)

    def _on_text(self, text: str) -> None:
        self._refresh()
        if len(text.strip()) >= SHORTEST_SEARCH:
            self._timer.start()
        else:
            self._timer.stop()

    def _search_now(self) -> None:
        self._timer.stop()
        if text := self.search.text().strip():
            self.search_wanted.emit(text)

    def _refresh(self) -> None:
        text = self.search.text().strip()
        folded = not text and not self.fold.isChecked()
        unfolded = tuple(run for run in self._all if not self._is_folded(run))
        self._runs.show(unfolded if folded else matching(self._all, text))
        studied = len(self._all) - len(unfolded)
        self.fold.setVisible(studied > 0 and not text)
        self.fold.setText(("▸ " if folded else "▾ ") + self.tr("Experiments: {0} runs").format(studied))
        self.select_run(self._open_run)
        if not text:
            self._searched = ""
            self._hits.show(())
        hits = self._hits.rowCount()
        self.runs.setVisible(self._runs.rowCount() > 0)
        # While searching, the runs take what they need and the found lines the rest.
        needed = self._runs.rowCount() * self.runs.sizeHintForRow(0) + 4
        self.runs.setMaximumHeight(needed if text and hits else QWIDGETSIZE_MAX)
        self.hits.setVisible(bool(text) and hits > 0)
        self._found.setVisible(bool(text) and self._searched == text)
        lines = self.tr("1 line found") if hits == 1 else self.tr("{0} lines found").format(hits)
        if self._more:
            lines = self.tr("More than {0} lines found; these fit best. Another word narrows the search.").format(hits)
        self._found.setText(lines if hits else self.tr("No line of any transcript holds this."))
        self._empty.setVisible(self._runs.rowCount() == 0 and not (text and hits))
        if not self._told:
            # Whether there are any is found out after the first paint.
            self._empty.setText(self.tr("Looking for your runs…"))
        elif not self._all:
            self._empty.setText(self.tr("No runs yet. Start one with New run (Ctrl+N); every run is kept here."))
        elif not text:
            self._empty.setText(self.tr("All runs here are those of experiments."))
        else:
            self._empty.setText(self.tr("No run is called so. Press Enter to search every line that was said."))
        none = not self.runs.isVisibleTo(self) and not self.hits.isVisibleTo(self)
        self._column.setStretchFactor(self._empty, 1 if none else 0)

    def _is_folded(self, run: RunFigure) -> bool:
        return bool(run.experiment) and run.id != self._open_run and not run.live

    def _open(self, row: int) -> None:
        if (run := self._runs.figure(row)) is not None:
            self._open_run = run.id
            self.run_opened.emit(run.id)

    def _open_hit(self, row: int) -> None:
        if (hit := self._hits.figure(row)) is not None:
            self.hit_chosen.emit(hit.run, hit.turn)

    def _intend(self, name: str, row: int) -> None:
        if (run := self._runs.figure(row)) is not None:
            self.intent.emit(name, run.id)

    def menu_for(self, row: int) -> QMenu:
        """The context menu of a run."""
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        run = self._runs.figure(row)
        for name, title, able in (
            ("", self.tr("Open"), True),
            ("compare_run", self.tr("Compare with the open run…"), run and self._open_run not in ("", run.id)),
            ("export_run", self.tr("Export…"), True),
            ("show_run_in_folder", self.tr("Show in its folder"), True),
            ("copy_run_id", self.tr("Copy the run's id"), True),
            ("delete_run", self.tr("Delete"), run and not run.live),
        ):
            if name in ("export_run", "delete_run"):
                menu.addSeparator()
            action = menu.addAction(title)
            action.setEnabled(bool(able))
            action.triggered.connect(lambda _on=False, name=name: self._intend(name, row) if name else self._open(row))
        return menu
