"""Grades as figures of a run: outcomes of an experiment."""

from __future__ import annotations

from parley.core.base.sums import added
from parley.core.cast.member import slug
from parley.core.home import Home
from parley.core.judges.log import GradeGiven, JudgeLog, get_folder_of
from parley.core.judges.report import keep_one, summarize
from parley.core.judges.rubric import Rubric

GRADED = "judge"
"""What the names of figures begin with."""


def figures(home: Home, run: str) -> dict[str, float]:
    """Return what models graded of a run, people left out; empty where nobody did. Raises `LogError`.

    `judge.<rubric>` is the mean of an ordinal scale or the share of yes, over all models; of a nominal scale
    `judge.<rubric>.share_<label>`. A comparison of two runs is no figure of one.
    """
    if not get_folder_of(home).is_dir():
        return {}
    log = JudgeLog(home, run)
    rubrics = {rubric.id: rubric for rubric in log.read_rubrics().values() if rubric.scale != "pairwise"}
    found: dict[str, float] = {}
    for id_, rubric in rubrics.items():
        given = [each for each in log.read() if each.rubric == rubric.digest and not each.person]
        # Of a line that was changed, what was said of it last.
        newest = {each.unit: each.about for each in given}
        given = [each for each in given if each.about == newest[each.unit] and each.grade in rubric.grades]
        found |= {f"{GRADED}.{id_}{end}": value for end, value in _summarize(rubric, given).items()}
    return found


def _summarize(rubric: Rubric, given: list[GradeGiven]) -> dict[str, float]:
    """Return the figures of some grades, the mean over the models, by the end of their names."""
    of_model: dict[str, dict[tuple[int, str], list[GradeGiven]]] = {}
    for each in given:
        of_model.setdefault(each.grader, {}).setdefault(each.unit, []).append(each)
    found: dict[str, list[float]] = {}
    for units in of_model.values():
        for name, value in summarize(rubric, [keep_one(rubric, votes) for votes in units.values()]).items():
            end = f".share_{slug(name)}" if rubric.scale == "nominal" else ""
            found.setdefault(end, []).append(value)
    return {end: round(added(values) / len(values), 6) for end, values in found.items()}
