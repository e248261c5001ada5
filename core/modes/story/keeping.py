"""What the rules decided, whether the Keeper keeps to their numbers, and texts in as many words as they may have."""

from __future__ import annotations

import re

from parley.core.log.state import State
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.moment import facts
from parley.core.modes.story.state import StoryState
from parley.core.modes.story.words import words

_ENDS = re.compile(r"(?<![.!?…])[.!?…]++[\"'”“»«’)]*(?=\s|$)")
_NUMBER = re.compile(r"\d+")
_DIFFICULTY = re.compile(r"\b(?:DC|SG)\s*\d+", re.IGNORECASE)


def decided(state: State) -> list[str]:
    """Return what the rules decided in this story turn, as sentences; of a fight that just began, who comes in which
    order.
    """
    story, language = state[StoryState], state.setup.language
    told = facts(story)
    if story.fight is not None and not story.fight.round and story.resolved == story.turn:
        order = ", ".join(f"{check.roll.total} {state.name_of(check.who)}" for check in story.fight.initiative)
        told = [*told, words(language, "initiative", part="speaking", order=order)]
    return told


def keeps_to(line: str, told: list[str]) -> bool:
    """Return whether a line of the Keeper's has no numbers but those of `told`.

    Where the rules decided nothing, at most a difficulty may be named.
    """
    if not told:
        line = _DIFFICULTY.sub("", line)
    return set(_NUMBER.findall(line)) <= set(_NUMBER.findall(" ".join(told)))


def keeper_room(state: State) -> int:
    """Words that the Keeper has: no fewer than the rules need for what they decided."""
    least = state.setup[StoryConfig].setting.rules.keeper_words
    return max(least, len(" ".join(decided(state)).split()))


def sentences(text: str) -> list[str]:
    """Return the sentences of a text, with their marks."""
    found: list[str] = []
    begin = 0
    for end in _ENDS.finditer(text):
        found.append(text[begin : end.end()].strip())
        begin = end.end()
    return [one for one in (*found, text[begin:].strip()) if one]


def in_words(text: str, most: int) -> tuple[str, str]:
    """`text` in at most `most` words, and what was cut: behind the last sentence that ends in the second half of it,
    else at a word, which is marked with '…'."""
    words = text.split()
    if len(words) <= most:
        return text, ""
    head = " ".join(words[:most])
    ends = [end.end() for end in _ENDS.finditer(head) if len(head[: end.end()].split()) * 2 >= most]
    if ends:
        return head[: ends[-1]], " ".join(words)[ends[-1] :].strip()
    return head.rstrip(" ,;:–—-") + "…", " ".join(words[most:])


def in_sentences(text: str, most: int) -> tuple[str, str]:
    """`text` in at most `most` sentences, and what was cut."""
    said = sentences(text)
    return (text, "") if len(said) <= most else (" ".join(said[:most]), " ".join(said[most:]))
