"""The rehearsal voice in stories: within its limits, in its language, and with calls that can be carried out."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator
from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace
from parley.core.modes.story.rehearsal import tellers
from parley.core.modes.story.rehearsal.context import StoryContext
from parley.core.modes.story.rehearsal.grammar import forms
from parley.core.modes.story.rehearsal.phrases import (
    ACTS,
    TALKS,
    asked_for,
    filled,
    kind_of_act,
    kind_of_talk,
    sentences,
    story_bank,
)
from parley.core.modes.story.rehearsal.tellers import LONGEST, called

from parley.core.base.clock import SimulatedClock
from parley.core.cast.member import PLAYER, VoiceSpec
from parley.core.home import Home
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import ToolAnswered
from parley.core.modes.story.rules.parts import AGENTS
from parley.core.modes.story.rules.tools import given
from parley.core.perspective.material import Piece
from parley.core.perspective.perspective import Block
from parley.core.voices.base import Delta, Reply, Request, Voice, Waiting
from parley.core.voices.rehearsal.voice import RehearsalVoice
from tests.story_configs import INTERVIEW, a_story, told

LANGUAGES = ("en", "de")
CHANCES = 6
TELLERS = Path(tellers.__file__).parent
SLOTS = set(re.findall(r"\b(\w+)=|\"(\w+)\":", "".join(path.read_text("utf-8") for path in TELLERS.glob("*.py"))))
"""What whoever tells fills in, by name."""
FOREIGN = {
    "en": re.compile(r"\b(?:und|nicht|du|ist|dein|eine|das|mit)\b", re.IGNORECASE),
    "de": re.compile(r"\b(?:the|and|you|is|of|with|your|it)\b", re.IGNORECASE),
}
SCRIPTS = {
    "en": (
        *INTERVIEW, "I look at the plummet.", "I pick up the candle.", "I talk to Dora.", "What do you know?",
        "I give you 2 coins.", "I buy the bread.", "You are a liar!", "I am sorry.", "Sell me the foundry hammer.",
        "Who are you?", "Goodbye, Dora.", "I go to the market.", "I look for a guard.", "I talk to the guard.",
        "Come with me.", "Goodbye.", "I go to the quarry.", "I go to the foundry.", "I go to the quarry.",
        "I attack!", "I attack.", "I defend.", "I attack.", "I flee.", "I wait.", "I try to climb up, DC 12.",
    ),
    "de": (
        "Ich heiße Mira.", "Von der Küste.", "Ich vermesse Land.", "Mein Kopf.", "Ich folge dem Wasser.",
        "Ich betrachte das Lot.", "Ich nehme die Kerze.", "Ich spreche mit Dora.", "Was weißt du?",
        "Ich gebe dir 2 Münzen.", "Ich kaufe das Brot.", "Du bist eine Lügnerin!", "Es tut mir leid.",
        "Verkauf mir den Hammer.", "Wer bist du?", "Leb wohl, Dora.", "Ich gehe zum Marktplatz.",
        "Ich suche eine Wache.", "Ich spreche mit der Wache.", "Komm mit mir.", "Auf Wiedersehen.",
        "Ich gehe zum Steinbruch.", "Ich gehe zur Gießerei.", "Ich gehe zum Steinbruch.", "Ich greife an!",
        "Ich greife an.", "Ich verteidige mich.", "Ich greife an.", "Ich fliehe.", "Ich warte.",
        "Ich versuche hinaufzuklettern, SG 12.",
    ),
}  # fmt: skip


@cache
def _voice() -> Voice:
    return RehearsalVoice(VoiceSpec(provider="rehearsal"), SimulatedClock())


def _asked(request: Request) -> Reply:
    async def parts() -> list[Delta | Waiting | Reply]:
        return [part async for part in _voice().speak(request)]

    *deltas, reply = asyncio.run(parts())
    assert isinstance(reply, Reply)
    assert reply.text == "".join(delta.text for delta in deltas if isinstance(delta, Delta))
    return reply


@pytest.fixture(scope="module")
def requests(tmp_path_factory: pytest.TempPathFactory) -> dict[str, list[Request]]:
    """All that the voice is asked in a story of each language."""
    found: dict[str, list[Request]] = {}
    speak = RehearsalVoice.speak
    for language in LANGUAGES:
        asked: list[Request] = []

        def kept(
            voice: RehearsalVoice, request: Request, into: list[Request] = asked
        ) -> AsyncIterator[Delta | Waiting | Reply]:
            into.append(request)
            return speak(voice, request)

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(RehearsalVoice, "speak", kept)
            config = a_story("varn", language=language, script=SCRIPTS[language], turns=40)
            told(Home(Path(tmp_path_factory.mktemp(language))), config)
        found[language] = asked
    return found


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_said_keeps_to_its_limits_and_its_language_and_calls_are_valid(
    requests: dict[str, list[Request]], language: str
) -> None:
    speakers, tools = set(), set()
    for number, asked in enumerate(requests[language] * CHANCES):
        request = replace(asked, chance=number)
        reply, t = _asked(request), StoryContext(request)
        me, text = t.me, reply.text
        speakers.add((me, request.kind) if request.schema is None else (request.purpose, ""))
        assert reply.stop_reason == ("tool_use" if reply.tool_calls else "end_turn")
        assert not (reply.tool_calls and t.calls), "nothing is called after an answer"
        assert len({call.id for call in reply.tool_calls}) == len(reply.tool_calls)
        for call in reply.tool_calls:
            assert call.name in {tool.name for tool in request.tools}
            given(call.name, call.arguments)
            tools.add(call.name)
        assert text or reply.tool_calls
        assert "  " not in text
        assert text == text.strip()
        assert not FOREIGN[language].search(text), text
        if request.schema is not None or not text:
            continue
        assert not set("{}") & set(text)
        assert text[-1] in ".!?…“”»", text
        rules = request.perspective.config[StoryConfig].setting.rules
        count = len(text.split())
        if me == "narrator" and request.kind != "closing" and not reply.tool_calls:
            assert count <= rules.narrator_words[1], text
        elif me == "keeper":
            assert count <= max(rules.keeper_words, len(t.one("brief").split()))
            assert not any(t.facts_told) or any(sign.isdigit() for sign in " ".join(text.split()[:3])), text
        elif me == "jester":
            assert len(sentences(text)) <= rules.jester_sentences, text
        elif me not in AGENTS and request.kind != "question":
            assert count <= LONGEST, text
    assert {("narrator", "opening"), ("narrator", "closing"), ("keeper", "line"), ("choices", "")} <= speakers
    assert {("dora", "question"), ("summary", ""), ("sheet", "")} <= speakers
    # What the player does is read by the rules before anybody speaks.
    assert tools == {"create_character", "update_relationship"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_choices_are_three_and_short_and_a_summary_quotes_nothing(
    requests: dict[str, list[Request]], language: str
) -> None:
    def runs(text: str) -> set[tuple[str, ...]]:
        words = re.findall(r"\w+", text.casefold())
        return {tuple(words[at : at + 5]) for at in range(len(words) - 4)}

    asked = [request for request in requests[language] if request.purpose in ("choices", "summary")]
    assert len({request.purpose for request in asked}) == 2
    for request in asked:
        said = set().union(*(runs(block.said) for block in request.perspective.witnessed() if block.speaker))
        for chance in range(20):
            answer = json.loads(_asked(replace(request, chance=chance)).text)
            choices = answer.get("choices", "abc")
            assert len(set(choices)) == 3
            assert all(0 < len(choice.split()) <= 6 for choice in choices)
            quoted = runs(answer.get("summary", "")) & said
            assert not quoted


def _of(requests: list[Request], me: str, phase: str, act: str) -> Request:
    """A request of that speaker's in that phase, with other words of the player's and nothing decided yet."""
    for request in requests:
        t = StoryContext(request)
        if t.me == me and t.phase == phase and request.kind == "line" and not t.calls and not t.facts_told:
            kept = tuple(piece for piece in request.material if piece.id not in {"act", "did"})
            return replace(request, material=(*kept, Piece("act", "", act)))
    raise AssertionError(f"{me} was never asked in {phase}")


CALLED = [
    (
        "narrator", "I look for a guard.", "Ich suche eine Wache.", ["create_character"],
        {"archetype": "guard", "location": "inn"},
    ),
    (
        "dora", "Thank you, that was kind of you.", "Danke, das war freundlich von dir.", ["update_relationship"],
        {"trait": "trust"},
    ),
    # What the rules have heard before is nobody's to call.
    ("narrator", "I talk to Dora.", "Ich spreche mit Dora.", [], {}),
    ("narrator", "I take the candle.", "Ich nehme die Kerze.", [], {}),
    ("dora", "Goodbye, Dora.", "Leb wohl, Dora.", [], {}),
    ("dora", "I buy the bread.", "Ich kaufe das Brot.", [], {}),
    ("dora", "What happened here?", "Was ist hier geschehen?", [], {}),
]  # fmt: skip


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("me", "english", "german", "names", "arguments"), CALLED)
def test_what_the_players_words_ask_for_is_called(
    requests: dict[str, list[Request]],
    language: str,
    me: str,
    english: str,
    german: str,
    names: list[str],
    arguments: dict[str, object],
) -> None:
    phase = "exploration" if me == "narrator" else "dialogue"
    request = _of(requests[language], me, phase, german if language == "de" else english)
    for chance in range(20):
        reply = _asked(replace(request, chance=chance))
        assert [call.name for call in reply.tool_calls] == names
        assert all(arguments.items() <= call.arguments.items() for call in reply.tool_calls[:1])


def test_rude_words_cost_trust_and_leave_a_mark(requests: dict[str, list[Request]]) -> None:
    request = _of(requests["en"], "dora", "dialogue", "You are a liar and a coward.")
    made = [call.arguments for chance in range(20) for call in _asked(replace(request, chance=chance)).tool_calls]
    assert {call["trait"] for call in made} == {"trust", "angry"}
    assert all(call["change"] < 0 or call["trait"] == "angry" for call in made)


def test_a_refused_call_is_spoken_of_and_not_repeated(requests: dict[str, list[Request]]) -> None:
    request = _of(requests["en"], "dora", "dialogue", "I give you 2 coins.")
    answer = ToolAnswered(
        at=SimulatedClock().now(), turn=request.turn, member="dora", call="c", name="exchange_item", error=True,
        arguments={"item_name": "coin", "giver_id": PLAYER, "receiver_id": "dora", "quantity": 2}, text="No.",
    )  # fmt: skip
    pair = tuple(Block(9_999, role, "dora", "", "", (answer,)) for role in ("assistant", "user"))
    again = replace(request, perspective=replace(request.perspective, tail=pair))
    for chance in range(20):
        reply = _asked(replace(again, chance=chance))
        assert reply.text
        assert not reply.tool_calls
    assert _voice().payload(again).digest() != _voice().payload(request).digest()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_phrase_fills_in(language: str) -> None:
    bank = story_bank(language)
    values = {name or key: "Karo" for name, key in SLOTS}
    for pool, phrases in bank.pools.items():
        assert phrases, pool
        for phrase in phrases:
            text = filled(phrase.text, values)
            assert text, f"{pool}: {phrase.text} has a slot that nobody knows"
            assert not FOREIGN[language].search(text), text
    assert len({phrase.text for phrases in bank.pools.values() for phrase in phrases}) > 300
    assert {f"act.{kind}" for kind in (*ACTS, "other")} <= bank.pools.keys()
    assert {f"say.{kind}" for kind in (*TALKS, "statement")} - {"say.rumour", "say.secret"} <= bank.pools.keys()


def test_what_acts_and_words_are_about() -> None:
    acts = {("I listen at the door", "en"): "listen", ("Ich durchsuche die Truhe", "de"): "search"}
    assert {act: kind_of_act(*act) for act in acts} == acts
    talk = {("I am sorry about that", "en"): "apology", ("Was willst du?", "de"): "wants", ("So?", "en"): "question"}
    assert {said: kind_of_talk(*said) for said in talk} == talk
    assert (asked_for("I look for a merchant", "en"), asked_for("Ich sehe eine Wache", "de")) == ("merchant", "")
    there = {name: forms(name, "de") for name in ("das andere Ufer", "die Schankstube", "der alte Steg", "Alt-Varn")}
    assert [one.to for one in there.values()] == [
        "zum anderen Ufer",
        "zur Schankstube",
        "zum alten Steg",
        "nach Alt-Varn",
    ]
    assert there["der alte Steg"][:3] == ("der alte Steg", "den alten Steg", "dem alten Steg")
    assert forms("Seil", "de", "n").dat == "dem Seil"
    assert [forms(name, "en").nom for name in ("rope", "the jetty", "Old Varn")] == [
        "the rope",
        "the jetty",
        "Old Varn",
    ]
    assert (called("They call me Robin."), called("Ich heiße Mira."), called("none of yours")) == ("Robin", "Mira", "")
