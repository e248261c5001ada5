"""The player's hand: what a deed does, whether it is clicked or read from their words."""

from __future__ import annotations

from datetime import datetime
from functools import cache
from typing import Literal, get_args

from parley.core.base.clock import SeededRandom
from parley.core.base.errors import UnknownName, UsageError
from parley.core.base.labels import label
from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story import changes, naming
from parley.core.modes.story.changes import Change, Unwilling, complete
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import Cause, Check, DialogueOpened, DiceRolled, Moved, PlayerDid
from parley.core.modes.story.rules.dice import Dice, get_modifier, throw
from parley.core.modes.story.rules.names import words_of
from parley.core.modes.story.rules.parser import find_dice, find_difficulty
from parley.core.modes.story.rules.parts import ATTRIBUTES
from parley.core.modes.story.state import HERE, StoryState
from parley.core.modes.story.words import words

ORDINARY = 10
"""What has to be reached where the player names no difficulty."""

USUAL = "dex"
"""The attribute of an act of which nobody says what it takes."""


def roll_for_act(state: State, rng: SeededRandom, at: datetime) -> DiceRolled | None:
    """Return the dice for an act that the rules decide, or that names a difficulty; None: there is nothing to throw."""
    story, language = state[StoryState], state.setup.language
    hard = find_difficulty(story.act)
    if not hard and (attribute := naming.attribute_tried(state)):
        return roll_check(state, rng, at, next(iter(find_attributes(story.act, language)), attribute), ORDINARY)
    if not hard and not find_dice(story.act):
        return None
    attribute = next(iter(find_attributes(story.act, language)), USUAL)
    return roll_check(state, rng, at, attribute, hard or ORDINARY)


def roll_check(
    state: State, rng: SeededRandom, at: datetime, attribute: str, against: int, reason: str = ""
) -> DiceRolled:
    """Return a throw of d20 with an attribute of the player's, drawn for this turn alone; `reason`: what it is for."""
    story, language = state[StoryState], state.setup.language
    score = story.sheet.attributes.get(attribute, 10) if story.sheet else 10
    roll = throw(Dice(1, 20, get_modifier(score)), rng.generator(story.turn, "check"))
    success = roll.total >= against
    text = words(
        language,
        "succeeds" if success else "fails",
        part="checks",
        total=roll.total,
        against=against,
        attribute=label("attribute", attribute, language),
        player=state.name_of(PLAYER),
    )
    text = f"{text[:-1]}: {naming.neat(reason)}." if naming.neat(reason) else text  # moves the full stop to the end
    check = Check(what="check", who=PLAYER, roll=roll, against=against, success=success)
    return DiceRolled(at=at, story_turn=story.turn, checks=(check,), text=text)


def find_attributes(text: str, language: str) -> list[str]:
    """Return the attributes that a text's words point to, in the order in which they are named, each once.

    Words of the run's language come first; only where there are none the other one's count ("red" is no speech).
    """
    for tongue in (language, "en" if language == "de" else "de"):
        found = [
            attribute
            for word in words_of(text)
            for attribute in ATTRIBUTES
            if word.startswith(_list_attribute_stems(attribute, tongue))
        ]
        if found:
            return list(dict.fromkeys(found))
    return []


@cache
def _list_attribute_stems(attribute: str, language: str) -> tuple[str, ...]:
    """Return the beginnings of words that point to an attribute; "ß" is "ss", as in folded words."""
    return tuple(stem.casefold() for stem in words(language, f"stems_{attribute}", part="checks").split())


Deed = Literal["talk", "part", "give", "take", "go", "use", "follow", "drop", "pick"]
DEEDS: tuple[Deed, ...] = get_args(Deed)

GIFT = 5
"""Trust that a gift earns by itself, and that asking for something costs; what is said of it comes on top."""


def do_deed(
    state: State,
    at: datetime,
    what: str,
    target: str = "",
    *,
    item: str = "",
    quantity: int = 1,
    by: Cause = "player",
) -> PlayerDid:
    """Return what comes of a deed. `target` is a character (talk, follow, take) or a place (go); `quantity` 0 is all
    there is.

    Where a character does not want to, it is `refused` with a sentence. Raises `UsageError` where it cannot be.
    """
    deed = _parse_deed(state, what)
    if state[StoryState].phase in ("creation", "epilogue"):
        raise UsageError(_look_up_wording(state, "not_your_turn"))
    try:
        change = complete(state, *build_changes(state, deed, target, item, quantity))
    except Unwilling as unwilling:
        return PlayerDid(at=at, what=deed, text=unwilling.sentence, by=by, refused=True)
    return PlayerDid(at=at, what=deed, text=change.text, by=by, effects=change.effects)


