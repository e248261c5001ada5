"""What can be changed in a story's world, and what cannot: one rule each, for tool calls and for clicks alike.

Each function returns what would happen, or raises `UsageError` with a sentence on what is in the way; nothing is
changed here. Quests move on by what the rules can see: a talk with whoever gives them, a thing in hand, a place, a
beaten foe.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import msgspec

from parley.core.base.clock import SeededRandom
from parley.core.base.errors import UsageError
from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story import events
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.naming import (
    explain_block,
    fold_text,
    format_items,
    item_among,
    item_anywhere,
    list_exits,
    neat,
    owner_name,
    people_listed,
    person_meant,
    place_meant,
    place_name,
    places_listed,
    sentence,
    things,
    wrong,
)
from parley.core.modes.story.naming import get_item_name as named_so
from parley.core.modes.story.rules.dice import roll_healing
from parley.core.modes.story.rules.parts import Quest, Stage
from parley.core.modes.story.rules.setting import foes, get_kind_of
from parley.core.modes.story.rules.tools import LONGEST_STATUS
from parley.core.modes.story.state import HERE, StoryState, apply_effects

MOST_FOUND = 10
"""How many of a thing that was nowhere before can be found at once."""
MOST_FLAGS = 100
"""How many things a story remembers as flags."""
FOLLOW_TRUST = 50
"""Trust from which anybody goes along; a companion does at any."""
LEAST, MOST = -100, 100
"""Bounds of trust."""


class Unwilling(UsageError):
    """A character does not want to; it is in the story, not a mistake of whoever asked."""


@dataclass(frozen=True, slots=True)
class Change:
    """What happens, in a sentence that reads the same for whoever did it, and its effects."""

    text: str
    effects: tuple[events.AnyEffect, ...] = ()


def complete(state: State, *changes: Change) -> Change:
    """Return all of these as one change, with the quests that advance by them."""
    effects = tuple(effect for change in changes for effect in change.effects)
    texts = [change.text for change in changes if change.text]
    moved_on = advance_quests(state, effects)  # over all effects: one stage may need two of them
    texts += [format_quest(state, step) for step in moved_on]
    return Change(" ".join(filter(None, texts)), (*effects, *moved_on))


def format_quest(state: State, step: events.QuestAdvanced) -> str:
    """Return how a quest stands now, in a sentence."""
    language = state.setup.language
    if (quest := state.setup[StoryConfig].setting.find_quest(step.quest)) is None:
        return ""
    key, stage = "quest_done" if step.done else "quest", quest.told(step.stage, language)
    return sentence(state, key, name=quest.name.text(language), stage=stage)


# Who may act now -----------------------------------------------------------------------------------------------------


def require_telling(state: State) -> None:
    """Raise `UsageError` unless the story is being told: no talk, no fight, neither its beginning nor its end."""
    story = state[StoryState]
    if story.called or story.phase == "combat":
        raise wrong(state, "in_combat")
    if story.phase == "dialogue":
        raise wrong(state, "in_dialogue", name=state.name_of(story.partner))
    if story.phase != "exploration":
        raise wrong(state, "not_now")


def require_partner(state: State) -> str:
    """Return whom the player talks with. Raises `UsageError` where there is no talk, or it is over."""
    story = state[StoryState]
    if story.phase != "dialogue" or story.partner not in story.people:
        raise wrong(state, "no_dialogue", people=people_listed(state, story.present()))
    if story.parting:
        raise wrong(state, "parted", name=state.name_of(story.partner))
    return story.partner


# Talks ---------------------------------------------------------------------------------------------------------------


def open_talk(state: State, who: str) -> Change:
    """Return the change that begins a talk with somebody who is here. Raises `UsageError` where none can begin."""
    require_telling(state)
    one = _find_present_person(state, who)
    text = sentence(state, "opened", player=state.name_of(PLAYER), name=state.name_of(one))
    return Change(text, (events.DialogueOpened(character=one),))


def close_talk(state: State) -> Change:
    """Return the change that ends the talk under way. Raises `UsageError` where there is none."""
    partner = require_partner(state)
    text = sentence(state, "closed", player=state.name_of(PLAYER), name=state.name_of(partner))
    return Change(text, (events.DialogueClosed(character=partner),))


def _find_present_person(state: State, who: str) -> str:
    """Return who is meant of those present. Raises `UsageError`, which says who is."""
    story = state[StoryState]
    if one := person_meant(state, who, story.present()):
        return one
    present = people_listed(state, story.present())
    somebody = person_meant(state, who, (each for each in story.people if each != PLAYER))
    if not somebody:
        raise wrong(state, "no_person", name=neat(who), people=present)
    if story.people[somebody].health <= 0:
        raise wrong(state, "out_of_story", name=state.name_of(somebody), people=present)
    raise wrong(state, "not_here", name=state.name_of(somebody), people=present)


# Ways ----------------------------------------------------------------------------------------------------------------


def move_player(state: State, where: str) -> Change:
    """Return the change that takes the player, and whoever follows, through an exit. Raises `UsageError`."""
    require_telling(state)
    story, place = state[StoryState], place_meant(state, where)
    ways = places_listed(state, list_exits(state))
    if not place:
        raise wrong(state, "no_place", name=neat(where), places=ways)
    if place == story.here:
        raise wrong(state, "there_already", name=place_name(state, place), places=ways)
    if why := explain_block(state, place):
        raise UsageError(why)
    if place not in list_exits(state):
        raise wrong(state, "no_way", name=place_name(state, place), here=place_name(state, story.here), places=ways)
    along = tuple(one for one in story.present() if story.people[one].following)
    text = sentence(state, "gone", here=place_name(state, story.here), there=place_name(state, place))
    if along:
        text += " " + sentence(state, "along", people=", ".join(state.name_of(one) for one in along))
    return Change(text, tuple(events.Moved(who=one, to=place) for one in (PLAYER, *along)))


# Things --------------------------------------------------------------------------------------------------------------


def pass_item(state: State, what: str, quantity: int, giver: str, receiver: str) -> Change:
    """Return the change that passes so many (0: all) on. Owners are as in `ItemMoved`; only `receiver` may be empty."""
    items = state[StoryState].get_items_of(giver)
    item = item_among(state, what, items)
    name = owner_name(state, giver)
    if not item:
        raise wrong(state, "has_not", owner=name, item=named_so(state, what), items=format_items(state, items))
    number = items[item] if quantity == 0 else quantity
    if number < 1:
        raise wrong(state, "no_number", number=quantity)
    if number > items[item]:
        raise wrong(state, "has_fewer", owner=name, has=things(state, item, items[item]), number=number)
    to = owner_name(state, receiver) if receiver else ""
    text = sentence(state, "passed" if to else "spent", things=things(state, item, number), giver=name, receiver=to)
    return Change(text, (events.ItemMoved(item=item, quantity=number, giver=giver, receiver=receiver),))


def take_item(state: State, what: str, quantity: int, places: Iterable[str]) -> Change:
    """Return the change by which the player finds what lies at one of `places`, or what is nowhere in the story yet."""
    for place in places:
        if lying := item_among(state, what, state[StoryState].get_items_of(HERE + place)):
            return pass_item(state, lying, quantity, HERE + place, PLAYER)
    item = item_anywhere(state, what) or neat(what)
    if not item:
        raise wrong(state, "no_name")
    # What somebody has of the setting's things is not found a second time; what was made up may be.
    if state.setup[StoryConfig].setting.find_item(item) and (keeper := _find_item_keeper(state, item)):
        raise wrong(state, "not_to_be_found", item=things(state, item, quantity), owner=keeper)
    if quantity > MOST_FOUND:
        raise wrong(state, "too_many", most=MOST_FOUND, number=quantity)
    text = sentence(state, "found", things=things(state, item, quantity), receiver=state.name_of(PLAYER))
    return Change(text, (events.ItemMoved(item=item, quantity=quantity, receiver=PLAYER),))


def _find_item_keeper(state: State, item: str) -> str:
    """Return who has one of these, or where it lies; empty: it is nowhere in the story yet."""
    story, setting = state[StoryState], state.setup[StoryConfig].setting
    for one, standing in story.people.items():
        if standing.items.get(item, 0) > 0:
            return state.name_of(one)
    for place, lying in story.lying.items():
        if lying.get(item, 0) > 0:
            return place_name(state, place)
    return next((foe.name.text(state.setup.language) for foe in setting.foes if item in foe.loot), "")


def give_item(state: State, what: str, quantity: int, giver: str, receiver: str) -> Change:
    """Return the change that passes something between the player and whom they talk with. Raises `UsageError`."""
    partner = require_partner(state)
    both = (PLAYER, partner)
    one, other = person_meant(state, giver, both), person_meant(state, receiver, both)
    if {one, other} != set(both):
        raise wrong(state, "not_between", partner=partner, giver=neat(giver), receiver=neat(receiver))
    return pass_item(state, what, quantity, one, other)


def use_draught(state: State, what: str) -> Change:
    """Return the change by which the player uses up a draught; its dice are drawn for this turn and draught alone."""
    story, setting = state[StoryState], state.setup[StoryConfig].setting
    if story.phase in ("creation", "epilogue"):
        raise wrong(state, "not_now")
    spent = pass_item(state, what, 1, PLAYER, "")  # first, to refuse what the player does not have
    thing = setting.find_item(item_among(state, what, story.player.items))
    if thing is None or not thing.heals:
        raise wrong(state, "no_draught", item=named_so(state, what))
    if story.player.health >= story.health:
        raise wrong(state, "well", health=f"{story.player.health}/{story.health}")
    before, chance = story.player.health, SeededRandom(state.setup.seed).generator(state.next_turn, f"use {thing.id}")
    roll, now = roll_healing(thing.heals, before, story.health, chance)
    text = sentence(
        state, "drunk", notation=roll.notation, total=roll.total, name=state.name_of(PLAYER), before=before, after=now,
        most=story.health, item=thing.name.text(state.setup.language),
    )  # fmt: skip
    return Change(text, (*spent.effects, events.HealthChanged(who=PLAYER, before=before, after=now)))


# What things cost ----------------------------------------------------------------------------------------------------

PRICES = {"weapon": 12, "armour": 14, "draught": 5, "thing": 2}
"""Coins for what a setting gives no price, by kind."""


def get_price_of(state: State, item: str) -> int:
    """Return what one of a thing costs, in coins; 0: it is not for sale, or nobody pays with anything."""
    setting = state.setup[StoryConfig].setting
    thing = setting.find_item(item)
    if not money(state) or (thing is not None and thing.kind == "coin"):
        return 0
    if thing is not None and thing.price is not None:
        return thing.price
    return PRICES[thing.kind if thing else "thing"]


def money(state: State) -> str:
    """Return what is paid with; empty: nobody pays with anything."""
    return next((item.id for item in state.setup[StoryConfig].setting.items if item.kind == "coin"), "")


def is_merchant(state: State, who: str) -> bool:
    """Return whether somebody gives what they have for money alone."""
    return state[StoryState].people[who].person.archetype == "merchant"


def list_wares(state: State, who: str) -> dict[str, int]:
    """Return what somebody has for sale, with the price of one of each."""
    has = state[StoryState].get_items_of(who) if is_merchant(state, who) else {}
    return {item: price for item, count in has.items() if count > 0 and (price := get_price_of(state, item))}


def buy_thing(state: State, what: str, quantity: int, who: str = "") -> Change:
    """Have a merchant who is here hand something over, and the player pay for it: both, or neither.

    Raises `UsageError` where nobody sells it or the player has too few coins; without a thing, with what there is.
    """
    story = state[StoryState]
    near = [story.partner] if story.phase == "dialogue" else story.present()
    merchants = [one for one in near if is_merchant(state, one) and who in ("", one)]
    if not merchants:
        raise wrong(state, "nobody_sells", people=people_listed(state, story.present()))
    seller = next((one for one in merchants if item_among(state, what, list_wares(state, one))), merchants[0])
    offered, name = list_wares(state, seller), state.name_of(seller)
    if not what:
        told = [sentence(state, "single", things=things(state, item, 1), price=things(state, money(state), price))
                for item, price in offered.items()]  # fmt: skip
        raise wrong(state, "for_sale", name=name, items=", ".join(told) or sentence(state, "nothing"))
    item = item_among(state, what, offered)
    if not item:
        raise wrong(state, "not_for_sale", name=name, things=named_so(state, what))
    return _build_trade(state, "bought", pass_item(state, item, quantity, seller, PLAYER), PLAYER, seller)


def sell_thing(state: State, what: str, quantity: int, who: str = "") -> Change:
    """Give a merchant who is here something of the player's, and the player what it costs: both, or neither.

    Raises `UsageError` where nobody buys it, the player does not have it or the merchant has too few coins.
    """
    story = state[StoryState]
    near = [story.partner] if story.phase == "dialogue" else story.present()
    buyer = _find_present_person(state, who) if who else next((one for one in near if is_merchant(state, one)), "")
    if not buyer:
        raise wrong(state, "nobody_buys", people=people_listed(state, story.present()))
    handed_over = pass_item(state, what, quantity, PLAYER, buyer)  # first, to refuse what the player does not have
    item = item_among(state, what, story.player.items)
    if not is_merchant(state, buyer) or not get_price_of(state, item):
        raise wrong(state, "not_bought", name=state.name_of(buyer), things=named_so(state, item))
    return _build_trade(state, "sold", handed_over, buyer, PLAYER)


def _build_trade(state: State, key: str, handed_over: Change, buyer: str, seller: str) -> Change:
    """Return what is handed over and, in the same change, paid for. Raises `UsageError` where the coins are too few."""
    moved = handed_over.effects[0]
    assert isinstance(moved, events.ItemMoved)
    cost, has = get_price_of(state, moved.item) * moved.quantity, state[StoryState].get_items_of(buyer)
    price, coins = things(state, money(state), cost), has.get(money(state), 0)
    if coins < cost:
        raise wrong(state, "poor", player=state.name_of(buyer), price=price, has=things(state, money(state), coins))
    paid = pass_item(state, money(state), cost, buyer, seller)
    text = sentence(
        state, key, player=state.name_of(PLAYER), name=state.name_of(seller if buyer == PLAYER else buyer),
        things=things(state, moved.item, moved.quantity), price=price,
    )  # fmt: skip
    return Change(text, (*paid.effects, *handed_over.effects))


# What characters think -----------------------------------------------------------------------------------------------


def change_trust(state: State, who: str, change: int) -> Change:
    """Return the change of what somebody thinks of the player, by no more than the rules allow at once."""
    step, before = state.setup[StoryConfig].setting.rules.trust_step, state[StoryState].people[who].trust
    now = max(LEAST, min(MOST, before + max(-step, min(step, change))))
    text = sentence(state, "trust", name=state.name_of(who), before=before, after=now)
    return Change(text, (events.TrustChanged(character=who, before=before, after=now),) if now != before else ())


def set_feeling(state: State, who: str, feeling: str, turns: int) -> Change:
    """Return the change by which somebody feels something for so many turns of the player; 0: not any more."""
    number = min(abs(turns), LONGEST_STATUS)
    key = "felt" if number else "felt_no_more"
    text = sentence(state, key, name=state.name_of(who), feeling=sentence(state, feeling), turns=number)
    if not number and feeling not in state[StoryState].people[who].statuses:
        return Change(text)
    return Change(text, (events.StatusSet(who=who, status=feeling, turns=number),))


def set_following(state: State, who: str, on: bool) -> Change:
    """Return the change by which somebody follows the player or stops. Companions do, and who trusts the player enough.

    Raises `Unwilling`.
    """
    standing = state[StoryState].people[who]
    name = state.name_of(who)
    if on and standing.person.archetype != "companion" and standing.trust < FOLLOW_TRUST:
        raise Unwilling(sentence(state, "will_not_follow", name=name, trust=standing.trust, least=FOLLOW_TRUST))
    text = sentence(state, "follows" if on else "stays", name=name)
    return Change(text, (events.Followed(character=who, on=on),) if on != standing.following else ())


# What else happens ---------------------------------------------------------------------------------------------------


def call_foes(state: State, kinds: Iterable[str]) -> Change:
    """Return the change by which foes of these kinds appear; the fight begins before anybody speaks again."""
    setting, language = state.setup[StoryConfig].setting, state.setup.language
    known = {fold_text(name): foe.id for foe in setting.foes for name in (foe.name.en, foe.name.de, foe.id)}
    meant: list[str] = []
    for kind in kinds:
        if fold_text(kind) not in known:
            listed = ", ".join(f"{foe.id} ({foe.name.text(language)})" for foe in setting.foes)
            raise wrong(state, "no_foe", name=neat(kind), foes=listed or sentence(state, "nobody"))
        meant.append(known[fold_text(kind)])
    here = state[StoryState].here
    there = tuple(
        msgspec.structs.replace(foe, location=here) for foe in foes(setting, meant, state[StoryState].people, language)
    )
    text = sentence(state, "foes", names=", ".join(foe.name for foe in there))
    return Change(text, (events.FoesCalled(foes=there),))


def remember_fact(state: State, what: str) -> Change:
    """Return the change by which the story remembers that something is so. Raises `UsageError` where it has no room."""
    flag, flags = neat(what), state[StoryState].flags
    if not flag:
        raise wrong(state, "no_name")
    if flag not in flags and len(flags) >= MOST_FLAGS:
        raise wrong(state, "too_many_flags", most=MOST_FLAGS)
    return Change(sentence(state, "flag", flag=flag), (events.FlagSet(name=flag, value="true"),))


def fold_effects(state: State, effects: Sequence[events.AnyEffect]) -> State:
    """Return the state as it will be once these effects are folded; `state` is not touched."""
    story = state[StoryState].copy()
    apply_effects(story, effects, state.next_turn)
    return replace(state, slices={**state.slices, StoryState: story})  # shallow: only the story is copied


def advance_quests(
    state: State, effects: Sequence[events.AnyEffect], beaten: Iterable[str] = ()
) -> tuple[events.QuestAdvanced, ...]:
    """Return how the quests stand once `effects` have happened and the foes `beaten` (ids) fell, where that is news.

    To be appended to these very effects. A stage that names nothing to have, reach or beat is brought about by a talk
    with the quest's giver; without a giver a quest is on as soon as anything happens.
    """
    setting = state.setup[StoryConfig].setting
    beaten = tuple(beaten)
    if not (effects or beaten) or not setting.quests:  # saves copying the story
        return ()
    story = fold_effects(state, effects)[StoryState]
    spoken = {effect.character for effect in effects if isinstance(effect, events.DialogueOpened)}
    fallen = {get_kind_of(setting, one) for one in (*story.beaten, *beaten)}
    found = (_compute_quest_advance(quest, story, spoken, fallen) for quest in setting.quests)
    return tuple(each for each in found if each is not None)


def _compute_quest_advance(
    quest: Quest, story: StoryState, spoken: set[str], fallen: set[str]
) -> events.QuestAdvanced | None:
    had = story.quests.get(quest.id)
    before = had.stage if had else 0
    stage, talked = before, False
    while stage < len(quest.stages):  # one event may complete several stages
        step = quest.stages[stage]
        bare = not (step.item or step.place or step.foe)
        # One talk is one step: the news that a quest begins is not the news that it is over.
        if bare and (talked or (quest.giver and quest.giver not in spoken)):
            break
        if not bare and not _is_stage_complete(step, story, fallen):
            break
        talked = talked or bare
        stage += 1
    if stage == before:
        return None
    return events.QuestAdvanced(quest=quest.id, stage=stage, done=stage == len(quest.stages))


def _is_stage_complete(stage: Stage, story: StoryState, fallen: set[str]) -> bool:
    """Return whether all that the stage asks for has come about."""
    # What is to be brought somewhere may have been handed over there.
    owners = (PLAYER, *story.present(), HERE + story.here) if stage.place else (PLAYER,)
    return (
        (not stage.item or any(story.get_items_of(one).get(stage.item, 0) > 0 for one in owners))
        and (not stage.place or story.here == stage.place)
        and (not stage.foe or stage.foe in fallen)
    )
