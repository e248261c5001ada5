"""All measures of a run."""

from __future__ import annotations

import pytest

from parley.core.log.fold import fold
from parley.core.log.state import State
from parley.core.measures.registry import measure_run
from tests.standup_events import sample_events


def test_a_run_without_turns_has_figures_too() -> None:
    found = measure_run(fold(sample_events(turns=1)[:1]))
    assert found["turns"] == 0
    assert found["participation.gini"] == 0.0
    assert found["flow.reciprocity"] == 0.0


def test_nothing_can_be_measured_before_the_run_started() -> None:
    with pytest.raises(ValueError, match=r"run\.started"):
        measure_run(State())
