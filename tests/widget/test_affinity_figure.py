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


def test_every_pair_has_an_edge_with_its_change_reason_and_history(ended: State) -> None:
    members = members_of(ended)
    key = pair(members[0].id, members[1].id)
    figure = network_figure(members, ended, answers=answers([0, 1, 0, 1, 2], len(members)), earlier={key: [0.4, 0.45]})
    assert len(figure.edges) == 10
    by_pair = {pair(members[e.a].id, members[e.b].id): e for e in figure.edges if e.a < e.b}
    assert {two: edge.affinity for two, edge in by_pair.items()} == {two: ended.affinity_of(*two) for two in by_pair}
    assert len(by_pair) == 10
    assert ended.distilled is not None
    assert ended.distilled.drifts
    for drift in ended.distilled.drifts:
        edge = by_pair[pair(drift.a, drift.b)]
        assert (edge.change, edge.reason) == (pytest.approx(drift.after - drift.before), drift.reason)
    points = figure.history[0, 1]
    assert points[:2] == (0.4, 0.45)
    assert points[-1] == round(ended.affinity_of(*key), 4)
    assert all(before != after for before, after in pairwise(points)), "nothing is said twice"
    first = next(edge for edge in figure.edges if (edge.a, edge.b) == (0, 1))
    assert (first.a_to_b, first.b_to_a) == (1, 2), "0 answered 1 once, 1 answered 0 twice"


def test_before_the_end_nothing_has_changed() -> None:
    state = fold(sample_events(turns=6, ended=False))
    figure = network_figure(members_of(state), state)
    assert {edge.change for edge in figure.edges} == {0.0}
    assert all(len(points) == 1 for points in figure.history.values())


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
