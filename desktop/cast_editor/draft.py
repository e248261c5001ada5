"""A cast while it is edited: everything as it was typed, be it valid or not. Plain values, no core, no Qt."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

CAST = 0
"""The key of the cast itself, among those of its members."""
START = 0.5
LOWEST, HIGHEST = 0.10, 0.95
CAST_TEXTS = ("id", "name", "description", "language", "plan", "topics")
"""Fields of the cast as texts; lists have an entry a line."""
CAST_LISTS = ("topics",)
MEMBER_TEXTS = (
    "id", "name", "role", "pronouns", "colour", "letter", "identity", "biography", "personality", "working_style",
    "tone", "quirk", "private_life", "favourite_games", "lines", "directive", "desk",
    "voice.provider", "voice.model", "voice.base_url", "character.name", "character.role", "character.description",
)  # fmt: skip
"""Fields of a member as texts; `voice.provider` is empty where the run's voice speaks."""
MEMBER_LISTS = ("favourite_games", "lines")
OTHERS = {"age": "age", "voice.warmth": "warmth", "coordinator": "coordinator"}
"""Fields of a member that are no texts, and the attributes that hold them."""


@dataclass
class RelationDraft:
    """What a member thinks of a colleague."""

    affinity: float = START
    note: str = ""


@dataclass
class MemberDraft:
    """A member. `key` never changes while the cast is edited, whatever becomes of the id.

    `fresh` members are new, and their id follows their name; `given` is the colour they get where they have none.
    `relations` go by the colleagues' keys; those of members who were taken out stay, so that whoever brings them back
    finds them again.
    """

    key: int
    text: dict[str, str] = field(default_factory=lambda: dict.fromkeys(MEMBER_TEXTS, ""))
    age: int | None = None
    warmth: float | None = None
    coordinator: bool = False
    relations: dict[int, RelationDraft] = field(default_factory=dict)
    fresh: bool = field(default=False, compare=False)
    given: str = field(default="", compare=False)

    def value(self, field: str) -> Any:
        """What a field holds."""
        return getattr(self, OTHERS[field]) if field in OTHERS else self.text[field]

    def write(self, field: str, value: Any) -> None:
        """Write into a field."""
        if field in OTHERS:
            setattr(self, OTHERS[field], value)
        else:
            self.text[field] = value

    @property
    def name(self) -> str:
        """How they are called in lists, also while they have no name."""
        return self.text["name"].strip() or self.text["id"] or "?"


@dataclass
class CastDraft:
    """A cast. `origin` is the name of the own cast that is changed, empty for a new one; the id of a `fresh` one
    follows its name."""

    text: dict[str, str] = field(default_factory=lambda: dict.fromkeys(CAST_TEXTS, ""))
    members: list[MemberDraft] = field(default_factory=list)
    origin: str = ""
    fresh: bool = False
    last_key: int = 0

    def value(self, field: str) -> str:
        """What a field of the cast itself holds."""
        return self.text[field]

    def write(self, field: str, value: str) -> None:
        """Write into a field of the cast itself."""
        self.text[field] = value

    def new_key(self) -> int:
        """A key that no member has had."""
        self.last_key += 1
        return self.last_key

    def member(self, key: int) -> MemberDraft | None:
        """The member with that key."""
        return next((member for member in self.members if member.key == key), None)

    def row(self, key: int) -> int:
        """Their place in the cast, −1 where they are not in it."""
        return next((row for row, member in enumerate(self.members) if member.key == key), -1)

    def copy(self) -> CastDraft:
        """Another one, with everything in it."""
        return copy.deepcopy(self)

    def same(self, other: CastDraft) -> bool:
        """Whether the two would be saved alike."""
        return (self.text, self.members) == (other.text, other.members)


@dataclass(frozen=True, slots=True)
class Fault:
    """What does not fit: of a member, or of the cast itself (`CAST`). A `warning` keeps nobody from saving."""

    key: int
    field: str
    sentence: str
    warning: bool = False


@dataclass(frozen=True, slots=True)
class SeatChoice:
    """A seat of a room in plan units; `value` is what a member's desk says. One at a table is no `desk`."""

    value: str
    title: str
    x: float
    y: float
    desk: bool = True


@dataclass(frozen=True, slots=True)
class RoomChoice:
    """A room with its seats."""

    id: str
    title: str
    x: float
    y: float
    width: float
    height: float
    corridor: bool = False
    seats: tuple[SeatChoice, ...] = ()


@dataclass(frozen=True, slots=True)
class PlanChoice:
    """A floor plan to work on."""

    name: str
    title: str
    width: float = 0.0
    height: float = 0.0
    rooms: tuple[RoomChoice, ...] = ()


@dataclass(frozen=True, slots=True)
class CastChoice:
    """A cast to open; `own` ones can be changed and deleted. `problem` says why it cannot be opened."""

    name: str
    title: str
    own: bool = False
    problem: str = ""


def seat_of(plan: PlanChoice | None, desk: str) -> tuple[RoomChoice | None, SeatChoice | None]:
    """The room and the seat that a desk names; None of either where the plan does not have it."""
    for room in plan.rooms if plan else ():
        if room.id == desk.partition("/")[0]:
            return room, next((seat for seat in room.seats if seat.value == desk), None)
    return None, None


def texts(data: Mapping[str, object], names: tuple[str, ...]) -> dict[str, str]:
    """The texts among the values of a cast or member, by name; "voice.model" is a field within a field."""
    found = {}
    for name in names:
        value: object = data
        for part in name.split("."):
            value = value.get(part) if isinstance(value, Mapping) else None
        if isinstance(value, list | tuple):
            found[name] = "\n".join(str(each) for each in value)
        else:
            found[name] = "" if value is None else str(value)
    return found
