"""What is said of slots, in the interface's language."""

from __future__ import annotations

from datetime import date

from PySide6.QtCore import QCoreApplication, QLocale

from parley.desktop.schedule.figures import SlotFigure, SlotStatus


def status_told(status: SlotStatus) -> str:
    """Return what became of a slot, or will."""
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


def chance_told(slot: SlotFigure) -> str:
    """Return the draw beside the probability."""
    of = QCoreApplication.translate("Schedule", "{0} of {1}")
    number = QLocale().toString
    return of.format(number(slot.draw, "f", 3), number(slot.probability, "f", 2))


def hour_told(hour: int) -> str:
    """Return an hour of the day."""
    return f"{hour:02}:00"


def day_told(day: date) -> str:
    """Return a day with its weekday."""
    locale, short = QLocale(), QLocale.FormatType.ShortFormat
    written = QCoreApplication.translate("Schedule", "{weekday}, {day} {month} {year}")
    weekday, month = locale.dayName(day.isoweekday(), short), locale.monthName(day.month, short)
    return written.format(weekday=weekday, day=day.day, month=month, year=day.year)
