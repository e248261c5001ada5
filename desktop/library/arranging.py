"""Which runs the library lists, in which order and groups, and how forks hang on their parents."""

from __future__ import annotations

import time
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Literal

from PySide6.QtCore import QCoreApplication

from parley.desktop.library.figures import (
    Listed,
    ListedHeading,
    ListedLine,
    ListedRun,
    RunFigure,
    format_month,
    format_state,
    get_provider_word,
    get_standing,
    say_about,
)

if TYPE_CHECKING:
    from parley.core.log.sql.queries import Hit

Place = Literal["runs", "starred", "archive", "trash"]

LINES_SHOWN = 3
"""Found lines of a run that are shown before somebody asks for all."""
MOST_FOUND = 300
"""Runs that a search lists."""


@dataclass(frozen=True, slots=True)
class Arrangement:
    """How the library is looked at.

    `mode` and `tag` keep only such runs, `text` those that hold all its words or said them. `experiments`: with the
    runs of experiments. `whole` are runs all of whose found lines are shown.
    """

    place: Place = "runs"
    mode: str = ""
    tag: str = ""
    text: str = ""
    experiments: bool = False
    whole: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Found:
    """What the search for `text` found in what was said: the best lines, and how many there are of each run."""

    text: str = ""
    hits: tuple[Hit, ...] = ()
    counts: Mapping[str, int] | None = None
    more: bool = False


@dataclass(frozen=True, slots=True)
class Listing:
    """The rows, how many runs and found lines they are, how many runs more a search has found, and what is folded
    away: those of experiments."""

    rows: tuple[Listed, ...]
    runs: int = 0
    lines: int = 0
    unlisted: int = 0
    experiments: int = 0
    studied: int = 0


def find_matching(runs: Iterable[RunFigure], text: str) -> tuple[RunFigure, ...]:
    """Return the runs that hold every word of `text`, case aside; a word after `#` is the beginning of a tag."""
    words = text.casefold().split()
    return tuple(run for run in runs if all(word in _tell_all(run, get_standing(run)) for word in words))


@lru_cache(maxsize=20_000)
def _tell_all(run: RunFigure, standing: str) -> str:
    """Return everything that a run's row says, cached by `standing` too, which changes as time passes."""
    tags = (f"#{tag}" for tag in run.tags)
    said = (run.title, run.topic, say_about(run), run.mode, run.kind, run.kinds, run.cast, run.experiment, *run.members)
    voice = run.voice, get_provider_word(run.voice.partition(" · ")[0])
    return "\n".join((*said, *tags, *voice, format_state(run), standing, run.id)).casefold()


def arrange_runs(
    runs: Sequence[RunFigure], how: Arrangement, found: Found, *, open_run: str = "", now: float = 0.0
) -> Listing:
    """Return the rows for all `runs`, newest first; `open_run` is always among them."""
    text = how.text.strip()
    kept = [run for run in runs if _does_run_match(run, how, text)]
    apart = [] if text or how.experiments else [run for run in kept if run.experiment]
    if apart:
        # The open run and the one that plays stay in the list, for somebody is looking at them.
        kept = [run for run in kept if not run.experiment or run.live or run.id == open_run]
    studied = [run for run in runs if run.experiment and not run.archived]
    said: dict[str, list[Hit]] = {}
    if text and found.text == text:  # The hits may still be those of an earlier text
        for hit in found.hits:
            said.setdefault(hit.run, []).append(hit)
    if text:
        named = {run.id for run in find_matching(kept, text)}
        kept = [run for run in kept if run.id in named or run.id in said]
        if len(kept) > MOST_FOUND:
            # Runs with a found line come before those that only match by name.
            kept = sorted(kept, key=lambda run: run.id not in said)
    unlisted = max(0, len(kept) - MOST_FOUND) if text else 0
    kept = kept[:MOST_FOUND] if text else kept
    families = _build_families(kept)
    shown = _group_by_day(families, now or time.time())
    rows: list[Listed] = []
    for row in shown:
        if isinstance(row, ListedRun) and text:
            rows += _list_run_with_lines(row, said.get(row.run.id, ()), how, found)
        else:
            rows.append(row)
    return Listing(
        rows=tuple(rows),
        runs=sum(isinstance(row, ListedRun) for row in shown),
        lines=sum(map(len, said.values())),
        unlisted=unlisted,
        experiments=len({run.experiment for run in studied}),
        studied=len(studied),
    )


