"""Sentences of the core: made of a template and arguments, said in the reader's language."""

from __future__ import annotations

import ast
import pickle
import re
import string
import tomllib
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from babel.messages.mofile import read_mo

from parley.core.base import labels
from parley.core.base.errors import FileError, RunError, UnknownName
from parley.core.base.numbers import format_money
from parley.core.base.packaged import get_resource
from parley.core.base.sentences import Sentence, find_placeholders, join_all, joined, said
from parley.core.log.codec import decode, encode, event_types, get_text_of, with_message
from parley.core.log.events import distilled
from parley.core.log.events.run import RunPaused
from parley.core.modes.office import events as office
from parley.core.modes.story import events as story
from parley.core.settings import get_language_of
from parley.core.turn_taking.policies import POLICIES
from scripts import sentences

ROOT = Path(__file__).parents[2]
NOW = datetime(2026, 1, 5, 9, tzinfo=UTC)


def test_every_german_sentence_has_the_arguments_of_the_english_one() -> None:
    def names(template: str) -> set[str]:
        return {name for _text, name, _spec, _conversion in string.Formatter().parse(template) if name}

    wrong = [
        (each.id, each.string)
        for each in sentences.catalogue()
        if each.id and each.string and names(each.id) != names(each.string)
    ]
    assert wrong == []


@pytest.mark.slow
def test_the_compiled_catalogue_is_that_of_the_text() -> None:
    # Its head has the number of the Babel that made it.
    with sentences.MO.open("rb") as file:
        compiled = {each.id: each.string for each in read_mo(file) if each.id}
    assert compiled == {each.id: each.string for each in sentences.catalogue() if each.id and each.string}, (
        "run `python -m scripts.sentences`"
    )


def test_tables_in_two_languages_have_the_same_arguments() -> None:
    for entry in get_resource("prompts").iterdir():
        if entry.name == "scenes.toml" or (entry.name.startswith("story_") and entry.name.endswith(".toml")):
            both = tomllib.loads(entry.read_text("utf-8"))
            assert both["en"].keys() == both["de"].keys(), entry.name


@cache
def calls() -> list[tuple[str, ast.Call]]:
    """All calls in the core, with the file that each is in."""
    return [
        (path.relative_to(ROOT).as_posix(), node)
        for path in sorted(ROOT.glob("core/**/*.py"))
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.Call)
    ]


def test_no_error_of_the_core_is_an_f_string() -> None:
    """A text that is put together before the error gets it can be said in no other language."""
    found = []
    for name, node in calls():
        place = sentences.PLACES.get(getattr(node.func, "id", getattr(node.func, "attr", "")))
        if (
            not name.startswith(sentences.SKIPPED)
            and place is not None
            and getattr(node.func, "attr", "") != "__init__"
        ):
            places = (place,) if isinstance(place, int) else place
            texts = [node.args[at] for at in places if at < len(node.args)]
            texts += [each.value for each in node.keywords if each.arg == "hint"]
            found += [f"{name}:{text.lineno}" for text in texts if isinstance(text, ast.JoinedStr)]
    assert found == []


def test_arguments_that_are_given_are_those_of_the_template() -> None:
    wrong = []
    for name, node in calls():
        if getattr(node.func, "id", "") != "Sentence" or not node.args:
            continue
        first = node.args[0]
        if isinstance(first, ast.Constant) and all(each.arg for each in node.keywords):
            given = {each.arg for each in node.keywords}
            if given != set(find_placeholders(str(first.value))):
                wrong.append(f"{name}:{node.lineno}")
    assert wrong == []


def test_a_sentence_is_its_english_and_says_its_german() -> None:
    made = Sentence("The run's budget of {limit:money} is used up ({used:money}).", limit=0.45, used=0.5)
    assert made == "The run's budget of $0.45 is used up ($0.50)."
    assert said(made, "de") == "Das Budget des Laufs von 0,45\u00a0$ ist verbraucht (0,50\u00a0$)."
    assert said("Nobody has spoken yet.", "de") == "Noch hat niemand gesprochen."
    assert said("What somebody wrote.", "de") == "What somebody wrote."


def test_numbers_are_written_and_counted_as_the_language_does() -> None:
    template = "The run's budget of {limit:,} {limit:turn|turns} is used up."
    assert Sentence(template, limit=1) == "The run's budget of 1 turn is used up."
    assert Sentence(template, limit=1_200).said("de") == "Das Budget des Laufs von 1.200 Beiträgen ist verbraucht."


def test_sentences_among_the_arguments_are_said_too() -> None:
    error = FileError("a.toml", "there is no such file.", hint="Name another file.")
    assert str(error) == "a.toml: there is no such file. Name another file."
    assert error.said("de") == "a.toml: diese Datei gibt es nicht. Nenne eine andere Datei."
    for error in (RunError("No."), FileError("x.toml", "line {line}", line=3, hint="Mend it.")):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error)), "of another process"
    unknown = UnknownName("member", "Bo", ["bea", "Bob"])
    assert str(unknown) == "There is no member called 'Bo'. Did you mean 'Bob'? Known: Bob, bea."
    assert "Mitglied" in unknown.said("de")
    assert "Bekannt: Bob, bea." in unknown.said("de")
    assert said(join_all(Sentence("in turn"), Sentence("equal chances")), "de") == "abwechselnd, gleiche Chancen"


# In the log ---------------------------------------------------------------------------------------------------------


