"""Between a cast and its draft: what is edited, what is wrong with it in plain words, and what can be chosen."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import Any

from pydantic import ValidationError
from PySide6.QtCore import QCoreApplication

from core.base.definition import Misplaced
from core.base.line import encodable
from core.cast.cast import Cast
from core.cast.colours import PALETTE, completed
from core.cast.member import RESERVED, Member, slug
from core.office.places import seats_of
from core.office.plan import Plan
from core.office.proximity import assign_desks
from core.office.shapes import Room
from desktop.cast_editor.draft import (
    CAST,
    CAST_LISTS,
    CAST_TEXTS,
    MEMBER_LISTS,
    MEMBER_TEXTS,
    CastDraft,
    Fault,
    MemberDraft,
    PlanChoice,
    RelationDraft,
    RoomChoice,
    SeatChoice,
    seat_of,
    texts,
)

COLOURS = tuple(PALETTE)
"""The palette's names, in its order."""


translate = QCoreApplication.translate
RING = "ring-"
"""How the seats around a table are called."""


# From a cast to its draft, and back -------------------------------------------------------------------------------


def draft_of(cast: Cast, origin: str = "") -> CastDraft:
    """A draft of the cast; `origin` is the name of the own cast that will be written anew."""
    draft = CastDraft(text=texts(cast.model_dump(), CAST_TEXTS), origin=origin)
    keys = {member.id: draft.new_key() for member in cast.members}
    for member in cast.members:
        draft.members.append(_member_draft(member, keys[member.id], keys))
    return draft


def member_draft(member: Member, draft: CastDraft) -> tuple[MemberDraft, list[str]]:
    """A member from elsewhere for this cast, with an id that is free in it; and to whom their relations were dropped,
    for those people are not in this cast."""
    keys = {each.text["id"]: each.key for each in draft.members}
    made = _member_draft(member, draft.new_key(), keys)
    made.text["id"] = free_id(member.id, draft)
    return made, [other for other in member.relations if other not in keys]


def _member_draft(member: Member, key: int, keys: dict[str, int]) -> MemberDraft:
    return MemberDraft(
        key=key,
        text=texts(member.model_dump(), MEMBER_TEXTS),
        age=member.age,
        warmth=member.voice.warmth if member.voice else None,
        coordinator=member.coordinator,
        relations={
            keys[other]: RelationDraft(relation.affinity, relation.note)
            for other, relation in member.relations.items()
            if other in keys
        },
    )


def free_id(name: str, draft: CastDraft, besides: int = CAST) -> str:
    """An id made from a name that no other member has; `besides` is the one who will have it."""
    return free_name(name, {member.text["id"] for member in draft.members if member.key != besides} | {RESERVED})


def free_name(name: str, taken: Collection[str]) -> str:
    """An id made from a name, with a number behind it where it is taken."""
    wanted = slug(name)
    if wanted not in taken:
        return wanted
    return next(found for i in range(2, len(taken) + 3) if (found := f"{wanted[:36]}-{i}") not in taken)


def new_member(draft: CastDraft) -> MemberDraft:
    """Somebody of whom nothing is known yet, for this cast."""
    member = MemberDraft(draft.new_key(), fresh=True)
    member.text["name"] = translate("Cast", "New member")
    member.text["id"] = free_id(member.text["name"], draft)
    return member


def give_colours(draft: CastDraft) -> None:
    """Give everybody without a colour the one that a run would give them."""
    for member, colour in zip(draft.members, completed([each.text["colour"] for each in draft.members]), strict=True):
        member.given = colour


def data_of(draft: CastDraft) -> dict[str, Any]:
    """The draft as the values of a cast: blank fields left out, lists cut into their lines."""
    data = _values(draft.text, CAST_LISTS)
    ids = {member.key: member.text["id"] for member in draft.members}
    data["members"] = [_member_data(member, ids) for member in draft.members]
    return data


