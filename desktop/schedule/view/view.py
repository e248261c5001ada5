"""The schedule's dock: the day as a ring, what tomorrow has in store, relations, and what plays it."""

from __future__ import annotations

from datetime import timedelta

from PySide6.QtCore import QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QCheckBox,
    QComboBox,
    QProgressBar,
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QTabBar,
    QWidget,
)

from parley.desktop.schedule.figures import ScheduleFigure, SlotFigure
from parley.desktop.schedule.view.ring import DayRing
from parley.desktop.schedule.view.tables import Forecast, Relations
from parley.desktop.schedule.words import chance_told, cost_told, day_told, hour_told, status_told, sum_told, why_missed
from parley.desktop.widgets.elided import ElidedCombo, ElidedLabel
from parley.desktop.widgets.forms.editors import labelled, say
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import across, upright
from parley.desktop.widgets.painted import empty_note
from parley.desktop.widgets.parts import tool
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.tabs import make_plain, style_tabs
from parley.desktop.widgets.themed import Themed

WIDE = 620
"""Pixels at a text scale of 1 from which on the ring and the lists stand side by side."""
LOW = 440
"""Pixels of height below which a slot is told of beside the ring."""
DAY, AHEAD, PAIRS = "day", "ahead", "pairs"
LINES = 5
"""Lines that tell of a slot."""


