"""When a slot is due, and what chance decides about it: every draw is a function of (seed, date, slot, purpose)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo

from parley.core.base.clock import SeededRandom
from parley.core.cast.cast import Cast
from parley.core.formats import Format
from parley.core.schedule.definition import DailySchedule, Plan, TimeSlot

MOST_SEEDS = 1_000_000


@dataclass(frozen=True)
class SlotDraw:
    """Whether a slot fires on a day: where `draw`, in [0, 1), is below `probability`."""

    day: date
    slot: TimeSlot
    draw: float

    @property
    def probability(self) -> float:
        """How likely it was to fire."""
        return self.slot.probability

    @property
    def fires(self) -> bool:
        """Whether it is to fire."""
        return self.draw < self.slot.probability


@dataclass(frozen=True)
class TalkDraw:
    """What is held where a slot fires. `members` (ids) is empty where the format draws who takes part."""

    format: str
    members: tuple[str, ...]
    seed: int


class Draws:
    """The draws of a schedule, by its seed."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self.seed = plan.schedule.seed
        self._rng = SeededRandom(self.seed)

    def draw_slot(self, day: date, slot: TimeSlot) -> SlotDraw:
        """Return whether the slot fires on that day."""
        return SlotDraw(day, slot, self._rng.draw_float(day.toordinal(), f"{slot.name}:fires"))

    def talk(self, day: date, slot: TimeSlot) -> TalkDraw:
        """Return the format, who takes part, and the seed of the run."""
        turn, name = day.toordinal(), slot.name  # draws are keyed by a turn: the number of the day takes its place
        formats = sorted(slot.formats)  # so that their order in the file does not change the draw
        weights = [slot.formats[each] for each in formats]
        form = self._rng.generator(turn, f"{name}:format").choices(formats, weights)[0]
        members = self._draw_members(day, slot, self._plan.cast, self._plan.formats[form])
        return TalkDraw(form, members, self._rng.generator(turn, f"{name}:seed").randrange(MOST_SEEDS))

    def topic(self, day: date, slot: TimeSlot, used: Mapping[str, str]) -> str:
        """Return a topic of the slot's pool, empty where it has none. `used` are the topics of the last fortnight with
        the date of each: none of them comes again while the pool has others, then the one that was used first.
        """
        # Never used is "", which is less than every date.
        oldest = min((used.get(topic, "") for topic in slot.topics), default="")
        pool = [topic for topic in slot.topics if used.get(topic, "") == oldest]
        return self._rng.generator(day.toordinal(), f"{slot.name}:topic").choice(pool) if pool else ""

    def _draw_members(self, day: date, slot: TimeSlot, cast: Cast, form: Format) -> tuple[str, ...]:
        who = slot.participants
        everybody = [member.id for member in cast.members]
        if who.drawn:
            return ()
        if who.all:
            return tuple(everybody)
        by_name = {member.name.casefold(): member.id for member in cast.members}
        there = [one if one in everybody else by_name[one.casefold()] for one in who.named]  # `Plan` has checked these
        others = [one for one in everybody if one not in there]
        turn = day.toordinal()
        low, high = (min(each, len(others)) for each in who.random)
        # Within its own range the number is one that the format usually has, where there is such a one.
        fewest, most = form.members
        low, high = min(max(low, fewest - len(there)), high), max(low, min(high, most - len(there)))
        # Size and order are drawn apart: a wider range adds people, and changes none of the others.
        count = self._rng.generator(turn, f"{slot.name}:size").randint(min(low, high), max(low, high))
        self._rng.generator(turn, f"{slot.name}:members").shuffle(others)
        present = {*there, *others[:count]}
        return tuple(one for one in everybody if one in present)


# Hours of a time zone as moments in UTC, on both days of summer time too ----------------------------------------------


def get_zone_of(schedule: DailySchedule) -> tzinfo | None:
    """Return the zone that a schedule's hours are in; None: the machine's own, as `datetime.astimezone` takes it."""
    return UTC if schedule.timezone == "utc" else None


def get_moment_of(day: date, hour: int, zone: tzinfo | None) -> datetime:
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
    """Return so many days in a row."""
    return [first + timedelta(days=number) for number in range(count)]


def due_slots(schedule: DailySchedule, day: date, zone: tzinfo | None) -> list[tuple[datetime, TimeSlot]]:
    """Return the slots of a day with the moments at which they are due, in the order in which they fire."""
    due = [(get_moment_of(day, slot.hour, zone), slot) for slot in schedule.in_order()]
    due.sort(key=lambda each: each[0])  # stable: in spring two hours are one moment, and the earlier stays first
    return due
