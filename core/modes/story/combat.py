"""Fights: how they begin, a round, and what is won or lost. The rules decide; voices only tell it.

Initiative is d20 with the dexterity's modifier. A blow is d20 with the attacker's bonus against the target's armour
(10 with the dexterity's modifier and what is worn): a natural 20 always hits and doubles the dice, a natural 1 always
misses. What it does is the weapon's die with the attribute's modifier, at least 1.
Whoever wins catches their breath: they have half of their health again, if they had less.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import datetime

from parley.core.base.clock import SeededRandom
from parley.core.cast.member import PLAYER
from parley.core.formats import join_names
from parley.core.log.state import State
from parley.core.modes.story import changes, events, naming
from parley.core.modes.story.changes import Change
from parley.core.modes.story.combat_round import Act, Round
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.rules.dice import Dice, get_modifier, throw
from parley.core.modes.story.rules.names import which, words_of
from parley.core.modes.story.rules.setting import foes as enemies
from parley.core.modes.story.rules.setting import get_kind_of
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.words import words

MOST_FOES = 4
"""Enemies that attack at once where a place has more."""


def trigger_fight(state: State, rng: SeededRandom, at: datetime, *, read: bool = True) -> events.CombatStarted | None:
    """Return the fight that the player begins, or that a dangerous place begins with them; None: there is none.

    Who is attacked fights back, with the other enemies here. A place's enemies attack when the player comes in, as its
    danger says, once for every arrival and never again when they are beaten. `read`: the rules read the player's words.
    """
    story = state[StoryState]
    wishes = naming.read_wishes(state) if read else ()
    refused = any(did.refused and did.what == "attack" for did in story.did)
    meant = next((each for each in wishes if each.kind == "attack"), None)
    if meant is not None and not refused:
        struck = list_opponents(state, meant.target)
        return start_fight(state, rng, at, struck, "attacked") if struck else None
    if story.phase == "dialogue":
        return None
    # The player came in with this turn, or with what the tellers said after the last one's dice. Whom a fight has
    # brought here is left in peace. An arrival is drawn for once: asked again, the draw is the same.
    arrived = story.arrived >= 0 and story.turn - story.arrived <= 1 and story.ended_turn < story.arrived
    place = state.setup[StoryConfig].setting.place(story.here)
    if not arrived or place is None or rng.draw_float(story.arrived, f"danger:{place.id}") >= place.danger:
        return None
    ambush = _find_lingering_enemies(state) or get_enemies_of(state, story.here)
    return start_fight(state, rng, at, ambush, "ambushed") if ambush else None


def broken_off(state: State, at: datetime) -> events.PlayerDid:
    """Return the end of the talk under way, which the player breaks off with a blow."""
    change = changes.close_talk(state)
    return events.PlayerDid(at=at, what="attack", text=change.text, by="rules", effects=change.effects)


def play_round(state: State, rng: SeededRandom, at: datetime, does: Act | None = None) -> events.CombatFought:
    """Play a whole round, in which the player does what a voice has read, else what their words of this turn mean."""
    story = state[StoryState]
    battle = Round(state, rng, does)
    battle.fight()
    return events.CombatFought(
        at=at,
        story_turn=story.turn,
        round=(story.fight.round if story.fight else 0) + 1,
        blows=tuple(battle.blows),
        text=" ".join(blow.text for blow in battle.blows if blow.text),
        effects=tuple(battle.effects),
    )


# The beginning --------------------------------------------------------------------------------------------------------


def start_fight(
    state: State, rng: SeededRandom, at: datetime, foes: Sequence[events.Person] = (), why: str = "called"
) -> events.CombatStarted:
    """Return the fight with `foes`, else with those who were called; `why`: called, attacked or ambushed."""
    story, language = state[StoryState], state.setup.language
    foes = foes or story.called
    against = {foe.id: foe for foe in foes}
    allies = tuple(one for one in story.present() if story.people[one].following and one not in against)
    scores = {PLAYER: story.sheet.attributes.get("dex", 10) if story.sheet else 10}
    scores |= {one: story.people[one].person.dexterity for one in allies}
    scores |= {one: foe.dexterity for one, foe in against.items()}
    # A fight may begin in the turn in which another one ended.
    occasion = f"initiative:{len(story.fought)}"

    def roll(one: str) -> events.Check:
        chance = rng.generator(story.turn, f"{occasion}:{one}")
        return events.Check(what="initiative", who=one, roll=throw(Dice(1, 20, get_modifier(scores[one])), chance))

    def get_quickness(check: events.Check) -> tuple[int, int, float]:  # ties: dexterity, then a seeded draw
        return -check.roll.total, -scores[check.who], rng.draw_float(story.turn, f"{occasion}:tie:{check.who}")

    order = tuple(sorted((roll(one) for one in scores), key=get_quickness))
    names = {PLAYER: state.name_of(PLAYER)} | {one: story.people[one].person.name for one in allies}
    names |= {one: foe.name for one, foe in against.items()}
    reason = words(
        language,
        why,
        part="combat",
        order=", ".join(f"{check.roll.total} {names[check.who]}" for check in order),
        player=names[PLAYER],
        foes=join_names([foe.name for foe in foes], language),
    )
    return events.CombatStarted(at=at, foes=tuple(foes), order=order, allies=allies, reason=reason)


def list_opponents(state: State, target: str) -> tuple[events.Person, ...]:
    """Return whom the player fights who attacks `target`, which is somebody present or one of the place's enemies."""
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
        others = lingering if person.archetype == "foe" else ()  # only foes come to a foe's help
        return (person, *(each for each in others if each.id != target))[:MOST_FOES]
    if place is not None and target in place.foes:
        here = (*lingering, *get_enemies_of(state, state[StoryState].here))
        of_the_kind = [each for each in here if get_kind_of(setting, each.id) == target]
        return (*of_the_kind, *(each for each in here if each not in of_the_kind))[:MOST_FOES]
    # Who strikes at nobody by name strikes at the enemies who are to be seen.
    return () if target in story.people else lingering


