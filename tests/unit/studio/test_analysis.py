"""A 3x3 factorial over roundtables, its statistics by other programs, and its files opened by others."""

from __future__ import annotations

import asyncio
import itertools
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from parley.core.base.definition import parse_toml
from parley.core.base.errors import DefinitionError
from parley.core.home import Home
from parley.core.measures.registry import get_range_of
from parley.core.studio.experiments.analysis import Analysis, assess_data
from parley.core.studio.experiments.comparing import compare_samples, sum_up
from parley.core.studio.experiments.contrasts import compute_contrast
from parley.core.studio.experiments.factors import run_anova
from parley.core.studio.experiments.methods import get_provenance
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.running import Running
from parley.core.studio.experiments.service import ExperimentService
from parley.core.studio.experiments.spec import Experiment
from parley.core.studio.experiments.statistics import find_interval
from parley.core.studio.experiments.table import Table, build_table
from parley.core.studio.experiments.weights import weigh_cells
from parley.core.studio.experiments.writing import write

SPEC = """
name = "Three by three"
repetitions = 3
metrics = ["participation.gini", "language.words", "affinity.mean"]

[roundtable]
format = "debate"
turns = 7
voice = "rehearsal"

[grid]
policy = ["round_robin", "affinity", "random"]
cast = ["startup", "newsroom", "shop"]

[contrasts]
"drawn or not" = { "policy = round_robin" = -1, "policy = affinity" = 0.5, "policy = random" = 0.5 }
"affinity in the shop" = { "policy = affinity, cast = shop" = 1, "policy = random, cast = shop" = -1 }
"""


@dataclass(frozen=True)
class Played:
    """The experiment when it is run: all of its runs took place."""

    plan: Plan
    table: Table
    found: Analysis


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    home = Home(tmp_path_factory.mktemp("factorial"))
    home.prepare()
    plan = Plan(parse_toml(SPEC, "spec.toml", Experiment))

    async def run() -> None:
        studio = ExperimentService(home)
        assert (await Running(studio, plan, home.path).live()).whole
        await studio.close()

    asyncio.run(run())
    table = build_table(home, plan, plan.experiment.metrics)
    return Played(plan, table, assess_data(table, plan))


def frame(played: Played) -> Any:
    pandas = pytest.importorskip("pandas")
    return pandas.DataFrame(list(played.table.rows))


def test_every_comparison_is_that_of_scipy_and_the_correction_that_of_statsmodels(played: Played) -> None:
    pytest.importorskip("statsmodels")
    from scipy import stats  # type: ignore[import-untyped]
    from statsmodels.stats.multitest import multipletests

    rows = frame(played)
    found = played.found
    assert len(found.comparisons) == 3 * (6 + 18)
    for one in found.comparisons:
        some = rows
        if one.within:
            other, value = one.within.split(" ")
            some = rows[rows[f"set.{other}"] == value]
        a, b = (some[some[f"set.{one.setting}"] == level][one.figure] for level in (one.a, one.b))
        assert (len(a), len(b)) == ((3, 3) if one.within else (9, 9)) == (one.n_a, one.n_b)
        if one.p_welch is not None:
            welch = stats.ttest_ind(b, a, equal_var=False)
            assert (one.t, one.df, one.p_welch) == pytest.approx((welch.statistic, welch.df, welch.pvalue), rel=1e-9)
        mann_whitney = stats.mannwhitneyu(b, a)
        assert (one.u, one.p_mann_whitney) == pytest.approx((mann_whitney.statistic, mann_whitney.pvalue))
        if one.within:
            # Of so few runs all permutations are taken, which can be counted by hand.
            whole, seen = [*a, *b], abs(b.mean() - a.mean())
            chosen = [sum(whole[at] for at in each) / 3 for each in itertools.combinations(range(6), 3)]
            as_large = sum(abs(2 * (mean - sum(whole) / 6)) >= seen - 1e-12 for mean in chosen)
            assert one.p_permutation == pytest.approx(as_large / 20)
    first = [
        *(one.term.p for one in found.effects), *(one.p_welch for one in found.comparisons),
        *(one.p for one in found.contrasts),
    ]  # fmt: skip
    their = [one.p_holm for one in (*found.effects, *found.comparisons, *found.contrasts)]
    ranks = [one.p_mann_whitney for one in found.comparisons]
    for raw, corrected in ((first, their), (ranks, [one.p_mann_whitney_holm for one in found.comparisons])):
        tested = [p for p in raw if p is not None]
        assert [p for p in corrected if p is not None] == pytest.approx(multipletests(tested, method="holm")[1])
        assert len(tested) > 60
    assert f"over {len([*filter(None, first)])} tests of 3 figures" in found.corrected


