"""How a fight ends: won, lost or fled. Voices only tell it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from parley.core.base.clock import SeededRandom
from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story import changes
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import (
    AnyEffect,
    CombatEnded,
    Followed,
    HealthChanged,
    ItemMoved,
    Moved,
    Outcome,
    StatusSet,
    TrustChanged,
)
from parley.core.modes.story.fighters import way_out
from parley.core.modes.story.naming import exits, place_name, things
from parley.core.modes.story.rules.setting import get_kind_of
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.words import listed, words

GRUDGE = -60
"""What somebody thinks of the player, at best, who was attacked and lives."""


def over(state: State, at: datetime) -> CombatEnded | None:
    """Return how the fight ended with the last round; None: it goes on."""
    story = state[StoryState]
    if story.fight is None:
        return None
    standing = [one for one in story.fight.foes if story.is_here(one)]
    if story.player.health <= 0:
        return _build_defeat_ending(state, at)
    if not standing:
        fallen = [one for one in story.fight.foes if story.people[one].health <= 0]
        return _build_victory_ending(state, at, fallen)
    fled = any(
        blow.actor == PLAYER and blow.action == "flee" and any(each.success for each in blow.checks)
        for blow in (story.fight.last.blows if story.fight.last else ())
    )
    return _build_flight_ending(state, at, standing) if fled else None


def _format_foe_names(state: State, foes: Iterable[str]) -> str:
    return listed(state.setup.language, [state.name_of(one) for one in foes])


def _restore_player(state: State, text: str, effects: list[AnyEffect]) -> tuple[str, list[AnyEffect]]:
    """Whoever holds the field catches their breath: there is nobody who heals, and a story is longer than a fight."""
    story = state[StoryState]
    half = story.health // 2
    if story.player.health >= half:
        return text, effects
    told = words(state.setup.language, "breathes", part="combat", player=state.name_of(PLAYER), health=half)
    return f"{text} {told}", [*effects, HealthChanged(who=PLAYER, before=story.player.health, after=half)]


def _build_victory_ending(state: State, at: datetime, fallen: Sequence[str]) -> CombatEnded:
    story, language = state[StoryState], state.setup.language
    effects: list[AnyEffect] = []
    for one in fallen:
        standing = story.people[one]
        effects += [ItemMoved(item=each.item, quantity=each.quantity, receiver=PLAYER) for each in standing.person.loot]
        effects += [
            ItemMoved(item=item, quantity=quantity, giver=one, receiver=PLAYER)
            for item, quantity in standing.items.items()
            if quantity > 0
        ]
    won = Counter[str]()
    for effect in effects:
        if isinstance(effect, ItemMoved):
            won[effect.item] += effect.quantity
    text = words(language, "victory", part="combat", foes=_format_foe_names(state, fallen))
    if won:
        named = [things(state, item, count) for item, count in won.items()]
        text += " " + words(language, "found", part="combat", items=", ".join(named))
    foes = story.fight.foes if story.fight else ()
    return _build_combat_ended(state, at, "victory", *_restore_player(state, text, effects), beaten=foes)


def _build_defeat_ending(state: State, at: datetime) -> CombatEnded:
    story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    name = state.name_of(PLAYER)
    text = words(language, "defeat", part="combat", player=name)
    effects: list[AnyEffect] = []
    if setting.rules.defeat == "wake" and not story.defeats:
        health = max(1, story.health // 2)
        effects = [HealthChanged(who=PLAYER, before=story.player.health, after=health)]
        effects += [StatusSet(who=PLAYER, status=status, turns=0) for status in story.player.statuses]
        effects += _build_move_effects(state, setting.start)
        place = setting.place_name(setting.start, language)
        text += " " + words(
            language, "wakes", part="combat", health=health, most=story.health, player=name, place=place
        )
    return _build_combat_ended(state, at, "defeat", text, effects)


def _build_flight_ending(state: State, at: datetime, left: Iterable[str]) -> CombatEnded:
    story, language = state[StoryState], state.setup.language
    ways = exits(state)
    # The state knows the seed: what is drawn is the same whoever asks.
    chance = SeededRandom(state.setup.seed).generator(story.turn, f"flight:{len(story.fought)}")
    foes = _format_foe_names(state, left)
    way = way_out(state) or (chance.choice(ways) if ways else "")
    if not way or way not in ways:
        text = words(language, "over", part="combat", foes=foes)
        return _build_combat_ended(state, at, "fled", text, ())
    place, player = place_name(state, way), state.name_of(PLAYER)
    text = words(language, "fled", part="combat", foes=foes, player=player, place=place)
    return _build_combat_ended(state, at, "fled", text, _build_move_effects(state, way))


def _build_combat_ended(
    state: State,
    at: datetime,
    outcome: Outcome,
    text: str,
    effects: Iterable[AnyEffect],
    beaten: Iterable[str] = (),
) -> CombatEnded:
    """Return the end with all that it brings about: what was won or lost, what is settled, and how quests stand
    then.
    """
    whole = (*effects, *_build_settling_effects(state))
    return CombatEnded(at=at, outcome=outcome, text=text, effects=(*whole, *changes.advanced(state, whole, beaten)))


def _build_move_effects(state: State, to: str) -> list[AnyEffect]:
    """Return the player is elsewhere, and with them who fought at their side."""
    story = state[StoryState]
    allies = story.fight.allies if story.fight else ()
    who: Iterable[str] = (PLAYER, *(one for one in allies if story.people[one].health > 0))
    return [Moved(who=one, to=to) for one in who if story.people[one].location != to]


def _build_settling_effects(state: State) -> tuple[AnyEffect, ...]:
    """Return what ends with every fight: a guard, and the goodwill of those who were attacked and live."""
    story = state[StoryState]
    if story.fight is None:
        return ()
    effects: list[AnyEffect] = []
    for one in story.fight.order:
        statuses = story.people[one].statuses if one in story.people else {}
        effects += [StatusSet(who=one, status=status, turns=0) for status in statuses if status == "defending"]
    for one in story.fight.foes:
        standing = story.people[one]
        if standing.health <= 0 or get_kind_of(state.setup[StoryConfig].setting, one):
            continue
        if standing.trust > GRUDGE:
            effects.append(TrustChanged(character=one, before=standing.trust, after=GRUDGE))
        if standing.following:
            effects.append(Followed(character=one, on=False))
    return tuple(effects)
