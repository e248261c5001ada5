"""What the rules make of the player's words: what is done, what cannot be and why, and what a question gets.

It is read for every voice before anybody speaks, so that nobody tells of a deed that did not happen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime

import msgspec

from parley.core.base.errors import UsageError
from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story import changes, combat, trading
from parley.core.modes.story.answers import answer
from parley.core.modes.story.changes import Change, Unwilling, after, complete
from parley.core.modes.story.checks import asked_for
from parley.core.modes.story.commands import is_command
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.doing import DEEDS, changed, priced
from parley.core.modes.story.events import DialogueClosed, OfferMade, PlayerDid
from parley.core.modes.story.knowing import known
from parley.core.modes.story.listening import listener
from parley.core.modes.story.naming import exits, having, neat, things
from parley.core.modes.story.reasons import either, item_called, no_thing, nobody, reason, refused_way, ruling, typed
from parley.core.modes.story.refusing import colours, named, refusal, shown
from parley.core.modes.story.rules.intents import (
    Intent,
    IntentKind,
    difficulty,
    intents,
    line_of,
    mechanical,
    wordlist,
    words_of,
)  # fmt: skip
from parley.core.modes.story.rules.wishes import STEALTH
from parley.core.modes.story.state import HERE, StoryState

TRADE = ("buy", "sell", "price", "accept", "haggle", "decline", "threaten")
FIGHT = ("attack", "defend", "flee", "surrender", "parley", "cast", "try")
IDLE = ("wait", "say", "none")
QUESTIONS = ("ask", "meta")
MOST_ASKED = 2
"""How often a name is asked for again."""

SAID = ("go", "talk")
"""What ends a talk first where it is meant while one is had."""


def meant(state: State) -> tuple[Intent, ...]:
    """What the player's words of this turn mean."""
    story = state[StoryState]
    wishes = _together(state, intents(story.act, known(story, state.setup)) if story.act else ())
    # "Too much. I'd pay four" is one answer to an offer.
    return tuple(
        wish
        for number, wish in enumerate(wishes)
        if (wish.kind != "haggle" or not any(each.kind in ("haggle", "buy", "sell") for each in wishes[number + 1 :]))
        # "A cordial, please. How much is it?" is one question.
        and (wish.kind != "price" or not any((each.kind, each.item) == ("buy", wish.item) for each in wishes[:number]))
    )


def _together(state: State, wishes: tuple[Intent, ...]) -> tuple[Intent, ...]:
    """The wishes, with what is to be had for a price from one and the same as one purchase."""
    story = state[StoryState]
    theirs = story.items_of(story.partner) if story.phase == "dialogue" else {}

    def bought(wish: Intent) -> bool:
        if not theirs.get(wish.item) or wish.swap or wish.about or wish.target not in ("", story.partner):
            return False
        asked = wish.kind in ("take", "pick") and priced(state, story.partner, wish.item)
        return asked or wish.kind in ("buy", "price")

    trades = list({wish.item: wish for wish in wishes if bought(wish)}.values())
    if len(trades) < 2:
        return wishes
    (first, *others), price = trades, sum(wish.price for wish in trades)
    more = tuple(each for wish in trades for each in ((wish.item, wish.quantity), *wish.more))[1:]
    one = replace(first, kind="buy", target="", price=price, more=more)
    return tuple(one if wish is first else wish for wish in wishes if wish not in others)


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
    if story.phase != "combat":
        return _one_by_one(state, at, wishes)
    found = _one_by_one(state, at, [wish for wish in wishes if wish.kind in QUESTIONS])
    for wish in wishes:
        if wish.kind == "attack" and wish.unknown and {"with", "mit"}.intersection(words_of(wish.clause)):
            # They strike with what they have.
            found.append(_event(at, "attack", no_thing(state, replace(wish, kind="use", item="")), refused=True))
    return found


def no_name(state: State, at: datetime) -> PlayerDid | None:
    """Where the newest answer of the interview is no name, though one was asked for: why it is asked again.

    Who says twice what is none, or wants to go on, is given a name.
    """
    story = state[StoryState]
    questions = state.setup[StoryConfig].setting.questions
    asked = questions[len(story.answers) - 1].about if 0 < len(story.answers) <= len(questions) else ""
    if asked != "name" or len(story.did) >= MOST_ASKED:
        return None
    said = story.answers[-1]
    # By the rules alone: any two words may be somebody's name.
    wish = next((each for each in line_of(said, known(story, state.setup)).read() if each.kind not in IDLE), None)
    if (wish is None or wish.kind == "deed") and not _commands(said):
        return None
    return _event(at, "deed", reason(state, "no_name", text=neat(said)), refused=True)


