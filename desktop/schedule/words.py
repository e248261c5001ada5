"""What is said of slots, in the interface's language."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from PySide6.QtCore import QCoreApplication, QLocale

from parley.desktop.schedule.figures import SlotFigure, SlotStatus
from parley.desktop.widgets.language import dollars


def status_told(status: SlotStatus) -> str:
    """What became of a slot, or will."""
    return {
        "fired": QCoreApplication.translate("Schedule", "fired"),
        "skipped": QCoreApplication.translate("Schedule", "did not fire"),
        "missed": QCoreApplication.translate("Schedule", "missed"),
        "fires": QCoreApplication.translate("Schedule", "will fire"),
        "rests": QCoreApplication.translate("Schedule", "will not fire"),
    }[status]


def why_missed(note: str) -> str:
    """Why a slot that was drawn did not fire."""
    reasons = {
        "off": QCoreApplication.translate("Schedule", "The schedule was not at work."),
        "asleep": QCoreApplication.translate("Schedule", "The machine slept."),
        "busy": QCoreApplication.translate("Schedule", "A run of the cast was still going on."),
    }
    return reasons.get(note, note)


def number(value: float, digits: int = 2) -> str:
    """A number as the interface's language writes it."""
    return QLocale().toString(float(value), "f", digits)


def chance_told(slot: SlotFigure) -> str:
    """The draw beside the probability."""
    of = QCoreApplication.translate("Schedule", "drawn {0}, fires below {1}")
    return of.format(number(slot.draw, 3), number(slot.probability))


def hour_told(hour: int) -> str:
    """An hour of the day."""
    return f"{hour:02}:00"


def day_told(day: date) -> str:
    """A day with its weekday."""
    locale, short = QLocale(), QLocale.FormatType.ShortFormat
    written = QCoreApplication.translate("Schedule", "{weekday}, {day} {month} {year}")
    weekday, month = locale.dayName(day.isoweekday(), short), locale.monthName(day.month, short)
    return written.format(weekday=weekday, day=day.day, month=month, year=day.year)


def cost_told(cost: float, turns: float) -> str:
    """Turns and cost that are to be expected."""
    about = QCoreApplication.translate("Schedule", "about {0} turns").format(number(turns, 0))
    if cost < 0:
        return QCoreApplication.translate("Schedule", "{0}, cost not known yet").format(about)
    return f"{about}, {dollars(cost)}"


def sum_told(slots: Sequence[SlotFigure]) -> str:
    """Turns and cost of several slots: what is known of the cost, and how many slots are not in the sum."""
    about = QCoreApplication.translate("Schedule", "about {0} turns").format(number(sum(s.turns for s in slots), 0))
    known = [slot.cost for slot in slots if slot.cost >= 0]
    open_ = len(slots) - len(known)
    if not open_:
        return f"{about}, {dollars(sum(known))}"
    if not known:
        return QCoreApplication.translate("Schedule", "{0}, cost not known yet").format(about)
    if open_ == 1:
        rest = QCoreApplication.translate("Schedule", "1 slot of unknown cost")
    else:
        rest = QCoreApplication.translate("Schedule", "{0} slots of unknown cost").format(number(open_, 0))
    return f"{about}, {dollars(sum(known))} + {rest}"


def slot_told(slot: SlotFigure) -> str:
    """All there is to tell of a slot, a line each."""
    lines = [f"{hour_told(slot.hour)} {slot.name}: {status_told(slot.status)}", chance_told(slot), slot.formats]
    lines += [slot.members, f"“{slot.topic}”" if slot.topic else "", why_missed(slot.note)]
    if slot.status == "fires":
        lines.append(cost_told(slot.cost, slot.turns))
    return "\n".join(filter(None, lines))
