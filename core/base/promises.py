"""Promises, told by the words that people make them with; "I'll be brief" and its like promise nothing."""

from __future__ import annotations

import re

LEAST_WORDS = 3

_PROMISE = re.compile(
    r"\b((?:I['’]ll|I will|I['’]m going to)"
    r"(?! (?:be|see|say|admit|bet|laugh|keep|stop|never|make it short|have to|need to)\b)"
    r"|ich (?:werde|übernehme|kümmere|schicke|mache|schreibe|bringe|baue|prüfe|kläre|teste|liefere|zeichne|male|rufe)"
    r"(?! (?:es kurz|mir|mit|nie|noch|alt|müde|rot|verrückt|das nicht)\b)"
    r"|(?:kümmere|übernehme|schicke|schreibe|mache|bringe|prüfe|kläre|teste|liefere|baue|male|rufe) ich(?! mir\b)"
    r"|(?:bis|morgen|nachher|gleich)\b[^.!?,;:]{0,30}? (?!habe|hatte|hätte|könnte|würde|möchte|glaube|denke)\w{2,}e ich"
    r")\b[^.!?]*",
    re.IGNORECASE,
)


def promised(text: str) -> str:
    """Return what is promised in the line, in its own words from the promise on; empty where nothing is."""
    for found in _PROMISE.finditer(text):
        said = found.group(0).strip()
        # "Mache ich das?" asks.
        asks = text[found.end() : found.end() + 1] == "?"
        if len(said.split()) >= LEAST_WORDS and not asks:
            return said
    return ""
