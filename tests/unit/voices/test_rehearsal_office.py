"""The rehearsal voice in the office: in character, within the cap, in both languages, and its game master's answers."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from functools import cache
from typing import Any

import pytest

from core.base.clock import SeededRandom, SimulatedClock
from core.base.definition import read_toml
from core.base.line import clean
from core.base.packaged import path_of
from core.cast.cast import Cast
from core.cast.member import VoiceSpec
from core.log.config import RunConfig
from core.log.events.turn import Purpose
from core.log.state import Entry, State
from core.modes.office.agenda import load as load_agenda
from core.modes.office.config import OfficeConfig
from core.modes.office.events import SceneStarted
from core.modes.office.rehearsal.slots import filled, kind_of, office, sayings
from core.modes.office.rehearsal.translating import Translator, halves
from core.office.plan import load_plan
from core.perspective.material import Piece
from core.perspective.perspective import Witness
from core.voices.base import Request
from core.voices.rehearsal.phrases import SLOT, Phrase
from core.voices.rehearsal.voice import RehearsalVoice

CAST = {"de": "studio-de", "en": "studio"}
ALL_SLOTS = {
    "things", "foes", "loot", "day", "hour", "food", "name", "other", "game", "topic", "hero", "few", "many", "days",
    "percent", "left", "roll", "names", "where", "about", "said",
}  # fmt: skip


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


def pairs() -> list[tuple[Phrase, Phrase]]:
    return list(zip(sayings("de"), sayings("en"), strict=True))


# ---------------------------------------------------------------- the bank


def test_both_halves_of_a_phrase_have_the_same_slots_and_sentences() -> None:
    for de, en in pairs():
        parts = halves(de.text, en.text)
        for german, english in ((de.text, en.text), *parts):
            slots, others = ({kind_of(slot) for slot in SLOT.findall(text)} for text in (german, english))
            assert slots == others & ALL_SLOTS == others, german
        assert len(parts) > 1 or not re.search(r"[a-zß][.!?] [A-ZÄÖÜ]", de.text), de
        assert max(len(de.text), len(en.text)) <= 130, de
        assert not set(de.text + en.text) & set("*#`[]<>|"), de


@pytest.mark.parametrize("language", ["de", "en"])
def test_no_phrase_is_there_twice_and_no_sentence_means_two_things(language: str) -> None:
    texts = Counter(phrase.text for phrase in sayings(language))
    assert [text for text, times in texts.items() if times > 1] == []
    meanings: dict[str, set[str]] = {}
    for both in pairs():
        for own, other in halves(*(each.text for each in (both if language == "de" else both[::-1]))):
            meanings.setdefault(own, set()).add(other)
    assert {text: found for text, found in meanings.items() if len(found) > 1} == {}


def test_the_bank_is_large_enough_for_days() -> None:
    least = {
        "casual.": 80, "work.": 40, "meeting.": 40, "arrival.plan": 20, "task.done": 20, "reflection.look": 20,
        "dnd.say": 25, "master.": 12,
    }  # fmt: skip
    pools = [phrase.pool for phrase in sayings("en")]
    sizes = {start: sum(pool.startswith(start) for pool in pools) for start in least}
    assert {start for start, size in sizes.items() if size < least[start]} == set()


def sample(slot: str, language: str) -> str:
    """Something that fills a slot that is no thing, the same in both languages where it is a name or a number."""
    bank = office(language)
    known = {
        "name": "Theo", "other": "Ilja", "hero": "Kesch von den Neun Schlössern", "game": "Papers, Please",
        "names": f"Holger, Svea{bank.texts['and']}Theo", "where": bank.texts["rooms.kitchen"],
        "about": bank.texts["casual.lunch.about"], "topic": bank.texts["topics.0.title"],
        "said": bank.pools["react.promise"][6].text.replace("{day}", bank.lists["days"][2]),
    }  # fmt: skip
    return bank.lists.get(f"{slot}s", [])[1] if slot in ("day", "hour", "food") else known.get(slot, "17")


def filled_by_hand(text: str, language: str, number: int) -> str:
    slots: dict[str, object] = {}
    for slot in SLOT.findall(text):
        things = office(language).things.get(kind_of(slot), ())
        slots[slot] = getattr(things[number % len(things)], slot[-3:]) if things else sample(slot, language)
    return filled(text, slots)


@pytest.mark.parametrize("language", ["de", "en"])
def test_every_phrase_translates_there(language: str) -> None:
    into = "en" if language == "de" else "de"
    # The names of the German cast stand in the sample: they are kept whatever the direction.
    config = configured("de").model_copy(update={"language": language})
    translator = Translator(config, into)
    for number, (own, other) in enumerate(zip(sayings(language), sayings(into), strict=True)):
        said = filled_by_hand(own.text, language, number)
        assert own.mark in said
        assert translator.text(said) == filled_by_hand(other.text, into, number) != "", said


def test_a_translation_keeps_thoughts_apart_and_gives_up_on_words_of_others() -> None:
    translator = Translator(configured("de"), "en")
    assert translator.text("Das unterschreibe ich. Ich hole mir jetzt etwas Warmes. [Ich habe Hunger.]") == (
        "I'd sign that. I'm going to get something warm. [I'm hungry.]"
    )
    assert translator.text("Es läuft. Nicht anfassen. Guter Punkt.") == "It works. Don't touch it. Good point."
    assert translator.text("Guter Punkt. Das hier hat jemand anderes gesagt.") == ""
    assert translator.text("Der Knoten im Ruder ist auf.") == "The knot in the oar is undone."
    lines = {"1": "Guter Punkt.", "1/1": "Ich habe Hunger.", "2": "Hm!"}
    material = [Piece(one, "holger", text) for one, text in lines.items()]
    answer = Play("de").ask("translation", material, shaped(lines=listed(id=TEXT, text=TEXT)))["lines"]
    assert [tuple(each.values()) for each in answer] == [("1", "Good point."), ("1/1", "I'm hungry."), ("2", "")]
    topic = "Auf der Tafel steht: Der Speicherfehler, den nur Ronja auslösen kann. Wer fängt an?"
    assert translator.text(topic) == "The board says: The save bug that only Ronja can reproduce. Who starts?"
    theirs = "Bevor der Kaffee kalt wird: Pizza am Freitag."
    assert translator.text(theirs) == "Before the coffee gets cold: Pizza am Freitag."


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


def test_days_hardly_repeat_a_phrase_and_translate() -> None:
    play = Play("de")
    said: list[str] = []
    for number in range(1, 31):
        topic = play.config[OfficeConfig].topics[number % 8] if number % 3 == 0 else ""
        play.open(scene=number, day=1 + number // 10, topic=topic, kind="work" if number % 4 == 1 else "casual")
        said.extend(line for text in play.contributions().values() for line in text.splitlines())
    assert len({clean(line).text for line in said}) >= max(87, 0.97 * len(said))
    translator = Translator(play.config, "en")
    assert sum(bool(translator.text(line)) for line in said) >= 0.97 * len(said)


def test_the_days_left_are_the_same_for_everybody() -> None:
    found = set()
    for number in range(1, 30):
        play = Play("en", day=3, members=7, scene_type="arrival", exchange="round", seed=number)
        for text in play.contributions().values():
            found |= set(re.findall(r"(\d+) days left", text))
    assert found == {"59"}


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
    assert found["summary"] == "Halvard and Sunniva were together in the kitchen, and nobody found words."
    assert found["memories"] == []


def test_what_a_scene_leaves_behind_is_read_out_of_its_lines() -> None:
    play = Play("de", scene=4)
    one, other = play.scene.members
    material = [
        Piece("5", one, "Die Kaffeemaschine zeigt wieder die rote Lampe. Wer hat sie beleidigt?"),
        Piece("6", other, "Das unterschreibe ich. Ich habe sie am Freitag entkalkt. Zum Dank hat sie gepfiffen."),
        Piece("7", one, "Ich kümmere mich bis Montag um den Nebel."),
        Piece("8", other, "Soll ich dir einen mitmachen?"),
    ]
    found = play.ask("aftermath", material, AFTERMATH)
    assert "die Kaffeemaschine" in found["summary"]
    assert "in der Küche" in found["summary"]
    assert found["key_turn"] == 7
    assert {(each["kind"], each["member"], each["other"]) for each in found["threads"]} == {
        ("promise", one, other), ("question", one, other),
    }  # fmt: skip
    assert [each["text"] for each in found["threads"]] == [
        "Ich kümmere mich bis Montag um den Nebel.", "Soll ich dir einen mitmachen?",
    ]  # fmt: skip
    assert {each["member"] for each in found["memories"]} == {one, other}
    assert all(1 <= each["importance"] <= 10 for each in found["memories"])
    assert {"member": one, "other": other, "valence": "positive", "reason": "Svea hat Holger den Rücken gestärkt."} in (
        found["shifts"]
    )
    translator = Translator(play.config, "en")
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
    texts = [f"{other} {at}." for at in range(4)] + ["Nebel? the fog", "Der Nebel, the fog."]
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
    assert all(translator.text(line) for line in play.take(40))


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
