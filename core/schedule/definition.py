"""A daily schedule as somebody writes it: a TOML file with the time slots of a day.

Not the agenda of an office's day (`core/modes/office/config.py`), whose slots are scenes within one run.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Annotated, Any, Literal, Self, TypeVar

from pydantic import AfterValidator, BeforeValidator, Field, field_validator, model_validator

from parley.core.base.definition import Definition, Misplaced, raise_all, read_text, read_toml
from parley.core.base.errors import DefinitionError, ParleyError, UnknownName
from parley.core.base.packaged import get_path_of
from parley.core.base.places import Location, place_of
from parley.core.base.sentences import Sentence
from parley.core.base.urls import url_fault
from parley.core.cast.cast import Cast
from parley.core.cast.member import VoiceSpec
from parley.core.formats import Format
from parley.core.home import Definitions, Home, parse_path
from parley.core.log.config import Limits
from parley.core.studio.library import Library

T = TypeVar("T")

DAY = 24
MOST_SLOTS = 96
MOST_TOPICS = 400
LONGEST_TOPIC = 200
FORTNIGHT = 14
"""Days within which no topic comes twice, where a pool has enough of them."""

Probability = Annotated[float, Field(ge=0.0, le=1.0)]
Weight = Annotated[float, Field(gt=0.0, le=1_000.0)]
# The names of what lies in a folder of definitions: nothing in them leads out of it.
FileStem = Annotated[str, Field(pattern=r"^[A-Za-z0-9][A-Za-z0-9_-]{0,79}$")]
MemberName = Annotated[str, Field(min_length=1, max_length=80)]


def _validate_topic(topic: str) -> str:
    if not topic.strip() or topic != " ".join(topic.split()):  # topics are compared as text with those of the log
        raise ValueError(Sentence("a topic is one line of text without blanks around it"))
    return topic


Topic = Annotated[str, Field(max_length=LONGEST_TOPIC), AfterValidator(_validate_topic)]


def _normalize_weighted_formats(given: Any) -> Any:
    """Read formats as they may be written: one, several, or several with weights."""
    if isinstance(given, str):
        return {given: 1.0}
    if isinstance(given, list) and all(isinstance(each, str) for each in given):
        return dict.fromkeys(given, 1.0)  # each as likely as the others
    return given


def _validate_voice(spec: VoiceSpec | None) -> VoiceSpec | None:
    if spec is not None and (fault := url_fault(spec.base_url)):
        raise Misplaced(("base_url",), fault)
    if spec is not None and not spec.base_url and ("/" in spec.model or "\\" in spec.model):  # a server's may have them
        raise Misplaced(("model",), Sentence("a schedule names a model, and no file"))
    return spec


ScheduledVoice = Annotated[VoiceSpec | None, AfterValidator(_validate_voice)]


class Participants(Definition):
    """Who takes part: those who are `named`, and so many others at `random` (a number, or a range), or `all`.

    Where nothing is said, the format draws.
    """

    named: tuple[MemberName, ...] = Field((), max_length=30)
    random: tuple[int, int] = (0, 0)
    all: bool = False

    @field_validator("random", mode="before", json_schema_input_type=int | tuple[int, int])
    @classmethod
    def _normalize_range(cls, given: Any) -> Any:
        return (given, given) if isinstance(given, int) and not isinstance(given, bool) else given

    @model_validator(mode="after")
    def _check_members(self) -> Self:
        low, high = self.random
        if not 0 <= low <= high <= 30:
            raise ValueError(
                Sentence(
                    "'random' is a number from 0 to 30, or a range of them, not {low} to {high}", low=low, high=high
                )
            )
        if self.all and (self.named or high):
            raise ValueError(Sentence("where 'all' take part, nobody is named or drawn"))
        if len({name.casefold() for name in self.named}) < len(self.named):  # names are looked up without case
            raise ValueError(Sentence("somebody is named twice"))
        if not self.all and 0 < len(self.named) + high < 2:
            raise ValueError(Sentence("a talk has at least two members"))
        return self

    @property
    def drawn(self) -> bool:
        """Whether the format draws who takes part."""
        return not (self.all or self.named or self.random[1])


class TimeSlot(Definition):
    """An hour of the day at which a roundtable is held, with a probability. Its name is unique in its schedule.

    A slot's topic is one of its `topics`, and where it has none the format's or the cast's own.
    """

    hour: int = Field(ge=0, lt=DAY)
    name: str = Field(min_length=1, max_length=60)  # part of every draw's purpose: another name, other draws
    formats: Annotated[
        dict[FileStem, Weight],
        BeforeValidator(_normalize_weighted_formats, FileStem | tuple[FileStem, ...] | dict[FileStem, Weight]),
    ] = Field(min_length=1, max_length=16)
    probability: Probability = 1.0
    participants: Participants = Participants()
    topics: tuple[Topic, ...] = Field((), max_length=MOST_TOPICS)
    voice: ScheduledVoice = None
    limits: Limits | None = Field(None, description="The budget of a run; else the schedule's, else as set.")

    @model_validator(mode="before")
    @classmethod
    def _leave_out(cls, given: Any) -> Any:
        # Earlier versions drew topics out of what earlier runs left, by these chances.
        gone = ("memory", "actions")
        return {name: each for name, each in given.items() if name not in gone} if isinstance(given, dict) else given

    @field_validator("name")
    @classmethod
    def _validate_slot_name(cls, name: str) -> str:
        if name != " ".join(name.split()) or not name.isprintable():
            raise ValueError(Sentence("a slot's name is one line of text without blanks around it"))
        return name


class DailySchedule(Definition):
    """Which roundtables a cast holds round the clock. Its id is its file's name."""

    id: FileStem
    name: str = Field(min_length=1, max_length=80)
    description: str = Field("", max_length=600)
    timezone: Literal["local", "utc"] = Field("local", description="What the hours are: the machine's, or UTC.")
    cast: FileStem
    language: Literal["", "en", "de"] = Field("", description="Else the cast's.")
    seed: int = Field(0, ge=-(2**63), lt=2**63)  # what the log can hold
    voice: ScheduledVoice = None
    limits: Limits | None = None
    slots: tuple[TimeSlot, ...] = Field(min_length=1, max_length=MOST_SLOTS)

    @model_validator(mode="after")
    def _check_names(self) -> Self:
        names = [slot.name for slot in self.slots]
        raise_all(
            Misplaced(("slots", number, "name"), Sentence("two slots are called '{name}'", name=name))
            for number, name in enumerate(names)
            if name in names[:number]  # quadratic, of `MOST_SLOTS` at most
        )
        return self

    def in_order(self) -> tuple[TimeSlot, ...]:
        """Return the slots of a day, the first hour first."""
        return tuple(sorted(self.slots, key=lambda slot: slot.hour))  # stable: within an hour they stay as written


