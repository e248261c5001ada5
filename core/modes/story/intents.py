"""What the rules make of the player's words where no model reads them: what is done, what cannot be and why.

A voice that can call tools reads them itself. What the rules offer as a choice is theirs to read whoever speaks.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime

import msgspec

from parley.core.base.errors import UsageError
from parley.core.base.keywords import find_nouns
from parley.core.base.stems import stems
from parley.core.cast.member import PLAYER
from parley.core.formats import join_names
from parley.core.log.state import State
from parley.core.modes.story import changes, combat, deeds, naming
from parley.core.modes.story.changes import Change, complete, fold_effects
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import PlayerDid
from parley.core.modes.story.rules.names import wordlist, words_of
from parley.core.modes.story.rules.parser import SMALL, Intent, IntentKind, find_dice, find_difficulty
from parley.core.modes.story.state import HERE, StoryState, inventory
from parley.core.modes.story.words import add_capital, words

SHORTEST_DETAIL = 3
"""Letters of a word by which a detail is known, at most as many say nothing."""


def build_answer(state: State, wish: Intent) -> str:
    """Return the answer to a question."""
    if wish.kind == "meta":
        return carried(state)
    if wish.target or wish.item:
        return _describe_known_thing(state, wish)
    if detail := _describe_detail(state, wish.clause):
        return detail
    return " ".join((describe_here(state), describe_options(state)))


def _describe_detail(state: State, clause: str) -> str:
    """Return what is written of a detail of the place that is looked at; empty where the words name none."""
    here, language = state.setup[StoryConfig].setting.place(state[StoryState].here), state.setup.language
    said = {stem for stem in stems(clause, language) if len(stem) > SHORTEST_DETAIL and stem not in wordlist("around")}
    if here is None or not said:
        return ""
    texts = [sight.text.text(language) for sight in here.sights]  # sights first: of equals `max` returns the first
    texts += [part.strip() for part in re.split(r"(?<=[.!?])\s", here.description.text(language))]

    def count_shared(text: str) -> int:
        # "Ofen" is in "Ofenrand".
        return sum(any(word.startswith(each) for word in stems(text, language)) for each in said)

    best = max(texts, key=count_shared, default="")
    if best and count_shared(best):
        return best
    named = find_nouns(clause, "de" if language == "de" else "en")
    return _format_answer(state, "nothing_special", detail=named[0]) if named else ""


def describe_options(state: State) -> str:
    """Return what one can do here: the ways, the people, the things."""
    told = [describe_ways(state), describe_people(state)]
    if state[StoryState].get_items_of(HERE + state[StoryState].here):
        told.append(describe_ground(state))
    if state[StoryState].phase == "dialogue":
        told = [_format_answer(state, "talking", name=state.name_of(state[StoryState].partner))]
    return " ".join(told)


def describe_ways(state: State) -> str:
    """Return the places to which one gets from here."""
    names = [naming.place_name(state, way) for way in naming.list_exits(state)]
    return _format_answer(state, "ways", places=_format_name_list(state, names))


def describe_people(state: State) -> str:
    """Return who is here; in a fight, against whom it is."""
    story = state[StoryState]
    present = _format_name_list(state, [state.name_of(one) for one in story.present()], "nobody")
    told = [_format_answer(state, "people", people=present)]
    against = ((one, story.people[one]) for one in (story.fight.foes if story.fight else ()))
    # "mire lamp (4/9)".
    foes = [f"{state.name_of(one)} ({foe.health}/{foe.person.health})" for one, foe in against if foe.health > 0]
    told += [_format_answer(state, "foes", people=_format_name_list(state, foes))] if foes else []
    return " ".join(told)


def describe_ground(state: State) -> str:
    """Return what lies here, as a sentence."""
    return _format_answer(state, "lying", items=_list_owned_items(state, HERE + state[StoryState].here))


def carried(state: State) -> str:
    """Return what the player carries, as a sentence."""
    return _format_answer(state, "carried", items=_list_owned_items(state, PLAYER))


def describe_here(state: State) -> str:
    """Return where one is, and what it looks like."""
    here = state.setup[StoryConfig].setting.place(state[StoryState].here)
    name = naming.place_name(state, state[StoryState].here)
    described = here.description.text(state.setup.language) if here else ""
    return _format_answer(state, "place", place=name, described=described).strip()


def _describe_known_thing(state: State, wish: Intent) -> str:
    """Return what one knows of somebody, something or some place that was asked about."""
    story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    if wish.item:
        thing = setting.find_item(wish.item)
        looks = thing.description.text(language) if thing and thing.description else ""
        name = setting.item_name(wish.item, language)
        for key, owner in (("thing_mine", PLAYER), ("thing_here", HERE + story.here)):
            if count := story.get_items_of(owner).get(wish.item, 0):
                return f"{_format_answer(state, key, item=f'{count} × {name}')} {looks}".strip()
        if owner := next((one for one in story.present() if story.get_items_of(one).get(wish.item, 0) > 0), ""):
            return f"{_format_answer(state, 'thing_theirs', item=name, name=state.name_of(owner))} {looks}".strip()
        return f"{_format_answer(state, 'thing_away', item=name)} {describe_ground(state)}"
    if wish.target in story.people:
        someone = setting.someone(wish.target)
        role = someone.role.text(language) if someone else ""
        name = state.name_of(wish.target)
        if wish.target in story.present():
            return _format_answer(state, "person_here" if role else "is_here", name=name, role=role)
        return " ".join((_format_answer(state, "person_away", name=name), describe_people(state)))
    if wish.target == story.here:
        return " ".join((describe_here(state), describe_ways(state)))
    key = "way_there" if wish.target in naming.list_exits(state) else "no_way_there"
    return f"{_format_answer(state, key, place=naming.place_name(state, wish.target))} {describe_ways(state)}"


def _list_owned_items(state: State, owner: str) -> str:
    story, setting = state[StoryState], state.setup[StoryConfig].setting
    had = inventory(setting, story.get_items_of(owner), state.setup.language)
    return _format_name_list(state, [name if count == 1 else f"{count} × {name}" for _item, name, count in had])


def _format_name_list(state: State, names: list[str], none: str = "nothing") -> str:
    return join_names(names, state.setup.language) if names else words(state.setup.language, none, part="tools")


def _format_answer(state: State, key: str, **values: object) -> str:
    return add_capital(words(state.setup.language, key, part="answers", **values))


FIGHT = ("attack", "defend", "flee", "try")
QUESTIONS = ("ask", "meta")
AFTER_FIGHT = ("pick", "take", "drop", "give", "buy", "sell", "follow")
"""What is done with things and people that nobody has a hand for in a fight."""
SAID = ("go", "talk")
"""What ends a talk first where it is meant while one is had."""


def is_offered(state: State) -> bool:
    """Return whether the player's words are a choice of the rules: no reading is needed, they are their own words."""
    story, act = state[StoryState], state[StoryState].act.casefold()
    by = dict(zip(story.offered.choices, story.offered.words_by, strict=False)) if story.offered else {}
    choices = story.offered.choices if story.offered else ()
    return bool(act) and act in {each.casefold() for each in choices if each not in by or by[each].kind == "rules"}


