"""The rehearsal voice: it speaks without a model, at once or at the pace of speech."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Sequence
from dataclasses import replace
from random import Random
from typing import Any

import msgspec

from parley.core.base.clock import Clock, SystemClock
from parley.core.base.packaged import names
from parley.core.cast.member import VoiceSpec
from parley.core.log.authors import RULES
from parley.core.log.events.turn import Author, ToolCall, Usage
from parley.core.perspective.perspective import Block
from parley.core.voices.base import Capabilities, Delta, Payload, PayloadItem, Reply, Request, Waiting
from parley.core.voices.rehearsal.instance import fitted
from parley.core.voices.rehearsal.part import RehearsalPart, part_of
from parley.core.voices.rehearsal.persona import Persona
from parley.core.voices.rehearsal.written import FOLDER, answer_for, line_for

MODEL = "script"
FASTEST, SLOWEST = 0.2, 1.2
"""Seconds a line takes."""

KEPT_PERSONAS = 512

CAPABILITIES = Capabilities(
    languages=("en", "de"),
    tools=True,
    structured=True,
    sampling=True,
    context=1_000_000,
    profile="script",
    instant=True,
    limits="A scripted stand-in: it puts lines together from phrases and understands nothing. No model is involved.",
)
WRITTEN = replace(CAPABILITIES, written=True)


class RehearsalVoice:
    """A `Voice` whose every word follows from the request and its seed."""

    def __init__(self, spec: VoiceSpec, clock: Clock, *, pause: bool = False) -> None:
        self._spec = spec
        # Any other model is but a label, as it was in earlier logs.
        self._written = spec.model if spec.model in names(FOLDER) else ""
        self._writer = Author(kind="writer", name=self._written)
        self._clock = clock
        self._pause = pause
        self._on_machine_time = isinstance(clock, SystemClock)
        self._personas: dict[tuple[str, str], Persona] = {}

    @property
    def spec(self) -> VoiceSpec:
        """Which voice this is."""
        return self._spec

    @property
    def capabilities(self) -> Capabilities:
        """What it can do."""
        return WRITTEN if self._written else CAPABILITIES

    def payload(self, request: Request) -> Payload:
        """What the improviser is given: digests of what does not change, and the last witnessed blocks."""
        view, blocks = request.perspective, self._blocks(request)
        items = [("system", request.task or view.system()), ("user", view.premise)]
        items += [("user", view.recap)] * bool(view.summary)
        items += [(block.role, block.text) for block in blocks]
        for answer in _part(request).calls(request):
            items += [("assistant", f"{answer.name} {_json(answer.arguments)}"), ("user", answer.text)]
        items += [("direction", request.direction)] * bool(request.direction)
        items += [("tools", ", ".join(tool.name for tool in request.tools))] * bool(request.tools)
        items += [("schema", _json(request.schema))] * (request.schema is not None)
        return Payload(self._body(request, self._persona(request), blocks), [PayloadItem(*item) for item in items])

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        """Deltas that add up to the reply's text, then the reply."""
        persona = self._persona(request)
        random = Random(request.chance)
        latency = round(FASTEST + (SLOWEST - FASTEST) * random.random(), 3)
        first_token = round(latency * (0.2 + 0.2 * random.random()), 3)
        blocks = self._blocks(request)
        body = self._body(request, persona, blocks)
        text, tool_calls, author = self._reply(request, persona, random)
        # Characters of what a model would have had to read; a token is about four of them.
        view = request.perspective
        opening = (request.task or persona.instructions, view.premise, view.recap, request.direction)
        read = sum(map(len, opening)) + sum([len(block.said) + len(block.name) + 2 for block in blocks])
        paced = self._pause and self._on_machine_time
        await self._clock.sleep(first_token if paced else 0.0 if self._on_machine_time else latency)
        # Where nobody waits for it, a line comes as a whole, else word by word, each with the space behind it.
        pieces = [*filter(None, re.split(r"(?<= )", text))] if paced else [text] if text else []
        for piece in pieces:
            yield Delta(piece)
            if paced:
                await self._clock.sleep((latency - first_token) / len(pieces))
        yield Reply(
            text=text,
            tool_calls=tool_calls,
            stop_reason="tool_use" if tool_calls else "end_turn",
            usage=Usage(input=read // 4, output=-(-len(text) // 4)),
            latency=latency,
            first_token=first_token,
            provider="rehearsal",
            model=self._spec.model or MODEL,
            request_hash=Payload(body, ()).digest(),
            warmth_as="sampling",
            words_by=author,
        )

    async def close(self) -> None:
        """Nothing is held."""

    def _reply(self, request: Request, persona: Persona, random: Random) -> tuple[str, tuple[ToolCall, ...], Author]:
        """Return the words, the tools that are called, and who made the words."""
        part, warmth = _part(request), self._warmth(request)
        if request.schema is None:
            line = line_for(self._written, request) if self._written else None
            if line is None:
                return *part.line(request, persona, random, warmth), RULES
            calls = tuple(
                ToolCall(id=f"written_{request.turn}_{at}", name=call.name, arguments=call.arguments)
                for at, call in enumerate(line.calls)
            )
            return line.says, calls, self._writer
        written = answer_for(self._written, request) if self._written else None
        answer = written or part.answer(request, random)
        if answer is None:
            answer = part.improvised(request, persona, random, warmth)
        return _json(fitted(answer, request.schema)), (), self._writer if written else RULES

    def _warmth(self, request: Request) -> float:
        return request.warmth if self._spec.warmth is None else self._spec.warmth

    def _persona(self, request: Request) -> Persona:
        perspective = request.perspective
        key = (perspective.config.id, perspective.me.id)
        persona = self._personas.get(key)
        # A fork's configuration may have other members under the same ids: the very object must be the same.
        if persona is None or persona.config is not perspective.config:
            if len(self._personas) >= KEPT_PERSONAS:
                self._personas.clear()
            persona = self._personas[key] = Persona(perspective)
        return persona

    def _blocks(self, request: Request) -> Sequence[Block]:
        return request.perspective.witnessed(_part(request).lately(request))

    def _body(self, request: Request, persona: Persona, blocks: Sequence[Block]) -> dict[str, Any]:
        scene = request.scene
        body: dict[str, Any] = {
            "system": request.task or persona.system,
            "premise": request.perspective.premise,
            "witnessed": [(block.speaker, block.said) for block in blocks],
            "direction": request.direction,
            "purpose": request.purpose,
            "kind": request.kind,
            "turn": [request.turn, request.turns],
            "mood": request.mood,
            "warmth": self._warmth(request),
            "chance": request.chance,
            "seed": persona.config.seed,
            "cap": persona.config.cap,
        }
        more = {
            # A talk goes into a line whole, and is shown from its end.
            "earlier": persona.talk(request.perspective).digest if _part(request).whole(request) else None,
            "summary": request.perspective.summary or None,
            "schema": request.schema,
            # What it was made of says no more than the text itself.
            "scene": None if scene is None else [msgspec.structs.replace(scene, message=None), request.beat],
            "tools": [tool.name for tool in request.tools] or None,
            "answers": [(each.name, each.arguments, each.text, each.error) for each in _part(request).calls(request)]
            or None,
            "material": [(piece.id, piece.member, piece.text) for piece in request.material] or None,
        }
        return body | {name: value for name, value in more.items() if value is not None}


def _part(request: Request) -> RehearsalPart:
    return part_of(request.perspective.config.mode)


def _json(value: Any) -> str:
    return msgspec.json.encode(value).decode()
