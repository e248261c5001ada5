"""Who made the words of a turn: as its event says, and of logs of earlier programs as far as these tell it."""

from __future__ import annotations

from typing import Any

import pytest

from parley.core.base.clock import REHEARSAL_EPOCH as AT
from parley.core.log.authors import PERSON, RULES, UNKNOWN
from parley.core.log.codec import decode
from parley.core.log.config import Greeting
from parley.core.log.events.run import RunStarted
from parley.core.log.events.turn import Author, TurnEnded, TurnRetried, TurnStarted, VoiceReplied
from parley.core.log.fold import fold
from parley.core.log.state import State
from parley.core.voices.rehearsal.written import read_written
from tests.corpus.read import logs
from tests.standup_events import sample_config


def model(name: str) -> Author:
    return Author(kind="model", name=name)


STANDUP = Author(kind="writer", name="standup")
LINE = read_written("standup").lines[0].says


def said(reply: dict[str, Any] | None, **ended: Any) -> Author:
    """Who made the words of a run's only turn, of which there is this reply and this end."""
    config = sample_config(8)
    if ended.get("author") == "script":
        config = config.model_copy(update={"greeting": Greeting(member="boss", texts=("Good morning.",))})
    events = [RunStarted(at=AT, config=config.as_json()), TurnStarted(at=AT, turn=1, member="boss")]
    replies = [] if reply is None else [VoiceReplied(at=AT, turn=1, member="boss", **reply)]
    end = TurnEnded(at=AT, turn=1, member="boss", **{"text": "Hello.", **ended})
    state = fold([*events, *replies, end])
    assert state.authors == {state.turns[0].author: 1}
    return state.turns[0].author


@pytest.mark.parametrize(
    ("reply", "ended", "author"),
    [
        ({"provider": "anthropic", "model": "claude-haiku-5-5"}, {}, model("claude-haiku-5-5")),
        ({"provider": "embedded", "model": "smollm2-135m"}, {}, model("smollm2-135m")),
        ({"provider": "embedded", "model": "smollm2-135m", "led": "Hello."}, {}, RULES),
        ({"provider": "rehearsal", "model": "script"}, {}, RULES),
        ({"provider": "rehearsal", "model": "standup", "text": LINE}, {}, STANDUP),
        # Somebody else has spoken: what follows is under the same name, and not what was written.
        ({"provider": "rehearsal", "model": "standup", "text": "Something else."}, {}, RULES),
        ({"provider": "actor"}, {}, model("actor")),
        ({}, {}, UNKNOWN),
        (None, {}, UNKNOWN),
        (None, {"author": "director"}, PERSON),
        (None, {"author": "user"}, PERSON),
        (None, {"author": "rules"}, RULES),
        (None, {"author": "script"}, PERSON),
        (None, {"author": "script", "text": "Good morning."}, Author(kind="writer", name="startup-en")),
        ({"provider": "anthropic", "model": "claude-haiku-5-5"}, {"edited": True}, PERSON),
        ({"provider": "embedded", "model": "m", "words_by": RULES}, {}, RULES),
        ({"provider": "embedded", "model": "m"}, {"words_by": RULES}, RULES),
    ],
)
def test_a_turn_is_signed_as_its_events_tell(
    reply: dict[str, Any] | None, ended: dict[str, Any], author: Author
) -> None:
    assert said(reply, **ended) == author


def test_the_name_of_another_program_signs_no_line() -> None:
    config = sample_config(8).model_copy(update={"imported": "sillytavern: a.jsonl"}).as_json()
    begun = [RunStarted(at=AT, config=config), TurnStarted(at=AT, turn=1, member="boss")]
    for model_there, author in (("", UNKNOWN), ("m-7", model("m-7"))):
        reply = VoiceReplied(at=AT, turn=1, member="boss", provider="sillytavern", model=model_there)
        assert fold([*begun, reply, TurnEnded(at=AT, turn=1, member="boss", text="Hello.")]).authors == {author: 1}


def test_who_replied_for_several_woven_lines_signs_all_of_them() -> None:
    of_boss = {"turn": 1, "member": "boss", "purpose": "contribution", "provider": "x", "model": "m"}
    lines = [TurnEnded(at=AT, turn=turn, member="boss", text="A part.") for turn in (1, 2)]
    state = fold([RunStarted(at=AT, config=sample_config(8).as_json()), VoiceReplied(at=AT, **of_boss), *lines])
    assert state.authors == {model("m"): 2}


def test_a_turn_that_is_taken_back_is_counted_no_more() -> None:
    begun = fold([RunStarted(at=AT, config=sample_config(8).as_json())])
    ends = [TurnEnded(at=AT, turn=1, member="boss", text="No.", words_by=RULES), TurnRetried(at=AT, turn=1)]
    assert fold(ends, begun.copy()).authors == {}
    assert begun.authors == {}


@pytest.mark.slow
def test_every_turn_of_every_earlier_log_has_an_author() -> None:
    for log in logs().values():
        state = fold([decode(line) for line in log.data.splitlines() if line.endswith(b"}")], State())
        assert sum(state.authors.values()) == len(state.turns), log.name
        rehearsed = {
            turn.author.kind for turn in state.turns if turn.reply is not None and turn.reply.provider == "rehearsal"
        }
        assert rehearsed <= {"rules", "writer", "person"}, log.name
