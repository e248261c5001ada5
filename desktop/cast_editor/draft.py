"""A cast while it is edited: everything as it was typed, be it valid or not; made from a cast, and made into one."""

from __future__ import annotations

import copy
from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakMethod

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QUndoCommand

from parley.core.base.definition import Definition
from parley.core.base.line import repair_text
from parley.core.cast.affinity import START
from parley.core.cast.cast import Cast
from parley.core.cast.colours import fill_gaps
from parley.core.cast.lore import LoreBook
from parley.core.cast.member import RESERVED, Character, Member, VoiceSpec, make_slug

CAST = 0
"""The key of the cast itself, among those of its members."""
CAST_FIELDS = tuple(name for name in Cast.model_fields if name != "members")
MEMBER_FIELDS = (
    *(name for name in Member.model_fields if name not in {"card", "character", "relations", "voice"}),
    *(f"voice.{name}" for name in VoiceSpec.model_fields),
    *(f"character.{name}" for name in Character.model_fields),
    "card", "card.scenario", "card.reminder", "card.greetings",
)  # fmt: skip
LISTS = ("topics", "favourite_games", "lines")
"""Fields with an entry a line."""
BLANK: dict[str, Any] = dict.fromkeys(MEMBER_FIELDS, "") | {
    "age": None, "voice.temperature": None, "coordinator": False, "card": None, "tools": (),
}  # fmt: skip
BETWEEN = "\n=====\n"
"""What stands between two greetings while they are edited."""

translate = QCoreApplication.translate


@dataclass
class RelationDraft:
    """What a member thinks of a colleague."""

    affinity: float = START
    note: str = ""


@dataclass
class MemberDraft:
    """A member. `key` never changes while the cast is edited, whatever becomes of the id.

    `values` by `MEMBER_FIELDS`: texts, lists with an entry a line, but for `BLANK`'s others; "card" is all that came
    with a character card, beside its texts that are edited; `voice.provider` is empty where the run's voice speaks.
    `fresh` members are new, and their id follows their name; `given` is the colour they
    get where they have none. `relations` go by the colleagues' keys; those of members who were taken out stay, so that
    whoever brings them back finds them again.
    """

    key: int
    values: dict[str, Any] = field(default_factory=lambda: dict(BLANK))
    relations: dict[int, RelationDraft] = field(default_factory=dict)
    fresh: bool = field(default=False, compare=False)  # not saved
    given: str = field(default="", compare=False)

    @property
    def name(self) -> str:
        """How they are called in lists, also while they have no name."""
        return self.values["name"].strip() or self.values["id"] or "?"


@dataclass
class CastDraft:
    """A cast; its `values` by `CAST_FIELDS`. `origin` is the name of the own cast that is changed, empty for a new one;
    the id of a `fresh` one follows its name."""

    values: dict[str, Any] = field(default_factory=lambda: dict.fromkeys(CAST_FIELDS, ""))
    members: list[MemberDraft] = field(default_factory=list)
    origin: str = ""
    fresh: bool = False
    last_key: int = 0

    def new_key(self) -> int:
        """Return a key that no member has had."""
        self.last_key += 1
        return self.last_key

    def find_member(self, key: int) -> MemberDraft | None:
        """Return the member with that key."""
        return next((member for member in self.members if member.key == key), None)

    def find_row(self, key: int) -> int:
        """Return their place in the cast, −1 where they are not in it."""
        return next((row for row, member in enumerate(self.members) if member.key == key), -1)

    def copy(self) -> CastDraft:
        """Return another one with everything in it."""
        return copy.deepcopy(self)

    def is_same_as(self, other: CastDraft) -> bool:
        """Return whether the two would be saved alike."""
        return (self.values, self.members) == (other.values, other.members)


def get_draft_of(cast: Cast, origin: str = "") -> CastDraft:
    """Return a draft of the cast; `origin` is the name of the own cast that will be written anew."""
    draft = CastDraft(_flatten_definition(cast, CAST_FIELDS), origin=origin)
    keys = {member.id: draft.new_key() for member in cast.members}  # all first: relations may lead to later members
    draft.members = [_build_member_draft(member, keys[member.id], keys) for member in cast.members]
    return draft


def member_draft(member: Member, draft: CastDraft) -> tuple[MemberDraft, list[str]]:
    """Return a member from elsewhere for this cast, with an id that is free in it; and to whom their relations were
    dropped, for those people are not in this cast.
    """
    keys = {each.values["id"]: each.key for each in draft.members}
    made = _build_member_draft(member, draft.new_key(), keys)
    made.values["id"] = free_id(member.id, draft)
    return made, [other for other in member.relations if other not in keys]


def _build_member_draft(member: Member, key: int, keys: dict[str, int]) -> MemberDraft:
    relations = {keys[id_]: RelationDraft(each.affinity, each.note) for id_, each in member.relations.items()
                 if id_ in keys}  # fmt: skip
    return MemberDraft(key, _flatten_definition(member, MEMBER_FIELDS), relations)


