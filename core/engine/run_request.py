"""What somebody may ask for: one frozen model a kind of run. Dialogs, options and grids are made from its fields."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import date, datetime
from pathlib import Path
from typing import Annotated, Any, Protocol, cast

from pydantic import (
    AfterValidator,
    AwareDatetime,
    BeforeValidator,
    Field,
    GetCoreSchemaHandler,
    GetJsonSchemaHandler,
    WrapValidator,
)
from pydantic.fields import FieldInfo
from pydantic.json_schema import JsonSchemaValue
from pydantic_core import CoreSchema, core_schema

from parley.core.base.clock import FIRST_DAY, LAST_DAY
from parley.core.base.definition import Definition
from parley.core.base.errors import UsageError
from parley.core.base.old_names import restore_old_names
from parley.core.base.registry import Registry
from parley.core.cast.member import VoiceSpec
from parley.core.engine.composition import Composing
from parley.core.engine.voice_names import voice_named
from parley.core.formats import Localised
from parley.core.log.config import Limits, RunConfig
from parley.core.log.modes import MODES as LOGGED
from parley.core.log.modes import LoggedMode

MOST_TURNS = 1_000_000
LARGEST_SEED = 2**63 - 1
"""Larger numbers do not come out of a log as they went in."""


def _validate_unless_text(value: Any, handler: Callable[[Any], str]) -> str:
    return value if isinstance(value, str) else handler(value)  # pydantic refuses lone surrogates, which terminals give


IN_RUN = "run:"
"""What the name of a person begins with who is asked for as they are in a run's log: run:ID#MEMBER."""

Text = Annotated[str, WrapValidator(_validate_unless_text)]
"""Text from a terminal or a form: it may hold what is no Unicode, which `compose` makes fit or refuses."""


