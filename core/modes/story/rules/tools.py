"""The six tools of a story: names, descriptions and the JSON schemas of their arguments. Data alone."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

ARCHETYPES = ("townsperson", "companion", "foe", "love_interest", "merchant", "guard")
STATUSES = ("angry", "afraid", "charmed", "grateful", "suspicious", "sad")
"""What a talk can leave a character in, for so many of the player's turns."""

CONDITIONS = ("poisoned", "stunned", "bleeding", "defending")
"""What a fight can leave somebody in."""

TRAITS = ("trust", "following", *STATUSES)
LONGEST_NAME = 60
LONGEST_STATUS = 50
"""Turns that a status may last."""
MOST_ITEMS = 1_000


@dataclass(frozen=True)
class ToolForm:
    """A tool as the core knows it; `schema` is the JSON schema of its arguments, the same in every request."""

    name: str
    description: str
    schema: Mapping[str, Any]


def _object(properties: Mapping[str, Any], required: tuple[str, ...]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(required),
        "additionalProperties": False,
    }


_NAME = {"type": "string", "minLength": 1, "maxLength": LONGEST_NAME}
_QUANTITY = {"type": "integer", "minimum": 1, "maximum": MOST_ITEMS}
_STACKS = {
    "type": "array",
    "maxItems": 8,
    "items": _object({"item_name": _NAME, "quantity": _QUANTITY}, ("item_name", "quantity")),
}

NARRATIVE: tuple[ToolForm, ...] = (
    ToolForm(
        "start_dialogue",
        "Begin a talk between the player and a character who is present. Call it when the player wants to speak with "
        "somebody; say nothing for the character.",
        _object({"character_id": {**_NAME, "description": "The id of a character who is present."}}, ("character_id",)),
    ),
    ToolForm(
        "update_game_state",
        "Record what has just changed: the player went somewhere by an exit, found or lost something, met foes, or "
        "something worth remembering became true. Leave out what did not change.",
        _object(
            {
                "location": {**_NAME, "description": "The id of the place the player goes to; it must be an exit."},
                "items_gained": {**_STACKS, "description": "What the player finds here."},
                "items_lost": {**_STACKS, "description": "What the player uses up or loses."},
                "foes": {
                    "type": "array",
                    "maxItems": 4,
                    "items": _NAME,
                    "description": "Ids of kinds of foes that attack now.",
                },
                "flag": {**_NAME, "description": "Something that is true from now on, in a few words."},
            },
            (),
        ),
    ),
    ToolForm(
        "create_character",
        "Bring a new character into the story at a place.",
        _object(
            {
                "archetype": {"type": "string", "enum": list(ARCHETYPES)},
                "location": {**_NAME, "description": "The id of the place where they are."},
                "name_hint": {**_NAME, "description": "What they might be called."},
            },
            ("archetype", "location"),
        ),
    ),
)

DIALOGUE: tuple[ToolForm, ...] = (
    ToolForm("end_dialogue", "End the talk, with your farewell as the line you say.", _object({}, ())),
    ToolForm(
        "exchange_item",
        "Hand something over, once both have agreed: from you to the player or from the player to you.",
        _object(
            {
                "item_name": _NAME,
                "giver_id": {**_NAME, "description": 'Your own id, or "player".'},
                "receiver_id": {**_NAME, "description": 'Your own id, or "player".'},
                "quantity": _QUANTITY,
            },
            ("item_name", "giver_id", "receiver_id", "quantity"),
        ),
    ),
    ToolForm(
        "update_relationship",
        "Note that a moment changed what you think of the player. For trust, `change` is added (negative: lost); for "
        "a feeling it is for how many turns it lasts (0: it is over); for following, 1 to go along and 0 to stay.",
        _object(
            {
                "trait": {"type": "string", "enum": list(TRAITS)},
                "change": {"type": "integer", "minimum": -100, "maximum": 100},
            },
            ("trait", "change"),
        ),
    ),
)

FORMS: dict[str, ToolForm] = {form.name: form for form in (*NARRATIVE, *DIALOGUE)}
