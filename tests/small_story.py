"""A small world for whoever tries what can be done in a story: three places in a row, four people, a few things."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import Any, Literal

from core.base.clock import REHEARSAL_EPOCH
from core.cast.member import PLAYER, VoiceSpec
from core.log.events.run import RunContinued, RunStarted
from core.log.events.turn import TurnEnded, TurnStarted
from core.log.fold import apply, fold
from core.log.state import State
from core.modes.story.events import AnyEffect, ItemMoved, Joined, PhaseChanged, Sheet, SheetWritten, Stack
from core.modes.story.request import StoryRequest
from core.modes.story.rules.parts import AGENTS
from core.modes.story.rules.setting import Setting
from core.modes.story.state import StoryState
from tests.run_configs import composed

AT = REHEARSAL_EPOCH
HEALTH = 12


def both(en: str, de: str = "") -> dict[str, str]:
    """The text in the two languages."""
    return {"en": en, "de": de or en}


def someone(one: str, location: str, archetype: str, trust: int = 0, **items: int) -> dict[str, Any]:
    """A character who is called as their id is, with a capital letter."""
    return {
        "id": one, "name": one.title(), "archetype": archetype, "role": both(archetype),
        "description": both("Somebody."), "location": location, "trust": trust, "items": items,
    }  # fmt: skip


WORLD: dict[str, Any] = {
    "id": "world",
    "name": both("The Mill", "Die Mühle"),
    "premise": both("A mill stands still."),
    "opening": both("Open at the mill."),
    "tone": both("Calm."),
    "start": "mill",
    "innkeeper": "odo",
    "rules": {"take_trust": 25, "trust_step": 30},
    "agents": [{"id": one, "name": both(one.title()), "tone": both("Plain.")} for one in AGENTS],
    "questions": [
        {"about": about, "text": both(f"And your {about}?")}
        for about in ("name", "origin", "calling", "strength", "reason")
    ],
    "concepts": [
        {
            "id": "hand", "name": both("Mill hand"), "description": both("Strong."), "person": "Kim",
            "attributes": dict.fromkeys(("str", "dex", "con", "int", "wis", "cha"), 10),
        }
    ],
    "places": [
        {"id": "mill", "name": both("the mill", "die Mühle"), "description": both("Still."), "exits": ["brook"],
         "items": {"rope": 1, "coin": 3}},
        {"id": "brook", "name": both("the brook", "der Bach"), "description": both("Wet."), "exits": ["mill", "ford"],
         "items": {"pebble": 5}},
        {"id": "ford", "name": both("the ford", "die Furt"), "description": both("Shallow."), "exits": ["brook"]},
    ],
    "people": [
        someone("odo", "mill", "merchant", 30, bread=4, coin=10, ring=1),
        someone("mara", "mill", "companion", 0, knife=1),
        someone("quill", "mill", "guard", -20),
        someone("till", "ford", "townsperson", 60, apple=2),
    ],
    "items": [
        {"id": "rope", "name": both("rope", "Seil")},
        {"id": "coin", "name": both("coin", "Münze"), "kind": "coin"},
        {"id": "pebble", "name": both("pebble", "Kiesel")},
        {"id": "bread", "name": both("rye bread", "Roggenbrot")},
        {"id": "ring", "name": both("silver ring", "Silberring")},
        {"id": "knife", "name": both("knife", "Messer"), "kind": "weapon", "damage": "1d4"},
        {"id": "apple", "name": both("apple", "Apfel")},
        {"id": "cordial", "name": both("cordial", "Saft"), "kind": "draught", "heals": "1d4+1"},
        {"id": "pelt", "name": both("pelt", "Fell")},
        {"id": "star", "name": both("fallen star", "Sternschnuppe")},
    ],
    "foes": [{"id": "wolf", "name": both("wolf", "Wolf"), "description": both("Grey."), "loot": {"pelt": 1}}],
    "quests": [
        {
            "id": "ring", "name": both("The ring", "Der Ring"), "giver": "mara",
            "stages": [
                {"text": both("Get the ring.")},
                {"text": both("Carry it to the ford."), "item": "ring"},
                {"text": both("Across."), "place": "ford", "item": "ring"},
            ],
        },
        {"id": "wolf", "name": both("The wolf"), "stages": [{"text": both("It is gone."), "foe": "wolf"}]},
    ],
}  # fmt: skip


def events(language: Literal["en", "de"] = "en", seed: int = 7) -> list[Any]:
    """A story up to the player's first turn, in exploration; the player is hurt and has two draughts."""
    wish = StoryRequest(concept="hand", seed=seed, language=language, simulated=True)
    config = composed(wish, VoiceSpec(provider="rehearsal"), setting=Setting.model_validate(WORLD))
    items = (Stack(item="cordial", quantity=2), Stack(item="coin", quantity=5))
    return [
        RunStarted(at=AT, config=config.as_json()),
        RunContinued(at=AT),
        SheetWritten(at=AT, sheet=Sheet(name="Kim", concept="hand", health=HEALTH, items=items)),
        PhaseChanged(at=AT, phase="exploration", reason="It begins."),
    ]


def begun(language: Literal["en", "de"] = "en", seed: int = 7) -> State:
    """The state after `events`."""
    return fold(events(language, seed))


def says(state: State, text: str) -> list[Any]:
    """The player says something; folded, and returned."""
    turn = state.next_turn
    new: list[Any] = [
        TurnStarted(at=AT, turn=turn, member=PLAYER, kind="player"),
        TurnEnded(at=AT, turn=turn, member=PLAYER, text=text, author="director"),
    ]
    for event in new:
        apply(state, event)
    return new


def holdings(state: State) -> Counter[str]:
    """How many of each thing there are in the whole story, with whomever and wherever."""
    tale, counted = state[StoryState], Counter[str]()
    for items in (*(standing.items for standing in tale.people.values()), *tale.lying.values()):
        counted.update(items)
    return counted


def made(effects: Iterable[AnyEffect]) -> Counter[str]:
    """What these effects bring into the story, less what they use up."""
    counted = Counter[str]()
    for effect in effects:
        if isinstance(effect, ItemMoved):
            counted[effect.item] += effect.quantity * ((not effect.giver) - (not effect.receiver))
        if isinstance(effect, Joined):
            counted.update({stack.item: stack.quantity for stack in effect.person.items})
    return counted
