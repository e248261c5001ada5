"""Room in a voice's context: what a side is sent of a long talk."""

from __future__ import annotations

from dataclasses import replace

from core.errors import VoiceError
from core.events import TurnKind, TurnStarted
from core.modes import room
from core.requests import turn_request
from core.stage import Stage
from core.transcript.perspective import Perspective
from core.transcript.weight import BLOCK, tokens
from core.voices.base import Counting, Request, Voice

MARGIN = 300
"""Tokens that stay free: what a provider adds to a prompt is not ours to see."""
NEAR = 0.8
"""From this part of the room on the provider is asked to count: below, the estimate, which is rather too high, will
do."""


async def make_room(stage: Stage, member: str, kind: TurnKind) -> None:
    """Cut what `member` is sent where it has grown too long for their voice, or for what the run allows.

    Room for the reply is kept. Whole exchanges go, the oldest first; where a single one is too long, as it may be with
    many sides, the oldest lines of others in it.
    """
    view, allowed = stage.perspective(member), stage.config.talk.context
    try:
        voice = stage.voice(stage.state.voice_of(member))
        # Only a talk that fills a part of the context is worth a closer look.
        if allowed or view.size() * 8 > voice.capabilities.context:
            bound = await _bound(stage, member, kind, voice)
            _cut(stage, member, min(bound, allowed) if allowed else bound)
    except VoiceError:
        # It is told when the turn is taken.
        return


def halve(stage: Stage, member: str) -> None:
    """Cut half of what `member` is sent: the voice would not take it."""
    _cut(stage, member, stage.perspective(member).size() - 1)


def _cut(stage: Stage, member: str, bound: int) -> None:
    room.make_room(stage, member, bound, room.before_an_exchange, room.before_somebody_else)


async def _bound(stage: Stage, member: str, kind: TurnKind, voice: Voice) -> int:
    """Tokens, as we estimate them, that the history may have."""
    view = stage.perspective(member)
    bare = _request(stage, member, kind, replace(view, start=view.count))
    payload = voice.payload(bare)
    fixed = sum(tokens(item.text) + BLOCK for item in payload.items)
    context, sent = voice.capabilities.context, payload.body.get("max_tokens")
    # A voice of a very short memory says less than it might.
    reply = min(max(bare.max_tokens, sent if isinstance(sent, int) else 0), context // 2)
    free = context - reply - MARGIN
    if view.size() > NEAR * (free - fixed) and isinstance(voice, Counting):
        counted = await voice.count(_request(stage, member, kind, view))
        if counted:
            # So many of our tokens make one of theirs.
            free = int(free * (fixed + view.size()) / counted)
    return max(room.LEAST, free - fixed)


def _request(stage: Stage, member: str, kind: TurnKind, view: Perspective) -> Request:
    state = stage.state
    now = stage.clock.now()
    started = TurnStarted(at=now, turn=state.next_turn, member=member, kind=kind, attempt=state.attempt)
    return turn_request(stage.config, view, started, state)
