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


def in_its_place(stage: Stage, started: TurnStarted) -> str:
    """What is said by the rules alone, as such a voice can neither joke nor end a story; empty: it is asked."""
    request = turn_request(stage.state.setup, stage.perspective(started.member), started, stage.state)
    if started.member == "jester" and started.kind != "question":
        return Teller(request).teased()
    return Narrator(request).narrated() if (started.member, started.kind) == ("narrator", "closing") else ""


def told_first(stage: Stage, member: str, kind: TurnKind, direction: str) -> StoryTold | None:
    """What the rules say before `member` takes their turn; None: nothing, or they have said it."""
    state, story = stage.state, stage.state[StoryState]
    if kind in ("question", "closing") or (member in AGENTS and member != "narrator"):
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
