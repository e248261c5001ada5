"""The rehearsal voice: what is written, else what the turn does; the same seed, the same words."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from msgspec.structs import replace

from parley.core.base.clock import SimulatedClock, SystemClock
from parley.core.base.definition import read_toml
from parley.core.base.packaged import get_path_of
from parley.core.base.schema import fits
from parley.core.cast.cast import Cast
from parley.core.cast.member import VoiceSpec
from parley.core.formats import Format
from parley.core.log.config import RunConfig
from parley.core.log.events.turn import Move
from parley.core.log.material import Piece
from parley.core.voices.base import Request, Voice
from parley.core.voices.rehearsal.instance import build_smallest, fit_value
from parley.core.voices.rehearsal.voice import RehearsalVoice
from tests.entries_by_hand import Talk


def configured(cast: str = "startup", **overrides: Any) -> RunConfig:
    found = read_toml(get_path_of("cast", "casts", cast), Cast)
    talk = read_toml(get_path_of("format", "formats", "standup"), Format)
    values: dict[str, Any] = {
        "id": cast, "cast_id": cast, "members": found.members[:5], "format": talk, "seed": 7, "turns": 16,
        "topic": "A swimming pool in winter", "language": found.language,
    }  # fmt: skip
    return RunConfig(**(values | overrides))


VOICE = RehearsalVoice(VoiceSpec(), SimulatedClock())


def answered(voice: Voice, request: Request) -> list[Any]:
    async def parts() -> list[Any]:
        return [part async for part in voice.speak(request)]

    return asyncio.run(parts())


@pytest.mark.parametrize(
    ("cast", "move", "told"),
    [
        ("startup", Move(act="object", to="analyst"), "(Boss objects to Analyst's proposal.)"),
        ("startup-de", Move(act="object", to="analystin"), "(Chef widerspricht dem Vorschlag von Analystin.)"),
        ("startup", Move(act="close"), "(Boss has the last word on “A swimming pool in winter”.)"),
        ("startup", Move(act="answer", injected="Fire!"), "(Boss answers the director: “Fire!”.)"),
    ],
)
def test_where_nobody_wrote_a_line_it_says_what_the_turn_does(cast: str, move: Move, told: str) -> None:
    talk = Talk(configured(cast))
    request = talk.request(talk.config.members[0].id, move=move, about="propose")
    said = {answered(VOICE, replace(request, chance=chance))[-1] for chance in range(40)}
    assert told in {reply.text for reply in said}
    assert {reply.words_by.kind for reply in said} == {"rules"}
    assert all(reply.text.startswith("(") and reply.text.endswith(".)") for reply in said)


class Waits(SystemClock):
    """The machine's clock with nobody really waiting."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[float] = []

    async def sleep(self, seconds: float) -> None:
        self.asked.append(seconds)
        await asyncio.sleep(0)


def test_a_reply_takes_its_time_where_it_is_told_to_and_says_what_it_is() -> None:
    hasty, watched, simulated = Waits(), Waits(), SimulatedClock()
    before = simulated.now()
    request, voice = Talk(configured()).request("boss", chance=11), RehearsalVoice(VoiceSpec(), simulated)
    reply = answered(voice, request)[-1]
    *deltas, paced = answered(RehearsalVoice(VoiceSpec(), watched, rate=lambda: 2.0), request)
    assert answered(RehearsalVoice(VoiceSpec(), hasty), request)[-1] == paced == reply
    assert sum(hasty.asked) == 0
    assert sum(watched.asked) == pytest.approx(paced.latency / 2.0)
    # A stage direction is nobody's speech: it is there as a whole.
    assert len(deltas) == 1
    assert "".join(delta.text for delta in deltas) == paced.text
    assert round((simulated.now() - before).total_seconds(), 3) == reply.latency
    assert 0 < reply.first_token < reply.latency <= 1.2
    about = (reply.provider, reply.cost, reply.temperature_as, reply.stop_reason)
    assert about == ("rehearsal", 0.0, "sampling", "end_turn")
    assert reply.usage.output == -(-len(reply.text) // 4)
    assert reply.usage.input > 0
    assert reply.request_hash == voice.payload(request).digest()
    can = voice.capabilities
    assert (can.languages, can.fills_forms, can.staged, can.profile) == (("en", "de"), False, True, "script")


def test_any_other_question_is_answered_by_its_schema_and_material() -> None:
    schema = {
        "type": "object",
        "required": ["kind", "count", "inner", "tags", "flag"],
        "properties": {
            "kind": {"enum": ["a", "b"]},
            "count": {"type": "integer", "minimum": 2},
            "inner": {"type": "object", "required": ["x"], "properties": {"x": {"type": "number"}}},
            "tags": {"type": "array", "items": {"type": "string"}, "minItems": 1},
            "flag": {"type": "boolean"},
            "optional": {"type": "string"},
        },
    }
    wanted = {"kind": "a", "count": 2, "inner": {"x": 0}, "tags": [""], "flag": False}
    assert build_smallest(schema) == wanted
    material = (Piece("tags", "", "blue"),)
    request = Talk(configured()).request("boss", schema=schema, purpose="a question of strangers")
    given = [
        json.loads(answered(VOICE, replace(request, material=each, chance=chance))[-1].text)
        for chance in range(8)
        for each in (material, ())
    ]
    assert all(fits(each, schema) for each in given)
    assert {each["kind"] for each in given} == {"a", "b"}
    assert all(each["tags"] == ["blue"] for each in given[::2])
    assert all(len(each["tags"][0].split()) > 2 for each in given[1::2])


def test_values_are_made_to_fit() -> None:
    who = {"type": "array", "items": {"enum": ["a", "b"]}, "maxItems": 1}
    schema = {
        "type": "object", "required": ["who", "why"],
        "properties": {"who": who, "why": {"type": "string", "maxLength": 4}},
    }  # fmt: skip
    assert fit_value({"who": ["z", "b", "a"], "why": "because", "more": 1}, schema) == {"who": ["b"], "why": "bec…"}
    assert fit_value({"who": []}, schema) == {"who": [], "why": ""}
