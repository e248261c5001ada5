"""Chat completions from the command line to real servers: a strict one, llama.cpp with a model, and three kinds in one
talk."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from parley.core.log import log as log_file
from parley.core.log.events.turn import TurnEnded, VoiceReplied
from tests.e2e.conftest import Inside
from tests.strict_chat import KEY, MODEL, StrictChat
from tests.strict_server import KEY as CLAUDE_KEY
from tests.strict_server import Fail, Say, StrictServer

RUN = ("run", "roundtable", "--voice", "openai.attic", "--seed", 7)
"""Looked up before the tests have homes of their own."""


@pytest.fixture
def server() -> Iterator[StrictChat]:
    with StrictChat() as started:
        yield started


@pytest.fixture
def called(inside: Inside, server: StrictChat) -> Inside:
    """Commands for which the server is called "attic", with little patience and no second tries."""
    inside.monkeypatch.setenv("ATTIC_API_KEY", KEY)
    inside.home.mkdir()
    settle(inside, f'[servers.attic]\nurl = "{server.url}"\nmodel = "{MODEL}"\noutput = 1.0\n')
    return inside


def settle(inside: Inside, servers: str) -> None:
    (inside.home / "settings.toml").write_text(f"[voices]\nretries = 0\ntimeout = 5\n{servers}")


def the_log(inside: Inside) -> Path:
    (log,) = inside.home.glob("runs/*.jsonl")
    return log


@pytest.mark.slow
def test_a_day_in_the_office_is_legal_at_a_server_that_can_do_little(called: Inside, server: StrictChat) -> None:
    server.lacks = frozenset({"tools", "schema", "usage", "system", "seed"})
    server.key = None
    found = called("run", "day", "--members", "holger,svea", "--voice", "openai.attic", "--seed", 3, "--json").json
    assert (found["status"], found["reason"]) == ("ended", "day")
    # Each is found out once, and at most by the calls that were out at once.
    counts: dict[str, int] = defaultdict(int)
    for refused in server.refused:
        counts[refused] += 1
    assert len(counts) <= 4
    assert found["cost"] > 0


def cast_of_three(inside: Inside, third: str) -> Path:
    path = inside.folder / "three.toml"
    voices = ('provider = "openai.attic"', 'provider = "anthropic.gate"', third)
    members = "".join(
        f'[[members]]\nid = "{name.lower()}"\nname = "{name}"\n[members.voice]\n{voice}\n'
        for name, voice in zip(("Ada", "Bo", "Cy"), voices, strict=True)
    )
    path.write_text(f'id = "three"\nname = "Three"\n{members}')
    return path


def talk_of_three(called: Inside, server: StrictChat, third: str) -> dict[str, set[tuple[str, str]]]:
    """Who spoke each member's lines, by the log; every export names them too."""
    with StrictServer() as gate:
        called.monkeypatch.setenv("GATE_API_KEY", CLAUDE_KEY)
        settle(
            called,
            f'[servers.attic]\nurl = "{server.url}"\nmodel = "{MODEL}"\n'
            f'[servers.gate]\nkind = "anthropic"\nurl = "{gate.url}"\nmodel = "claude-haiku-5-5"\n',
        )
        server.named = "/srv/models/small-talker.Q4.gguf"
        cast = cast_of_three(called, third)
        command = ("--cast", cast, "--members", "ada,bo,cy", "--voice", "rehearsal", "--policy", "round_robin")
        found = called("run", "roundtable", *command, "--turns", 6, "--seed", 2, "--json").json
        assert (found["status"], found["turns"]) == ("ended", 6)
        assert not server.refused
        assert not [request.refused for request in gate.messages if request.refused]
        # What the others said is witnessed by each, whoever wrote it.
        assert "Bo: " in repr(server.completions[-1].body["messages"])
        assert "Ada: " in repr(gate.messages[-1].body["messages"])
    log = the_log(called)
    spoken: dict[str, set[tuple[str, str]]] = defaultdict(set)
    for event in log_file.read(log).events:
        if isinstance(event, VoiceReplied) and event.purpose == "turn":
            spoken[event.member].add((event.provider, event.model))
        if isinstance(event, TurnEnded):
            by_rules = event.member == "cy" and "rehearsal" in third
            assert event.author == ("rules" if by_rules else "voice")
    for kind in ("md", "html", "json"):
        out = called.folder / f"talk.{kind}"
        called("export", log, "-o", out)
        written = out.read_text("utf-8")
        for provider, model in (("openai.attic", "small-talker.Q4.gguf"), ("anthropic.gate", "claude-haiku-5-5")):
            assert provider in written, kind
            assert model in written, kind
        assert "/srv/models" not in written
    return spoken


def test_three_members_talk_through_three_kinds_of_server(called: Inside, server: StrictChat) -> None:
    spoken = talk_of_three(called, server, 'provider = "rehearsal"')
    assert spoken["ada"] == {("openai.attic", "small-talker.Q4.gguf")}
    assert spoken["bo"] == {("anthropic.gate", "claude-haiku-5-5")}
    assert {provider for provider, _model in spoken["cy"]} == {"rehearsal"}


def test_a_run_that_fails_before_its_first_turn_is_not_left_in_the_library(called: Inside, server: StrictChat) -> None:
    server.script(Fail(401, "invalid_api_key", "Incorrect API key provided"))
    done = called(*RUN, "--turns", 4, check=1)
    assert "The run failed before its first turn, and cost nothing" in done.err
    assert list(called.home.glob("runs/*.jsonl")) == []
    (log,) = called.home.glob("trash/*.jsonl")
    run = log_file.read(log).events[0].config["id"]
    assert f"parley library restore {run}" in done.err.replace("\n", " ")
    called("library", "restore", run)
    # It is gone on with once the key is right.
    assert called("resume", run, "--allow-host", "@attic", "--json").json["status"] == "ended"


def test_a_run_that_fails_before_its_first_turn_stays_where_something_was_paid(
    called: Inside, server: StrictChat
) -> None:
    server.script(Say("I was about to", stop="content_filter"))
    called(*RUN, "--turns", 4, check=1)
    assert called("state", the_log(called), "--json").json["status"] == "paused"
