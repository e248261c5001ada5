"""The player's hand: what a click does, and what the rules read from words where the voice has no tools."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Literal, get_args

from core.base.errors import UnknownName, UsageError
from core.cast.member import PLAYER
from core.log.state import State
from core.modes.story.changes import (
    Change,
    Unwilling,
    closed,
    complete,
    drunk,
    followed,
    gone,
    handed,
    opened,
    passed,
    talking,
    trusted,
)
from core.modes.story.config import StoryConfig
from core.modes.story.events import Cause, DialogueOpened, Moved, PlayerDid
from core.modes.story.naming import (
    item_anywhere,
    neat,
    people_listed,
    person_meant,
    place_meant,
    place_name,
    sentence,
    things,
    wrong,
)
from core.modes.story.rules.intents import intent
from core.modes.story.state import HERE, StoryState, known
from core.modes.story.words import words

Deed = Literal["talk", "part", "give", "take", "go", "use", "follow", "drop", "pick"]
DEEDS: tuple[Deed, ...] = get_args(Deed)

GIFT = 5
"""Trust that a gift earns by itself, and that asking for something costs; what is said of it comes on top."""


def done(
    state: State,
    at: datetime,
    what: str,
    target: str = "",
    *,
    item: str = "",
    quantity: int = 1,
    by: Cause = "player",
) -> PlayerDid:
    """What comes of a deed. `target` is a character (talk, follow, take) or a place (go); `quantity` 0 is all there is.

    Where a character does not want to, it is `refused` with a sentence. Raises `UsageError` where it cannot be.
    """
    deed = _deed(state, what)
    if state[StoryState].phase in ("creation", "epilogue"):
        raise UsageError(_words(state, "not_your_turn"))
    try:
        change = complete(state, *_CHANGES[deed](state, target, item, quantity))
    except Unwilling as unwilling:
        return PlayerDid(at=at, what=deed, text=unwilling.sentence, by=by, refused=True)
    return PlayerDid(at=at, what=deed, text=change.text, by=by, effects=change.effects)


def said(state: State, what: str, target: str = "", *, item: str = "", quantity: int = 1) -> str:
    """The player's line for a deed that can be done, before it is."""
    deed, story = _deed(state, what), state[StoryState]
    who = person_meant(state, target, story.people) or story.partner or neat(target)
    values = {"target": place_name(state, place_meant(state, target)) if deed == "go" else state.name_of(who)}
    thing = item_anywhere(state, item) or neat(item)
    values["item"] = state.setup[StoryConfig].setting.item_name(thing, state.setup.language)
    owner = {"take": who, "pick": HERE + story.here}.get(deed, PLAYER)
    values["things"] = things(state, thing, quantity or story.items_of(owner).get(thing, 0))
    stays = deed == "follow" and who in story.people and story.people[who].following
    return _words(state, "say_stay" if stays else f"say_{deed}", **values)


def talk(state: State, at: datetime, partner: str, *, by: Cause = "player") -> PlayerDid:
    """A talk with `partner` (id) begins; where the rules begin it, the player is where they are.

    Raises `UsageError` where it cannot be.
    """
    there = state[StoryState].people[partner].location if partner in state[StoryState].people else ""
    if by == "player" or not there or there == state[StoryState].here:
        return done(state, at, "talk", partner, by=by)
    # A run that begins with a talk begins where it is had.
    text = sentence(state, "opened", player=state.name_of(PLAYER), name=state.name_of(partner))
    change = complete(state, Change(text, (Moved(who=PLAYER, to=there), DialogueOpened(character=partner))))
    return PlayerDid(at=at, what="talk", text=change.text, by=by, effects=change.effects)


def read(state: State, at: datetime) -> list[PlayerDid]:
    """What the rules read from what the player just said, for a voice that cannot call tools; mostly nothing.

    What cannot be is refused with the sentence, so that whoever answers knows. In a fight the round reads the words.
    """
    story = state[StoryState]
    if not story.act or story.phase not in ("exploration", "dialogue"):
        return []
    meant = intent(story.act, known(story, state.setup))
    deed = next((each for each in DEEDS if each == meant.kind), None)
    if deed is None or _is_only_talk(state, deed, meant.target, meant.item):
        return []
    try:
        return [done(state, at, deed, meant.target, item=meant.item, quantity=meant.quantity, by="rules")]
    except UsageError as error:
        return [PlayerDid(at=at, what=deed, text=str(error), by="rules", refused=True)]


