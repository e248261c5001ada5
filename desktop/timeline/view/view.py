"""The strip with its words: which turn, whether it is live, which branch, and that all is saved."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QFont, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QMenu, QSizePolicy, QToolButton, QWidget

from desktop.run.figures import TimelineFigure
from desktop.timeline.view.strip import TimelineStrip
from desktop.widgets.counts import turns_told
from desktop.widgets.icons import icon
from desktop.widgets.layouts import across
from desktop.widgets.plain import literal, one_line, tooltip
from desktop.widgets.theme import font
from desktop.widgets.themed import Themed

NARROW = 1100
"""Width in pixels at a text scale of 1 below which "saved" is left out."""


class TimelineView(Themed, QFrame):
    """The foot of the window.

    Signals: `turn_chosen(int)`, `live_chosen()`, `branch_chosen(run)`, `intent(name, None)`: "fork_tree" or
    "breakpoints".
    """

    turn_chosen = Signal(int)
    live_chosen = Signal()
    branch_chosen = Signal(str)
    intent = Signal(str, object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Timeline")
        self.setAccessibleName(self.tr("Timeline"))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._figure = TimelineFigure(live=False, status="")
        self.strip = TimelineStrip()
        self.strip.turn_chosen.connect(self.turn_chosen)
        self.strip.live_chosen.connect(self.live_chosen)
        self.turn = QLabel()
        self.live = QToolButton()
        self.live.setObjectName("LivePill")
        self.live.clicked.connect(self.live_chosen)
        self.holds, self.branch = QToolButton(), QToolButton()
        for button in (self.holds, self.branch):
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setIconSize(QSize(16, 16))
        self.holds.clicked.connect(lambda: self.intent.emit("breakpoints", None))
        self.branch.setAccessibleName(self.tr("Branch"))
        self.branch.setToolTip(self.tr("Branches of this run"))
        self.branch.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self._branches = QMenu(self)
        self._branches.aboutToShow.connect(self._fill_branches)
        self.branch.setMenu(self._branches)
        self.saved = QLabel()
        self.saved.setProperty("role", "caption")
        parts = (self.strip, 1), self.turn, self.holds, self.live, self.branch, self.saved
        across(*parts, within=self, margins=(14, 1, 18, 0), spacing=12)
        self._restyle()
        self._show(self._figure)

    def show_figure(self, figure: TimelineFigure) -> None:
        """Show a run."""
        if figure != self._figure:
            self._show(figure)

    def _show(self, figure: TimelineFigure) -> None:
        self._figure = figure
        self.strip.show_figure(figure)
        self.strip.setEnabled(bool(figure.speakers))
        total = max(figure.planned, len(figure.speakers))
        self.turn.setText(self._told(figure.shown, total))
        # As wide as it will ever be: or the strip would move, and be painted anew, with every digit that comes or goes.
        widest = "".join("8" if letter.isdigit() else letter for letter in self._told(total, total))
        self.turn.setMinimumWidth(self.turn.fontMetrics().horizontalAdvance(widest))
        self._show_live(figure)
        self._show_holds(figure)
        more = self.tr("  + 1 branch") if figure.branches == 1 else self.tr("  + {0} branches").format(figure.branches)
        name = figure.branch if len(figure.branch) <= 20 else figure.branch[:19] + "…"
        self.branch.setText(literal(name) + (more if figure.branches else ""))
        self.branch.setVisible(bool(figure.status))
        # Every event is on disk before it is shown.
        words = {"broken": self.tr("not saved"), "": ""}
        self.saved.setText(words.get(figure.status, self.tr("saved")))
        self._collapse()

    def _restyle(self) -> None:
        theme, bad = self.theme, self.theme.colour("bad")
        soft = f"rgba({bad.red()},{bad.green()},{bad.blue()},0.13)"
        self.holds.setIcon(icon("ph.hand-palm", bad))
        self.branch.setIcon(icon("ph.git-branch", theme.colour("secondary")))
        self.live.setStyleSheet(
            f"#LivePill {{ border: 1px solid {theme.border}; border-radius: 11px; padding: 2px 13px;"
            f" color: {theme.secondary}; background: {theme.raised}; }}"
            f"#LivePill[live='true'] {{ color: {theme.bad}; background: {soft};"
            " border-color: transparent; }"
            f"#LivePill:focus, #LivePill:hover {{ border-color: {theme.accent}; }}"
        )
        self.setFixedHeight(round(58 * self.scale))
        self.turn.setFont(font(13, QFont.Weight.DemiBold, scale=self.scale))
        self.live.setFont(font(12, QFont.Weight.DemiBold, scale=self.scale))
        for button in (self.branch, self.holds):
            button.setFont(font(13, QFont.Weight.Medium, scale=self.scale))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._collapse()

    def _collapse(self) -> None:
        self.saved.setVisible(self.width() / self.scale >= NARROW and bool(self.saved.text()))

    def _told(self, shown: int, total: int) -> str:
        if not total:
            return self.tr("no turns yet")
        if not shown:
            return self.tr("{turns} planned").format(turns=turns_told(total))
        number = self.locale().toString
        return self.tr("turn {0} of {1}").format(number(shown), number(total))

    def _show_live(self, figure: TimelineFigure) -> None:
        self.live.setVisible(bool(figure.status))
        playing = figure.status == "playing"
        live = figure.live and playing
        newest = {
            "playing": self.tr("● live"), "ended": self.tr("ended"), "ready": self.tr("ready"),
            "paused": self.tr("paused"),
        }  # fmt: skip
        earlier = {"playing": self.tr("go live"), "ended": self.tr("to the end")}
        told = earlier.get(figure.status, self.tr("to the newest"))
        if figure.live:
            told = newest.get(figure.status, self.tr("at the newest"))
        self.live.setText(self.tr("your turn") if figure.live and figure.yours and not playing else told)
        back = self.tr("You look at an earlier turn. Show the newest (End).")
        self.live.setToolTip(self.tr("This is the newest turn.") if figure.live else back)
        self.live.setAccessibleName(self.live.text().removeprefix("● "))
        if self.live.property("live") != live:
            self.live.setProperty("live", live)
            self.live.style().unpolish(self.live)
            self.live.style().polish(self.live)

    def _show_holds(self, figure: TimelineFigure) -> None:
        """How many breakpoints there are: those of members and of convergences have no place on the strip."""
        self.holds.setVisible(bool(figure.holds))
        self.holds.setText(self.locale().toString(len(figure.holds)))
        told = self.tr("The run holds:") + "".join(f"\n{hold}" for hold in figure.holds)
        self.holds.setToolTip(tooltip(told))
        self.holds.setAccessibleName(self.tr("Breakpoints"))
        self.holds.setAccessibleDescription(told)

    def _fill_branches(self) -> None:
        self._branches.clear()
        choices = self._figure.branch_choices
        for run, title in choices:
            action = self._branches.addAction(literal(one_line(title)))
            action.triggered.connect(lambda _checked=False, run=run: self.branch_chosen.emit(run))
        if not choices:
            alone = self._branches.addAction(self.tr("No forks yet: Fork here (Ctrl+B) makes one"))
            alone.setEnabled(False)
        self._branches.addSeparator()
        tree = self._branches.addAction(self.tr("Tree of forks…"))
        tree.triggered.connect(lambda _checked=False: self.intent.emit("fork_tree", None))
