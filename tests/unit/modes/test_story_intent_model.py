"""A small model reads what the dozen verbs do not, held to what is there; what comes of it the rules decide."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from parley.core.cast.member import VoiceSpec
from parley.core.log.events.turn import Author, TurnEnded
from parley.core.modes.story.events import DiceRolled, LineRead, PlayerDid
from parley.core.modes.story.intent_model import Names, name_thing
from parley.core.voices.base import Request
from tests.scripted_voices import begun, of_type, reopened
from tests.small_story import says
from tests.story_configs import a_story
from tests.tool_calling_voice import Teller, play
from tests.unit.modes.test_story_intents import at_varn

LED = {"tools": False, "led": True}


ALONE = {
    ("de", "taproom"): {
        "Ich wärm mir die Hände am Ofen": "deed",
        "Ich schleiche mich leise in den Erlenbruch": "go alders",
        "Sag mal, Levin, wie viele passen auf die Fähre?": "talk levin",
        "Gibt es hier was zum Mitnehmen?": "ask",
    },
    ("de", "marta"): {
        "Ich klopfe ihr tröstend auf die Schulter": "deed",
        "was kostet denn der holundersaft": "price marta elderberry",
        "Ich möchte dir mein Messer verkaufen, was gibst du mir dafür?": "price knife",
        "Marta, ich hab dir vier Münzen gegeben, krieg ich dafür nen Holundersaft?": "buy marta elderberry",
        "Ich gehe auf den Moorhund los!": "attack Moorhund",
        "ADA! HÖRST DU MICH?": "talk ada",
        "Ich will dir nichts tun": "",
        "Ich schlage ihr ins Gesicht": "attack marta",
        "Ich schlage auf den Tisch": "try",
    },
    ("en", "marta"): {
        "I look at the nail on the wall": "ask",
        "I slap the table": "try",
        "Here are 3 coins for the bread": "buy marta bread",
        "well, thanks, I'd better be off": "part",
    },
}
"""By language and where: lines that need no model, and the one deed that their words allow."""


@pytest.mark.parametrize(("language", "where"), ALONE)
def test_what_the_words_leave_single_is_read_without_the_model(language: str, where: str) -> None:
    for line, expected in ALONE[language, where].items():
        state = at_varn(language, where)
        says(state, line)
        found = Names(state, line).decide()
        assert found is not None, line
        told = [" ".join(filter(None, (each.what, each.target, each.item, each.unknown))) for each in found[0]]
        assert told == [expected] * bool(expected), line


def test_nothing_that_cannot_be_taken_back_is_offered_where_no_verb_says_it() -> None:
    state = at_varn("de", "taproom")
    for line in ("Ich klopfe mir den Nebel von der Jacke, Marta", "Ab durch die Mitte", "Marta und das Messer"):
        says(state, line)
        assert Names(state, "🦊 ?!", goes_on=True).options, "what has no words is no order"
        assert not {"attack", "give", "drop", "buy", "sell"}.intersection(
            each.kind for each in Names(state, line).options
        )


def reads(**answers: dict[str, str]) -> Teller:
    """A small model that reads lines as it is told to, by their first word; else they change nothing."""
    teller = Teller(**LED)

    def answer(request: Request) -> dict[str, Any]:
        if not request.purpose.startswith("reading"):
            return {"summary": "They spoke.", "promises": []}
        line = request.direction.rsplit('"', 2)[1]
        given = answers.get(
            line.split()[0].lower(),
            {"does": "say", "about": "something else"} if "talking with" in request.direction else {"does": "other"},
        )
        assert request.schema is not None
        Draft202012Validator(request.schema).validate(given)
        return given

    teller.answer = answer
    return teller


def played(path: Path, teller: Teller, *lines: str, **wish: Any) -> list[Any]:
    """The events of a story with these lines; a reading must not be asked for twice."""
    return play(begun(path, teller, a_story(script=lines, **({"concept": "letter"} | wish))))


def test_a_deed_in_words_of_ones_own_is_read_and_done(tmp_path: Path) -> None:
    teller = reads(
        please={"does": "take", "thing": "lantern"},
        perhaps={"does": "go", "whom": "the jetty"},
        i={"does": "break"},
    )
    lines = (
        "Please may the lantern be mine",
        "Perhaps the jetty is the place for me",
        "I heave ho, up with the boat",
    )
    events = played(tmp_path / "s.jsonl", teller, *lines)
    assert [deed.what for read in of_type(events, LineRead) for deed in read.deeds] == ["pick", "go", "try"]
    assert [did.what for did in of_type(events, PlayerDid)] == ["pick", "go"]
    assert not any(did.refused for did in of_type(events, PlayerDid))
    assert [check.checks[0].what for check in of_type(events, DiceRolled)] == ["check"]
    assert not any(request.tools for request in teller.requests)


def test_a_pronoun_is_the_thing_of_the_clause_before_unless_the_clause_names_its_own(tmp_path: Path) -> None:
    teller = reads(please={"does": "take", "thing": "lantern"})
    events = played(tmp_path / "s.jsonl", teller, "Please may the lantern be mine and give it to Marta")
    assert [(deed.what, deed.item) for read in of_type(events, LineRead) for deed in read.deeds] == [
        ("pick", "lantern"), ("give", "lantern"),
    ]  # fmt: skip
    events = played(tmp_path / "t.jsonl", teller, "Please may the lantern be mine and give Marta the letter, it")
    assert [deed.item for read in of_type(events, LineRead) for deed in read.deeds] == ["lantern", "letter"]
    assert name_thing("Gib es Marta", r"Seil \1\q", "de") == r"Gib Seil \1\q Marta"


@pytest.mark.parametrize("line", ["take the lantern", "go to the jetty", "talk to Marta", "look around"])
def test_what_the_dozen_verbs_read_costs_no_reading(tmp_path: Path, line: str) -> None:
    events = played(tmp_path / "s.jsonl", reads(), line)
    assert not of_type(events, LineRead)
    assert of_type(events, PlayerDid)


def test_a_small_model_speaks_for_somebody_where_no_answer_is_surely_meant(tmp_path: Path) -> None:
    def sayings(*lines: str) -> tuple[list[Author], int]:
        teller = reads(do={"does": "say", "about": "who took"})
        events = played(tmp_path / f"{len(lines)}.jsonl", teller, "talk to Marta", *lines)
        said = [event.words_by for event in of_type(events, TurnEnded) if event.member == "marta"]
        return said, len(teller.of("marta"))

    writer, model = Author(kind="writer", name="ferry"), Author(kind="model", name="teller")
    # A choice that the rules have offered is meant as it is written.
    assert sayings("2", "How many spoons go into a boot?") == ([writer, writer, model], 1)
    # Some words of a key are in the question, or a topic was read in it that it does not name.
    assert sayings("How are you?", "What do you do on Sundays?", "Do you think that machines dream?") == (
        [writer, writer, model, model], 2,
    )  # fmt: skip


def test_nobody_reads_for_a_partner_whose_voice_calls_tools(tmp_path: Path) -> None:
    config, small, able = (
        a_story(script=("talk to Marta", "Strange weather, if you ask me"), concept="letter"),
        reads(),
        Teller(),
    )
    voice = VoiceSpec(provider="anthropic", model="claude-haiku-5-5")
    marta = config.member("marta").model_copy(update={"voice": voice})
    members = tuple(marta if each.id == "marta" else each for each in config.members)
    config = config.model_copy(update={"members": members})
    run = begun(tmp_path / "s.jsonl", small, config, others={voice: able})
    assert not of_type(play(run), LineRead)
    assert any(request.tools for request in able.of("marta"))


def test_an_answer_that_cannot_be_read_leaves_the_line_to_the_verbs(tmp_path: Path) -> None:
    teller = Teller(**LED)
    teller.answer = lambda _request: {"nothing": "at all"}
    events = played(tmp_path / "s.jsonl", teller, "Strange weather tonight")
    (read,) = of_type(events, LineRead)
    assert read.method == "rules"
    assert "could not be used" in read.note
    assert not read.deeds


def test_a_reading_that_was_paid_for_is_not_asked_for_again(tmp_path: Path) -> None:
    path, teller = tmp_path / "s.jsonl", reads(please={"does": "take", "thing": "lantern"})
    played(path, teller, "Please may the lantern be mine")
    lines = path.read_text("utf-8").splitlines(keepends=True)
    at = next(
        place for place, line in enumerate(lines) if '"purpose": "reading"' in line or '"purpose":"reading"' in line
    )
    path.write_text("".join(lines[: at + 1]), "utf-8")
    again = reads(please={"does": "take", "thing": "lantern"})
    assert of_type(play(reopened(path, again)), LineRead)
    assert not any(request.purpose.startswith("reading") for request in again.requests)
