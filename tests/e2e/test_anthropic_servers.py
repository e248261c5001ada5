"""The Anthropic voice from the command line to real servers: a strict one, and llama.cpp with a model."""

from __future__ import annotations

import asyncio
import os
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from parley.core.home import Home
from parley.core.log import log as log_file
from parley.core.log.events.turn import TurnFailed, TurnStarted, Usage, VoiceReplied
from parley.core.voices.embedded.process import EmbeddedServer
from parley.core.voices.models import TESTED, Catalogue
from tests.e2e.conftest import Inside, files_in
from tests.strict_server import KEY, Answer, Break, Fail, Hang, Say, StrictServer

RUN = ("run", "roundtable", "--voice", "anthropic", "--seed", 7)
EVERYBODY = ("--members", "boss,analyst,hustler,writer,wildcard")
MODELS = Path(os.environ.get("PARLEY_MODELS") or Home.find().models)
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


def test_a_rate_limit_that_passes_is_waited_for(called: Inside, server: StrictServer) -> None:
    (called.home / "settings.toml").write_text("[voices]\nretries = 2\n")
    server.script(Say("First."), Fail.rate_limited(after=0.01), Fail(503), Say("Second."))
    found = called(*RUN, "--turns", 4, "--json")
    assert found.json["status"] == "ended"
    texts = [turn["text"] for turn in called("state", the_log(called), "--json").json["transcript"]]
    assert texts[:2] == ["First.", "Second."]


def test_a_key_that_is_wrong_and_a_server_that_is_not_there(called: Inside, server: StrictServer) -> None:
    called.monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-ant-wrong-9876543210")
    done = called(*RUN, check=1)
    assert "did not accept the API key" in done.err
    assert "9876543210" not in done.err + done.out
    called.monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    # Nothing was said or paid: it is no run of the library until somebody wants it back.
    (log,) = called.home.glob("trash/*.jsonl")
    called("library", "restore", log_file.read(log).events[0].config["id"])
    called("resume", the_log(called))
    called.monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    done = called(*RUN, "--seed", 8, check=1)
    assert "127.0.0.1:9 cannot be reached" in done.err
    for name, content in files_in(called.home).items():
        assert b"9876543210" not in content, name


def test_five_members_read_most_of_their_prompt_from_the_strict_servers_cache(
    called: Inside, server: StrictServer
) -> None:
    found = called(*RUN, *EVERYBODY, "--turns", 20, "--json").json
    assert (found["status"], found["turns"]) == ("ended", 20)
    assert not [request.refused for request in server.messages if request.refused]
    later = later_usage(Path(found["path"]))
    assert len(later) >= 5
    assert cached_share(later) > 0.6
    assert found["cost"] > 0


@pytest.mark.slow
def test_members_read_most_of_their_prompt_from_llama_cpps_cache(inside: Inside) -> None:
    catalogue = Catalogue(MODELS)
    if not catalogue.installed(TESTED):
        pytest.skip(f"the embedded model is not installed: parley models get {TESTED}")
    # Short lines: it is the prompts that count here, and a processor writes slowly.
    inside.home.mkdir()
    (inside.home / "settings.toml").write_text("[talk]\ncap = 60\n")
    server = EmbeddedServer(catalogue.path_of(TESTED), context=6_144)
    asyncio.run(server.start())
    try:
        inside.monkeypatch.setenv("ANTHROPIC_API_KEY", server.key)
        inside.monkeypatch.setenv("ANTHROPIC_BASE_URL", server.address)
        # Two members, three turns each: every line takes a processor a second or two.
        two = ("--format", "check_in", "--members", "boss,analyst", "--turns", 6, "--policy", "round_robin")
        found = inside(*RUN, "--model", "local", *two, "--json").json
    finally:
        asyncio.run(server.stop())
    assert (found["status"], found["turns"]) == ("ended", 6)
    later = later_usage(Path(found["path"]))
    assert len(later) == 2
    assert all(usage.output > 0 for usage in later)
    assert cached_share(later) > 0.6
    for name, content in files_in(inside.home).items():
        assert server.key.encode() not in content, name


def later_usage(log: Path) -> list[Usage]:
    """What the turns used, from each member's third on."""
    by_member: dict[str, list[Usage]] = defaultdict(list)
    for event in log_file.read(log).events:
        if isinstance(event, VoiceReplied) and event.purpose == "turn":
            by_member[event.member].append(event.usage)
    assert len(by_member) >= 2
    return [usage for used in by_member.values() for usage in used[2:]]


def cached_share(used: list[Usage]) -> float:
    """The part of all input tokens that came from the cache."""
    read = sum(usage.cache_read for usage in used)
    return read / sum(usage.input + usage.cache_read + usage.cache_write for usage in used)


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
