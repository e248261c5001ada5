"""Where a story stands in its arc, and what of it was worth remembering."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.base.packaged import packaged
from core.log.events.turn import ToolCall, TurnEnded, TurnStarted, VoiceReplied
from core.log.fold import apply
from core.log.state import State
from core.modes.story import arc
from core.modes.story.events import (
    AnyEffect,
    Check,
    DialogueClosed,
    DialogueOpened,
    DialogueSummarised,
    DiceRolled,
    ItemMoved,
    MomentTagged,
    Moved,
    PlayerDid,
    QuestAdvanced,
    Roll,
    ToolAnswered,
    TrustChanged,
)
from core.modes.story.rehearsal import context
from core.modes.story.state import StoryState
from tests.fight_states import AT, does, meets, on_the_way, rounds


@pytest.mark.parametrize(
    ("turn", "part"),
    [(0, "setup"), (9, "setup"), (10, "rising"), (22, "rising"), (23, "midpoint"), (29, "midpoint"), (30, "climax"),
     (42, "climax"), (43, "denouement"), (50, "denouement"), (99, "denouement"), (-1, "setup")],
)  # fmt: skip
def test_fifty_turns_have_five_parts(turn: int, part: str) -> None:
    assert arc.stage(turn, 50) == part


def test_the_rehearsal_voice_goes_by_the_same_parts() -> None:
    assert tuple(part for part, _since in arc.PARTS) == context.STAGES


@given(st.integers(0, 10_000), st.integers(1, 10_000))
def test_urgency_grows_to_one_and_parts_follow_each_other(turn: int, length: int) -> None:
    order = [part for part, _since in arc.PARTS]
    assert 0 <= arc.urgency(turn, length) <= arc.urgency(turn + 1, length) <= 1
    assert order.index(arc.stage(turn, length)) <= order.index(arc.stage(turn + 1, length))
    assert arc.urgency(length, length) == 1


def happened(state: State, *effects: AnyEffect) -> State:
    apply(state, PlayerDid(at=AT, what="go", text="It is done.", effects=effects))
    return state


def tagged(state: State) -> list[tuple[str, int]]:
    """What is tagged now; it is folded, so that it is tagged once."""
    found = arc.gathered(state, AT)
    for moment in found:
        apply(state, moment)
    assert arc.gathered(state, AT) == []
    return [(moment.title, moment.weight) for moment in found]


def spoken(state: State, member: str, *effects: AnyEffect) -> State:
    """A line of somebody's, whose tool call did this."""
    turn = state.next_turn
    apply(state, TurnStarted(at=AT, turn=turn, member=member))
    calls = (ToolCall(id="c1", name="update_relationship"),)
    apply(state, VoiceReplied(at=AT, turn=turn, member=member, text="Well.", tool_calls=calls))
    apply(
        state,
        ToolAnswered(at=AT, turn=turn, member=member, call="c1", name="update_relationship", effects=effects),
    )
    apply(state, TurnEnded(at=AT, turn=turn, member=member, text="Well."))
    return state


def test_a_sheet_and_first_steps_are_moments_and_coming_back_is_none() -> None:
    state = on_the_way()
    assert tagged(state) == [("Mira sets out", 4)]
    assert tagged(happened(does(state, "I go"), Moved(who="player", to="moor"))) == [
        ("First steps into another place: the moor", 3)
    ]
    assert tagged(happened(does(state, "I go back"), Moved(who="player", to="inn"))) == []
    assert tagged(happened(does(state, "I go"), Moved(who="player", to="moor"))) == []


def test_gifts_and_trades_are_moments() -> None:
    state = on_the_way("de")
    tagged(state)
    gave = ItemMoved(item="coin", quantity=2, giver="player", receiver="marta")
    took = ItemMoved(item="rope", quantity=1, giver="marta", receiver="player")
    assert tagged(happened(does(state, "Nimm"), gave)) == [("Ein Geschenk an Marta: Münze", 3)]
    assert tagged(happened(does(state, "Gib"), took)) == [("Aus der Hand von Marta: Seil", 3)]
    assert tagged(happened(does(state, "Tausch"), gave, took)) == [("Ein Tausch mit Marta: Seil", 4)]
    found = ItemMoved(item="rope", quantity=1, giver="@inn", receiver="player")
    assert tagged(happened(does(state, "Heb auf"), found)) == []


