"""The foot of the window: the transport, the strip with all marks, how fast it is watched, and the branches."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QPoint, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFont, QResizeEvent
from PySide6.QtWidgets import QFrame, QMenu, QSizePolicy, QToolButton, QWidget

from parley.desktop.run.figures import BranchFigure, TimelineFigure
from parley.desktop.timeline.view.strip import TimelineStrip
from parley.desktop.timeline.view.transport import EndedButton, SpeedButton, Transport
from parley.desktop.widgets.counts import format_turns
from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import STRETCH, hbox, vbox
from parley.desktop.widgets.parts import HelpButton, build_popup_menu
from parley.desktop.widgets.plain import escape_amp, one_line
from parley.desktop.widgets.theme import font
from parley.desktop.widgets.themed import Themed, set_look

NARROW, TIGHT = 1160, 860
"""Widths in pixels at a text scale of 1 below which words give way to icons, and then the branch is an icon."""
LONGEST_BRANCH = 16


class TimelineView(Themed, QFrame):
    """The foot of the window. `use_actions` gives its buttons their meaning.

    Signals: `turn_chosen(int)`, `live_chosen()`, `branch_chosen(run)`, `intent(name, value)`: "fork_tree" and
    "fork_here" (None), "compare_run" (a run), "speed" (a float, infinity for as fast as it goes).
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
        self.transport, self.speed = Transport(), SpeedButton()
        self.speed.speed_chosen.connect(lambda speed: self.intent.emit("speed", speed))
        self.state, self.turn = ElidedLabel(), ElidedLabel()
        self.turn.setProperty("role", "secondary")
        self._words = QWidget()
        vbox(STRETCH, self.state, self.turn, STRETCH, within=self._words, margins=0, spacing=0)
        self.live = QToolButton()
        self.live.setObjectName("LivePill")
        self.live.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.live.clicked.connect(self.live_chosen)
        # Or the strip would move, and be painted anew, when somebody looks back.
        policy = self.live.sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.live.setSizePolicy(policy)
        self.strip, self.branch = TimelineStrip(), QToolButton()
        self.ended, self.help = EndedButton(), HelpButton(self.accessibleName())
        self.strip.turn_chosen.connect(self.turn_chosen)
        self.strip.live_chosen.connect(self.live_chosen)
        self.branch.setObjectName("branches")
        self.branch.setProperty("control", True)
        self.branch.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
        self.branch.setAccessibleName(self.tr("Branch"))
        self.branch.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.branch.clicked.connect(self.open_branches)
        parts = (
            self.transport,
            self._words,
            self.ended,
            (self.strip, 1),
            self.live,
            self.speed,
            self.branch,
            self.help,
        )
        hbox(*parts, within=self, margins=(16, 0, 16, 0), spacing=12)
        self._apply_theme()
        self._show_figure(self._figure)

    def use_actions(self, actions: Mapping[str, QAction]) -> None:
        """Let the transport do what the actions do."""
        self.transport.use_actions(actions)
        self.ended.use_actions(actions)

    def show_figure(self, figure: TimelineFigure) -> None:
        """Show a run."""
        if figure != self._figure:  # Most changes of a run change nothing here
            self._show_figure(figure)

    def open_branches(self) -> None:
        """Open the family of forks over its button."""
        menu = self.branch_menu()
        menu.popup(self.branch.mapToGlobal(QPoint(0, -menu.sizeHint().height())))  # The button is at the window's foot

    def branch_menu(self) -> QMenu:
        """Return the family of forks as a menu, with the open one checked, and what can be done about it."""
        menu = build_popup_menu(self)
        for branch in self._figure.branches:
            name = "    " * branch.depth + escape_amp(one_line(branch.name))
            action = menu.addAction(f"{name}\t{self._describe_branch_place(branch)}")  # Right-aligned, as a shortcut is
            action.setCheckable(True)
            action.setChecked(branch.run == self._figure.run)
            action.triggered.connect(lambda _on=False, run=branch.run: self._open_branch(run))
        menu.addSeparator()
        for title, name, value in (
            (self.tr("Fork here"), "fork_here", None),
            (self.tr("Compare"), "compare_run", ""),
            (self.tr("Show in the library"), "fork_tree", None),
        ):
            action = menu.addAction(title)
            action.triggered.connect(lambda _on=False, name=name, value=value: self.intent.emit(name, value))
            action.setEnabled(name != "compare_run" or len(self._figure.branches) > 1)
        return menu

    def _describe_branch_place(self, branch: BranchFigure) -> str:
        turns = format_turns(branch.turns)
        if not branch.depth:
            return turns
        return self.tr("after turn {0} · {1}").format(self.locale().toString(branch.turn), turns)

    def _open_branch(self, run: str) -> None:
        if run != self._figure.run:
            self.branch_chosen.emit(run)

    def _show_figure(self, figure: TimelineFigure) -> None:
        self._figure = figure
        self.strip.show_figure(figure)
        self.strip.setEnabled(bool(figure.speakers))
        self.transport.show_status(figure.status)
        self.state.set_whole(self._format_state(figure))
        set_look(self.state, role="bad" if figure.status == "broken" else "")
        self.turn.set_whole(self._describe_position(figure))
        self._show_live(figure)
        shown = figure.branch if len(figure.branch) <= LONGEST_BRANCH else figure.branch[: LONGEST_BRANCH - 1] + "…"
        self.branch.setText(escape_amp(shown))
        self.branch.setVisible(bool(figure.status))
        self.branch.setToolTip(self.tr("Branches of this run: {0}").format(figure.branch))  # A tool tip has no mnemonic
        self.branch.setAccessibleDescription(figure.branch)

    def _format_state(self, figure: TimelineFigure) -> str:
        # Every event is on disk before it is shown, unless the disk refuses.
        if figure.yours and figure.status != "playing":
            return self.tr("Your turn")
        if figure.status == "paused" and figure.held:
            return self.tr("Paused at a breakpoint")
        return {
            "playing": self.tr("Playing"), "paused": self.tr("Paused"), "ended": self.tr("Ended"),
            "ready": self.tr("Ready"), "broken": self.tr("Not saved"), "": "",
        }.get(figure.status, figure.status)  # fmt: skip

    def _describe_position(self, figure: TimelineFigure) -> str:
        number, spoken = self.locale().toString, len(figure.speakers)
        if figure.place and spoken:  # A day before its first turn has no scene to name
            return figure.place
        total = max(figure.planned, spoken)
        if not total:
            return self.tr("no turns yet")
        if not figure.shown:
            return self.tr("{turns} planned").format(turns=format_turns(total))
        if figure.live and figure.held and spoken < total:
            return self.tr("before turn {0} of {1}").format(number(spoken + 1), number(total))
        return self.tr("turn {0} of {1}").format(number(figure.shown), number(total))

    def _show_live(self, figure: TimelineFigure) -> None:
        """Show the way back from an earlier turn."""
        earlier = {"playing": self.tr("go live"), "ended": self.tr("to the end")}
        self.live.setText(earlier.get(figure.status, self.tr("to the newest")))
        self.live.setToolTip(self.tr("You look at an earlier turn: {0} (End)").format(self.live.text()))
        self.live.setAccessibleName(self.live.text())
        self.live.setVisible(bool(figure.status) and not figure.live)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Leave out what matters least where it is narrow."""
        super().resizeEvent(event)
        self._collapse()

    def _collapse(self) -> None:
        width = self.width() / self.scale
        narrow = width < NARROW
        self.transport.set_short(narrow)
        # A fixed width: or the strip would move, and be painted anew, with every word.
        words = 132 if narrow else 156
        self._words.setFixedWidth(round(words * self.scale))
        icon_only = (
            Qt.ToolButtonStyle.ToolButtonIconOnly if width < TIGHT else Qt.ToolButtonStyle.ToolButtonTextBesideIcon
        )
        self.branch.setToolButtonStyle(icon_only)

    def _apply_theme(self) -> None:
        theme, scale = self.theme, self.scale
        self.setFixedHeight(round(64 * scale))
        self.branch.setIcon(icon("ph.git-branch", theme.colour("text")))
        self.branch.setIconSize(QSize(round(16 * scale), round(16 * scale)))
        self.branch.setFixedHeight(round(32 * scale))
        self.branch.setFont(font(13, QFont.Weight.DemiBold, scale=scale))
        self.live.setIcon(icon("ph.caret-double-right-bold", theme.colour("accent")))
        self.live.setFixedSize(round(28 * scale), round(28 * scale))
        self.state.setFont(font(14, QFont.Weight.DemiBold, scale=scale))
        self.turn.setFont(font(12, scale=scale))
        self._collapse()
