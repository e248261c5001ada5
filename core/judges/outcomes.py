"""Grades as figures of a run: outcomes of an experiment."""

from __future__ import annotations

from parley.core.base.sums import sum_all
from parley.core.cast.member import make_slug
from parley.core.home import Home
from parley.core.judges.log import JudgeLog, get_folder_of
from parley.core.judges.report import group_grades, summarize


def compute_figures(home: Home, run: str) -> dict[str, float]:
    """Return what models graded of a run, people left out; empty where nobody did. Raises `LogError`.

    `judge.<rubric>` is the mean of an ordinal scale or the share of yes, over all models; of a nominal scale
    `judge.<rubric>.share_<label>`. A comparison of two runs is no figure of one.
    """
    if not get_folder_of(home).is_dir():  # spares an experiment a look for every run
        return {}
    log = JudgeLog(home, run)
    rubrics = {rubric.id: rubric for rubric in log.read_rubrics().values() if rubric.scale != "pairwise"}
    found: dict[str, float] = {}
    for id_, rubric in rubrics.items():
        given = [each for each in log.read() if each.rubric == rubric.digest and not each.person]
        newest = {each.unit: each.about for each in given}  # a changed line counts as it was graded last
        current = (((run, *each.unit), each) for each in given if each.about == newest[each.unit])
        values: dict[str, list[float]] = {}
        for grader in group_grades(rubric, current):
            for name, value in summarize(rubric, grader.kept.values()).items():
                end = f".share_{make_slug(name)}" if rubric.scale == "nominal" else ""
                values.setdefault(end, []).append(value)
        found |= {f"judge.{id_}{end}": round(sum_all(each) / len(each), 6) for end, each in values.items()}
    return found