def _find_lingering_enemies(state: State, *, characters: bool = False) -> tuple[events.Person, ...]:
    """Return the enemies who are here and not in a fight, as the player got away from them once.

    With `characters` also those of the story's people who are foes: they have a mind, and attack nobody unprovoked.
    """
    story, setting = state[StoryState], state.setup[StoryConfig].setting
    found = (story.people[one] for one in story.present() if not story.people[one].following)
    foes = (each.person for each in found if each.person.archetype == "foe")
    return tuple(each for each in foes if characters or get_kind_of(setting, each.id))[:MOST_FOES]


def attack_target(state: State, target: str) -> Change:
    """Return what comes of a voice's call that the player attacks somebody who is here, or a foe of the place.

    A talk is over with it. Raises `UsageError`.
    """
    story, setting = state[StoryState], state.setup[StoryConfig].setting
    if story.called or story.fight is not None:
        raise naming.wrong(state, "in_combat")
    place, language = setting.place(story.here), state.setup.language
    kinds = {one: foe.name.text(language) for one in (place.foes if place else ()) if (foe := setting.foe(one))}
    one = naming.person_meant(state, target, story.present()) or (
        target if target in kinds else which(words_of(target), kinds).id
    )
    foes = list_opponents(state, one) if one else ()
    if not foes:
        raise naming.wrong(
            state, "no_person", name=naming.neat(target), people=naming.people_listed(state, story.present())
        )
    text = naming.sentence(state, "attacks", player=state.name_of(PLAYER), names=", ".join(foe.name for foe in foes))
    talk = (events.DialogueClosed(character=story.partner),) if story.phase == "dialogue" else ()
    return Change(text, (*talk, events.FoesCalled(foes=foes)))


