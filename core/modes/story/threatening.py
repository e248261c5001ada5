"""A threat outside a fight: it is no purchase. It frightens, or it is answered."""

from __future__ import annotations

from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story.changes import Change
from parley.core.modes.story.events import (
    AnyEffect,
    DialogueClosed,
    FoesCalled,
    Followed,
    ItemMoved,
    OfferClosed,
    StatusSet,
)
from parley.core.modes.story.fighters import LASTS, courage_of
from parley.core.modes.story.naming import item_among, things
from parley.core.modes.story.pricing import cannot, figure, phrase, trusting
from parley.core.modes.story.pricing import check as thrown
from parley.core.modes.story.rules.parser import Intent
from parley.core.modes.story.state import StoryState


def threatened(state: State, meant: Intent) -> Change:
    """Somebody is frightened into giving what is demanded, or stands up to it; guards and foes strike back."""
    story = state[StoryState]
    who = meant.target if story.is_here(meant.target) else story.partner if not meant.target else ""
    if not who or who not in story.people:
        raise cannot(state, "threaten_whom")
    standing = story.people[who]
    against = courage_of(state, who)
    check = thrown(state, "threat", against)
    told = {"total": check.roll.total, "against": against, "name": state.name_of(who), "player": state.name_of(PLAYER)}
    effects: list[AnyEffect] = []
    if standing.following:
        effects.append(Followed(character=who, on=False))
    if check.success:
        effects += [StatusSet(who=who, status="afraid", turns=LASTS["afraid"])]
        effects += trusting(state, who, figure("threats", "trust"))
        item = item_among(state, meant.item, standing.items) if meant.item else ""
        if not item:
            return Change(phrase(state, "cowers", **told), tuple(effects), (check,))
        count = min(meant.quantity or standing.items[item], standing.items[item])
        effects.insert(0, ItemMoved(item=item, quantity=count, giver=who, receiver=PLAYER))
        if story.offer is not None:
            effects.append(OfferClosed(how="withdrawn"))
        text = phrase(state, "yields", things=things(state, item, count), **told)
        return Change(text, tuple(effects), (check,))
    effects += trusting(state, who, figure("threats", "failed"))
    if story.offer is not None:
        effects.append(OfferClosed(how="withdrawn"))
    fighter = standing.person.archetype in {"guard", "foe"}
    if fighter or check.roll.total + figure("threats", "blows") <= against:
        if story.phase == "dialogue":
            effects.append(DialogueClosed(character=story.partner))
        effects.append(FoesCalled(foes=(standing.person,)))
        return Change(phrase(state, "fights_back", **told), tuple(effects), (check,))
    effects.append(StatusSet(who=who, status="angry", turns=LASTS["afraid"]))
    return Change(phrase(state, "defies", **told), tuple(effects), (check,))
