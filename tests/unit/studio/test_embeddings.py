"""Vectors of lines: asked once, kept in the home, and what happens where that goes wrong."""

from __future__ import annotations

import asyncio
import random
from array import array
from collections.abc import Iterator
from pathlib import Path

import pytest

from parley.core import settings as settings_file
from parley.core.base.errors import UsageError, VoiceError, VoiceUnavailable
from parley.core.cast.member import VoiceSpec
from parley.core.home import Home
from parley.core.log.fold import fold
from parley.core.measures.catalogue import list_newest
from parley.core.measures.registry import measure_run
from parley.core.settings import Settings, set_group
from parley.core.studio.embeddings import BATCH, Embedder, VectorStore, choose_voice, meaning_at_end
from tests.damaged_databases import HARMS, Harm, put
from tests.embedding_server import EmbeddingServer, word_vector
from tests.standup_events import sample_events

LINES = [f"Line {number} of the ship and the sea." for number in range(20)]


@pytest.fixture
def server() -> Iterator[EmbeddingServer]:
    with EmbeddingServer() as found:
        yield found


def embedder(home: Home, server: EmbeddingServer, model: str = "words") -> Embedder:
    return Embedder(
        home, set_group(Settings(), "voices", anthropic_url=server.url), VoiceSpec(provider="anthropic", model=model)
    )


async def vectors(
    home: Home, server: EmbeddingServer, texts: list[str], model: str = "words"
) -> dict[str, array[float]]:
    asks = embedder(home, server, model)
    try:
        return await asks.embed_texts(texts)
    finally:
        await asks.close()


async def test_a_second_ask_costs_nothing_and_gives_the_same(home: Home, server: EmbeddingServer) -> None:
    first = await vectors(home, server, [*LINES, LINES[0], "  "])
    assert set(first) == set(LINES)
    assert server.texts == LINES
    assert all(len(body["input"]) <= BATCH for _path, _headers, body in server.calls)
    assert list(first[LINES[3]]) == pytest.approx(word_vector(LINES[3]), abs=1e-6)
    asked = len(server.calls)
    assert await vectors(home, server, LINES) == first
    assert len(server.calls) == asked


async def test_what_had_come_before_it_was_stopped_is_kept(home: Home, server: EmbeddingServer) -> None:
    asks = embedder(home, server)
    asked = asyncio.ensure_future(asks.embed_texts(LINES, lambda *_done: server.gate.clear()))
    while len(server.calls) < 2:
        await asyncio.sleep(0.01)
    asked.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asked
    await asks.close()
    server.gate.set()
    assert set(VectorStore(home.vectors).get("anthropic/" + server.url[7:] + "/words", LINES)) == set(LINES[:BATCH])


@pytest.mark.parametrize("harm", HARMS, ids=lambda harm: harm.__name__)
def test_whatever_is_wrong_with_the_file_it_keeps_again(tmp_path: Path, harm: Harm) -> None:
    path, kept = tmp_path / "vectors.db", {str(number): array("f", [number] * 99) for number in range(200)}
    store, chance = VectorStore(path), random.Random(harm.__name__)
    store.add_vectors("m", kept)
    good = path.read_bytes()
    for _trial in range(5):
        data = bytearray(good)
        put(path, data, harm(data, chance))
        store.add_vectors("m", kept)
        # What damage left no trace in SQLite's own structure may come back otherwise, or be found only now.
        store.get("m", kept)
        store.add_vectors("m", kept)
        assert store.get("m", kept) == kept


def test_a_place_that_cannot_be_written_keeps_nothing_and_breaks_nothing(tmp_path: Path) -> None:
    store = VectorStore(tmp_path / "nowhere" / "vectors.db")
    store.add_vectors("m", {"a": array("f", [1.0])})
    assert store.get("m", ["a"]) == {}
    store.forget_model("m")


async def test_a_model_that_changed_under_its_name_is_asked_anew(home: Home, server: EmbeddingServer) -> None:
    await vectors(home, server, LINES[:3])
    server.width = 8
    with pytest.raises(VoiceError, match="another one than before") as caught:
        await vectors(home, server, LINES[:5])
    assert caught.value.hint
    assert {len(vector) for vector in (await vectors(home, server, LINES[:5])).values()} == {8}


async def test_a_report_has_the_embeddings_only_where_they_were_asked_for(home: Home, server: EmbeddingServer) -> None:
    state = fold(sample_events(turns=24))
    lines = list_newest(state)
    assert {turn.text for turn in state.turns[-8:] if turn.member != "director"} <= set(lines)
    asks = embedder(home, server)
    try:
        found, plain = measure_run(state, await meaning_at_end(asks, state)), measure_run(state)
    finally:
        await asks.close()
    new = set(found) - set(plain)
    assert {name: found[name] for name in plain} == plain
    assert new
    assert all(name.startswith("convergence.embedding.") for name in new)
    assert len(new) == len([name for name in plain if name.startswith("convergence.parley.")])
    components, ours = (found[f"convergence.{name}.balanced.components"] for name in ("embedding", "parley"))
    assert isinstance(components, dict)
    assert isinstance(ours, dict)
    assert {**components, "content": 0} == {**ours, "content": 0}
    assert 0 < components["content"] < 1


def test_the_voice_is_the_wanted_the_set_or_the_one_there_is(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = Settings()
    with pytest.raises(VoiceUnavailable, match="No voice here offers embeddings") as caught:
        choose_voice(home, settings)
    assert "parley models list" in caught.value.hint
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "https://api.anthropic.com")
    with pytest.raises(VoiceUnavailable):
        choose_voice(home, settings)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://localhost:8080")
    assert choose_voice(home, settings) == VoiceSpec(provider="anthropic")
    named = settings_file.set_group(settings, "voices", embeddings="embedded:other.gguf")
    assert choose_voice(home, named) == VoiceSpec(provider="embedded", model="other.gguf")
    assert choose_voice(home, named, "anthropic:nomic") == VoiceSpec(provider="anthropic", model="nomic")
    with pytest.raises(UsageError, match="not a voice"):
        choose_voice(home, settings, "somebody")