def _member_data(member: MemberDraft, ids: dict[int, str]) -> dict[str, Any]:
    flat = {name: value for name, value in member.text.items() if "." not in name}
    data = _values(flat, MEMBER_LISTS)
    character = _values({name: member.text[f"character.{name}"] for name in ("name", "role", "description")})
    if character:
        data["character"] = {"name": ""} | character
    if member.text["voice.provider"]:
        data["voice"] = _values({name: member.text[f"voice.{name}"] for name in ("provider", "model", "base_url")})
        if member.warmth is not None:
            data["voice"]["warmth"] = member.warmth
    if member.age is not None:
        data["age"] = member.age
    if member.coordinator:
        data["coordinator"] = True
    relations = {
        ids[key]: {"affinity": relation.affinity, "note": encodable(relation.note.strip())}
        for key, relation in member.relations.items()
        if key in ids
    }
    return data | ({"relations": relations} if relations else {})


def _values(text: dict[str, str], lists: Collection[str] = ()) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, typed in text.items():
        value = encodable(typed)
        if name in lists:
            if entries := [line.strip() for line in value.splitlines() if line.strip()]:
                found[name] = entries
        elif value.strip() or name in ("id", "name"):
            found[name] = value.strip()
    # What every character and voice has may be blank; an id and a name are asked for.
    return found if "id" in text else {name: value for name, value in found.items() if value}


# What is wrong ----------------------------------------------------------------------------------------------------


def checked(draft: CastDraft, plans: Sequence[PlanChoice], taken: Collection[str]) -> tuple[Cast | None, list[Fault]]:
    """The cast, None where something keeps it from being one; and all that does not fit, the cast's own first, then in
    the order of the members. `taken` are the names of other casts."""
    faults = [*_own_faults(draft, plans, taken)]
    cast = None
    try:
        cast = Cast.model_validate(data_of(draft))
    except ValidationError as error:
        told = {(fault.key, fault.field) for fault in faults if not fault.warning}
        for each in error.errors(include_url=False):
            fault = _fault(draft, each)
            if (fault.key, fault.field) not in told and (each["loc"] or not faults):
                told.add((fault.key, fault.field))
                faults.append(fault)
    order = {CAST: -1} | {member.key: row for row, member in enumerate(draft.members)}
    faults.sort(key=lambda fault: (order.get(fault.key, -1), fault.warning))
    return (None if any(not fault.warning for fault in faults) else cast), faults


def _own_faults(draft: CastDraft, plans: Sequence[PlanChoice], taken: Collection[str]) -> Iterator[Fault]:
    """What no schema knows: the other casts, the other members, the floor plan."""
    if not draft.origin and draft.text["id"] in taken:
        yield Fault(
            CAST, "id", translate("Cast", "There is already a cast with the id '{0}'.").format(draft.text["id"])
        )
    plan = next((each for each in plans if each.name == draft.text["plan"]), None)
    if plan is None and draft.text["plan"]:
        yield Fault(
            CAST, "plan", translate("Cast", "There is no floor plan called '{0}' here.").format(draft.text["plan"])
        )
    ids: dict[str, str] = {}
    names: dict[str, str] = {}
    desks: dict[str, str] = {}
    leads = ""
    for member in draft.members:
        text, key, own = member.text, member.key, member.text["id"].strip()
        if own in ids:
            yield Fault(key, "id", translate("Cast", "The id '{0}' is taken by {1}.").format(own, ids[own]))
        elif own == RESERVED:
            yield Fault(key, "id", translate("Cast", "'{0}' is the id of the person at the controls.").format(own))
        ids.setdefault(own, member.name)
        named = text["name"].strip().casefold()
        if named and named in names:
            yield Fault(
                key, "name", translate("Cast", "Somebody else is called {0}, too.").format(member.name), warning=True
            )
        names.setdefault(named, member.name)
        if any(text[f"character.{name}"].strip() for name in ("role", "description")) and not text["character.name"]:
            yield Fault(key, "character.name", translate("Cast", "The character needs a name."))
        if member.coordinator and leads:
            yield Fault(key, "coordinator", translate("Cast", "{0} comes first and opens.").format(leads), warning=True)
        leads = leads or (member.name if member.coordinator else "")
        yield from _desk_faults(member, plan, desks)


