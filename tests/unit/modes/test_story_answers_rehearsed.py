"""What the rehearsal voice's people make of a line: words in other forms, promises, and coins while a price stands."""

from __future__ import annotations

from typing import get_args

import pytest

from parley.core.home import Home
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.promising import is_promise
from parley.core.modes.story.rehearsal.grammar import alike
from parley.core.modes.story.rehearsal.hearing import heard
from parley.core.modes.story.rehearsal.phrases import story_bank
from parley.core.modes.story.rules.sayings import Act
from tests.story_configs import a_setting, a_story, told

WITHOUT = {"intro", "advice"}
"""Matters that are answered by what another has."""
SCRIPTS = {
    "en": ("How old are you?", "Why?", "Who is Levin?", "Do you believe in ghosts?", "Is he nice?", "I am so tired.",
           "Do you think it will rain?", "You have beautiful eyes.", "What if nobody comes?", "Really?"),
    "de": ("Wie alt bist du?", "Warum?", "Wer ist Levin?", "Glaubst du an Gespenster?", "Ist er nett?", "Ich bin müde.",
           "Glaubst du, es regnet?", "Du hast schöne Augen.", "Was, wenn keiner kommt?", "Wirklich?"),
}  # fmt: skip


@pytest.mark.parametrize(
    ("key", "said"), [("calls", "calling"), ("läuten", "läutet"), ("uhr", "uhren"), ("cross", "crossing")]
)
def test_another_form_of_a_word_is_known(key: str, said: str) -> None:
    assert alike(key, said)
    assert alike(said, key)


@pytest.mark.parametrize(("key", "said"), [("bell", "belfry"), ("watch", "water"), ("uhr", "uhu"), ("ada", "adam")])
def test_another_word_is_not(key: str, said: str) -> None:
    assert not alike(key, said)


def test_a_search_for_somebody_is_a_promise_and_a_search_alone_is_none() -> None:
    assert is_promise("Ich suche die Glocke für dich.", "de")
    assert is_promise("Ich bringe dir die Glocke zurück.", "de")
    assert not is_promise("Ich suche die Glocke.", "de")


@pytest.mark.parametrize(
    ("language", "line", "wants"),
    [
        ("en", "And then?", {"follows": "more"}),
        ("en", "Why not?", {"follows": "why_not"}),
        ("en", "whats your name", {"asks": True}),
        ("en", "Do you have a phone?", {"kind": "modern_yes", "word": "phone"}),
        ("de", "Ich komme aus Berlin. Kennst du das?", {"kind": "modern_place", "word": "Berlin"}),
        ("de", "Wie kann das sein?", {"follows": "how"}),
        ("en", "Excuse me, how old are you?", {"topic": "age"}),
        ("en", "I'm so tired today.", {"topic": "me_tired"}),
        ("de", "Ich heiße übrigens Jule.", {"topic": "name_me"}),
        ("de", "Guten Abend. Gibt es hier ein Zimmer?", {"topic": "lodging"}),
        ("en", "Fine. I am sorry. Who took it?", {"first": "apology", "form": "who"}),
        ("en", "Have you ever been across?", {"form": "ever"}),
        ("de", "Glaubst du, er kommt wieder?", {"form": "think"}),
        ("en", "Could you tell me where he is?", {"form": "where"}),
        ("en", "You're pretty slow.", {"topic": ""}),
        ("de", "Warum bist du weggegangen?", {"hint": ""}),
    ],
)
def test_a_line_is_taken_apart_by_what_it_wants(language: str, line: str, wants: dict[str, str]) -> None:
    found = heard(line, language)
    assert {name: getattr(found, name) for name in wants} == wants


def test_every_matter_of_talk_has_an_answer_in_both_languages_and_people_may_have_words_to_it() -> None:
    acts = set(get_args(Act))
    for language in ("en", "de"):
        bank = story_bank(language)
        for table in ("hears.", "hints."):
            matters = {name.removeprefix(table) for name in bank.lists if name.startswith(table)} - WITHOUT
            assert matters <= acts
            answered = {name.split(".")[1] for name in bank.pools if name.startswith("topic.")}
            assert matters <= answered
        forms = {name.removeprefix("forms.") for name in bank.lists if name.startswith("forms.")}
        assert all(f"unsure.{form}" in bank.pools for form in forms - {"what"})


@pytest.mark.parametrize("language", ["en", "de"])
def test_people_without_words_of_their_own_answer_out_of_their_fields_and_never_the_same(
    home: Home, language: str
) -> None:
    script = SCRIPTS[language]
    plain = a_setting("ferry")
    mute = plain.model_copy(update={"people": tuple(one.model_copy(update={"says": ()}) for one in plain.people)})
    config = a_story("ferry", language=language, partner="marta", script=script, jester=0.0)
    section = config[StoryConfig].model_copy(update={"setting": mute})
    played = told(home, config.model_copy(update={"story": section}))
    said = [turn.text for turn in played.state.turns if turn.member == "marta"]
    assert len(said) == len(script) + 1
    assert len(said) == len(set(said))
    assert "Levin" in said[3]
    assert len(said[-1].split()) > 1