def _is_only_talk(state: State, deed: Deed, target: str, item: str) -> bool:
    """Whether words that name a deed are most likely just said: nobody is told off for a figure of speech."""
    story = state[StoryState]
    if deed in ("talk", "go"):
        # In a talk one speaks of places and people all the time.
        return story.phase == "dialogue" or target == story.here
    if deed == "part":
        return story.phase != "dialogue"
    if deed == "use":
        thing = state.setup[StoryConfig].setting.item(item)
        return thing is None or not thing.heals
    if deed == "follow":
        one = target or story.partner
        return one not in story.present() or story.people[one].following
    return False


def _deed(state: State, what: str) -> Deed:
    for deed in DEEDS:
        if deed == what:
            return deed
    raise UnknownName("deed", neat(what), DEEDS)


def _words(state: State, key: str, **values: object) -> str:
    return words(state.setup.language, key, part="doing", **values)


# One function a deed: what it changes, part by part. -----------------------------------------------------------------


def _talk(state: State, target: str, item: str, quantity: int) -> tuple[Change, ...]:
    return (opened(state, target),)


def _part(state: State, target: str, item: str, quantity: int) -> tuple[Change, ...]:
    return (closed(state),)


def _go(state: State, target: str, item: str, quantity: int) -> tuple[Change, ...]:
    return (gone(state, target),)


def _give(state: State, target: str, item: str, quantity: int) -> tuple[Change, ...]:
    story = state[StoryState]
    if story.phase != "dialogue":
        _not_in_a_fight(state)
        raise UsageError(_words(state, "give_whom", people=people_listed(state, story.present())))
    partner = talking(state)
    _is_partner(state, target)
    return handed(state, item, quantity, PLAYER, partner), trusted(state, partner, GIFT)


def _take(state: State, target: str, item: str, quantity: int) -> tuple[Change, ...]:
    story, least = state[StoryState], state.setup[StoryConfig].setting.rules.take_trust
    if story.phase != "dialogue":
        _not_in_a_fight(state)
        if one := person_meant(state, target, story.present()):
            raise Unwilling(_words(state, "stranger", name=state.name_of(one)))
        raise wrong(state, "no_dialogue", people=people_listed(state, story.present()))
    partner = talking(state)
    _is_partner(state, target)
    taken = handed(state, item, quantity, partner, PLAYER)
    if (trust := story.people[partner].trust) < least:
        raise Unwilling(_words(state, "will_not_give", name=state.name_of(partner), trust=trust, least=least))
    return taken, trusted(state, partner, -GIFT)


def _is_partner(state: State, target: str) -> None:
    """Raises `UsageError` where somebody else is named than whom the player talks with."""
    story = state[StoryState]
    if target and person_meant(state, target, story.people) != story.partner:
        raise wrong(state, "in_dialogue", name=state.name_of(story.partner))


def _use(state: State, target: str, item: str, quantity: int) -> tuple[Change, ...]:
    return (drunk(state, item),)


def _follow(state: State, target: str, item: str, quantity: int) -> tuple[Change, ...]:
    """Who goes along already stays here."""
    _not_in_a_fight(state)
    story = state[StoryState]
    one = person_meant(state, target or story.partner, story.present())
    if not one:
        raise UsageError(_words(state, "follow_whom", people=people_listed(state, story.present())))
    return (followed(state, one, not story.people[one].following),)


def _drop(state: State, target: str, item: str, quantity: int) -> tuple[Change, ...]:
    _not_in_a_fight(state)
    return (passed(state, item, quantity, PLAYER, HERE + state[StoryState].here),)


def _pick(state: State, target: str, item: str, quantity: int) -> tuple[Change, ...]:
    _not_in_a_fight(state)
    return (passed(state, item, quantity, HERE + state[StoryState].here, PLAYER),)


def _not_in_a_fight(state: State) -> None:
    if state[StoryState].called or state[StoryState].phase == "combat":
        raise wrong(state, "in_combat")


_CHANGES: dict[Deed, Callable[[State, str, str, int], tuple[Change, ...]]] = {
    "talk": _talk,
    "part": _part,
    "give": _give,
    "take": _take,
    "go": _go,
    "use": _use,
    "follow": _follow,
    "drop": _drop,
    "pick": _pick,
}
