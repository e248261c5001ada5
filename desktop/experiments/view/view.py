"""The experiments' page: their list at the left, the chosen one beside it."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QKeyCombination, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QFont, QKeyEvent, QKeySequence, QShortcut, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QCompleter,
    QFrame,
    QPlainTextEdit,
    QPushButton,
    QSizePolicy,
    QSplitter,
    QStackedWidget,
    QTabBar,
    QWidget,
)

from parley.desktop.experiments.figures import ExperimentFigure, ProgressFigure, ResultsFigure, RowFigure
from parley.desktop.experiments.view.plot_page import CELLS as RUNS_BY_CELL
from parley.desktop.experiments.view.plot_page import EFFECTS, INTERACTION, ExperimentPlotPage
from parley.desktop.experiments.view.shelf import Head, Shelf
from parley.desktop.experiments.view.table_page import ExperimentTablePage
from parley.desktop.experiments.words import format_runs, get_figure_title
from parley.desktop.shell.notices import Notice, NoticeStack
from parley.desktop.toolbar.view.page_bar import PageBar
from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.forms.editors import get_label
from parley.desktop.widgets.layouts import STRETCH, Gap, Stretch, hbox, vbox
from parley.desktop.widgets.parts import make_plain, style_tabs
from parley.desktop.widgets.plain import make_tip
from parley.desktop.widgets.themed import Themed


class ExperimentsFrame(Themed, QWidget):
    """All experiments, as a page of the window. Signals: `shown()` each time it comes up. Attributes: `bar`."""

    shown = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("ExperimentsFrame")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)  # else a plain QWidget ignores the sheet's background
        self.setMinimumSize(720, 460)
        self.setAcceptDrops(True)
        self.view = ExperimentsView(self)
        heading = QWidget()
        title = get_label(self.tr("Experiments"), "page", wraps=False)
        hbox(title, STRETCH, within=heading, margins=0, spacing=10)
        self.bar = PageBar(heading)
        vbox(self.bar, (self.view, 1), within=self, margins=0, spacing=0)
        self.notices = NoticeStack(self.view.board, low=True)
        for keys, does in (("Ctrl+W", self.leave_frame), ("Esc", self.notices.close_newest)):
            QShortcut(QKeySequence(keys), self).activated.connect(does)
        self._apply_theme()

    def tell(self, notice: Notice) -> None:
        """Show a notice over the view."""
        self.notices.show_notice(notice)

    def leave_frame(self) -> None:
        """Go back to the run."""
        self.bar.back_wanted.emit()

    def event(self, event: QEvent) -> bool:
        """Keep the page's own keys from the window, where the key for a new experiment would begin a run."""
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.ShortcutOverride and _read_key(event):
            event.accept()  # Qt sends it as a key press now, and not as the window's shortcut
            return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if name := _read_key(event):
            self.view.intent.emit(name, "")
        else:
            super().keyPressEvent(event)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():  # spontaneous: a minimized window is restored
            self.shown.emit()

    def _apply_theme(self) -> None:
        self.setStyleSheet(f"#ExperimentsFrame {{ background: {self.theme.window}; }}")


def _read_key(event: QKeyEvent) -> str:
    """Return what a key asks for that means something else in the window of the runs."""
    keys = event.keyCombination()
    control = Qt.KeyboardModifier.ControlModifier
    asked = {QKeyCombination(control, Qt.Key.Key_N): "new", QKeyCombination(control, Qt.Key.Key_O): "open"}
    return next((name for wanted, name in asked.items() if keys.toCombined() == wanted.toCombined()), "")


class FigureChoice(Themed, QComboBox):
    """A combo box in which any part of a title or name finds a figure. Signals: `figure_chosen(name)`.

    The first choice, "", is those that the plan names.
    """

    figure_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Figure"))
        self.setToolTip(self.tr("Which figure is compared: type a part of its name"))
        self.setEditable(True)
        self.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setMaxVisibleItems(20)
        self.setMaximumWidth(480)
        if (completer := self.completer()) is not None:
            # Any part of a title finds it.
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            completer.setCompletionMode(QCompleter.CompletionMode.PopupCompletion)
        self.activated.connect(lambda at: self.figure_chosen.emit(str(self.itemData(at) or "")))
        self.addItem(self.tr("The figures of the spec"), "")
        if (line := self.lineEdit()) is not None:
            line.setAccessibleName(self.accessibleName())
        self._apply_theme()

    def set_choices(self, choices: Sequence[str], chosen: str) -> None:
        """Offer figures by their names, and show the chosen one; nothing is emitted, and nobody's typing is disturbed
        by runs that end meanwhile."""
        if self.hasFocus():
            return
        if ["", *choices] != [self.itemData(at) for at in range(self.count())]:
            self.model().removeRows(1, self.count() - 1)
            for at, name in enumerate(choices, 1):
                self.addItem(get_figure_title(name), name)
                self.setItemData(at, make_tip(name), Qt.ItemDataRole.ToolTipRole)
        self._select_index(max(0, self.findData(chosen)))

    def focusOutEvent(self, event: QFocusEvent) -> None:
        """Discard text that was typed and not taken."""
        super().focusOutEvent(event)
        self._select_index(self.currentIndex())

    def _select_index(self, at: int) -> None:
        self.setCurrentIndex(at)
        self.setEditText(self.itemText(at))
        if (line := self.lineEdit()) is not None:
            # Its beginning is in sight.
            line.setCursorPosition(0)

    def _apply_theme(self) -> None:
        size = max(7, round(12 * self.scale))
        self.setStyleSheet(
            f"QComboBox {{ font-size: {size}px; padding: 1px 20px 1px 7px; min-height: {size + 8}px;"
            f" background: {self.theme.raised}; }} QComboBox QLineEdit {{ font-size: {size}px; }}"
        )

    def minimumSizeHint(self) -> QSize:
        """Return a narrow size: a wide one would keep the window from being made narrow."""
        return QSize(90, super().minimumSizeHint().height())


