"""Vectors from the real model, in a child process of its own."""

from __future__ import annotations

import math
import os
import signal

import pytest

from parley.core.cast.member import VoiceSpec
from parley.core.measures.embedding import Standard, score_pair
from parley.core.settings import Voices
from parley.core.voices.base import Embedding
from parley.core.voices.embedded.process import EmbeddedServer, Serving
from parley.core.voices.embedded.provider import create
from parley.core.voices.embedded.voice import EmbeddedVoice
from parley.core.voices.models.catalogue import TESTED, Catalogue
from tests.e2e.conftest import until
from tests.e2e.test_embedded_server import child_of, models

SEA = ("The waves were high and the boat nearly capsized.", "Fishermen say the tide turns at midnight.")
MONEY = ("The budget for this quarter is already spent.", "We lost ten thousand dollars on that investment.")
PLAIN = ("Could you pass me the blue folder?", "Our teacher drew a triangle.", "No, not that way.", "The cat sleeps.")


def embedder() -> tuple[EmbeddedVoice, EmbeddedServer]:
    catalogue = Catalogue(models())
    path = catalogue.locate(catalogue.get(TESTED))
    server = EmbeddedServer(Serving(path, 256, embeds="mean"))
    # A short context, so that texts that fill it are read in no time.
    model = catalogue.get(TESTED).model_copy(update={"context": 256})
    voice = EmbeddedVoice(VoiceSpec(provider="embedded"), model, path, context=256)
    voice._reader.held = server
    return voice, server


@pytest.mark.slow
async def test_what_is_related_is_closer_and_a_long_text_and_a_dead_child_are_no_matter() -> None:
    asks, server = embedder()
    try:
        found = await asks.embed_texts([*SEA, *MONEY, *PLAIN])
        assert {len(vector) for vector in found} == {576}
        assert all(math.hypot(*vector) == pytest.approx(1, abs=1e-3) for vector in found)
        usual = Standard(found)
        sea, ships, money, loss = (usual.direction(vector) for vector in found[:4])
        assert score_pair([sea], [ships]) > max(score_pair([sea], [money]), score_pair([ships], [loss]))
        # Every byte of these is a token of its own: the worst there is.
        (long,) = await asks.embed_texts(["\N{CUNEIFORM SIGN A}" * 70])
        assert math.hypot(*long) == pytest.approx(1, abs=1e-3)

        os.kill(child_of(server), signal.SIGKILL)
        until(lambda: not server.running)
        assert (await asks.embed_texts(SEA[:1]))[0] == pytest.approx(found[0], abs=1e-4)
        assert server.starts == 2
    finally:
        await server.stop()
    assert not server.running


@pytest.mark.slow
async def test_the_voice_lends_a_child_for_it_and_ends_it() -> None:
    voice = create(VoiceSpec(provider="embedded", model=TESTED), models(), Voices())
    assert isinstance(voice, Embedding)
    assert voice.embedding_model.startswith(f"embedded/{TESTED}/")
    await voice.embed_texts(SEA[:1])
    server = voice._reader.held
    assert server
    assert server.running
    await voice.close()
    assert not server.running
    await voice.close()
