"""What the rules say where a voice only goes on with a text: what happened, what is here, what somebody knows.

Such a voice makes up what it is not told and mixes up what it is. So the rules tell it; only a narrator's line that
could have a detail more is asked for, and begins with what the rules say.
"""

from __future__ import annotations

from parley.core.engine.requests import turn_request
from parley.core.engine.stage import Stage
from parley.core.log.events.turn import TurnKind, TurnStarted
from parley.core.modes.story.rehearsal.companion import Companion
from parley.core.modes.story.rehearsal.narration import Narrator
from parley.core.modes.story.rehearsal.tellers import Teller
from parley.core.modes.story.state import StoryState
from parley.core.voices.base import Request


def in_its_place(stage: Stage, started: TurnStarted) -> str:
    """What the rules say alone, where such a voice could only get it wrong; empty: it is asked."""
    if not _alone(stage, started.member, started.kind):
        return ""
    return by_rules(turn_request(stage.state.setup, stage.perspective(started.member), started, stage.state))


def by_rules(request: Request) -> str:
    """A teller's or a person's line as the rules say it."""
    match request.perspective.me.id:
        case "jester":
            return Teller(request).teased()
        case "narrator":
            return Narrator(request).narrated()
        case _:
            return Companion(request).answered()


def _alone(stage: Stage, member: str, kind: TurnKind) -> bool:
    """Whether no word may be beside the matter: a joke, an answer, an ending, a fight, what did not work."""
    story = stage.state[StoryState]
    if kind == "question":
        return False
    fought = story.fight is not None or story.ended_turn == story.turn
    return member != "narrator" or kind == "closing" or fought or any(did.refused for did in story.did)
