"""What the rules make of the player's words where no model reads them: what is done, what cannot be and why.

A voice that can call tools reads them itself. What the rules offer as a choice is theirs to read whoever speaks.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime

import msgspec

from parley.core.base.errors import UsageError
from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story import changes, combat, trading
from parley.core.modes.story.answers import answer, possible
from parley.core.modes.story.changes import Change, Unwilling, after, complete
from parley.core.modes.story.checks import asked_for
from parley.core.modes.story.commands import is_command
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.doing import DEEDS, changed
from parley.core.modes.story.events import OfferMade, PlayerDid
from parley.core.modes.story.knowing import known
from parley.core.modes.story.naming import exits, neat, things
from parley.core.modes.story.options import options
from parley.core.modes.story.reasons import either, item_called, no_thing, nobody, reason, refused_way, ruling
from parley.core.modes.story.rules.parser import Intent, IntentKind, difficulty, intents, mechanical
from parley.core.modes.story.state import HERE, StoryState

TRADE = ("buy", "sell", "price", "accept", "haggle", "decline")
FIGHT = ("attack", "defend", "flee", "surrender", "parley", "try")
IDLE = ("wait", "say", "none")
QUESTIONS = ("ask", "meta")
MOST_ASKED = 2
"""How often a name is asked for again."""

SAID = ("go", "talk")
"""What ends a talk first where it is meant while one is had."""


def meant(state: State) -> tuple[Intent, ...]:
    """What the player's words of this turn mean."""
    story = state[StoryState]
    return intents(story.act, known(story, state.setup)) if story.act else ()


def is_offered(state: State) -> bool:
    """Whether the player's words are a choice of the rules: no reading is needed, they are their own words."""
    story, act = state[StoryState], state[StoryState].act.casefold()
    by = dict(zip(story.offered.choices, story.offered.words_by, strict=False)) if story.offered else {}
    offered = [
        each for each in (story.offered.choices if story.offered else ()) if each not in by or by[each].kind == "rules"
    ]
    return bool(act) and act in {each.casefold() for each in (*offered, *(one.text for one in options(state)))}


def only_asked(state: State) -> bool:
    """Whether the player only asked something: then nothing goes on around them meanwhile."""
    wishes = meant(state)
    return bool(wishes) and all(wish.kind in QUESTIONS for wish in wishes)


def read(state: State, at: datetime) -> list[PlayerDid]:
    """What comes of the player's words, wish by wish, each by what those before it leave; nothing for mere talk.

    In a fight only questions are answered here: the round reads the rest.
    """
    story = state[StoryState]
    if not story.act or story.phase not in ("exploration", "dialogue", "combat"):
        return []
    wishes = meant(state)
    if story.phase == "combat":
        wishes = tuple(wish for wish in wishes if wish.kind in QUESTIONS)
    return _one_by_one(state, at, wishes)


def no_name(state: State, at: datetime) -> PlayerDid | None:
    """Where the newest answer of the interview is a command, though a name was asked for: why it is asked again.

    Who says twice what is none is given a name.
    """
    story = state[StoryState]
    questions = state.setup[StoryConfig].setting.questions
    asked = questions[len(story.answers) - 1].about if 0 < len(story.answers) <= len(questions) else ""
    if asked != "name" or len(story.did) >= MOST_ASKED or not is_command(story.answers[-1]):
        return None
    return _event(at, "deed", reason(state, "no_name", text=neat(story.answers[-1])), refused=True)


def _one_by_one(state: State, at: datetime, wishes: Iterable[Intent]) -> list[PlayerDid]:
    """What comes of the wishes, each judged by what those before it left."""
    found: list[PlayerDid] = []
    wishes = list(wishes)
    for number, wish in enumerate(wishes, 1):
        for did in _wished(state, at, wish):
            found.append(did)
            state = after(state, did.effects)
        story = state[StoryState]
        if story.parting or story.called:
            break
        if any(isinstance(e, OfferMade) for did in found for e in did.effects):
            # An offer wants an answer first.
            waits = [each for each in wishes[number:] if each.kind not in (*IDLE, *QUESTIONS, *TRADE, "talk")]
            found += [_event(at, each.kind, reason(state, "later"), refused=True) for each in waits[:1]]
            break
    return found


