"""What a mode is, as one frozen description; everybody who needs to know something of a mode asks it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from parley.core.base.definition import Definition
from parley.core.base.errors import ParleyError
from parley.core.base.labels import add_values
from parley.core.base.registry import Registry, instance_of
from parley.core.base.sentences import Sentence
from parley.core.formats import Localised
from parley.core.log.behaviour import ROUNDTABLE, Behaviour
from parley.core.log.events.base import Event

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from parley.core.cast.affinity import Pair
    from parley.core.engine.forking import ForkSpec
    from parley.core.engine.mode import Mode
    from parley.core.engine.run_request import RequestSpec
    from parley.core.engine.terminal import TerminalPart
    from parley.core.export.transcript import ModeExport
    from parley.core.home import Definitions
    from parley.core.log.config import RunConfig
    from parley.core.log.events.distilled import Drift, MemoryRecord
    from parley.core.log.slices import Slice
    from parley.core.log.state import State
    from parley.core.measures.registry import Measure
    from parley.core.voices.rehearsal.part import RehearsalPart


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


@dataclass(frozen=True, kw_only=True)
class ModeSpec:
    """A mode. What has a default needs to be said only by a mode that has something of its own there.

    `name` stands in logs, `title` is shown. `section` is the key of `run.started` under which the mode's own
    `config` stands. `events` are those that only this mode writes, `slices` its parts of the state, each with the
    handlers that fold it. `behaviour` answers what is asked of a run by its state alone. `load` gives the mode itself,
    which is imported only where a run is played.

    `requests` are the kinds of run that somebody may ask for, `carried` the section's fields that follow from earlier
    runs and were not asked for. `fork` gives what forks may change; None: as in a roundtable.
    `compared` gives the settings, of the run or of a member, that two runs are compared by; None: the policy.
    `terminal` is what it says there besides the lines of its members.

    `between` says what readers are shown of an event, in a language: a quiet row of the transcript, a row of documents.
    `words` are what its own values are called, by table ("end", "purpose", "policy" ...) and value. `export` gives what
    the mode adds to documents of a run, `report` to what `parley state --json` prints; `measure` gives the figures that
    its runs alone have. `left_behind` is for a mode
    whose memories and drifts come up while it is played, not with `run.distilled` alone.
    `rehearsal` is how the rehearsal voice plays it (otherwise it improvises turns, and fills forms with what fits).
    `definitions` are what people write for it in files, such as worlds to play in; `files` are other kinds of file,
    which are named by path. `talks` is how a talk of another program becomes a run of it, a `TalkShape` of those
    who import; None: none does.
    """

    name: str
    title: Localised
    load: Callable[[], Mode]
    section: str = ""
    config: type[Definition] | None = None
    events: tuple[type[Event], ...] = ()
    slices: tuple[type[Slice], ...] = ()
    carried: tuple[str, ...] = ()
    requests: tuple[RequestSpec, ...] = ()
    between: Callable[[State, Event, str], Iterable[Happened]] | None = None
    words: Mapping[str, Mapping[str, Localised]] = field(default_factory=dict)
    export: Callable[[], ModeExport] | None = None
    report: Callable[[State], dict[str, Any]] | None = None
    left_behind: Callable[[State], LeftBehind] | None = None
    moved: Callable[[Event], Moved | None] | None = None
    rehearsal: Callable[[], RehearsalPart] | None = None
    behaviour: Behaviour = ROUNDTABLE
    fork: Callable[[], ForkSpec] | None = None
    terminal: Callable[[], TerminalPart] | None = None
    compared: Callable[[], Callable[[State, str], dict[str, str]]] | None = None
    measure: Callable[[], Measure] | None = None
    definitions: Callable[[], Definitions[Any]] | None = None
    talks: Callable[[], Any] | None = None
    files: Callable[[], Iterable[Definitions[Any]]] = tuple

    def __post_init__(self) -> None:
        for table, values in self.words.items():
            add_values(table, {value: {"en": each.en, "de": each.de} for value, each in values.items()})


def _check_mode_fits(name: str, spec: ModeSpec) -> None:
    """A package's mode must leave the logs of all others readable."""
    instance_of(ModeSpec)(name, spec)
    from parley.core.log.mode_check import check_mode

    check_mode(spec, [*map(MODES.__getitem__, MODES.shipped), *MODES.added_before(name)])


MODES: Registry[ModeSpec] = Registry(
    "mode",
    "parley.modes",
    {
        "roundtable": "parley.core.modes.roundtable.spec:ROUNDTABLE",
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


def installed(name: str) -> ModeSpec:
    """Return the mode that a log names. Raises `ModeMissing`."""
    if name not in MODES:
        raise ModeMissing(
            "it is a run of the mode '{mode}', which is not installed.",
            mode=name[:60],
            hint=Sentence("Install the package that brings this mode."),
        )
    try:
        return MODES[name]
    except ParleyError as error:
        raise ModeMissing(error.sentence, hint=error.hint) from error


def behaviour_of(config: RunConfig) -> Behaviour:
    """Return how the mode of that run behaves."""
    return MODES[config.mode].behaviour
