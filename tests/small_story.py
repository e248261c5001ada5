"""A small world for whoever tries what can be done in a story: three places in a row, four people, a few things."""

from __future__ import annotations

import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

from parley.core.base.clock import REHEARSAL_EPOCH
from parley.core.cast.member import PLAYER, VoiceSpec
from parley.core.log.events.run import RunContinued, RunStarted
from parley.core.log.events.turn import TurnEnded, TurnStarted
from parley.core.log.fold import apply, fold
from parley.core.log.state import State
from parley.core.modes.story.events import AnyEffect, ItemMoved, Joined, PhaseChanged, Sheet, SheetWritten, Stack
from parley.core.modes.story.request import StoryRequest
from parley.core.modes.story.rules.setting import Setting
from parley.core.modes.story.state import StoryState
from tests.run_configs import composed

AT = REHEARSAL_EPOCH
HEALTH = 12


WORLD = Setting.model_validate(tomllib.loads((Path(__file__).parent / "stories" / "world.toml").read_text("utf-8")))


def events(language: Literal["en", "de"] = "en", seed: int = 7) -> list[Any]:
    """A story up to the player's first turn, in exploration; the player is hurt and has two draughts."""
    wish = StoryRequest(concept="hand", seed=seed, language=language, simulated=True)
    config = composed(wish, VoiceSpec(provider="rehearsal"), instead={Setting: WORLD})
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
