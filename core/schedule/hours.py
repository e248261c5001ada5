"""When a slot is due: hours of a time zone as moments in UTC, on both days of summer time too."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo

from parley.core.schedule.definition import DailySchedule, TimeSlot


def zone_of(schedule: DailySchedule) -> tzinfo | None:
    """Return the zone that a schedule's hours are in; None: the machine's own, as `datetime.astimezone` takes it."""
    return UTC if schedule.timezone == "utc" else None


def moment_of(day: date, hour: int, zone: tzinfo | None) -> datetime:
    """Return the moment in UTC at which the hour of a day begins.

    PEP 495 with `fold=0`: an hour that is missing in spring is the moment at which clocks show the next one, of one
    that comes twice in autumn it is the first.
    """
    # Not by `astimezone`, which of the machine's own zone takes the offset behind a gap.
    return datetime.fromtimestamp(datetime.combine(day, time(hour), zone).timestamp(), UTC)


def day_of(moment: datetime, zone: tzinfo | None) -> date:
    """Return the day of a moment in a zone."""
    return moment.astimezone(zone).date()


def days_from(first: date, count: int) -> list[date]:
    """So many days in a row."""
    return [first + timedelta(days=number) for number in range(count)]


def due_slots(schedule: DailySchedule, day: date, zone: tzinfo | None) -> list[tuple[datetime, TimeSlot]]:
    """Return the slots of a day with the moments at which they are due, in the order in which they fire."""
    due = [(moment_of(day, slot.hour, zone), slot) for slot in schedule.in_order()]
    due.sort(key=lambda each: each[0])
    return due
