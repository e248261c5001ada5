"""Two runs side by side."""

from __future__ import annotations

import msgspec

from parley.core.home import Home
from parley.core.modes.duologue.branching import SideChange, TalkBranch
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.studio.comparing import Act, Setting, get_acts, pair_ends, pair_up, settings, shared_turns
from parley.core.studio.studio import Studio
from tests.scripted_voices import finished
from tests.unit.studio.test_branching import REHEARSAL, branched, talked


def named(found: list[Setting]) -> dict[tuple[str, str], tuple[str, str]]:
    """What differs."""
    return {(each.member, each.what): (each.one, each.other) for each in found if each.differs}


async def test_what_a_branch_has_otherwise(home: Home) -> None:
    parent = await talked(home, ("Ada", "Bo"))
    changes = {"bo": SideChange(temperature=1.5, awareness="high", system="You doubt.")}
    state = await branched(home, parent, 3, TalkBranch(sides=changes, router="ring", stop_at=0.95), turns=8, seed=8)
    assert shared_turns(state.turns, parent.turns) >= 3
    assert named(settings(parent, state)) == {
        ("", "turns"): ("6", "8"), ("", "seed"): ("7", "8"), ("", "router"): ("alternation", "ring"),
        ("", "stop"): ("none", "stop"), ("", "threshold"): ("", "0.95"), ("", "profile"): ("", "balanced"),
        ("", "calculator"): ("", "parley"), ("bo", "temperature"): ("", "1.5"),
        ("bo", "awareness"): ("basic", "high"), ("bo", "system"): ("", "You doubt."),
    }  # fmt: skip
    assert {"spoken", "words"} <= {what for _member, what in named(pair_ends(parent, state))}


async def test_a_turn_that_was_put_in_leaves_the_others_side_by_side(home: Home) -> None:
    turns = (await talked(home)).turns
    put_in = msgspec.structs.replace(turns[2], text="A dog comes in.")
    more = [*turns[:2], put_in, *turns[2:5], msgspec.structs.replace(turns[5], text="The end.")]
    assert pair_up(turns, more) == [(0, 0), (1, 1), (-1, 2), (2, 3), (3, 4), (4, 5), (5, 6)]
    assert pair_up(turns[:2], turns) == [(0, 0), (1, 1), (-1, 2), (-1, 3), (-1, 4), (-1, 5)]


async def test_the_directors_hand_until_they_part(studio: Studio) -> None:
    one = studio.start(
        studio.compose(RoundtableRequest(format="debate", turns=6, seed=7, simulated=True, voice=REHEARSAL))
    )
    first, second = (member.id for member in one.state.setup.members[:2])
    one.director.inject("The rent.")
    one.director.mute(first)
    await finished(one)
    # At turn 3 they part: what was done earlier both have, what comes later is another story.
    other = studio.fork(one.state.run, 2)
    other.director.unmute(first)
    other.director.inject("Only for you.", (second,))
    other.director.change_policy("round_robin")
    await other.director.speak_as(second, "Written by hand.")
    other.director.inject("Too late to matter.")
    await finished(other)
    replays = studio.open(one.state.run).replay, studio.open(other.state.run).replay
    one, other = replays
    assert shared_turns(one.live.turns, other.live.turns) == 2
    assert {setting.what for setting in settings(one.live, other.live) if setting.differs} <= {"policy"}
    found = get_acts(one, other)
    assert [hand.act for hand in found if not hand.differs] == [
        Act(1, "injected", (), "The rent."),
        Act(1, "muted", (first,)),
    ]
    assert [hand.act for hand in found if hand.other and not hand.one] == [
        Act(3, "unmuted", (first,)),
        Act(3, "whispered", (second,), "Only for you."),
        Act(3, "policy", (), "round_robin"),
        Act(3, "written", (second,), "Written by hand."),
    ]
    assert not [hand for hand in found if hand.one and not hand.other]
    assert get_acts(one, one) == [hand for hand in found if not hand.differs]
