"""The schedule's dock: the slots of a day as a table, and what plays them."""

from __future__ import annotations

from datetime import date, timedelta

from PySide6.QtCore import QCoreApplication, QLocale, QModelIndex, QSignalBlocker, Qt, Signal
from PySide6.QtGui import QColor
from PySide6.QtWidgets import (
    QAbstractItemView,
    QCheckBox,
    QComboBox,
    QHeaderView,
    QSizePolicy,
    QTableWidget,
    QTableWidgetItem,
    QWidget,
)

from parley.desktop.schedule.figures import DayFigure, ScheduleFigure, SlotFigure, SlotStatus
from parley.desktop.widgets.elided import ElidedCombo, ElidedLabel
from parley.desktop.widgets.forms.editors import get_label, say
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import hbox, vbox
from parley.desktop.widgets.painted import centred_note
from parley.desktop.widgets.parts import make_button
from parley.desktop.widgets.plain import make_tip
from parley.desktop.widgets.tables import bare_table
from parley.desktop.widgets.themed import Themed

TOPIC = 6
"""The column that takes what room is left."""


class DayTable(Themed, QTableWidget):
    """The slots of a day, a row each; Enter or a double click opens the run of one. Signals: `run_opened(str)`."""

    run_opened = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        titles = (
            self.tr("Time"), self.tr("Slot"), self.tr("State"), self.tr("Drawn"), self.tr("Format"),
            self.tr("Members"), self.tr("Topic"),
        )  # fmt: skip
        super().__init__(0, len(titles), parent)
        bare_table(self)
        self.setAccessibleName(self.tr("Slots of the day"))
        self.setHorizontalHeaderLabels(list(titles))
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        head = self.horizontalHeader()
        head.setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        head.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        head.setSectionResizeMode(TOPIC, QHeaderView.ResizeMode.Stretch)
        if (drawn := self.horizontalHeaderItem(3)) is not None:
            drawn.setToolTip(self.tr("The draw and the probability: a slot fires where the draw is below it."))
        self._slots: tuple[SlotFigure, ...] = ()
        self.activated.connect(self._open)
        self._apply_theme()

    def show_day(self, day: DayFigure | None) -> None:
        """Show a day; cells that are there stay, so that whoever reads on is not disturbed."""
        self._slots = day.slots if day else ()
        self.setRowCount(len(self._slots))
        for row, slot in enumerate(self._slots):
            status, why = format_status(slot.status), why_missed(slot.note)
            cells = (
                format_hour(slot.hour), slot.name, status, format_chance(slot), slot.formats, slot.members,
                slot.topic or why,
            )  # fmt: skip
            for column, text in enumerate(cells):
                item = self.item(row, column)
                if item is None:
                    item = QTableWidgetItem()
                    self.setItem(row, column, item)
                item.setText(text)
                item.setToolTip(make_tip(text))
        self._colour_slot_states()

    def _open(self, index: QModelIndex) -> None:
        if run := self._slots[index.row()].run:
            self.run_opened.emit(run)

    def _colour_slot_states(self) -> None:
        roles = {"fired": "good", "fires": "accent", "missed": "bad"}
        for row, slot in enumerate(self._slots):
            if (item := self.item(row, 2)) is not None:
                item.setForeground(self.theme.colour(roles.get(slot.status, "secondary")))

    def _apply_theme(self) -> None:
        self.setFont(self.letters(12))
        self.setStyleSheet("QTableView::item { padding: 0px 5px; } QHeaderView::section { padding: 3px 5px; }")
        self.verticalHeader().setDefaultSectionSize(round(23 * self.scale))
        self._colour_slot_states()


