"""What was drawn, made into what is said: without what is not speech, and ended at a whole sentence.

By what one hears that an assistant speaks stands in the table of `resources/prompts/tells.toml`.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Sequence
from functools import cache

from parley.core.base.packaged import packaged

_STAGE = re.compile(r"^\s*(?:\([^()]*\)|\*[^*]*\*)\s*|\s*(?:\([^()]*\)|\*[^*]*\*)\s*$")
_QUOTED = re.compile(r"^[\"“„»](.*)[\"”“«]$", re.DOTALL)
_ADDITION = re.compile(r",\s+(?:and|but|so|which|where|und|aber|sodass|\w+ing)\b")
"""Where a sentence could have ended, in English or German."""
_TELLS = {"openings": r"^(?:{})\b\s*[,.!:–—-]+\s*", "phrases": r"\b(?:{})", "staged": r"\b(?:{})\b"}
KEPT = 0.4
"""What is left of a line that is ended there is at least this share of it."""


def tidy(text: str, name: str, language: str) -> str:
    """Return the line without the speaker's own name, stage directions around it, an assistant's opening, loose
    marks.
    """
    line = re.sub(r"^[-*•]\s+", "", text.strip())
    for _ in range(2):
        # A small model writes "Analyst: …", and as often "Analyst! …" or "Analyst. …".
        line = re.sub(rf"^{re.escape(name)}\s*[:!.–—]+\s*(?=\S)", "", line, flags=re.IGNORECASE)
        # As its own earlier lines are marked for it.
        line = re.sub(r"^(?:You|Du):\s*(?=\S)", "", line)
        line = _STAGE.sub("", line).strip()
        line = _QUOTED.sub(r"\1", line).strip()
    if line.count("(") != line.count(")"):
        # A stage direction that was begun and not ended, or the reverse.
        line = re.sub(r"\s*\([^()]*$", "", line)
        line = line if line.count("(") == line.count(")") else line.replace("(", "").replace(")", "")
    if line.count('"') % 2:
        line = line.replace('"', "")
    said = tells("openings", language).sub("", line.strip())
    return said[:1].upper() + said[1:] if said and said != line.strip() else line.strip()


def rounded(line: str, cap: int) -> str:
    """Return a line that overran `cap` characters (0: any), or that broke off, ended at its last whole sentence if it
    has one, else before the last addition that leaves enough of it (`KEPT`).
    """
    if (not cap or len(line) <= cap) and re.search(r"[.!?…][\"'”’»«“)]*$", line):
        return line
    head = line[:cap] if cap else line
    ends = [found.end() for found in re.finditer(r"[.!?…]+[\"'”’»«“)]*(?=\s|$)", head) if found.end() >= 10]
    if ends:
        return head[: ends[-1]]
    additions = [found.start() for found in _ADDITION.finditer(head) if found.start() >= KEPT * len(head)]
    return f"{head[: additions[-1]]}." if cap and additions else line


def own_part(line: str, others: Sequence[str], to: str = "") -> str:
    """Return what stands before the line begins to speak for somebody else; the name of the one whom it is said `to`
    may stand first.
    """
    if to:
        line = re.sub(rf"^{re.escape(to)}:\s*(?=\S)", "", line)
    names = "|".join(re.escape(name) for name in others)
    return re.split(rf"(?<!\w)(?:{names})\s*(?:\([^()]*\))?:", line, maxsplit=1)[0].strip() if names else line


@cache
def tells(kind: str, language: str) -> re.Pattern[str]:
    """Return what an assistant begins with (`openings`) and says (`phrases`), or how somebody tells of the talk's being
    made (`staged`).
    """
    table = tomllib.loads(packaged("prompts", "tells.toml").read_text("utf-8"))[language]
    words = "|".join(re.escape(word) for word in table[kind])
    return re.compile(_TELLS[kind].format(words), re.IGNORECASE)


@cache
def small(language: str) -> frozenset[str]:
    """Return the small words of a language."""
    blocks = packaged("prompts", "stop_words.txt").read_text("utf-8").split("\n\n")
    return frozenset(blocks[1 if language == "de" else 0].split())
