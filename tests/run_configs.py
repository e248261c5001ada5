"""Configurations of runs without a home."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any

from parley.core.cast.member import VoiceSpec
from parley.core.engine.composing import on_its_clock, with_id
from parley.core.engine.composition import Composing
from parley.core.engine.run_request import RunRequest, get_spec_of
from parley.core.home import Definitions, Home
from parley.core.log.config import RunConfig
from parley.core.settings import Settings
from parley.core.studio.library import Library


class _Shipped(Library):
    """What ships, and in place of whatever there is of a type the one that is given `instead`."""

    def __init__(self, instead: Mapping[type[Any], Any]) -> None:
        super().__init__(Home(Path("no-such-home")))
        self._instead = instead

    def read(self, kind: Definitions[Any], name: str) -> Any:
        return self._instead[kind.model] if kind.model in self._instead else super().read(kind, name)


def composed(
    request: RunRequest,
    voice: VoiceSpec | None = None,
    settings: Settings | None = None,
    instead: Mapping[type[Any], Any] | None = None,
) -> RunConfig:
    """The configuration of `request`, for `voice` where it names none; nothing was played before."""
    spoken = request.voice or voice or VoiceSpec()
    composing = Composing(_Shipped(instead or {}), settings or Settings(), lambda _language: spoken, date(2026, 1, 5))
    return with_id(on_its_clock(get_spec_of(request).compose()(request, composing)))
