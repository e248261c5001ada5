"""Fights: how they begin, a round, and what is won or lost. The rules decide; voices only tell it.

Initiative is d20 with the dexterity's modifier. A blow is d20 with the attacker's bonus against the target's armour
(10 with the dexterity's modifier and what is worn): a natural 20 always hits and doubles the dice, a natural 1 always
misses. What it does is the weapon's die with the attribute's modifier, at least 1.
Whoever wins catches their breath: they have half of their health again, if they had less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from datetime import datetime

from parley.core.base.clock import SeededRandom
from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story import changes
from parley.core.modes.story.blows import Round
from parley.core.modes.story.changes import Change
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import (
    Check,
    CombatFought,
    CombatStarted,
    DialogueClosed,
    FoesCalled,
    Person,
    PlayerDid,
)
from parley.core.modes.story.fighters import Act, get_dexterity_of
from parley.core.modes.story.knowing import wished
from parley.core.modes.story.naming import neat, people_listed, person_meant, sentence, wrong
from parley.core.modes.story.rules.dice import Dice, modifier, throw
from parley.core.modes.story.rules.names import named, words_of
from parley.core.modes.story.rules.setting import foes as enemies
from parley.core.modes.story.rules.setting import get_kind_of
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.words import listed, words

MOST_FOES = 4
"""Enemies that attack at once where a place has more."""


def started(state: State, rng: SeededRandom, at: datetime) -> CombatStarted:
    """Return the fight with those who were called."""
    return _build_combat_started(state, rng, at, state[StoryState].called, "called")


def provoked(state: State, rng: SeededRandom, at: datetime, *, read: bool = True) -> CombatStarted | None:
    """Return the fight that the player begins, or that a dangerous place begins with them; None: there is none.

    Who is attacked fights back, with the other enemies here. A place's enemies attack when the player comes in, as its
    danger says, once for every arrival and never again when they are beaten. `read`: the rules read the player's words.
    """
    story = state[StoryState]
    wishes = wished(state) if read else ()
    refused = any(did.refused and did.what == "attack" for did in story.did)
    meant = next((each for each in wishes if each.kind == "attack"), None)
    if meant is not None and not refused:
        struck = attacked(state, meant.target)
        return _build_combat_started(state, rng, at, struck, "attacked") if struck else None
    if story.phase == "dialogue":
        return None
    here = story.arrived if _has_just_arrived(state) else -1
    place = state.setup[StoryConfig].setting.place(story.here)
    if here < 0 or place is None:
        return None
    left = _find_lingering_enemies(state)
    if rng.uniform(here, f"danger:{place.id}") >= place.danger:
        return None
    ambush = left or get_enemies_of(state, state[StoryState].here)
    return _build_combat_started(state, rng, at, ambush, "ambushed") if ambush else None


def broken_off(state: State, at: datetime) -> PlayerDid:
    """Return a talk ends as the player strikes."""
    change = changes.closed(state)
    return PlayerDid(at=at, what="attack", text=change.text, by="rules", effects=change.effects)


def fought(state: State, rng: SeededRandom, at: datetime, does: Act | None = None) -> CombatFought:
    """One whole round, in which the player does what a voice has read, else what their words of this turn mean."""
    story = state[StoryState]
    battle = Round(state, rng, does)
    battle.fight()
    return CombatFought(
        at=at,
        story_turn=story.turn,
        round=(story.fight.round if story.fight else 0) + 1,
        blows=tuple(battle.blows),
        text=" ".join(blow.text for blow in battle.blows if blow.text),
        effects=tuple(battle.effects),
    )


# The beginning --------------------------------------------------------------------------------------------------------


def _build_combat_started(
    state: State, rng: SeededRandom, at: datetime, foes: Sequence[Person], why: str
) -> CombatStarted:
    story, language = state[StoryState], state.setup.language
    against = {foe.id: foe for foe in foes}
    allies = tuple(one for one in story.present() if story.people[one].following and one not in against)
    scores = {one: get_dexterity_of(state, one) for one in (PLAYER, *allies)}
    scores |= {one: foe.dexterity for one, foe in against.items()}
    # A fight may begin in the turn in which another one ended.
    occasion = f"initiative:{len(story.fought)}"

    def roll(one: str) -> Check:
        chance = rng.generator(story.turn, f"{occasion}:{one}")
        return Check(what="initiative", who=one, roll=throw(Dice(1, 20, modifier(scores[one])), chance))

    def quickness(check: Check) -> tuple[int, int, float]:
        return -check.roll.total, -scores[check.who], rng.uniform(story.turn, f"{occasion}:tie:{check.who}")

    order = tuple(sorted((roll(one) for one in scores), key=quickness))
    names = {PLAYER: state.name_of(PLAYER)} | {one: story.people[one].person.name for one in allies}
    names |= {one: foe.name for one, foe in against.items()}
    reason = words(
        language,
        why,
        part="combat",
        order=", ".join(f"{check.roll.total} {names[check.who]}" for check in order),
        player=names[PLAYER],
        foes=listed(language, [foe.name for foe in foes]),
    )
    return CombatStarted(at=at, foes=tuple(foes), order=order, allies=allies, reason=reason)


def attacked(state: State, target: str) -> tuple[Person, ...]:
    """Whom the player has against them who attacks `target`: someone present, or one of the place's enemies."""
    story, setting = state[StoryState], state.setup[StoryConfig].setting
    place = setting.place(story.here)
    lingering = _find_lingering_enemies(state, characters=True)
    if story.phase == "dialogue" and target not in story.present():
        # In a talk one speaks of enemies, and a blow at nobody by name is for whom one talks with.
        if target:
            return ()
        target = story.partner
    if target in story.present():
        person = story.people[target].person
        others = lingering if person.archetype == "foe" else ()
        return (person, *(each for each in others if each.id != target))[:MOST_FOES]
    if place is not None and target in place.foes:
        here = (*lingering, *get_enemies_of(state, state[StoryState].here))
        of_the_kind = [each for each in here if get_kind_of(setting, each.id) == target]
        return (*of_the_kind, *(each for each in here if each not in of_the_kind))[:MOST_FOES]
    # Who strikes at nobody by name strikes at the enemies who are to be seen.
    return () if target in story.people else lingering


