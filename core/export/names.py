"""Names of files that every system takes, made of names that people have."""

from __future__ import annotations

import re
import unicodedata

from parley.core.base.line import visible

LONGEST = 80
"""Characters of a name; systems take 255 bytes, and a character has up to four."""
_NEVER = re.compile(r'[<>:"/\\|?*\[\]#^%]+')
_RESERVED = re.compile(r"(con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(\..*)?", re.IGNORECASE)


def file_name(text: str, taken: set[str], otherwise: str = "note") -> str:
    """Return a name without an ending, which none of those `taken` is, whatever the case; it is taken then.

    It has no sign that Windows or a link of Obsidian does not take, begins and ends with no dot or blank, and is none
    of the devices' names that Windows keeps for itself.
    """
    plain = unicodedata.normalize("NFC", _NEVER.sub(" ", visible(text)))
    plain = " ".join(plain.split())[:LONGEST].strip(". ") or otherwise
    if _RESERVED.fullmatch(plain):
        plain = f"_{plain}"
    found, number = plain, 1
    while _normalize_name(found) in taken:
        number += 1
        found = f"{plain} {number}"
    taken.add(_normalize_name(found))
    return found


def _normalize_name(name: str) -> str:
    return unicodedata.normalize("NFKC", name).casefold()
