"""Who answers the player: by rules, and the Jester as often as its chance and its cooldown imply."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt

import pytest

from core.base.clock import SeededRandom
from core.log.events.run import MemberMuted
from core.log.events.turn import TurnEnded, TurnStarted
from core.log.fold import apply
from core.log.state import State
from core.modes.story import arc, routing
from core.modes.story.events import AgentSkipped, DialogueClosed, DialogueOpened, Phase, PlayerDid, StoryRouted
from core.modes.story.routing import Decision, route
from core.modes.story.rules.parts import Rules
from core.modes.story.state import StoryState
from tests.fight_states import AT, a_setting, does, meets, on_the_way, rounds

NARRATOR, BOTH = ("narrator",), ("narrator", "keeper")
LINES: list[tuple[str, tuple[str, ...]]] = [
    ("I look around", NARRATOR), ("Go to the mill", NARRATOR), ("Talk to Mara", NARRATOR),
    ("Search the castle", NARRATOR), ("Read the scroll aloud", NARRATOR), ("Enter the broadcast tower", NARRATOR),
    ("They enrolled me in the watch", NARRATOR), ("Pick up the lamp", NARRATOR), ("Say goodbye", NARRATOR),
    ("I wait until dawn", NARRATOR), ("I call for the firefighters", NARRATOR), ("Open the door", NARRATOR),
    ("I ask about DC comics", NARRATOR), ("Follow the tracks", NARRATOR), ("Drink the tonic", NARRATOR),
    ("I attack the wolf", BOTH), ("The wolf attacks me, what now?", BOTH), ("She attacked first", BOTH),
    ("I am attacking", BOTH), ("I fight", BOTH), ("We fought them before", BOTH), ("Keep fighting", BOTH),
    ("I roll for it", BOTH), ("Rolling the dice", BOTH), ("I cast a spell of light", BOTH), ("Casting again", BOTH),
    ("I defend the inn", BOTH), ("Dodge!", BOTH), ("I swung and missed", BOTH), ("Shoot the lock", BOTH),
    ("I shot the arrow", BOTH), ("Climb the wall, DC 15", BOTH),
    ("Ich sehe mich um", NARRATOR), ("Geh zur Mühle", NARRATOR), ("Sprich mit Mara", NARRATOR),
    ("Ich greife nach dem Seil an der Wand", NARRATOR), ("Ich verbinde die Schusswunde", NARRATOR),
    ("Ich steige auf die Burg", NARRATOR), ("Nimm den Becher", NARRATOR), ("Ich warte", NARRATOR),
    ("Ich rolle das Fass weg", NARRATOR), ("Auf Wiedersehen", NARRATOR), ("Der Ast ist weich", NARRATOR),
    ("Wer ist da?", NARRATOR), ("Öffne die Tür", NARRATOR), ("Trinke den Heiltrank", NARRATOR),
    ("Ich greife den Wolf an", BOTH), ("Greif an!", BOTH), ("Den Wolf angreifen", BOTH), ("Ich kämpfe weiter", BOTH),
    ("Wir haben gekämpft", BOTH), ("Ich würfle", BOTH), ("Ich zaubere Licht", BOTH),
    ("Ich wirke einen Zauber", BOTH), ("Ich verteidige die Brücke", BOTH), ("Ich weiche dem Hieb aus", BOTH),
    ("Ich schwinge den Hammer", BOTH), ("Ich schieße auf das Schloss", BOTH), ("Er hat geschossen", BOTH),
    ("Eine Probe, SG 12", BOTH), ("SCHIESSEN", BOTH), ("Ausweichen!", BOTH),
]  # fmt: skip


def decide(act: str, phase: Phase = "exploration", *, turn: int = 1, rules: Rules | None = None) -> Decision:
    return route(act, phase, rules=rules or Rules(), turn=turn, jester=0, draw=lambda: 0.99, partner="marta")


def test_the_table_is_as_long_as_it_should_be() -> None:
    assert len(LINES) >= 60


@pytest.mark.parametrize(("act", "agents"), LINES)
def test_lines_of_both_languages_are_answered_by_whom_they_concern(act: str, agents: tuple[str, ...]) -> None:
    assert decide(act).agents == agents


def test_every_phase_has_its_own_answer() -> None:
    assert decide("attack", "combat").agents == ("keeper", "narrator")
    assert decide("I attack", "dialogue").agents == ("marta",)
    assert decide("anything", "epilogue").agents == NARRATOR
    assert decide("attack", turn=0).agents == NARRATOR
    assert decide("My name is Bo", "creation").agents == ()


def test_the_jester_never_joins_a_fight() -> None:
    always = Rules(jester=1.0, jester_in_dialogue=1.0, jester_cooldown=0)
    phases: tuple[Phase, ...] = ("combat", "epilogue", "creation")
    for phase in phases:
        found = route("hm", phase, rules=always, turn=9, jester=0, draw=lambda: 0.0)
        assert "jester" not in found.agents
        assert found.draw == routing.NEVER


def test_dice_call_the_keeper_too() -> None:
    found = route("I climb", "exploration", rules=Rules(), turn=2, jester=0, draw=lambda: 0.9, thrown=True)
    assert found.agents == BOTH


@pytest.mark.parametrize(("chance", "cooldown"), [(0.15, 3), (0.15, 0), (0.5, 7), (1.0, 3), (0.0, 3)])
def test_the_jester_comes_as_often_as_chance_and_cooldown_imply(chance: float, cooldown: int) -> None:
    """Between two appearances it waits for the cooldown and then as many turns as a chance of p takes.

    That is a renewal process. Its gaps are max(c, 1) − 1 + G with G geometric: mean m = max(c, 1) − 1 + 1/p, variance
    v = (1 − p)/p². After n turns it came n/m times, with a variance of about n·v/m³.
    """
    turns, rules, draws = 20_000, Rules(jester=chance, jester_cooldown=cooldown), SeededRandom(7)
    last, came = 0, []
    for turn in range(1, turns + 1):
        found = route(
            "I look", "exploration", rules=rules, turn=turn, jester=last,
            draw=lambda turn=turn: draws.uniform(turn, "jester"),  # type: ignore[misc]
        )  # fmt: skip
        if "jester" in found.agents:
            came.append(turn)
            last = turn
    if not chance:
        assert came == []
        return
    mean = max(cooldown, 1) - 1 + 1 / chance
    spread = sqrt(turns * (1 - chance) / chance**2 / mean**3)
    assert abs(len(came) - turns / mean) <= 4 * spread + 1
    assert all(later - earlier >= max(cooldown, 1) for earlier, later in pairwise(came))
    assert came[0] >= cooldown


def says(state: State, member: str) -> None:
    apply(state, TurnStarted(at=AT, turn=state.next_turn, member=member))
    apply(state, TurnEnded(at=AT, turn=state.next_turn, member=member, text=f"{member} speaks."))


def test_the_cooldown_holds_in_a_story_that_is_folded() -> None:
    rules = {"jester": 0.5, "jester_cooldown": 4}
    state = on_the_way(setting=a_setting(rules=rules))
    draws, came = SeededRandom(5), []
    for _ in range(400):
        does(state, "I look around")
        decided = routing.routed(state, draws, AT)
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


def test_a_jester_that_was_to_speak_and_did_not_may_still_do() -> None:
    state = on_the_way(setting=a_setting(rules={"jester": 1.0, "jester_cooldown": 2}))
    for turn, due in ((1, False), (2, True), (3, True)):
        does(state, "I look around")
        decided = routing.routed(state, SeededRandom(1), AT)
        assert ("jester" in decided.agents) == due, turn
        apply(state, decided)
        for agent in decided.agents:
            apply(state, AgentSkipped(at=AT, agent=agent, reason="They are muted."))


def test_a_fight_is_told_by_the_keeper_first_to_its_end() -> None:
    state = on_the_way(setting=a_setting(rules={"jester": 1.0, "jester_cooldown": 0}))
    meets(does(state, "I go on"), "wolf", health=1, armour=1)
    assert routing.routed(state, SeededRandom(1), AT).agents == ("keeper", "narrator")
    for _ in range(20):
        if state[StoryState].fight is None:
            break
        rounds(state, "I attack the wolf")
        decided = routing.routed(state, SeededRandom(1), AT)
        assert (decided.agents, decided.phase, decided.draw) == (("keeper", "narrator"), "combat", routing.NEVER)
    assert state[StoryState].fight is None
    does(state, "I look around")
    assert routing.routed(state, SeededRandom(1), AT).phase == "exploration"


def talks(state: State) -> State:
    apply(state, PlayerDid(at=AT, what="talk", text="You talk.", effects=(DialogueOpened(character="marta"),)))
    return state


def test_in_a_talk_it_is_the_other_who_answers_until_they_have_said_goodbye() -> None:
    state = talks(does(on_the_way(setting=a_setting(rules={"jester_in_dialogue": 0.0})), "Talk to Marta"))
    decided = routing.routed(state, SeededRandom(1), AT)
    assert decided.agents == ("marta",)
    assert "Marta speaks first" in decided.reason
    apply(state, decided)
    assert arc.kind_of(state) == "greeting"
    says(state, "marta")
    does(state, "What do you sell?")
    decided = routing.routed(state, SeededRandom(1), AT)
    assert "Marta answers" in decided.reason
    apply(state, decided)
    assert arc.kind_of(state) == "line"
    says(state, "marta")
    does(state, "Goodbye")
    apply(state, PlayerDid(at=AT, what="part", text="You part.", effects=(DialogueClosed(character="marta"),)))
    decided = routing.routed(state, SeededRandom(1), AT)
    assert decided.agents == ("marta",)
    assert "Marta says goodbye" in decided.reason


def test_the_reason_names_the_word_the_chance_the_draw_and_the_cooldown() -> None:
    state = on_the_way(setting=a_setting(rules={"jester": 1.0, "jester_cooldown": 1}))
    decided = routing.routed(does(state, "I attack the door"), SeededRandom(2), AT)
    assert decided.agents == ("narrator", "keeper", "jester")
    assert decided.mechanical == "attack"
    for part in ("“attack”", "chance of 1.00", f"{decided.draw:.3f}"[:4], "cooldown: 1"):
        assert part in decided.reason
    german = routing.routed(does(on_the_way("de"), "Ich greife den Wolf an"), SeededRandom(2), AT)
    assert "„greife … an“ ist Sache der Regeln" in german.reason
    assert "Narr schweigt bis Zug 3" in german.reason


def test_who_is_muted_is_left_out_and_the_reason_says_so() -> None:
    state = on_the_way(setting=a_setting(rules={"jester": 1.0, "jester_cooldown": 0}))
    for member in ("keeper", "jester"):
        apply(state, MemberMuted(at=AT, member=member))
    decided = routing.routed(does(state, "I attack"), SeededRandom(2), AT)
    assert (decided.agents, decided.draw) == (NARRATOR, routing.NEVER)
    assert "Jester is muted." in decided.reason
    assert "because muted: Keeper." in decided.reason


def test_openings_greetings_and_epilogues_have_one_voice() -> None:
    state = on_the_way()
    opening = routing.routed(state, SeededRandom(1), AT)
    assert (opening.story_turn, opening.agents, opening.draw) == (0, NARRATOR, routing.NEVER)
    assert arc.kind_of(state) == "opening"
    assert routing.greeting(talks(state), AT).agents == ("marta",)
    end = routing.epilogue(on_the_way("de"), AT)
    assert isinstance(end, StoryRouted)
    assert (end.phase, end.agents, end.reason) == ("epilogue", NARRATOR, "Erzählerin erzählt allein, wie es ausgeht.")
