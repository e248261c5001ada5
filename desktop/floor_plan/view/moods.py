"""A mood as a small icon: the words that the office's aftermath knows, in both languages, and some that voices use."""

from __future__ import annotations

from functools import lru_cache

PLAIN = "ph.smiley-blank"
"""Any other mood: its word is in the tooltip."""
_ICONS = {
    "ph.smiley": ("cheerful", "bright", "happy", "glad", "content", "gut gelaunt", "heiter", "zufrieden", "froh"),
    "ph.smiley-wink": ("exuberant", "playful", "excited", "ausgelassen", "verspielt", "begeistert"),
    "ph.lightning": ("tense", "angry", "annoyed", "irritated", "angespannt", "gereizt", "wütend", "verärgert"),
    "ph.smiley-nervous": ("worried", "nervous", "anxious", "besorgt", "nervös", "unsicher"),
    "ph.smiley-sad": ("sad", "disappointed", "hurt", "upset", "traurig", "enttäuscht", "verletzt"),
    "ph.moon": ("tired", "exhausted", "sleepy", "müde", "erschöpft"),
    "ph.brain": ("thoughtful", "pensive", "curious", "nachdenklich", "neugierig"),
    "ph.target": ("focused", "determined", "concentrated", "konzentriert", "entschlossen"),
    "ph.smiley-meh": ("calm", "quiet", "neutral", "ruhig", "gelassen", "nüchtern"),
}


@lru_cache(maxsize=256)
def mood_icon(mood: str) -> str:
    """Return the icon of a mood in words, the first word that is known; "" where there is no mood."""
    words = mood.casefold()
    if not words.strip():
        return ""
    found = [(words.index(word), icon) for icon, known in _ICONS.items() for word in known if word in words]
    return min(found)[1] if found else PLAIN