PLOT, CELLS, FACTORS, CHANGES, RUNS, METHODS, PLAN = range(7)
"""The pages in their order: a picture first, then the numbers in it."""


class ExperimentsView(Themed, QWidget):
    """Signals: `chosen(id)` when another experiment is looked at; `intent(name, value)`: "new", "open", "start",
    "pause", "stop", "edit", "duplicate", "export", "remove", "refresh" with the experiment's id, "run" with a run's,
    "figure" with a figure's name. Attribute: `board`, where one experiment is looked at, or what one is is told: all
    but the list.
    """

    chosen = Signal(str)
    intent = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._results = ResultsFigure()
        self.setAccessibleName(self.tr("Experiments"))
        self.shelf = Shelf()
        self.head = Head()
        self.tabs = QTabBar()
        for title in (
            self.tr("Plot"), self.tr("Cells"), self.tr("Factors"), self.tr("Effects"), self.tr("Runs"),
            self.tr("Methods"), self.tr("Spec"),
        ):  # fmt: skip
            self.tabs.addTab(title)
        make_plain(self.tabs)
        self.tabs.setElideMode(Qt.TextElideMode.ElideNone)
        self.tabs.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.tabs.setAccessibleName(self.tr("What to show of the experiment"))
        self.figure = FigureChoice()
        self.cells = ExperimentTablePage(self.tr("Figures by cell"), self.tr("Plot the figure"))
        self.factors = ExperimentTablePage(self.tr("Effects and interactions"), self.tr("Plot the interaction"))
        self.changes = ExperimentTablePage(self.tr("Effects of the settings"), self.tr("Plot the effects"))
        self.plot = ExperimentPlotPage()
        self.runs = ExperimentTablePage(self.tr("Runs"), self.tr("Open the run"))
        self.spec = QPlainTextEdit()
        self.spec.setReadOnly(True)
        self.spec.setAccessibleName(self.tr("The spec as TOML"))
        self.methods = QPlainTextEdit()
        self.methods.setReadOnly(True)
        self.methods.setAccessibleName(self.tr("What was done, for a methods section"))
        self.measured = get_label(role="small", wraps=False)
        self.written_by = ElidedLabel()
        self.written_by.setProperty("role", "small")
        self._lay_out()
        self._connect_signals()
        self._apply_theme()
        self.show_experiments((), "", ProgressFigure())

    def _lay_out(self) -> None:
        self._pages = QStackedWidget()
        for page in (self.plot, self.cells, self.factors, self.changes, self.runs, self.methods, self.spec):
            self._pages.addWidget(page)
        line = hbox(self.tabs, self.measured, STRETCH, (self.figure, 6), spacing=10)
        self._page = QWidget()
        vbox(
            self.head, line, self.written_by, (self._pages, 1), within=self._page, margins=(18, 14, 18, 14), spacing=10
        )
        self.board = QStackedWidget()
        self.board.addWidget(self._page)
        self.board.addWidget(self._make_empty())
        self._parts = QSplitter(Qt.Orientation.Horizontal, childrenCollapsible=False, handleWidth=10)
        for part in (self.shelf, self.board):
            card = QFrame()
            card.setObjectName("Card")
            vbox(part, within=card, margins=1)
            self._parts.addWidget(card)
        self._parts.setStretchFactor(1, 1)
        vbox(self._parts, within=self, margins=10)

    def _make_empty(self) -> QWidget:
        """Return the page that says what an experiment is, and how one begins."""
        page = QWidget()
        title = get_label(self.tr("No experiments yet"), "heading", wraps=False)
        told = self.tr(
            "An experiment runs the same talk many times, over every combination of the settings that you vary: "
            "voices, awareness, temperature, topology. Then it shows what they change: means with their confidence, "
            "effects with their tests, and every single run."
        )
        about = get_label(told)
        about.setMaximumWidth(520)
        self.first_new = QPushButton(self.tr("New experiment…"))
        self.first_new.setProperty("primary", True)
        self.first_open = QPushButton(self.tr("Open a spec…"))
        buttons = hbox(STRETCH, self.first_new, self.first_open, STRETCH)
        words = hbox(STRETCH, (about, 8), STRETCH)
        head = (title, 0, Qt.AlignmentFlag.AlignHCenter)
        vbox(Stretch(2), head, words, Gap(8), buttons, Stretch(3), within=page)
        return page

    def _connect_signals(self) -> None:
        self.shelf.chosen.connect(self.chosen)
        self.shelf.intent.connect(self.intent)
        self.first_new.clicked.connect(lambda: self.intent.emit("new", ""))
        self.first_open.clicked.connect(lambda: self.intent.emit("open", ""))
        self.head.intent.connect(self._on_head)
        self.tabs.currentChanged.connect(self._on_page)
        self.figure.figure_chosen.connect(lambda name: self.intent.emit("figure", name))
        self.cells.row_opened.connect(lambda row: self._open_plot_of_row(row, RUNS_BY_CELL))
        self.factors.row_opened.connect(lambda row: self._open_plot_of_row(row, INTERACTION))
        self.changes.row_opened.connect(lambda row: self._open_plot_of_row(row, EFFECTS))
        self.runs.row_opened.connect(self._on_run)
        self.plot.run_chosen.connect(lambda run: self.intent.emit("run", run))
        for keys, name in (("Ctrl+E", "export"), ("F5", "refresh")):
            QShortcut(QKeySequence(keys), self).activated.connect(lambda name=name: self._on_head(name))
        QShortcut(QKeySequence("Ctrl+F"), self).activated.connect(self._focus_figure)

    @property
    def page(self) -> int:
        """The page in sight: PLOT, CELLS, FACTORS, CHANGES, RUNS, METHODS or PLAN."""
        return self.tabs.currentIndex()

    def show_experiments(self, figures: tuple[ExperimentFigure, ...], chosen: str, progress: ProgressFigure) -> None:
        """Show the list, and of the chosen one how far it is."""
        self.shelf.show_figures(figures)
        self.shelf.select(chosen)
        figure = next((one for one in figures if one.id == chosen), None)
        self.board.setCurrentIndex(0 if figure is not None else 1)
        if figure is not None:
            busy = any(one.phase == "running" for one in figures) and figure.phase != "running"
            self.head.show_figure(figure, progress, busy)

    def show_results(self, figure: ResultsFigure) -> None:
        """Show what the chosen experiment came to so far."""
        fresh = figure.id != self._results.id
        self._results = figure
        self.figure.set_choices(figure.choices, figure.chosen)
        self.cells.show_figure(figure.cells)
        self.factors.show_figure(figure.factors)
        self.changes.show_figure(figure.effects)
        if fresh or self.methods.toPlainText() != figure.methods:  # setting a text scrolls to its top
            self.methods.setPlainText(figure.methods)
        self.runs.show_figure(figure.runs)
        if self.page == PLOT:  # drawn when somebody looks at it
            self.plot.show_figure(figure.plot)
        if fresh or self.spec.toPlainText() != figure.spec:
            self.spec.setPlainText(figure.spec)
        self.written_by.set_whole(figure.written_by)
        self._show_written_by()
        self.show_measuring(figure.part)

    def _show_written_by(self) -> None:
        self.written_by.setVisible(bool(self._results.written_by) and self.page not in (METHODS, PLAN))

    def show_measuring(self, part: float) -> None:
        """Show how much of the finished runs has been measured, 0 to 1."""
        told = "" if part >= 1 else self.tr("measuring … {0} %").format(round(part * 100))
        if not told and self._results.faults:
            told = self.tr("{0} could not be read").format(format_runs(len(self._results.faults)))
        self.measured.setText(told)
        self.measured.setToolTip(make_tip("\n".join(self._results.faults[:12])))
        self.measured.setVisible(bool(told))

    def open_page(self, page: int) -> None:
        """Bring a page to the front."""
        self.tabs.setCurrentIndex(page)

    def _on_head(self, name: str) -> None:
        if name == "runs":
            self.open_page(RUNS)
        elif name == "export" and not self.head.tools["export"].isEnabled():  # Ctrl+E comes here too, enabled or not
            return
        else:
            self.intent.emit(name, self._results.id)

    def _on_page(self, page: int) -> None:
        if page == PLOT:
            self.plot.show_figure(self._results.plot)
        self._pages.setCurrentIndex(page)
        self.figure.setVisible(page not in (METHODS, PLAN))
        self._show_written_by()

    def _focus_figure(self) -> None:
        self.figure.setFocus(Qt.FocusReason.ShortcutFocusReason)
        if (line := self.figure.lineEdit()) is not None:
            line.selectAll()

    def _open_plot_of_row(self, row: RowFigure, how: str) -> None:
        self.plot.choose(how)
        self.open_page(PLOT)
        self.intent.emit("figure", str(row.key[0]))

    def _on_run(self, row: RowFigure) -> None:
        if row.run:
            self.intent.emit("run", row.run)

    def _apply_theme(self) -> None:
        style_tabs(self.tabs, 13)
        letters = self.letters(12)
        letters.setFamily("monospace")
        letters.setStyleHint(QFont.StyleHint.Monospace)
        self.spec.setFont(letters)
        self._parts.setSizes([round(236 * self.scale), 10_000])  # the rest of the width
