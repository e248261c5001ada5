"""Stories made by hand up to a fight, for whoever looks at what the rules make of it."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path
from typing import Any, Literal

import msgspec

from parley.core.base.clock import REHEARSAL_EPOCH, SeededRandom
from parley.core.cast.member import PLAYER, VoiceSpec
from parley.core.log.events.run import RunContinued, RunStarted
from parley.core.log.events.turn import TurnEnded, TurnStarted
from parley.core.log.fold import apply
from parley.core.log.state import State
from parley.core.modes.story import combat
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import AnyEffect, CombatStarted, PhaseChanged, PlayerDid, Sheet, SheetWritten, Stack
from parley.core.modes.story.request import StoryRequest
from parley.core.modes.story.rules.setting import Setting, foes
from parley.core.modes.story.state import StoryState
from tests.run_configs import composed

AT = REHEARSAL_EPOCH
Lang = Literal["en", "de"]


def both(en: str, de: str = "") -> dict[str, str]:
    """A text in the two languages."""
    return {"en": en, "de": de or en}


FIELDS: dict[str, Any] = tomllib.loads((Path(__file__).parent / "stories" / "moor.toml").read_text("utf-8"))

SHEET = Sheet(
    name="Mira",
    attributes=FIELDS["concepts"][0]["attributes"],
    health=12,
    weapon="hammer",
    items=(Stack(item="hammer"), Stack(item="tonic", quantity=2), Stack(item="coin", quantity=5)),
)


def a_setting(**changed: Any) -> Setting:
    """The moor, with other values."""
    return Setting.model_validate(FIELDS | changed)


def story(lang: Lang = "en", setting: Setting | None = None, seed: int = 3, **changed: Any) -> State:
    """A story before its interview."""
    return (_shipped(lang, seed) if setting is None and not changed else _before(lang, setting, seed, changed)).copy()


@cache
def _shipped(lang: Lang, seed: int) -> State:
    return _before(lang, None, seed, {})


def _before(lang: Lang, setting: Setting | None, seed: int, changed: Mapping[str, Any]) -> State:
    asked = StoryRequest(language=lang, seed=seed, simulated=True)
    config = composed(asked, VoiceSpec(provider="rehearsal"), instead={Setting: setting or a_setting()})
    config = config.model_copy(update={"story": config[StoryConfig].model_copy(update=changed)})
    state = State()
    apply(state, RunStarted(at=AT, config=config.as_json()))
    apply(state, RunContinued(at=AT))
    return state


def on_the_way(lang: Lang = "en", setting: Setting | None = None, sheet: Sheet = SHEET, **changed: Any) -> State:
    """A story whose player is Mira, at the inn."""
    state = story(lang, setting, **changed)
    apply(state, SheetWritten(at=AT, sheet=sheet))
    apply(state, PhaseChanged(at=AT, phase="exploration", reason="It begins."))
    return state


def does(state: State, text: str) -> State:
    """The player's turn."""
    apply(state, TurnStarted(at=AT, turn=state.next_turn, member=PLAYER, kind="player"))
    apply(state, TurnEnded(at=AT, turn=state.next_turn, member=PLAYER, text=text, author="director"))
    return state


def happens(state: State, *effects: AnyEffect) -> State:
    """Something that the player did by a click before, as far as the world goes."""
    apply(state, PlayerDid(at=AT, what="go", text="", effects=effects))
    return state


def meets(state: State, *kinds: str, dexterity: int | None = None, **fields: Any) -> State:
    """A fight with foes of these kinds; `fields` are other values of all of them."""
    found = foes(state.setup[StoryConfig].setting, kinds, state[StoryState].people, state.setup.language)
    if dexterity is not None:
        fields["dexterity"] = dexterity
    found = tuple(msgspec.structs.replace(foe, **fields) for foe in found)
    state[StoryState].called = found
    apply(state, combat.start_fight(state, SeededRandom(state.setup.seed), AT))
    return state


def rounds(state: State, *acts: str) -> State:
    """Rounds of a fight, one for each act, and its end where it comes."""
    for text in acts:
        if state[StoryState].fight is None:
            break
        does(state, text)
        apply(state, combat.play_round(state, SeededRandom(state.setup.seed), AT))
        if ended := combat.build_ending(state, AT):
            apply(state, ended)
    return state


def reseeded(state: State, seed: int) -> State:
    """A copy with other chances."""
    copy = state.copy()
    copy.config = state.setup.model_copy(update={"seed": seed})
    return copy


def began(state: State) -> CombatStarted:
    """How the fight under way began."""
    begun = state[StoryState].begun
    assert begun is not None
    return begun


def owned(state: State) -> Mapping[str, int]:
    """How many there are of every item, whoever has it."""
    found: dict[str, int] = {}
    owners: Sequence[dict[str, int]] = [standing.items for standing in state[StoryState].people.values()]
    for items in (*owners, *state[StoryState].lying.values()):
        for item, quantity in items.items():
            found[item] = found.get(item, 0) + quantity
    return found