def test_planned_contrasts_are_sums_of_means(played: Played) -> None:
    rows = frame(played)
    for figure in played.found.figures:
        drawn, shop = (one for one in played.found.contrasts if one.figure == figure)
        means = rows.groupby("set.policy")[figure].mean()
        assert drawn.estimate == pytest.approx((means["affinity"] + means["random"]) / 2 - means["round_robin"])
        pair = next(
            one
            for one in played.found.comparisons
            if (one.figure, one.setting, one.a, one.b, one.within)
            == (figure, "policy", "affinity", "random", "cast shop")
        )
        # Of two cells it is Welch's test the other way round.
        assert shop.estimate == pytest.approx(-pair.difference)
        if pair.t is not None:
            assert (shop.t, shop.df, shop.p) == pytest.approx((-pair.t, pair.df, pair.p_welch))
    assert compute_contrast("f", "c", [(1, (1.0, 1.0)), (-1, (1.0, 1.0))]).t is None


def test_the_tables_are_opened_by_pandas_polars_and_duckdb(played: Played, tmp_path: Path) -> None:
    for to in ("csv", "parquet"):
        write(played.table, played.plan, to, tmp_path / f"table.{to}")
    wanted = [row["participation.gini"] for row in played.table.rows]
    digest = get_provenance(played.plan)["spec"]
    column = "out.participation.gini"
    pandas, polars = pytest.importorskip("pandas"), pytest.importorskip("polars")
    duckdb = pytest.importorskip("duckdb")
    opened = [
        pandas.read_csv(tmp_path / "table.csv"),
        pandas.read_parquet(tmp_path / "table.parquet"),
        polars.read_csv(tmp_path / "table.csv").to_pandas(),
        polars.read_parquet(tmp_path / "table.parquet").to_pandas(),
        duckdb.sql(f"select * from read_csv('{tmp_path / 'table.csv'}')").to_arrow_table().to_pandas(),
        duckdb.sql(f"select * from '{tmp_path / 'table.parquet'}'").to_arrow_table().to_pandas(),
    ]
    for table in opened:
        assert list(table[column]) == wanted
        assert set(table["spec"]) == {digest}
        assert set(table["rehearsed"]) == {True}
        assert {"set.policy", "set.cast", "voice.a", "parley", "experiment", "seed"} <= set(table.columns)
        assert table.groupby(["set.policy", "set.cast"]).size().tolist() == [3] * 9
    by_sql = duckdb.sql(
        f"select avg(\"{column}\") from '{tmp_path / 'table.parquet'}' where \"set.policy\" = 'affinity'"
    ).fetchall()
    assert by_sql[0][0] == pytest.approx(sum(wanted[at] for at, row in enumerate(played.table.rows)
                                          if row["set.policy"] == "affinity") / 9)  # fmt: skip