def only_asked(state: State) -> bool:
    """Return whether the player only asked something: then nothing goes on around them meanwhile."""
    wishes = naming.read_wishes(state)
    return bool(wishes) and all(wish.kind in QUESTIONS for wish in wishes)


def read(state: State, at: datetime) -> list[PlayerDid]:
    """Return what comes of the player's words, wish by wish, each by what those before it leave; nothing for mere talk.

    In a fight only questions are answered here: the round reads the rest.
    """
    story = state[StoryState]
    if not story.act or story.phase not in ("exploration", "dialogue", "combat"):
        return []
    wishes = naming.read_wishes(state)
    if story.phase == "combat":
        asked = tuple(wish for wish in wishes if wish.kind in QUESTIONS)
        # What nobody has a hand for in a fight is told so; the round goes on.
        late = [wish for wish in wishes if wish.kind in AFTER_FIGHT]
        refused = [_event(at, wish.kind, naming.wrong(state, "in_combat").sentence, refused=True) for wish in late]
        return [*_judge_wishes(state, at, asked), *refused]
    if any(wish.kind == "go" for wish in wishes):
        # Whoever takes their leave and names a place goes there.
        wishes = tuple(wish for wish in wishes if wish.kind != "part")
    return _judge_wishes(state, at, wishes)


