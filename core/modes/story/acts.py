"""What the player does in a round of a fight, as the rules read their words."""

from __future__ import annotations

import re
from dataclasses import dataclass

from core.log.state import State
from core.modes.story.config import StoryConfig
from core.modes.story.events import CombatAction, PlayerDid
from core.modes.story.rules.encounters import kind_of
from core.modes.story.rules.intents import Intent, intent, named, words_of
from core.modes.story.rules.setting import Setting
from core.modes.story.state import StoryState, known

_COUNTED = re.compile(
    r"\b(?:(first|erste[nmrs]?)|(second|zweite[nmrs]?)|(third|dritte[nmrs]?)|(fourth|vierte[nmrs]?))\b"
)
_NUMBER = re.compile(r"\b([1-9])\b")


@dataclass(frozen=True)
class Act:
    """One act: `target` is a foe, `item` a weapon or draught, by id. `done`: a click has brought it about already."""

    action: CombatAction
    target: str = ""
    item: str = ""
    done: PlayerDid | None = None


def act(state: State) -> Act:
    """What the player does this round.

    A click counts before words. Words that mean something else than fighting (talking, giving, picking up) use up the
    round. Words that mean nothing to the rules are an improvised attack on the weakest foe: whoever throws sand in a
    wolf's eyes is not to stand still for it.
    """
    story, setting = state[StoryState], state.setup[StoryConfig].setting
    did = next((each for each in story.did if not each.refused), None)
    if did is not None:
        return Act("use" if did.what == "use" else "wait", done=did)
    meant = intent(story.act, known(story, state.setup))
    match meant.kind:
        case "attack" | "none":
            return Act("attack", _aimed(story, setting, meant), meant.item)
        case "defend":
            return Act("defend")
        case "flee" | "go":
            return Act("flee")
        case "use":
            return _used(story, setting, meant)
        case _:
            return Act("wait")


def way_out(state: State) -> str:
    """The exit that the player names; empty: none."""
    story, setting = state[StoryState], state.setup[StoryConfig].setting
    place = setting.place(story.here)
    exits = place.exits if place else ()
    return named(words_of(story.act), {way: setting.place_name(way, state.setup.language) for way in exits})


def weakest(story: StoryState) -> str:
    """The foe who stands with the least health; of several the first. Empty: nobody stands."""
    standing = [one for one in (story.fight.foes if story.fight else ()) if story.people[one].health > 0]
    return min(standing, key=lambda one: story.people[one].health, default="")


def _used(story: StoryState, setting: Setting, meant: Intent) -> Act:
    item = setting.item(meant.item)
    if item is not None and item.kind == "weapon":
        return Act("attack", _aimed(story, setting, meant), item.id)
    if item is not None and item.kind == "draught":
        return Act("use", item=item.id)
    # A rope or a lamp is of no use that the rules know.
    return Act("wait")


def _aimed(story: StoryState, setting: Setting, meant: Intent) -> str:
    """Whom a blow is for: who is named or counted ("the second wolf", "number 2"), else the weakest who stands."""
    foes = story.fight.foes if story.fight else ()
    target = meant.target if meant.target in foes else ""
    kind = kind_of(setting, target)
    alike = [one for one in foes if kind_of(setting, one) == kind] if kind else list(foes)
    said = story.act.casefold()
    if found := _COUNTED.search(said):
        number = found.lastindex or 1
    elif not target and (digit := _NUMBER.search(said)):
        number = int(digit.group(1))
    else:
        number = 0
    if 0 < number <= len(alike):
        target = alike[number - 1]
    return target if target and story.people[target].health > 0 else weakest(story)