class ScheduleView(Themed, QWidget):
    """Signals: `schedule_chosen(str)`; `day_wanted(object)`, a date or None for today; `run_opened(str)`;
    `following_wanted(bool)`."""

    schedule_chosen = Signal(str)
    day_wanted = Signal(object)
    run_opened = Signal(str)
    following_wanted = Signal(bool)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._figure = ScheduleFigure()
        self.setAccessibleName(self.tr("Schedule"))
        self.schedules = ElidedCombo()
        self.schedules.setAccessibleName(self.tr("Schedule"))
        self.schedules.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.schedules.setMinimumContentsLength(6)
        self.back, self.forward = make_button(self.tr("The day before")), make_button(self.tr("The day after"))
        self.today = make_button(self.tr("Today"))
        self.date = ElidedLabel()
        self.date.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.date.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)
        self.problem = get_label(role="bad")
        self.problem.hide()
        self.day = DayTable()
        self.empty = centred_note()
        self.follow = QCheckBox(self.tr("Follow the clock"))
        self.follow.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        tip = self.tr("Plays the schedule by the real clock as long as this window is open, through the queue.")
        self.follow.setToolTip(make_tip(tip))
        self.state = ElidedLabel()
        self.state.setProperty("role", "small")
        days = hbox(self.back, self.date, self.forward, self.today, spacing=4)
        vbox(
            hbox((self.schedules, 1), days, margins=0, spacing=8), self.problem, (self.day, 1), (self.empty, 1),
            hbox(self.follow, (self.state, 1), margins=0, spacing=10),
            within=self, margins=(12, 4, 12, 8), spacing=6,
        )  # fmt: skip
        self.schedules.activated.connect(lambda at: self.schedule_chosen.emit(self.schedules.itemData(at)))
        self.back.clicked.connect(lambda: self._step_days(-1))
        self.forward.clicked.connect(lambda: self._step_days(1))
        self.today.clicked.connect(lambda: self.day_wanted.emit(None))
        self.day.run_opened.connect(self.run_opened)
        self.follow.clicked.connect(self.following_wanted)  # not `toggled`, which setChecked() sends too
        self._apply_theme()
        self.show_figure(self._figure)

    def show_figure(self, figure: ScheduleFigure) -> None:
        """Show a schedule as it stands."""
        before, self._figure = self._figure, figure
        if figure.schedules != before.schedules or figure.chosen != self.schedules.currentData():
            with QSignalBlocker(self.schedules):
                self.schedules.clear()
                for name, title in figure.schedules:
                    self.schedules.addItem(title, name)
                self.schedules.setCurrentIndex(self.schedules.findData(figure.chosen))
        self.schedules.setToolTip(make_tip(figure.description))
        say(self.problem, figure.problem)
        known = figure.day is not None and not figure.problem
        self.day.setVisible(known)
        self.empty.setVisible(not known)
        self.empty.setText("" if figure.problem else self.tr("The schedule is being read …"))
        for each in (self.back, self.forward):
            each.setEnabled(known)
        shown = figure.day.day if figure.day else None
        self.today.setEnabled(known and shown != figure.today)
        self.date.set_whole(format_day(shown) if shown else "")
        self.day.show_day(figure.day)
        following = figure.following
        with QSignalBlocker(self.follow):
            self.follow.setChecked(bool(following.name) and not following.stopping)
        self.follow.setEnabled(not following.stopping)
        self.state.set_whole(self._format_state())

    def _format_state(self) -> str:
        """Return what plays the schedule, and what comes next."""
        figure, following = self._figure, self._figure.following
        if following.stopping:
            return self.tr("Stops when the reply under way is whole.")
        if not following.name:
            return self.tr("Off: nothing is played by itself.")
        title = dict(figure.schedules).get(following.name, following.name)
        told = self.tr("On: “{0}” is played.").format(title)
        if following.name == figure.chosen and (coming := self._describe_next_slot()):
            told = self.tr("On. Next: {0}").format(coming)
        return f"{told} {following.told}".strip()

    def _describe_next_slot(self) -> str:
        """Return in words which slot of today is the next to fire."""
        day = self._figure.day  # `now` is −1 on any day but today
        coming = [slot for slot in day.slots if slot.status == "fires"] if day is not None and day.now >= 0 else []
        return next((f"{format_hour(slot.hour)} {slot.name}" for slot in coming if day and slot.hour > day.now), "")

    def _apply_theme(self) -> None:
        for button, name in (
            (self.back, "ph.caret-left-bold"), (self.forward, "ph.caret-right-bold"),
            (self.today, "ph.calendar-blank"),
        ):  # fmt: skip
            button.setIcon(icon(name, QColor(self.theme.secondary)))

    def _step_days(self, days: int) -> None:
        if self._figure.day is not None:
            self.day_wanted.emit(self._figure.day.day + timedelta(days=days))


def format_status(status: SlotStatus) -> str:
    """Return what became of a slot, or will."""
    return {
        "fired": QCoreApplication.translate("Schedule", "fired"),
        "skipped": QCoreApplication.translate("Schedule", "did not fire"),
        "missed": QCoreApplication.translate("Schedule", "missed"),
        "fires": QCoreApplication.translate("Schedule", "will fire"),
        "rests": QCoreApplication.translate("Schedule", "will not fire"),
    }[status]


def why_missed(note: str) -> str:
    """Return why a slot that was drawn did not fire."""
    reasons = {
        "off": QCoreApplication.translate("Schedule", "The schedule was not at work."),
        "asleep": QCoreApplication.translate("Schedule", "The machine slept."),
        "busy": QCoreApplication.translate("Schedule", "A run of the cast was still going on."),
    }
    return reasons.get(note, note)


def format_chance(slot: SlotFigure) -> str:
    """Return the draw beside the probability."""
    of = QCoreApplication.translate("Schedule", "{0} of {1}")
    number = QLocale().toString
    return of.format(number(slot.draw, "f", 3), number(slot.probability, "f", 2))


def format_hour(hour: int) -> str:
    """Return an hour of the day."""
    return f"{hour:02}:00"


def format_day(day: date) -> str:
    """Return a day with its weekday."""
    locale, short = QLocale(), QLocale.FormatType.ShortFormat
    written = QCoreApplication.translate("Schedule", "{weekday}, {day} {month} {year}")  # languages differ in the order
    weekday, month = locale.dayName(day.isoweekday(), short), locale.monthName(day.month, short)
    return written.format(weekday=weekday, day=day.day, month=month, year=day.year)
