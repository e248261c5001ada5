"""The phrases of the office, each in both languages, and what they are filled with."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from random import Random
from typing import Any

from core.modes.office.events import SceneStarted
from core.modes.office.state import ALONE
from core.voices.base import Request
from core.voices.rehearsal.phrases import CONTRACTED, Bank, Forms, Phrase, Phrases, bank, one_of

LONGEST_TOPIC = 90
SHORT = {
    ("in", "dem"): "im",
    ("an", "dem"): "am",
    ("von", "dem"): "vom",
    ("bei", "dem"): "beim",
    ("zu", "dem"): "zum",
    ("zu", "der"): "zur",
}
_FIRST = re.compile(r"^[a-zäöü]|(?<=[.!?…] )[a-zäöü]")
KINDS = {"": "things", "foe_": "foes", "loot_": "loot"}
"""What a slot in a German case is filled with, by what stands before the case."""
LEFT = 61
"""Days until the studio's deadline on the first day of a run: its producer counts them."""

NUMBERS = {"days": (9, 61), "few": (2, 8), "many": (12, 60), "percent": (11, 88), "roll": (8, 20)}


def scene_of(request: Request) -> SceneStarted:
    """The scene that a request belongs to."""
    assert isinstance(request.scene, SceneStarted)
    return request.scene


def office(language: str) -> Bank:
    """The bank of the office. The pools of both languages have the same phrases in the same order."""
    return bank(language, "office", "office_traits", "office_table", "office_memory")


def sayings(language: str) -> Iterator[Phrase]:
    """All phrases."""
    for pool in office(language).pools.values():
        yield from pool


@cache
def motifs() -> tuple[str, ...]:
    """What one talks about in passing when there is nothing else."""
    found = {pool.split(".")[1] for pool in office("en").pools if pool.startswith("casual.")}
    return tuple(sorted(found - {"thread", "topical"}))


@cache
def shuffled(pool: str, seed: int, language: str) -> Phrases:
    """The pool in the order in which a run deals it out."""
    phrases = office(language).pools[pool]
    return tuple(Random(f"{seed}:{pool}").sample(phrases, len(phrases)))


def topic_pool(title: str, language: str) -> str:
    """What is said about the studio's topic with that title; empty for one that is none of theirs."""
    texts = office(language).texts.items()
    return next((name.removesuffix(".title") for name, text in texts if text == title and "topics." in name), "")


def kind_of(slot: str) -> str:
    """What a slot is filled with, whatever its case: all slots of a kind in a phrase hold the same."""
    return KINDS.get(slot[:-3], slot) if slot[-3:] in Forms._fields else slot


def filled(text: str, slots: Mapping[str, object]) -> str:
    """The phrase with its slots filled; empty where one of them stays empty."""
    try:
        if "dat}" in text:
            text = CONTRACTED.sub(lambda found: contracted(found.group(1), str(slots[found.group(2)])), text)
        said = text.format_map(slots)
    except KeyError:
        return ""
    return _FIRST.sub(lambda found: found.group().upper(), said.replace("?.", "?"))


def contracted(preposition: str, dative: str) -> str:
    """A preposition and a noun with its article, as German puts them together: "in dem Boot" is "im Boot"."""
    article, _, noun = dative.partition(" ")
    short = SHORT.get((preposition.lower(), article))
    if short is None:
        return f"{preposition} {dative}"
    return f"{short.capitalize() if preposition[0].isupper() else short} {noun}"


def mentioned(text: str, language: str) -> Forms | None:
    """The thing of the studio that is named first in the text."""
    low, things = text.casefold(), office(language).things["things"]
    places = ((low.find(form.casefold()), number) for number, thing in enumerate(things) for form in thing)
    found = min((place for place in places if place[0] >= 0), default=None)
    return things[found[1]] if found else None


def _form(kind: str, case: int, speaker: Any) -> str:
    if kind not in speaker.held:
        speaker.held[kind] = _thing(kind, speaker)
    return str(speaker.held[kind][case])


def _thing(kind: str, speaker: Any) -> Forms:
    scene, random = speaker.scene, speaker.random
    held: Bank = speaker.bank
    things, steady = held.things[kind], f"{kind}:{speaker.config.seed}:{scene.scene}"
    if kind == "things":
        steady = steady.replace("things", "thing")
        own = mentioned(scene.topic, speaker.language) if scene.topic else None
        if own is None and scene.scene_type in ALONE:
            own = mentioned(speaker.request.direction, speaker.language)
        if own is not None and random.random() < 0.75:
            return own
        common = scene.kind in ("work", "meeting") and len(scene.members) < 7 and random.random() < 0.4
    else:
        common = random.random() < 0.7
    return one_of(things, Random(steady) if common else random)


def _number(low: int, high: int, speaker: Any) -> int:
    return int(speaker.random.randint(low, high))


def _listed(name: str, speaker: Any) -> str:
    return str(one_of(speaker.bank.lists[name], speaker.random))


def _name(speaker: Any) -> str:
    if speaker.before is not None and speaker.before.speaker:
        return str(speaker.before.name)
    if not speaker.others or speaker.scene.scene_type in ALONE:
        return ""
    return str(speaker.others[speaker.place % len(speaker.others)].name)


def _other(speaker: Any) -> str:
    """Somebody to talk about: who is not part of the talk where there is such a one."""
    here = [] if speaker.scene.scene_type in ALONE else [member.id for member in speaker.others]
    away = [each.name for each in speaker.config.members if each.id not in (speaker.me.id, *here)]
    return one_of(away, speaker.random) if away else ""


def _hero(speaker: Any) -> str:
    playing = [each for each in speaker.others if each.id != speaker.scene.host] or speaker.others
    told = [each for each in playing if speaker.before is not None and each.id == speaker.before.speaker]
    if not playing:
        return ""
    hero = told[0] if told else one_of(playing, speaker.random)
    return str(hero.character.name if hero.character else hero.name)


def _game(speaker: Any) -> str:
    games = [game for each in (speaker.me, *speaker.others) for game in each.favourite_games]
    return one_of(games, speaker.random).rstrip(".") if games else ""


SLOTS: dict[str, Callable[[Any], object]] = {
    **{slot: partial(_number, *ends) for slot, ends in NUMBERS.items()},
    **{slot: partial(_listed, f"{slot}s") for slot in ("day", "hour", "food")},
    **{
        f"{before}{case}": partial(_form, kind, number)
        for before, kind in KINDS.items()
        for number, case in enumerate(Forms._fields)
    },
    "left": lambda speaker: max(1, LEFT - max(0, speaker.scene.day - 1)),
    "name": _name,
    "other": _other,
    "hero": _hero,
    "game": _game,
    "topic": lambda speaker: speaker.title if len(speaker.title) <= LONGEST_TOPIC and "\n" not in speaker.title else "",
}
"""What fills a slot for a speaker; each is asked once a contribution."""
