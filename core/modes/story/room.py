"""Room in a voice's context: what an agent is sent of a long story, in whole exchanges."""

from __future__ import annotations

import json
from collections.abc import Sequence

import msgspec

from core.errors import VoiceError
from core.events import PLAYER, ContextCut
from core.stage import Stage
from core.story.tools import FORMS
from core.transcript.perspective import Block

CHARACTERS = 3.5
"""Characters of a token, at the least."""
BLOCK = 4
"""Tokens that a block costs beyond its words."""
REPLY = 700
"""Tokens kept for the reply and for what its tool calls bring."""
LEAST = 256
"""Tokens of history that there is room for in any case."""


def tokens(text: str) -> int:
    """About how many tokens a text has, rather too many."""
    return int(len(text) / CHARACTERS) + 1


def cost(block: Block) -> int:
    """Tokens of a block as it is sent, with its tool calls or their results."""
    if not block.calls:
        return tokens(block.text) + BLOCK
    if block.role == "assistant":
        return sum(tokens(call.name + msgspec.json.encode(call.arguments).decode()) + BLOCK for call in block.calls)
    return sum(tokens(call.text) + BLOCK for call in block.calls)


def budget(stage: Stage, member: str, direction: str, tools: Sequence[str]) -> int:
    """Tokens that the history may have: what the run sets, else what the voice's context leaves; 0: no bound known."""
    if bound := stage.config.tale.context:
        return bound
    try:
        context = stage.capabilities(member).context
    except VoiceError:
        # It is told when the turn is taken.
        return 0
    view = stage.perspective(member)
    forms = sum(tokens(FORMS[name].description + json.dumps(FORMS[name].schema)) + BLOCK for name in tools)
    taken = tokens(view.system()) + tokens(view.premise) + tokens(direction) + forms + REPLY
    return max(LEAST, context - taken)


def make_room(stage: Stage, member: str, direction: str, tools: Sequence[str]) -> None:
    """Cut what `member` is sent where it has grown too long, so that half the room is free again.

    Cut is in front of a line of the player's alone: whole exchanges go, never half a pair of a tool call and its
    result, and the newest exchange stays.
    """
    view = stage.perspective(member)
    blocks = view.blocks[view.start : view.count]
    costs = [cost(block) for block in blocks]
    left = sum(costs)
    bound = budget(stage, member, direction, tools)
    if not bound or left <= bound:
        return
    cut = 0
    for at, block in enumerate(blocks):
        if block.speaker == PLAYER and at:
            cut = at
            if left <= bound // 2:
                break
        left -= costs[at]
    if cut:
        stage.append(ContextCut(at=stage.clock.now(), member=member, before=blocks[cut].seq, dropped=cut, budget=bound))
