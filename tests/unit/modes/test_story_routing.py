"""Who answers the player: by rules, and the Jester as often as its chance and its cooldown imply."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

import pytest

from parley.core.base.clock import SeededRandom
from parley.core.log.events.turn import TurnEnded, TurnStarted
from parley.core.log.fold import apply
from parley.core.log.state import State
from parley.core.modes.story import routing
from parley.core.modes.story.events import Phase
from parley.core.modes.story.routing import Decision, decide_route
from parley.core.modes.story.rules.parts import Rules
from parley.core.modes.story.state import StoryState
from tests.fight_states import AT, a_setting, does, on_the_way

NARRATOR, BOTH = ("narrator",), ("narrator", "keeper")


def decide(act: str, phase: Phase = "exploration", *, turn: int = 1, rules: Rules | None = None) -> Decision:
    return decide_route(act, phase, rules=rules or Rules(), turn=turn, jester=0, draw=lambda: 0.99, partner="marta")


@pytest.mark.parametrize(
    ("act", "agents"),
    [("Talk to Mara", NARRATOR), ("I attack the wolf", BOTH), ("Wer ist da?", NARRATOR), ("Eine Probe, SG 12", BOTH)],
)
def test_lines_of_both_languages_are_answered_by_whom_they_concern(act: str, agents: tuple[str, ...]) -> None:
    assert decide(act).asked == agents


def test_every_phase_has_its_own_answer() -> None:
    assert decide("attack", "combat").asked == ("keeper", "narrator")
    assert decide("I attack", "dialogue").asked == ("marta",)
    assert decide("anything", "epilogue").asked == NARRATOR
    assert decide("attack", turn=0).asked == NARRATOR
    assert decide("My name is Bo", "creation").asked == ()


def says(state: State, member: str) -> None:
    apply(state, TurnStarted(at=AT, turn=state.next_turn, member=member))
    apply(state, TurnEnded(at=AT, turn=state.next_turn, member=member, text=f"{member} speaks."))


def test_the_cooldown_holds_in_a_story_that_is_folded() -> None:
    rules = {"jester": 0.5, "jester_cooldown": 4}
    state = on_the_way(setting=a_setting(rules=rules))
    draws, came = SeededRandom(5), []
    for _ in range(400):
        does(state, "I look around")
        decided = routing.build_route(state, draws, AT)
        apply(state, decided)
        if "jester" in decided.agents:
            came.append(state[StoryState].turn)
            assert 0 <= decided.draw < decided.probability
            assert decided.since >= decided.cooldown == 4
        else:
            assert (decided.draw == routing.NEVER) == (decided.since < 4)
        for agent in decided.agents:
            says(state, agent)
    assert min(later - earlier for earlier, later in pairwise(came)) == 4
    assert abs(len(came) - 400 / 5) <= 4 * sqrt(400 * 2 / 5**3)
