"""What modes compose runs with: the library, the settings and the voice, and what earlier runs left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from typing import Protocol

from parley.core.base.definition import D
from parley.core.cast.affinity import Pair
from parley.core.cast.cast import Cast
from parley.core.cast.member import VoiceSpec
from parley.core.cast.world import World
from parley.core.formats import Format
from parley.core.home import Definitions
from parley.core.log.config import CarriedMemory, CarriedRecord, RunConfig
from parley.core.office.plan import Plan
from parley.core.settings import Settings


class Shelf(Protocol):
    """What runs are composed from; `parley.core.studio.library.Library` says what each gives and raises."""

    def cast(self, name: str) -> Cast: ...

    def find_world(self, cast: str) -> World | None: ...

    def format(self, name: str) -> Format: ...

    def plan(self, name: str) -> Plan: ...

    def read(self, kind: Definitions[D], name: str) -> D: ...

    def made_of(self, run: str) -> RunConfig: ...


class Remembering(Protocol):
    """A request that may want members to remember nothing: it is `fresh` then."""

    @property
    def fresh(self) -> bool: ...


@dataclass(frozen=True)
class Carried:
    """What earlier runs of the cast left: how affinities changed in all, and memories."""

    changes: dict[Pair, float] = field(default_factory=dict)
    memories: tuple[CarriedMemory, ...] = ()
    records: tuple[CarriedRecord, ...] = ()


@dataclass(frozen=True)
class Composing:
    """What a request is composed with.

    `voice` gives the voice of a run in a language: the one that was asked for, else the usual one where it speaks that
    language. `today` is the day on which an office's days begin. `left_behind` says what earlier runs of the cast left
    for a configuration without it.
    """

    library: Shelf
    settings: Settings
    voice: Callable[[str], VoiceSpec]
    today: date
    left_behind: Callable[[RunConfig], Carried] = lambda _config: Carried()

    def carried(self, request: Remembering, config: RunConfig) -> Carried:
        """Return what members of a run remember; nothing where it was asked to forget."""
        return Carried() if request.fresh else self.left_behind(config)
