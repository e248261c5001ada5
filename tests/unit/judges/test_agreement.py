"""Agreement is what independent libraries compute, on sixty lines with missing grades."""

from __future__ import annotations

import random

import krippendorff
import numpy as np
import pytest
from statsmodels.stats.inter_rater import cohens_kappa

from parley.core.judges.agreement import Level, Weights, agree, compute_kappa

GRADES = 5


def graded(raters: int, missing: float, seed: int = 3) -> list[list[int | None]]:
    """Sixty lines, each with a grade that graders miss by one now and then."""
    draw = random.Random(seed)
    table: list[list[int | None]] = []
    for _line in range(60):
        true = draw.randrange(GRADES)
        table.append([
            None if draw.random() < missing else min(GRADES - 1, max(0, true + draw.choice((0, 0, 0, 1, -1, 2))))
            for _rater in range(raters)
        ])  # fmt: skip
    return table


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
@pytest.mark.parametrize(("raters", "missing"), [(2, 0.0), (3, 0.2), (5, 0.4)])
def test_alpha_is_that_of_a_library(level: Level, raters: int, missing: float) -> None:
    table = graded(raters, missing)
    data = np.array([[np.nan if grade is None else grade for grade in row] for row in table]).T
    wanted = krippendorff.alpha(reliability_data=data, level_of_measurement=level, value_domain=[*range(GRADES)])
    assert agree(table, GRADES, level, resamples=0).alpha == pytest.approx(wanted, abs=1e-12)


@pytest.mark.parametrize(("weights", "theirs"), [("none", None), ("linear", "linear"), ("quadratic", "quadratic")])
def test_kappa_is_that_of_a_library_over_what_both_graded(weights: Weights, theirs: str | None) -> None:
    table = graded(2, 0.15)
    seen = np.zeros((GRADES, GRADES))
    for one, other in table:
        if one is not None and other is not None:
            seen[one, other] += 1
    assert 30 < seen.sum() < 60
    wanted = cohens_kappa(seen, wt=theirs, return_results=False)
    assert compute_kappa(table, GRADES, weights) == pytest.approx(wanted, abs=1e-12)


def test_an_agreement_counts_what_was_graded_twice_and_has_an_interval_around_alpha() -> None:
    found = agree(graded(2, 0.15), GRADES, "ordinal")
    assert found.n == sum(None not in row for row in graded(2, 0.15))
    assert found.same == pytest.approx(sum(row[0] == row[1] for row in graded(2, 0.15) if None not in row) / found.n)
    assert found.interval is not None
    assert found.alpha is not None
    assert found.interval[0] < found.alpha < found.interval[1]
    assert found == agree(graded(2, 0.15), GRADES, "ordinal"), "the same each time"


@pytest.mark.parametrize("table", [[], [[1, None], [None, 2]], [[1, 1], [1, 1], [1, 1]], [[1, 1]]])
def test_what_is_not_defined_is_none(table: list[list[int | None]]) -> None:
    found = agree(table, GRADES, "nominal")
    assert (found.kappa, found.alpha, found.interval) == (None, None, None)
    assert found.same == (1.0 if table and None not in table[0] else None)
