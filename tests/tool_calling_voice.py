"""A voice that calls tools as it is told to, and sends what the Messages API would be sent."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from itertools import takewhile
from typing import Any

from parley.core.base.clock import REHEARSAL_EPOCH
from parley.core.base.errors import VoiceError
from parley.core.engine.run import Run
from parley.core.log.events.base import Event
from parley.core.log.events.turn import Author, ToolCall, Usage
from parley.core.modes.story.events import ToolAnswered
from parley.core.perspective.perspective import Block, Perspective
from parley.core.voices.anthropic.models import model_of
from parley.core.voices.anthropic.payload import Terms, build_payload
from parley.core.voices.base import Capabilities, Delta, Payload, Reply, Request, Waiting
from tests.scripted_voices import Actor, recorded, to_the_end
from tests.story_configs import a_story
from tests.strict_rules import NEW_VERSION, check

Calls = list[tuple[str, dict[str, Any]]]
Said = str | tuple[str, Calls]
"""What a voice says: words, or words with tool calls."""

TERMS = Terms(model_of("claude-haiku-5-5"))
LINES = {
    "narrator": "The fog stands at the panes and waits.",
    "keeper": "12 and no more.",
    "jester": "I counted the fog. There is one.",
}


class Teller(Actor):
    """Speaks for everybody: what `acts` say for (member, the player's words), else a line that is their own.

    Attributes: `requests` and `bodies`, what it was asked, each body checked by the strict rules; `told`, one reply
    after the other of that member's turn after those words; `faults`, which of these fails, once.
    """

    def __init__(self, acts: Mapping[tuple[str, str], Sequence[Said]] | None = None, **able: Any) -> None:
        super().__init__()
        self.told = acts or {}
        self.faults: dict[tuple[str, str], int] = {}
        self.able = {"tools": True, "structured": True, "context": 200_000} | able
        self.answer: Callable[[Request], dict[str, Any]] = _answer

    @property
    def capabilities(self) -> Capabilities:
        return Capabilities(**self.able)

    def payload(self, request: Request) -> Payload:
        return build_payload(request, TERMS)

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        self.requests.append(request)
        payload = self.payload(request)
        body = json.loads(json.dumps(payload.body))
        self.bodies.append(body)
        check(body, NEW_VERSION)
        await asyncio.sleep(0)
        said: Said | VoiceError
        said = json.dumps(self.answer(request)) if request.purpose != "turn" else self._said(request)
        if isinstance(said, VoiceError):
            raise said
        text, calls = said if isinstance(said, tuple) else (said, [])
        made = tuple(
            # Not made for the API: it is for the payload to see to it.
            ToolCall(id=f"call.{request.chance}.{place}", name=name, arguments=arguments)
            for place, (name, arguments) in enumerate(calls)
        )
        yield Delta(text)
        yield Reply(
            text=text,
            tool_calls=made,
            stop_reason="tool_use" if made else "end_turn",
            usage=Usage(input=10, output=5),
            provider="teller",
            words_by=Author(kind="model", name="teller"),
            request_hash=payload.digest(),
        )

    def _said(self, request: Request) -> Said | VoiceError:
        me = request.perspective.me.id
        act = next((piece.text for piece in request.material if piece.id == "act"), "")
        # Which reply of the turn it is shows in what it is sent: nothing is kept from one call to the next.
        again = sum(1 for _ in takewhile(lambda block: block.calls, reversed(request.perspective.list_sent()))) // 2
        said = self.told.get((me, act), [])
        if self.faults.get((me, act)) == again:
            del self.faults[me, act]
            return VoiceError("overloaded", "The voice is overloaded.", hint="Retry the turn.")
        return said[again] if again < len(said) else LINES.get(me, f"{request.perspective.me.name} nods at that.")

    def of(self, member: str) -> list[Request]:
        """The turns that a member was asked for."""
        return [each for each in self.requests if each.purpose == "turn" and each.perspective.me.id == member]


def _answer(request: Request) -> dict[str, Any]:
    if request.purpose == "choices":
        return {"choices": ["Wait a little", "Look around", "Go on"]}
    return {"summary": "They spoke, and nothing was promised."}


def play(run: Run) -> list[Event]:
    """Play until it ends or stands; all events that came."""
    seen = recorded(run)
    asyncio.run(to_the_end(run))
    return seen


def call(name: str, call_id: str = "one", error: bool = False, text: str = "Done.", **given: Any) -> ToolAnswered:
    """A call of the narrator's with what came of it."""
    return ToolAnswered(
        at=REHEARSAL_EPOCH, turn=1, member="narrator", call=call_id, name=name, arguments=given, text=text, error=error
    )


def view(*pieces: str | tuple[ToolAnswered, ...]) -> Perspective:
    """The narrator's: "< words" are their own, other words the player's, calls a pair."""
    config = a_story("ferry")
    blocks: list[Block] = []
    for seq, piece in enumerate(pieces, 1):
        if isinstance(piece, tuple):
            blocks += [Block(seq, "assistant", "narrator", "", "", piece), Block(seq, "user", "", "", "", piece)]
        elif piece.startswith("<"):
            blocks.append(Block(seq, "assistant", "narrator", "Narrator", piece[2:]))
        else:
            blocks.append(Block(seq, "user", "player", "You", piece))
    return Perspective(config, config.member("narrator"), "A story.", blocks, len(blocks), called=True)
