"""The log of a run's grades: a journal beside the runs. The run's own log, perhaps somebody else's, stays as it is."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from datetime import UTC, date, datetime
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, Literal

import msgspec

from parley.core.home import Home
from parley.core.judges.rubric import LONGEST_REASON, Rubric
from parley.core.log.events.base import Count, Event, Money, Seconds, Turn, Word
from parley.core.log.events.turn import Usage
from parley.core.log.journal import Journal
from parley.core.studio.shifted import spent_in

Name = Annotated[str, msgspec.Meta(max_length=200)]


class RubricTaken(Event, frozen=True, kw_only=True, tag="rubric.taken"):
    """Grades by a rubric follow; it is kept whole, for its file may change."""

    digest: Name
    rubric: dict[str, Any]


class GradeGiven(Event, frozen=True, kw_only=True, tag="grade.given"):
    """What was graded, by whom, and how: `turn` 0 is the whole run, `other` the run that it is compared with; `about`
    is the digest of what was shown. `grader` is a voice or a person's name, `vote` counts a voice's from 1, `order`
    says which of two talks stood first: "ab" or "ba".

    `grade` is as the rubric keeps it; of two talks "a" is the run itself. A later one replaces the earlier, an empty
    one takes it back. With a `fault`, a voice's failure, it is a call that gave none; it may have cost.
    """

    rubric: Name
    turn: Turn = 0
    other: Name = ""
    about: Name = ""
    grader: Name
    person: bool = False
    vote: Count = 0
    order: Literal["", "ab", "ba"] = ""
    grade: Name = ""
    fault: Word = ""
    reason: Annotated[str, msgspec.Meta(max_length=4 * LONGEST_REASON)] = ""
    provider: str = ""
    model: str = ""
    usage: Usage = Usage()
    cost: Money = 0.0
    latency: Seconds = 0.0
    request_id: str = ""
    request_hash: str = ""

    @property
    def unit(self) -> tuple[int, str]:
        """What in the run it is about."""
        return self.turn, self.other


JudgeEvent = RubricTaken | GradeGiven


class JudgeLog:
    """The grades of one run. Reading raises `LogError` and `NewerLogError`, writing besides `LogLockedError`."""

    def __init__(self, home: Home, run: str) -> None:
        # A log from elsewhere may have any id, also "../x".
        self.path = get_folder_of(home) / f"{home.lock(run).stem}.jsonl"
        self._journal: Journal[JudgeEvent] = Journal(
            self.path, home.lock(f"judges-{run}"), "judges", (RubricTaken, GradeGiven)
        )
        self._grades: dict[tuple[object, ...], GradeGiven] = {}
        self._rubrics: dict[str, Mapping[str, Any]] = {}

    def read(self) -> list[GradeGiven]:
        """Return the grades that stand, of all rubrics, in the order in which they were given."""
        if self._journal.replaced:
            self._grades, self._rubrics = {}, {}
        for event in self._journal.read():
            if isinstance(event, RubricTaken):
                self._rubrics[event.digest] = event.rubric
            elif not event.fault:
                key = (event.rubric, event.unit, event.about, event.person, event.grader, event.vote, event.order)
                self._grades.pop(key, None)  # so that a new grade stands last
                if event.grade:
                    self._grades[key] = event
        return [*self._grades.values()]

    def read_rubrics(self) -> dict[str, Rubric]:
        """Return the rubrics that the run was graded by, by their digests; one that cannot be read any more is left
        out."""
        self.read()
        found = {}
        for digest, told in self._rubrics.items():
            with contextlib.suppress(ValueError):  # pydantic's `ValidationError` is one
                found[digest] = Rubric.model_validate(told)
        return found

    def append(self, rubric: Rubric, *events: JudgeEvent) -> None:
        """Append what came of a rubric, and before the first of it the rubric."""
        with self._journal.hold_lock():
            self.read()  # another process may have appended meanwhile, the rubric too
            if rubric.digest not in self._rubrics:
                told = rubric.model_dump(mode="json", exclude_defaults=True)
                events = (RubricTaken(at=datetime.now(UTC), digest=rubric.digest, rubric=told), *events)
            self._journal.append(*events, sync=True)  # it was paid for


get_log = lru_cache(maxsize=8)(JudgeLog)
"""A run's log, the same object each time: only what came since is read."""


def get_folder_of(home: Home) -> Path:
    """Return where a home keeps all grades."""
    return home.path / "judges"


def spent_on(home: Home, day: date) -> float:
    """Return the US dollars that judges cost on a day, by this machine's clock."""
    return spent_in(get_folder_of(home), day)
