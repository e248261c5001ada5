"""What the library shows of a run, and how it says so in the interface's language."""

from __future__ import annotations

import time
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QDate, QDateTime, QLocale

from parley.desktop.run.words import word
from parley.desktop.widgets.counts import format_turns

if TYPE_CHECKING:
    from parley.core.log.sql.queries import Hit

translate = QCoreApplication.translate

WRITTEN_SECONDS = 120
"""A run that says it plays was written to so lately, or else whoever played it is gone."""
YOUR_TURN = ("player", "floor")
"""Why a run stands that waits for a person's words."""


@dataclass(frozen=True, slots=True)
class RunFigure:
    """A run in the library.

    `title` is what it is called, `topic` what more is said of it, `kind` what runs of its `mode` are called where that
    does not say it, `kinds` what many of them are. `status` is ready, playing, paused, ended or broken, `reason` why it
    stands; `live`: it is driven from here. `touched` is when its log was written to last, in seconds since 1970; of
    what lies in the `trash`, when it came there. `marks` and `colours` are those of its `members`. `experiment` says of
    which experiment it is a run, and `cell` of which cell; `imported`: from another program; `sample`: it came with
    Parley, and nobody has played it here. `authors` says how many lines are by whom.
    """

    id: str
    title: str
    topic: str
    mode: str
    voice: str
    turns: int
    status: str
    touched: float = 0.0
    parent: str = ""
    parent_turn: int = 0
    live: bool = False
    imported: bool = False
    sample: bool = False
    experiment: str = ""
    cell: str = ""
    kind: str = ""
    kinds: str = ""
    icon: str = ""
    cast: str = ""
    members: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    colours: tuple[str, ...] = ()
    reason: str = ""
    authors: str = ""
    starred: bool = False
    archived: bool = False
    tags: tuple[str, ...] = ()
    trash: bool = False


@dataclass(frozen=True, slots=True)
class ListedHeading:
    """A heading over rows that belong together."""

    title: str


@dataclass(frozen=True, slots=True)
class ListedRun:
    """A run's row.

    `depth` is of how many forks it comes, `branches` how many forks it has, `lines` how many of its lines a search has
    found.
    """

    run: RunFigure
    depth: int = 0
    branches: int = 0
    lines: int = 0


@dataclass(frozen=True, slots=True)
class ListedLine:
    """A line that a search found, below its run; or, without one, that there are `more` of them."""

    run: str
    hit: Hit | None = None
    more: int = 0


Listed = ListedHeading | ListedRun | ListedLine
"""A row of the library."""


def when(touched: float, now: float | None = None) -> str:
    """Return a moment as one says it: "12 min ago", "yesterday", "Monday", "12 Nov"."""
    now = time.time() if now is None else now
    minutes = int((now - touched) // 60)
    if minutes < 1:
        return translate("Library", "now")
    if minutes < 60:
        return translate("Library", "{0} min ago").format(minutes)
    day, today = QDateTime.fromSecsSinceEpoch(int(touched)).date(), QDateTime.fromSecsSinceEpoch(int(now)).date()
    days = day.daysTo(today)  # By the calendar: at 1 a.m., 11 p.m. was yesterday
    if days <= 0:  # Negative where a server's clock is ahead
        return translate("Library", "{0} h ago").format(minutes // 60)
    return _format_day(day, days, this_year=day.year() == today.year())


@lru_cache(maxsize=1_024)
def _format_day(day: QDate, days: int, *, this_year: bool) -> str:
    locale = QLocale()
    if days == 1:
        return translate("Library", "yesterday")
    if days < 7:  # After a week a weekday's name would be ambiguous
        return locale.standaloneDayName(day.dayOfWeek())  # `dayName` may be inflected, as within a date
    shape = translate("Library", "d MMM", "day and month") if this_year else translate("Library", "d MMM yyyy")
    return locale.toString(day, shape)


@lru_cache(maxsize=1_024)
def format_month(year: int, number: int) -> str:
    """Return a month (1 to 12) of a year: "October 2026"."""
    return f"{QLocale().standaloneMonthName(number)} {year}"


def get_standing(run: RunFigure) -> str:
    """Return how a run stands as one word: playing, waiting, failed, paused, ready, ended, broken, deleted.

    What says that it plays and is written by nobody was cut short, and is paused.
    """
    if run.trash:
        return "deleted"
    if run.status == "playing":
        return "playing" if run.live or time.time() - run.touched < WRITTEN_SECONDS else "paused"
    if run.status == "paused" and run.reason in YOUR_TURN:
        return "waiting"
    return "failed" if run.status == "paused" and run.reason == "failure" else run.status


def format_state(run: RunFigure) -> str:
    """Return how a run stands, in a few words with its turns."""
    match get_standing(run):
        case "playing":
            return translate("Library", "playing, turn {0}").format(run.turns) if run.turns else word("playing")
        case "waiting":
            return translate("Library", "your turn")
        case "failed":
            return translate("Library", "a voice failed")
        case "paused":
            return translate("Library", "paused, turn {0}").format(run.turns) if run.turns else word("paused")
        case "ended":
            return translate("Library", "ended, {0}").format(format_turns(run.turns))
        case "broken":
            return translate("Library", "damaged")
        case "deleted":
            return translate("Library", "deleted")
        case other:
            return word(other)


@lru_cache(maxsize=64)
def get_provider_word(provider: str) -> str:
    """Return what a provider is called, as a line begins."""
    told = word(provider)
    return told[:1].upper() + told[1:]  # `capitalize` would lower the rest of a name


def say_about(run: RunFigure) -> str:
    """Return the second line: what kind of run it is, or where it left its parent, and what it is about."""
    if run.trash:
        return run.kind or run.topic
    parts = [run.cell or run.topic]
    if run.parent:
        parts.insert(0, translate("RunDelegate", "from turn {0}").format(run.parent_turn))
    else:
        parts.insert(0, translate("RunDelegate", "Imported") if run.imported else run.kind)
        if run.sample:
            parts.insert(0, translate("RunDelegate", "An example"))
    return " · ".join(part for part in parts if part and part != run.title)  # a title is often the topic itself