def _wished(state: State, at: datetime, wish: Intent) -> list[PlayerDid]:
    """What comes of one wish."""
    story = state[StoryState]
    if wish.kind == "wait" or wish.kind == "say" or wish.kind == "none":
        return []
    if wish.kind in QUESTIONS:
        return [_event(at, wish.kind, answer(state, wish))]
    if story.phase == "dialogue" and wish.kind in SAID and not wish.near:
        return _away(state, at, wish)
    try:
        steps = _steps(state, wish)
    except UsageError as error:
        # An unwilling character is in the story, anything else is a mistake: both are told alike.
        return [_event(at, wish.kind, error.sentence, refused=True)]
    done: list[PlayerDid] = []
    for what, step in steps:
        try:
            change = complete(state, *step(state))
        except UsageError as error:
            if what in ("price", "buy") and not wish.item and not wish.unknown:
                # Whoever asks for the goods is told them.
                return [*done, _event(at, "ask", error.sentence)]
            return [*done, _event(at, what, error.sentence, refused=True)]
        did = _event(at, trading.outcome(what, change), change.text)
        done.append(msgspec.structs.replace(did, effects=change.effects, checks=change.checks))
        state = after(state, change.effects)
    return done


def _event(at: datetime, what: IntentKind, text: object, *, refused: bool = False) -> PlayerDid:
    if what == "wait" or what == "say" or what == "none":
        raise ValueError(what)
    return PlayerDid(at=at, what=what, text=str(text), by="rules", refused=refused)


Step = tuple[IntentKind, Callable[[State], tuple[Change, ...]]]


def _away(state: State, at: datetime, wish: Intent) -> list[PlayerDid]:
    """Who wants to go or to talk with somebody else ends the talk first; only where that is possible."""
    story = state[StoryState]
    possible_there = wish.target in exits(state) if wish.kind == "go" else wish.target in story.present()
    if not possible_there:
        why = refused_way(state, wish) if wish.kind == "go" else nobody(state, wish)
        return [_event(at, wish.kind, why, refused=True)]
    change = complete(state, changes.closed(state))
    return [PlayerDid(at=at, what="part", text=change.text, by="rules", effects=change.effects)]


def _steps(state: State, wish: Intent) -> list[Step]:
    """What has to be done for a wish, one after the other. Raises `UsageError` with what is in the way."""
    story, kind = state[StoryState], wish.kind
    if difficulty(story.act) and (wish.unknown or kind in ("try", "deed")):
        # The dice decide what is tried against a difficulty that is named.
        return []
    if wish.near:
        raise UsageError(reason(state, "which", names=either(state, wish.near)))
    if kind == "deed":
        return _unread(state, wish)
    if kind in FIGHT:
        return _unfought(state, wish)
    if kind in TRADE:
        if wish.unknown and not wish.item and kind in ("buy", "sell"):
            raise UsageError(no_thing(state, wish))
        return [(kind, lambda now: (trading.traded(now, wish),))]
    if kind == "go" and not wish.target:
        return [("go", lambda now: (changes.gone(now, _only_way(now, wish)),))]
    if kind == "talk" and wish.target not in story.people:
        raise UsageError(nobody(state, wish))
    if kind in ("give", "take", "pick", "drop", "use"):
        return _handled(state, wish)
    if kind == "follow":
        one = wish.target or story.partner or (story.present()[0] if len(story.present()) == 1 else "")
        if one in story.people and (story.people[one].following or (story.partner and one != story.partner)):
            return []
        return [_deed("follow", one)]
    if kind == "part" and story.phase != "dialogue":
        return []
    deed = next((each for each in DEEDS if each == kind), None)
    return [_deed(deed, wish.target, wish.item, wish.quantity)] if deed else []


