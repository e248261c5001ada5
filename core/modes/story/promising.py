"""What was promised in a talk, in the words of whoever did; and whether a summary tells only of what happened."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from functools import cache

from rapidfuzz import fuzz, process

from parley.core.base.packaged import packaged
from parley.core.cast.member import PLAYER
from parley.core.log.state import Entry, State
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import Followed, ItemMoved, Promise
from parley.core.modes.story.fitting import sentences
from parley.core.modes.story.naming import folded
from parley.core.modes.story.state import StoryState

MOST = 4
"""Promises of one talk that are kept in mind."""
LONGEST = 200
"""Characters of a promise."""
ALIKE = 60
"""How alike, of 100, what a voice calls a promise and a sentence of its maker must be to be the same."""
ITEM_NAMED = 92

_NUMBER = re.compile(r"\d+")
_WORD = re.compile(r"\w+")


@cache
def _words(language: str) -> dict[str, list[str]]:
    table = tomllib.loads(packaged("prompts", "story_promises.toml").read_text("utf-8"))
    return {key: [value] if isinstance(value, str) else value for key, value in table[language].items()}


@cache
def _vow(language: str) -> re.Pattern[str]:
    found = _words(language)
    wills, deeds = "|".join(found["wills"]), "|".join(found["deeds"])
    will = rf"(?:{wills}){found['between'][0]}(?:{deeds})\b"
    return re.compile("|".join((*found["vows"], *found["plain"], rf"\b{will}")), re.IGNORECASE)


@cache
def _any(language: str, key: str) -> re.Pattern[str]:
    listed = "|".join(_words(language)[key])
    return re.compile(listed if key == "offers" else rf"\b(?:{listed})\b", re.IGNORECASE)


def promised(state: State, said: Sequence[Entry], named: Iterable[tuple[str, str]] = ()) -> tuple[Promise, ...]:
    """What the player and whom they talked with promised each other in the lines `said`.

    `named` is what a voice takes for a promise, as (who made it, what): it counts where they said such a sentence.
    """
    other = state[StoryState].parting
    lines = [(entry.speaker, each) for entry in said for each in sentences(entry.text) if len(each) <= LONGEST]
    found = [place for place, (_who, text) in enumerate(lines) if is_promise(text, state.setup.language)]
    for who, text in named:
        own = {place: line for place, (speaker, line) in enumerate(lines) if speaker == who and not line.endswith("?")}
        best = process.extractOne(folded(text), own, scorer=fuzz.token_set_ratio, processor=folded, score_cutoff=ALIKE)
        if best is not None:
            found.append(best[2])
    taken: dict[str, Promise] = {}
    for place in sorted(set(found)):
        who, text = lines[place]
        if who in {PLAYER, other}:
            taken.setdefault(folded(text), Promise(by=who, to=other if who == PLAYER else PLAYER, text=text))
    return tuple(taken.values())[:MOST]


def is_promise(text: str, language: str) -> bool:
    """Whether a sentence promises something; a question does not, nor does an offer."""
    lang = "de" if language == "de" else "en"
    if text.rstrip("\"'”“»«’) ").endswith("?") or _any(lang, "offers").search(text):
        return False
    return _vow(lang).search(text) is not None


def founded(state: State, text: str, said: Sequence[Entry], promises: Sequence[Promise], facts: Sequence[str]) -> str:
    """The sentences of a summary that tell of nothing that did not happen in the talk."""
    known = set(_NUMBER.findall(" ".join([*(entry.text for entry in said), *facts])))
    return " ".join(each for each in sentences(text) if _holds(state, each, known, promises))


def _holds(state: State, text: str, numbers: set[str], promises: Sequence[Promise]) -> bool:
    language = "de" if state.setup.language == "de" else "en"
    if not set(_NUMBER.findall(text)) <= numbers:
        return False
    if _any(language, "open").search(text):
        return True

    def claims(key: str) -> bool:
        return _any(language, key).search(text) is not None

    story = state[StoryState]
    moved = {effect.item for effect in story.changes if isinstance(effect, ItemMoved)}
    if claims("hand") and not _named(state, text) <= moved:
        return False
    if claims("follow") and not any(isinstance(effect, Followed) and effect.on for effect in story.changes):
        return False
    return not claims("fight") and (bool(promises) or not claims("promise"))


def _named(state: State, text: str) -> set[str]:
    """The things of the story that a sentence names."""
    setting, story, language = state.setup[StoryConfig].setting, state[StoryState], state.setup.language
    items = {item.id for item in setting.items} | {item for each in story.people.values() for item in each.items}
    low = folded(text)
    said = _WORD.findall(low)
    found = set[str]()
    for item in items:
        name = folded(setting.item_name(item, language))
        words = len(_WORD.findall(name))
        runs = (" ".join(said[at : at + words]) for at in range(len(said) - words + 1))
        if any(fuzz.ratio(name, run) >= ITEM_NAMED or run in {f"{name}s", f"{name}n"} for run in runs):
            found.add(item)
    return found
