"""Room in a voice's context: what a side is sent of a long talk."""

from __future__ import annotations

from msgspec.structs import replace

from parley.core.base.errors import VoiceError
from parley.core.engine import context_window as room
from parley.core.engine import summing
from parley.core.engine.requests import turn_request
from parley.core.engine.stage import Stage
from parley.core.log.events.turn import TurnKind, TurnStarted
from parley.core.modes.duologue.config import DuologueConfig
from parley.core.perspective.perspective import Perspective
from parley.core.perspective.weight import BLOCK, tokens
from parley.core.voices.base import Request, Voice

MARGIN = 300
"""Tokens that stay free: what a provider adds to a prompt is not ours to see."""
BOUNDARIES = (room.before_an_exchange, room.before_somebody_else)


def make_room(stage: Stage, member: str, kind: TurnKind) -> bool:
    """Cut what `member` is sent where it has grown too long for their voice, or for what the run allows.

    Room for the reply is kept. Whole exchanges go, the oldest first; where a single one is too long, as it may be with
    many sides, the oldest lines of others in it. Where it is to be summed up first, that is asked for and done in steps
    of their own, as a voice is paid for it: True.
    """
    allowed = stage.config[DuologueConfig].context
    try:
        voice = stage.voice(stage.state.get_voice_of(member))
        # Only a talk that fills a part of the context is worth a closer look.
        if allowed or stage.perspective(member).size() * 8 > voice.capabilities.context:
            bound = _bound(stage, member, kind, voice)
            return _cut(stage, member, min(bound, allowed) if allowed else bound)
    except VoiceError:
        # It is told when the turn is taken.
        return False
    return False


def halve(stage: Stage, member: str) -> None:
    """Cut half of what `member` is sent: the voice would not take it."""
    bound = stage.perspective(member).size() - 1
    room.make_room(stage, member, bound, *BOUNDARIES, note=_explain_dropped_summary(stage, "refused"))


def _cut(stage: Stage, member: str, bound: int) -> bool:
    """Drop what is too much, or ask for it to be summed up: True."""
    if stage.state.summing is not None and stage.state.summing.member == member:
        # It could not be just now; why will be told when the turn is taken.
        return False
    if stage.config[DuologueConfig].when_full == "summarise" and summing.find_space_in(bound) >= summing.LEAST:
        return summing.asked(stage, member, bound, *BOUNDARIES)
    room.make_room(stage, member, bound, *BOUNDARIES, note=_explain_dropped_summary(stage, "no room"))
    return False


def _explain_dropped_summary(stage: Stage, key: str) -> str:
    """Why something is dropped that was to be summed up; empty where it was not to be."""
    return "" if stage.config[DuologueConfig].when_full == "drop" else summing.reason(key)


def _bound(stage: Stage, member: str, kind: TurnKind, voice: Voice) -> int:
    """Tokens, as we estimate them, that the history may have."""
    view = stage.perspective(member)
    bare = _request(stage, member, kind, replace(view, start=view.count, summary=""))
    payload = voice.payload(bare)
    fixed = sum(tokens(item.text) + BLOCK for item in payload.items)
    context, sent = voice.capabilities.context, payload.body.get("max_tokens")
    # A voice of a very short memory says less than it might.
    reply = min(max(bare.max_tokens, sent if isinstance(sent, int) else 0), context // 2)
    free = context - reply - MARGIN
    # Where hardly anything is left, the newest words are sent all the same.
    return max(min(room.LEAST, context // 16), free - fixed)


def _request(stage: Stage, member: str, kind: TurnKind, view: Perspective) -> Request:
    state = stage.state
    now = stage.clock.now()
    started = TurnStarted(
        at=now, turn=state.next_turn, member=member, kind=kind, attempt=state.attempt, lore=stage.lore(member)
    )
    return turn_request(stage.config, view, started, state)