def test_trust_that_moved_far_in_a_talk_is_a_moment_once_and_the_talk_another() -> None:
    state = on_the_way()
    tagged(state)
    happened(does(state, "Talk to Marta"), DialogueOpened(character="marta"))
    spoken(state, "marta", TrustChanged(character="marta", before=10, after=22))
    assert tagged(state) == []
    spoken(does(state, "I brought your bell"), "marta", TrustChanged(character="marta", before=22, after=31))
    assert tagged(state) == [("Marta's trust won", 7)]
    spoken(does(state, "And a song"), "marta", TrustChanged(character="marta", before=31, after=61))
    assert tagged(state) == []
    happened(does(state, "Goodbye"), DialogueClosed(character="marta"))
    apply(state, DialogueSummarised(at=AT, character="marta", summary="They talked."))
    assert tagged(state) == [("The talk with Marta", 4)]


def test_quests_are_moments_at_every_stage() -> None:
    state = on_the_way()
    tagged(state)
    steps = [
        (QuestAdvanced(quest="wolves", stage=1), ("A task accepted: The wolves", 4)),
        (QuestAdvanced(quest="wolves", stage=2), ("A task goes on: The wolves, stage 2", 6)),
        (QuestAdvanced(quest="wolves", stage=2, done=True), ("A task fulfilled: The wolves", 10)),
    ]
    for effect, moment in steps:
        assert tagged(happened(does(state, "On"), effect)) == [moment]


def test_a_natural_twenty_is_a_moment_and_a_foe_s_is_none() -> None:
    state = on_the_way()
    tagged(state)

    def rolled(who: str, kept: int) -> Check:
        return Check(what="check", who=who, roll=Roll(notation="1d20+2", dice=(kept,), kept=(kept,), total=kept + 2))

    checks = (rolled("odo", 20), rolled("player", 20), rolled("player", 1), rolled("player", 19))
    apply(does(state, "I try"), DiceRolled(at=AT, story_turn=1, checks=checks, text="22."))
    assert tagged(state) == [("A natural 20 by Mira", 6), ("A natural 1 by Mira", 5)]


def test_a_fight_is_a_moment_by_how_it_ended() -> None:
    state = on_the_way()
    tagged(state)
    meets(does(state, "On"), "wolf", health=1, armour=1)
    assert tagged(state) == []
    for _ in range(20):
        if state[StoryState].fight is None:
            break
        rounds(state, "I attack the wolf")
    titles = [title for title, _weight in tagged(state)]
    assert titles[0] == "A fight won: Wolf"
    assert tagged(does(state, "On")) == []


MOMENTS = st.lists(
    st.tuples(st.integers(0, 60), st.integers(1, 10)), max_size=30
).map(lambda told: [
    MomentTagged(at=AT, story_turn=turn, turn=turn, title=str(number), weight=weight)
    for number, (turn, weight) in enumerate(sorted(told))
])  # fmt: skip


@given(MOMENTS)
def test_the_best_are_five_in_the_story_s_order(moments: list[MomentTagged]) -> None:
    chosen = arc.best(moments)
    assert len(chosen) == min(arc.BEST, len(moments))
    places = [moments.index(moment) for moment in chosen]
    assert places == sorted(set(places))
    if moments:
        assert max(moment.weight for moment in moments) == max(moment.weight for moment in chosen)


def test_the_best_are_spread_over_the_story() -> None:
    def tag(turn: int, weight: int) -> MomentTagged:
        return MomentTagged(at=AT, story_turn=turn, turn=turn, title=f"{turn}", weight=weight)

    early = [tag(turn, 6) for turn in range(1, 9)]
    late = [tag(18, 5), tag(27, 5), tag(36, 5), tag(49, 10)]
    assert [moment.story_turn for moment in arc.best([*early, *late])] == [1, 18, 27, 36, 49]
    assert arc.best([]) == []


def test_titles_are_there_in_both_languages() -> None:
    for part in ("arc", "routing", "choices"):
        table = tomllib.loads(packaged("prompts", f"story_{part}.toml").read_text("utf-8"))
        assert table["en"].keys() == table["de"].keys()
