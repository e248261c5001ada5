"""What a mode is, as one frozen description; everybody who needs to know something of a mode asks it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Union, cast

import msgspec

from parley.core.base.definition import Definition
from parley.core.base.labels import add_values
from parley.core.base.registry import Registry, get_instance_of
from parley.core.base.sentences import Sentence
from parley.core.formats import Localised
from parley.core.log.behaviour import ROUNDTABLE, Behaviour
from parley.core.log.codec import events_of_all_modes
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.handlers import HANDLERS
from parley.core.log.modes import MODES as LOGGED
from parley.core.log.modes import Happened, LeftBehind, Moved
from parley.core.log.played import PlayedMode
from parley.core.log.slices import Slice

if TYPE_CHECKING:
    from parley.core.engine.forking import ForkedMode, ForkSpec
    from parley.core.engine.mode import Mode
    from parley.core.engine.run_request import RequestedMode, RequestSpec
    from parley.core.engine.terminal import TerminalPart, ToldMode
    from parley.core.export.transcript import ExportedMode, ModeExport
    from parley.core.home import Definitions
    from parley.core.log.events.turn import VoiceReplied
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
    its runs alone have. `left_behind` is for a mode whose memories and drifts come up while it is played, not with
    `run.distilled` alone. `request_behind` gives, of a line that has no request of its own, what it was taken from: the
    state before that, the request, the reply; None where there was none. It is asked with what gives the state at a
    seq, and the turn. `rehearsal` is how the rehearsal voice plays it (else turns have lines of the cast's repertoire
    or none, and forms what fits).
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
        """Return a mode as each layer knows it: mypy checks here what the casts of the registries rely on."""
        return spec, spec, spec, spec, spec, spec, spec


MODES = cast("Registry[ModeSpec]", LOGGED)
"""The same modes as those of `parley.core.log.modes`, with all that can be asked of them."""


def check_mode_fits(name: str, spec: ModeSpec) -> None:
    """Refuse a package's mode that would not leave the logs of all others readable."""
    get_instance_of(ModeSpec)(name, spec)
    check_mode(spec, [*map(MODES.__getitem__, MODES.shipped), *MODES.added_before(name)])  # the first by name wins


def check_mode(spec: PlayedMode, others: Iterable[PlayedMode]) -> None:
    """Raise `TypeError` or `ValueError` where what it names is of the wrong kind, or is another mode's already."""
    _check_kinds(spec)
    if bool(spec.section) != (spec.config is not None):
        raise ValueError("it needs a config for its section, and a section for its config")
    if spec.section in RunConfig.model_fields:
        raise ValueError(Sentence("its section has the name of every run's '{section}'", section=spec.section))
    tags = {_tag(each): each for each in events_of_all_modes()}
    for other in others:
        tags |= {_tag(each): each for each in other.events}
        if spec.section and other.section == spec.section and other.config is not spec.config:  # a class may be shared
            raise ValueError(
                Sentence("its section '{section}' is that of the mode '{mode}'", section=spec.section, mode=other.name)
            )
    for event in spec.events:
        if tags.setdefault(_tag(event), event) is not event:  # the very same class may be listed by several modes
            raise ValueError(Sentence("its event '{event}' is another one already", event=_tag(event)))
    _check_folded(spec)
    if spec.events:
        # The decoder itself reports types that it cannot read, and tags that clash with those of other events.
        msgspec.json.Decoder(Union[tuple(tags.values())])  # noqa: UP007  # made while the program runs


def _check_kinds(spec: PlayedMode) -> None:
    if spec.config is not None and not (isinstance(spec.config, type) and issubclass(spec.config, Definition)):
        raise TypeError("its config is no class of Definition")
    for kind, named in ((Event, spec.events), (Slice, spec.slices)):
        for each in named:
            if not (isinstance(each, type) and issubclass(each, kind)):
                raise TypeError(Sentence("{found} is no class of {kind}", found=repr(each)[:80], kind=kind.__name__))


def _check_folded(spec: PlayedMode) -> None:
    """Refuse what every run of the mode would stumble over, or what nobody could read again."""
    for kind in spec.slices:
        for method in ("begin", "copy"):
            if getattr(kind, method).__qualname__ == f"{Slice.__name__}.{method}":  # inherited: there it only raises
                raise ValueError(Sentence("{kind} has no {method}()", kind=kind.__name__, method=method))
    own = {event for kind in spec.slices for event in kind.handlers if event not in HANDLERS}
    for event in spec.events:
        if event not in own and event not in HANDLERS:
            raise ValueError(Sentence("nothing in its slices folds {event}", event=event.__name__))
    known = {*spec.events, *events_of_all_modes()}
    for event in own:
        if event not in known:
            raise ValueError(Sentence("{event} is missing in its events", event=event.__name__))


def _tag(event: type[Event]) -> str:
    return str(event.__struct_config__.tag)
