"""What a run is made of, written whole into its first event so that the log stands alone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, Literal, TypeVar

from pydantic import AwareDatetime, ConfigDict, Field, ValidationError, model_validator
from pydantic_core import ErrorDetails, InitErrorDetails, PydanticCustomError

from parley.core.base.definition import Count, Definition, Share
from parley.core.base.errors import UnknownName
from parley.core.base.line import Called
from parley.core.base.old_names import rename_old_fields
from parley.core.base.sentences import Sentence
from parley.core.cast.affinity import Pair, pair
from parley.core.cast.letters import assign_letters
from parley.core.cast.lore import LoreBook
from parley.core.cast.member import Member, VoiceSpec
from parley.core.cast.providers import simulated
from parley.core.cast.world import World, get_world_of
from parley.core.formats import Format
from parley.core.log.modes import MODES

D = TypeVar("D", bound=Definition)

DIRECTOR_NAME = {"en": "Director", "de": "Regie"}
"""What members are told that the director is called, by language."""

MOST_CONTEXT = 1 << 53
"""Tokens of history that can be asked for: far more than there are."""


class Limits(Definition):
    """Where a run ends by itself. 0 means no limit."""

    turns: int = Field(0, ge=0, le=1_000_000)
    tokens: int = Field(0, ge=0, le=MOST_CONTEXT)
    cost: float = Field(0.0, ge=0.0, le=1e9, description="US dollars.")
    seconds: float = Field(0.0, ge=0.0, le=1e12, description="Time of playing; pauses do not count.")


class CarriedAffinity(Definition):
    """Where a pair stands when the run begins."""

    a: str
    b: str
    affinity: Share
    home: Share | None = Field(
        None, description="The cast's own value, where the pair stands elsewhere.", exclude_if=lambda home: home is None
    )


class CarriedMemory(Definition):
    """What a member remembers of earlier runs."""

    member: str
    kind: str
    text: str
    confidence: Share
    run: str = ""


class CarriedRecord(Definition):
    """A memory that came up in an earlier run; fields as in `MemoryRecord`."""

    member: str
    type: Literal["observation", "reflection", "plan", "artifact", "conversation"]
    text: str
    importance: int = Field(1, ge=1, le=10)
    moment: str = ""
    tags: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    depth: Count = 0
    open: Literal["", "question", "promise"] = ""
    said: str = Field("", exclude_if=lambda said: not said)
    run: str = ""


class Greeting(Definition):
    """Who has the first word without being asked: a line that they brought along, `chosen` among all of theirs."""

    member: str
    texts: tuple[str, ...] = Field(min_length=1)
    chosen: Count = 0


def _list_names(member: Member) -> tuple[str, ...]:
    return (member.name, member.character.name) if member.character else (member.name,)


def _prefix_error_with_section(section: str, error: ErrorDetails) -> InitErrorDetails:
    told = PydanticCustomError(error["type"], error["msg"])  # pydantic cannot change an error's place: it is made anew
    return InitErrorDetails(type=told, loc=(section, *error["loc"]), input=error["input"])


class RunConfig(Definition):
    """The whole configuration of a run. `turns` is the number drawn (or asked for), not a range; 0: as it comes.

    A mode's own configuration stands under the key of its section (`ModeSpec.section`); `config[StoryConfig]` is it.
    """

    model_config = ConfigDict(extra="allow")  # sections are no fields; `_parse_sections` refuses what is none

    id: str
    mode: str = "roundtable"
    cast_id: str
    cast_name: str = ""
    members: tuple[Member, ...]
    format: Format
    topic: str
    title: str = ""
    place: str = Field("", description="The room's id on the plan.")
    place_name: str = ""
    plan: str = "studio"
    language: Literal["en", "de"] = "en"
    seed: int = Field(ge=-(2**63), lt=2**63)
    turns: Count
    policy: str = Field("affinity", max_length=80, description="How the next speaker is chosen, by name.")
    voice: VoiceSpec = VoiceSpec()
    cap: int = Field(120, ge=-1, le=1_000_000)
    temperature: float = Field(0.6, ge=0, le=2)
    limits: Limits = Limits()
    affinities: tuple[CarriedAffinity, ...] = ()
    memories: tuple[CarriedMemory, ...] = ()
    world: World | None = Field(
        None, description="The cast's own world, where it is none that ships.", exclude_if=lambda world: not world
    )
    lore: tuple[LoreBook, ...] = Field(
        (), description="Books that come to everybody's mind.", exclude_if=lambda lore: not lore
    )
    greeting: Greeting | None = Field(
        None, description="The first line, where nobody is asked for it.", exclude_if=lambda greeting: greeting is None
    )
    remember: tuple[str, ...] = Field(
        (), description='Whose earlier runs it remembers: "cast" (as without), "none", or runs by their ids.'
    )
    experiment: str = Field("", description="The experiment that it is a run of, by its id.")
    imported: str = Field("", description="The program and the file that this run was imported from.")
    simulated: bool = Field(False, description="The clock was simulated: the log can be compared byte for byte.")
    begins: AwareDatetime | None = Field(
        None,
        description="When it begins by a simulated calendar; unless `simulated`, real time goes by from there.",
        exclude_if=lambda begins: begins is None,
    )

    @model_validator(mode="before")
    @classmethod
    def _parse_sections(cls, data: Any) -> Any:
        """Read sections as the type that their mode says; any other unknown key is an error."""
        # Before the base class does so: what is not known here is a section.
        data = rename_old_fields(data, cls.model_fields)
        if not isinstance(data, dict):
            return data
        kinds = {mode.section: mode.config for mode in MODES.values() if mode.config is not None}
        read: dict[str, Any] = {}
        faults: list[InitErrorDetails] = []
        for key, value in data.items():
            kind = kinds.get(key)
            if key in cls.model_fields or (kind is not None and isinstance(value, kind)):
                read[key] = value
            elif kind is None:
                told = PydanticCustomError("extra_forbidden", "Extra inputs are not permitted")
                faults.append(InitErrorDetails(type=told, loc=(key,), input=value))
            elif value is not None:  # null: the section is not there
                try:
                    read[key] = kind.model_validate(value)
                except ValidationError as error:
                    faults += [_prefix_error_with_section(key, each) for each in error.errors(include_url=False)]
        if faults:
            raise ValidationError.from_exception_data(cls.__name__, faults)
        return read

    def find(self, kind: type[D]) -> D | None:
        """Return the section of that kind; None in a mode that has none."""
        for section in (self.model_extra or {}).values():
            if isinstance(section, kind):
                return section
        return None

    def __getitem__(self, kind: type[D]) -> D:
        """Return the section of that kind. Raises `ValueError` in a mode that has none."""
        section = self.find(kind)
        if section is None:
            raise ValueError(Sentence("a run of the mode '{mode}' has no {kind}", mode=self.mode, kind=kind.__name__))
        return section

    def add_member(self, member: Member) -> RunConfig:
        """Return the same with another member, or with one of that id as they are now."""
        others = [each for each in self.members if each.id != member.id]
        place = next((i for i, each in enumerate(self.members) if each.id == member.id), len(others))
        return self.model_copy(update={"members": (*others[:place], member, *others[place:])})

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> RunConfig:
        """Return a copy with other values; it looks up anew who its members are."""
        copy = super().model_copy(update=update, deep=deep)
        for looked_up in ("_by_id", "letters", "names", "called", "lived_in", "homes"):
            copy.__dict__.pop(looked_up, None)  # pydantic copies what cached_property left there
        return copy

    def member(self, member_id: str) -> Member:
        """Return the member with that id. Raises `KeyError`."""
        return self._by_id[member_id]

    def find_member(self, wanted: str) -> Member:
        """Return the member with that id or name, in letters of either size. Raises `UnknownName`."""
        folded = wanted.strip().casefold()
        for member in self.members:
            if folded in (member.id.casefold(), member.name.casefold()):
                return member
        raise UnknownName("member", wanted, [member.name for member in self.members])

    def has(self, member_id: str) -> bool:
        """Return whether there is a member with that id."""
        return member_id in self._by_id

    @cached_property
    def letters(self) -> dict[str, str]:
        """What stands on each member's mark, by id: never the same for two."""
        return assign_letters(self.members)

    @cached_property
    def names(self) -> dict[str, str]:
        """What each member is called, by id, in their order."""
        return {member.id: member.name for member in self.members}

    @cached_property
    def called(self) -> dict[str, Called]:
        """The names that a voice may put before a line, by the id of whom it speaks for."""
        director = DIRECTOR_NAME[self.language]
        found: dict[str, Called] = {}
        for me in self.members:
            own = _list_names(me)
            others = (name for each in self.members if each.id != me.id for name in _list_names(each))
            found[me.id] = Called(own, tuple(name for name in dict.fromkeys((*others, director)) if name not in own))
        return found

    @cached_property
    def homes(self) -> dict[Pair, float]:
        """The affinity that each pair drifts home to."""
        return {pair(each.a, each.b): each.affinity if each.home is None else each.home for each in self.affinities}

    @cached_property
    def lived_in(self) -> World:
        """The world that the members live in."""
        return get_world_of(self.cast_id, (member.id for member in self.members), self.world)

    @cached_property
    def _by_id(self) -> dict[str, Member]:
        return {member.id: member for member in self.members}

    def is_rehearsed(self) -> bool:
        """Return whether every voice that may speak follows a script: only then may the clock be simulated."""
        spoken = [self.voice, *(member.voice for member in self.members if member.voice)]
        return all(simulated(spec.provider) for spec in spoken)

    def as_json(self) -> dict[str, Any]:
        """Return it as it stands in the log: without what is default."""
        data = self.model_dump(mode="json", exclude_defaults=True)
        for last in ("imported", "simulated"):
            if last in data:  # As in the logs before there were sections
                data[last] = data.pop(last)
        return data
