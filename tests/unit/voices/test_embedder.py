"""The child that embeds: given back, it is not started again."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from parley.core.base.errors import VoiceError
from parley.core.cast.member import VoiceSpec
from parley.core.voices.embedded.process import EmbeddedServer, Serving
from parley.core.voices.embedded.voice import EmbeddedVoice
from parley.core.voices.models import TESTED, Catalogue


class Lost(EmbeddedServer):
    """A child at whose address nobody answers; as it is called for the first time it is given back."""

    def __init__(self, path: Path) -> None:
        super().__init__(Serving(path, embeds="mean"))
        model, spec = Catalogue(path).get(TESTED), VoiceSpec(provider="embedded")
        self.address, self.asker = "http://127.0.0.1:9", EmbeddedVoice(spec, model, path, context=256, reader=self)

    async def start(self) -> None:
        self.starts += 1
        await self.asker.close()


def test_a_child_that_was_given_back_meanwhile_is_not_started_again(tmp_path: Path) -> None:
    server = Lost(tmp_path)
    with pytest.raises(VoiceError, match="ended in the middle"):
        asyncio.run(server.asker.embed(["The sea."]))
    assert server.starts == 1
