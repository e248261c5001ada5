"""What the rules make of the player's words: what is done, what cannot be and why, and what a question gets.

It is read for every voice before anybody speaks, so that nobody tells of a deed that did not happen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import datetime

import msgspec

from core.base.errors import UsageError
from core.cast.member import PLAYER
from core.log.state import State
from core.modes.story import changes, combat, trading
from core.modes.story.answers import answer
from core.modes.story.changes import Change, Unwilling, after, complete
from core.modes.story.checks import asked_for
from core.modes.story.commands import is_command
from core.modes.story.config import StoryConfig
from core.modes.story.doing import DEEDS, changed
from core.modes.story.events import DialogueClosed, OfferMade, PlayerDid
from core.modes.story.knowing import known
from core.modes.story.naming import exits, neat, people_listed, place_name, places_listed, shut, things
from core.modes.story.refusing import colours, named, refusal, shown
from core.modes.story.rules.intents import (
    Intent,
    IntentKind,
    difficulty,
    intents,
    line_of,
    mechanical,
    wordlist,
    words_of,
)  # fmt: skip
from core.modes.story.state import HERE, StoryState
from core.modes.story.words import listed, words

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
    wishes = intents(story.act, known(story, state.setup)) if story.act else ()
    # "Too much. I'd pay four" is one answer to an offer.
    return tuple(
        wish
        for number, wish in enumerate(wishes)
        if (wish.kind != "haggle" or not any(each.kind in ("haggle", "buy", "sell") for each in wishes[number + 1 :]))
        # "A cordial, please. How much is it?" is one question.
        and (wish.kind != "price" or not any((each.kind, each.item) == ("buy", wish.item) for each in wishes[:number]))
    )


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
            found.append(_event(at, "attack", _no_thing(state, replace(wish, kind="use", item="")), refused=True))
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
    return _event(at, "deed", _word(state, "no_name", text=neat(said)), refused=True)


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
    for wish in wishes:
        for did in _wished(state, at, wish):
            found.append(did)
            state = after(state, did.effects)
        story = state[StoryState]
        if story.parting or story.called or any(isinstance(e, OfferMade) for did in found for e in did.effects):
            # What else they want is done when the talk is over, or the offer is answered.
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
    except Unwilling as unwilling:
        return [_event(at, wish.kind, unwilling.sentence, refused=True)]
    except UsageError as error:
        return [_event(at, wish.kind, str(error), refused=True)]
    done: list[PlayerDid] = []
    for what, step in steps:
        try:
            change = complete(state, *step(state))
        except UsageError as error:
            if what == "price" and not wish.item:
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
        reason = _refused_way(state, wish) if wish.kind == "go" else _nobody(state, wish)
        return [_event(at, wish.kind, reason, refused=True)]
    change = complete(state, changes.closed(state))
    return [PlayerDid(at=at, what="part", text=change.text, by="rules", effects=change.effects)]


def _steps(state: State, wish: Intent) -> list[Step]:
    """What has to be done for a wish, one after the other. Raises `UsageError` with what is in the way."""
    story = state[StoryState]
    if wish.unknown and difficulty(story.act):
        # The dice decide what is tried against a difficulty that is named.
        return []
    if wish.near:
        raise UsageError(_word(state, "which", names=_either(state, wish.near)))
    kind = wish.kind
    if kind == "deed" or (kind == "cast" and not difficulty(story.act)):
        return _unread(state, wish)
    if kind in FIGHT:
        return _unfought(state, wish)
    if kind in TRADE:
        return _bargain(state, wish)
    if kind == "go" and (not wish.target or wish.unknown):
        return [("go", lambda now: (changes.gone(now, _only_way(now, wish)),))]
    if kind == "talk" and (not wish.target or wish.unknown):
        raise UsageError(_nobody(state, wish))
    here = story.items_of(PLAYER).get(wish.item, 0) + story.items_of(HERE + story.here).get(wish.item, 0)
    if kind in ("drop", "use", "pick") and not here and colours(wish.clause):
        return []
    if kind in ("give", "take", "pick", "drop", "use") and (wish.unknown or not wish.item):
        raise UsageError(_no_thing(state, wish))
    if kind in ("give", "drop", "use") and not story.player.items.get(wish.item, 0):
        raise UsageError(_no_thing(state, wish))
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
        raise UsageError(_nobody(state, wish))
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
            raise UsageError(_word(state, "nothing_lies"))
        return [_deed("pick", item=item, quantity=0) for item in list(lying)]
    theirs = story.items_of(wish.target) if wish.target in story.people else {}
    if wish.item in lying and not theirs.get(wish.item, 0):
        return [_deed("pick", item=wish.item, quantity=wish.quantity)]
    if wish.target and wish.target not in story.present():
        raise UsageError(_nobody(state, wish))
    if story.phase == "dialogue" and wordlist("stealing").intersection(words_of(wish.clause)):
        # Nobody is robbed by the way: whoever wants it pays, threatens or fights.
        raise Unwilling(_word(state, "held", name=state.name_of(story.partner), item=_item(state, wish.item)))
    if story.phase == "dialogue":
        return [_deed("take", wish.target or story.partner, wish.item, wish.quantity)]
    if wish.target:
        return [_deed("take", wish.target, wish.item, wish.quantity)]
    owner = next((one for one in story.present() if story.items_of(one).get(wish.item, 0) > 0), "")
    if owner:
        name = state.name_of(owner)
        raise Unwilling(_word(state, "belongs", name=name, item=_item(state, wish.item)))
    raise UsageError(_no_thing(state, wish))


def _used(state: State, wish: Intent) -> list[Step]:
    story, setting = state[StoryState], state.setup[StoryConfig].setting
    thing, has = setting.item(wish.item), story.player.items.get(wish.item, 0) > 0
    if not has or wish.about == "eat" or (thing is not None and thing.heals):
        return [_deed("use", item=wish.item)]
    if shown(wish.clause):
        return []
    raise UsageError(_word(state, "no_use", item=_item(state, wish.item), possible=named(state)).rstrip())


def _unread(state: State, wish: Intent) -> list[Step]:
    """A deed that nothing fits: the dice decide where they are called for, else nothing comes of it."""
    if wish.kind != "cast" and (difficulty(wish.clause) or mechanical(wish.clause) or asked_for(wish.clause)):
        return []
    if wish.kind == "deed" and colours(wish.clause):
        # It is told, and changes nothing.
        return []
    raise UsageError(refusal(state, wish.clause, _typed(state, wish.clause)))


def _unfought(state: State, wish: Intent) -> list[Step]:
    """Blows, where nobody is there to be hit; a fight that can begin is begun by its own rules."""
    story = state[StoryState]
    if wish.kind == "flee":
        raise UsageError(_refused_way(state, wish))
    if wish.kind != "attack":
        if difficulty(story.act):
            return []
        raise UsageError(_word(state, "no_fight", possible=named(state)).rstrip())
    if not wish.unknown and combat.attacked(state, wish.target):
        return []
    if not wish.unknown and not wish.target and not story.present():
        raise UsageError(_word(state, "no_fight", possible=named(state)).rstrip())
    raise UsageError(_nobody(state, wish))


def _bargain(state: State, wish: Intent) -> list[Step]:
    """A trade, or a threat, which whoever is meant answers."""
    if wish.unknown and not wish.item and wish.kind in ("buy", "sell"):
        raise UsageError(_no_thing(state, wish))
    return [(wish.kind, lambda now: (trading.traded(now, wish),))]


def _only_way(state: State, wish: Intent) -> str:
    """The one way that there is for who wants out; else the name that was said, which is none."""
    ways = exits(state)
    if not wish.unknown and len(ways) == 1:
        return ways[0]
    raise UsageError(_refused_way(state, wish))


def _refused_way(state: State, wish: Intent) -> str:
    ways = places_listed(state, exits(state))
    if wish.target:
        here = place_name(state, state[StoryState].here)
        if why := shut(state, wish.target):
            return why
        if wish.target == state[StoryState].here:
            return _tool(state, "there_already", name=here, places=ways)
        return _tool(state, "no_way", name=place_name(state, wish.target), here=here, places=ways)
    if wish.unknown:
        return _tool(state, "no_place", name=_typed(state, wish.unknown), places=ways)
    return _word(state, "whither", places=ways)


def _nobody(state: State, wish: Intent) -> str:
    """Why whoever is meant cannot be spoken to, or struck."""
    story = state[StoryState]
    here = people_listed(state, story.present())
    if wish.target in story.people:
        key = "not_here" if story.people[wish.target].health > 0 else "out_of_story"
        return _tool(state, key, name=state.name_of(wish.target), people=here)
    if wish.unknown:
        return _tool(state, "no_person", name=_typed(state, wish.unknown), people=here)
    return _word(state, "whom", people=here)


def _no_thing(state: State, wish: Intent) -> str:
    """Why a thing is not to be had or given: where it could be looked for."""
    story = state[StoryState]
    mine, lying = story.items_of(PLAYER), story.items_of(HERE + story.here)
    name = _item(state, wish.item) if wish.item else _typed(state, wish.unknown)
    key = "not_carried" if wish.kind in ("give", "drop", "use", "sell") else "not_lying"
    shown = mine if key == "not_carried" else lying
    listing = ", ".join(things(state, item, count) for item, count in shown.items() if count > 0)
    return _word(state, key if name else f"{key}_what", item=name, items=listing or _tool(state, "nothing"))


def _typed(state: State, words_read: str) -> str:
    """Words as the player wrote them, with their capitals."""
    act = " ".join(state[StoryState].act.replace("’", "'").split())
    at = act.casefold().find(words_read)
    return neat(act[at : at + len(words_read)] if at >= 0 and len(act) == len(act.casefold()) else words_read)


def _either(state: State, ids: tuple[str, ...]) -> str:
    setting, language = state.setup[StoryConfig].setting, state.setup.language
    story = state[StoryState]

    def name(one: str) -> str:
        if one in story.people:
            return state.name_of(one)
        if foe := setting.foe(one):
            return foe.name.text(language)
        return place_name(state, one) if setting.place(one) else setting.item_name(one, language)

    return listed(language, [name(one) for one in ids[:8]])


def _item(state: State, item: str) -> str:
    return state.setup[StoryConfig].setting.item_name(item, state.setup.language)


def _word(state: State, key: str, **values: object) -> str:
    told = words(state.setup.language, key, part="reading", **values)
    return told[:1].upper() + told[1:]


def _tool(state: State, key: str, **values: object) -> str:
    return words(state.setup.language, key, part="tools", **values)
