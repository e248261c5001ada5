"""What the schedule's dock shows, read from the home. Everything here is done off the window's thread."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING

from parley.core.cast.affinity import HIGHEST, LOWEST, Pair
from parley.core.cast.member import VoiceSpec
from parley.core.cast.providers import VOICES, simulated
from parley.core.formats import Format
from parley.core.log.codec import text_of
from parley.core.schedule.definition import SCHEDULES, DailySchedule, Plan
from parley.core.schedule.draws import Draws, SlotDraw
from parley.core.schedule.events import Outcome, SlotFired, SlotMissed, SlotSkipped
from parley.core.schedule.hours import day_of, due_slots, moment_of, zone_of
from parley.core.schedule.log import History, ScheduleLog
from parley.core.studio.remembering import stays_apart
from parley.core.studio.studio import Studio
from parley.core.voices.pool import default_voice
from parley.desktop.schedule.figures import DayFigure, PairFigure, SlotFigure
from parley.desktop.widgets.language import current, said

if TYPE_CHECKING:
    from parley.core.log.sql import RunRow


@dataclass(frozen=True)
class Reading:
    """What was read of a schedule: today in its zone, the day that was asked for, the one after today, its pairs."""

    title: str
    description: str
    voice: str
    today: date
    day: DayFigure
    ahead: DayFigure
    pairs: tuple[PairFigure, ...]


def schedules(studio: Studio) -> tuple[tuple[str, str], ...]:
    """Name and title of every schedule; one that cannot be read goes by its name."""
    read, _faults = studio.library.all(SCHEDULES)
    titles = {one.id: one.name for one in read}
    return tuple((name, titles.get(name, name)) for name in studio.library.names(SCHEDULES))


def read(studio: Studio, name: str, day: date | None = None, now: datetime | None = None) -> Reading:
    """A schedule as it stands; `day` None: today. Raises `ParleyError` where it cannot be read."""
    plan = Plan(studio.library, studio.home, name)
    zone = zone_of(plan.schedule)
    now = now or datetime.now(UTC)
    today = day_of(now, zone)
    log = ScheduleLog(studio.home, plan.schedule.id)
    history = log.refresh()
    days = Days(plan, history, Costs(studio))
    local = now.astimezone(zone)
    clock = local.hour + local.minute / 60
    shown = day or today
    stands = relations(studio, plan, now, days.usual_voice)
    pairs = pair_figures(plan, stands, stands)
    return Reading(
        plan.schedule.name,
        plan.schedule.description,
        days.usual_voice.label,
        today,
        days.figure(shown, clock if shown == today else -1.0),
        days.figure(today + timedelta(days=1)),
        pairs,
    )


def relations(studio: Studio, plan: Plan, now: datetime, voice: VoiceSpec) -> dict[Pair, float]:
    """Where every pair of the schedule's cast stands at a moment for a run with that voice, after the runs that began
    before it."""
    ids = [member.id for member in plan.cast.members]
    moment = now.astimezone(UTC).isoformat(timespec="microseconds")
    studio.sync()

    def unknown(row: RunRow) -> bool:
        return row.started >= moment or stays_apart(row, rehearsed=simulated(voice.provider))

    changes = studio.projection.carried(plan.cast.id, ids, now=now, exclude=unknown).changes
    return {two: max(LOWEST, min(HIGHEST, own + changes.get(two, 0.0))) for two, own in plan.cast.affinities().items()}


def pair_figures(plan: Plan, before: Mapping[Pair, float], now: Mapping[Pair, float]) -> tuple[PairFigure, ...]:
    """The pairs of the cast with where they were and are."""
    names, own = {member.id: member.name for member in plan.cast.members}, plan.cast.affinities()
    return tuple(PairFigure(names[a], names[b], home, before[a, b], now[a, b]) for (a, b), home in own.items())


class Costs:
    """What a turn costs, by what the home's runs with that voice have cost so far."""

    def __init__(self, studio: Studio) -> None:
        self._studio = studio
        self._known: dict[str, float] = {}

    def of_a_turn(self, voice: VoiceSpec) -> float:
        """US dollars; −1 where no run with the voice has told yet."""
        provider = VOICES.usable(voice.provider)
        if provider is not None and provider.local:
            return 0.0
        if voice.label not in self._known:
            rows = [row for row in self._studio.projection.runs(mode="roundtable") if row.voice == voice.label]
            turns = sum(row.turns for row in rows)
            self._known[voice.label] = sum(row.own_cost for row in rows) / turns if turns else -1.0
        return self._known[voice.label]


class Days:
    """The days of a schedule as figures."""

    def __init__(self, plan: Plan, history: History, costs: Costs) -> None:
        self._plan = plan
        self._history = history
        self._costs = costs
        self._draws = Draws(plan)
        self._names = {member.id: member.name for member in plan.cast.members}
        studio = costs._studio
        self.usual_voice = plan.schedule.voice or default_voice(studio.home, studio.settings)

    def figure(self, day: date, now: float = -1.0) -> DayFigure:
        """A day; `now` is the hour that the clock shows on it."""
        due = due_slots(self._plan.schedule, day, zone_of(self._plan.schedule))
        slots = (self._slot(self._draws.fires(day, slot), self._history.of(day, slot.name)) for _at, slot in due)
        return DayFigure(day, tuple(slots), now)

    def _slot(self, drawn: SlotDraw, outcome: Outcome | None) -> SlotFigure:
        slot, fires = drawn.slot, drawn.fires
        told = SlotFigure(
            slot.name,
            slot.hour,
            "fires" if fires else "rests",
            outcome.draw if outcome else drawn.draw,
            outcome.probability if outcome else slot.probability,
            formats=" / ".join(self._title(each) for each in slot.formats),
        )
        if isinstance(outcome, SlotFired):
            return replace(
                told, status="fired", formats=self._title(outcome.format), members=self._listed(outcome.members),
                topic=outcome.topic, run=outcome.run,
            )  # fmt: skip
        if isinstance(outcome, SlotSkipped):
            return replace(told, status="skipped")
        if isinstance(outcome, SlotMissed):
            note = said(text_of(outcome)) if outcome.why == "failed" else outcome.why
            return replace(told, status="missed", note=note)
        if not fires:
            return told
        talk = self._draws.talk(drawn.day, slot)
        low, high = self._plan.formats[talk.format].turns
        turns = (low + high) / 2
        each = self._costs.of_a_turn(slot.voice or self.usual_voice)
        return replace(
            told, formats=self._title(talk.format), members=self._listed(talk.members), turns=turns,
            cost=turns * each if each >= 0 else -1.0,
        )  # fmt: skip

    def _title(self, name: str) -> str:
        form: Format | None = self._plan.formats.get(name)
        return form.name.text(current()) if form else name

    def _listed(self, members: tuple[str, ...]) -> str:
        return ", ".join(self._names.get(each, each) for each in members)


def midnight(schedule: DailySchedule, day: date) -> datetime:
    """The moment in UTC at which a day of the schedule begins."""
    return moment_of(day, 0, zone_of(schedule))
