"""Who the player is, as it is told to whoever speaks: name, concept, wounds, what they carry."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.state import StoryState, inventory
from parley.core.modes.story.words import words


def hero(state: State, *, items: bool = True) -> dict[str, Any]:
    """Return the player as a direction or a task has them: `player`, a line; `player_about`, what they were told of
    themselves.
    """
    sheet = state[StoryState].sheet
    about = " ".join(sheet.description.split()) if sheet is not None else ""
    return {"player": line(state, items=items), "player_about": about}


def line(state: State, *, items: bool = True) -> str:
    """Return who the player is and how they are."""
    story = state[StoryState]
    parts = [state.name_of(PLAYER)]
    if story.sheet is not None:
        parts += [called] if (called := concept(state)) else []
        parts.append(_look_up_wording(state, "health", now=story.player.health, most=story.health))
    parts += [get_status_word(state, status) for status in story.player.statuses]
    if items and (carried := listed(_list_carried(state))):
        parts.append(_look_up_wording(state, "carries", items=", ".join(carried)))
    return ", ".join(parts)


def concept(state: State) -> str:
    """Return what the player is: the name of their concept, in the run's language; a sheet by hand may have its id."""
    sheet, language = state[StoryState].sheet, state.setup.language
    if sheet is None:
        return ""
    known = (each for each in state.setup[StoryConfig].setting.concepts if each.id == sheet.concept)
    return next((each.name.text(language) for each in known), sheet.concept)


def _list_carried(state: State) -> list[tuple[str, str, int]]:
    return inventory(state.setup[StoryConfig].setting, state[StoryState].player.items, state.setup.language)


def listed(items: Iterable[tuple[str, str, int]]) -> list[str]:
    """Things by name, with how many there are of what there is more than one of."""
    return [name if quantity == 1 else f"{quantity} × {name}" for _item, name, quantity in items]


def get_status_word(state: State, status: str) -> str:
    """Return what a status is called; a log that was written by hand may have any."""
    try:
        return _look_up_wording(state, status)
    except KeyError:
        return status


def _look_up_wording(state: State, key: str, **values: object) -> str:
    return words(state.setup.language, key, part="speaking", **values)
