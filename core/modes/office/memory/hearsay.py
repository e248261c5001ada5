"""What bystanders take away: that somebody talked, and of what; never the words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence

from core.base.markers import Language
from core.modes.office.memory.wording import wording

RUN = 4
"""So many words in a row are somebody's own: an observation has no such run of what was said."""

_WORD = re.compile(r"\w+")


def runs(text: str) -> set[tuple[str, ...]]:
    """Every run of `RUN` words in a row, in small letters and without the signs between them."""
    words = _WORD.findall(unicodedata.normalize("NFC", text).casefold())
    return {tuple(words[at : at + RUN]) for at in range(len(words) - RUN + 1)}


def overhears(text: str, lines: Sequence[str]) -> bool:
    """Whether `text` has a run of words that one of the lines has too."""
    mine = runs(text)
    return bool(mine) and any(not mine.isdisjoint(runs(line)) for line in lines)


def overheard_talk(
    names: Sequence[str],
    room: str,
    keywords: Sequence[str],
    mood: str,
    lines: Sequence[str],
    language: Language,
    *,
    game: bool = False,
) -> tuple[str, tuple[str, ...]]:
    """What one tells who saw `names` talk in the room of that title, and the keywords that it names.

    `game`: they played. Keywords, mood and names are left out one after the other until nothing is told in the words
    of the `lines`.
    """
    words, two = wording(language), tuple(keywords[:2])
    said = {"names": words.listed(names), "where": words.where(room)}
    seemed = words.say("seen_mood", mood=mood) if mood else ""
    tellings: list[tuple[str, tuple[str, ...]]] = []
    for topics in dict.fromkeys((two, two[:1], two[1:], ())) if not game else [()]:
        text = words.say("seen_dnd" if game else "seen_talk", **said, about=words.about(topics))
        tellings += [(f"{text} {seemed}".strip(), topics), (text, topics)]
    tellings += [(words.say("seen_least", **said | more), ()) for more in ({}, {"where": ""})]
    # The last is too short for a run: it is clean whatever was said.
    tellings.append((words.say("seen_nothing"), ()))
    return next(told for told in tellings if told[0] == tellings[-1][0] or not overhears(told[0], lines))
