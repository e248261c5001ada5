"""Is a line fit to be said? Small models fall silent, repeat themselves and speak for others."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import SequenceMatcher

SAME = 0.85
"""From this share of common words in order on, two lines are the same line."""

EMPTY = "empty"
WORSE = (
    "speaks to",
    "speaks for",
    "begins as",
    "speaks of",
    "repeats itself",
    "says five",
    "copies the",
    "repeats an",
    "is in",
)
"""What is wrong with a line, by its first words, the least bad first."""

_WORD = re.compile(r"[\w']+")
_CALL = r"(?:,|\b(?:hey|hi|hello|hallo|yes|no|ja|nein|okay|thanks|danke|sorry))"
_STAGE = re.compile(r"^\s*\([^()]*\)\s*|\s*\([^()]*\)\s*$")


def tidy(text: str, name: str) -> str:
    """The line without what is not speech: the speaker's own name, stage directions around it, loose brackets."""
    line = text.strip()
    for _ in range(2):
        line = re.sub(rf"^{re.escape(name)}\s*:\s*", "", line, flags=re.IGNORECASE)
        line = _STAGE.sub("", line).strip()
    if line.count("(") != line.count(")"):
        # A stage direction that was begun and not ended, or the reverse.
        line = re.sub(r"\s*\([^()]*$", "", line)
        line = line if line.count("(") == line.count(")") else line.replace("(", "").replace(")", "")
    if line.count('"') % 2:
        line = line.replace('"', "")
    return line.strip()


def rounded(line: str, cap: int) -> str:
    """A line that overran `cap` characters, ended at its last whole sentence or clause, if it has one."""
    if not cap or len(line) <= cap:
        return line
    head = line[:cap]
    ends = [found.end() for found in re.finditer(r"[.!?…]+(?=\s|$)", head) if found.end() >= cap // 3]
    if ends:
        return head[: ends[-1]]
    clauses = [
        found.start() for found in re.finditer(r"\s*(?:;|\s[–—]\s|,|\.\.\.)\s", head) if found.start() >= cap // 2
    ]
    return head[: clauses[-1]].rstrip() + "." if clauses else line


def fault(line: str, *, earlier: Iterable[str], others: Sequence[str], name: str = "") -> str:
    """Why the line should be drawn again; empty where it may stand."""
    words = _words(line)
    if not words:
        return EMPTY
    for other in others:
        if re.search(rf"(?<!\w){re.escape(other)}\s*(?:\([^()]*\))?:(?!\w)", line, re.IGNORECASE):
            return f"speaks for {other}"
    if len(words) >= 8 and len(set(words)) < 0.5 * len(words):
        return "repeats itself"
    if name and re.search(rf"{_CALL}\s+{re.escape(name)}\s*(?:[,.!?…]|$)", line, re.IGNORECASE):
        return "speaks to itself"
    if any(alike(words, _words(one)) for one in earlier):
        return "repeats an earlier line"
    return ""


def badness(fault: str) -> int:
    """How bad a fault is: 0 for none."""
    start = " ".join(fault.split()[:2])
    return WORSE.index(start) + 1 if start in WORSE else len(WORSE) + 1 if fault else 0


def own_part(line: str, others: Sequence[str]) -> str:
    """What stands before the line begins to speak for somebody else."""
    names = "|".join(re.escape(name) for name in others)
    return re.split(rf"(?<!\w)(?:{names})\s*(?:\([^()]*\))?:", line, maxsplit=1)[0].strip() if names else line


def alike(one: Sequence[str], other: Sequence[str]) -> bool:
    """Whether two lines, as words, are nearly the same, or the shorter stands whole in the longer."""
    if not one or not other:
        return False
    if list(one) == list(other):
        return True
    short, long = sorted((list(one), list(other)), key=len)
    if len(short) >= 6 and any(long[at : at + len(short)] == short for at in range(len(long) - len(short) + 1)):
        return True
    if len(short) < 4 or len(short) < 0.6 * len(long):
        return False
    return SequenceMatcher(None, short, long, autojunk=False).ratio() >= SAME


def _words(line: str) -> list[str]:
    return _WORD.findall(line.casefold())
