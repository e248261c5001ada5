"""What is seen of a place: read from the words that a setting and the story have for it, by
`resources/words/story_scenery.toml`."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Literal

from parley.core.base.labels import catalogue
from parley.core.formats import Localised
from parley.core.modes.story.rules.parts import Place, Prose
from parley.core.modes.story.rules.setting import Setting
from parley.core.modes.story.state import StoryState

Hour = Literal["night", "dusk", "dawn", "day"]
Texts = tuple[str, str]
"""The same in English and in German."""
NOTHING = ("", "")
NAMED = 6
"""What a word counts in a place's name and id; in what is said of it it counts 1."""
LEAST = 2
"""What the words of a description have to come to, that it says what stands there: one alone may be by the way."""
HOURS: dict[str, Hour] = {"night": "night", "dusk": "dusk", "dawn": "dawn", "day": "day"}
USUAL: Hour = "dusk"
"""The hour of a place of which none is said: it shows most."""
UNKNOWN = "road"
"""What is drawn of a place of which nothing is known: the land and a way through it."""
INSIDE = frozenset({"room"})
"""What is seen from within; all else is seen from outside."""


@dataclass(frozen=True, slots=True)
class Scenery:
    """What is to be painted. `seed` is what the shapes follow from, so that a place always looks the same.

    `water`: sea, lake, river or ""; `land`: mountains, woods or hills; `told` are the hour and the
    weather as far as the words say them, such as ("night", "fog").
    """

    seed: str
    subject: str = UNKNOWN
    hour: Hour = USUAL
    water: str = ""
    land: str = "hills"
    weather: tuple[str, ...] = ()
    told: tuple[str, ...] = ()

    @property
    def inside(self) -> bool:
        """Whether the place is seen from within."""
        return self.subject in INSIDE

    @property
    def dark(self) -> bool:
        """Whether lamps are lit."""
        return self.hour in {"night", "dusk"}


def scenery(setting: Setting, place_id: str, flags: Iterable[str] = ()) -> Scenery:
    """Return what is seen at a place of a setting; `flags` are what the story has noted, such as "it snows".

    The names in both languages are read, so that the picture is the same in both.
    """
    place, noted = setting.place(place_id), " ".join(flags).replace("_", " ")
    return _read(
        f"{setting.id}/{place_id}",
        _build_place_names(place, place_id),
        # What the story noted comes before what the place is like, and that before what the setting begins with.
        (noted, noted),
        _join_localised_texts(place.description, *(each.text for each in place.sights)) if place else NOTHING,
        _join_localised_texts(setting.opening, setting.premise),
    )


def seen(setting: Setting, story: StoryState) -> Scenery:
    """Return what is seen where the player is."""
    return scenery(setting, story.here, (part for flag in story.flags.items() for part in flag))


@lru_cache(maxsize=256)
def _read(seed: str, names: Texts, noted: Texts, written: Texts, begins: Texts) -> Scenery:
    hour = _find_first_named("hours", noted, written, begins)
    everything = Counter[str]()
    for said in (noted, written, begins):
        everything += _count_named_entries("weathers", said)
    weather = tuple(each for each in _compile_pattern_tables()["weathers"] if everything[each])
    return Scenery(
        seed,
        _choose_subject(names, written),
        HOURS.get(hour, USUAL),
        _find_first_named("waters", names, written, begins),
        _find_first_named("lands", written, begins) or "hills",
        weather,
        tuple(filter(None, (hour, *weather))),
    )


def _build_place_names(place: Place | None, place_id: str) -> Texts:
    name = place.name if place is not None else Localised(en=place_id, de=place_id)
    words = place_id.replace("_", " ").replace("-", " ")
    return f"{words} {name.en}", name.de


@lru_cache(maxsize=2048)
def _choose_subject(names: Texts, written: Texts) -> str:
    counted = Counter({each: NAMED * count for each, count in _count_named_entries("subjects", names).items()})
    counted += _count_named_entries("subjects", written)
    best = _find_most_named("subjects", counted)
    return best if counted[best] >= LEAST else UNKNOWN


def _join_localised_texts(*texts: Prose) -> Texts:
    return " ".join(each.en for each in texts), " ".join(each.de for each in texts)


def _find_most_named(table: str, counted: Counter[str]) -> str:
    """Return the entry that was named most often; of several the first of the table."""
    return max(_compile_pattern_tables()[table], key=lambda each: counted[each])


def _find_first_named(table: str, *texts: Texts) -> str:
    """Return what is named most often in the first of these that names any of a table's; "" where none does."""
    for said in texts:
        if found := _count_named_entries(table, said):
            return _find_most_named(table, found)
    return ""


def _count_named_entries(table: str, said: Texts) -> Counter[str]:
    """Return how often each entry of a table is named in a text, which is there in English and in German."""
    counted: Counter[str] = Counter()
    for name, patterns in _compile_pattern_tables()[table].items():
        count = sum(len(pattern.findall(text.casefold())) for pattern, text in zip(patterns, said, strict=True))
        if count:
            counted[name] = count
    return counted


@cache
def _compile_pattern_tables() -> dict[str, dict[str, tuple[re.Pattern[str], ...]]]:
    tables: dict[str, Any] = catalogue("story_scenery")
    return {
        table: {name: tuple(_compile_words_pattern(words) for words in pair) for name, pair in entries.items()}
        for table, entries in tables.items()
    }


def _compile_words_pattern(words: str) -> re.Pattern[str]:
    stems = (re.escape(word.casefold()).replace(r"\*", r"\w*") for word in words.split())
    return re.compile(rf"(?<!\w)(?:{'|'.join(stems)})(?!\w)")
