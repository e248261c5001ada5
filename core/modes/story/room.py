"""Room in a voice's context: what an agent is sent of a long story, from a line of the player's on."""

from __future__ import annotations

import json
from collections.abc import Sequence

from core.base.errors import VoiceError
from core.cast.member import PLAYER
from core.engine import context_window as room
from core.engine.stage import Stage
from core.modes.story.config import StoryConfig
from core.modes.story.rules.tools import FORMS
from core.perspective.perspective import Block
from core.perspective.weight import BLOCK, tokens

REPLY = 700
"""Tokens kept for the reply and for what its tool calls bring."""


def budget(stage: Stage, member: str, direction: str, tools: Sequence[str]) -> int:
    """Tokens that the history may have: what the run sets, else what the voice's context leaves; 0: no bound known."""
    if bound := stage.config[StoryConfig].context:
        return bound
    try:
        context = stage.capabilities(member).context
    except VoiceError:
        # It is told when the turn is taken.
        return 0
    view = stage.perspective(member)
    forms = sum(tokens(FORMS[name].description + json.dumps(FORMS[name].schema)) + BLOCK for name in tools)
    taken = tokens(view.system()) + tokens(view.premise) + tokens(direction) + forms + REPLY
    return max(room.LEAST, context - taken)


def make_room(stage: Stage, member: str, direction: str, tools: Sequence[str]) -> None:
    """Cut what `member` is sent where it has grown too long, so that half the room is free again.

    Cut is in front of a line of the player's alone: whole exchanges go, never half a pair of a tool call and its
    result, and the newest exchange stays.
    """
    if bound := budget(stage, member, direction, tools):
        room.make_room(stage, member, bound, _before_the_player)


def _before_the_player(blocks: Sequence[Block], at: int) -> bool:
    return blocks[at].speaker == PLAYER
