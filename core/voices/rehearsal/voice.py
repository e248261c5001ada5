"""The rehearsal voice: it says what somebody wrote, and where nobody did, what the turn does."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import replace
from random import Random
from typing import Any

import msgspec

from parley.core.base.clock import Clock, SystemClock
from parley.core.base.errors import VoiceError
from parley.core.base.packaged import names
from parley.core.cast.member import VoiceSpec
from parley.core.log.events.turn import Author, Move, ToolCall, Usage
from parley.core.perspective.move_text import phrase_move
from parley.core.voices.base import Capabilities, Delta, Payload, PayloadItem, Reply, Request, Waiting
from parley.core.voices.rehearsal.instance import build_random, fit_value
from parley.core.voices.rehearsal.part import Words, answer_interview, part_of
from parley.core.voices.rehearsal.repertoire import choose_line, for_topic, move_of
from parley.core.voices.rehearsal.written import FOLDER, WrittenLine, answer_for, goes_on, line_for

MODEL = "script"
FASTEST, SLOWEST = 0.2, 1.2
"""Seconds a line takes."""

CAPABILITIES = Capabilities(
    languages=("en", "de"),
    tools=False,
    structured=True,
    sampling=True,
    context=1_000_000,
    profile="script",
    limits="Written lines where there are some; else it says what each turn does. No model is involved.",
    instant=True,
    staged=True,
)
WRITTEN = replace(CAPABILITIES, written=True, staged=False, tools=True)

UNDRAWN = Move(act="inform")
"""What is shown of a turn for which no move was drawn."""


class RehearsalVoice:
    """A `Voice` whose every word was written by somebody, or is a stage direction of the rules.

    With the name of a written run as its model it says that run's lines, and raises `VoiceError` ("unwritten") where
    these end. Else it says lines of the cast's repertoire to the topic, or of the mode's own, where one fits.
    """

    def __init__(self, spec: VoiceSpec, clock: Clock, *, rate: Callable[[], float] = float) -> None:
        self._spec = spec
        # Any other model is but a label, as it was in earlier logs.
        self._written = spec.model if spec.model in names(FOLDER) else ""
        self._clock = clock
        self._rate = rate
        self._on_machine_time = isinstance(clock, SystemClock)

    @property
    def spec(self) -> VoiceSpec:
        """Which voice this is."""
        return self._spec

    @property
    def capabilities(self) -> Capabilities:
        """What it can do."""
        return WRITTEN if self._written else CAPABILITIES

    def payload(self, request: Request) -> Payload:
        """Return what the line follows from, which is sent to nobody; the items are what a model would be sent."""
        view = request.perspective
        items = [("system", request.task or view.get_system_text()), ("user", view.premise)]
        items += [("user", view.recap)] * bool(view.summary)
        items += [(block.role, block.text) for block in view.witnessed()]
        items += [("direction", request.direction)] * bool(request.direction)
        items += [("tools", ", ".join(tool.name for tool in request.tools))] * bool(request.tools)
        items += [("schema", _encode_json_text(request.schema))] * (request.schema is not None)
        return Payload(_build_body(request), [PayloadItem(*item) for item in items])

    def plan(self, request: Request) -> Move | None:
        """Return the move of the line that is written for the turn; the drawn one where none is."""
        if self._written:
            line = line_for(self._written, request)
            return None if line is None or line.act is None else Move(act=line.act, to=line.to)
        chosen = choose_line(request)
        return request.move if chosen is None else move_of(chosen, request)

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        """Yield deltas that add up to the reply's text, then that. Raises `VoiceError` where a written run ends."""
        random = Random(request.chance)
        latency = round(FASTEST + (SLOWEST - FASTEST) * random.random(), 3)  # drawn, not measured: one seed, one log
        first_token = round(latency * (0.2 + 0.2 * random.random()), 3)
        words = self._choose_words(request, random)
        # About what a model would have had to read.
        read = len(request.task) + len(request.direction) + len(request.perspective.premise)
        paced = self._rate() if self._on_machine_time else 0.0
        await self._clock.sleep(first_token / paced if paced else 0.0 if self._on_machine_time else latency)
        # Where nobody waits for it, a line comes as a whole, else word by word, each with the space behind it. A stage
        # direction is nothing that somebody says word by word.
        spoken = bool(paced) and words.author.kind != "rules"
        pieces = [*filter(None, re.split(r"(?<= )", words.text))] if spoken else [words.text] if words.text else []
        for piece in pieces:
            if paced:
                await self._clock.sleep((latency - first_token) / len(pieces) / paced)
            yield Delta(piece)
        yield Reply(
            text=words.text,
            tool_calls=words.calls,
            stop_reason="tool_use" if words.calls else "end_turn",
            usage=Usage(input=read // 4 + request.perspective.get_size(), output=-(-len(words.text) // 4)),
            latency=latency,
            first_token=first_token,
            provider="rehearsal",
            model=self._spec.model or MODEL,
            request_hash=Payload(_build_body(request), ()).digest(),
            temperature_as="sampling",
            words_by=words.author,
        )

    async def close(self) -> None:
        """Do nothing: nothing is held."""

    def _choose_words(self, request: Request, random: Random) -> Words:
        if request.schema is not None:
            return self._answer(request, request.schema, random)
        if self._written:
            line = line_for(self._written, request)
            if line is not None:
                return Words(line.says, _build_tool_calls(line, request), Author(kind="writer", name=self._written))
            if not goes_on(self._written, request):
                raise _build_unwritten_error()
        found = part_of(request.perspective.config.mode).line(request, random)
        if found is not None:
            return found
        chosen = choose_line(request)
        if chosen is None:
            return Words(stage(request))
        return Words(chosen.says, (), Author(kind="writer", name=_name_of_repertoire(request)))

    def _answer(self, request: Request, schema: Mapping[str, Any], random: Random) -> Words:
        """Return the answer to a question, in its form: as written, by the mode's rules, or something that fits."""
        if self._written and (written := answer_for(self._written, request)) is not None:
            return Words(_encode_json_text(fit_value(written, schema)), (), Author(kind="writer", name=self._written))
        answer: Any = part_of(request.perspective.config.mode).answer_request(request, random)
        if answer is None and request.purpose == "interview":
            answer = answer_interview(request)
        if answer is None and self._written:
            raise _build_unwritten_error()
        if answer is None:
            known = {piece.id: piece.text for piece in request.material}
            answer = build_random(schema, lambda name: known.get(name) or stage(request), random)
        return Words(_encode_json_text(fit_value(answer, schema)))


def _name_of_repertoire(request: Request) -> str:
    config = request.perspective.config
    found = for_topic(config.cast_id, config.language, request.topic)
    return found.id if found is not None else ""


def _build_body(request: Request) -> dict[str, Any]:
    body = {
        "member": request.perspective.me.id, "purpose": request.purpose, "kind": request.kind, "turn": request.turn,
        "chance": request.chance,
    }  # fmt: skip
    return body | ({"move": request.move} if request.move is not None else {})


def _build_unwritten_error() -> VoiceError:
    return VoiceError("unwritten", "The writing ends here: what comes next was not written.")


def _build_tool_calls(line: WrittenLine, request: Request) -> tuple[ToolCall, ...]:
    return tuple(
        ToolCall(id=f"written_{request.turn}_{at}", name=call.name, arguments=call.arguments)
        for at, call in enumerate(line.calls)
    )


def _encode_json_text(value: Any) -> str:
    return msgspec.json.encode(value).decode()


def stage(request: Request) -> str:
    """Return the stage direction of a turn, in parentheses: "(Boss asks Analyst for a number on …)".

    It is a function of the move and of the request's seed.
    """
    view, move = request.perspective, request.move or UNDRAWN
    config = view.config
    to = config.names.get(move.to, "")
    told = phrase_move(
        move, "staged", config.language, Random(request.chance).random(), me=view.me.name, to=to,
        topic=request.topic, about=request.about,
    )  # fmt: skip
    return f"({told})"