def _judge_wishes(state: State, at: datetime, wishes: Iterable[Intent]) -> list[PlayerDid]:
    """Return what comes of the wishes, each judged by what those before it left."""
    found: list[PlayerDid] = []
    for wish in wishes:
        for did in _judge_wish(state, at, wish):
            found.append(did)
            state = fold_effects(state, did.effects)  # a copy: the log has none of this yet
        if state[StoryState].parting:
            break
    return found


def _judge_wish(state: State, at: datetime, wish: Intent) -> list[PlayerDid]:
    """Return what comes of one wish."""
    if wish.kind == "wait" or wish.kind == "say" or wish.kind == "none":
        return []
    if wish.kind in QUESTIONS:
        return [_event(at, wish.kind, build_answer(state, wish))]
    if _is_small(state, wish):
        player, act = state.name_of(PLAYER), state[StoryState].act.strip()
        return [_event(at, "deed", _format_reason(state, "small", player=player, clause=act))]
    if wish.kind == "price":
        return [_event(at, "price", _format_price(state, wish))]
    if state[StoryState].phase == "dialogue" and wish.kind in SAID and not wish.near:
        return _leave_talk(state, at, wish)
    done: list[PlayerDid] = []
    try:
        for what, step in _plan_wish_steps(state, wish):
            change = complete(state, *step(state))
            done.append(msgspec.structs.replace(_event(at, what, change.text), effects=change.effects))
            state = fold_effects(state, change.effects)
    except UsageError as error:
        # An unwilling character is in the story, anything else is a mistake: both are told alike.
        if wish.kind == "buy" and not wish.item and not wish.unknown:
            return [*done, _event(at, "ask", error.sentence)]  # the sentence lists what is for sale: no refusal
        return [*done, _event(at, wish.kind, error.sentence, refused=True)]
    return done


def _format_price(state: State, wish: Intent) -> str:
    """Return the price that the player's partner asks for their own thing (`target`), or pays for the player's."""
    partner, item = state[StoryState].partner, wish.item
    values = {"name": state.name_of(partner), "things": naming.things(state, item, 1)}
    if not wish.target and changes.is_merchant(state, partner):
        cost = changes.get_price_of(state, item)
        return _format_answer(state, "pays", price=naming.things(state, changes.money(state), cost), **values)
    if price := changes.list_wares(state, partner).get(item, 0):
        return naming.sentence(state, "asks", price=naming.things(state, changes.money(state), price), **values)
    return _format_answer(state, "no_price", **values)


def _is_used_up(wish: Intent) -> bool:
    """Return whether a thing is used up by what is done with it, whether it heals or not."""
    return bool(wordlist("eats").intersection(words_of(wish.clause)))


def _is_small(state: State, wish: Intent) -> bool:
    """Return whether a wish changes nothing by any rule, so that it is only told: a nod, a lantern that is lit."""
    if wish.kind == "use" and state[StoryState].phase != "combat":
        story = state[StoryState]
        had = story.get_items_of(PLAYER) | story.get_items_of(HERE + story.here)
        thing = state.setup[StoryConfig].setting.find_item(wish.item)
        return (
            not _is_used_up(wish)
            and wish.item in had
            and not (thing is not None and (thing.heals or thing.kind in ("armour", "weapon")))
        )
    return wish.kind == "deed" and wish.about == SMALL and not find_dice(wish.clause)


def _event(at: datetime, what: IntentKind, text: object, *, refused: bool = False) -> PlayerDid:
    if what == "wait" or what == "say" or what == "none":  # narrows the type: none of these is a `Did`
        raise ValueError(what)
    return PlayerDid(at=at, what=what, text=str(text), by="rules", refused=refused)


