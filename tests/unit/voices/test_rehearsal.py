"""The rehearsal voice: the same seed, the same words; in character; within the cap; valid where a schema is given."""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import Sequence
from functools import cache
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from parley.core.base.clock import SeededRandom, SimulatedClock, SystemClock
from parley.core.base.definition import read_toml
from parley.core.base.line import clean
from parley.core.base.packaged import names, path_of
from parley.core.base.schema import fits
from parley.core.cast.cast import Cast
from parley.core.cast.member import Member, VoiceSpec
from parley.core.formats import Format
from parley.core.log.config import RunConfig
from parley.core.log.state import Entry, State
from parley.core.modes.roundtable import distillation
from parley.core.perspective.material import Piece
from parley.core.perspective.perspective import Perspective, Witness
from parley.core.voices.base import Reply, Request, Voice
from parley.core.voices.rehearsal.improviser import WITNESSED
from parley.core.voices.rehearsal.instance import fitted, improvised, smallest
from parley.core.voices.rehearsal.nouns import nouns
from parley.core.voices.rehearsal.persona import speaks, traits_of
from parley.core.voices.rehearsal.phrases import AnyOf
from parley.core.voices.rehearsal.voice import RehearsalVoice


@cache
def packaged_cast(name: str) -> Cast:
    return read_toml(path_of("cast", "casts", name), Cast)


@cache
def packaged_format(name: str) -> Format:
    return read_toml(path_of("format", "formats", name), Format)


def configured(cast: str = "startup", form: str = "standup", **overrides: Any) -> RunConfig:
    found, talk = packaged_cast(cast), packaged_format(form)
    values: dict[str, Any] = {
        "id": f"{cast}-{form}", "cast_id": cast, "members": found.members[:5], "format": talk, "seed": 7, "turns": 16,
        "topic": found.topics[0], "language": found.language, "warmth": talk.warmth,
    }  # fmt: skip
    return RunConfig(**(values | overrides))


class Talk:
    """A round of members, in cast order, speaking through one rehearsal voice."""

    def __init__(self, config: RunConfig, voice: Voice | None = None) -> None:
        self.config = config
        self.state = State(config=config)
        self.voice = voice or RehearsalVoice(VoiceSpec(), SimulatedClock())
        self.witnesses = {member.id: Witness(config, member) for member in config.members}
        self.replies: list[Reply] = []

    def say(self, speaker: str, text: str, to: tuple[str, ...] = ()) -> None:
        seq = len(self.state.entries) + 1
        self.state.entries.append(Entry("line" if speaker else "topic", seq, seq, speaker, text, to))

    def seen_by(self, member: str) -> Perspective:
        return self.witnesses[member].moment(self.state)

    def request(self, member: str, **values: Any) -> Request:
        return Request(self.seen_by(member), "One short line.", **values)

    async def take(self, turn: int) -> str:
        members = self.config.members
        member = members[turn % len(members)].id
        kind = "opening" if turn == 1 else "closing" if turn == self.config.turns else "line"
        chance = SeededRandom(self.config.seed).generator(turn, "voice").getrandbits(63)
        request = self.request(member, kind=kind, turn=turn, turns=self.config.turns, chance=chance)
        reply = (await heard(self.voice, request))[-1]
        assert isinstance(reply, Reply)
        self.say(member, clean(reply.text).text)
        self.replies.append(reply)
        return reply.text

    def whole(self) -> list[str]:
        async def all_turns() -> list[str]:
            return [await self.take(turn) for turn in range(1, self.config.turns + 1)]

        return asyncio.run(all_turns())


async def heard(voice: Voice, request: Request) -> list[Any]:
    return [part async for part in voice.speak(request)]


def answered(voice: Voice, request: Request) -> list[Any]:
    return asyncio.run(heard(voice, request))