def _find_lingering_enemies(state: State, *, characters: bool = False) -> tuple[Person, ...]:
    """Return the enemies who are here and not in a fight, as the player got away from them once.

    With `characters` also those of the story's people who are foes: they have a mind, and attack nobody unprovoked.
    """
    story, setting = state[StoryState], state.setup[StoryConfig].setting
    found = (story.people[one] for one in story.present() if not story.people[one].following)
    foes = (each.person for each in found if each.person.archetype == "foe")
    return tuple(each for each in foes if characters or get_kind_of(setting, each.id))[:MOST_FOES]


def challenged(state: State, target: str) -> Change:
    """Return what comes of a voice's call that the player attacks somebody who is here, or a foe of the place.

    A talk is over with it. Raises `UsageError`.
    """
    story, setting = state[StoryState], state.setup[StoryConfig].setting
    if story.called or story.fight is not None:
        raise wrong(state, "in_combat")
    place, language = setting.place(story.here), state.setup.language
    kinds = {one: foe.name.text(language) for one in (place.foes if place else ()) if (foe := setting.foe(one))}
    one = person_meant(state, target, story.present()) or (
        target if target in kinds else named(words_of(target), kinds)
    )
    foes = attacked(state, one) if one else ()
    if not foes:
        raise wrong(state, "no_person", name=neat(target), people=people_listed(state, story.present()))
    text = sentence(state, "attacks", player=state.name_of(PLAYER), names=", ".join(foe.name for foe in foes))
    talk = (DialogueClosed(character=story.partner),) if story.phase == "dialogue" else ()
    return Change(text, (*talk, FoesCalled(foes=foes)))


def get_enemies_of(state: State, where: str) -> tuple[Person, ...]:
    """Return the enemies that a place has and that nobody beat there yet, as people."""
    story, setting = state[StoryState], state.setup[StoryConfig].setting
    place = setting.place(where)
    beaten = Counter(
        get_kind_of(setting, one) for one in story.beaten if one in story.people and story.people[one].location == where
    )
    kinds: list[str] = []
    for kind in place.foes if place else ():
        if beaten[kind] > 0:
            beaten[kind] -= 1
        else:
            kinds.append(kind)
    taken = {*story.people, *(member.id for member in state.setup.members)}
    return enemies(setting, kinds[:MOST_FOES], taken, state.setup.language)


def _has_just_arrived(state: State) -> bool:
    """Return whether the player came in with this turn, or with what the tellers said after the last one's dice.

    Whom a fight has brought here is left in peace. An arrival is drawn for once: asked again, the draw is the same.
    """
    story = state[StoryState]
    return story.arrived >= 0 and story.turn - story.arrived <= 1 and story.ended_turn < story.arrived