Step = tuple[IntentKind, Callable[[State], tuple[Change, ...]]]  # judged by what earlier steps leave


def _leave_talk(state: State, at: datetime, wish: Intent) -> list[PlayerDid]:
    """Return the end of the talk, and where they want to go; a refusal where what they want instead cannot be."""
    there = fold_effects(state, changes.close_talk(state).effects)  # as it will be once the talk is summed up
    there[StoryState].phase, there[StoryState].partner, there[StoryState].parting = "exploration", "", ""
    try:
        then = complete(there, *deeds.build_changes(there, wish.kind, wish.target or wish.unknown, "", 1))
    except UsageError as error:
        return [_event(at, wish.kind, error.sentence, refused=True)]
    change = complete(state, changes.close_talk(state))
    parted = PlayerDid(at=at, what="part", text=change.text, by="rules", effects=change.effects)
    if wish.kind != "go":
        return [parted]  # the next partner is greeted once this talk is summed up
    # Whoever leaves is on their way while they are bidden goodbye; nobody describes where they come to.
    text = f"{then.text} {describe_here(fold_effects(there, then.effects))}"
    return [parted, PlayerDid(at=at, what="go", text=text, by="rules", effects=then.effects)]


def _plan_wish_steps(state: State, wish: Intent) -> list[Step]:
    """Return what has to be done for a wish, one after the other. Raises `UsageError` with what is in the way."""
    story, kind = state[StoryState], wish.kind
    if find_difficulty(story.act) and (wish.unknown or kind in ("try", "deed")):
        return []  # the dice decide what is tried against a named difficulty
    if wish.near:
        raise UsageError(_format_reason(state, "which", names=_format_alternatives(state, wish.near)))
    if kind == "deed":
        # Words that are no command: the dice decide where they are asked for, else nothing comes of them.
        if find_dice(wish.clause):
            return []
        raise UsageError(_format_reason(state, "unread", possible=describe_options(state)))
    if kind in FIGHT:
        return _ensure_no_blow(state, wish)
    item, target = wish.item or wish.unknown, wish.target
    if kind == "buy" and item == changes.money(state):
        # Who pays somebody and names nothing for it hands the money over.
        wish, kind = replace(wish, kind="give"), "give"
    if kind == "buy":
        return [(kind, lambda now: (changes.buy_thing(now, item, wish.quantity, target),))]
    if kind == "follow":
        one = target or story.partner or (story.present()[0] if len(story.present()) == 1 else "")
        if one in story.people and (story.people[one].following or (story.partner and one != story.partner)):
            return []
        return [_build_deed_step("follow", one)]
    if kind == "part":
        return [_build_deed_step("part")] if story.phase == "dialogue" else []
    if kind in ("go", "talk"):
        ways = naming.list_exits(state)
        return [_build_deed_step(kind, target or wish.unknown or (ways[0] if kind == "go" and len(ways) == 1 else ""))]
    return _plan_item_steps(state, wish, item) if kind in (*deeds.DEEDS, "sell") else []


