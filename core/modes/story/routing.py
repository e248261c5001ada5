"""Who answers what the player did, in what order, and why."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass, replace
from datetime import datetime

from parley.core.base.clock import SeededRandom
from parley.core.base.sentences import Sentence, joined
from parley.core.log.state import State
from parley.core.modes.story.arc import is_greeting
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import Moved, Phase, StoryRouted
from parley.core.modes.story.rules.parser import find_dice
from parley.core.modes.story.rules.parts import Rules
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.words import get_sentence
from parley.core.turn_taking.moves import injected_for

NARRATOR, KEEPER, JESTER = "narrator", "keeper", "jester"
_ANSWERED = frozenset({"meta", "ask"})
NEVER = -1.0
"""A draw that was not made."""


@dataclass(frozen=True)
class Decision:
    """Who answers. `asked` are those who do unless they are muted; the rest as in `StoryRouted`."""

    asked: tuple[str, ...]
    mechanical: str = ""
    probability: float = 0.0
    since: int = 0
    draw: float = NEVER


def decide_route(
    act: str,
    phase: Phase,
    *,
    rules: Rules,
    turn: int,
    jester: int,
    draw: Callable[[], float],
    partner: str = "",
    muted: Collection[str] = (),
    thrown: bool = False,
    read: bool = True,
) -> Decision:
    """Return who answers the player's words in story turn `turn`; `jester` is the one in which it last spoke (0:
    never).

    `thrown`: the rules threw dice this turn. `read`: they have read the player's words; else the narrator's voice does.
    `draw` gives a number in [0, 1) and is called only where the Jester could
    join. The Jester's turns are then at least `cooldown` apart, and on average max(cooldown, 1) − 1 + 1/p: it waits
    for the cooldown, then as many turns as it takes a chance of p to come.
    """
    word, chance = "", 0.0
    match phase:
        case "creation":
            asked: tuple[str, ...] = ()
        case "combat":
            asked = (KEEPER, NARRATOR) if read else (NARRATOR,)  # else the narrator's own tool call plays the round
            word = find_dice(act) if read else ""
        case "dialogue":
            # What the narrator would tell, whoever the player talks with says themselves.
            asked, chance = (partner or NARRATOR,), rules.jester_in_dialogue
        case "epilogue":
            asked = (NARRATOR,)
        case "exploration":
            word = find_dice(act) if turn and read else ""
            asked = (NARRATOR, KEEPER) if word or (thrown and turn) else (NARRATOR,)
            chance = rules.jester if turn else 0.0
    since = turn - jester
    drawn = NEVER
    if chance and since >= rules.jester_cooldown and turn and JESTER not in muted:
        drawn = draw()
        if drawn < chance:
            asked = (*asked, JESTER)
    return Decision(asked, word, chance, since, drawn)


def build_route(
    state: State, rng: SeededRandom, at: datetime, *, brief: bool = False, read: bool = True, staged: bool = False
) -> StoryRouted:
    """Return who answers what the player did in this story turn; before their first, who opens the story.

    `brief`: the tellers' voices know nothing beyond what the rules said where these answered or refused.
    `read`: the rules have read the player's words. `staged`: the narrator's voice has but written words, for places.
    """
    story = state[StoryState]
    # A fight that ended with this act is told as the fight that it was.
    phase: Phase = "combat" if story.turn and story.ended_turn == story.turn else story.phase
    answered = ("meta",) if phase == "exploration" else ("meta", "ask", "deed")
    if story.did and all(did.what in answered for did in story.did):  # without a deed `all` is true
        # What is said out of the game was answered by the rules, and is nobody's business in it; nor does an enemy, or
        # whom the player talks with, say how many coins the player has.
        return _build_story_routed(state, at, phase, Decision(()))
    if brief and phase != "dialogue" and story.did and all(did.refused or did.what in _ANSWERED for did in story.did):
        return _build_story_routed(state, at, phase, Decision(()), "told")
    decision = decide_route(
        # What nothing came of calls nobody to count it.
        "" if any(did.refused or did.what == "ask" for did in story.did) else story.act,
        phase,
        rules=state.setup[StoryConfig].setting.rules,
        turn=story.turn,
        jester=story.jester,
        draw=lambda: rng.draw_float(story.turn, JESTER),
        partner=story.partner,
        muted=state.muted,
        thrown=story.dice is not None and story.dice.story_turn == story.turn,
        read=read,
    )
    return _build_story_routed(state, at, phase, _drop_echoing_agents(state, decision) if staged else decision, "told")


def _drop_echoing_agents(state: State, decision: Decision) -> Decision:
    """Leave out who could only repeat what the rules have said: the narrator where nobody has gone anywhere, the Keeper
    of every throw, the partner who sells or buys something; and a Jester without a new joke."""
    story = state[StoryState]
    moved = any(isinstance(effect, Moved) for did in story.did for effect in did.effects)
    decided = bool(story.did) or (story.turn and story.resolved == story.turn)
    left_out = {KEEPER, NARRATOR} if decided and not moved else {KEEPER}
    thrown = story.dice is not None and story.dice.story_turn == story.turn
    dealt = thrown or any(did.refused or did.what in ("buy", "sell", "price") for did in story.did)
    if story.partner and dealt and not injected_for(state, story.partner):
        left_out.add(story.partner)
    jokes = state.setup.member(JESTER).lines if state.setup.has(JESTER) else ()
    if sum(turn.member == JESTER for turn in state.turns) >= len(jokes):
        left_out.add(JESTER)
    return replace(decision, asked=tuple(one for one in decision.asked if one not in left_out))


def build_greeting(state: State, at: datetime) -> StoryRouted:
    """Return that the partner greets the player, who has come to talk with them."""
    return _build_story_routed(state, at, "dialogue", Decision((state[StoryState].partner,)))


def build_epilogue(state: State, at: datetime) -> StoryRouted:
    """Return that the narrator alone tells how the story ends."""
    return _build_story_routed(state, at, "epilogue", Decision((NARRATOR,)))


def _build_story_routed(
    state: State, at: datetime, phase: Phase, decision: Decision, nobody: str = "meta"
) -> StoryRouted:
    return StoryRouted(
        at=at,
        story_turn=state[StoryState].turn,
        turn=state.next_turn,  # the first turn that may answer it
        phase=phase,
        agents=tuple(one for one in decision.asked if one not in state.muted),
        mechanical=decision.mechanical,
        probability=decision.probability,
        cooldown=state.setup[StoryConfig].setting.rules.jester_cooldown if decision.probability else 0,
        since=decision.since,
        draw=decision.draw,
        reason=joined(*_build_routing_reasons(state, phase, decision, nobody)),
    )


def _build_routing_reasons(state: State, phase: Phase, decision: Decision, nobody: str) -> list[Sentence]:
    language = state.setup.language
    names = {
        "narrator": state.name_of(NARRATOR), "keeper": state.name_of(KEEPER), "jester": state.name_of(JESTER),
        "partner": state.name_of(state[StoryState].partner),
    }  # fmt: skip
    if not decision.asked and phase != "creation":
        return [get_sentence(language, nobody, part="routing", **names)]
    said = [get_sentence(language, _find_routing_occasion(state, phase), part="routing", **names)]
    if phase == "exploration" and KEEPER in decision.asked:
        key = "keeper_word" if decision.mechanical else "keeper_dice"
        said.append(get_sentence(language, key, part="routing", word=decision.mechanical, **names))
    if decision.draw != NEVER:
        key = "jester_joins" if decision.draw < decision.probability else "jester_stays"
        chance, draw = _format_hundredths(decision.probability, language), _format_hundredths(decision.draw, language)
        said.append(get_sentence(language, key, part="routing", chance=chance, draw=draw, **names))
    if silent := [one for one in decision.asked if one in state.muted]:
        who = ", ".join(state.name_of(one) for one in silent)
        said.append(get_sentence(language, "muted", part="routing", who=who))
    return said


def _find_routing_occasion(state: State, phase: Phase) -> str:
    story = state[StoryState]
    if phase == "dialogue":
        return "farewell" if story.parting else "greeting" if is_greeting(state) else "dialogue"
    return "opening" if phase == "exploration" and not story.turn else phase


def _format_hundredths(value: float, language: str) -> str:
    # Rounded down: what is drawn below the chance is also shown below it.
    shown = f"{int(value * 10_000) / 10_000:.4f}".rstrip("0")
    shown = shown + "0" * max(0, 2 - len(shown.partition(".")[2]))
    return shown.replace(".", ",") if language == "de" else shown
