"""The rehearsal voice keeps to the point: one matter, answers to what was said, owners stay, nothing comes twice."""

from __future__ import annotations

import asyncio
import json
import re
from collections import Counter
from itertools import pairwise
from typing import Any

import pytest

from parley.core.base.clock import SeededRandom
from parley.core.base.line import clean
from parley.core.cast.member import Member
from parley.core.log.config import RunConfig
from parley.core.log.events.turn import CameToMind
from parley.core.log.state import Entry, State
from parley.core.modes.duologue.composing import FORMAT
from parley.core.modes.roundtable import distillation
from parley.core.perspective.perspective import Witness
from parley.core.voices.base import Reply
from parley.core.voices.rehearsal.matter import matter_of
from parley.core.voices.rehearsal.talk import Talk as Standing
from parley.core.voices.rehearsal.threads import recognised, threads
from tests.unit.voices.test_rehearsal import Talk, answered, configured, heard

SENTENCE = re.compile(r"(?<=[.!?])\s+")
SHORT = 25
"""Characters: a word before a sentence may come again."""

MATTERS = {
    "en": {
        "The office plants are dying": ("fact", "the office plants"),
        "The signup page loses every second visitor": ("fact", "the signup page"),
        "Somebody ate the last slice of cake": ("fact", "the last slice of cake"),
        "Dr. Weber retires in June": ("fact", "Dr. Weber"),
        "Why do our volunteers quit?": ("why", "our volunteers"),
        "What is love?": ("question", "love"),
        "Is free will an illusion?": ("yes-no", "free will"),
        "Should we move to a four-day week?": ("deed", "the four-day week"),
        "Write a poem about the sea": ("task", "the poem"),
        "Let's talk about consciousness.": ("thing", "consciousness"),
        "Shipping on a Friday afternoon": ("thing", "shipping on a Friday afternoon"),
        "La machine à café est en panne": ("thing", "“La machine à café est en panne”"),
        "What is it like to be you?": ("self", "our kind of life"),
        "Hello!": ("greeting", "good conversation"),
        "Christmas with the in-laws": ("thing", "Christmas"),
        "Tiny houses": ("thing", "tiny houses"),
        "Open offices kill concentration": ("claim", "the open offices"),
        "My flatmate never washes up": ("fact", "my flatmate"),
        "Is it rude to be early?": ("yes-no", "being early"),
        "Our team misses deadlines. What can we do?": ("how", "our team"),
    },
    "de": {
        "Notdienst an Silvester": ("thing", "der Notdienst|den Notdienst|dem Notdienst"),
        "Silvester: Wer macht Notdienst?": ("question", "der Notdienst|den Notdienst|dem Notdienst"),
        "Die Büropflanzen sterben": ("fact", "die Büropflanzen|die Büropflanzen|den Büropflanzen"),
        "Über Nacht sind drei alte Fehler zurückgekommen": (
            "fact", "die drei alten Fehler|die drei alten Fehler|den drei alten Fehlern",
        ),
        "Ein Großkunde will eine Funktion, die sonst niemand braucht": (
            "fact", "der Großkunde|den Großkunden|dem Großkunden",
        ),
        "Der Neubau des ältesten Teils im System": (
            "thing",
            "der Neubau des ältesten Teils|den Neubau des ältesten Teils|dem Neubau des ältesten Teils",
        ),
        "Gibt es einen freien Willen?": ("yes-no", "der freie Wille|den freien Willen|dem freien Willen"),
        "Unsere Kunden wollen bar zahlen": ("fact", "unsere Kunden|unsere Kunden|unseren Kunden"),
        "Herr Müller kündigt": ("fact", "Herr Müller|Herrn Müller|Herrn Müller"),
        "Barcelona": ("thing", "Barcelona|Barcelona|Barcelona"),
        "Hausaufgaben abschaffen?": ("deed", "die Hausaufgaben|die Hausaufgaben|den Hausaufgaben"),
        "Silvester": ("thing", "Silvester|Silvester|Silvester"),
        "Quarkstrudel": ("thing", "der Quarkstrudel|den Quarkstrudel|dem Quarkstrudel"),
        "Kann man Humor lernen?": ("yes-no", "der Humor|den Humor|dem Humor"),
        "Fühlen Fische Schmerz?": ("yes-no", "die Fische|die Fische|den Fischen"),
        "Warum lügen Menschen?": ("why", "das Lügen|das Lügen|dem Lügen"),
    },
}  # fmt: skip

