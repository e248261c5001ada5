"""The tools of a story: what a voice is shown of them, and their arguments as types.

What is shown are the descriptions and JSON schemas in `resources/prompts/story_forms.json`. What a voice sent is one of
the types here, or there is a sentence on what is wrong. The two say the same; a test compares them.
"""

from __future__ import annotations

import json
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from parley.core.base.packaged import get_resource
from parley.core.modes.story.events import Archetype
from parley.core.voices.base import Tool

LONGEST_NAME = 60
LONGEST_STATUS = 50
"""Turns that a status may last."""

Name = Annotated[str, Meta(min_length=1, max_length=LONGEST_NAME)]
Quantity = Annotated[int, Meta(ge=1, le=1_000)]
Attribute = Literal["str", "dex", "con", "int", "wis", "cha"]
Trait = Literal["trust", "following", "angry", "afraid", "charmed", "grateful", "suspicious", "sad"]
"""What a talk changes of a character: what they think of the player, whether they go along, how they feel."""


class Given(msgspec.Struct, frozen=True, forbid_unknown_fields=True):  # a voice is told which arguments it made up
    """What a tool was called with."""


class StartDialogue(Given, frozen=True):
    """Whom to talk with."""

    character_id: Name


class Things(Given, frozen=True):
    """So many of something."""

    item_name: Name
    quantity: Quantity


class UpdateGameState(Given, frozen=True):
    """What has changed; what is empty did not."""

    location: Name = ""
    items_gained: Annotated[tuple[Things, ...], Meta(max_length=8)] = ()
    items_lost: Annotated[tuple[Things, ...], Meta(max_length=8)] = ()
    items_put_down: Annotated[tuple[Things, ...], Meta(max_length=8)] = ()
    foes: Annotated[tuple[Name, ...], Meta(max_length=4)] = ()
    flag: Name = ""


class CreateCharacter(Given, frozen=True):
    """Who comes into the story, and where."""

    archetype: Archetype
    location: Name
    name_hint: Name = ""


class UseItem(Given, frozen=True):
    """What heals, and is used up."""

    item_name: Name


class FightRound(Given, frozen=True):
    """What the player does in a round."""

    action: Literal["attack", "defend", "flee", "use", "try", "wait"]
    target: Name = ""
    item: Name = ""
    attribute: Attribute | Literal[""] = ""


class CheckDeed(Given, frozen=True):
    """What the player tries, and what it takes."""

    attribute: Attribute
    difficulty: Annotated[int, Meta(ge=2, le=30)]
    reason: Annotated[str, Meta(min_length=1, max_length=80)]


class Attack(Given, frozen=True):
    """Whom the player attacks."""

    target: Name


class OfferChoices(Given, frozen=True):
    """What the player may do next."""

    choices: Annotated[tuple[Annotated[str, Meta(min_length=1, max_length=60)], ...], Meta(min_length=3, max_length=3)]


class EndDialogue(Given, frozen=True):
    """Nothing: the talk ends."""


class ExchangeItem(Given, frozen=True):
    """What goes from whom to whom."""

    item_name: Name
    giver_id: Name
    receiver_id: Name
    quantity: Quantity


class UpdateRelationship(Given, frozen=True):
    """By how much what changes."""

    trait: Trait
    change: Annotated[int, Meta(ge=-100, le=100)]


ANYWHERE: dict[str, type[Given]] = {"check": CheckDeed, "attack": Attack, "offer_choices": OfferChoices}
"""What both can call."""
NARRATIVE: dict[str, type[Given]] = {
    "start_dialogue": StartDialogue,
    "update_game_state": UpdateGameState,
    "create_character": CreateCharacter,
    "use_item": UseItem,
    "fight_round": FightRound,
    **ANYWHERE,
}
"""What those who tell the story can call."""
DIALOGUE: dict[str, type[Given]] = {
    "end_dialogue": EndDialogue,
    "exchange_item": ExchangeItem,
    "update_relationship": UpdateRelationship,
    **ANYWHERE,
}
"""What whom the player talks with can call."""
TYPES = NARRATIVE | DIALOGUE
FORMS: dict[str, Tool] = {
    name: Tool(name, each["description"], each["schema"], beside=name == "offer_choices")  # beside a form's call
    for name, each in json.loads(get_resource("prompts", "story_forms.json").read_text("utf-8")).items()
}
"""All of them as a voice is shown them, the same in every request."""


def parse_arguments(name: str, arguments: object) -> Given:
    """Return the arguments of a call of the tool `name`. Raises `msgspec.ValidationError` with what is wrong, and
    where.
    """
    # JSON does not tell 2.0 from 2, and neither does a schema's "integer".
    return msgspec.convert(arguments, TYPES[name], strict=False)