@dataclass(frozen=True)
class Bounds:
    """The lowest and the highest value of a field whose own sentence says when it is out of them.

    `check` raises `UsageError`; it is not called where nothing was asked for.
    """

    ge: float
    le: float
    check: Callable[[Any], object]

    def __get_pydantic_core_schema__(self, source: Any, handler: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.no_info_after_validator_function(self._check_value, handler(source))

    def __get_pydantic_json_schema__(self, schema: CoreSchema, handler: GetJsonSchemaHandler) -> JsonSchemaValue:
        return handler(schema) | {"minimum": self.ge, "maximum": self.le}  # pydantic cannot see a function's bounds

    def _check_value(self, value: Any) -> Any:
        if value is not None:
            self.check(value)
        return value


@dataclass(frozen=True)
class FromFile:
    """Marks a field that the command line reads from a file: `read` gives what makes its value of the
    file's path."""

    read: Callable[[], Callable[[Path], Any]]


def get_hints(info: FieldInfo) -> dict[str, Any]:
    """Return what forms and the command line are told of a field."""
    return info.json_schema_extra if isinstance(info.json_schema_extra, dict) else {}  # pydantic allows a function, too


def asked(default: Any, title: str, description: str = "", **hints: Any) -> Any:
    """Return a field of a request. `hints` are for forms and the command line, and stand in the JSON schema:

    - `unit`: "turns", "tokens", "days", "characters"; `decimals`: how many a number is shown with (2);
    - `widget`: what edits it, where its type does not say: "format", "cast", "members", "topic", "voice", "limits",
      "plan", "room", "story", "concept", "person", "script", "sides", "awareness", "router", "day", "hour", "text";
    - `choices`: its values, or the name of what they come from: "formats", "casts", "plans", "policies", "settings",
      "awareness";
    - `advanced`: shown only where somebody wants more; `group`: fields that stand together;
    - `de`: its texts in German, by the names of the hints ("title", "description", "unit" …), where the interface has
      no words of its own for the mode;
    - `lowest`: what the lowest value is called; `fallback`: what is taken where nothing is said;
    - `file`: it is the path of a file;
    - `option`: the option's name where it is not the field's, None for none; `option_default`: its default there;
      `needed`: it has to be given; `repeated`: it may be given several times; `empty`: the word that stands for an
      empty value there; `sentence`: a sentence says later that it is out of its bounds.

    `ge` and `le` are bounds that pydantic checks.
    """
    bounds = {name: hints.pop(name) for name in ("ge", "le", "lt") if name in hints}
    return Field(default, title=title, description=description, json_schema_extra=hints, **bounds)


def check_turns(turns: int) -> None:
    """Raise `UsageError` for a length that no talk can have."""
    if not 1 <= turns <= MOST_TURNS:
        raise UsageError(
            "{turns} turns are not possible; ask for 1 to {most_turns:,}.", turns=turns, most_turns=MOST_TURNS
        )


def check_seed(seed: int) -> None:
    """Raise `UsageError` for a seed that no log can hold."""
    if abs(seed) > LARGEST_SEED:
        raise UsageError(
            "The seed {seed} is too large; it may have any value up to {largest_seed}.",
            seed=str(seed)[:24],  # it may be hundreds of digits long
            largest_seed=LARGEST_SEED,
        )


def check_day(day: date) -> None:
    """Raise `UsageError` for a day on which no run can begin."""
    if day > LAST_DAY:
        raise UsageError("{found} is too late to begin; the last day is {last_day}.", found=day, last_day=LAST_DAY)
    if day < FIRST_DAY:
        raise UsageError("{found} is too early to begin; the first day is {first_day}.", found=day, first_day=FIRST_DAY)


def _check_moment(moment: datetime | None) -> datetime | None:
    if moment is not None:
        check_day(moment.date())
    return moment


class Asked(Definition):
    """A request, or the flat settings that one is made of."""

    def request(self, folder: Path | None = None) -> RunRequest:
        """Return what is asked for; relative paths begin at `folder`."""
        raise NotImplementedError

    def voices(self) -> tuple[VoiceSpec, ...]:
        """Return the voices that are asked for by name."""
        voice = getattr(self, "voice", None)  # flat settings have it as text, or not at all
        return (voice,) if isinstance(voice, VoiceSpec) else ()

    def count_calls(self) -> int:
        """Return the replies that a run asks for at most, where that is known."""
        return getattr(self, "turns", None) or 0  # a scene has no such field; None is the format's usual length

    def make_fingerprint(self) -> dict[str, Any]:
        """Return what the ids and seeds of an experiment's runs follow from: it stays when more fields come, and when
        one gets another name.
        """
        settings: dict[str, Any] = restore_old_names(self.model_dump(mode="json", exclude_defaults=True))
        return {"kind": type(self).__name__} | settings


def _parse_voice(given: Any) -> Any:
    return voice_named(given) if isinstance(given, str) else given


class RunRequest(Asked):
    """What somebody asks for, and what all modes have of it; empty or None means: choose for me."""

    seed: Annotated[int | None, Bounds(-LARGEST_SEED, LARGEST_SEED, check_seed)] = asked(
        None, "Seed", "The same seed draws alike.", advanced=True, fallback="by chance"
    )
    voice: Annotated[VoiceSpec | None, BeforeValidator(_parse_voice, str | VoiceSpec | None)] = asked(
        None, "Voice", "Who brings the members to speech.", widget="voice", option=None
    )
    language: Text = asked(
        "",
        "Language",
        "en or de; else the cast's.",
        choices=["en", "de"],
        advanced=True,
        fallback="the cast's",
        option="--lang",
    )
    limits: Limits | None = asked(
        None, "Limits", "Where the run ends by itself.", widget="limits", advanced=True, option=None
    )
    simulated: bool = asked(
        False, "Simulated clock", "With the rehearsal voice alone: the log can be compared.", advanced=True, option=None
    )
    begins: Annotated[AwareDatetime | None, AfterValidator(_check_moment)] = asked(
        None, "Begins at", "When a run on a simulated clock begins.", advanced=True, option=None
    )

    def request(self, folder: Path | None = None) -> RunRequest:
        """Return the request itself."""
        return self

    def remembers(self) -> str:
        """Return the cast whose earlier runs this one remembers, as it is named; empty: nobody's.

        Two such runs are not to be played at once: neither would know what the other leaves.
        """
        return ""


FRESH = asked(
    False,
    "Forget what earlier runs of this cast left",
    "Forget what the cast's earlier runs left.",
    advanced=True,
)

CAST, NONE = "cast", "none"
"""Whose runs are remembered, where these are not named: those of the cast, nobody's."""


def _drop_usual_choice(given: Any) -> Any:
    """Return the choice without the words that say what is usual."""
    return () if given in ((CAST,), [CAST]) else given  # spelled out it is the default, which fingerprints leave out


GREETING = asked(
    "",
    "Begins with",
    "Who begins with a greeting of their character card: MEMBER, or MEMBER:NUMBER.",
    widget="greeting",
    advanced=True,
    fallback="nobody",
)


class CastRequest(RunRequest):
    """A run of a cast, whose members remember what its earlier runs left."""

    cast: Text = asked(
        "startup", "Cast", "A cast's name or TOML file. See `parley casts`.", widget="cast", choices="casts"
    )
    members: tuple[Text, ...] = asked((), "Members", "Ids or names, with commas.", widget="members")
    topic: Text = asked("", "Topic", "What it is about.", widget="topic")
    fresh: bool = FRESH
    remember: Annotated[tuple[Text, ...], BeforeValidator(_drop_usual_choice)] = asked(
        (),
        "Remembers",
        "Of earlier runs: cast (what the cast's own talks left), none, or runs by their ids; with commas.",
        advanced=True,
        option_default=CAST,
    )

    def chosen(self) -> tuple[str, ...]:
        """Return what it is to remember, as a run's configuration says it. Raises `UsageError` for what contradicts
        itself.
        """
        wanted = tuple(dict.fromkeys(each.strip() for each in self.remember if each.strip()))
        if (NONE in wanted and len(wanted) > 1) or (self.fresh and wanted not in ((), (NONE,))):
            raise UsageError(
                "A run that forgets cannot remember another run too.",
                hint="Leave out either: --remember none (or --fresh), or --remember with cast and runs.",
            )
        return (NONE,) if self.fresh else () if wanted == (CAST,) else wanted

    def remembers(self) -> str:
        """Return its cast, unless it is to forget, or names the runs."""
        if self.fresh or (self.remember and CAST not in self.remember):
            return ""
        return Path(self.cast).stem if self.cast.endswith(".toml") else self.cast  # mostly its id: the file is not read


@dataclass(frozen=True, kw_only=True)
class RequestSpec:
    """A kind of run that somebody may ask for in a mode.

    `name` is its command under `parley run`, `title` is shown, `model` is what may be asked for, and `compose` gives
    what makes a run's configuration of it, as yet without an id. `about` says in a line what it is (without: the first
    of the model's own words), `icon` is its sign.

    `flat` gives the model of its options where these are not the request's own fields, `varied` that of what an
    experiment fixes or varies; both have a method `request`. `at_terminal` makes what is asked for there of it;
    whether somebody is asked between two steps is the other argument.
    """

    name: str
    title: Localised
    model: type[RunRequest]
    compose: Callable[[], Callable[[Any, Composing], RunConfig]]  # called late: its module is imported for a run alone
    flat: Callable[[], type[Asked]] | None = None
    varied: Callable[[], type[Asked]] | None = None
    at_terminal: Callable[[Any, bool], RunRequest] = lambda request, _attended: request
    about: Localised | None = None
    icon: str = "ph.chats-circle"

    def told(self, language: str) -> str:
        """Return in a line what it is; in English where its model alone says it."""
        if self.about is not None:
            return self.about.text(language)
        return " ".join((self.model.__doc__ or "").partition("\n\n")[0].split())  # its docstring's first paragraph

    def options(self) -> type[Asked]:
        """Return the model whose fields are the options."""
        return self.flat() if self.flat else self.model

    def settings(self) -> type[Asked]:
        """Return the model of what an experiment fixes or varies."""
        return self.varied() if self.varied else self.model

    def asked(self, values: Mapping[str, Any]) -> RunRequest:
        """Return what is asked for with these values of options."""
        return self.flat().model_construct(**values).request() if self.flat else self.model(**values)


class RequestedMode(LoggedMode, Protocol):
    """A mode with the kinds of run that may be asked for."""

    @property
    def requests(self) -> tuple[RequestSpec, ...]: ...


MODES = cast("Registry[RequestedMode]", LOGGED)
"""All modes: the registry takes in none that is not a whole `ModeSpec`."""


def request_specs() -> dict[str, RequestSpec]:
    """Return the kinds of run that there are, by name, mode after mode; of two with one name the first."""
    found: dict[str, RequestSpec] = {}
    for mode in MODES.values():
        for spec in mode.requests:
            found.setdefault(spec.name, spec)
    return found


def _find_spec(wanted: Callable[[RequestSpec], bool], name: str) -> RequestSpec:
    """Return the first kind of run that is wanted. Raises `KeyError` with the name."""
    # Modes behind it are not imported: a run begins sooner.
    found = (spec for mode in MODES.iterate_values() for spec in mode.requests if wanted(spec))
    if (spec := next(found, None)) is None:
        raise KeyError(name)
    return spec


def request_of(kind: str, **values: Any) -> RunRequest:
    """Return what is asked for. Raises `KeyError` for a kind of run that there is not, `UsageError` and its kin."""
    return _find_spec(lambda spec: spec.name == kind, kind).model(**values)


def get_spec_of(request: RunRequest) -> RequestSpec:
    """Return the kind of run that is asked for. Raises `KeyError` where no mode has it."""
    model = type(request)
    return _find_spec(lambda spec: spec.model is model, model.__name__)  # by the very class
