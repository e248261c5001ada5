"""What is wrong with a cast that is edited, in plain words, and the seats of its floor plan."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pydantic import ValidationError
from PySide6.QtCore import QCoreApplication

from parley.core.base.definition import Misplaced
from parley.core.cast.cast import Cast
from parley.core.cast.member import RESERVED
from parley.core.office.places import Place, get_seats_of
from parley.core.office.plan import Plan
from parley.core.office.shapes import Room
from parley.desktop.cast_editor.draft import CAST, LISTS, CastDraft, MemberDraft, data_of
from parley.desktop.widgets.language import current

translate = QCoreApplication.translate
RING = "ring-"
"""How the seats around a table are called."""


@dataclass(frozen=True, slots=True)
class Fault:
    """What does not fit: of a member, or of the cast itself (`CAST`). A `warning` keeps nobody from saving."""

    key: int
    field: str
    sentence: str
    warning: bool = False


def check_draft(
    draft: CastDraft, plans: Mapping[str, Plan], taken: Collection[str] = ()
) -> tuple[Cast | None, list[Fault]]:
    """Return the cast, None where something keeps it from being one; and all that does not fit, the cast's own first,
    then in the order of the members. `taken` are the names of other casts.
    """
    faults = [*_iterate_own_faults(draft, plans, taken)]
    cast = None
    try:
        cast = Cast.model_validate(data_of(draft))
    except ValidationError as error:
        told = {(fault.key, fault.field) for fault in faults if not fault.warning}  # told in our own words already
        for each in error.errors(include_url=False):
            fault = _locate_fault(draft, each)
            if (fault.key, fault.field) not in told and (each["loc"] or not faults):
                told.add((fault.key, fault.field))  # one fault for each field
                faults.append(fault)
    faults.sort(key=lambda fault: (draft.find_row(fault.key), fault.warning))  # the cast's row is −1
    return (None if any(not fault.warning for fault in faults) else cast), faults


def _iterate_own_faults(draft: CastDraft, plans: Mapping[str, Plan], taken: Collection[str]) -> Iterator[Fault]:
    """Yield what no schema knows: the other casts, the other members, the floor plan."""
    own, floor = draft.values["id"], draft.values["plan"]
    if not draft.origin and own in taken:
        yield Fault(CAST, "id", translate("Cast", "There is already a cast with the id '{0}'.").format(own))
    if floor and floor not in plans:
        yield Fault(CAST, "plan", translate("Cast", "There is no floor plan called '{0}' here.").format(floor))
    ids: dict[str, str] = {}
    names: set[str] = set()
    desks: dict[str, str] = {}
    leads = ""
    for member in draft.members:
        values, key, own = member.values, member.key, member.values["id"].strip()
        if own in ids:
            yield Fault(key, "id", translate("Cast", "The id '{0}' is taken by {1}.").format(own, ids[own]))
        elif own == RESERVED:
            yield Fault(key, "id", translate("Cast", "'{0}' is the id of the person at the controls.").format(own))
        ids.setdefault(own, member.name)  # the first one keeps it
        named = values["name"].strip().casefold()
        if named and named in names:
            yield Fault(key, "name", translate("Cast", "Somebody else is called {0}, too.").format(member.name), True)
        names.add(named)
        if values["coordinator"] and leads:
            yield Fault(key, "coordinator", translate("Cast", "{0} comes first and opens.").format(leads), True)
        leads = leads or (member.name if values["coordinator"] else "")
        if sentence := _describe_desk_fault(member, plans.get(floor), desks):
            yield Fault(key, "desk", sentence, True)


def _describe_desk_fault(member: MemberDraft, plan: Plan | None, desks: dict[str, str]) -> str:
    """Return what is wrong with a desk; `desks` are those of the members before, and whose they are."""
    desk = member.values["desk"].strip()
    if not desk or plan is None:
        return ""
    room, seat = seat_of(plan, desk)
    name, _, number = desk.partition("/")
    if room is None:
        return translate("Cast", "The floor plan has no room '{0}': a free seat is given.").format(name)
    if seat is None:
        told = translate("Cast", "'{0}' has no seat '{1}': another one is given.")
        return told.format(room.title(current()), number) if "/" in desk else ""
    if desk in desks:
        return translate("Cast", "{0} has this seat, too: another one is given.").format(desks[desk])
    desks[desk] = member.name
    return ""


def _locate_fault(draft: CastDraft, error: Any) -> Fault:
    """Return a fault of the schema at the field where it is typed."""
    loc = tuple(error["loc"])
    cause = error.get("ctx", {}).get("error")
    if isinstance(cause, Misplaced):  # raised by a check of the whole cast, which adds the place itself
        loc += cause.location
    sentence = _format_error_sentence(loc[-1] if loc else "", error)
    if loc[:1] != ("members",) or len(loc) < 3:  # of a member: ("members", row, field, …)
        return Fault(CAST, str(loc[0]) if loc else "members", sentence)
    key, field = draft.members[int(loc[1])].key, str(loc[2])
    if field in LISTS and len(loc) > 3:  # loc[3] is the entry, from 0
        return Fault(key, field, translate("Cast", "Line {0}: {1}").format(int(loc[3]) + 1, sentence))
    if field == "tools":
        told = translate("Cast", "Name at most 32: a server of tools, one tool of it (files.read_file), or a function.")
        return Fault(key, field, told)
    if field == "relations" and len(loc) > 3:
        other = next((each.key for each in draft.members if each.values["id"] == loc[3]), CAST)
        return Fault(key, f"relations.{other}", sentence)
    if field == "card":
        # Faults in fields of a card that cannot be edited here are shown at its scenario.
        typed = str(loc[3]) if len(loc) > 3 else ""
        return Fault(key, f"card.{typed if typed in ('reminder', 'greetings') else 'scenario'}", sentence)
    return Fault(key, ".".join(str(part) for part in loc[2:]), sentence)


def _format_error_sentence(field: object, error: Any) -> str:
    kind, context = error["type"], error.get("ctx", {})
    if kind == "string_too_long":
        told = translate("Cast", "At most {0} characters; these are {1}.")
        return told.format(context["max_length"], len(str(error["input"])))
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
        # The field's own check, which is about passwords, has a text as input; the cast's has all members.
        if isinstance(error["input"], str):
            return translate("Cast", "No user name or password in the address; the key belongs into the keyring.")
        return translate("Cast", "This is no server's address: write https://host or http://localhost:8080.")
    message = str(error["msg"]).removeprefix("Value error, ").rstrip(".")  # pydantic puts it before ours
    return f"{message[:1].upper()}{message[1:]}."


# Where they sit ---------------------------------------------------------------------------------------------------


@lru_cache(maxsize=512)  # asked for every member at every pause in typing
def find_seats_in(room: Room) -> dict[str, Place]:
    """Return the seats of a room where people work, by what a member's desk says."""
    return {} if room.corridor else {f"{room.id}/{each.seat}": each for each in get_seats_of(room)}


