"""Vectors from a server of one's own, over loopback."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

import pytest

from parley.core.base.errors import VoiceError, VoiceUnavailable
from parley.core.cast.member import VoiceSpec
from parley.core.voices.anthropic import create
from parley.core.voices.base import Embedding
from tests.embedding_server import Answer, EmbeddingServer, word_vector

KEY = "sk-local-0123456789abcdef"


def asked(url: str, texts: Sequence[str], key: str | None = KEY, **values: Any) -> tuple[tuple[float, ...], ...]:
    async def main() -> tuple[tuple[float, ...], ...]:
        voice = create(VoiceSpec(provider="anthropic", model="small-embedder"), key=key, base_url=url, **values)
        try:
            assert isinstance(voice, Embedding)
            return await voice.embed_texts(texts)
        finally:
            await voice.close()

    return asyncio.run(main())


def test_a_server_gives_a_vector_a_text_in_their_order() -> None:
    with EmbeddingServer() as server:
        found = asked(server.url + "/v1/", ["The ship sails.", "Bread is baked."])
    assert found[0] == pytest.approx(word_vector("The ship sails."))
    assert found[1] == pytest.approx(word_vector("Bread is baked."))
    ((path, headers, body),) = server.calls
    assert (path, body["model"]) == ("/v1/embeddings", "small-embedder")
    assert KEY in headers["authorization"] + headers.get("x-api-key", "")


def test_of_a_long_text_its_beginning_is_sent() -> None:
    with EmbeddingServer() as server:
        (vector,) = asked(server.url, ["A long line about the sea. " * 90])
    assert len(server.texts) == 1
    assert 900 < len(server.texts[0]) <= 1_000
    assert sum(value * value for value in vector) == pytest.approx(1)


def test_claude_has_none_and_says_so_before_anything_is_sent() -> None:
    with pytest.raises(VoiceUnavailable, match="Claude has no embeddings"):
        asked("", ["Hello."])


@pytest.mark.parametrize("status", [404, 501])
def test_a_server_without_embeddings_is_told_apart(status: int) -> None:
    told = {"error": {"message": f"not here, {KEY}"}}
    with EmbeddingServer(lambda _body: Answer(status, told)) as server, pytest.raises(VoiceUnavailable) as caught:
        asked(server.url, ["Hello."])
    assert "offers no embeddings by 'small-embedder'" in str(caught.value)
    assert "--embeddings" in caught.value.hint
    assert KEY not in str(caught.value)
    assert caught.value.__context__ is None


@pytest.mark.parametrize(
    ("answer", "kind"),
    [
        (Answer(400, {"error": {"message": "model does not support embeddings"}}), "bad_request"),
        (Answer(401, {"error": {"message": f"bad key {KEY}"}}), "auth"),
        (Answer(200, {"data": []}), "invalid"),
        (Answer(200, {"data": [{"embedding": [[0.5], [0.5]]}]}), "invalid"),
        (Answer(200, {"data": [{"embedding": []}]}), "invalid"),
        (Answer(200, {"data": [{"embedding": [1.0], "index": 7}]}), "invalid"),
        (Answer(200, {"data": [{"embedding": [1.0]}] * 2}), "invalid"),
        (Answer(200, "<html>"), "invalid"),
    ],
)
def test_what_goes_wrong_is_a_sentence_without_the_key(answer: Answer, kind: str) -> None:
    with EmbeddingServer(lambda _body: answer) as server, pytest.raises(VoiceError) as caught:
        asked(server.url, ["Hello."])
    assert caught.value.kind == kind
    assert caught.value.hint
    assert KEY not in str(caught.value)


def test_silence_ends() -> None:
    with EmbeddingServer() as server:
        server.gate.clear()
        with pytest.raises(VoiceError) as caught:
            asked(server.url, ["Hello."], timeout=0.2)
    assert caught.value.kind == "timeout"