def get_enemies_of(state: State, where: str) -> tuple[events.Person, ...]:
    """Return the enemies that a place has and that nobody beat there yet, as people."""
    story, setting = state[StoryState], state.setup[StoryConfig].setting
    place = setting.place(where)
    beaten = Counter(  # by kind: one dead wolf leaves the place's other two
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


GRUDGE = -60
"""What somebody thinks of the player, at best, who was attacked and lives."""


def build_ending(state: State, at: datetime) -> events.CombatEnded | None:
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
    return join_names([state.name_of(one) for one in foes], state.setup.language)


def _build_victory_ending(state: State, at: datetime, fallen: Sequence[str]) -> events.CombatEnded:
    story, language = state[StoryState], state.setup.language
    effects: list[events.AnyEffect] = []
    for one in fallen:
        standing = story.people[one]
        effects += [
            events.ItemMoved(item=each.item, quantity=each.quantity, receiver=PLAYER) for each in standing.person.loot
        ]
        effects += [
            events.ItemMoved(item=item, quantity=quantity, giver=one, receiver=PLAYER)
            for item, quantity in standing.items.items()
            if quantity > 0
        ]
    won = Counter[str]()
    for effect in effects:
        if isinstance(effect, events.ItemMoved):
            won[effect.item] += effect.quantity
    text = words(language, "victory", part="combat", foes=_format_foe_names(state, fallen))
    if won:
        named = [naming.things(state, item, count) for item, count in won.items()]
        text += " " + words(language, "found", part="combat", items=", ".join(named))
    foes = story.fight.foes if story.fight else ()
    if story.player.health < (half := story.health // 2):
        # Whoever holds the field catches their breath: nobody heals, and a story is longer than a fight.
        text += " " + words(language, "breathes", part="combat", player=state.name_of(PLAYER), health=half)
        effects.append(events.HealthChanged(who=PLAYER, before=story.player.health, after=half))
    return _build_combat_ended(state, at, "victory", text, effects, beaten=foes)


def _build_defeat_ending(state: State, at: datetime) -> events.CombatEnded:
    story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    name = state.name_of(PLAYER)
    text = words(language, "defeat", part="combat", player=name)
    effects: list[events.AnyEffect] = []
    if setting.rules.defeat == "wake" and not story.defeats:
        health = max(1, story.health // 2)
        effects = [events.HealthChanged(who=PLAYER, before=story.player.health, after=health)]
        effects += [events.StatusSet(who=PLAYER, status=status, turns=0) for status in story.player.statuses]
        effects += _build_move_effects(state, setting.start)
        place = setting.place_name(setting.start, language)
        text += " " + words(
            language, "wakes", part="combat", health=health, most=story.health, player=name, place=place
        )
    return _build_combat_ended(state, at, "defeat", text, effects)


def _build_flight_ending(state: State, at: datetime, left: Iterable[str]) -> events.CombatEnded:
    story, language = state[StoryState], state.setup.language
    ways = naming.list_exits(state)
    # The state knows the seed: what is drawn is the same whoever asks.
    chance = SeededRandom(state.setup.seed).generator(story.turn, f"flight:{len(story.fought)}")
    foes = _format_foe_names(state, left)
    named_way = which(words_of(story.act), {way: naming.place_name(state, way) for way in ways}).id
    way = named_way or (chance.choice(ways) if ways else "")
    if not way or way not in ways:
        text = words(language, "over", part="combat", foes=foes)
        return _build_combat_ended(state, at, "fled", text, ())
    place, player = naming.place_name(state, way), state.name_of(PLAYER)
    text = words(language, "fled", part="combat", foes=foes, player=player, place=place)
    return _build_combat_ended(state, at, "fled", text, _build_move_effects(state, way))


def _build_combat_ended(
    state: State,
    at: datetime,
    outcome: events.Outcome,
    text: str,
    effects: Iterable[events.AnyEffect],
    beaten: Iterable[str] = (),
) -> events.CombatEnded:
    """Return the end with all that it brings about: what was won or lost, what is settled, and how quests stand
    then.
    """
    whole = (*effects, *_build_settling_effects(state))
    return events.CombatEnded(
        at=at, outcome=outcome, text=text, effects=(*whole, *changes.advance_quests(state, whole, beaten))
    )


def _build_move_effects(state: State, to: str) -> list[events.AnyEffect]:
    """Return the effects that bring the player elsewhere, with those who fought at their side."""
    story = state[StoryState]
    allies = story.fight.allies if story.fight else ()
    who: Iterable[str] = (PLAYER, *(one for one in allies if story.people[one].health > 0))
    return [events.Moved(who=one, to=to) for one in who if story.people[one].location != to]


def _build_settling_effects(state: State) -> tuple[events.AnyEffect, ...]:
    """Return what ends with every fight: a guard, and the goodwill of those who were attacked and live."""
    story = state[StoryState]
    if story.fight is None:
        return ()
    effects: list[events.AnyEffect] = []
    for one in story.fight.order:
        statuses = story.people[one].statuses if one in story.people else {}
        effects += [events.StatusSet(who=one, status=status, turns=0) for status in statuses if status == "defending"]
    for one in story.fight.foes:
        standing = story.people[one]
        if standing.health <= 0 or get_kind_of(state.setup[StoryConfig].setting, one):
            continue
        if standing.trust > GRUDGE:
            effects.append(events.TrustChanged(character=one, before=standing.trust, after=GRUDGE))
        if standing.following:
            effects.append(events.Followed(character=one, on=False))
    return tuple(effects)
