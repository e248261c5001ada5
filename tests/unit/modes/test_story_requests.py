"""Whatever a story asks of a voice, over fifty turns and in both languages, the Messages API would take."""

from __future__ import annotations

import asyncio
import dataclasses
import json
from collections import Counter
from collections.abc import AsyncIterator
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from parley.core.base.clock import SimulatedClock
from parley.core.cast.member import VoiceSpec
from parley.core.engine.requests import turn_request
from parley.core.log.events.turn import ContextCut, ToolCall, TurnEnded
from parley.core.log.fold import fold
from parley.core.log.log import read
from parley.core.modes.story.composing import script_lines
from parley.core.modes.story.events import ToolAnswered
from parley.core.modes.story.state import StoryState
from parley.core.perspective.perspective import perspective
from parley.core.voices.anthropic.models import model_of
from parley.core.voices.anthropic.payload import Terms, build_payload
from parley.core.voices.base import Capabilities, Delta, Payload, Reply, Request, Waiting, Wrapping
from parley.core.voices.rehearsal.voice import RehearsalVoice
from tests.scripted_voices import begun, of_type, to_the_end
from tests.story_configs import STORIES, the_fifty_turns
from tests.strict_rules import NEW_VERSION, RefusedError, check

MODEL = "claude-haiku-5-5"
OTHERS = ("claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-4-5")
FAULTY = 0.2
"""Chance that a turn calls something that nobody could mean, or dice, as well."""

GERMAN = script_lines(STORIES / "fifty-turns.de.txt")


class Checked(Wrapping):
    """Rehearses, may call nonsense besides, and has every request checked as it would go over the wire.

    Attributes: `refused`, what the API would have said; `asked`, how often for which purpose; `context`, the room that
    it claims to have.
    """

    def __init__(self, context: int) -> None:
        super().__init__(RehearsalVoice(VoiceSpec(provider="rehearsal"), SimulatedClock()))
        self.terms = Terms(model_of(MODEL))
        self.context = context
        self.refused: list[str] = []
        self.asked: Counter[str] = Counter()

    @property
    def capabilities(self) -> Capabilities:
        return dataclasses.replace(
            self._voice.capabilities, context=self.context, profile="messages", tools=True, staged=False
        )

    def payload(self, request: Request) -> Payload:
        return build_payload(request, self.terms)

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        self.asked[request.purpose] += 1
        payload = self.payload(request)
        try:
            check(json.loads(json.dumps(payload.body)), NEW_VERSION)
        except RefusedError as error:
            self.refused.append(f"{request.purpose} of {request.perspective.me.id}, turn {request.turn}: {error}")
        async for piece in self._voice.speak(request):
            if isinstance(piece, Reply):
                made = piece.tool_calls + _nonsense(request, piece)
                yield replace(piece, tool_calls=made, request_hash=payload.digest())
            else:
                yield piece


def _nonsense(request: Request, reply: Reply) -> tuple[ToolCall, ...]:
    """Unknown tools, wrong types, missing fields, calls out of state, an id that came before."""
    chance = Random(request.chance)
    if not request.tools or chance.random() >= FAULTY:
        return ()
    calls = (
        ToolCall(id="fly.away!", name="fly", arguments={"to": "moon"}),
        ToolCall(id="same", name="update_game_state", arguments={"location": 5, "foes": "all"}),
        ToolCall(id="same", name="exchange_item", arguments={"item_name": "coin", "quantity": -3}),
        ToolCall(id="", name="start_dialogue", arguments={}),
        ToolCall(id="ä" * 90, name="create_character", arguments={"archetype": "king", "location": "nowhere"}),
    )
    first = reply.tool_calls[0].id if reply.tool_calls else "same"
    throws = ToolCall(id="check", name="check", arguments={"attribute": "dex", "difficulty": 12, "reason": "a leap"})
    return (
        *chance.sample((*calls, throws), 2),
        ToolCall(id=first, name="update_relationship", arguments={"trait": "trust"}),
    )


@pytest.mark.parametrize(
    ("language", "context", "room"), [("en", 0, 200_000), ("de", 2_000, 200_000), ("en", 0, 6_000)]
)
@pytest.mark.slow
def test_every_request_of_fifty_turns_is_legal(tmp_path: Path, language: str, context: int, room: int) -> None:
    """`context` is what the story bounds, `room` what the voice has."""
    voice = Checked(room)
    wish = {"script": GERMAN} if language == "de" else {}
    config = the_fifty_turns(language=language, context=context, **wish)
    run = begun(tmp_path / "run.jsonl", voice, config)
    asyncio.run(to_the_end(run))
    assert (run.state.status, run.state.reason) == ("ended", "story"), run.state.detail
    assert run.state[StoryState].turn == 50
    assert voice.refused == []
    assert {"turn", "sheet"} <= set(voice.asked)
    # What may be done next comes with the line.
    assert "choices" not in voice.asked
    events = list(read(tmp_path / "run.jsonl").events)
    answers = of_type(events, ToolAnswered)
    assert any(answer.error for answer in answers)
    assert not any(answer.error and answer.effects for answer in answers)
    assert bool(of_type(events, ContextCut)) == (bool(context) or room < 200_000)
    assert all(ended.text for ended in of_type(events, TurnEnded))
    if not of_type(events, ContextCut):
        _derived(run.stage.log.path)


def _derived(path: Path) -> None:
    """What a turn was asked follows from the log, for any model that it might have been put to."""
    events = list(read(path).events)
    for turn in fold(events).turns[::8]:
        if turn.reply is None:
            continue
        then = fold(events[: turn.asked_seq])
        assert then.open is not None
        request = turn_request(then.setup, perspective(then, turn.member), then.open.started, then)
        assert build_payload(request, Terms(model_of(MODEL))).digest() == turn.reply.request_hash
        for model in OTHERS:
            check(json.loads(json.dumps(build_payload(request, Terms(model_of(model))).body)), NEW_VERSION)
