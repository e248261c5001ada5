"""The phrases of the office, each in both languages, with those of the cast's world; and how they are filled."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from copy import copy
from functools import cache, lru_cache
from random import Random

from parley.core.cast.world import Forms, Told, World
from parley.core.modes.office.events import SceneStarted
from parley.core.voices.base import Request
from parley.core.voices.rehearsal.phrases import CONTRACTED, SLOT, Bank, Phrase, Phrases, bank, longest

SHORT = {
    ("in", "dem"): "im",
    ("an", "dem"): "am",
    ("von", "dem"): "vom",
    ("bei", "dem"): "beim",
    ("zu", "dem"): "zum",
    ("zu", "der"): "zur",
}
_FIRST = re.compile(r"^[a-zäöü]|(?<=[.!?…] )[a-zäöü]")
KINDS = {"": "things", "own_": "options", "rest_": "options", "won_": "options", "foe_": "foes", "loot_": "loot"}
"""What a slot in a German case is filled with, by what stands before the case."""

NUMBERS = frozenset({"few", "roll"})


def scene_of(request: Request) -> SceneStarted:
    """The scene that a request belongs to."""
    assert isinstance(request.scene, SceneStarted)
    return request.scene


@lru_cache(maxsize=32)
def office(language: str, world: World) -> Bank:
    """The bank of the office in a world. The pools of both languages have the same phrases in the same order."""
    made = copy(bank(language, "office", "office_table", "office_memory", "office_acts"))
    # A copy has what the original had worked out of its pools.
    made.__dict__.pop("_marks", None)
    made.pools = made.pools | {
        pool: tuple(Phrase(text, longest(text), pool) for text in (each.text(language) for each in told))
        for pool, told in _pools(world).items()
    }
    options = [option for topic in world.topics for option in topic.options]
    made.things = made.things | {
        "things": tuple(matter.name.forms(language) for matter in world.matters),
        "options": tuple(option.forms(language) for option in options),
    }
    return made


@lru_cache(maxsize=32)
def _pools(world: World) -> dict[str, tuple[Told, ...]]:
    """The sentences of a world by pool."""
    found: dict[str, tuple[Told, ...]] = {}
    for at, matter in enumerate(world.matters):
        said = {"plan": matter.plan, "state": matter.state, "done": matter.done}
        said |= {"ask": tuple(each.ask for each in matter.asks), "answer": tuple(each.answer for each in matter.asks)}
        said |= {"idea": tuple(each.idea for each in matter.ideas), "reply": tuple(each.reply for each in matter.ideas)}
        found |= {f"matter.{at}.{name}": told for name, told in said.items()}
    for at, topic in enumerate(world.topics):
        found |= {f"topic.{at}.{name}": getattr(topic, name) for name in ("first", "second", "facts")}
    found |= {f"talk.{at}": talk.lines for at, talk in enumerate(world.talks)}
    return found | {f"evening.{at}": talk.lines for at, talk in enumerate(world.evening)}


def sayings(language: str, world: World) -> Iterator[Phrase]:
    """All phrases."""
    for pool in office(language, world).pools.values():
        yield from pool


@cache
def shuffled(phrases: Phrases, seed: int) -> Phrases:
    """The phrases of a pool in the order in which a run deals them out."""
    return tuple(Random(f"{seed}:{phrases[0].pool}").sample(phrases, len(phrases))) if phrases else ()


def kind_of(slot: str) -> str:
    """What a slot is filled with, whatever its case: all slots of a kind in a phrase hold the same."""
    return KINDS.get(slot[:-3], slot) if slot[-3:] in Forms._fields else slot


def filled(text: str, slots: Mapping[str, object]) -> str:
    """The phrase with its slots filled; empty where one of them stays empty."""
    if any(not slots.get(slot) for slot in SLOT.findall(text)):
        return ""
    if "dat}" in text:
        text = CONTRACTED.sub(lambda found: contracted(found.group(1), str(slots[found.group(2)])), text)
    said = SLOT.sub(lambda found: str(slots[found.group(1)]), text)
    return _FIRST.sub(lambda found: found.group().upper(), said.replace("?.", "?").replace("??", "?"))


def contracted(preposition: str, dative: str) -> str:
    """A preposition and a noun with its article, as German puts them together: "in dem Boot" is "im Boot"."""
    article, _, noun = dative.partition(" ")
    short = SHORT.get((preposition.lower(), article))
    if short is None:
        return f"{preposition} {dative}"
    return f"{short.capitalize() if preposition[0].isupper() else short} {noun}"


def forms(thing: Forms, prefix: str = "") -> dict[str, object]:
    """What a thing fills: `nom`, `akk` and `dat` behind the prefix."""
    return {f"{prefix}{case}": form for case, form in thing._asdict().items()}


def mentioned(text: str, language: str, world: World) -> Forms | None:
    """The thing of the world that is named first in the text."""
    low, things = text.casefold(), office(language, world).things["things"]
    places = ((low.find(form.casefold()), number) for number, thing in enumerate(things) for form in thing)
    found = min((place for place in places if place[0] >= 0), default=None)
    return things[found[1]] if found else None