def _does_run_match(run: RunFigure, how: Arrangement, text: str) -> bool:
    if how.mode and run.mode != how.mode:
        return False
    if how.tag and how.tag not in run.tags:
        return False
    if how.place == "trash" or run.trash:
        return run.trash and how.place == "trash"
    if how.place == "starred":
        return run.starred
    # A search finds archived runs too.
    return run.archived if how.place == "archive" else not run.archived or bool(text)


def _list_run_with_lines(row: ListedRun, hits: Sequence[Hit], how: Arrangement, found: Found) -> list[Listed]:
    """Return a run with the lines that were found in it."""
    run = row.run
    count = max(len(hits), (found.counts or {}).get(run.id, 0)) if hits else 0  # `hits` are only the best
    # No depth here: found lines stand between a run and its forks.
    lines: list[Listed] = [ListedRun(run, lines=count)]
    first = hits if run.id in how.whole else hits[:LINES_SHOWN]
    lines += [ListedLine(run.id, hit) for hit in sorted(first, key=lambda hit: hit.turn)]
    if len(hits) > len(first):
        lines.append(ListedLine(run.id, more=len(hits) - len(first)))
    return lines


@dataclass(slots=True)
class _Family:
    """A run with all its forks, as rows; `touched` is when one of them was written to last."""

    root: RunFigure
    rows: list[ListedRun]
    touched: float


def _build_families(runs: Sequence[RunFigure]) -> list[_Family]:
    by_id = {run.id: run for run in runs}
    forks: dict[str, list[RunFigure]] = {}
    roots = []
    for run in runs:
        if run.parent in by_id and run.parent != run.id:  # Forks of a run that is not listed stand by themselves
            forks.setdefault(run.parent, []).append(run)
        else:
            roots.append(run)
    if not forks:  # A shortcut: this runs at each letter that is typed
        return [_Family(run, [ListedRun(run)], run.touched) for run in roots]
    families = [_build_family(root, forks) for root in roots]
    if sum(len(family.rows) for family in families) < len(runs):
        # Hand-made logs may name each other as parents: those runs hang on no root.
        hung = {row.run.id for family in families for row in family.rows}
        families += [_Family(run, [ListedRun(run)], run.touched) for run in runs if run.id not in hung]
    return families


def _build_family(root: RunFigure, forks: Mapping[str, Sequence[RunFigure]]) -> _Family:
    rows: list[ListedRun] = []
    waiting = [(root, 0)]  # A stack: chains of forks may exceed Python's recursion limit
    while waiting:
        run, depth = waiting.pop()
        mine = forks.get(run.id, ())
        rows.append(ListedRun(run, depth, len(mine)))
        # Forks that play or were written to last come first, right under their parent.
        waiting += [(fork, depth + 1) for fork in reversed(mine)]
    return _Family(root, rows, max(row.run.touched for row in rows))


def _group_by_day(families: Iterable[_Family], now: float) -> list[ListedHeading | ListedRun]:
    """Return the rows under their days as seen from a moment, the newest first: today, this week, older by month."""
    here = time.localtime(now)
    midnight = time.mktime((*here[:3], 0, 0, 0, 0, 0, -1))  # −1: daylight saving time is looked up
    today, week = QCoreApplication.translate("Library", "Today"), QCoreApplication.translate("Library", "This week")
    groups: dict[str, list[ListedRun]] = {}  # Dicts keep their order: the newest day first
    for family in sorted(families, key=lambda family: -family.touched):
        if family.touched >= midnight:
            title = today
        elif family.touched >= midnight - 6 * 86_400:
            title = week
        else:
            # Not QDateTime, which takes ten times as long: there may be thousands.
            title = format_month(*time.localtime(family.touched)[:2])
        groups.setdefault(title, []).extend(family.rows)
    rows: list[ListedHeading | ListedRun] = []
    for title, members in groups.items():
        rows += [ListedHeading(title), *members]
    return rows