class ScheduleView(Themed, QWidget):
    """Signals: `schedule_chosen(str)`; `day_wanted(object)`, a date or None for today; `run_opened(str)`;
    `rehearsal_wanted(bool)`, to begin or to cancel it; `following_wanted(bool)`."""

    schedule_chosen = Signal(str)
    day_wanted = Signal(object)
    run_opened = Signal(str)
    rehearsal_wanted = Signal(bool)
    following_wanted = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = ScheduleFigure()
        self._wide: bool | None = None
        self.setAccessibleName(self.tr("Schedule"))
        self._make_head()
        self._make_day()
        self.tabs = QTabBar()
        make_plain(self.tabs)
        self.tabs.setAccessibleName(self.tr("What is shown of the schedule"))
        self.stack = QStackedWidget()
        self.forecast, self.relations = Forecast(), Relations()
        self.expected = labelled(role="small")
        self.moved = labelled(role="small")
        self._ahead, self._pairs = QWidget(), QWidget()
        upright(self.expected, (self.forecast, 1), within=self._ahead, margins=0, spacing=4)
        upright(self.moved, (self.relations, 1), within=self._pairs, margins=0, spacing=4)
        self._make_hands()
        right = QWidget()
        upright(self.tabs, (self.stack, 1), within=right, margins=0, spacing=4)
        self._left = QWidget()
        self._left_column = upright(within=self._left, margins=0)
        self.body = QWidget()
        self._columns = across((self._left, 1), (right, 1), within=self.body, margins=0, spacing=16)
        self.problem = labelled(role="bad")
        self.problem.hide()
        # What stands above stays there while there is no day to show.
        self._rest = QWidget()
        upright(
            self._head, self.problem, (self.body, 1), (self._rest, 1), self._hands,
            within=self, margins=(12, 4, 12, 8), spacing=6,
        )  # fmt: skip
        self.empty = empty_note(self)
        self.tabs.currentChanged.connect(self._show_page)
        # Before a dock gives it its size it asks for as little room as it can do with.
        self.resize(1, 1)
        self._arrange()
        self._restyle()
        self.show_figure(self._figure)

    def _make_head(self) -> None:
        self.schedules = ElidedCombo()
        self.schedules.setAccessibleName(self.tr("Schedule"))
        self.schedules.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.schedules.setMinimumContentsLength(6)
        self.back, self.forward = tool(self.tr("The day before")), tool(self.tr("The day after"))
        self.today = tool(self.tr("Today"))
        self.date = ElidedLabel()
        self.date.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.date.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        days = across(self.back, self.date, self.forward, self.today, spacing=4)
        self._head = QWidget()
        across((self.schedules, 1), days, within=self._head, margins=0, spacing=8)
        self.schedules.activated.connect(lambda at: self.schedule_chosen.emit(self.schedules.itemData(at)))
        self.back.clicked.connect(lambda: self._step(-1))
        self.forward.clicked.connect(lambda: self._step(1))
        self.today.clicked.connect(lambda: self.day_wanted.emit(None))

    def _make_day(self) -> None:
        self.ring = DayRing()
        self.about = labelled(role="strong", wraps=False)
        self.told = labelled(role="small")
        self.told.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        self.open = QPushButton(self.tr("Open the run"))
        self.open.setProperty("hand", True)
        self._day, about = QWidget(), QWidget()
        head = across((self.about, 1), self.open, margins=0, spacing=8)
        upright(head, (self.told, 1), within=about, margins=0, spacing=2)
        self._day_box = upright((self.ring, 1), about, within=self._day, margins=0, spacing=8)
        self.ring.chosen.connect(lambda _at: self._tell_slot())
        self.ring.opened.connect(self.run_opened)
        self.open.clicked.connect(self._open_run)

    def _make_hands(self) -> None:
        self.rehearse = QPushButton(self.tr("Rehearse a fortnight"))
        tip = self.tr(
            "Plays fourteen days from the day after the shown one with the rehearsal voice, on a simulated clock and in"
            " a home of its own: nothing of it is kept."
        )
        self.rehearse.setToolTip(tooltip(tip))
        self.bar = QProgressBar()
        self.bar.setTextVisible(False)
        self.bar.setFixedHeight(6)
        self.bar.setAccessibleName(self.tr("Days that were rehearsed"))
        self.how_far = ElidedLabel()
        self.how_far.setProperty("role", "small")
        self.follow = QCheckBox(self.tr("Follow the clock"))
        self.follow.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        tip = self.tr("Plays the schedule by the real clock as long as this window is open, through the queue.")
        self._following_tip = tip
        self.state = labelled(role="small")
        self._hands = QWidget()
        progress = upright(self.how_far, self.bar, margins=0, spacing=2)
        self._hands_box = upright(
            across(self.rehearse, (progress, 1), margins=0, spacing=10),
            across(self.follow, (self.state, 1), margins=0, spacing=10),
            within=self._hands, margins=0, spacing=4,
        )  # fmt: skip
        self.rehearse.clicked.connect(lambda: self.rehearsal_wanted.emit(not self._rehearsing))
        self.follow.clicked.connect(self.following_wanted)

    # What is shown ------------------------------------------------------------------------------------------------

    @property
    def _rehearsing(self) -> bool:
        return self._figure.rehearsal is not None and self._figure.rehearsal.running

    def show_figure(self, figure: ScheduleFigure) -> None:
        """Show a schedule as it stands."""
        before, self._figure = self._figure, figure
        if figure.schedules != before.schedules or figure.chosen != self.schedules.currentData():
            with QSignalBlocker(self.schedules):
                self.schedules.clear()
                for name, title in figure.schedules:
                    self.schedules.addItem(title, name)
                self.schedules.setCurrentIndex(self.schedules.findData(figure.chosen))
        self.schedules.setToolTip(tooltip(figure.description))
        say(self.problem, figure.problem)
        known = figure.day is not None and not figure.problem
        self.body.setVisible(known)
        self._rest.setVisible(not known)
        self._hands.setVisible(known or self._rehearsing or bool(figure.following.name))
        self.empty.setText("" if figure.problem else self.tr("The schedule is being read …"))
        self.empty.setVisible(not known)
        self._place_note()
        for each in (self.back, self.forward):
            each.setEnabled(known and not self._rehearsing)
        shown = figure.day.day if figure.day else None
        self.today.setEnabled(known and not self._rehearsing and shown != figure.today)
        self.schedules.setEnabled(not self._rehearsing)
        self.date.set_whole(day_told(shown) if shown else "")
        self.ring.show_day(figure.day)
        self.forecast.show_day(figure.ahead)
        self.relations.show_pairs(figure.pairs)
        self._tell_slot()
        self._tell_ahead()
        self._tell_pairs()
        self._tell_rehearsal()
        self._tell_following()

    def _tell_slot(self) -> None:
        slot = self.ring.looked_at
        self.open.setVisible(slot is not None and bool(slot.run))
        if slot is None:
            day = self._figure.day
            self.about.setText("")
            none = self.tr("This schedule has no slots.") if day is not None and not day.slots else ""
            key = (
                self.tr("Filled: the probability. Line: the draw; it fires where the line is in the filled part."),
                self.tr("● fired · ○ will fire · – did not or will not · × missed"),
            )
            self.told.setText(none or "\n".join(key))
            return
        self.about.setText(f"{hour_told(slot.hour)} {slot.name}")
        self.told.setText("\n".join(filter(None, self._lines(slot))))
        self.told.setToolTip(tooltip(self.told.text()))

    def _lines(self, slot: SlotFigure) -> list[str]:
        asked = " · ".join(filter(None, (slot.formats, slot.members)))
        expected = cost_told(slot.cost, slot.turns) if slot.status == "fires" else ""
        run = self.tr("run {0}").format(slot.run) if slot.run else ""
        return [
            " · ".join(filter(None, (status_told(slot.status), chance_told(slot)))),
            why_missed(slot.note),
            asked,
            f"“{slot.topic}”" if slot.topic else "",
            " · ".join(filter(None, (expected, run))),
        ]

    def _tell_ahead(self) -> None:
        ahead = self._figure.ahead
        if ahead is None:
            return
        coming = ahead.expected
        self.tabs.setTabText(self._tab(AHEAD), self.tr("Tomorrow"))
        fires = self.tr("{0}: {1} of {2} slots will fire").format(day_told(ahead.day), len(coming), len(ahead.slots))
        voice = self.tr("usual voice: {0}").format(self._figure.voice)
        whole = f"{fires}, {sum_told(coming)} ({voice})."
        short = self.tr("{0} of {1} slots, {2}").format(len(coming), len(ahead.slots), sum_told(coming))
        self.expected.setText(short if self._low else whole)
        self.expected.setToolTip(tooltip(whole))

    def _tell_pairs(self) -> None:
        rehearsal = self._figure.rehearsal
        if rehearsal is None:
            self.moved.setText(self.tr("As earlier runs left them. Rehearse a fortnight to see where they go."))
            return
        told = self.tr("Rehearsed from {0} on; in this home nothing has changed.")
        self.moved.setText(told.format(day_told(rehearsal.first)))

    def _tell_rehearsal(self) -> None:
        now = self._figure.rehearsal
        self.rehearse.setText(self.tr("Cancel") if self._rehearsing else self.tr("Rehearse a fortnight"))
        self.bar.setVisible(self._rehearsing)
        self.how_far.setVisible(self._rehearsing or not self._low)
        if now is None:
            self.how_far.set_whole("")
            return
        self.bar.setMaximum(now.days)
        self.bar.setValue(now.done)
        fired = self.tr("{0} of {1} slots fired").format(now.fired, now.slots)
        if now.running:
            day = self.tr("Day {0} of {1}").format(min(now.done + 1, now.days), now.days)
        else:
            day = self.tr("Cancelled") if now.cancelled else self.tr("Fourteen days rehearsed")
        self.how_far.set_whole(f"{day}: {fired}")

    def _tell_following(self) -> None:
        following = self._figure.following
        with QSignalBlocker(self.follow):
            self.follow.setChecked(bool(following.name) and not following.stopping)
        self.follow.setEnabled(not following.stopping)
        if following.stopping:
            told = self.tr("Stops when the reply under way is whole.")
        elif following.name:
            title = dict(self._figure.schedules).get(following.name, following.name)
            told = self.tr("On: “{0}” is played.").format(title)
            if following.name == self._figure.chosen and (coming := self._next()):
                told = self.tr("On. Next: {0}").format(coming)
            told = f"{told} {following.told}".strip()
        else:
            told = self.tr("Off: nothing is played by itself.")
        self.state.setText(told)
        self.follow.setToolTip(tooltip(f"{told}\n{self._following_tip}"))

    def _next(self) -> str:
        """The next slot that is to fire."""
        figure = self._figure
        here = figure.day if figure.day is not None and figure.day.now >= 0 and not self._rehearsing else None
        for day in filter(None, (here, figure.ahead)):
            for slot in day.expected:
                if slot.hour > day.now:
                    return f"{hour_told(slot.hour)} {slot.name}"
        return ""

    # Pages --------------------------------------------------------------------------------------------------------

    def _tab(self, page: str) -> int:
        return next((at for at in range(self.tabs.count()) if self.tabs.tabData(at) == page), -1)

    def _arrange(self) -> None:
        """The ring beside the lists, or as a page of its own where there is not enough room."""
        wide = self.width() >= WIDE * self.scale
        if wide == self._wide:
            return
        self._wide = wide
        now = self.tabs.tabData(self.tabs.currentIndex()) if self.tabs.count() else DAY
        pages = {DAY: self._day, AHEAD: self._ahead, PAIRS: self._pairs}
        titles = {DAY: self.tr("Day"), AHEAD: self.tr("Tomorrow"), PAIRS: self.tr("Relations")}
        with QSignalBlocker(self.tabs):
            while self.tabs.count():
                self.tabs.removeTab(0)
            if wide:
                self.stack.removeWidget(self._day)
                self._left_column.addWidget(self._day)
                self._day.show()
                del pages[DAY]
            for name, page in pages.items():
                self.stack.addWidget(page)
                self.tabs.setTabData(self.tabs.addTab(titles[name]), name)
            self.tabs.setCurrentIndex(max(0, self._tab(now)))
        self._left.setVisible(wide)
        self._arrange_day()
        style_tabs(self.tabs)
        self._show_page()

    @property
    def _low(self) -> bool:
        """Whether there is no height for sentences above the lists and below the ring."""
        return self.height() < LOW * self.scale and not self._wide

    def _arrange_day(self) -> None:
        """What is told of a slot below the ring, or at its right where there is no height for both."""
        beside = self._low
        self._day_box.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)
        for at in range(2):
            self._day_box.setStretch(at, 1 if beside or not at else 0)
        # The box alone says then whether the clock is followed; what comes next is told by its tool tip.
        self._hands_box.setDirection(QBoxLayout.Direction.LeftToRight if beside else QBoxLayout.Direction.TopToBottom)
        self.follow.setText(self.tr("Follow") if beside else self.tr("Follow the clock"))
        self.state.setVisible(not beside)
        self.moved.setVisible(not beside)
        self._tell_ahead()
        self._tell_rehearsal()
        policy = QSizePolicy.Policy.Ignored if beside else QSizePolicy.Policy.Preferred
        self.told.setSizePolicy(QSizePolicy.Policy.Preferred, policy)
        self.told.setMinimumHeight(0 if beside else self.told.fontMetrics().lineSpacing() * LINES)

    def _show_page(self) -> None:
        pages = {DAY: self._day, AHEAD: self._ahead, PAIRS: self._pairs}
        if (page := pages.get(self.tabs.tabData(self.tabs.currentIndex()))) is not None:
            self.stack.setCurrentWidget(page)

    def show_page(self, page: str) -> None:
        """Bring "day", "ahead" or "pairs" to the front."""
        self.tabs.setCurrentIndex(self._tab(page))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()
        self._arrange_day()
        self._place_note()

    def _place_note(self) -> None:
        self.empty.setGeometry(self.rect().adjusted(20, 60, -20, -20))

    def _restyle(self) -> None:
        style_tabs(self.tabs)
        for button, name in ((self.back, "ph.caret-left-bold"), (self.forward, "ph.caret-right-bold")):
            button.setIcon(icon(name, QColor(self.theme.secondary)))
        self.today.setIcon(icon("ph.calendar-blank", QColor(self.theme.secondary)))
        self._arrange()
        self._arrange_day()

    def _step(self, days: int) -> None:
        if self._figure.day is not None:
            self.day_wanted.emit(self._figure.day.day + timedelta(days=days))

    def _open_run(self) -> None:
        if (slot := self.ring.looked_at) is not None and slot.run:
            self.run_opened.emit(slot.run)
