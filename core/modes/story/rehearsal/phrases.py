"""The words of stories: sentences put together, and what the player's words are about, found by plain means."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cache

from parley.core.voices.rehearsal.phrases import Bank, bank, read

_PUNCTUATED = re.compile(r"([.!?…])\.")
_SENTENCE = re.compile(r"(?<=[.!?…])[“”\"»]?\s+(?=[^a-zäöüß])")
_WORDS = read("story")["words"]
ACTS, TALKS, _SOUGHT = (tuple[str, ...](_WORDS[name].split()) for name in ("acts", "talks", "sought"))


def story_bank(language: str) -> Bank:
    """The bank of stories in a language."""
    return bank(language, "story", "story_talk")


def filled(text: str, slots: Mapping[str, str]) -> str | None:
    """The phrase with its slots filled, its first letter a capital; None where a slot has nothing."""
    try:
        said = text.format_map(slots)
    except KeyError:
        return None
    said = _PUNCTUATED.sub(r"\1", said)
    return said[:1].upper() + said[1:]


def sentences(text: str) -> list[str]:
    """The sentences of a text."""
    return [part for part in _SENTENCE.split(text.strip()) if part]


def words_in(text: str) -> int:
    """How many words a text has."""
    return len(text.split())


def fitting(parts: Iterable[str], most: int) -> list[str]:
    """Of the texts those that fit into so many words together; the first in any case."""
    kept: list[str] = []
    for text in parts:
        if text and (not kept or words_in(" ".join((*kept, text))) <= most):
            kept.append(text)
    return kept


@cache
def _family(name: str, language: str) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)(?:{'|'.join(story_bank(language).lists[f'families.{name}'])})", re.IGNORECASE)


def is_about(said: str, family: str, language: str) -> bool:
    """Whether the words have anything of a family in them."""
    return _family(family, language).search(said) is not None


def kind_of_act(act: str, language: str) -> str:
    """The kind of the act; "other" where the words give none away."""
    return next((kind for kind in ACTS if is_about(act, kind, language)), "other")


def kind_of_talk(said: str, language: str) -> str:
    """The kind of what is said to somebody; "question" or "statement" where the words tell no more."""
    plain = "question" if said.rstrip("”“\"»«' ").endswith("?") else "statement"
    # "Is Levin a coward?" insults nobody, "excuse me, is he here?" is no apology, "who threatens you?" no threat.
    by_words = ("apology", "threat", *(() if is_about(said, "addressed", language) else ("insult",)))
    kinds = [kind for kind in TALKS if plain != "question" or kind not in by_words]
    return next((kind for kind in kinds if is_about(said, f"talk_{kind}", language)), plain)


def asked_for(act: str, language: str) -> str:
    """The archetype of somebody whom the player looks for without a name; empty: nobody."""
    sought = _SOUGHT if is_about(act, "seek", language) else ()
    return next((archetype for archetype in sought if is_about(act, f"is_{archetype}", language)), "")


def kind_of_answer(said: str, about: str, language: str) -> str:
    """The kind of an answer to the innkeeper's question about `about`; empty where the words give none away."""
    kinds = _WORDS.get(f"heard_{about}", "").split()
    return next((kind for kind in kinds if is_about(said, f"heard_{about}_{kind}", language)), "")