def _flatten_definition(thing: Definition, fields: Sequence[str]) -> dict[str, Any]:
    """Return the values of a cast or member by field; "voice.model" is a field within a field."""
    found, data = {}, thing.model_dump()
    for name in fields:
        part, _, last = name.rpartition(".")
        value: Any = (data[part] or {}).get(last) if part else data.get(last)  # a voice or card may be None
        value = "\n".join(value) if name in LISTS else value
        value = BETWEEN.join(value) if name == "card.greetings" and value else value
        value = _convert_to_lists(value) if name in ("card", "lore") else value
        found[name] = BLANK.get(name, "") if value is None else value
    return found


def _convert_to_lists(value: Any) -> Any:
    """Return the same in lists, which can be changed in place."""
    match value:
        case dict():
            return {name: _convert_to_lists(each) for name, each in value.items()}
        case list() | tuple():
            return [_convert_to_lists(each) for each in value]
        case _:
            return value


def book_draft(book: LoreBook) -> dict[str, Any]:
    """Return a lore book while it is edited."""
    made: dict[str, Any] = _convert_to_lists(book.model_dump())
    return made


def find_books_in(values: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the lore books of a draft's values: a member's own, or all of a cast's."""
    if "card" not in values:  # the cast's own: members alone have that key
        return list(values["lore"] or ())
    book = (values["card"] or {}).get("lore")
    return [book] if book else []


def put_books(values: dict[str, Any], books: Sequence[dict[str, Any]]) -> None:
    """Put other books into a draft's values; a member's have room for one, the last."""
    if "card" not in values:
        values["lore"] = list(books)
    elif books or values["card"]:
        values["card"] = {**(values["card"] or {}), "lore": books[-1] if books else None}


def free_id(name: str, draft: CastDraft, besides: int = CAST) -> str:
    """Return an id made from a name that no other member has; `besides` is the one who will have it."""
    return free_name(name, {member.values["id"] for member in draft.members if member.key != besides} | {RESERVED})


def free_name(name: str, taken: Collection[str]) -> str:
    """Return an id made from a name, with a number behind it where it is taken."""
    wanted = make_slug(name)
    if wanted not in taken:
        return wanted
    # Ids have at most 40 characters. More numbers are tried than ids are taken, so that one is free.
    return next(found for i in range(2, len(taken) + 3) if (found := f"{wanted[:36]}-{i}") not in taken)


def new_member(draft: CastDraft) -> MemberDraft:
    """Return somebody of whom nothing is known yet, for this cast."""
    name = translate("Cast", "New member")
    return MemberDraft(draft.new_key(), BLANK | {"name": name, "id": free_id(name, draft)}, fresh=True)


def give_colours(draft: CastDraft) -> None:
    """Give everybody without a colour the one that a run would give them."""
    for member, colour in zip(draft.members, fill_gaps([each.values["colour"] for each in draft.members]), strict=True):
        member.given = colour


def data_of(draft: CastDraft) -> dict[str, Any]:
    """Return the draft as the values of a cast: blank fields left out, lists cut into their lines."""
    ids = {member.key: member.values["id"] for member in draft.members}
    members = []
    for member in draft.members:
        relations = {
            ids[key]: {"affinity": each.affinity, "note": repair_text(each.note.strip())}
            for key, each in member.relations.items()
            if key in ids  # not those who were taken out
        }
        members.append(_nest_values(member.values) | {"relations": relations})
    return _nest_values(draft.values) | {"members": members}


def _build_card(values: dict[str, Any]) -> dict[str, Any] | None:
    """Return what came with a card, with its texts as they are typed; None where there is nothing of it."""
    card = dict(values.get("card") or {})
    for name in ("scenario", "reminder", "greetings"):
        typed = repair_text(values.get(f"card.{name}") or "")
        had = card.get(name) or ""  # what nobody changed stays as the file has it, blanks included
        if typed != (BETWEEN.join(had) if isinstance(had, tuple | list) else had):
            several = [part.strip() for part in f"\n{typed}\n".split(BETWEEN)]  # or no separator at an end is found
            card[name] = [part for part in several if part] if name == "greetings" else typed.strip()
    return card if any(card.values()) else None


def _nest_values(values: dict[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, typed in values.items():
        if name.startswith("card"):
            continue
        value = repair_text(typed).strip() if isinstance(typed, str) else typed
        if name in LISTS:
            value = [line.strip() for line in value.splitlines() if line.strip()]
        # An id and a name are asked for; all else may be blank.
        if value not in ("", None, [], ()) or name in {"id", "name"}:
            part, _, last = name.rpartition(".")
            (found.setdefault(part, {}) if part else found)[last] = value
    if "provider" not in found.get("voice", {"provider": ""}):  # without one, a voice's other fields mean nothing
        del found["voice"]
    if (card := _build_card(values)) is not None:
        found["card"] = card
    return found


class Step(QUndoCommand):
    """An undo step from one state to another.

    Qt owns a step; it must not own whom it belongs to. In a circle the garbage collector takes the step away from under
    the stack, which then deletes it once more and brings the process down.
    """

    def __init__(self, title: str, before: object, after: object, take: Callable[[Any], object]) -> None:
        """`take`, a bound method, brings a state about."""
        super().__init__(title)
        self._before, self._after = before, after
        self._take = WeakMethod(take)

    def undo(self) -> None:
        self._restore_state(self._before)

    def redo(self) -> None:
        self._restore_state(self._after)

    def _restore_state(self, state: object) -> None:
        if take := self._take():  # else the editor has gone
            take(state)