def test_unbalanced_runs_are_as_statsmodels_has_them() -> None:
    pandas = pytest.importorskip("pandas")
    pytest.importorskip("statsmodels")
    from statsmodels.formula.api import ols
    from statsmodels.stats.anova import anova_lm

    chance = random.Random(3)
    levels = [(a, b, c) for a in range(3) for b in range(2) for c in range(2) for _ in range(chance.randint(2, 7))]
    values = [a + b * c + chance.gauss(0, 1) for a, b, c in levels]
    data = pandas.DataFrame(levels, columns=["a", "b", "c"]).assign(y=values)
    wanted = anova_lm(ols("y ~ (C(a, Sum) + C(b, Sum) + C(c, Sum)) ** 2", data).fit(), typ=3)
    found = run_anova(values, levels, ("a", "b", "c"), 1)
    assert [one.factors for one in found] == [("a",), ("b",), ("c",), ("a", "b"), ("a", "c"), ("b", "c")]
    for one in found:
        other = wanted.loc[":".join(f"C({name}, Sum)" for name in one.factors)]
        assert (one.ss, one.f, one.p) == pytest.approx((other["sum_sq"], other["F"], other["PR(>F)"]))
        # Of normal residuals the permutations say the same.
        assert one.p_permutation == pytest.approx(one.p, abs=0.03)
    # A cell without a run: the interaction cannot be told from the rest.
    some = [at for at, each in enumerate(levels) if each[:2] != (2, 1)]
    fewer = run_anova([values[at] for at in some], [levels[at] for at in some], ("a", "b", "c"), 1)
    assert ("a", "b") not in [one.factors for one in fewer]
    assert ("a", "c") in [one.factors for one in fewer]


def test_intervals_stay_in_the_range_and_are_repeated() -> None:
    from scipy import stats

    near = (0.99, 1.0, 0.93, 1.0, 0.98)
    bounds = get_range_of("participation.evenness")
    one = sum_up("participation.evenness", 1, near, bounds, 7)
    assert one.low is not None
    assert one.high is not None
    assert 0.93 <= one.low < one.high <= 1.0
    # Student's would not.
    assert stats.t.interval(0.95, 4, one.mean, stats.sem(near))[1] > 1.0
    assert find_interval(near, bounds, 7) == (one.low, one.high)
    assert find_interval(near, bounds, 8) != (one.low, one.high)
    assert find_interval((0.5, 0.5), bounds, 7) == (0.5, 0.5)
    assert find_interval((0.5,), bounds, 7) is None
    apart = compare_samples("f", "s", "a", "b", (0.0, 0.01, 0.0), near, bounds, 1)
    assert apart.high is not None
    assert 0.9 < apart.difference < apart.high <= 1.0


@pytest.mark.parametrize(
    ("written", "wanted"),
    [
        ('{ "policy = rondo" = 1, "policy = random" = -1 }', "no cell is 'policy = rondo'"),
        ('{ "format = debate" = 1, "policy = random" = -1 }', "nothing of a setting that is varied"),
        ('{ "policy = affinity" = 1, "policy = random" = -0.5 }', "sum to 0.5, not to 0"),
    ],
)
def test_a_contrast_that_cannot_be_is_blamed(written: str, wanted: str) -> None:
    with pytest.raises(DefinitionError) as fault:
        parse_toml(SPEC + f'"wrong" = {written}\n', "spec.toml", Experiment)
    assert wanted in str(fault.value)
    assert fault.value.line == SPEC.count("\n") + 1


def test_values_with_commas_are_levels_and_what_rounding_leaves_is_no_spread() -> None:
    topics = '["Ship, or wait?", "Wait"]'
    text = f'name = "X"\n[roundtable]\n[grid]\ntopic = {topics}\ncast = ["shop", "studio"]\n[contrasts]\n'
    planned = '"x" = { "topic = Ship, or wait?, cast = shop" = 1, "topic = Wait,cast = shop" = -1 }\n'
    plan = Plan(parse_toml(text + planned, "spec.toml", Experiment))
    assert weigh_cells([cell.levels for cell in plan.cells], plan.experiment.contrasts["x"]) == {1: 1.0, 3: -1.0}
    # The mean of six times 0.1 is not 0.1: no t-test lives on that.
    alike = compute_contrast("language.questions", "x", [(1.0, [0.1] * 6), (-1.0, [0.2] * 6)])
    assert (alike.p, alike.t) == (None, None)
    assert sum_up("language.questions", 1, [0.1] * 6).sd == 0.0
