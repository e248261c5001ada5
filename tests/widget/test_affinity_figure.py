"""The affinity network as the desktop is told of it."""

from __future__ import annotations

from itertools import pairwise

import pytest

from core.cast.affinity import pair
from core.log.fold import fold
from core.log.state import State
from core.measures.flow import answers
from desktop.affinity.model import STRANGERS_SHOWN, network_figure
from desktop.run.figures import MemberFigure
from tests.standup_events import sample_config, sample_events


def members_of(state: State) -> tuple[MemberFigure, ...]:
    return tuple(MemberFigure(each.id, each.name, each.initial, each.colour) for each in state.setup.members)


@pytest.fixture(scope="module")
def ended() -> State:
    return fold(sample_events(turns=12))


def test_every_pair_of_a_small_cast_has_an_edge(ended: State) -> None:
    figure = network_figure(members_of(ended), ended)
    assert len(figure.edges) == 10
    for edge in figure.edges:
        first, second = figure.members[edge.a].id, figure.members[edge.b].id
        assert edge.affinity == ended.affinity_of(first, second)
        assert edge.a < edge.b


def test_a_drift_brings_its_change_and_its_reason(ended: State) -> None:
    assert ended.distilled is not None
    figure = network_figure(members_of(ended), ended)
    by_pair = {pair(figure.members[e.a].id, figure.members[e.b].id): e for e in figure.edges}
    assert ended.distilled.drifts
    for drift in ended.distilled.drifts:
        edge = by_pair[pair(drift.a, drift.b)]
        assert edge.change == pytest.approx(drift.after - drift.before)
        assert edge.reason == drift.reason


def test_history_ends_where_the_pair_stands_now(ended: State) -> None:
    members = members_of(ended)
    key = pair(members[0].id, members[1].id)
    figure = network_figure(members, ended, earlier={key: [0.4, 0.45]})
    points = figure.history[0, 1]
    assert points[:2] == (0.4, 0.45)
    assert points[-1] == round(ended.affinity_of(*key), 4)
    assert all(before != after for before, after in pairwise(points)), "nothing is said twice"


def test_before_the_end_nothing_has_changed() -> None:
    state = fold(sample_events(turns=6, ended=False))
    figure = network_figure(members_of(state), state)
    assert {edge.change for edge in figure.edges} == {0.0}
    assert all(len(points) == 1 for points in figure.history.values())


def test_answers_are_told_in_both_directions(ended: State) -> None:
    members = members_of(ended)
    counts = answers([0, 1, 0, 1, 2], len(members))
    figure = network_figure(members, ended, answers=counts)
    edge = next(edge for edge in figure.edges if (edge.a, edge.b) == (0, 1))
    assert (edge.a_to_b, edge.b_to_a) == (1, 2), "0 answered 1 once, 1 answered 0 twice"


def test_in_a_large_cast_strangers_have_no_edge() -> None:
    config = sample_config()
    state = State(config=config.model_copy(update={"affinities": ()}))
    members = tuple(MemberFigure(f"m{i}", f"M {i}", "M", "blue") for i in range(STRANGERS_SHOWN + 1))
    state.affinity = {pair("m0", "m1"): 0.8}
    figure = network_figure(members, state)
    assert [(edge.a, edge.b) for edge in figure.edges] == [(0, 1)]
    assert figure.community[:3] == (0, 0, -1)
    assert max(figure.centrality) == 1.0


def test_a_run_without_members_has_an_empty_figure() -> None:
    figure = network_figure((), State())
    assert (figure.edges, figure.community, figure.centrality) == ((), (), ())