def _desk_faults(member: MemberDraft, plan: PlanChoice | None, desks: dict[str, str]) -> Iterator[Fault]:
    desk = member.text["desk"].strip()
    if not desk or plan is None:
        return
    room, seat = seat_of(plan, desk)
    if room is None:
        sentence = translate("Cast", "The floor plan has no room '{0}': a free seat is given.").format(
            desk.partition("/")[0]
        )
        yield Fault(member.key, "desk", sentence, warning=True)
    elif "/" in desk and seat is None:
        sentence = translate("Cast", "'{0}' has no seat '{1}': another one is given.").format(
            room.title, desk.partition("/")[2]
        )
        yield Fault(member.key, "desk", sentence, warning=True)
    elif desk in desks:
        sentence = translate("Cast", "{0} has this seat, too: another one is given.").format(desks[desk])
        yield Fault(member.key, "desk", sentence, warning=True)
    if seat is not None:
        desks.setdefault(desk, member.name)


def _fault(draft: CastDraft, error: Any) -> Fault:
    """A fault of the schema at the field where it is typed."""
    loc = tuple(error["loc"])
    cause = error.get("ctx", {}).get("error")
    if isinstance(cause, Misplaced):
        loc += cause.location
    sentence = _sentence(loc[-1] if loc else "", error)
    if loc[:1] != ("members",) or len(loc) < 3:
        return Fault(CAST, str(loc[0]) if loc else "members", sentence)
    member = draft.members[int(loc[1])]
    field = str(loc[2])
    if field in MEMBER_LISTS and len(loc) > 3:
        return Fault(member.key, field, translate("Cast", "Line {0}: {1}").format(int(loc[3]) + 1, sentence))
    if field == "relations" and len(loc) > 3:
        other = next((each for each in draft.members if each.text["id"] == loc[3]), None)
        return Fault(member.key, f"relations.{other.key if other else CAST}", sentence)
    return Fault(member.key, ".".join(str(part) for part in loc[2:]), sentence)


def _sentence(field: object, error: Any) -> str:
    kind, context = error["type"], error.get("ctx", {})
    if kind == "string_too_long":
        return translate("Cast", "At most {0} characters; these are {1}.").format(
            context["max_length"], len(str(error["input"]))
        )
    if kind in {"missing", "string_too_short"}:
        return translate("Cast", "This cannot be empty.")
    if field == "members" and kind == "too_short":
        return translate("Cast", "A cast needs at least one member.")
    if field == "members" and kind == "too_long":
        return translate("Cast", "A cast has at most {0} members.").format(context["max_length"])
    if kind == "string_pattern_mismatch" and field == "colour":
        return translate("Cast", "A colour is one of the palette or #rrggbb, such as #3b5bfd.")
    if field == "id":
        return translate("Cast", "An id has small letters a to z, digits, - and _, and begins with a letter or digit.")
    if field == "name" and kind == "value_error":
        return translate("Cast", "A name is one line of visible characters.")
    if field == "base_url" and kind == "value_error":
        # What else is wrong with it the cast says, whose input is all of its members.
        if isinstance(error["input"], str):
            return translate("Cast", "No user name or password in the address; the key belongs into the keyring.")
        return translate("Cast", "This is no server's address: write https://host or http://localhost:8080.")
    message = str(error["msg"]).removeprefix("Value error, ").rstrip(".")
    return f"{message[:1].upper()}{message[1:]}."


# What can be chosen -----------------------------------------------------------------------------------------------


def plan_choice(name: str, plan: Plan, language: str) -> PlanChoice:
    """A floor plan with its rooms and seats, in the interface's language."""
    return PlanChoice(
        name, plan.title(language), plan.width, plan.height, tuple(_room(room, language) for room in plan.rooms)
    )


def seated(draft: CastDraft, plan: Plan) -> dict[int, str]:
    """The seat that everybody gets, by key; those who have to stand are not in it."""
    places, _others = assign_desks(plan, {str(member.key): member.text["desk"] for member in draft.members})
    return {int(key): place for key, place in places.items() if "/" in place}


def _room(room: Room, language: str) -> RoomChoice:
    seats = () if room.corridor else seats_of(room)
    return RoomChoice(
        room.id,
        room.title(language),
        room.x,
        room.y,
        room.width,
        room.height,
        room.corridor,
        tuple(
            SeatChoice(f"{room.id}/{seat.seat}", _seat_title(seat.seat), seat.x, seat.y, not seat.seat.startswith(RING))
            for seat in seats
        ),
    )


def _seat_title(seat: str) -> str:
    number = seat.removeprefix(RING)
    if number != seat:
        return translate("Cast", "At the table, {0}").format(number)
    return translate("Cast", "Seat {0}").format(seat)