def _commands(said: str) -> bool:
    """Whether words that are no name say what to do: "open the door"."""
    words_said = words_of(said)
    return (len(words_said) > 1 and words_said[0] in wordlist("doing") | wordlist("harmless")) or is_command(said)


def left(state: State, at: datetime) -> list[PlayerDid]:
    """What the player wanted to do when the talk is over that they ended with the same words."""
    story = state[StoryState]
    # The rules may end a talk otherwise, too: as the story does.
    if story.phase != "exploration" or [(did.what, did.by) for did in story.did] != [("part", "rules")]:
        return []
    here, closing = known(story, state.setup), story.did[0].effects
    gone = [effect.character for effect in closing if isinstance(effect, DialogueClosed)]
    wishes = [
        wish
        for wish in intents(story.act, here)
        if (wish.kind != "go" or wish.target or wish.unknown or wish.near)
        and (wish.kind, wish.target) != ("talk", *gone)
    ]
    places = [number for number, wish in enumerate(wishes) if wish.kind in SAID]
    wishes = wishes[min(places) :] if places else []
    left = [wish for wish in wishes if not (wish.kind in IDLE or wish.kind in QUESTIONS or wish.kind == "part")]
    return _one_by_one(state, at, left)


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
        one = listener(state, wish)
        if one:
            change = complete(state, *changed(state, "talk", one, "", 1))
            return [msgspec.structs.replace(_event(at, "talk", change.text), effects=change.effects)]
        return [_event(at, wish.kind, answer(state, wish))]
    if story.phase == "dialogue" and wish.kind in SAID and not wish.near:
        return _away(state, at, wish)
    try:
        steps = _steps(state, wish)
    except Unwilling as unwilling:
        return [_event(at, wish.kind, unwilling.sentence, refused=True)]
    except UsageError as error:
        return [_event(at, wish.kind, str(error), refused=True)]
    if not steps and wish.kind == "use" and story.player.items.get(wish.item, 0) and shown(wish.clause):
        # A bell is rung, a lantern lit: it changes nothing, and has happened.
        text = reason(state, "put_to_use", name=state.name_of(PLAYER), item=item_called(state, wish.item))
        return [_event(at, "use", text)]
    done: list[PlayerDid] = []
    for what, step in steps:
        try:
            change = complete(state, *step(state))
        except UsageError as error:
            if what in ("price", "buy") and not wish.item and not wish.unknown:
                # Whoever asks for the goods is told them.
                return [*done, _event(at, "ask", error.sentence)]
            # An unwilling character is in the story, anything else is a mistake: both are told alike.
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
    story = state[StoryState]
    if wish.unknown and difficulty(story.act):
        # The dice decide what is tried against a difficulty that is named.
        return []
    if wish.near:
        raise UsageError(reason(state, "which", names=either(state, wish.near)))
    kind = wish.kind
    if kind == "deed" or (kind == "cast" and not difficulty(story.act)):
        return _unread(state, wish)
    if kind in FIGHT:
        return _unfought(state, wish)
    if kind in TRADE:
        return _bargain(state, wish)
    if kind == "go" and (not wish.target or wish.unknown):
        return [("go", lambda now: (changes.gone(now, _only_way(now, wish)),))]
    if kind == "talk" and (wish.target not in story.people or wish.unknown):
        raise UsageError(nobody(state, wish))
    if wish.about == STEALTH:
        return _stolen(state, wish)
    here = story.items_of(PLAYER).get(wish.item, 0) + story.items_of(HERE + story.here).get(wish.item, 0)
    if kind in ("drop", "use", "pick") and not here and colours(wish.clause):
        return []
    if kind == "use" and wish.item in story.items_of(HERE + story.here) and not story.player.items.get(wish.item, 0):
        raise UsageError(reason(state, "lies_here", item=item_called(state, wish.item)))
    if kind in ("give", "take", "pick", "drop", "use") and (wish.unknown or not wish.item):
        raise UsageError(no_thing(state, wish))
    if kind == "drop" and wish.item == "*":
        return [_deed("drop", item=item, quantity=0) for item, count in story.player.items.items() if count > 0]
    if kind in ("give", "drop", "use") and not story.player.items.get(wish.item, 0):
        raise UsageError(no_thing(state, wish))
    if kind == "use":
        return _used(state, wish)
    if kind == "follow" and story.phase == "dialogue" and wish.target not in ("", story.partner):
        return []
    if kind == "follow":
        one = wish.target or story.partner or (story.present()[0] if len(story.present()) == 1 else "")
        if one in story.people and story.people[one].following:
            return []
        return [_deed("follow", one)]
    if kind in ("take", "pick"):
        return _taken(state, wish)
    if kind == "give" and wish.target in story.people and wish.target not in story.present():
        raise UsageError(nobody(state, wish))
    if kind == "give" and story.phase == "exploration" and wish.target in story.present():
        # Whoever gives something away turns to somebody with it.
        return [_deed("talk", wish.target), _deed("give", wish.target, wish.item, wish.quantity)]
    if kind == "part" and story.phase != "dialogue":
        return []
    deed = next((each for each in DEEDS if each == kind), None)
    return [_deed(deed, wish.target, wish.item, wish.quantity)] if deed else []


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
    if story.phase == "dialogue" and wordlist("stealing").intersection(words_of(wish.clause)):
        # Nobody is robbed by the way: whoever wants it pays, threatens or fights.
        raise Unwilling(reason(state, "held", name=state.name_of(story.partner), item=item_called(state, wish.item)))
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


