"""Who spoke when, kept up from turn to turn."""

from __future__ import annotations

from dataclasses import replace

import pytest

from parley.core.log.events.turn import TurnEnded
from parley.core.log.fold import apply, fold
from parley.core.log.state import DIRECTOR, State
from parley.desktop.run.figures import MemberFigure
from parley.desktop.speaker_flow.model import Flow
from tests.standup_events import sample_events


def members_of(state: State) -> tuple[MemberFigure, ...]:
    return tuple(MemberFigure(each.id, each.name, each.initial, each.colour) for each in state.setup.members)


@pytest.fixture(scope="module")
def state() -> State:
    return fold(sample_events(turns=16))


def flow_of(state: State, *, follow: bool = True) -> Flow:
    flow = Flow({member.id: member.name for member in state.setup.members})
    if follow:
        flow.follow(state.turns)
    return flow


def test_lanes_and_words_are_those_of_the_turns(state: State) -> None:
    flow = flow_of(state)
    figure = flow.figure(members_of(state), shown=16, planned=20)
    ids = [*flow.members, DIRECTOR]
    assert [ids[lane] for lane in figure.lanes] == [turn.member for turn in state.turns]
    assert figure.words == tuple(len(turn.text.split()) for turn in state.turns)
    assert figure.planned == 20
    flow.follow(list(state.turns))
    assert flow.figure(members_of(state), shown=5).lanes is figure.lanes, "the same turns give the same tuples"


def test_following_turn_by_turn_ends_like_following_at_once(state: State) -> None:
    at_once, step_by_step = flow_of(state), flow_of(state, follow=False)
    growing = State()
    for event in sample_events(turns=16):
        apply(growing, event)
        step_by_step.follow(growing.turns)
        step_by_step.figure(members_of(state), shown=len(growing.turns))
    figure, grown = (flow.figure(members_of(state), shown=16) for flow in (at_once, step_by_step))
    to = [figure.addressed(turn) for turn in range(1, 17)]
    assert to == [grown.addressed(turn) for turn in range(1, 17)]
    assert replace(grown, addressed=figure.addressed) == figure, "the sample takes a turn back and fails once"


def test_a_line_is_said_to_whom_it_names() -> None:
    started = sample_events(1)[0]
    lines = (("boss", "Writer and Analyst, and now?"), ("writer", "Nothing, Boss."), ("boss", "Well."))
    said = [TurnEnded(at=started.at, turn=at, member=one, text=text) for at, (one, text) in enumerate(lines, 1)]
    state = fold([started, *said])
    found = flow_of(state).figure(members_of(state), shown=3).addressed
    names = [member.name for member in state.setup.members]
    assert [{names[lane] for lane in found(turn)} for turn in (1, 2, 3)] == [{"Writer", "Analyst"}, {"Boss"}, set()]


def test_a_span_has_its_own_counts(state: State) -> None:
    flow, span = flow_of(state), range(4, 12)
    figure = flow.figure(members_of(state), shown=16, span=span)
    part = state.turns[3:11]
    for member in figure.members:
        own = [turn for turn in part if turn.member == member.id]
        assert (member.turns, member.words) == (len(own), sum(len(turn.text.split()) for turn in own))
    assert sum(member.share for member in figure.members) == pytest.approx(1)
    assert flow.figure(members_of(state), shown=16).members == members_of(state), "all turns again"
