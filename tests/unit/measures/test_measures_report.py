"""All measures of a run."""

from __future__ import annotations

import json
import math
from dataclasses import replace

import pytest

from parley.core.log.fold import fold
from parley.core.log.state import DIRECTOR, State
from parley.core.measures.convergence import classic, parley
from parley.core.measures.registry import everything
from parley.core.measures.report import convergences
from tests.standup_events import sample_events


@pytest.fixture(scope="module")
def state() -> State:
    return fold(sample_events(turns=24))


def test_every_figure_is_a_finite_number_and_goes_through_json(state: State) -> None:
    found = everything(state)
    parts = [value.values() if isinstance(value, dict) else [value] for value in found.values()]
    assert all(math.isfinite(value) for several in parts for value in several)
    assert json.loads(json.dumps(found)) == found


def test_counts_are_those_of_the_run(state: State) -> None:
    found = everything(state)
    assert found["turns"] == 24
    assert found["director.turns"] == state.spoken[DIRECTOR] == 1
    of_members = sum(value for name, value in found.items() if name.startswith("participation.turns."))
    assert of_members == 23
    shares = [value for name, value in found.items() if name.startswith("participation.share.")]
    assert sum(shares) == pytest.approx(1.0, abs=1e-5)


def test_answers_leave_the_director_out(state: State) -> None:
    found = everything(state)
    answered = sum(value for name, value in found.items() if name.startswith("flow.answers."))
    assert answered == 24 - 1 - 2, "the director's turn breaks two successions"


def test_a_run_without_turns_has_figures_too() -> None:
    found = everything(fold(sample_events(turns=1)[:1]))
    assert found["turns"] == 0
    assert found["participation.gini"] == 0.0
    assert found["flow.reciprocity"] == 0.0


def test_nothing_can_be_measured_before_the_run_started() -> None:
    with pytest.raises(ValueError, match=r"run\.started"):
        everything(State())


def test_convergence_is_that_of_two_or_the_mean_of_all_pairs(state: State) -> None:
    found = convergences(state)
    ids = sorted(member.id for member in state.setup.members if state.spoken.get(member.id))
    messages = [(turn.member, turn.text) for turn in state.turns]
    scores = []
    for i, a in enumerate(ids):
        for b in ids[i + 1 :]:
            score = found[f"convergence.parley.strict.{a}.{b}.score"]
            assert score == pytest.approx(parley(messages, a, b, "strict").score)
            scores.append(score)
    assert found["convergence.parley.strict.score"] == pytest.approx(sum(scores) / len(scores))
    two = replace(state, config=state.setup.model_copy(update={"members": state.setup.members[:2]}))
    a, b = (member.id for member in state.setup.members[:2])
    of_two = convergences(two)
    wanted = classic(messages, a, b, "semantic")
    assert of_two["convergence.classic.semantic.score"] == wanted.score
    assert of_two["convergence.classic.semantic.components"] == pytest.approx(dict(wanted.components))
    assert len(of_two) == 2 * 4 * 2