def _stolen(state: State, wish: Intent) -> list[Step]:
    """Something is taken unseen: from where it lies; nobody who is there lets it happen."""
    story = state[StoryState]
    if wish.target and wish.target not in story.present():
        raise UsageError(nobody(state, wish))
    watching = (
        [wish.target] if wish.target else [one for one in story.present() if story.items_of(one).get(wish.item, 0)]
    )
    if wish.item in story.items_of(HERE + story.here) and not wish.target:
        return [_deed("pick", item=wish.item, quantity=wish.quantity)]
    if not watching:
        raise UsageError(no_thing(state, replace(wish, kind="pick")))
    name, has = state.name_of(watching[0]), story.items_of(watching[0])
    if has.get(wish.item, 0):
        raise Unwilling(reason(state, "watched", name=name, item=item_called(state, wish.item)))
    if wish.item:
        raise UsageError(
            ruling(state, "has_not", owner=name, item=item_called(state, wish.item), items=having(state, has))
        )
    raise Unwilling(reason(state, "watched_all", name=name, items=having(state, has)))


def _used(state: State, wish: Intent) -> list[Step]:
    story, setting = state[StoryState], state.setup[StoryConfig].setting
    thing, has = setting.item(wish.item), story.player.items.get(wish.item, 0) > 0
    if not has or wish.about == "eat" or (thing is not None and thing.heals):
        return [_deed("use", item=wish.item)]
    if shown(wish.clause):
        return []
    raise UsageError(reason(state, "no_use", item=item_called(state, wish.item), possible=named(state)).rstrip())


def _unread(state: State, wish: Intent) -> list[Step]:
    """A deed that nothing fits: the dice decide where they are called for, else nothing comes of it."""
    if wish.kind != "cast" and (difficulty(wish.clause) or mechanical(wish.clause) or asked_for(wish.clause)):
        return []
    if wish.kind == "deed" and colours(wish.clause):
        # It is told, and changes nothing.
        return []
    raise UsageError(refusal(state, wish.clause, typed(state, wish.clause)))


def _unfought(state: State, wish: Intent) -> list[Step]:
    """Blows, where nobody is there to be hit; a fight that can begin is begun by its own rules."""
    story = state[StoryState]
    if wish.kind == "flee":
        raise UsageError(refused_way(state, wish))
    if wish.kind != "attack":
        if difficulty(story.act):
            return []
        raise UsageError(reason(state, "no_fight", possible=named(state)).rstrip())
    if not wish.unknown and combat.attacked(state, wish.target):
        return []
    if not wish.unknown and not wish.target and not story.present():
        raise UsageError(reason(state, "no_fight", possible=named(state)).rstrip())
    raise UsageError(nobody(state, wish))


def _bargain(state: State, wish: Intent) -> list[Step]:
    """A trade, or a threat, which whoever is meant answers."""
    story = state[StoryState]
    if wish.unknown and not wish.item and wish.kind in ("buy", "price") and story.phase == "dialogue":
        owner, has = state.name_of(story.partner), having(state, story.items_of(story.partner))
        raise UsageError(ruling(state, "has_not", owner=owner, item=typed(state, wish.unknown), items=has))
    if wish.unknown and not wish.item and wish.kind in ("buy", "sell"):
        raise UsageError(no_thing(state, wish))
    return [(wish.kind, lambda now: (trading.traded(now, wish),))]


def _only_way(state: State, wish: Intent) -> str:
    """The one way that there is for who wants out; else the name that was said, which is none."""
    ways = exits(state)
    if not wish.unknown and len(ways) == 1:
        return ways[0]
    raise UsageError(refused_way(state, wish))
