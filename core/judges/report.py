"""What was graded so far: each grader's grades, votes made into one, and how far graders agree."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import combinations, groupby

from parley.core.base.sums import added
from parley.core.home import Home
from parley.core.judges.agreement import RESAMPLES, Agreement, Level, agree
from parley.core.judges.log import GradeGiven, JudgeLog
from parley.core.judges.rubric import TIE, Rubric
from parley.core.judges.units import Unit

Key = tuple[str, int, str]
"""A run, a turn of it (0: the whole), and the run that it is compared with."""


@dataclass(frozen=True)
class Grader:
    """A model or a `person`, with all grades that were `given`, and of each unit the one that is `kept`; None where
    votes are divided. `swapped` are comparisons that came out otherwise when the talks changed places."""

    name: str
    person: bool
    given: dict[Key, list[GradeGiven]] = field(default_factory=dict)
    kept: dict[Key, str | None] = field(default_factory=dict)
    swapped: frozenset[Key] = frozenset()


@dataclass(frozen=True)
class Report:
    """Grades by one rubric: `votes` is how far each grader agrees with themselves, `pairs` how far each two graders do,
    `among` all of them where there are more than two."""

    rubric: Rubric
    units: tuple[Unit, ...]
    graders: tuple[Grader, ...]
    votes: dict[str, Agreement]
    pairs: dict[tuple[str, str], Agreement]
    among: Agreement | None = None


def read_grades(home: Home, rubric: Rubric, units: Iterable[Unit]) -> tuple[Grader, ...]:
    """Return who graded these by that rubric; grades of what has changed since are left out. Raises `LogError`."""
    current = {(unit.run, *unit.key): unit.about for unit in units}
    found: dict[tuple[bool, str], dict[Key, list[GradeGiven]]] = {}
    for run in dict.fromkeys(run for run, _turn, _other in current):
        for each in JudgeLog(home, run).read():
            key = (run, *each.unit)
            if each.rubric == rubric.digest and each.grade in rubric.grades and current.get(key) == each.about:
                found.setdefault((each.person, each.grader), {}).setdefault(key, []).append(each)
    graders = []
    for (person, name), given in sorted(found.items()):
        kept = {key: keep_one(rubric, votes) for key, votes in given.items()}
        swapped = frozenset(key for key, votes in given.items() if len(set(_keep_by_order(rubric, votes))) > 1)
        graders.append(Grader(name, person, given, kept, swapped))
    return tuple(graders)


def report(home: Home, rubric: Rubric, units: Sequence[Unit], resamples: int = RESAMPLES) -> Report:
    """Return what there is of these units, with agreements. Raises `LogError`."""
    graders, level = read_grades(home, rubric, units), level_of(rubric)
    count, keys = len(rubric.grades), [(unit.run, *unit.key) for unit in units]

    def compute(rows: Iterable[Sequence[str | None]]) -> Agreement:
        table = [[None if grade is None else rubric.grades.index(grade) for grade in row] for row in rows]
        return agree(table, count, level, resamples=resamples)

    def compute_votes(grader: Grader) -> Agreement:
        asked = sorted({(each.vote, each.order) for votes in grader.given.values() for each in votes})
        by_key = [{(each.vote, each.order): each.grade for each in votes} for votes in grader.given.values()]
        return compute([[votes.get(one) for one in asked] for votes in by_key])

    def compare(some: Sequence[Grader]) -> Agreement:
        return compute([[each.kept.get(key) for each in some] for key in keys])

    votes = {each.name: compute_votes(each) for each in graders if not each.person}
    pairs = {(one.name, other.name): compare((one, other)) for one, other in combinations(graders, 2)}
    return Report(
        rubric, tuple(units), graders, votes, pairs, compare(graders) if len(graders) > 2 else None
    )  # fmt: skip


def level_of(rubric: Rubric) -> Level:
    """Return the level of measurement of a rubric's scale."""
    return "ordinal" if rubric.scale == "ordinal" else "nominal"


def keep_one(rubric: Rubric, votes: Sequence[GradeGiven]) -> str | None:
    """Return what votes come to: the median of an ordinal scale (of two middle ones the lower), else what most say;
    None where there is no such. Of two talks each order has its say: where these differ, neither is better."""
    by_order = _keep_by_order(rubric, votes)
    return by_order[0] if len(set(by_order)) == 1 else TIE


def _keep_by_order(rubric: Rubric, votes: Sequence[GradeGiven]) -> list[str | None]:
    ordered = groupby(sorted(votes, key=lambda each: each.order), key=lambda each: each.order)
    return [_choose(rubric, [each.grade for each in some]) for _order, some in ordered]


def _choose(rubric: Rubric, grades: Sequence[str]) -> str | None:
    if rubric.scale == "ordinal":
        return sorted(grades, key=rubric.grades.index)[(len(grades) - 1) // 2]
    first, *others = Counter(grades).most_common(2)
    return None if others and others[0][1] == first[1] else first[0]


def summarize(rubric: Rubric, grades: Iterable[str | None]) -> dict[str, float]:
    """Return what grades come to: the `mean` of an ordinal scale, else the share of each grade."""
    there = [grade for grade in grades if grade is not None]
    if not there:
        return {}
    if rubric.scale == "ordinal":
        return {"mean": round(added(float(grade) for grade in there) / len(there), 6)}
    wanted = ("yes",) if rubric.scale == "binary" else rubric.grades
    return {grade: round(there.count(grade) / len(there), 6) for grade in wanted}


def grade_by_hand(home: Home, rubric: Rubric, person: str, grades: Iterable[tuple[Unit, str]]) -> None:
    """Keep a person's grades; one that is empty is taken back. Raises `LogError`, `LogLockedError`."""
    by_run: dict[str, list[GradeGiven]] = {}
    for unit, grade in grades:
        given = GradeGiven(
            at=datetime.now(UTC), **unit.placed(), rubric=rubric.digest, grader=person, person=True, grade=grade
        )
        by_run.setdefault(unit.run, []).append(given)
    for run, events in by_run.items():
        JudgeLog(home, run).append(rubric, *events)
