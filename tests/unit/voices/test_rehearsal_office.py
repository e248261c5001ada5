"""The rehearsal voice in the office: in character, within the cap, in both languages, and its game master's answers."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from functools import cache
from typing import Any

import pytest

from parley.core.base.clock import SeededRandom, SimulatedClock
from parley.core.base.definition import read_toml
from parley.core.base.line import clean
from parley.core.base.packaged import names, path_of
from parley.core.cast.cast import Cast
from parley.core.cast.member import VoiceSpec
from parley.core.cast.world import World, world_of
from parley.core.log.config import RunConfig
from parley.core.log.events.turn import Purpose
from parley.core.log.state import Entry, State
from parley.core.modes.office.agenda import load as load_agenda
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.events import SceneStarted
from parley.core.modes.office.rehearsal.slots import filled, kind_of, office, sayings
from parley.core.modes.office.rehearsal.translating import Translator, halves
from parley.core.office.plan import load_plan
from parley.core.perspective.material import Piece
from parley.core.perspective.perspective import Witness
from parley.core.voices.base import Request
from parley.core.voices.rehearsal.phrases import SLOT, Phrase
from parley.core.voices.rehearsal.voice import RehearsalVoice

CAST = {"de": "studio-de", "en": "studio"}
ALL_SLOTS = {
    "things", "options", "foes", "loot", "day", "name", "other", "taker", "topic", "one", "two", "hero", "few", "roll",
    "names", "where", "about", "said",
}  # fmt: skip
WORLDS = {"studio": "halvard", "startup": "boss", "shop": "ines", "newsroom": "okafor", "own": ""}


@cache
def configured(language: str = "de", seed: int = 3) -> RunConfig:
    cast = read_toml(path_of("cast", "casts", CAST[language]), Cast)
    agenda = load_agenda()
    return RunConfig(
        id=f"office-{language}", mode="scenes", cast_id=cast.id, members=cast.members, format=agenda.day, turns=0,
        topic="", language=language, seed=seed, simulated=True,
        scenes=OfficeConfig(
            agenda=agenda, floor=load_plan("studio"), desks={each.id: each.desk for each in cast.members},
            topics=cast.topics, translate="en" if language == "de" else "de",
        ),
    )  # fmt: skip


class Play:
    """A scene in which members speak through one rehearsal voice."""

    def __init__(self, language: str = "de", *, members: int = 2, seed: int = 3, **scene: Any) -> None:
        self.config = configured(language, seed)
        self.state = State(config=self.config)
        self.voice = RehearsalVoice(VoiceSpec(), SimulatedClock())
        self.witnesses = {each.id: Witness(self.config, each) for each in self.config.members}
        self.turn = 1
        self.open(members=members, **scene)

    def open(self, *, members: int = 2, host: int = -1, **scene: Any) -> None:
        """Another scene begins."""
        ids = tuple(each.id for each in self.config.members[:members])
        usual = {"scene": 1, "day": 1, "scene_type": "encounter", "kind": "casual", "topic": "", "exchange": "weave"}
        self.scene = SceneStarted(
            at=SimulatedClock().now(), clock="10:00", room="kitchen", members=ids, host=ids[host] if host >= 0 else "",
            **(usual | scene),
        )  # fmt: skip
        self._entry("scene", "", "A scene")

    def _entry(self, kind: Any, speaker: str, text: str) -> None:
        seq = len(self.state.entries) + 1
        self.state.entries.append(Entry(kind, seq, seq, speaker, text, self.scene.members))

    def request(self, member: str, **values: Any) -> Request:
        perspective = self.witnesses[member].moment(self.state)
        chance = SeededRandom(self.config.seed).generator(self.turn, member).getrandbits(32)
        return Request(
            perspective, "", **{"scene": self.scene, "turn": self.turn, "chance": chance, "warmth": 0.8, **values}
        )

    def reply(self, request: Request) -> str:
        async def parts() -> list[Any]:
            return [part async for part in self.voice.speak(request)]

        return str(asyncio.run(parts())[-1].text)

    def contributions(self, beat: int = 1) -> dict[str, str]:
        said = {one: self.reply(self.request(one, beat=beat)) for one in self.scene.members}
        for one, text in said.items():
            self.say(one, clean(text).text)
        return said

    def say(self, member: str, text: str) -> None:
        self._entry("line", member, text)
        self.turn += 1

    def take(self, turns: int) -> list[str]:
        lines = []
        for at in range(turns):
            member = self.scene.members[at % len(self.scene.members)]
            kind = "opening" if at == 0 else "closing" if at == turns - 1 else "line"
            line = self.reply(self.request(member, kind=kind))
            self.say(member, clean(line).text)
            lines.append(line)
        return lines

    def ask(self, purpose: Purpose, material: list[Piece], schema: dict[str, Any]) -> Any:
        request = self.request(self.scene.members[0], purpose=purpose, material=tuple(material), schema=schema)
        return json.loads(self.reply(request))


def shaped(**properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": list(properties)}


def listed(**properties: Any) -> dict[str, Any]:
    return {"type": "array", "items": shaped(**properties)}


TEXT = {"type": "string"}
NUMBER = {"type": "integer"}


def world(name: str) -> World:
    return world_of(name, [WORLDS[name]])


def pairs(name: str) -> list[tuple[Phrase, Phrase]]:
    return list(zip(sayings("de", world(name)), sayings("en", world(name)), strict=True))


# ---------------------------------------------------------------- the bank


@pytest.mark.parametrize("name", WORLDS)
def test_both_halves_of_a_phrase_have_the_same_slots_and_sentences(name: str) -> None:
    for de, en in pairs(name):
        parts = halves(de.text, en.text)
        for german, english in ((de.text, en.text), *parts):
            slots, others = ({kind_of(slot) for slot in SLOT.findall(text)} for text in (german, english))
            assert slots == others & ALL_SLOTS == others, german
        assert len(parts) > 1 or not re.search(r"[a-zß][.!?] [A-ZÄÖÜ]", de.text), de
        assert max(len(de.text), len(en.text)) <= 150, de
        assert not set(de.text + en.text) & set("*#`[]<>|"), de


@pytest.mark.parametrize("name", WORLDS)
@pytest.mark.parametrize("language", ["de", "en"])
def test_no_phrase_is_there_twice_and_no_sentence_means_two_things(language: str, name: str) -> None:
    texts = Counter(phrase.text for phrase in sayings(language, world(name)))
    assert [text for text, times in texts.items() if times > 1] == []
    meanings: dict[str, set[str]] = {}
    for both in pairs(name):
        for own, other in halves(*(each.text for each in (both if language == "de" else both[::-1]))):
            meanings.setdefault(own, set()).add(other)
    assert {text: found for text, found in meanings.items() if len(found) > 1} == {}


@pytest.mark.parametrize("cast", sorted(names("casts")))
def test_every_member_has_work_of_their_own_and_every_topic_is_written(cast: str) -> None:
    told = read_toml(path_of("cast", "casts", cast), Cast)
    found = world_of(told.id, [each.id for each in told.members])
    for member in told.members:
        own = [found.matters[at] for at in found.matters_of(member.id)]
        assert len(own) > 1, member.id
        for matter in own:
            assert {len(matter.plan), len(matter.state), len(matter.asks), len(matter.ideas)} == {2, 3, 1}
            assert len(matter.done) == 4
            assert len(matter.name.de.split("|")) in (1, 3)
    assert [title for title in told.topics if found.topic(title) < 0] == []


def sample(slot: str, language: str, name: str) -> str:
    """Something that fills a slot that is no thing, the same in both languages where it is a name or a number."""
    bank = office(language, world(name))
    told = next(topic for topic in world(name).topics if topic.title or name == "own")
    known = {
        "name": "Theo", "other": "Ilja", "taker": "Ilja", "hero": "Kesch von den Neun Schlössern",
        "names": f"Holger, Svea{bank.texts['and']}Theo", "where": bank.texts["rooms.kitchen"],
        "about": world(name).talks[0].about.text(language), "day": bank.lists["days"][1],
        "one": told.options[0].forms(language).nom, "two": told.options[1].forms(language).nom,
        "topic": told.title.text(language) if told.title else "Pizza",
        "said": bank.pools["meeting.ack"][0].text,
    }  # fmt: skip
    return known.get(slot, "17")


def filled_by_hand(text: str, language: str, number: int, name: str) -> str:
    slots: dict[str, object] = {}
    for slot in SLOT.findall(text):
        things = office(language, world(name)).things.get(kind_of(slot), ())
        slots[slot] = getattr(things[number % len(things)], slot[-3:]) if things else sample(slot, language, name)
    return filled(text, slots)


@pytest.mark.parametrize("name", WORLDS)
@pytest.mark.parametrize("language", ["de", "en"])
def test_every_phrase_translates_there(language: str, name: str) -> None:
    into = "en" if language == "de" else "de"
    # The names of the German cast stand in the sample: they are kept whatever the direction.
    translator = Translator(configured("de").model_copy(update={"language": language, "world": world(name)}), into)
    for number, both in enumerate(pairs(name)):
        own, other = both if language == "de" else both[::-1]
        said = filled_by_hand(own.text, language, number, name)
        if own.pool.startswith("act."):
            # What is done stands behind a name and begins small.
            said = own.text
        assert own.mark in said or "|" in own.text
        assert translator.text(said) == filled_by_hand(other.text, into, number, name) != "", said


def test_a_translation_keeps_thoughts_apart_and_gives_up_on_words_of_others() -> None:
    translator = Translator(configured("de"), "en")
    assert translator.text("Dann an die Arbeit. Jetzt brauche ich frische Luft. [Ich habe Hunger.]") == (
        "Then back to work. Now I need some fresh air. [I'm hungry.]"
    )
    assert translator.text("Es läuft. Nicht anfassen. Alles klar.") == "It works. Don't touch it. All clear."
    assert translator.text("Alles klar. Das hier hat jemand anderes gesagt.") == ""
    assert translator.text("Heute geht es weiter mit dem Rudern.") == "Today I go on with the rowing."
    lines = {"1": "Alles klar.", "1/1": "Ich habe Hunger.", "2": "Hm!"}
    material = [Piece(one, "holger", text) for one, text in lines.items()]
    answer = Play("de").ask("translation", material, shaped(lines=listed(id=TEXT, text=TEXT)))["lines"]
    assert [tuple(each.values()) for each in answer] == [("1", "All clear."), ("1/1", "I'm hungry."), ("2", "")]
    topic = "Mir geht das nicht aus dem Kopf: Der Speicherfehler, den nur Ronja auslösen kann."
    assert translator.text(topic) == "I can't get this out of my head: The save bug that only Ronja can reproduce."
    theirs = "Mir geht das nicht aus dem Kopf: Pizza am Freitag."
    assert translator.text(theirs) == "I can't get this out of my head: Pizza am Freitag."


# ---------------------------------------------------------------- scenes


SCENES: list[dict[str, Any]] = [
    {"scene_type": "arrival", "members": 7, "exchange": "round"},
    {"scene_type": "encounter"},
    {"scene_type": "encounter", "members": 3, "kind": "work"},
    {"scene_type": "meeting", "kind": "meeting", "members": 5},
    {"scene_type": "work", "kind": "work", "members": 4, "exchange": "round"},
    {"scene_type": "reflection", "members": 7, "exchange": "round"},
    {"scene_type": "event", "kind": "dnd", "members": 7, "host": 1},
]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: f"{scene['scene_type']}-{scene.get('kind', 'casual')}")
def test_everybody_says_something_of_their_own_and_the_minutes_translate(language: str, scene: dict[str, Any]) -> None:
    play = Play(language, **scene)
    said = play.contributions()
    chunks = [clean(line) for text in said.values() for line in text.splitlines()]
    assert all(1 < len(chunk.text) <= 200 and not chunk.cut and "{" not in chunk.text for chunk in chunks)
    assert len({chunk.text for chunk in chunks}) == len(chunks)
    assert all(len(text.splitlines()) <= 3 for text in said.values())
    material = [Piece(str(at), one, clean(text).text) for at, (one, text) in enumerate(said.items(), 1)]
    found = play.ask("aftermath", material, AFTERMATH)
    assert Translator(play.config, "en" if language == "de" else "de").text(found["summary"])
    assert {each["member"] for each in found["moods"] if each["mood"]} == set(play.scene.members)
    assert 1 <= found["key_turn"] <= len(material)
    assert bool(found["memories"]) == (scene["scene_type"] in {"encounter", "meeting", "event"})
    if scene["scene_type"] in {"encounter", "meeting", "event"}:
        lines = [clean(line).text for line in Play(language, **scene).take(12)]
        assert len(set(lines)) == len(lines)
        assert all(line and len(line) <= 200 for line in lines)


@pytest.mark.parametrize("language", ["de", "en"])
def test_only_those_who_are_there_are_spoken_to(language: str) -> None:
    for number in range(1, 25):
        play = Play(language, scene=number, seed=number)
        absent = [each.name for each in play.config.members[2:]]
        for line in [*play.contributions().values(), *play.take(6)]:
            for name in absent:
                assert not re.search(rf"(?:^|[.!?…] ){name}[,:?!]|, {name}[,.?!]", line), line


# ---------------------------------------------------------------- the game master


def test_the_weave_keeps_everybodys_own_words_in_turn() -> None:
    play = Play("de", members=3, host=1)
    holger, svea, ilja = play.scene.members
    material = [
        Piece(holger, holger, "Erstens ja.\nZweitens vielleicht. [Drittens nein.]"),
        Piece(svea, svea, "Ich sage nur eines."),
        Piece(ilja, ilja, "Eins.\nZwei.\nDrei."),
    ]
    enum = {"type": "string", "enum": [holger, svea, ilja]}
    lines = listed(speaker=enum, says=TEXT, thinks=TEXT) | {"maxItems": 5}
    woven = play.ask("weave", material, shaped(lines=lines))["lines"]
    assert [(line["speaker"], line["says"]) for line in woven] == [
        (svea, "Ich sage nur eines."), (holger, "Erstens ja."), (ilja, "Eins."), (holger, "Zweitens vielleicht."),
        (ilja, "Zwei."),
    ]  # fmt: skip
    assert [line["thinks"] for line in woven if line["thinks"]] == ["Drittens nein."]


AFTERMATH = shaped(
    summary=TEXT, mood=TEXT, key_turn=NUMBER,
    memories=listed(member=TEXT, text=TEXT, importance=NUMBER),
    shifts=listed(member=TEXT, other=TEXT, valence=TEXT, reason=TEXT),
    moods=listed(member=TEXT, mood=TEXT), tasks=listed(member=TEXT, task=TEXT),
    threads=listed(kind=TEXT, member=TEXT, other=TEXT, text=TEXT),
)  # fmt: skip


def test_a_scene_in_which_nobody_spoke_is_told_too() -> None:
    found = Play("en").ask("aftermath", [], AFTERMATH)
    assert found["summary"] == "Halvard and Sunniva were together in the kitchen, and nobody said anything."
    assert found["memories"] == []


def test_what_a_scene_leaves_behind_is_read_out_of_its_lines() -> None:
    play = Play("de", scene=4)
    one, other = play.scene.members
    material = [
        Piece("5", one, "An der Kaffeemaschine leuchtet wieder die rote Lampe."),
        Piece("6", other, "Da bin ich bei dir, Holger. Das ist der Entkalker, den will sie alle paar Wochen."),
        Piece("7", one, "Ich kümmere mich bis Montag um den Nebel."),
        Piece("8", other, "Haben wir noch welchen?"),
    ]
    found = play.ask("aftermath", material, AFTERMATH)
    assert "die Kaffeemaschine" in found["summary"]
    assert "in der Küche" in found["summary"]
    assert found["key_turn"] == 7
    assert {(each["kind"], each["member"], each["other"]) for each in found["threads"]} == {
        ("promise", one, other), ("question", one, other),
    }  # fmt: skip
    assert [each["text"] for each in found["threads"]] == [
        "Ich kümmere mich bis Montag um den Nebel.", "Haben wir noch welchen?",
    ]  # fmt: skip
    assert {each["member"] for each in found["memories"]} == {one, other}
    assert all(1 <= each["importance"] <= 10 for each in found["memories"])
    assert {"member": one, "other": other, "valence": "positive", "reason": "Svea hat Holger den Rücken gestärkt."} in (
        found["shifts"]
    )
    translator = Translator(play.config, "en")
    material[2] = Piece("7", one, "Alles klar.")
    found = play.ask("aftermath", material, AFTERMATH)
    assert "the coffee machine" in translator.text(found["summary"])
    assert all(translator.text(each["text"]) for each in found["memories"])


def test_words_of_a_director_or_a_model_are_no_phrase_of_ours() -> None:
    play = Play("en")
    one, other = play.scene.members
    lines = [Piece("1", one, "The zeppelin is late."), Piece("2", other, "I'll call the zeppelin tomorrow.")]
    minutes = play.ask("aftermath", lines, AFTERMATH)
    assert "zeppelin" in minutes["summary"]
    assert minutes["threads"] == [
        {"kind": "promise", "member": other, "other": one, "text": "I'll call the zeppelin tomorrow."}
    ]


@pytest.mark.parametrize("language", ["de", "en"])
def test_insights_rest_on_memories(language: str) -> None:
    play = Play(language)
    me, other = play.config.members[0].id, play.config.members[1].name
    texts = [f"{other} {at}." for at in range(4)] + ["Das Rudern? the rowing", "Am Rudern, the rowing."]
    material = [Piece(f"m{at}", me, text) for at, text in enumerate(texts, 1)]
    schema = shaped(
        insights=listed(text=TEXT, evidence={"type": "array", "items": TEXT}, importance=NUMBER) | {"maxItems": 5}
    )
    found = play.ask("reflection", material, schema)["insights"]
    assert 3 <= len(found) <= 5
    known = {piece.id for piece in material}
    assert all(each["evidence"] and set(each["evidence"]) <= known for each in found)
    assert other in found[0]["text"]
    assert len({each["text"] for each in found}) == len(found)


def test_a_cast_without_a_twin_says_what_can_be_translated() -> None:
    play = Play("en", members=3)
    strangers = tuple(each.model_copy(update={"id": f"new-{each.id}"}) for each in play.config.members)
    play.config = play.config.model_copy(update={"id": "strangers", "members": strangers})
    play.state.config = play.config
    play.witnesses = {each.id: Witness(play.config, each) for each in strangers}
    play.open(members=3, scene_type="meeting", kind="meeting", topic="Something new")
    translator = Translator(play.config, "de")
    assert all(translator.text(clean(line).text) for line in play.take(40))


def test_the_casts_in_both_languages_are_the_same_people() -> None:
    english, german = (read_toml(path_of("cast", "casts", CAST[each]), Cast) for each in ("en", "de"))
    twins = list(zip(english.members, german.members, strict=True))
    ids = {one.id: other.id for one, other in twins}
    for one, other in twins:
        for name in ("age", "colour", "desk", "coordinator"):
            assert getattr(one, name) == getattr(other, name)
        assert len(one.lines) == len(other.lines)
        assert len(one.favourite_games) == len(other.favourite_games)
        assert {ids[each]: relation.affinity for each, relation in one.relations.items()} == {
            each: relation.affinity for each, relation in other.relations.items()
        }
        assert "/" in one.desk
        assert all((one.identity, one.character, one.pronouns, other.identity, other.character, other.pronouns))
    assert len(english.topics) == len(german.topics)
