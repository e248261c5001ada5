"""The Anthropic voice from the command line to real servers: a strict one, and llama.cpp with a model."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from parley.core.log import log as log_file
from parley.core.log.events.turn import TurnFailed, TurnStarted, VoiceReplied
from tests.e2e.conftest import Inside, files_in
from tests.strict_server import KEY, Answer, Break, Fail, Hang, Say, StrictServer

RUN = ("run", "roundtable", "--voice", "anthropic", "--seed", 7)
"""Looked up before the tests have homes of their own."""

REFUSAL = Say("", stop="refusal", details={"type": "refusal", "category": "cyber", "explanation": "It may do harm."})


@pytest.fixture
def server() -> Iterator[StrictServer]:
    with StrictServer() as started:
        yield started


@pytest.fixture
def called(inside: Inside, server: StrictServer) -> Inside:
    """Commands whose Anthropic voice calls the server, with little patience and no second tries."""
    inside.monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    inside.monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
    inside.home.mkdir()
    (inside.home / "settings.toml").write_text("[voices]\nretries = 0\ntimeout = 5\n")
    return inside


def the_log(inside: Inside) -> Path:
    (log,) = inside.home.glob("runs/*.jsonl")
    return log


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answer", "kind", "sentence"),
    [
        (Fail(401, "authentication_error", f"invalid API key: {KEY}"), "auth", "did not accept the API key"),
        (Fail.rate_limited(after=3_600), "rate_limited", "limits how often"),
        (Break("I was about to"), "dropped", "broke off in the middle"),
        (Break("I was about to", how="error"), "overloaded", "is overloaded"),
        (Hang(), "timeout", "did not say a word for 5 s"),
        (Say(""), "empty", "replied without a word"),
        (REFUSAL, "refused", "declined to say this (cyber): It may do harm"),
    ],
)
def test_a_call_that_fails_pauses_the_run_and_resume_takes_the_same_turn_again(
    called: Inside, server: StrictServer, answer: Answer, kind: str, sentence: str
) -> None:
    server.script(Say("First of all: hello."), Say("Second."), answer)
    done = called(*RUN, "--turns", 4, check=1)
    assert [line.split(": ", 1)[1] for line in done.out.splitlines()[2:]] == ["First of all: hello.", "Second."]
    first, last = done.err.splitlines()
    assert first.startswith("Turn 3 failed: ")
    assert sentence in first
    assert last.startswith("parley: The run stands at turn 3: ")
    assert "parley resume" in last
    log = the_log(called)
    assert called("state", log, "--json").json["status"] == "paused"

    again = called("resume", log)
    assert again.err == ""
    events = log_file.read(log).events
    (failed,) = [event for event in events if isinstance(event, TurnFailed)]
    assert failed.kind == kind
    third = [event.member for event in events if isinstance(event, TurnStarted) and event.turn == 3]
    assert len(third) == 2
    assert third == [failed.member] * 2
    transcript = called("state", log, "--json").json["transcript"]
    assert len(transcript) == 4
    # What went wrong is in nobody's mouth and in nobody's ears.
    heard = repr([request.body for request in server.messages]) + repr(transcript)
    assert "I was about to" not in heard
    assert failed.sentence not in heard
    assert not [request.refused for request in server.messages if request.refused]
    for name, content in files_in(called.home).items():
        assert KEY.encode() not in content, name
    assert KEY not in done.out + done.err + again.out + again.err


def test_a_day_in_the_office_is_legal_from_first_to_last_request(called: Inside, server: StrictServer) -> None:
    """Contributions at once, weaves, floors, aftermaths, translations: the server refuses what the real one would."""
    found = called("run", "day", "--members", "holger,svea", "--voice", "anthropic", "--seed", 3, "--json").json
    assert (found["status"], found["reason"]) == ("ended", "day")
    assert not [request.refused for request in server.messages if request.refused]
    events = log_file.read(the_log(called)).events
    purposes = {event.purpose for event in events if isinstance(event, VoiceReplied)}
    assert purposes >= {"contribution", "turn", "weave", "aftermath", "translation", "scene", "closing"}
    # The system prompt of a member stays the same all day long: it is what the provider keeps.
    systems = defaultdict(set)
    for request in server.messages:
        text = request.body["system"][0]["text"]
        if "output_config" not in request.body or "format" not in request.body["output_config"]:
            systems[text.split(",")[0]].add(text)
    assert len(systems) == 2
    assert all(len(texts) == 1 for texts in systems.values())
