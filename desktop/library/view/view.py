"""The library's widget: all runs by day, those that somebody wants to see, and what a search found in them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QItemSelectionModel, QModelIndex, Qt, QTimer, Signal
from PySide6.QtGui import QIcon, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QLineEdit, QMenu, QPushButton, QWidget

from parley.core.home import TRASH_DAYS
from parley.desktop.library.arranging import Arrangement, Found, Listing, arrange_runs
from parley.desktop.library.figures import ListedLine, RunFigure
from parley.desktop.library.model import LibraryModel
from parley.desktop.library.view.list import RunsList
from parley.desktop.library.view.menus import OrderButton, RunMenu
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import STRETCH, hbox, vbox
from parley.desktop.widgets.parts import worded
from parley.desktop.widgets.rows import LEAST_WIDTH
from parley.desktop.widgets.themed import Themed

SEARCH_PAUSE_MS = 250
SHORTEST_SEARCH = 2
WIDE = 420
"""The width at a text scale of 1 from which the buttons at the foot stand in one row."""


class LibraryView(Themed, QWidget):
    """All runs and the search, in a dock or as a page. An experiment's many runs are kept apart unless somebody asks
    for them or searches.

    Signals: `run_opened(run)`, `hit_chosen(run, turn)`, `search_wanted(text)` when somebody stopped typing or pressed
    Enter, `caption_changed(str)`, and `intent(name, value)`: with a run "again", "again_with", "export_run",
    "compare_run", "show_run_in_folder", "copy_run_id"; with runs' ids "delete_runs", "restore_runs", "erase_runs",
    "empty_trash";
    with ids and more "rename_run" (id, name), "star_runs" and "archive_runs" (ids, on), "tag_runs" (ids, tag, on).
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
        self._trash: tuple[RunFigure, ...] = ()
        self._told = False  # Until then an empty list does not mean that there are no runs
        self._open_run = ""
        self._how = Arrangement()
        self._found = Found()
        self._listing = Listing(())
        self._rows = LibraryModel(self)
        self.title, self.count = worded(self.tr("Library"), role="heading", wrap=False), worded(role="secondary")
        self.search = QLineEdit(placeholderText=self.tr("Search all transcripts"), clearButtonEnabled=True)
        self.search.setAccessibleName(self.tr("Search all transcripts"))
        self.search.textChanged.connect(self._on_text)
        self.search.returnPressed.connect(self._search_now)
        self.order = OrderButton()
        self.order.changed.connect(lambda how: self.arrange(replace(how, text=self._how.text)))
        self.runs = RunsList(self._rows, self.tr("Runs"))
        self.runs.opened.connect(self._open)
        self.runs.menu_wanted.connect(lambda row, place: self.menu_for(row).popup(place))
        self.runs.delete_wanted.connect(lambda _row: self._do_action("delete"))
        self.runs.renamed.connect(lambda run, name: self.intent.emit("rename_run", (run, name)))
        self.fold, self.empty_trash = QPushButton(), QPushButton(self.tr("Empty the trash…"))
        self.trash = QPushButton()
        for button in (self.fold, self.empty_trash, self.trash):
            button.setProperty("quiet", True)
        self.fold.setCheckable(True)
        self.fold.setAccessibleName(self.tr("Show the runs of experiments"))
        self.fold.toggled.connect(lambda on: self.arrange(replace(self._how, experiments=on)))
        self.trash.clicked.connect(self._toggle_trash_place)
        self.empty_trash.clicked.connect(lambda: self.intent.emit("empty_trash", None))
        self._said, self._empty = worded(role="small"), worded(role="secondary")
        self._said.setContentsMargins(4, 0, 0, 0)
        self._empty.setContentsMargins(4, 4, 4, 4)
        self._empty.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._timer = QTimer(self, singleShot=True, interval=SEARCH_PAUSE_MS)
        self._timer.timeout.connect(self._search_now)
        self._top = hbox(self.title, self.count, (self.search, 1), self.order, spacing=8)
        self._foot = hbox(STRETCH, self.empty_trash, self.fold, self.trash, spacing=4)
        parts = (self._top, self._said, self._empty, (self.runs, 1), self._foot)
        self._column = vbox(*parts, within=self, margins=(8, 3, 8, 8), spacing=6)
        self._glass = self.search.addAction(QIcon(), QLineEdit.ActionPosition.LeadingPosition)
        self.title.hide()
        self.count.hide()
        self._apply_theme()
        self._refresh_list()

    # What is shown ------------------------------------------------------------------------------------------------

    def set_page(self) -> None:
        """Be a page with a title of its own, not a dock; the field stands wherever the page has it."""
        self.title.show()
        self.count.show()
        self._column.setContentsMargins(20, 14, 20, 12)
        self._top.replaceWidget(self.search, spread := QWidget())
        self._top.setStretchFactor(spread, 1)

    def show_figure(self, runs: tuple[RunFigure, ...]) -> None:
        """Show all runs, the one that was written to last first."""
        if runs != self._all or not self._told:  # The first reading counts also when it is empty
            self._all, self._told = runs, True
            self._refresh_list()

    def show_glimpse(self, runs: tuple[RunFigure, ...]) -> None:
        """Show the newest runs while the others are read."""
        if runs and not self._told:  # All runs may have been read by now
            self._all = runs
            self._refresh_list()

    def show_trash(self, runs: tuple[RunFigure, ...]) -> None:
        """Say what lies in the trash."""
        if runs != self._trash:
            self._trash = runs
            self._refresh_list()

    def show_standing(self, run: str, fields: Mapping[str, Any]) -> None:
        """Show how the run stands that is driven from here, by its figure's fields: nobody asks the disk each turn."""
        for at, figure in enumerate(self._all):
            if figure.id == run and (new := replace(figure, **fields)) != figure:
                self._all = (*self._all[:at], new, *self._all[at + 1 :])
                row = self._rows.row_of_run(run)
                if (listed := self._rows.run_at(row)) is not None:
                    self._rows.change_row(row, replace(listed, run=new))

    def show_found(self, found: Found) -> None:
        """Show what a search found; an answer to a text that has changed is dropped."""
        if found.text == self._how.text.strip():
            self._found = found
            self._refresh_list()

    def arrange(self, how: Arrangement) -> None:
        """List other runs, or in another order."""
        if how != self._how:
            self._how = how
            self._refresh_list()

    @property
    def arrangement(self) -> Arrangement:
        """How the library is looked at."""
        return self._how

    def search_again(self) -> None:
        """Ask for the lines once more where some are shown: there may be others by now."""
        if self._how.text.strip() and self._how.text.strip() == self._found.text:
            self.search_wanted.emit(self._found.text)

    def caption(self) -> str:
        """Return how many runs there are besides those of experiments, which are told below, and those in the archive;
        where other ones are listed than all, how many those are.
        """
        own = (run for run in self._all if not run.archived and (self._how.experiments or not run.experiment))
        count = sum(1 for _ in own) if self._how.place == "runs" else self._listing.runs
        if not count or not self._told:
            return ""
        return self.tr("1 run") if count == 1 else self.tr("{0} runs").format(self.locale().toString(count))

    def select_run(self, run: str) -> None:
        """Mark the run that is open in the window."""
        if run != self._open_run:
            self._open_run = run
            if any(figure.experiment for figure in self._all):  # The open run may be one of those kept apart
                self._refresh_list()
                return
        if len(self.runs.selected()) > 1:  # A selection of several runs must not be lost
            return
        row = self._rows.row_of_run(run)
        if row < 0 and not self.runs.hasFocus():
            # When a row goes, Qt marks its neighbour, but that run is not the open one.
            self.runs.setCurrentIndex(QModelIndex())
        elif row >= 0 and row != self.runs.currentIndex().row():
            # The list's own way would add it to the selection while Ctrl is down, as it is during a fork by Ctrl+B.
            only = QItemSelectionModel.SelectionFlag.ClearAndSelect
            self.runs.selectionModel().setCurrentIndex(self._rows.index(row), only)

    def focus_search(self) -> None:
        """Put the cursor into the search field."""
        self.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.search.selectAll()

    def _refresh_list(self) -> None:
        how, runs = self._how, self._trash if self._how.place == "trash" else self._all
        self._listing = listing = arrange_runs(runs, how, self._found, open_run=self._open_run)
        chosen = {run.id for run in self.runs.selected()}  # Rows change places; Qt selects rows, not runs
        self._rows.show(listing.rows)
        if len(chosen) > 1:
            self.runs.select(chosen)
        kinds = dict(sorted({run.mode: run.kinds for run in self._all if run.kinds}.items(), key=lambda each: each[1]))
        self.order.kinds, self.order.tags = kinds, sorted({tag for run in self._all for tag in run.tags})
        self.order.show_arrangement(how)
        if (caption := self.caption()) != self.count.text():
            self.count.setText(caption)
            self.caption_changed.emit(caption)
        self.select_run(self._open_run)
        self._show_status(listing)

    def _show_status(self, listing: Listing) -> None:
        """Tell what is folded away, what was found, and why there is nothing."""
        how, locale = self._how, self.locale()
        text, trash = how.text.strip(), how.place == "trash"
        self.fold.setVisible(listing.studied > 0 and not text and how.place == "runs")
        told = self.tr("1 experiment") if listing.experiments == 1 else self.tr("{0} experiments")
        told = told.format(locale.toString(listing.experiments))
        runs = self.tr("1 run") if listing.studied == 1 else self.tr("{0} runs")
        self.fold.setText(f"{told} · {runs.format(locale.toString(listing.studied))}")
        self.fold.setToolTip(self.tr("Kept apart: press to show them here, too"))
        self.empty_trash.setVisible(trash and bool(self._trash))
        self.trash.setVisible(how.place != "runs" or (bool(self._trash) and not text))
        count = self.tr("Trash ({0})").format(locale.toString(len(self._trash)))
        self.trash.setText(self.tr("All runs") if how.place != "runs" else count)
        self.trash.setIcon(self._signs["runs" if how.place != "runs" else "trash"])
        searched = bool(text) and self._found.text == text
        self._said.setVisible(searched)
        if listing.unlisted:
            shown, count = locale.toString(listing.runs), locale.toString(listing.runs + listing.unlisted)
            self._said.setVisible(True)
            self._said.setText(self.tr("{0} of {1} runs. Another word narrows the search.").format(shown, count))
            return
        lines = self.tr("1 line found") if listing.lines == 1 else self.tr("{0} lines found").format(listing.lines)
        if self._found.more:
            lines = self.tr("More than {0} lines found; these fit best. Another word narrows the search.")
            lines = lines.format(listing.lines)
        self._said.setText(lines if listing.lines else self.tr("No line of any transcript holds this."))
        none = not listing.rows
        self.runs.setVisible(not none)
        self._empty.setVisible(none)
        self._column.setStretchFactor(self._empty, 1 if none else 0)
        if none:
            self._empty.setText(self._explain_empty_list(text))

    def _explain_empty_list(self, text: str) -> str:
        if not self._told:
            return self.tr("Looking for your runs…")  # The runs are read after the first paint
        if text:
            return self.tr("No run is called so. Press Enter to search every line that was said.")
        if self._how.place == "trash":
            return self.tr("The trash is empty. What is deleted stays here for {0} days.").format(TRASH_DAYS)
        if self._how.place == "archive":
            return self.tr("Nothing was archived. What is put there is out of sight, and is found all the same.")
        if self._how.place == "starred":
            return self.tr("No run has a star. The menu of a run gives it one.")
        if not self._all:
            return self.tr("No runs yet. Start one with New run (Ctrl+N); every run is kept here.")
        if self._how.mode or self._how.tag:
            return self.tr("No run is of this kind.")
        return self.tr("All runs here are those of experiments.")

    def _toggle_trash_place(self) -> None:
        """Go from all runs to the trash, and from any other place back to all runs."""
        self.arrange(replace(self._how, place="trash" if self._how.place == "runs" else "runs"))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Use the width that there is."""
        super().resizeEvent(event)
        direction, wide = QBoxLayout.Direction, self.width() >= WIDE * self.scale
        self._foot.setDirection(direction.LeftToRight if wide else direction.TopToBottom)

    def _apply_theme(self) -> None:
        self._glass.setIcon(icon("ph.magnifying-glass", self.theme.colour("faint")))
        self.fold.setIcon(icon("ph.flask", self.theme.colour("accent")))
        names = {"runs": "ph.arrow-left", "trash": "ph.trash"}
        self._signs = {place: icon(name, self.theme.colour("accent")) for place, name in names.items()}
        self._show_status(self._listing)
        self.setMinimumWidth(round(LEAST_WIDTH * self.scale))

    # What somebody does -------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Empty the search by Esc, then go back to all runs; go from the field to the list by Down."""
        if event.key() == Qt.Key.Key_Escape and self.search.text():
            self.search.clear()
        elif event.key() == Qt.Key.Key_Escape and self._how.place != "runs":
            self.arrange(replace(self._how, place="runs"))
        elif event.key() == Qt.Key.Key_Down and self.search.hasFocus() and self.runs.isVisible():
            self.runs.setFocus(Qt.FocusReason.TabFocusReason)
            if not self.runs.currentIndex().isValid():
                rows = range(self._rows.rowCount())
                first = next((row for row in rows if self._rows.run_at(row) is not None), 0)
                self.runs.setCurrentIndex(self._rows.index(first))
        else:
            super().keyPressEvent(event)

    def _on_text(self, text: str) -> None:
        if not text.strip():
            self._found = Found()
        self.arrange(replace(self._how, text=text, whole=frozenset()))  # Names are searched now, lines after a pause
        if len(text.strip()) >= SHORTEST_SEARCH:
            self._timer.start()
        else:
            self._timer.stop()

    def _search_now(self) -> None:
        self._timer.stop()
        if text := self.search.text().strip():
            self.search_wanted.emit(text)

    def _open(self, row: int) -> None:
        figure = self._rows.figure(row)
        if isinstance(figure, ListedLine):
            if figure.hit is not None:
                self.hit_chosen.emit(figure.hit.run, figure.hit.turn)
            else:
                self.arrange(replace(self._how, whole=self._how.whole | {figure.run}))
        elif (listed := self._rows.run_at(row)) is not None and not listed.run.trash:
            self._open_run = listed.run.id  # Now: reading it takes a while, and the mark must not jump back
            self.run_opened.emit(listed.run.id)

    def _do_action(self, what: str) -> None:
        """Do it to all runs that are selected."""
        runs = self.runs.selected()
        ids = tuple(run.id for run in runs)
        if not runs:
            return
        if what == "star":
            self.intent.emit("star_runs", (ids, not all(run.starred for run in runs)))
        elif what == "archive":
            self.intent.emit("archive_runs", (ids, not all(run.archived for run in runs)))
        elif what == "restore":
            self.intent.emit("restore_runs", ids)
        else:
            self.intent.emit("erase_runs" if self._how.place == "trash" else "delete_runs", ids)

    def _tag(self, runs: Sequence[RunFigure], tag: str, on: bool) -> None:
        self.intent.emit("tag_runs", (tuple(run.id for run in runs), tag, on))

    def menu_for(self, row: int) -> QMenu:
        """Return the context menu of a run, or of all that are selected where it is one of them."""
        listed = self._rows.run_at(row)
        runs = self.runs.selected()
        if listed is not None and listed.run.id not in {each.id for each in runs}:  # Not one of them: this one alone
            self.runs.setCurrentIndex(self._rows.index(row))
            runs = [listed.run]
        menu = RunMenu(self, runs if listed is not None else (), self._open_run, self.order.tags, self._tag)
        menu.asked.connect(self._do_action)
        menu.open_wanted.connect(lambda: self._open(row))
        menu.rename_wanted.connect(lambda: self.runs.rename(row))
        menu.intent.connect(self.intent)
        return menu
