"""What a reader is shown of a story wherever it is shown: things and quests in words, and how trust moved."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from parley.core.cast.member import PLAYER
from parley.core.log.events.base import Event
from parley.core.log.modes import Move, Moved
from parley.core.modes.story.events import TrustChanged
from parley.core.modes.story.rules.setting import Setting
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.words import capital


@dataclass(frozen=True, slots=True)
class ItemStack:
    """So many of an item. `kind`: thing, weapon, armour, draught or coin; `wielded`: it is the weapon in hand."""

    id: str
    name: str
    quantity: int
    kind: str = "thing"
    description: str = ""
    wielded: bool = False


@dataclass(frozen=True, slots=True)
class QuestProgress:
    """A quest and how it stands: stage `stage` of `stages`, and in `text` what is to be done next."""

    name: str
    text: str
    stage: int
    stages: int
    done: bool = False


def as_affinity(trust: int) -> float:
    """Return a trust of −100 to 100 as 0 to 1, which is what lines are drawn by."""
    return (trust + 100) / 200


def item_stacks(setting: Setting, items: Mapping[str, int], language: str, weapon: str = "") -> tuple[ItemStack, ...]:
    """Return what there is of `items`, in the order in which they came; `weapon` is the one in hand."""
    found = []
    for one, quantity in items.items():
        if quantity > 0:
            item = setting.item(one)
            about = item.description.text(language) if item and item.description else ""
            name, kind = capital(setting.item_name(one, language)), item.kind if item else "thing"
            found.append(ItemStack(one, name, quantity, kind, about, one == weapon))
    return tuple(found)


def quest_progress(setting: Setting, story: StoryState, language: str) -> tuple[QuestProgress, ...]:
    """Return the quests that were begun."""
    found = []
    for quest_id, at in story.quests.items():
        if (quest := setting.quest(quest_id)) is not None:
            stages = len(quest.stages)
            # Stage 1 is the first that is to be reached; after the last one there is nothing more to say than that.
            text = quest.stages[min(max(at.stage, 1), stages) - 1].text.text(language)
            found.append(QuestProgress(quest.name.text(language), text, min(at.stage, stages), stages, at.done))
    return tuple(found)


def moved(event: Event) -> Moved | None:
    """Return what an event changed in what characters think of the player; None where it changed nothing."""
    found = tuple(
        Move(
            PLAYER,
            effect.character,
            as_affinity(effect.before),
            as_affinity(effect.after),
            str(getattr(event, "text", "")),
            (effect.character,),
        )
        for effect in getattr(event, "effects", ())
        if isinstance(effect, TrustChanged)
    )
    return Moved(found) if found else None
