"""Where sixty days of talks bring affinities, as they were changed before and as they are now; docs/affinities.md.

Four histories: the shipped schedule and an office, played by the rehearsal voice; and the schedule with two voices that
are only reckoned with, one that follows every stage direction and one that is as kind as an office was once counted.
"""

from __future__ import annotations

import asyncio
import math
import random
import statistics
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import date, timedelta
from pathlib import Path

from scipy.stats import spearmanr

from benchmarks.drift_plot import Panel, plot
from benchmarks.figure import Figure, note
from benchmarks.talks import REHEARSAL, studio_in
from parley.core.base.clock import SimulatedClock
from parley.core.cast import affinity
from parley.core.cast.affinity import HIGHEST, LOWEST, START, Pair, apply_change, compute_tension, fade_to_home, pair
from parley.core.engine.gate import Pace
from parley.core.log.events.base import Event
from parley.core.log.events.distilled import RunDistilled
from parley.core.log.log import read
from parley.core.modes.office.events import DayEnded, SceneEnded
from parley.core.modes.office.request import DayRequest
from parley.core.schedule.definition import DEFAULT, Plan
from parley.core.schedule.draws import Draws, days_from, due_slots, get_moment_of
from parley.core.schedule.player import SchedulePlayer
from parley.core.studio.studio import Studio, Watching

DAYS = 60
FIRST = date(2026, 3, 2)
WARMER = 1_859 / (1_859 + 339)
"""Shifts for the better in an office, of all, as they were counted in weeks of rehearsed days."""
PICTURE = Path("docs/images/affinities.svg")

Curves = dict[Pair, list[float]]
Reported = Callable[[random.Random, float], float]


@dataclass
class Course:
    """The affinities of all pairs day after day, their own values first; `steps` are the changes of single runs."""

    home: Mapping[Pair, float]
    curves: Curves = field(default_factory=dict)
    steps: list[float] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.curves = {two: [own] for two, own in self.home.items()}

    def note(self, stands: Mapping[Pair, float]) -> None:
        """Another day is over."""
        for two, curve in self.curves.items():
            curve.append(stands.get(two, START))

    @property
    def ends(self) -> dict[Pair, float]:
        """Where every pair is in the end."""
        return {two: curve[-1] for two, curve in self.curves.items()}

    @property
    def at_a_bound(self) -> float:
        """The part of all pairs that stand at a bound in the end."""
        return sum(value <= LOWEST or value >= HIGHEST for value in self.ends.values()) / len(self.curves)

    @property
    def order(self) -> float | None:
        """Spearman's rank correlation of where the pairs are with the cast's own values; None where all are alike."""
        ends = [self.ends[two] for two in self.home]
        return round(float(spearmanr(list(self.home.values()), ends).statistic), 3) if len(set(ends)) > 1 else None


@contextmanager
def as_before() -> Iterator[None]:
    """Have affinities changed as they were: nothing fades, and every change counts in full."""
    kept = affinity.HALF_LIFE, affinity.BALANCE, affinity.REACH
    affinity.HALF_LIFE, affinity.BALANCE, affinity.REACH = math.inf, 0.0, math.inf
    try:
        yield
    finally:
        affinity.HALF_LIFE, affinity.BALANCE, affinity.REACH = kept


async def scheduled(folder: Path) -> Course:
    """The shipped schedule, played."""
    studio = studio_in(folder)
    plan = Plan(studio.library, studio.home, DEFAULT)
    midnight = get_moment_of(FIRST, 0, None)
    player = SchedulePlayer(studio, plan, clock=SimulatedClock(midnight), zone=None, voice=REHEARSAL)
    course, ids = Course(plan.cast.affinities()), [member.id for member in plan.cast.members]
    for day in days_from(FIRST, DAYS):
        await player.play(day, 1)
        now = get_moment_of(day + timedelta(days=1), 0, None)
        changes = studio.projection.carried(plan.cast.id, ids, now=now).changes
        course.note({two: max(LOWEST, min(HIGHEST, own + changes.get(two, 0.0))) for two, own in course.home.items()})
    for fired in player.log.history.list_fired():
        for event in read(studio.find(fired.run)).events:
            if isinstance(event, RunDistilled):
                course.steps += [abs(drift.after - drift.before) for drift in event.drifts]
    await studio.close()
    return course