def seat_of(plan: Plan | None, desk: str) -> tuple[Room | None, Place | None]:
    """Return the room and the seat that a desk names; None of either where the plan does not have it."""
    room = plan.by_id.get(desk.partition("/")[0]) if plan else None
    return room, find_seats_in(room).get(desk) if room else None


def seat_title(seat: Place) -> str:
    """Return how a seat is called."""
    if seat.seat.startswith(RING):
        return translate("Cast", "At the table, {0}").format(seat.seat.removeprefix(RING))
    return translate("Cast", "Seat {0}").format(seat.seat)


def list_desks(plan: Plan | None, draft: CastDraft, member: MemberDraft) -> list[tuple[str, str]]:
    """Return where somebody can work, as (desk, title); a seat that is taken says by whom."""
    desk = member.values["desk"]
    taken: dict[str, str] = {}
    for other in draft.members:
        if other.key != member.key:
            taken.setdefault(other.values["desk"], other.name)
    rows = [("", translate("DeskPage", "No desk of their own: a free seat is given"))]
    for room in plan.rooms if plan else ():
        name = room.title(current())
        if not room.corridor:
            rows.append((room.id, translate("DeskPage", "{0} · any free seat").format(name)))
        for value, seat in find_seats_in(room).items():
            # Seats at a meeting table are offered only to whoever has one already.
            if not seat.seat.startswith(RING) or value == desk:
                title = f"{name} · {seat_title(seat)}"
                by = translate("DeskPage", "{0} · taken by {1}").format(title, taken.get(value, ""))
                rows.append((value, by if value in taken else title))
    if desk not in dict(rows):  # else the combo box would fall back to another desk
        rows.append((desk, translate("DeskPage", "{0} · not on this floor plan").format(desk)))
    return rows