@pytest.mark.parametrize("cast", ["startup", "startup-de", "studio", "newsroom"])
@pytest.mark.parametrize("form", sorted(names("formats")))
def test_every_format_is_played_without_repeating_a_line(cast: str, form: str) -> None:
    lines = Talk(configured(cast, form)).whole()
    assert len(set(lines)) == len(lines)
    for line in lines:
        assert 0 < len(line) <= 120
        assert "{" not in line
        assert "  " not in line
        kept = clean(line)
        assert kept.cut == ""
        assert kept.text
        assert [f"{kept.text} [{thought}]" for thought in kept.thoughts] in ([], [line])


@pytest.mark.parametrize("cap", [1, 12, 40, 80, 200, 0])
def test_no_line_overruns_any_cap(cap: int) -> None:
    lines = Talk(configured(cap=cap)).whole()
    assert all(line and (not cap or len(line) <= cap) for line in lines)
    if not cap:
        assert not any(line.endswith("…") for line in lines)


def test_lines_of_another_language_are_not_spoken() -> None:
    german = Talk(configured("startup", language="de"))
    english = {line for member in german.config.members for line in member.lines}
    for line in german.whole():
        assert not any(one in line for one in english)


def test_members_without_a_word_about_them_speak_and_a_written_quirk_is_recognised() -> None:
    members = tuple(Member(id=f"m{i}", name=f"M{i}") for i in range(4))
    assert len({tuple(traits_of(member)) for member in members}) > 1
    assert all(Talk(configured(members=members)).whole())
    assert all(Talk(configured(members=members[:1], turns=4)).whole()), "alone, one can open and close"
    quirks = {
        "cites a number every time": "numbers", "nennt immer erst eine Zahl": "numbers", "fears the worst": "risk",
        "keeps asking about the deadline": "deadlines", "makes a story of everything": "story",
        "macht über alles einen Witz": "humour", "always wants to try it at once": "action",
    }  # fmt: skip
    assert {quirk: traits_of(Member(id="new", name="New", quirk=quirk))[0] for quirk in quirks} == quirks


@pytest.mark.parametrize("to", [(), ("writer",)])
def test_what_the_director_puts_in_is_taken_up_by_those_it_is_for(to: tuple[str, ...]) -> None:
    talk = Talk(configured())
    talk.say("boss", "Where are we, in one sentence?")
    talk.say("", "The penguin escaped", to=to)
    about = Counter(
        member
        for member in ("writer", "hustler")
        for chance in range(40)
        if "penguin" in answered(talk.voice, talk.request(member, chance=chance))[-1].text.lower()
    )
    assert about["writer"] >= 20
    assert (about["hustler"] == 0) == bool(to)


