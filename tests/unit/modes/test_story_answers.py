"""What people of a story answer by what is written for them: as things lie, by keys, by meaning."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from parley.core import settings as settings_file
from parley.core.home import Home
from parley.core.modes.story.events import AnswerMatched
from parley.core.modes.story.terminal import StoryTerminal
from parley.core.modes.story.written_words import LEAST
from parley.core.settings import Settings, set_group, with_server
from parley.core.studio.reading import Opened
from parley.core.studio.studio import Studio
from tests.embedding_server import Answer, EmbeddingServer
from tests.scripted_voices import of_type
from tests.story_configs import a_story, told


def answers(played: Opened, who: str = "levin") -> list[str]:
    """What somebody said after their greeting."""
    return [turn.text for turn in played.state.turns if turn.member == who][1:]


COIN = {
    "en": "One coin, two with a cow. Tonight it is not a question of coins.",
    "de": "Eine Münze, mit Kuh zwei. Heute liegt es nicht an der Münze.",
}
UNKNOWN = {"en": "Nine, ten. No. That I do not know.", "de": "Neun, zehn. Nein. Das weiß ich nicht."}
ASKED = {"en": "What does the crossing cost?", "de": "Was verlangt ihr für die Überfahrt?"}
"""None of their words is a whole key of the answer that is meant; some are keys of others."""
OFF = {"en": "Which cheese goes with pears?", "de": "Mögen Riesen Käsekuchen?"}
LEFT = {"en": "Goodbye.", "de": "Auf Wiedersehen."}


@pytest.fixture
def server(home: Home) -> Iterator[EmbeddingServer]:
    """A server that embeds, which the user has named for it."""
    with EmbeddingServer() as found:
        name_server(home, found)
        yield found


def name_server(home: Home, server: EmbeddingServer) -> None:
    for package in ("openai", "numpy"):
        pytest.importorskip(package)
    named = set_group(with_server(Settings(), "far", {"url": server.url}), "voices", embeddings="openai.far:words")
    settings_file.save(home.settings, named)


def talk(home: Home, *said: str, language: str = "en", **wish: Any) -> Opened:
    return told(home, a_story(partner="levin", language=language, script=(*said, LEFT[language]), **wish))


def meant(played: Opened) -> list[AnswerMatched]:
    return of_type(played.replay.events, AnswerMatched)


@pytest.mark.parametrize("language", ["en", "de"])
def test_an_answer_is_found_by_meaning(home: Home, server: EmbeddingServer, language: str) -> None:
    played = talk(home, ASKED[language], language=language)
    assert answers(played)[0] == COIN[language]
    (found,) = meant(played)
    assert (found.turn, found.member, found.answer) == (3, "levin", COIN[language])
    assert found.score >= found.least == LEAST
    assert (found.model, found.note) == ("openai.far:words", "")
    assert str(played.state.turns[2].author) == "writer:ferry"


@pytest.mark.parametrize("language", ["en", "de"])
def test_what_is_near_to_nothing_they_do_not_know(home: Home, server: EmbeddingServer, language: str) -> None:
    played = talk(home, OFF[language], language=language)
    assert answers(played)[0] == UNKNOWN[language]
    (found,) = meant(played)
    assert found.answer
    assert found.score < found.least
    assert not found.given


@pytest.mark.parametrize(
    "said", ["How deep is the river just here?", "Sleep?", "Thank you.", "Tell me about the price of the crossing."]
)
def test_whole_keys_settle_it_and_no_model_is_asked(home: Home, server: EmbeddingServer, said: str) -> None:
    played = talk(home, said)
    assert not meant(played)
    assert not server.calls
    assert len(answers(played)) == 2
    home.settings.unlink()
    assert answers(played) == answers(talk(home, said, seed=2))


def test_an_answer_is_given_once(home: Home, server: EmbeddingServer) -> None:
    played = talk(home, ASKED["en"], ASKED["en"])
    assert answers(played)[0] == COIN["en"]
    assert answers(played)[1] != COIN["en"]
    assert [each.answer == COIN["en"] for each in meant(played)] == [True, False]


def test_the_log_gives_the_same_words_again_without_the_server(home: Home) -> None:
    with EmbeddingServer() as server:
        name_server(home, server)
        played = talk(home, ASKED["en"], OFF["en"])
    home.settings.unlink()
    studio = Studio(home)
    said = [(turn.number, turn.text) for turn in played.state.turns if turn.member == "levin"][1:3]
    assert [text for _number, text in said] == [COIN["en"], UNKNOWN["en"]]
    again = studio.open(played.state.run)
    assert [turn.text for turn in again.state.turns] == [turn.text for turn in played.state.turns]
    for number, _text in said:
        payload, reply = studio.payload(again, number)
        assert reply is not None
        assert payload.digest() == reply.request_hash


@pytest.mark.parametrize("fault", ["dead", "status", "nonsense", "no voice", "cannot"])
def test_where_the_model_fails_keys_decide_and_it_is_told_once(home: Home, fault: str) -> None:
    said = {"status": Answer(500), "nonsense": Answer(200, {"data": "none"})}.get(fault)
    with EmbeddingServer(lambda _body: said) as server:
        name_server(home, server)
        if fault in {"no voice", "cannot"}:
            named = "nobody:at-all" if fault == "no voice" else "rehearsal"
            settings_file.save(home.settings, set_group(Settings(), "voices", embeddings=named))
        if fault != "dead":
            played = talk(home, "Who rang the bell?", "Which cheese goes with pears?")
    if fault == "dead":
        played = talk(home, "Who rang the bell?", "Which cheese goes with pears?")
    (told_once,) = meant(played)
    assert told_once.note.startswith("From here on written answers are found by their keys, not by meaning: ")
    assert "Traceback" not in told_once.note
    lines = StoryTerminal().lines(played.state, told_once)
    assert lines == [f"  · {told_once.note}"]
    assert (played.state.status, played.state.reason) == ("ended", "story")
    home.settings.unlink()
    assert answers(talk(home, "Who rang the bell?", "Which cheese goes with pears?", seed=2)) == answers(played)


def test_nobody_is_asked_who_was_not_named_for_it(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    with EmbeddingServer() as server:
        settings_file.save(home.settings, with_server(Settings(), "openai", {"url": server.url}))
        played = talk(home, OFF["en"])
        assert not server.calls
    assert not meant(played)