def _handled(state: State, wish: Intent) -> list[Step]:
    """Something is given, taken, put down or used."""
    story, kind = state[StoryState], wish.kind
    mine, lying = story.items_of(PLAYER), story.items_of(HERE + story.here)
    if kind == "use" and wish.item in lying and not mine.get(wish.item, 0):
        raise UsageError(reason(state, "lies_here", item=item_called(state, wish.item)))
    if not wish.item:
        raise UsageError(no_thing(state, wish))
    if kind == "drop" and wish.item == "*":
        return [_deed("drop", item=item, quantity=0) for item, count in mine.items() if count > 0]
    if kind in ("give", "drop", "use") and not mine.get(wish.item, 0):
        raise UsageError(no_thing(state, wish))
    if kind == "use":
        thing = state.setup[StoryConfig].setting.item(wish.item)
        if thing is None or not thing.heals:
            raise UsageError(reason(state, "no_use", item=item_called(state, wish.item), possible=possible(state)))
        return [_deed("use", item=wish.item)]
    if kind in ("take", "pick"):
        return _taken(state, wish)
    if kind == "give" and wish.target in story.people and wish.target not in story.present():
        raise UsageError(nobody(state, wish))
    if kind == "give" and story.phase == "exploration" and wish.target in story.present():
        # Whoever gives something away turns to somebody with it.
        return [_deed("talk", wish.target), _deed("give", wish.target, wish.item, wish.quantity)]
    return [_deed(kind, wish.target, wish.item, wish.quantity)]


def _deed(what: IntentKind, target: str = "", item: str = "", quantity: int = 1) -> Step:
    return what, lambda now: changed(now, what, target, item, quantity)


def _taken(state: State, wish: Intent) -> list[Step]:
    """Something is taken: from where it lies, else from whom the player talks with, or is asked for."""
    story = state[StoryState]
    lying = story.items_of(HERE + story.here)
    if wish.item == "*":
        if not lying:
            raise UsageError(reason(state, "nothing_lies"))
        return [_deed("pick", item=item, quantity=0) for item in list(lying)]
    theirs = story.items_of(wish.target) if wish.target in story.people else {}
    if wish.item in lying and not theirs.get(wish.item, 0):
        return [_deed("pick", item=wish.item, quantity=wish.quantity)]
    if wish.target and wish.target not in story.present():
        raise UsageError(nobody(state, wish))
    if story.phase == "dialogue":
        return [_deed("take", wish.target or story.partner, wish.item, wish.quantity)]
    if wish.target:
        return [_deed("take", wish.target, wish.item, wish.quantity)]
    owner = next((one for one in story.present() if story.items_of(one).get(wish.item, 0) > 0), "")
    if owner:
        name = state.name_of(owner)
        raise Unwilling(reason(state, "belongs", name=name, item=item_called(state, wish.item)))
    if count := story.player.items.get(wish.item, 0):
        raise UsageError(ruling(state, "has_already", item=things(state, wish.item, count)))
    raise UsageError(no_thing(state, wish))


def _unread(state: State, wish: Intent) -> list[Step]:
    """Words that are no command: the dice decide where they are asked for, else nothing comes of them."""
    if mechanical(wish.clause) or asked_for(wish.clause):
        return []
    raise UsageError(reason(state, "unread", possible=possible(state)))


def _unfought(state: State, wish: Intent) -> list[Step]:
    """Blows: a fight that can begin is begun by its own rules, and a deed against a thing is told, with dice."""
    if wish.kind == "flee":
        raise UsageError(refused_way(state, wish))
    if wish.kind == "try":
        return []
    if wish.kind != "attack":
        raise UsageError(reason(state, "no_fight", possible=possible(state)))
    if not wish.unknown and combat.attacked(state, wish.target):
        return []
    if not wish.target and not wish.unknown and not state[StoryState].present():
        raise UsageError(reason(state, "no_fight", possible=possible(state)))
    raise UsageError(nobody(state, wish))


def _only_way(state: State, wish: Intent) -> str:
    """The one way that there is for who wants out; else the name that was said, which is none."""
    ways = exits(state)
    if not wish.unknown and len(ways) == 1:
        return ways[0]
    raise UsageError(refused_way(state, wish))
