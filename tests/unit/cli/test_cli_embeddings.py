"""`parley measure --embeddings`."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator

import pytest

from core.cli import main
from core.home import Home
from tests.embedding_server import Answer, EmbeddingServer

Printed = pytest.CaptureFixture[str]


@pytest.fixture
def run(home: Home, capsys: Printed) -> str:
    assert main(["run", "duologue", "-a", "rehearsal", "-b", "rehearsal", "--turns", "8", "--fast", "--json"]) == 0
    return str(json.loads(capsys.readouterr().out)["id"])


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[EmbeddingServer]:
    with EmbeddingServer() as found:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", found.url)
        yield found


def test_the_keys_come_with_the_others_and_a_second_ask_sends_nothing(
    run: str, server: EmbeddingServer, capsys: Printed
) -> None:
    assert main(["measure", run, "--json"]) == 0
    plain = json.loads(capsys.readouterr().out)
    assert server.calls == []
    assert main(["measure", run, "--embeddings", "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert {name: found[name] for name in plain} == plain
    for profile in ("balanced", "structural", "semantic", "strict"):
        assert 0 <= found[f"convergence.embedding.{profile}.score"] <= 1
        assert set(found[f"convergence.embedding.{profile}.components"]) == set(
            found[f"convergence.parley.{profile}.components"]
        )
    asked = len(server.calls)
    assert main(["measure", run, "--metric", "convergence.embedding.balanced", "--json"]) == 0
    chosen = json.loads(capsys.readouterr().out)
    assert chosen == {name: found[name] for name in found if name.startswith("convergence.embedding.balanced")}
    assert len(server.calls) == asked


def test_the_log_is_not_touched(run: str, server: EmbeddingServer, home: Home) -> None:
    (log,) = home.runs.glob("*.jsonl")
    before = log.read_bytes()
    assert main(["measure", run, "--embeddings"]) == 0
    assert log.read_bytes() == before


def test_where_no_voice_embeds_a_sentence_says_what_to_do(run: str, capsys: Printed) -> None:
    for arguments in (["--embeddings"], ["--voice", "rehearsal"], ["--voice", "embedded"], ["--voice", "anthropic"]):
        assert main(["measure", run, *arguments, "--json"]) == 1
        told = capsys.readouterr()
        assert told.out == ""
        assert len(told.err.strip().splitlines()) == 1
        assert "parley: " in told.err
    assert main(["measure", run, "--voice", "nobody"]) == 2


@pytest.mark.parametrize("status", [400, 404, 501])
def test_a_server_without_embeddings_is_a_sentence(
    run: str, capsys: Printed, monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    with EmbeddingServer(lambda _body: Answer(status)) as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-secret-0123456789")
        assert main(["measure", run, "--embeddings"]) == 1
    told = capsys.readouterr().err
    assert "embed" in told
    assert "sk-secret" not in told


def test_control_c_leaves_without_a_trace(run: str, capsys: Printed, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupt(_body: object) -> Answer | None:
        server.gate.clear()
        os.kill(os.getpid(), signal.SIGINT)
        return None

    with EmbeddingServer(interrupt) as server:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        assert main(["measure", run, "--embeddings"]) == 130
        server.gate.set()
    told = capsys.readouterr()
    assert told.err.strip() == "Interrupted."
    assert told.out == ""