SCHEDULES = Definitions("schedule", "schedules", DailySchedule)
DEFAULT = "round-the-clock"


class Plan:
    """A schedule with what its names stand for: its cast and its formats.

    Raises `DefinitionError` with file and line where a name in it is not known, or where a format cannot be held by
    those who take part.
    """

    def __init__(self, library: Library, home: Home, name: str) -> None:
        self.path = _file_of(library, home, name)
        self.schedule = read_toml(self.path, DailySchedule)
        self._faults: list[DefinitionError] = []
        cast = self._read_or_record_fault(("cast",), lambda: library.cast(self.schedule.cast))
        self.formats: dict[str, Format] = {}
        for number, slot in enumerate(self.schedule.slots):
            for each in slot.formats:
                found = self._read_or_record_fault(("slots", number, "formats"), partial(library.format, each))
                if found is not None:
                    self.formats[each] = found
            if cast is not None:
                self._check_participants(number, slot, cast)
        if self._faults:
            first, *others = self._faults
            first.others = tuple(others)
            raise first  # one error that lists the others, so that a file is mended in one go
        assert cast is not None  # without a fault it was read
        self.cast = cast

    def _check_participants(self, number: int, slot: TimeSlot, cast: Cast) -> None:
        for each in slot.formats:
            least = self.formats[each].members[0] if each in self.formats else 0  # one that is missing was told already
            if slot.participants.drawn and least > len(cast.members):
                self._blame(
                    ("slots", number, "formats"),
                    Sentence(
                        "the format '{name}' has at least {count} members, and the cast '{cast}' has fewer.",
                        name=each, count=least, cast=self.schedule.cast,
                    ),
                )  # fmt: skip
        people = {member.id for member in cast.members} | {each.name.casefold() for each in cast.members}
        for one in slot.participants.named:
            if one not in people and one.casefold() not in people:
                whose = Sentence("member of '{name}'", name=self.schedule.cast)
                error = UnknownName(whose, one, [each.id for each in cast.members])
                self._blame(("slots", number, "participants"), error.text)

    def _read_or_record_fault(self, where: Location, read: Callable[[], T]) -> T | None:
        try:
            return read()
        except DefinitionError as error:
            # Another file's: it says where.
            self._faults.append(error)
        except ParleyError as error:
            self._blame(where, error.text)
        return None

    def _blame(self, where: Location, fault: str) -> None:
        line, column = place_of(read_text(self.path), where)  # read again: the parsed values have no places
        self._faults.append(DefinitionError(self.path, fault, line=line, column=column, location=where))


def _file_of(library: Library, home: Home, name: str) -> Path:
    """Return the file of a schedule, by its name or its path. Raises `UnknownName`."""
    if name.endswith(".toml") or "/" in name or "\\" in name:  # no name has these: it is a `FileStem`
        return parse_path(name)
    if name not in (known := library.names(SCHEDULES)):
        raise UnknownName(SCHEDULES.what, name, known)
    own = home.schedules / f"{name}.toml"
    return own if own.is_file() else get_path_of(SCHEDULES.what, SCHEDULES.folder, name)  # one's own hides the shipped


def check_file(path: Path, _text: str, home: Home) -> None:
    """Check what the names in a schedule stand for. Raises `DefinitionError` as `Plan` does."""
    Plan(Library(home), home, str(path.absolute()))
