"""What the rules say first where a voice only goes on with a text: what happened, what is here, what somebody knows.

Such a voice makes up what it is not told and mixes up what it is. So the rules tell it, and the voice adds its line.
"""

from __future__ import annotations

from core.engine.requests import turn_request
from core.engine.stage import Stage
from core.log.events.turn import TurnKind, TurnStarted
from core.modes.story.events import StoryTold
from core.modes.story.rehearsal.companion import Companion
from core.modes.story.rehearsal.narration import Narrator
from core.modes.story.rehearsal.tellers import Teller
from core.modes.story.rules.parts import AGENTS
from core.modes.story.state import StoryState
from core.modes.story.words import words

EXACT = frozenset({"price", "buy", "sell", "accept", "haggle", "decline", "threaten", "give", "take"})
"""What came of the player's words where another number, or another thing, would be wrong."""


def in_its_place(stage: Stage, started: TurnStarted) -> str:
    """What the rules say alone, where such a voice could only get it wrong; empty: it is asked."""
    if not _alone(stage, started.member, started.kind):
        return ""
    request = turn_request(stage.state.setup, stage.perspective(started.member), started, stage.state)
    if started.member == "jester":
        return Teller(request).teased()
    return Narrator(request).narrated() if started.member == "narrator" else Companion(request).answered("")


def _alone(stage: Stage, member: str, kind: TurnKind) -> bool:
    """Whether no word may be beside the matter: a joke, an ending, a fight, what did not work, a farewell."""
    story = stage.state[StoryState]
    if kind == "question":
        return False
    if member not in AGENTS:
        return bool(story.parting) or any(did.refused or did.what in EXACT for did in story.did)
    fought = story.fight is not None or story.ended_turn == story.turn
    return member == "jester" or kind == "closing" or fought or any(did.refused for did in story.did)


def told_first(stage: Stage, member: str, kind: TurnKind, direction: str) -> StoryTold | None:
    """What the rules say before `member` takes their turn; None: nothing, or they have said it, or say it alone."""
    state, story = stage.state, stage.state[StoryState]
    if kind == "question" or member == "keeper" or _alone(stage, member, kind):
        return None
    if (last := story.told) is not None and (last.story_turn, last.member, last.kind) == (story.turn, member, kind):
        return None
    started = TurnStarted(at=stage.clock.now(), turn=state.next_turn, member=member, kind=kind, direction=direction)
    request = turn_request(state.setup, stage.perspective(member), started, state)
    if member == "narrator":
        text = Narrator(request).narrated()
    else:
        said = Companion(request).answered("")
        text = (
            words(state.setup.language, "says", part="speaking", name=state.name_of(member), text=said) if said else ""
        )
    if not text:
        return None
    return StoryTold(at=stage.clock.now(), story_turn=story.turn, member=member, kind=kind, text=text)