def said(state: State, what: str, target: str = "", *, item: str = "", quantity: int = 1) -> str:
    """Return the player's line for a deed that can be done, before it is."""
    deed, story = _parse_deed(state, what), state[StoryState]
    who = naming.person_meant(state, target, story.people) or story.partner or naming.neat(target)
    values = {
        "target": naming.place_name(state, naming.place_meant(state, target)) if deed == "go" else state.name_of(who)
    }
    thing = naming.item_anywhere(state, item) or naming.neat(item)
    values["item"] = state.setup[StoryConfig].setting.item_name(thing, state.setup.language)
    owner = {"take": who, "pick": HERE + story.here}.get(deed, PLAYER)
    values["things"] = naming.things(state, thing, quantity or story.get_items_of(owner).get(thing, 0))
    stays = deed == "follow" and who in story.people and story.people[who].following
    return _look_up_wording(state, "say_stay" if stays else f"say_{deed}", **values)


def talk(state: State, at: datetime, partner: str, *, by: Cause = "player") -> PlayerDid:
    """Return the beginning of a talk with `partner` (id); begun by the rules, it brings the player to where they are.

    Raises `UsageError` where it cannot be.
    """
    there = state[StoryState].people[partner].location if partner in state[StoryState].people else ""
    if by == "player" or not there or there == state[StoryState].here:
        return do_deed(state, at, "talk", partner, by=by)
    # A run that begins with a talk begins where it is had.
    text = naming.sentence(state, "opened", player=state.name_of(PLAYER), name=state.name_of(partner))
    change = complete(state, Change(text, (Moved(who=PLAYER, to=there), DialogueOpened(character=partner))))
    return PlayerDid(at=at, what="talk", text=change.text, by=by, effects=change.effects)


def _parse_deed(state: State, what: str) -> Deed:
    for deed in DEEDS:
        if deed == what:
            return deed
    raise UnknownName("deed", naming.neat(what), DEEDS)


def _look_up_wording(state: State, key: str, **values: object) -> str:
    return words(state.setup.language, key, part="doing", **values)


# What a deed changes, part by part. ----------------------------------------------------------------------------------


def build_changes(state: State, deed: str, target: str, item: str, quantity: int) -> tuple[Change, ...]:
    """Return what a deed changes, part by part. Raises `UsageError` where it cannot be."""
    story = state[StoryState]
    here, present = HERE + story.here, story.present()
    match deed:
        case "talk":
            return (changes.open_talk(state, target),)
        case "part":
            return (changes.close_talk(state),)
        case "go":
            return (changes.move_player(state, target),)
        case "use":
            return (changes.use_draught(state, item),)
        case "give" | "take" if story.phase == "dialogue":
            return _exchange_with_partner(state, deed, target, item, quantity)
    if story.called or story.phase == "combat":  # the deeds above have rules of their own for fights
        raise naming.wrong(state, "in_combat")
    match deed:
        case "drop":
            return (changes.pass_item(state, item, quantity, PLAYER, here),)
        case "pick":
            _ensure_not_owned(state, item, here)
            return (changes.pass_item(state, item, quantity, here, PLAYER),)
        case "follow":
            # Who goes along already stays here.
            if one := naming.person_meant(state, target or story.partner, present):
                return (changes.set_following(state, one, not story.people[one].following),)
            raise UsageError(_look_up_wording(state, "follow_whom", people=naming.people_listed(state, present)))
        case "give":
            raise UsageError(_look_up_wording(state, "give_whom", people=naming.people_listed(state, present)))
    if one := naming.person_meant(state, target, present):
        raise Unwilling(_look_up_wording(state, "stranger", name=state.name_of(one)))
    raise naming.wrong(state, "no_dialogue", people=naming.people_listed(state, present))


def _ensure_not_owned(state: State, what: str, owner: str) -> None:
    """Raise `UsageError` where the player has the thing already and `owner` has none."""
    story = state[StoryState]
    had = naming.item_among(state, what, story.player.items)
    if had and not naming.item_among(state, what, story.get_items_of(owner)):
        raise naming.wrong(state, "has_already", item=naming.things(state, had, story.player.items[had]))


def _exchange_with_partner(state: State, deed: Deed, target: str, item: str, quantity: int) -> tuple[Change, ...]:
    """Return what passes between the player and their partner in a talk. Raises `UsageError` where another is named."""
    story, least = state[StoryState], state.setup[StoryConfig].setting.rules.take_trust
    partner = changes.require_partner(state)
    if target and naming.person_meant(state, target, story.people) != partner:
        raise naming.wrong(state, "in_dialogue", name=state.name_of(partner))
    if deed == "give":
        given = changes.give_item(state, item, quantity, PLAYER, partner)
        return given, changes.change_trust(state, partner, GIFT)
    _ensure_not_owned(state, item, partner)
    # First: nobody is told of too little trust over a thing that is not there.
    taken = changes.give_item(state, item, quantity, partner, PLAYER)
    thing = naming.item_among(state, item, story.people[partner].items)
    trust = story.people[partner].trust
    if price := changes.list_wares(state, partner).get(thing, 0):
        cost = naming.things(state, changes.money(state), price)
        one = naming.things(state, thing, 1)
        raise Unwilling(naming.sentence(state, "asks", name=state.name_of(partner), price=cost, things=one))
    if trust < least:
        raise Unwilling(_look_up_wording(state, "will_not_give", name=state.name_of(partner), trust=trust, least=least))
    return taken, changes.change_trust(state, partner, -GIFT)
