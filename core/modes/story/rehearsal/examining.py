"""What the player looks at, searches or tries, by its name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from parley.core.modes.story.rules.intents import words_of

EXAMINED = re.compile(
    r"(?i)^\W*(?:i |ich |now i |then i |dann )?(?:carefully |closely )?(?:take a (?:closer |good |careful )?look at"
    r"|look(?: closely| closer)? (?:at|for|into|under)|search|examine|inspect|study|check|test"
    r"|(?:suche?|untersuche?|prüfe?|überprüfe?|durchsuche?|betrachte|mustere|begutachte) "
    r"|(?:schaue?|sehe?) (?:mir )?(?:nach )?(?:den|die|das|dem|der)\b)"
)
"""How something that is named is looked at, looked for or tried."""
_DETERMINED = re.compile(
    r"(?i)\b(?:the|an?|this|that|these|those|my|his|her|its|their)\s+((?:(?!(?:of|on|in|under|by|with|for|at|to|from|and|"
    r"if|whether|that|the|near|behind|beside)\b)[\w'-]+\s*)+)"
)
_GENERAL = frozenset(
    re.findall(
        r"\w+",
        "place room area surroundings whole everything ground floor spot corner corners ort raum umgebung gegend boden "
        "ecke ecken platz alles zimmer",
    )
)
"""What is named by those who search all that is here."""
STEM = 4
"""Letters that two forms of a name have in common at least."""


def examined(act: str, language: str) -> list[str]:
    """The names of what is examined, in small letters, the one that is meant first; empty: nothing is named."""
    first = re.split(r"[,;.!?]|\b(?:and|und)\b", act.strip())[0]
    if language == "de":
        found = [word.casefold() for word in re.findall(r"\b[A-ZÄÖÜ][\wäöüß-]+", first)[1:]]
    else:
        groups = [part.split() for part in _DETERMINED.findall(first)]
        found = [word.casefold() for part in groups for word in reversed(part)]
    return [] if not found or found[0] in _GENERAL else found


def names(name: str, word: str) -> bool:
    """Whether a word of a text is a form of a name, or a compound with it."""
    name, word = name.casefold(), word.casefold()
    least = max(STEM - 1, len(name) - 2)
    return len(name) >= STEM - 1 and len(word) >= STEM - 1 and (word[:least] == name[:least] or word.endswith(name))


def about(texts: Iterable[str], said: Sequence[str]) -> dict[str, int]:
    """The texts that have the first of the names in them, each with how many of the names it has."""
    found = {text: [any(names(name, word) for word in words_of(text)) for name in said] for text in texts}
    return {text: sum(has) for text, has in found.items() if has[0]}
