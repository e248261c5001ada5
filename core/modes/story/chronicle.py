"""What happened in a story, as far as it is worth telling again: one entry for each thing that an event says."""

from __future__ import annotations

from collections.abc import Container
from typing import Literal, Protocol

import msgspec

from parley.core.cast.member import PLAYER
from parley.core.modes.story import events

Kind = Literal[
    "came",
    "item",
    "talked",
    "summary",
    "promise",
    "quest",
    "fight",
    "fell",
    "left",
    "joined",
    "follows",
    "stays",
    "flag",
]


class Happening(msgspec.Struct, frozen=True, gc=False):
    """Something that happened, to be told in turn `turn`, at `place`.

    `who` are the ids of those whom it concerns beside the player, with blanks between them (promise: who made it, then
    to whom; item: who had or has it, "@place" too); `what`, a place (left: to which they went, if to any), an item or a
    quest; `count`, how many came to the player (below 0: went), or the quest's stage; `text`, what was said of it, or
    how it ended. `aside`: it was within a talk, the summary of which tells it.
    """

    kind: Kind
    turn: int
    place: str
    who: str = ""
    what: str = ""
    count: int = 0
    text: str = ""
    aside: bool = False


class Scene(Protocol):
    """What has to be known of a story to tell what happened in it; `StoryState` says what each is."""

    partner: str

    @property
    def here(self) -> str: ...

    @property
    def people(self) -> Container[str]: ...

    def is_here(self, one: str) -> bool: ...


def happening(story: Scene, effect: events.AnyEffect, turn: int) -> Happening | None:
    """Return what an effect that is about to change the world is worth telling; None: nothing."""
    here, aside = story.here, bool(story.partner)
    match effect:
        case events.Moved(who=who, to=to) if who == PLAYER and to != here:
            return Happening("came", turn, to, what=to)
        case events.Moved(who=who, to=to) if story.is_here(who) and to != here:
            return Happening("left", turn, here, who, to, aside=aside)
        case events.FoeLeft(who=who) if story.is_here(who):
            return Happening("left", turn, here, who, aside=aside)
        case events.ItemMoved(item=item, quantity=quantity, giver=giver, receiver=receiver):
            if giver != PLAYER and receiver == PLAYER:
                return Happening("item", turn, here, giver, item, quantity, aside=aside)
            if giver == PLAYER and receiver != PLAYER:
                return Happening("item", turn, here, receiver, item, -quantity, aside=aside)
        case events.DialogueOpened(character=who):
            return Happening("talked", turn, here, who)
        case events.Followed(character=who, on=on):
            return Happening("follows" if on else "stays", turn, here, who, aside=aside)
        case events.HealthChanged(who=who, before=before, after=after) if after <= 0 < before and who != PLAYER:
            return Happening("fell", turn, here, who, aside=aside)
        case events.Joined(person=person) if person.id not in story.people:
            return Happening("joined", turn, person.location, person.id)
        case events.QuestAdvanced(quest=quest, stage=stage, done=done):
            return Happening("quest", turn, here, what=quest, count=stage, text="done" if done else "")
        case events.FlagSet(name=name, value=value) if value:
            return Happening("flag", turn, here, text=name)
    return None
