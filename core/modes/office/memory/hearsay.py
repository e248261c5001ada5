"""What bystanders take away: that somebody talked, and of what; never the words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence

from core.base.markers import Language
from core.modes.office.memory.wording import filled, wording

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
    words = wording(language)
    for text, kept in _tellings(names, room, tuple(keywords[:2]), mood, language, game=game):
        if not overhears(text, lines):
            return text, kept
    # Too short for a run: it is clean whatever was said.
    return words.seen_nothing, ()


def _tellings(
    names: Sequence[str], room: str, keywords: tuple[str, ...], mood: str, language: Language, *, game: bool
) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The tellings, the fullest first."""
    words = wording(language)
    who, where = words.listed(names), words.where(room)
    seemed = filled(words.seen_mood, mood=mood) if mood else ""
    if game:
        played = filled(words.seen_dnd, names=who, where=where)
        yield from (((f"{played} {seemed}".strip(), ()), (played, ())))
    else:
        for topics in dict.fromkeys((keywords, keywords[:1], keywords[1:], ())):
            text = filled(words.seen_talk, names=who, where=where, about=words.about(topics))
            if seemed:
                yield f"{text} {seemed}", topics
            yield text, topics
    yield filled(words.seen_least, names=who, where=where), ()
    yield filled(words.seen_least, names=who, where=""), ()
