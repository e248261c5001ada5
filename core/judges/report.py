"""What was graded so far: each grader's grades, votes made into one, and how far graders agree."""

from __future__ import annotations

import getpass
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import combinations, groupby

from parley.core.base.errors import UsageError
from parley.core.base.line import repair_text
from parley.core.base.sentences import Sentence, join_all
from parley.core.base.sums import sum_all
from parley.core.cast.providers import VOICES
from parley.core.home import Home
from parley.core.judges.agreement import RESAMPLES, Agreement, Level, agree
from parley.core.judges.log import GradeGiven, JudgeLog, get_log
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
    current = {unit.place: unit.about for unit in units}
    runs = dict.fromkeys(run for run, _turn, _other in current)
    there = (((run, *each.unit), each) for run in runs for each in get_log(home, run).read())
    return group_grades(rubric, ((key, each) for key, each in there if current.get(key) == each.about))


def group_grades(rubric: Rubric, grades: Iterable[tuple[Key, GradeGiven]]) -> tuple[Grader, ...]:
    """Return who gave grades by a rubric, and what their votes come to."""
    found: dict[tuple[bool, str], dict[Key, list[GradeGiven]]] = {}
    for key, each in grades:
        if each.rubric == rubric.digest and each.grade in rubric.grades:  # a log by hand may say anything
            found.setdefault((each.person, each.grader), {}).setdefault(key, []).append(each)
    graders = []
    for (person, name), given in sorted(found.items()):  # False is less than True: models first
        kept = {key: keep_one(rubric, votes) for key, votes in given.items()}
        swapped = frozenset(key for key, votes in given.items() if len(set(_keep_by_order(rubric, votes))) > 1)
        graders.append(Grader(name, person, given, kept, swapped))
    return tuple(graders)


def report(home: Home, rubric: Rubric, units: Sequence[Unit], resamples: int = RESAMPLES) -> Report:
    """Return what there is of these units, with agreements. Raises `LogError`."""
    graders = read_grades(home, rubric, units)
    level: Level = "ordinal" if rubric.scale == "ordinal" else "nominal"
    count, keys = len(rubric.grades), [unit.place for unit in units]

    def compute(rows: Iterable[Sequence[str | None]]) -> Agreement:
        table = [[None if grade is None else rubric.grades.index(grade) for grade in row] for row in rows]
        return agree(table, count, level, resamples=resamples)

    def compute_votes(grader: Grader) -> Agreement:
        asked = sorted({(each.vote, each.order) for votes in grader.given.values() for each in votes})
        by_key = [{(each.vote, each.order): each.grade for each in votes} for votes in grader.given.values()]
        return compute([[votes.get(one) for one in asked] for votes in by_key])  # a vote that failed is missing

    def compare(some: Sequence[Grader]) -> Agreement:
        return compute([[each.kept.get(key) for each in some] for key in keys])

    votes = {each.name: compute_votes(each) for each in graders if not each.person}
    pairs = {(one.name, other.name): compare((one, other)) for one, other in combinations(graders, 2)}
    among = compare(graders) if len(graders) > 2 else None
    return Report(rubric, tuple(units), graders, votes, pairs, among)


def tell_report(found: Report, language: str) -> Iterator[Sentence]:
    """Yield what each grader's grades come to, and how far they agree, in words."""
    for one in found.graders:
        summary = [
            Sentence("mean {value:.2f}", value=value) if of == "mean"
            else Sentence("{of} {value:.0%}", of=found.rubric.get_label_of(of, language), value=value)
            for of, value in summarize(found.rubric, one.kept.values()).items()
        ]  # fmt: skip
        told = {"name": one.name, "count": len(one.kept), "all": len(found.units), "summary": join_all(*summary) or "–"}
        if one.person:
            yield Sentence("{name}, by hand: {count} of {all} graded; {summary}", **told)
        else:
            yield Sentence("{name}: {count} of {all} graded; {summary}", **told)
        if (votes := found.votes.get(one.name)) is not None and votes.n:
            yield Sentence("Between the votes of {name}: {agreement}", name=one.name, agreement=tell_agreement(votes))
        if one.swapped:
            yield Sentence("{count} came out otherwise when the two changed places.", count=len(one.swapped))
    for (one_name, other), value in found.pairs.items():
        yield Sentence("{one} and {other}: {agreement}", one=one_name, other=other, agreement=tell_agreement(value))
    if found.among is not None:
        yield Sentence("All of them: {agreement}", agreement=tell_agreement(found.among))


def tell_agreement(value: Agreement) -> Sentence:
    """Return an agreement in words and numbers."""
    if value.same is None:
        return Sentence("nothing is graded twice")
    parts = [Sentence("{n} graded twice", n=value.n), Sentence("{same:.0%} the same", same=value.same)]
    if value.kappa is not None:
        parts.append(Sentence("kappa {kappa:.2f}", kappa=value.kappa))
    if value.alpha is None:
        parts.append(Sentence("alpha is not defined"))
    elif value.interval is None:
        parts.append(Sentence("alpha {alpha:.2f}", alpha=value.alpha))
    else:
        low, high = value.interval
        parts.append(Sentence("alpha {alpha:.2f} ({low:.2f} to {high:.2f})", alpha=value.alpha, low=low, high=high))
    return join_all(*parts)  # type: ignore[return-value]


def keep_one(rubric: Rubric, votes: Sequence[GradeGiven]) -> str | None:
    """Return what votes come to: the median of an ordinal scale (of two middle ones the lower), else what most say;
    None where there is no such. Of two talks each order has its say: where these differ, neither is better."""
    by_order = _keep_by_order(rubric, votes)
    return by_order[0] if len(set(by_order)) == 1 else TIE


def _keep_by_order(rubric: Rubric, votes: Sequence[GradeGiven]) -> list[str | None]:
    ordered = groupby(sorted(votes, key=lambda each: each.order), key=lambda each: each.order)
    return [_choose_grade(rubric, [each.grade for each in some]) for _order, some in ordered]


def _choose_grade(rubric: Rubric, grades: Sequence[str]) -> str | None:
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
        return {"mean": round(sum_all(float(grade) for grade in there) / len(there), 6)}
    wanted = ("yes",) if rubric.scale == "binary" else rubric.grades
    return {grade: round(there.count(grade) / len(there), 6) for grade in wanted}


def get_person_name(name: str = "") -> str:
    """Return a person's name as grades are kept under it; without one, what the system calls whoever grades here.
    Raises `UsageError` for a voice's name."""
    if name := repair_text(" ".join(name.split()))[:60]:
        if name.partition(":")[0] in VOICES:
            raise UsageError("Grades by hand are not kept under a voice's name, as '{name}' is.", name=name)
        return name
    try:
        return getpass.getuser()[:60]
    except (OSError, KeyError, ImportError):  # which of them depends on the version of Python and on the system
        return "me"


def grade_by_hand(home: Home, rubric: Rubric, person: str, grades: Iterable[tuple[Unit, str]]) -> None:
    """Keep a person's grades; one that is empty is taken back. Raises `LogError`, `LogLockedError`."""
    by_run: dict[str, list[GradeGiven]] = {}
    for unit, grade in grades:
        given = GradeGiven(
            at=datetime.now(UTC), **unit.describe_unit(), rubric=rubric.digest, grader=person, person=True, grade=grade
        )
        by_run.setdefault(unit.run, []).append(given)
    for run, events in by_run.items():
        JudgeLog(home, run).append(rubric, *events)
