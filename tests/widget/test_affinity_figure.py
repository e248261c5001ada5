"""The affinity network as the desktop is told of it."""

from __future__ import annotations

import pytest

from parley.core.cast.affinity import pair
from parley.core.log.replay import Replay
from parley.core.log.state import State
from parley.core.measures.moves import Moves
from parley.core.measures.relations import Deed
from parley.desktop.affinity.figures import NetworkFigure
from parley.desktop.affinity.model import STRANGERS_SHOWN, build_network_figure, with_chosen
from parley.desktop.run.figures import MemberFigure
from parley.desktop.run.words import tell_deed
from tests.day_events import a_day
from tests.standup_events import sample_config, sample_events


def members_of(state: State) -> tuple[MemberFigure, ...]:
    return tuple(MemberFigure(each.id, each.name, each.initial, each.colour) for each in state.setup.members)


def moves_of(replay: Replay) -> Moves:
    moves = Moves()
    moves.follow(replay)
    return moves


def test_every_pair_has_an_edge_with_its_change_and_reason() -> None:
    replay = Replay(sample_events(turns=12))
    ended, moves = replay.live, moves_of(replay)
    members = members_of(ended)
    figure = build_network_figure(members, ended, moves=moves)
    assert len(figure.edges) == 10
    by_pair = {pair(members[e.a].id, members[e.b].id): e for e in figure.edges if e.a < e.b}
    assert {two: edge.affinity for two, edge in by_pair.items()} == {
        two: ended.get_affinity_of(*two) for two in by_pair
    }
    assert len(by_pair) == 10
    assert ended.distilled is not None
    assert ended.distilled.drifts
    for drift in ended.distilled.drifts:
        edge = by_pair[pair(drift.a, drift.b)]
        assert (edge.change, edge.reason) == (pytest.approx(drift.after - drift.before), drift.reason)


def test_a_day_keeps_what_moved_since_morning_whose_feeling_it_was_and_why() -> None:
    replay = Replay(a_day("en"))
    moves = moves_of(replay)

    def shown(turn: int) -> NetworkFigure:
        state = replay.state_at_turn(turn)
        return build_network_figure(members_of(state), state, moves=moves)

    figures = [shown(turn) for turn in range(replay.turns + 1)]
    chosen = with_chosen(figures[-1], range(5, replay.turns - 3))
    assert chosen.spans == ("chosen", "today", "start")
    assert 0 < len(chosen.find_moves_in("chosen")) < len(chosen.moves)
    for figure in (*figures, chosen):
        for span in figure.spans:
            net: dict[tuple[int, int], float] = {}
            for move in figure.find_moves_in(span):
                net[move.a, move.b] = net.get((move.a, move.b), 0.0) + move.change
            told = {(e.a, e.b): e.drift(span) for e in figure.edges if e.drift(span)}
            assert told == {two: pytest.approx(sum_of) for two, sum_of in net.items() if abs(sum_of) > 1e-9}
            assert all(abs(edge.drift(span)) <= figure.choose_scale(span) for edge in figure.edges)
    last = figures[-1]
    names = [member.name for member in last.members]
    reasons = {
        (*(names[i] for i in (m.a, m.b)), *(names[i] for i in m.by)): m.reason for m in last.find_moves_in("today")
    }
    assert reasons["Teo", "Bex", "Teo"] == "Eighty thousand in his boat.", (
        "his own reason where the feeling is his alone"
    )
    days = Replay(a_day("en", days=2))
    moves = moves_of(days)
    later = build_network_figure(members_of(days.live), days.live, moves=moves)
    assert (
        len(later.find_moves_in("start"))
        == 2 * len(later.find_moves_in("today"))
        == 2 * len(last.find_moves_in("today"))
    )


def test_in_a_large_cast_strangers_have_no_edge() -> None:
    config = sample_config()
    state = State(config=config.model_copy(update={"affinities": ()}))
    members = tuple(MemberFigure(f"m{i}", f"M {i}", "M", "blue") for i in range(STRANGERS_SHOWN + 1))
    state.affinity = {pair("m0", "m1"): 0.8}
    figure = build_network_figure(members, state)
    assert [(edge.a, edge.b) for edge in figure.edges] == [(0, 1)]
    assert figure.community[:3] == (0, 0, -1)
    assert max(figure.centrality) == 1.0


def test_what_happens_again_is_told_with_its_number() -> None:
    deeds = [Deed(turn, "i", "object", "b") for turn in range(1, 5)]
    told = [tell_deed(deeds[:turn], turn, {"i": "Ilja", "b": "Bex"}).partition("Bex")[2] for turn in range(5)]
    assert told == ["", "", ", the second time", ", the third time", ", 4 times by now"]
