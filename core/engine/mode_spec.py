"""What a mode is, as one frozen description; everybody who needs to know something of a mode asks it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, cast

from parley.core.base.definition import Definition
from parley.core.base.labels import add_values
from parley.core.base.registry import Registry, get_instance_of
from parley.core.formats import Localised
from parley.core.log.behaviour import ROUNDTABLE, Behaviour
from parley.core.log.events.base import Event
from parley.core.log.mode_check import check_mode
from parley.core.log.modes import MODES as LOGGED
from parley.core.log.modes import Happened, LeftBehind, Moved

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from parley.core.engine.forking import ForkedMode, ForkSpec
    from parley.core.engine.mode import Mode
    from parley.core.engine.run_request import RequestedMode, RequestSpec
    from parley.core.engine.terminal import TerminalPart, ToldMode
    from parley.core.export.transcript import ExportedMode, ModeExport
    from parley.core.home import Definitions
    from parley.core.log.events.turn import VoiceReplied
    from parley.core.log.played import PlayedMode
    from parley.core.log.slices import Slice
    from parley.core.log.state import State, Turn
    from parley.core.measures.registry import Measure, MeasuredMode
    from parley.core.voices.base import Request
    from parley.core.voices.rehearsal.part import RehearsalPart, RehearsedMode

    Behind = tuple[State, Request, VoiceReplied | None]
    RequestBehind = Callable[[Callable[[int], State], Turn], Behind | None]


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
    `request_behind` gives, of a line that has no request of its own, what it was taken from: the state before that, the
    request, the reply; None where there was none. It is asked with what gives the state at a seq, and the turn.
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
    request_behind: Callable[[], RequestBehind] | None = None
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


if TYPE_CHECKING:

    def _is_all_of_them(
        spec: ModeSpec,
    ) -> tuple[PlayedMode, MeasuredMode, RehearsedMode, ExportedMode, RequestedMode, ForkedMode, ToldMode]:
        """Return the same as each layer knows it: what mypy checks here the casts of the registry rely on."""
        return spec, spec, spec, spec, spec, spec, spec


MODES = cast("Registry[ModeSpec]", LOGGED)
"""The same modes as those of `parley.core.log.modes`, with all that can be asked of them."""


def check_mode_fits(name: str, spec: ModeSpec) -> None:
    """Refuse a package's mode that would not leave the logs of all others readable."""
    get_instance_of(ModeSpec)(name, spec)
    check_mode(spec, [*map(MODES.__getitem__, MODES.shipped), *MODES.added_before(name)])