def test_an_event_keeps_what_its_sentence_was_made_of() -> None:
    detail = joined(Sentence("Before {name} speaks.", name="Bea"), "Retry the turn.")
    written = encode(with_message(RunPaused(at=NOW, reason="breakpoint", detail=detail)))
    read = decode(written)
    assert isinstance(read, RunPaused)
    assert read.detail == "Before Bea speaks. Retry the turn."
    assert said(get_text_of(read), "de") == "Bevor Bea spricht. Nimm den Beitrag noch einmal."
    assert said(get_text_of(read), "en") == read.detail


def test_a_log_of_an_earlier_version_shows_its_stored_sentence() -> None:
    line = b'{"type":"run.ended","at":"2026-01-05T09:00:00Z","reason":"turns","detail":"All 10 turns were spoken."}'
    assert said(get_text_of(decode(line)), "de") == "All 10 turns were spoken."
    line = line.replace(b"All 10 turns were spoken.", b"The director stopped it.")
    assert said(get_text_of(decode(line)), "de") == "Die Regie hat den Lauf beendet."


@pytest.mark.parametrize(
    "message",
    [
        '{"template":"{count.__class__}","args":{"count":1}}',
        '{"template":"{count:>999999999}","args":{"count":1}}',
        '{"template":"All {count} turns were spoken.","args":{}}',
        '{"template":"All {count} turns were spoken.","args":{"count":{"template":"{x!r}","args":{"x":1}}}}',
        '{"template":"{","args":{"x":1}}',
        '{"template":"{0}","args":{"x":1e400}}',
    ],
)
def test_whatever_stands_in_a_log_a_text_comes_of_it(message: str) -> None:
    line = (
        '{"type":"run.ended","at":"2026-01-05T09:00:00Z","reason":"turns","detail":"Over.","message":' + message + "}"
    )
    try:
        event = decode(line.encode())
    except msgspec.DecodeError:
        return
    assert "class" not in said(get_text_of(event), "de")
    assert len(said(get_text_of(event), "de")) < 200
    assert said(get_text_of(event), "en")


def test_every_event_with_a_message_says_which_sentence_it_is_of() -> None:
    having = {each for each in event_types() if "message" in each.__struct_fields__}
    assert having == {each for each in event_types() if each.sentence_field}
    assert all(each.sentence_field in each.__struct_fields__ for each in having)


# Money and labels ---------------------------------------------------------------------------------------------------


AMOUNTS = [
    (0, "$0.00", "0,00\u00a0$"),
    (0.0012, "$0.0012", "0,0012\u00a0$"),
    (0.25, "$0.25", "0,25\u00a0$"),
    (0.5, "$0.50", "0,50\u00a0$"),
    (0.00012346, "$0.0001235", "0,0001235\u00a0$"),
    (0.99999, "$1.00", "1,00\u00a0$"),
    (1.005, "$1.00", "1,00\u00a0$"),
    (1234.5, "$1,234.50", "1.234,50\u00a0$"),
    (-0.25, "-$0.25", "-0,25\u00a0$"),
]


def test_money_is_written_one_way() -> None:
    for amount, english, german in AMOUNTS:
        assert (format_money(amount), format_money(amount, "de")) == (english, german), amount


LITERALS: dict[str, Any] = {
    "scene_type": office.SceneType,
    "scene_kind": office.SceneKind,
    "exchange": office.Exchange,
    "record": distilled.RecordType,
    "memory": distilled.MemoryKind,
    "valence": office.Valence,
    "phase": story.Phase,
    "outcome": story.Outcome,
    "archetype": story.Archetype,
    "roll_mode": story.RollMode,
}


def test_every_value_that_is_shown_has_its_words() -> None:
    for table, values in LITERALS.items():
        assert {each for each in get_args(values) if each} <= labels.get_values_of(table).keys(), table


def test_every_purpose_and_ending_that_is_written_has_its_words() -> None:
    text = "".join(path.read_text("utf-8") for path in (ROOT / "core").rglob("*.py"))
    call = r"(?:[^()]|\([^()]*(?:\(\))?[^()]*\))*?"
    purposes = {found[1] for found in re.finditer(r'\b(?:purpose=|ask\()"(\w+)"', text)}
    endings = {found[1] for found in re.finditer(rf'RunEnded\({call}reason="(\w+)"', text)}
    pauses = {found[1] for found in re.finditer(rf'RunPaused\({call}reason="(\w+)"', text)}
    assert len(purposes) > 5
    assert pauses
    assert purposes <= labels.get_values_of("purpose").keys()
    assert endings <= labels.get_values_of("end").keys()
    assert pauses <= labels.get_values_of("pause").keys()


def test_terms_policies_and_attributes_have_their_words() -> None:
    assert set(office.SceneTerms.__struct_fields__) <= labels.get_values_of("scene_term").keys()
    assert set(POLICIES) <= labels.get_values_of("policy").keys()
    from parley.core.modes.duologue.topology import KINDS
    from parley.core.modes.story.rules.parts import ATTRIBUTES

    assert set(KINDS) <= labels.get_values_of("policy").keys()
    assert set(ATTRIBUTES) == labels.get_values_of("attribute").keys() == labels.get_values_of("attribute_short").keys()


@pytest.mark.parametrize(
    ("variables", "language"),
    [
        ({"LANG": "de_DE.UTF-8"}, "de"),
        ({"LANG": "de_AT", "LC_ALL": "en_US.UTF-8"}, "en"),
        ({"LANGUAGE": "fr:de:en"}, "de"),
        ({"LANG": "fr_FR"}, "en"),
        ({"LC_ALL": "C.UTF-8"}, "en"),
    ],
)
def test_the_language_of_the_system_is_that_of_its_variables(
    monkeypatch: pytest.MonkeyPatch, variables: dict[str, str], language: str
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert get_language_of("system") == language
    assert get_language_of("de") == "de"
