"""What the player might do next, by rules: short, possible, and understood by the rules when it is chosen."""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator

from core.log.state import State
from core.modes.story.config import StoryConfig
from core.modes.story.naming import exits
from core.modes.story.rules.intents import wordlist
from core.modes.story.rules.setting import Setting
from core.modes.story.state import HERE, StoryState
from core.modes.story.words import words

OFFERED = 3
MOST_WORDS = 6
TRUSTED = 30
"""Trust from which it makes sense to ask somebody along."""

LOOKS, ASKS = 6, 6
"""How many sentences there are for looking around and for asking somebody things."""


def options(state: State, chance: random.Random) -> tuple[str, ...]:
    """Exactly three different things to do, of at most six words each."""
    story = state[StoryState]
    wanted: Iterable[str]
    if story.fight is not None:
        wanted = _fighting(state)
    elif story.phase == "dialogue":
        wanted = _talking(state, chance)
    else:
        wanted = _exploring(state, chance)
    return _first_that_fit((*wanted, *_looks(state, chance)))


def fits(choice: str) -> bool:
    """Whether a choice has words, and not too many."""
    return 1 <= len(choice.split()) <= MOST_WORDS


def _first_that_fit(wanted: Iterable[str]) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for choice in wanted:
        if fits(choice):
            found.setdefault(choice.casefold(), choice)
    return tuple(found.values())[:OFFERED]


def _says(state: State, key: str, **values: str) -> str:
    return sentence(words(state.setup.language, key, part="choices", **values))


def sentence(text: str) -> str:
    """With a capital letter at its beginning."""
    return text[:1].upper() + text[1:]


def _looks(state: State, chance: random.Random) -> list[str]:
    every = [_says(state, f"look_{number}") for number in range(1, LOOKS + 1)]
    chance.shuffle(every)
    return every


def _fighting(state: State) -> Iterator[str]:
    story = state[StoryState]
    assert story.fight is not None
    standing = [(story.people[one].health, number, one) for number, one in enumerate(story.fight.foes)]
    alive = [one for health, _number, one in sorted(standing) if health > 0]
    if alive:
        called = _says(state, "attack", foe=state.name_of(alive[0]))
        yield called if fits(called) else _says(state, "attack_any")
    hurt = story.player.health * 2 <= story.health
    draught = _draught(story, state.setup[StoryConfig].setting, state.setup.language)
    if hurt and draught and fits(drink := _says(state, "drink", item=draught)):
        # Whoever is hurt chooses between mending, running and one more blow.
        yield drink
        yield _says(state, "flee")
        return
    yield _says(state, "defend")
    yield _says(state, "flee")


def _draught(story: StoryState, setting: Setting, language: str) -> str:
    """What the player carries that heals, as it is called; empty: nothing."""
    for item, quantity in story.player.items.items():
        thing = setting.item(item)
        if quantity > 0 and thing is not None and thing.heals:
            return _the(thing.name.text(language), language)
    return ""


def _talking(state: State, chance: random.Random) -> Iterator[str]:
    story = state[StoryState]
    partner = story.people.get(story.partner)
    asks = [_says(state, f"ask_{number}") for number in range(1, ASKS + 1)]
    chance.shuffle(asks)
    # Nobody asks the same twice in a row.
    asks.sort(key=lambda ask: ask == story.act)
    yield asks[0]
    if partner is not None and not partner.following and partner.trust >= TRUSTED and chance.random() < 0.5:
        yield _says(state, "come")
    elif partner is not None and partner.items and chance.random() < 0.4:
        yield _says(state, "trade")
    else:
        yield asks[1]
    yield _says(state, "goodbye")


def _exploring(state: State, chance: random.Random) -> list[str]:
    """One of each kind where there is one, in a seeded order: somebody, a way, something to do."""
    story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    kinds = [
        _shuffled([_says(state, "talk", name=state.name_of(one)) for one in _talkative(story)], chance),
        _ways(state, chance),
        _shuffled(_things(state), chance),
    ]
    if story.player.health * 2 <= story.health and (draught := _draught(story, setting, language)):
        kinds.insert(0, [_says(state, "drink", item=draught)])
    kinds = [[choice for choice in kind if fits(choice)] for kind in kinds]
    first = [kind[0] for kind in kinds if kind][:OFFERED]
    chance.shuffle(first)
    # Where two kinds have nothing, looking around comes before a second way.
    return [*first, *_looks(state, chance)[:1], *(choice for kind in kinds for choice in kind[1:])]


def _shuffled(choices: list[str], chance: random.Random) -> list[str]:
    chance.shuffle(choices)
    return choices


def _talkative(story: StoryState) -> list[str]:
    """Who is here and no enemy; those whom the player has not met alone, if there are any."""
    fought = {foe.id for begun, _ended in story.fought for foe in begun.foes}
    here = [one for one in story.present() if one not in fought]
    return [one for one in here if not story.people[one].met] or here


def _ways(state: State, chance: random.Random) -> list[str]:
    """Where one can go, a quest's next place first."""
    story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    goals, ways = _goals(story, setting), list(exits(state))
    chance.shuffle(ways)
    ways.sort(key=lambda way: way not in goals)
    return [_says(state, "go", place=object_of(setting.place_name(way, language), language)) for way in ways]


def _goals(story: StoryState, setting: Setting) -> set[str]:
    """The places to which quests that were accepted lead next."""
    begun = ((setting.quest(one), at) for one, at in story.quests.items() if not at.done)
    return {quest.stages[at.stage - 1].place for quest, at in begun if quest and 1 <= at.stage <= len(quest.stages)}


def _things(state: State) -> list[str]:
    """What lies here, and work for whoever has none."""
    story, setting, language = state[StoryState], state.setup[StoryConfig].setting, state.setup.language
    lying = [item for item, quantity in story.items_of(HERE + story.here).items() if quantity > 0]
    found = [_says(state, "pick", item=_the(setting.item_name(item, language), language)) for item in lying]
    here = story.present()
    givers = [quest.giver for quest in setting.quests if quest.id not in story.quests and quest.giver in here]
    return found + [_says(state, "work", name=state.name_of(one)) for one in dict.fromkeys(givers)]


def _the(item: str, language: str) -> str:
    """An item as the object of a sentence."""
    if (
        language == "de"
        or not item[:1].islower()
        or wordlist("articles").intersection(item.casefold().split(maxsplit=1)[:1])
    ):
        return object_of(item, language)
    return f"the {item}"


def object_of(name: str, language: str) -> str:
    """A name as the object of a sentence: in German "der alte Steg" becomes "den alten Steg"."""
    if language != "de" or not name.strip():
        return name
    first, *rest = name.split()
    if first.casefold() == "der":
        return " ".join(["den", *(word + "n" if word[0].islower() and word.endswith("e") else word for word in rest)])
    if first[0].islower() and first.endswith("er") and rest:
        # "alter Krug" without an article.
        return " ".join([first.removesuffix("er") + "en", *rest])
    return name
