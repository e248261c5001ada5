"""Where a story stands in its arc, and what of it was worth remembering."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from parley.core.log.events.turn import ToolCall, TurnEnded, TurnStarted, VoiceReplied
from parley.core.log.fold import apply
from parley.core.log.state import State
from parley.core.modes.story import arc, events
from tests.fight_states import AT, does, on_the_way


@pytest.mark.parametrize(
    ("turn", "part"),
    [(0, "setup"), (9, "setup"), (10, "rising"), (22, "rising"), (23, "midpoint"), (29, "midpoint"), (30, "climax"),
     (42, "climax"), (43, "denouement"), (50, "denouement"), (99, "denouement"), (-1, "setup")],
)  # fmt: skip
def test_fifty_turns_have_five_parts(turn: int, part: str) -> None:
    assert arc.stage(turn, 50) == part


@given(st.integers(0, 10_000), st.integers(1, 10_000))
def test_urgency_grows_to_one_and_parts_follow_each_other(turn: int, length: int) -> None:
    order = [part for part, _since in arc.PARTS]
    assert 0 <= arc.urgency(turn, length) <= arc.urgency(turn + 1, length) <= 1
    assert order.index(arc.stage(turn, length)) <= order.index(arc.stage(turn + 1, length))
    assert arc.urgency(length, length) == 1


def happened(state: State, *effects: events.AnyEffect) -> State:
    apply(state, events.PlayerDid(at=AT, what="go", text="It is done.", effects=effects))
    return state


def tagged(state: State) -> list[tuple[str, int]]:
    """What is tagged now; it is folded, so that it is tagged once."""
    found = arc.gathered(state, AT)
    for moment in found:
        apply(state, moment)
    assert arc.gathered(state, AT) == []
    return [(moment.title, moment.weight) for moment in found]


def spoken(state: State, member: str, *effects: events.AnyEffect) -> State:
    """A line of somebody's, whose tool call did this."""
    turn = state.next_turn
    apply(state, TurnStarted(at=AT, turn=turn, member=member))
    calls = (ToolCall(id="c1", name="update_relationship"),)
    apply(state, VoiceReplied(at=AT, turn=turn, member=member, text="Well.", tool_calls=calls))
    apply(
        state,
        events.ToolAnswered(at=AT, turn=turn, member=member, call="c1", name="update_relationship", effects=effects),
    )
    apply(state, TurnEnded(at=AT, turn=turn, member=member, text="Well."))
    return state


def test_trust_that_moved_far_in_a_talk_is_a_moment_once_and_the_talk_another() -> None:
    state = on_the_way()
    tagged(state)
    happened(does(state, "Talk to Marta"), events.DialogueOpened(character="marta"))
    spoken(state, "marta", events.TrustChanged(character="marta", before=10, after=22))
    assert tagged(state) == []
    spoken(does(state, "I brought your bell"), "marta", events.TrustChanged(character="marta", before=22, after=31))
    assert tagged(state) == [("Marta's trust won", 7)]
    spoken(does(state, "And a song"), "marta", events.TrustChanged(character="marta", before=31, after=61))
    assert tagged(state) == []
    happened(does(state, "Goodbye"), events.DialogueClosed(character="marta"))
    apply(state, events.DialogueSummarised(at=AT, character="marta", summary="They talked."))
    assert tagged(state) == [("The talk with Marta", 4)]


MOMENTS = st.lists(
    st.tuples(st.integers(0, 60), st.integers(1, 10)), max_size=30
).map(lambda told: [
    events.MomentTagged(at=AT, story_turn=turn, turn=turn, title=str(number), weight=weight)
    for number, (turn, weight) in enumerate(sorted(told))
])  # fmt: skip


@given(MOMENTS)
def test_the_best_are_five_in_the_story_s_order(moments: list[events.MomentTagged]) -> None:
    chosen = arc.best(moments)
    assert len(chosen) == min(arc.BEST, len(moments))
    places = [moments.index(moment) for moment in chosen]
    assert places == sorted(set(places))
    if moments:
        assert max(moment.weight for moment in moments) == max(moment.weight for moment in chosen)
