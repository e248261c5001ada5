"""Two runs side by side."""

from __future__ import annotations

from core.home import Home
from core.studio.branching import Branch, SideChange
from core.studio.comparing import Setting, outcomes, settings, shared_turns
from tests.unit.studio.test_branching import branched, talked


def named(found: list[Setting]) -> dict[tuple[str, str], tuple[str, str]]:
    """What differs."""
    return {(each.member, each.what): (each.one, each.other) for each in found if each.differs}


def test_a_run_is_like_itself(home: Home) -> None:
    state = talked(home)
    assert shared_turns(state.turns, state.turns) == 6
    assert named(settings(state, state)) == {}
    assert named(outcomes(state, state)) == {}


def test_what_a_branch_has_otherwise(home: Home) -> None:
    parent = talked(home, ("Ada", "Bo"))
    changes = {"bo": SideChange(warmth=1.5, awareness="high", system="You doubt.")}
    state = branched(home, parent, 3, Branch(sides=changes, router="ring", stop_at=0.95), turns=8, seed=8)
    assert shared_turns(state.turns, parent.turns) >= 3
    assert named(settings(parent, state)) == {
        ("", "turns"): ("6", "8"),
        ("", "seed"): ("7", "8"),
        ("", "router"): ("alternation", "ring"),
        ("", "stop"): ("none", "stop"),
        ("", "threshold"): ("", "0.95"),
        ("", "profile"): ("", "balanced"),
        ("", "calculator"): ("", "parley"),
        ("bo", "warmth"): ("", "1.5"),
        ("bo", "awareness"): ("basic", "high"),
        ("bo", "system"): ("", "You doubt."),
    }
    assert {"spoken", "words"} <= {what for _member, what in named(outcomes(parent, state))}


def test_who_is_in_one_run_alone(home: Home) -> None:
    two, three = talked(home, ("Ada", "Bo")), talked(home)
    found = named(settings(two, three))
    assert found["cy", "name"] == ("", "Cy")
    assert found["cy", "awareness"] == ("", "basic")