async def in_an_office(folder: Path) -> Course:
    """Sixty days in the office of a game studio, played."""
    studio = Studio(studio_in(folder).home)
    request = DayRequest(cast="studio", days=DAYS, seed=5, simulated=True, voice=REHEARSAL, fresh=True)
    course = Course(studio.library.cast("studio").affinities())

    def tap(_seq: int, event: Event) -> None:
        if isinstance(event, SceneEnded):
            course.steps.extend(abs(drift.after - drift.before) for drift in event.drifts)
        elif isinstance(event, DayEnded):
            course.note({pair(*two): run.state.get_affinity_of(*two) for two in course.home})

    run = studio.start(studio.compose(request), Watching(taps=(tap,), pace=Pace(unpaced=True)))
    run.play()
    await run.live(until_paused=True)
    await run.close()
    await studio.close()
    return course


def as_directed(rng: random.Random, stands: float) -> float:
    """A line as tension directs it: a challenge, support, or neither."""
    drawn = rng.random()
    return 0.01 * ((drawn >= 1 - stands**2) - (drawn < compute_tension(stands) ** 2))


def kind(rng: random.Random, _stands: float) -> float:
    """A line as the office's were counted."""
    return 0.01 if rng.random() < WARMER else -0.01


def reckoned(folder: Path, reported: Reported) -> Course:
    """The shipped schedule with a voice that reports so of every line that answers another."""
    studio = studio_in(folder)
    plan = Plan(studio.library, studio.home, DEFAULT)
    draws, rng = Draws(plan), random.Random(1)
    course = Course(plan.cast.affinities())
    stands = dict(course.home)
    for day in days_from(FIRST, DAYS):
        for _moment, slot in due_slots(plan.schedule, day, None):
            if not draws.draw_slot(day, slot).fires:
                continue
            talk = draws.talk(day, slot)
            changes: dict[Pair, float] = {}
            last = ""
            for _turn in range(rng.randint(*plan.formats[talk.format].turns)):
                speaker = rng.choice([one for one in talk.members if one != last])
                if last:
                    two = pair(speaker, last)
                    changes[two] = changes.get(two, 0.0) + reported(rng, stands[two])
                last = speaker
            for two, change in changes.items():
                after = apply_change(stands[two], change, course.home[two])
                course.steps.append(abs(after - stands[two]))
                stands[two] = after
        if math.isfinite(affinity.HALF_LIFE):
            stands = {two: fade_to_home(value, course.home[two]) for two, value in stands.items()}
        course.note(stands)
    return course


HISTORIES: dict[str, Callable[[Path], Course]] = {
    "schedule": lambda folder: asyncio.run(scheduled(folder)),
    "directed": lambda folder: reckoned(folder, as_directed),
    "kind": lambda folder: reckoned(folder, kind),
    "office": lambda folder: asyncio.run(in_an_office(folder)),
}
TITLES = {
    "schedule": "Schedule, rehearsal voice",
    "directed": "Schedule, a voice that does as directed",
    "kind": "Schedule, 85 % warmer shifts",
    "office": "Office, rehearsal voice",
}


def sixty_days(folder: Path) -> list[Figure]:
    """All four, before and now; the picture is written where docs are."""
    figures, panels = [], list[Panel]()
    for name, history in HISTORIES.items():
        for when in ("before", "now"):
            place = folder / f"{name}-{when}"
            if when == "before":
                with as_before():
                    course = history(place)
            else:
                course = history(place)
            felt = [step for step in course.steps if step]
            beside = {
                "rank correlation": course.order,
                "farthest from home": round(max(abs(course.ends[two] - own) for two, own in course.home.items()), 3),
                "mean change of a run": round(statistics.mean(felt), 4) if felt else 0.0,
            }
            most, told = 0.05 if when == "now" else None, f"drift.{name}.{when}"
            figures.append(Figure(told, course.at_a_bound, "of pairs at a bound", "at most", most, beside=beside))
            panels.append(Panel(f"{TITLES[name]}: {when}", course.home, course.curves))
            note(f"{name} {when}: {course.at_a_bound:.2f} at a bound, {beside}")
    if PICTURE.parent.is_dir():
        PICTURE.write_text(plot(panels, DAYS), "utf-8")
    return figures
