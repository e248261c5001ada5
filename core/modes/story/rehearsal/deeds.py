"""What the player's words are about, found by plain means: what kind of act or talk, and which thing."""

from __future__ import annotations

import re

from core.modes.story.rehearsal.phrases import story_bank
from core.voices.rehearsal.phrases import read

_WORD = r"[^\W\d_][\w’'-]*"
_ENGLISH = re.compile(rf"\b(the|a|an|my|this|that|these|those)\s+((?:{_WORD}\s*){{1,4}})", re.IGNORECASE)
_GERMAN = re.compile(
    r"(?:\b(\w+)\s+)?\b(den|die|das|einen|eine|ein|meinen|meine|mein|diesen|diese|dieses)\s+"
    r"((?:[a-zäöüß]+(?:e|en|er|es)\s+){0,2})([A-ZÄÖÜ][\wäöüß-]{2,})"
)
_WITH_DATIVE = re.compile(r"lausch|folg|helf|hilf|dank|glaub|vertrau|näher|begegn|zuhör|horch", re.IGNORECASE)
_LONGEST = 30
_BANK = read("story")["words"]
_ARTICLE: dict[str, str] = _BANK["article"]
ACTS, TALKS, _SOUGHT, _DATIVE, _STOPS, _EMPTY = (
    tuple[str, ...](_BANK[name].split()) for name in ("acts", "talks", "sought", "dative", "stops", "empty")
)


def kind_of_act(act: str, language: str) -> str:
    """The kind of the act; "other" where the words give none away."""
    families = story_bank(language).families
    return next((kind for kind in ACTS if families[kind].search(act)), "other")


def kind_of_talk(said: str, language: str) -> str:
    """The kind of what is said to somebody; "question" or "statement" where the words tell no more."""
    families = story_bank(language).families
    found = next((kind for kind in TALKS if families[f"talk_{kind}"].search(said)), "")
    return found or ("question" if said.rstrip("”“\"»«' ").endswith("?") else "statement")


def thing_in(act: str, language: str) -> str:
    """The thing that the act is about, with its article, as an object; empty where it cannot be told."""
    found = _german(act) if language == "de" else _english(act)
    return found if len(found) <= _LONGEST else ""


def asked_for(act: str, language: str) -> str:
    """The archetype of somebody whom the player looks for without a name; empty: nobody."""
    families = story_bank(language).families
    if not families["seek"].search(act):
        return ""
    for archetype in _SOUGHT:
        if families[f"is_{archetype}"].search(act):
            return archetype
    return ""


def _english(act: str) -> str:
    for found in _ENGLISH.finditer(act):
        taken: list[str] = []
        for word in found.group(2).split()[:3]:
            if word.lower() in _STOPS:
                break
            taken.append(word)
        if taken and len(taken[-1]) >= 3 and taken[-1].lower() not in _EMPTY and not taken[-1].endswith("ly"):
            article = "your" if found.group(1).lower() == "my" else "the"
            return " ".join((article, *taken))
    return ""


def _german(act: str) -> str:
    for found in _GERMAN.finditer(act):
        before, article, adjectives, noun = found.groups()
        if (before or "").lower() in _DATIVE or _WITH_DATIVE.match(before or "") or noun.lower() in _EMPTY:
            continue
        told = adjectives.split()
        if article == "ein":
            told = [word.removesuffix("s") for word in told]
        if article == "mein" and told:
            continue
        return " ".join((_ARTICLE.get(article, article), *told, noun))
    return ""