def _plan_item_steps(state: State, wish: Intent, item: str) -> list[Step]:
    """Return the steps of giving, selling, taking, putting down or using something. Raises `UsageError`."""
    story, kind, target = state[StoryState], wish.kind, wish.target
    mine, lying = story.get_items_of(PLAYER), story.get_items_of(HERE + story.here)
    if not item:
        raise UsageError(_format_reason(state, "what", possible=describe_options(state)))
    if item == "*":
        there = mine if kind == "drop" else lying
        return [_build_deed_step("drop" if kind == "drop" else "pick", item=each, quantity=0) for each in list(there)]
    if kind == "sell":
        return [(kind, lambda now: (changes.sell_thing(now, item, wish.quantity, target),))]
    if kind in ("take", "pick"):
        theirs = story.get_items_of(target) if target in story.people else {}
        kind = "pick" if item in lying and item not in theirs else "take" if target or story.partner else "pick"
        return [_build_deed_step(kind, target or story.partner, item, wish.quantity)]
    if kind == "use" and not mine.get(item, 0) and lying.get(item, 0):
        # It is picked up first; what is worn counts as soon as it is carried.
        thing = state.setup[StoryConfig].setting.find_item(item)
        worn = thing is not None and thing.kind in ("armour", "weapon")
        return [_build_deed_step("pick", item=item), *([] if worn else [_build_deed_step("use", item=item)])]
    thing = state.setup[StoryConfig].setting.find_item(item)
    eaten = mine.get(item, 0) and not (thing is not None and thing.heals)
    if kind == "use" and eaten and _is_used_up(wish) and story.phase != "combat":
        return [("use", lambda now: (changes.pass_item(now, item, 1, PLAYER, ""),))]
    if kind == "give" and story.phase == "exploration" and target in story.present() and mine.get(item, 0):
        # Whoever gives something away turns to somebody with it.
        return [_build_deed_step("talk", target), _build_deed_step("give", target, item, wish.quantity)]
    return [_build_deed_step(kind, target, item, wish.quantity)]


def _build_deed_step(what: IntentKind, target: str = "", item: str = "", quantity: int = 1) -> Step:
    return what, lambda now: deeds.build_changes(now, what, target, item, quantity)


def _ensure_no_blow(state: State, wish: Intent) -> list[Step]:
    """Return no steps where a fight or the dice decide a blow. Raises `UsageError` for a blow that cannot be."""
    story = state[StoryState]
    # The dozen verbs take people by their trade, too: a stone that is thrown at a light is not for the lamplighter.
    away = story.read is not None and wish.target in story.people and wish.target not in story.present()
    if wish.kind == "try" and away:
        raise UsageError(_format_answer(state, "person_away", name=state.name_of(wish.target)))
    if wish.kind == "try" or (wish.kind == "attack" and not wish.unknown and combat.list_opponents(state, wish.target)):
        return []
    if wish.kind == "attack" and (wish.target or wish.unknown):
        present = naming.people_listed(state, state[StoryState].present())
        raise naming.wrong(
            state, "no_person", name=naming.neat(state.name_of(wish.target) or wish.unknown), people=present
        )
    raise UsageError(_format_reason(state, "no_fight", possible=describe_options(state)))


def _format_alternatives(state: State, ids: tuple[str, ...]) -> str:
    """Return the names of things, people or places of which one is meant."""
    setting, language = state.setup[StoryConfig].setting, state.setup.language

    def find_name(one: str) -> str:
        if one in state[StoryState].people:
            return state.name_of(one)
        if foe := setting.foe(one):
            return foe.name.text(language)
        return setting.place_name(one, language) if setting.place(one) else setting.item_name(one, language)

    return join_names([find_name(one) for one in ids[:8]], language)


def _format_reason(state: State, key: str, **values: object) -> str:
    """Return a sentence on how the player's words were read."""
    return add_capital(words(state.setup.language, key, part="reading", **values))


# What would come of words that were not said yet: a choice that is offered is never refused. -------------------------

NEVER = datetime.min.replace(tzinfo=UTC)
"""When what is only tried out happens."""


def can_be(state: State, text: str) -> bool:
    """Return whether the rules would not refuse what is done by these words, and it is not what was just done."""
    story = state[StoryState]
    if story.fight is None and text.casefold() == story.act.casefold():
        return False
    return not any(did.refused or did.what == "meta" for did in try_words(state, text))


def works(state: State, text: str) -> bool:
    """Return whether the rules read a deed in the words that can be done."""
    return any(did.effects and not did.refused for did in try_words(state, text))


def ends_talk(state: State, text: str) -> bool:
    """Return whether the words take leave."""
    return any(did.what == "part" for did in try_words(state, text))


def try_words(state: State, text: str) -> list[PlayerDid]:
    """Return what would come of the words; nothing of mere talk."""
    there = fold_effects(state, ())  # a copy, whose `act` may be set
    there[StoryState].act = text
    return read(there, NEVER)