RUNS = [
    ("standup", "The roof of the club house leaks", "startup"), ("planning", "Das Dorffest im August", "startup-de"),
    ("debate", "Tattoos", "newsroom"), ("debate", "Zug oder Flugzeug für die Klassenfahrt?", "studio-de"),
    ("deep_dive", "Why the soup tastes different on Mondays", "studio"), ("brainstorm", "Roboter", "startup-de"),
    ("risk_review", "Die Wanderung mit vierzig Kindern", "studio-de"), ("strategy", "A new logo", "startup"),
    ("writers_room", "A lighthouse keeper who is afraid of the dark", "newsroom"),
    ("retrospective", "Das Sommerfest", "startup-de"), ("content_review", "The letter to the parents", "studio"),
    ("watercooler", "Jemand hat meinen Stuhl verstellt", "startup-de"),
]  # fmt: skip


def talk(topic: str, form: str, cast: str, turns: int = 14, seed: int = 5) -> Talk:
    return Talk(configured(cast, form, topic=topic, turns=turns, seed=seed, id=f"{form}{topic}{seed}"))


def duologue(topic: str, language: str = "en", turns: int = 20, seed: int = 4) -> Talk:
    members = (Member(id="ada", name="Ada"), Member(id="ben", name="Ben"))
    config = RunConfig(
        id=f"duo{topic}{seed}", cast_id="duologue", members=members, format=FORMAT, seed=seed, turns=turns,
        topic=topic, language="de" if language == "de" else "en", cap=0, mode="duologue",
        duologue={"opening": topic, "router": {"kind": "alternation"}},
    )  # fmt: skip
    return Talk(config)


def said(talk: Talk) -> list[str]:
    return [clean(line).text for line in talk.whole()]


def twice(lines: list[str]) -> list[str]:
    found = Counter(each for line in lines for each in SENTENCE.split(line) if len(each) > SHORT)
    return [each for each, times in found.items() if times > 1]


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_a_topic_is_about(language: str) -> None:
    found = {topic: matter_of(topic, language) for topic in MATTERS[language]}
    told = {
        topic: (each.kind, "|".join(each.forms) if language == "de" else each.forms.nom)
        for topic, each in found.items()
    }
    assert told == MATTERS[language]
    assert matter_of("Ship now or wait until it is good", "en").options == ("ship now", "wait until it is good")
    assert matter_of("Tee, Kaffee oder Wasser?", "de").options == ("Tee", "Kaffee", "Wasser")
    assert matter_of("The release stays on Thursday", "en").day == "Thursday"
    for strange in ("", "   ", "???", "a" * 5_000, "{title} {0}", "1 2 3", "\n\n\n", "„“", "Ω≈ç√"):
        assert matter_of(strange, language).forms.nom


@pytest.mark.parametrize(("form", "topic", "cast"), RUNS)
@pytest.mark.parametrize("seed", [1, 2])
def test_a_talk_is_about_its_topic_and_says_nothing_twice(form: str, topic: str, cast: str, seed: int) -> None:
    lines = said(talk(topic, form, cast, seed=seed))
    about = matter_of(topic, "de" if cast.endswith("de") else "en")
    names = {each.split()[-1].lower() for each in (*about.forms, *about.options)}
    assert twice(lines) == []
    assert sum(any(name in line.lower() for name in names) for line in lines) >= len(lines) / 5
    assert all("{" not in line and len(SENTENCE.split(line)) <= 4 for line in lines)


@pytest.mark.parametrize(("form", "topic", "cast"), RUNS)
def test_an_answer_is_to_what_was_said(form: str, topic: str, cast: str) -> None:
    played = talk(topic, form, cast)
    nodes = [recognised(line, played.config.language) for line in said(played)[:-1]]
    assert all(node is not None for node in nodes)
    acts = [(node.thread, node.act) for node in nodes if node is not None]
    for (before, was), (thread, act) in pairwise(acts):
        what = act.rpartition("_")[2]
        if thread == before and what in ("but", "and", "re", "end", "take"):
            assert was != act
        elif "." in thread:
            assert what in ("ask", "say", "for", "against"), "a thought is put forward before it is answered"
        if was == "ask":
            assert (thread, what) in {(before, each) for each in ("say", "take", "for", "against")}


