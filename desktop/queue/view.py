"""The queue as a table, what can be done to its jobs, and the worker of this window."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QItemSelectionModel, QLocale, QObject, QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QHideEvent, QKeyEvent, QShowEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QPushButton,
    QStackedWidget,
    QTableView,
    QToolBar,
    QWidget,
)

from parley.desktop.queue.figures import JobFigure, QueueFigure, WorkerFigure
from parley.desktop.queue.table import JobTable, select_rows
from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.forms.editors import get_label, say
from parley.desktop.widgets.language import dollars
from parley.desktop.widgets.layouts import STRETCH, hbox, vbox
from parley.desktop.widgets.painted import centred_note
from parley.desktop.widgets.parts import build_popup_menu
from parley.desktop.widgets.tables import plain_table
from parley.desktop.widgets.themed import Themed

ACTIONS = ("queue_open_run", "queue_retry", "queue_cancel")
"""The actions for the selected jobs."""
WIDTHS = (230, 138, 80, 110, 240)
"""Pixels of the columns at a text scale of 1."""
ICON = QSize(22, 16)
"""Wider than high: that keeps it off its word."""


class QueueView(Themed, QWidget):
    """Signals: `seen(bool)`, as it comes into sight and goes; `selection_changed()`; `opened(id)`, a row was
    double-clicked or Enter pressed upon it; `cancelled()`, Del; `worker_wanted()`, to start the worker or to stop it;
    `new_wanted()`, a run for later.

    Attributes: `model`, the rows; `table`; `start`, the worker's button.
    """

    seen = Signal(bool)
    selection_changed = Signal()
    opened = Signal(str)
    cancelled = Signal()
    worker_wanted = Signal()
    new_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Queue"))
        self._figure = QueueFigure()
        self._worker = WorkerFigure()
        self._restoring = False
        self.model = JobTable(self)
        self.table = QTableView()
        self.problem = get_label(role="bad")
        self.problem.setVisible(False)
        self.empty = centred_note()
        self.empty.setContentsMargins(24, 0, 24, 0)
        self.new = QPushButton(self.tr("Ask for a run…"))
        self.new.setProperty("primary", True)
        self.new.clicked.connect(self.new_wanted)
        self._build_table()
        nothing = QWidget()
        vbox(
            STRETCH, self.empty, (self.new, 0, Qt.AlignmentFlag.AlignHCenter), STRETCH,
            within=nothing, margins=(12, 8, 12, 8), spacing=12,
        )  # fmt: skip
        self.stack = QStackedWidget()
        self.stack.addWidget(self.table)
        self.stack.addWidget(nothing)
        # Where it has no room for all of them Qt puts the rest behind an arrow.
        self.tools = QToolBar(toolButtonStyle=Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.tools.setAccessibleName(self.tr("Jobs"))
        vbox(
            self.tools, self.problem, (self.stack, 1), self._build_worker_row(),
            within=self, margins=(12, 8, 12, 8), spacing=8,
        )  # fmt: skip
        self._apply_theme()
        self.show_figure(QueueFigure())
        self.show_worker(WorkerFigure())

    def _build_table(self) -> None:
        table = self.table
        table.setAccessibleName(self.tr("Jobs"))
        table.setModel(self.model)
        plain_table(table)
        table.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        table.setSortingEnabled(False)
        table.horizontalHeader().setStretchLastSection(True)
        # A head that follows the selection asks for every row of each column whenever it is painted.
        table.horizontalHeader().setSelectionModel(QItemSelectionModel(self.model, self))
        table.selectionModel().selectionChanged.connect(self._emit_selection_change)
        table.doubleClicked.connect(lambda index: self.opened.emit(self.model.rows[index.row()].id))
        table.customContextMenuRequested.connect(self._open_menu)
        table.installEventFilter(self)

    def _build_worker_row(self) -> QWidget:
        row = QWidget()
        self.start = QPushButton()
        self.working = ElidedLabel()
        self.working.setProperty("role", "small")
        self.start.clicked.connect(self.worker_wanted)
        hbox(self.start, (self.working, 1), within=row, margins=0, spacing=8)
        return row

    def use_actions(self, actions: Mapping[str, QAction]) -> None:
        """Make a button for each action for the selected jobs."""
        for action in (actions[name] for name in ACTIONS if name in actions):
            self.tools.addAction(action)
            self.tools.widgetForAction(action).setFocusPolicy(Qt.FocusPolicy.TabFocus)  # Qt gives these buttons none

    # What is shown ------------------------------------------------------------------------------------------------

    def show_figure(self, figure: QueueFigure) -> None:
        """Show the queue; what is selected stays selected, where it still is listed."""
        self._figure = figure
        say(self.problem, figure.fault)
        chosen, current = {job.id for job in self.selected()}, self._get_current_job()
        scrolled = self.table.verticalScrollBar().value()
        self._restoring = True  # a reset clears the selection: no choice of the user's
        kept = self.model.show(figure.jobs)
        if not kept:
            select_rows(self.table, map(self.model.row_of, chosen), self.model.row_of(current))
            self.table.verticalScrollBar().setValue(scrolled)  # a reset goes to the top
        self._restoring = False
        self._tell_empty()
        self._emit_selection_change()

    def _get_current_job(self) -> str:
        row = self.table.currentIndex().row()
        return self.model.rows[row].id if 0 <= row < len(self.model.rows) else ""

    def _tell_empty(self) -> None:
        none = not self._figure.jobs
        self.stack.setCurrentIndex(1 if none else 0)
        self.tools.setVisible(not none)
        self.new.setVisible(none and not self._figure.fault)
        purpose = self.tr(
            "Runs that are to be played later stand here: “Later” in a new run, a schedule or “parley queue add” puts "
            "them in. A worker plays them one after the other, here or without a window (“parley worker”)."
        )
        self.empty.setText(purpose if self._figure.known else self.tr("Reading the queue …"))
        self.empty.setVisible(not self._figure.fault)

    def show_worker(self, figure: WorkerFigure) -> None:
        """Show what the worker of this window does."""
        self._worker = figure
        stop = self.tr("Drop the replies") if figure.stopping else self.tr("Stop the worker")
        self.start.setText(stop if figure.running else self.tr("Start a worker"))
        tip = self.tr("Plays the jobs of the queue while this window is open")
        ends = self.tr("Replies under way are finished; a job that was begun is gone on with later")
        self.start.setToolTip(ends if figure.running else tip)
        self.working.set_whole(self._format_state(figure))

    def _format_state(self, figure: WorkerFigure) -> str:
        number = QLocale().toString
        if not figure.running and not figure.finished:
            return figure.told or self.tr("No worker in this window.")
        if figure.starting and not figure.stopping:
            return self.tr("The worker is starting …")
        parts = [
            self.tr("{0} under way").format(number(figure.live)) if figure.running else self.tr("stopped"),
            self.tr("{0} finished").format(number(figure.finished)),
            self.tr("{0} turns").format(number(figure.turns)),
        ]
        if figure.cost:
            parts.append(dollars(figure.cost))
        if figure.stopping and figure.running:
            parts = [self.tr("ends when the replies under way are whole"), *parts]
        return " · ".join([*parts, figure.told] if figure.told else parts)

    # What is selected ---------------------------------------------------------------------------------------------

    def selected(self) -> list[JobFigure]:
        """Return the selected jobs."""
        return [self.model.rows[index.row()] for index in self.table.selectionModel().selectedRows()]

    def select(self, ids: set[str]) -> None:
        """Select jobs, and bring the first into sight."""
        rows = sorted(row for row in map(self.model.row_of, ids) if row >= 0)
        select_rows(self.table, rows, rows[0] if rows else -1)
        if rows:
            self.table.scrollTo(self.model.index(rows[0], 0))

    def _emit_selection_change(self) -> None:
        if not self._restoring:
            self.selection_changed.emit()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QKeyEvent) and watched is self.table and event.type() == QEvent.Type.KeyPress:
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self._get_current_job():
                self.opened.emit(self._get_current_job())
                return True
            if event.key() == Qt.Key.Key_Delete:
                self.cancelled.emit()
                return True
        return super().eventFilter(watched, event)

    def _open_menu(self, at: QPoint) -> None:
        menu = build_popup_menu(self)
        menu.addActions(self.tools.actions())
        menu.popup(self.table.viewport().mapToGlobal(at))

    # The look -----------------------------------------------------------------------------------------------------

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.seen.emit(True)

    def hideEvent(self, event: QHideEvent) -> None:
        super().hideEvent(event)
        self.seen.emit(False)

    def _apply_theme(self) -> None:
        self.tools.setIconSize(ICON * self.scale)
        self.model.follow_words()
        font = self.letters(12)
        self.table.setFont(font)
        self.table.horizontalHeader().setFont(font)
        self.table.verticalHeader().setDefaultSectionSize(round(26 * self.scale))
        size = font.pixelSize()
        sheet = (
            f"QTableView {{ background: transparent; font-size: {size}px; }}"
            "QTableView::item { padding: 0px 8px; }"
            f"QHeaderView::section {{ font-size: {size}px; padding: 3px 8px; }}"
        )
        # Every part of the table is dressed anew by a sheet, also by one that says the same as before.
        if sheet != self.table.styleSheet():
            self.table.setStyleSheet(sheet)
        for column, width in enumerate(WIDTHS):
            self.table.setColumnWidth(column, round(width * self.scale))
        self.table.horizontalHeader().setMinimumSectionSize(round(40 * self.scale))