def test_topics_are_read_in_both_languages_and_names_are_nobodys_topic() -> None:
    topics = {
        "The demo slipped by two weeks": "the demo", "A free version helps us, or it ruins us": "the free version",
        "Returns doubled since the new pan arrived": "returns", "Offices are for people who cannot write": "offices",
        "Three bugs came back overnight": "bugs", "Onboarding flow for new users": "the onboarding flow",
    }  # fmt: skip
    assert {topic: nouns(topic, "en", topic=True)[0] for topic in topics} == topics
    german = {
        "Die Demo verschiebt sich um zwei Wochen": ["Demo"],
        "Ein Großkunde will eine Funktion, die sonst niemand braucht": ["Großkunde", "Funktion"],
        "Jetzt veröffentlichen oder warten, bis es gut ist": [],
    }
    assert {topic: nouns(topic, "de", topic=True) for topic in german} == german
    assert nouns("Ask the Boss about the map.", "en", names={"Boss"}) == ["the map"]
    questions = {"Where are we, in one sentence?": "en", "Wer ist der Mensch in dieser Geschichte?": "de"}
    assert all(
        speaks(text, own) and not speaks(text, other)
        for text, own in questions.items()
        for other in {"en", "de"} - {own}
    )


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
    talk = Talk(configured(), RehearsalVoice(VoiceSpec(), simulated))
    request = talk.request("boss", chance=11)
    reply = answered(talk.voice, request)[-1]
    *deltas, paced = answered(RehearsalVoice(VoiceSpec(), watched, pause=True), request)
    assert answered(RehearsalVoice(VoiceSpec(), hasty), request)[-1] == paced == reply
    assert sum(hasty.asked) == 0
    assert sum(watched.asked) == pytest.approx(paced.latency)
    assert len(deltas) == len(paced.text.split())
    assert "".join(delta.text for delta in deltas) == paced.text
    assert round((simulated.now() - before).total_seconds(), 3) == reply.latency
    assert 0 < reply.first_token < reply.latency <= 1.2
    about = (reply.provider, reply.cost, reply.warmth_as, reply.stop_reason)
    assert about == ("rehearsal", 0.0, "sampling", "end_turn")
    assert reply.usage.output == -(-len(reply.text) // 4)
    assert reply.usage.input > 0
    assert reply.request_hash == talk.voice.payload(request).digest()
    can = talk.voice.capabilities
    assert (can.languages, can.tools, can.structured, can.profile) == (("en", "de"), True, True, "script")
    assert "scripted" in can.limits


def test_the_payload_is_bounded_and_follows_from_the_request() -> None:
    talk = Talk(configured())
    for turn in range(400):
        talk.say(("boss", "analyst")[turn % 2], f"Line {turn} about the map.")
    request = talk.request("writer", chance=5)
    payload = talk.voice.payload(request)
    assert len(payload.body["witnessed"]) == WITNESSED
    assert len(json.dumps(payload.body)) < 4_000
    assert payload.digest() == RehearsalVoice(VoiceSpec(), SimulatedClock()).payload(request).digest()
    assert payload.digest() != talk.voice.payload(talk.request("writer", chance=6)).digest()
    assert payload.items[0].role == "system"
    assert payload.items[-1].text == "One short line."


def test_a_changed_configuration_of_the_same_id_is_spoken_for_anew() -> None:
    talk = Talk(configured())
    talk.whole()
    changed = talk.config.model_copy(update={"topic": "The penguin escaped"})
    other = Request(Witness(changed, changed.members[0]).moment(State(config=changed)), "", chance=1, kind="opening")
    assert "penguin" in answered(talk.voice, other)[-1].text.lower()


def distil(talk: Talk) -> dict[str, Any]:
    schema = distillation.schema(talk.config)
    request = talk.request("boss", purpose="distillation", schema=schema, task="Distil the talk.", chance=2)
    found: dict[str, Any] = json.loads(answered(talk.voice, request)[-1].text)
    assert fitted(found, schema) == found
    return found


def test_a_distillation_holds_only_what_was_said() -> None:
    talk = Talk(configured())
    for speaker, text in (
        ("boss", "Where is the map? I need the map today."),
        ("analyst", "I don't buy it. Only 3 of 40 people found the map."),
        ("boss", "Exactly. Last time we lost a week over it."),
        ("writer", "Good point about the map. I'll draw the map by Friday."),
        ("hustler", "No, Writer. I disagree. Let's show it today."),
    ):
        talk.say(speaker, text)
    found = distil(talk)
    assert "The demo slipped by two weeks" in found["summary"]
    assert "Boss" in found["summary"]
    kinds = {memory["kind"]: memory for memory in found["memories"]}
    assert kinds["insight"]["text"].endswith("Only 3 of 40 people found the map.")
    assert kinds["insight"]["turns"] == [2]
    assert kinds["pattern"]["turns"] == [1, 2, 4]
    assert "Last time" in kinds["lesson"]["text"]
    assert "strategy" not in kinds, "a standup distils no strategies"
    relations = {(one["a"], one["b"]): one["change"] for one in found["relations"]}
    assert relations == {("boss", "writer"): 0.01, ("hustler", "writer"): -0.01}
    assert found["actions"] == [{"owner": "writer", "text": "I'll draw the map by Friday."}]
    silence = distil(Talk(configured()))
    assert (silence["memories"], silence["relations"], silence["actions"]) == ([], [], [])
    debate = Talk(configured(form="debate"))
    debate.say("boss", "I'll bring it on Friday.")
    assert not distil(debate).get("actions"), "a debate has none"


def test_the_moderator_gives_the_floor_to_whoever_was_addressed_or_is_quiet() -> None:
    def select(talk: Talk, ids: Sequence[str], chance: int = 0) -> tuple[str, str]:
        schema = {"type": "object", "properties": {"member": {"enum": list(ids)}, "reason": {"type": "string"}}}
        request = talk.request("boss", purpose="selection", schema=schema, task="Choose.", chance=chance)
        found = json.loads(answered(talk.voice, request)[-1].text)
        return found["member"], found["reason"]

    talk, everybody = Talk(configured()), ["boss", "analyst", "writer"]
    talk.say("boss", "Writer, what do you think?")
    assert select(talk, everybody) == ("writer", "Writer was addressed.")
    for speaker in ("boss", "analyst", "boss"):
        talk.say(speaker, "Something about the map.")
    assert {select(talk, everybody, chance)[0] for chance in range(8)} == {"writer"}
    assert select(talk, ["boss"])[0] == "boss"


def test_any_other_question_is_answered_by_its_schema_and_material() -> None:
    schema = {
        "type": "object",
        "required": ["kind", "count", "inner", "tags", "flag"],
        "properties": {
            "kind": {"enum": ["a", "b"]},
            "count": {"type": "integer", "minimum": 2},
            "inner": {"$ref": "#/$defs/inner"},
            "tags": {"type": "array", "items": {"type": "string"}, "minItems": 1},
            "flag": {"type": "boolean"},
            "optional": {"type": "string"},
        },
        "$defs": {"inner": {"type": "object", "required": ["x"], "properties": {"x": {"type": ["number", "null"]}}}},
    }
    wanted = {"kind": "a", "count": 2, "inner": {"x": 0}, "tags": [""], "flag": False}
    assert smallest(schema) == wanted
    talk = Talk(configured())
    material = (Piece("tags", "", "blue"),)
    request = talk.request("boss", schema=schema, purpose="a question of strangers")
    given = [
        json.loads(answered(talk.voice, replace(request, material=each, chance=chance))[-1].text)
        for chance in range(8)
        for each in (material, ())
    ]
    assert all(fits(each, schema | {"properties": {**schema["properties"], "inner": {}}}) for each in given)
    assert {each["kind"] for each in given} == {"a", "b"}
    assert all(each["tags"] == ["blue"] for each in given[::2])
    assert all(len(each["tags"][0].split()) > 2 for each in given[1::2])


def test_a_recursive_schema_ends_and_values_are_made_to_fit() -> None:
    node = {"$defs": {"n": {"type": "object", "required": ["n"], "properties": {"n": {"$ref": "#/$defs/n"}}}}}
    assert smallest({**node, "$ref": "#/$defs/n"})["n"]
    assert improvised({**node, "$ref": "#/$defs/n"}, str, Random(1))["n"]
    who = {"type": "array", "items": {"enum": ["a", "b"]}, "maxItems": 1}
    schema = {
        "type": "object", "required": ["who", "why"],
        "properties": {"who": who, "why": {"type": "string", "maxLength": 4}},
    }  # fmt: skip
    assert fitted({"who": ["z", "b", "a"], "why": "because", "more": 1}, schema) == {"who": ["b"], "why": "bec…"}
    assert fitted({"who": []}, schema) == {"who": [], "why": ""}


def test_a_word_is_found_whole_or_not_at_all() -> None:
    promise = AnyOf(["i'll", "on it", "deal"])
    texts = {"a deal.": True, "the dealer": False, "i'll go": True, "on item 3, on it!": True, "": False}
    assert {text: bool(promise.search(text)) for text in texts} == texts
