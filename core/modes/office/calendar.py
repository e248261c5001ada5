"""Which day and hour it is: the agenda's slots laid over the run's days."""

from __future__ import annotations

from datetime import date, timedelta

from core.modes.office.agenda import WEEKDAYS, Agenda, Slot
from core.modes.office.config import OfficeConfig
from core.modes.office.state import OfficeState

LAST_HOUR = "23:00"
"""Nothing begins later than this."""


def date_of(office: OfficeConfig, day: int) -> date:
    """The date of the `day`th day, from 1: days on which the agenda has nothing are left out."""
    found = date.fromisoformat(office.first_day)
    count = 0
    for _ in range(7 * day + 7):
        if today(office.agenda, found):
            count += 1
            if count == day:
                return found
        found += timedelta(days=1)
    return found


def today(agenda: Agenda, day: date) -> list[Slot]:
    """The slots of a date, in order."""
    name = WEEKDAYS[day.weekday()]
    return [slot for slot in agenda.slots if name in slot.days]


def next_slot(office_config: OfficeConfig, office: OfficeState) -> Slot | None:
    """The slot that is next today; None where the day is done."""
    if office.closed or not office.date:
        return None
    slots = today(office_config.agenda, date.fromisoformat(office.date))
    return slots[office.slot] if office.slot < len(slots) and office.clock < LAST_HOUR else None
