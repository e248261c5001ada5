"""Specs that are not yet written, what running them asks for, how sure effects are, and what is kept of a table."""

from __future__ import annotations

import math
from pathlib import Path
from typing import Any

import pytest

from parley.core.base.definition import parse_toml
from parley.core.home import Home
from parley.core.studio.experiments import logs
from parley.core.studio.experiments.comparing import compare_samples, get_interval_of
from parley.core.studio.experiments.drafting import Unfit, calls, checked, composed, data_of, get_text_of, voices
from parley.core.studio.experiments.plan import Configurations, Plan
from parley.core.studio.experiments.running import Running
from parley.core.studio.experiments.service import ExperimentService
from parley.core.studio.experiments.spec import Experiment
from parley.core.studio.experiments.table import Measured, build_table
from parley.core.studio.studio import Studio

DATA: dict[str, Any] = {
    "name": "What they know",
    "note": 'Quotes "here", a \\ and a\nline, ü, \x7f',
    "repetitions": 2,
    "metrics": ["turns", "language."],
    "duologue": {"voice": "rehearsal", "turns": 4, "others": ["Cy, the third"], "router": "ring", "stop_at": 0.9},
    "grid": {"awareness": ["none", "high"], "temperature_a": [0.2, 1.0], "choose_names": [True, False]},
}


def test_what_is_written_is_read_again_as_it_was() -> None:
    experiment = checked(DATA)
    again = parse_toml(get_text_of(DATA), "spec.toml", Experiment)
    assert again == experiment
    assert parse_toml(get_text_of(data_of(again)), "spec.toml", Experiment) == experiment
    assert again.note == DATA["note"]


@pytest.mark.parametrize(
    ("changes", "place"),
    [
        ({"grid": {"awareness": ["none", "nonsense"]}}, ("grid", "awareness")),
        ({"duologue": {"voice": "nobody"}}, ("duologue", "voice")),
        ({"duologue": {"voice": "rehearsal", "system_a": "@missing.txt"}}, ()),
    ],
)
def test_a_cell_that_cannot_be_composed_is_told_with_its_place(
    home: Home, changes: dict[str, Any], place: tuple[str, ...]
) -> None:
    plan = Plan(checked(DATA | changes))
    with pytest.raises(Unfit) as raised:
        composed(plan, Configurations(Studio(home), home.path))
    assert raised.value.place == place


def test_the_calls_are_counted_cell_by_cell(home: Home) -> None:
    data = {"name": "x", "repetitions": 3, "grid": {"turns": [10, 20], "choose_names": [True, False]}}
    plan = Plan(checked(data))
    assert calls(plan) == 3 * (10 + 2 + 10 + 20 + 2 + 20)
    mixed = checked({"name": "x", "duologue": {"voice_a": "rehearsal", "voice_b": "embedded:smollm2-135m"}})
    found = composed(Plan(mixed), Configurations(Studio(home), home.path))
    assert voices(found) == ("rehearsal", "embedded · smollm2-135m")


def test_the_interval_of_an_effect() -> None:
    one = compare_samples("turns", "a", "x", "y", [1.0, 2.0, 3.0, 4.0], [3.0, 4.0, 5.0, 6.0])
    assert one.d is not None
    assert one.g is not None
    shrink = 1 - 3 / (4 * 8 - 9)
    half = 1.959963984540054 * shrink * math.sqrt(8 / 16 + one.d**2 / 16)
    assert get_interval_of(one) == pytest.approx((one.g - half, one.g + half))
    assert get_interval_of(compare_samples("turns", "a", "x", "y", [1.0, 1.0], [1.0, 1.0])) is None


def test_relative_paths_begin_where_the_spec_lay(home: Home, tmp_path: Path) -> None:
    experiment = checked({"name": "x"})
    logs.keep(home, experiment, get_text_of({"name": "x"}), tmp_path)
    assert logs.folder_of(home, "x") == tmp_path
    logs.keep(home, experiment, get_text_of({"name": "x"}))
    assert logs.folder_of(home, "x") == home.experiments


async def test_what_was_measured_is_not_measured_again(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    plan = Plan(checked({"name": "x", "repetitions": 3, "duologue": {"voice": "rehearsal", "turns": 4}}))
    studio = ExperimentService(home)
    try:
        await Running(studio, plan, home.path).live()
    finally:
        await studio.close()
    kept: dict[str, Measured] = {}
    first = build_table(home, plan, kept=kept)
    assert len(kept) == 3
    monkeypatch.setattr("parley.core.studio.experiments.table.get_figures_of", lambda *_: pytest.fail("measured again"))
    assert build_table(home, plan, kept=kept) == first
    monkeypatch.undo()
    assert build_table(home, plan) == first
