"""`parley measure --embeddings`."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from parley.core.home import Home
from tests.embedding_server import EmbeddingServer
from tests.unit.cli.conftest import Told


@pytest.fixture
def run(home: Home, told: Told) -> str:
    return str(told("run", "duologue", "-a", "rehearsal", "-b", "rehearsal", "--turns", "8", "--fast")["id"])


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[EmbeddingServer]:
    with EmbeddingServer() as found:
        monkeypatch.setenv("ANTHROPIC_BASE_URL", found.url)
        yield found


def test_the_keys_come_with_the_others_and_a_second_ask_sends_nothing(
    run: str, server: EmbeddingServer, told: Told, home: Home
) -> None:
    (log,) = home.runs.glob("*.jsonl")
    before = log.read_bytes()
    plain = told("measure", run)
    assert server.calls == []
    found = told("measure", run, "--embeddings")
    assert {name: found[name] for name in plain} == plain
    for profile in ("balanced", "structural", "semantic", "strict"):
        assert 0 <= found[f"convergence.embedding.{profile}.score"] <= 1
        assert set(found[f"convergence.embedding.{profile}.components"]) == set(
            found[f"convergence.parley.{profile}.components"]
        )
    asked = len(server.calls)
    chosen = told("measure", run, "--metric", "convergence.embedding.balanced")
    assert chosen == {name: found[name] for name in found if name.startswith("convergence.embedding.balanced")}
    assert len(server.calls) == asked
    assert log.read_bytes() == before
