"""What a mode is, as one frozen description; everybody who needs to know something of a mode asks it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from core.base.definition import Definition
from core.base.registry import Registry
from core.formats import Localised
from core.log.events.base import Event

if TYPE_CHECKING:
    from core.engine.mode import Mode
    from core.engine.run_request import RequestSpec
    from core.log.slices import Slice


@dataclass(frozen=True, kw_only=True)
class ModeSpec:
    """A mode. What has a default needs to be said only by a mode that has something of its own there.

    `name` stands in logs, `title` is shown. `section` is the key of `run.started` under which the mode's own
    `config` stands. `events` are those that only this mode writes, `slices` its parts of the state, each with the
    handlers that fold it. `requests` are the kinds of run that somebody
    may ask for. `load` gives the mode itself, which is imported only where a run is played.
    """

    name: str
    title: Localised
    load: Callable[[], Mode]
    section: str = ""
    config: type[Definition] | None = None
    events: tuple[type[Event], ...] = ()
    slices: tuple[type[Slice], ...] = ()
    requests: tuple[RequestSpec, ...] = ()


MODES: Registry[ModeSpec] = Registry(
    "mode",
    "parley.modes",
    {
        "roundtable": "core.modes.roundtable.spec:ROUNDTABLE",
        "scenes": "core.modes.office.spec:OFFICE",
        "story": "core.modes.story.spec:STORY",
        "dialogue": "core.modes.story.spec:DIALOGUE",
        "duologue": "core.modes.duologue.spec:DUOLOGUE",
    },
)
"""All modes by the name that a run's configuration has."""