def test_the_end_of_a_talk_follows_from_its_lines() -> None:
    played = talk("A new roof for the club house", "standup", "startup", turns=12)
    lines = said(played)
    bank = threads("en").threads
    names = {member.id: member.name for member in played.config.members}
    speakers = [entry.speaker for entry in played.state.entries]
    taken = {
        node.thread: who for line, who in zip(lines, speakers, strict=True)
        if (node := recognised(line, "en")) and node.act == "take"
    }  # fmt: skip
    assert taken
    last = speakers[-1]
    for thread, who in taken.items():
        if bank[thread].label.nom in lines[-1]:
            assert re.search(r"\bI\b|\bme\b" if who == last else names[who], lines[-1])
    day = next(day for day in ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday") if day in lines[-1])
    assert all(day in line for line in lines if line.startswith("I'll") and "by " in line)
    schema = distillation.schema(played.config)
    request = played.request("boss", purpose="distillation", schema=schema, task="Distil.", chance=2)
    found: dict[str, Any] = json.loads(answered(played.voice, request)[-1].text)
    assert {(one["owner"]) for one in found["actions"]} == set(taken.values())
    assert all(one["text"][-1] in ".!?…" for one in (*found["memories"], *found["actions"]))


def test_a_duologue_of_a_hundred_turns_says_nothing_twice_and_sums_up() -> None:
    for language, topic in (("en", "Is free will an illusion?"), ("de", "Was ist Glück?")):
        lines = said(duologue(topic, language, turns=110))
        assert twice(lines) == []
        marks = [node.mark for node in threads(language).pools["sum.any"]]
        assert any(mark in line for mark in marks for line in lines)
        assert not any(name in line for name in ("Ada", "Ben") for line in lines), "of two nobody is told a name"


@pytest.mark.parametrize(("language", "put"), [("en", "The penguin escaped"), ("de", "Der Pinguin ist entkommen")])
def test_what_is_put_in_becomes_the_matter(language: str, put: str) -> None:
    played = talk("The office plants", "standup", "startup-de" if language == "de" else "startup", turns=12)

    async def some(turns: range) -> list[str]:
        return [await played.take(turn) for turn in turns]

    asyncio.run(some(range(1, 5)))
    played.say("", put)
    after = asyncio.run(some(range(5, 12)))
    assert "enguin" in after[0] or "inguin" in after[0]
    assert sum("inguin" in line or "enguin" in line for line in after) >= 4
    assert not any("plant" in line for line in after)


def test_a_question_of_somebody_else_is_answered_by_its_kind() -> None:
    questions = {
        "Who can drive the van?": "who", "When does it start?": "when", "Why is the door locked?": "why",
        "How many guests are there?": "number", "What does Ben think?": "what", "Is it safe?": "yes no",
    }  # fmt: skip
    for question, kinds in questions.items():
        played = talk("The village festival", "standup", "startup")
        played.say("analyst", question)
        for chance in range(6):
            reply = answered(played.voice, played.request("boss", chance=chance, turn=3, turns=10))[-1]
            node = recognised(clean(reply.text).text, "en")
            assert node is not None
            assert node.act in {f"answer.{kind}" for kind in kinds.split()}, (question, reply.text)


def test_a_rehearsed_quizmaster_asks() -> None:
    played = duologue("Rivers of Europe")

    async def asked() -> list[str]:
        lines = []
        for turn in range(1, 6):
            chance = SeededRandom(7).generator(turn, "voice").getrandbits(63)
            request = played.request("ada", kind="question", turn=turn, turns=10, chance=chance)
            reply = (await heard(played.voice, request))[-1]
            assert isinstance(reply, Reply)
            played.say("ada", reply.text)
            lines.append(reply.text)
            played.say("ben", "The Danube, I think.")
        return lines

    lines = asyncio.run(asked())
    assert len(set(lines)) == 5
    assert all(line.endswith("?") for line in lines)


DEEDS = {
    "en": {
        "Should we close the night counter on Sundays?": "closing the night counter on Sundays",
        "Should we stop lending umbrellas?": "an end to lending umbrellas",
        "Should I start baking on Mondays?": "baking on Mondays",
        "Should cities ban private cars?": "cities banning private cars",
        "Should dogs be allowed in offices?": "allowing dogs in offices",
    },
    "de": {
        "Sollen wir den Nachtschalter schließen?": "das Aus für den Nachtschalter",
        "Sollen wir den Nachtschalter streichen?": "das Aus für den Nachtschalter",
    },
}


@pytest.mark.parametrize("language", ["en", "de"])
def test_a_proposal_keeps_its_verb(language: str) -> None:
    found = {topic: matter_of(topic, language).deed for topic in DEEDS[language]}
    assert {topic: each.nom for topic, each in found.items() if each} == DEEDS[language]
    assert matter_of("Sollen wir einen Nachtschalter einrichten?", "de").deed is None


@pytest.mark.parametrize(
    ("topic", "language", "named", "day"),
    [
        ("Frau Kern hat angerufen, weil der Keller unter Wasser steht", "de", "der Keller", ""),
        ("Mr Kern wrote that the cellar is wet", "en", "the cellar", ""),
        ("Warum fehlen die Lieferbriefe?", "de", "die Lieferbriefe", ""),
        ("Umbau der Halle bis 9. Oktober", "de", "der Umbau der Halle", "9. Oktober"),
        ("The fair on 3 May", "en", "the fair", "3 May"),
        ("Somebody hides every umbrella", "en", "the umbrella", ""),
        ("The call to the printer", "en", "the call", ""),
    ],
)
def test_what_is_told_and_when(topic: str, language: str, named: str, day: str) -> None:
    found = matter_of(topic, language)
    assert (found.forms.nom, found.day) == (named, day)


@pytest.mark.parametrize(("cast", "heaps"), [("shop", ("Now:", "Later:")), ("startup-de", ("Jetzt:", "Später:"))])
def test_a_triage_sorts_into_heaps(cast: str, heaps: tuple[str, str]) -> None:
    topic = "Die Fundsachen" if cast.endswith("de") else "The lost property"
    for seed in range(4):
        last = said(talk(topic, "triage", cast, turns=11, seed=seed))[-1]
        assert all(heap in last for heap in heaps)


def test_a_strategy_after_an_event_is_about_acting_or_waiting() -> None:
    lines = said(talk("The bank has closed its counter", "strategy", "startup", turns=9))
    assert any(side in lines[-1] for side in ("acting now", "waiting"))
    assert not any("a yes" in line or "a no" in line for line in lines)


def test_nobody_takes_up_what_nobody_has_said() -> None:
    for language, bean in (("en", "bean"), ("de", "Bohne")):
        rewarded = threads(language).threads["think.reward"]
        assert all(bean in rewarded.acts[act][0].text for act in ("and", "but"))
        assert ("say", "but") in rewarded.led


def test_who_wants_less_of_a_thing_speaks_against_it() -> None:
    for topic, turned in (("Should we ban dogs?", True), ("Should dogs be allowed in offices?", False)):
        state = Standing(duologue(topic).config, "ada")
        sides = {state.side_in("argue.pets_company", member) for member in ("ada", "ben")}
        assert sides == {"for", "against"}
        assert (state.side_in("argue.pets_company", "ada") != state.side("ada")) is turned


def reminded(played: Talk, *lore: str, chance: int = 3, **values: Any) -> str:
    """What the boss says where these entries of a lore book have come to their mind."""
    found = tuple(CameToMind(entry=text[:9], key="Storm", text=text) for text in lore)
    request = played.request("boss", chance=chance, turn=3, turns=10, lore=found, **values)
    return clean(answered(played.voice, request)[-1].text).text


def test_lore_that_came_to_mind_is_said_once_and_taken_up() -> None:
    played = talk("The village festival", "standup", "startup")
    played.say("analyst", "The storm was loud.")
    text = "Storms here come from the harbour. Nobody knows why."
    line = reminded(played, text)
    assert line.endswith(": Storms here come from the harbour.")
    played.say("boss", line)
    assert "the harbour" in clean(answered(played.voice, played.request("writer", turn=4, turns=10))[-1].text).text
    played.say("writer", "The storm, then.")
    assert "Storms here" not in reminded(played, text)


@pytest.mark.parametrize(
    "lore", ["Boss fears storms.", "She fears storms.", "You fear storms.", "Die Stürme sind hier laut.", "A " * 99]
)
def test_what_is_told_of_who_speaks_or_to_them_is_not_said_by_them(lore: str) -> None:
    played = talk("The village festival", "standup", "startup")
    played.say("analyst", "The storm was loud.")
    assert lore not in reminded(played, lore)


def test_a_question_is_answered_before_anything_else_is_remembered() -> None:
    played = talk("The village festival", "standup", "startup")
    played.say("analyst", "Who can drive the van?")
    assert "Storms" not in reminded(played, "Storms last three days.")
    played.say("analyst", "How long is a storm?")
    assert reminded(played, "Storms last three days.").endswith("Storms last three days.")


def imported(*lines: str, title: str = "") -> Standing:
    config = duologue("").config.model_copy(update={"imported": "Text · a.txt", "title": title})
    played = Talk(config)
    for at, line in enumerate(lines):
        played.say(("ada", "ben")[at % 2], line)
    standing = Standing(config, "ada")
    standing.hear(played.seen_by("ada"))
    return standing


def test_an_imported_talk_without_a_topic_is_about_what_was_mentioned_last() -> None:
    assert imported("Did you water the garden?", "The hose is by the Elsinore.").matter.forms.nom == "the Elsinore"
    assert imported("Hm.", "I did not count.", title="Three eggs").matter.forms.nom == "three eggs"
    assert not imported("Hm.", "I did not count.", title="Ada, Ben").matter.known


def test_a_note_of_a_tool_is_nothing_to_talk_about() -> None:
    played = duologue("The garden")
    for imported_from in ("AutoGen · a.json", ""):
        config = played.config.model_copy(update={"imported": imported_from})
        state = State(config=config, entries=[Entry("topic", 1, 1, "", "31 metres", name="depth")])
        standing = Standing(config, "ada")
        standing.hear(Witness(config, config.members[0]).moment(state))
        assert standing.put == ("" if imported_from else "31 metres")
