"""What is wrong with a plan that is edited, and with which item of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from pydantic import ValidationError

from core.office.check import PlanFault
from desktop.plan_editor.figures import DOOR, FURNITURE, RING, ROOM, SEAT, WHOLE, ItemKey


@dataclass(frozen=True, slots=True)
class Fault:
    """What is wrong with a draft, and with which item of it."""

    sentence: str
    at: ItemKey | None = None


def fault_of(error: ValidationError) -> Fault:
    """The first fault of a plan's validation."""
    first = error.errors(include_url=False)[0]
    raised = first.get("ctx", {}).get("error")
    if isinstance(raised, PlanFault):
        kind, room, number = raised.at
        sentence = f"{raised}"
        return Fault(f"{sentence[0].upper()}{sentence[1:]}.", ItemKey(kind, room, number))
    place: Sequence[int | str] = first["loc"]
    message = first["msg"].removeprefix("Value error, ").rstrip(".")
    field = str(place[-1]) if place else ""
    return Fault(f"'{field}': {message}." if field else f"{message}.", _key_of(place))


def _key_of(place: Sequence[int | str]) -> ItemKey | None:
    """The item that a validation's location speaks of."""
    numbers = [part for part in place if isinstance(part, int)]
    if place and place[0] == "doors" and numbers:
        return ItemKey(DOOR, numbers[0])
    if place and place[0] == "rooms" and numbers:
        for kind, field in ((SEAT, "seats"), (FURNITURE, "furniture")):
            if field in place and len(numbers) > 1:
                return ItemKey(kind, numbers[0], numbers[1])
        return ItemKey(RING if "ring" in place else ROOM, numbers[0])
    return WHOLE if place else None
