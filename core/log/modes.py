"""All modes by name, and what the log itself asks of each: which events it writes, and what its section is made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Literal, NamedTuple, Protocol

from parley.core.base.definition import Definition
from parley.core.base.errors import ParleyError
from parley.core.base.registry import Registry, late
from parley.core.formats import Localised
from parley.core.log.events.base import Event

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence

    from parley.core.cast.affinity import Pair
    from parley.core.log.events.distilled import Drift, MemoryRecord


class LeftBehind(NamedTuple):
    """What a run has left behind so far: all memories, which are only ever added, and how pairs drifted (a < b).

    `settled` are the ids of its threads that were taken up, in the order in which they were.
    """

    memories: Sequence[MemoryRecord]
    drifts: Mapping[Pair, Drift]
    settled: Collection[str] = ()


class Move(NamedTuple):
    """A change of how two stand to each other, from `before` to `after` (0 to 1), and why.

    `by` are those of the two whose feeling it was; empty where that is not known.
    """

    a: str
    b: str
    before: float
    after: float
    reason: str = ""
    by: tuple[str, ...] = ()


class Moved(NamedTuple):
    """What an event changed between members. `morning`: a day begins with it, and what moves "today" comes after."""

    moves: tuple[Move, ...] = ()
    morning: bool = False


class Happened(NamedTuple):
    """What is shown of an event between two lines: a heading of a part, or something that came to pass.

    `name` is what it is, `speaker` whom it is about, if anybody; `icon` stands before it in the transcript.
    """

    kind: Literal["part", "event"]
    name: str
    text: str
    speaker: str = ""
    icon: str = "ph.info"


class LoggedMode(Protocol):
    """What has to be known of a mode to read its logs; `parley.core.engine.mode_spec.ModeSpec` is all of it.

    Whoever stands higher, and needs more of it, says so in a protocol of their own: a mode is described as one, and
    its description names what is above them.
    """

    @property
    def name(self) -> str: ...  # properties: a frozen `ModeSpec` has no attributes that can be set

    @property
    def title(self) -> Localised: ...

    @property
    def section(self) -> str: ...

    @property
    def config(self) -> type[Definition] | None: ...

    @property
    def events(self) -> tuple[type[Event], ...]: ...

    @property
    def carried(self) -> tuple[str, ...]: ...


_find_check: Callable[[], Callable[[str, object], None]] = late("parley.core.engine.mode_spec:check_mode_fits")


def _check_mode_fits(name: str, spec: object) -> None:
    """Refuse what is no whole description, or would not leave the logs of all others readable."""
    _find_check()(name, spec)  # only now: the engine, where that is, imports this module


MODES: Registry[LoggedMode] = Registry(
    "mode",
    "parley.modes",
    {
        "roundtable": "parley.core.modes.roundtable.spec:ROUNDTABLE",  # as text: modes import this module themselves
        "scenes": "parley.core.modes.office.spec:OFFICE",
        "story": "parley.core.modes.story.spec:STORY",
        "dialogue": "parley.core.modes.story.spec:DIALOGUE",
        "duologue": "parley.core.modes.duologue.spec:DUOLOGUE",
    },
    _check_mode_fits,
)
"""All modes by the name that a run's configuration has."""


class ModeMissing(ParleyError):
    """The run is of a mode that is not installed, or that cannot be loaded."""
