"""A name taken out of what somebody says when they are asked for it."""

from __future__ import annotations

import re

from core.base.line import clean, visible

LONGEST = 40
"""Characters of a name."""

MOST_WORDS = 4
"""Words of which a name is taken as it is said; of more only those count that are written like a name."""

_LEAD = re.compile(
    r"(?:(?:well|oh|hello|hi|hey|so|just|please|hallo|nun|ach|also|tja|na|guten (?:tag|abend|morgen))\b[\s,;:!.–—-]*)*"
    r"(?:(?:my|the) name(?:'s| is)|(?:they|people|folks?|friends|most|everybody|everyone) calls? me"
    r"|(?:you )?(?:can|may) call me|call me|i am (?:called|known as)|i(?:'m| am)|i go by|it(?:'s| is)|this is"
    r"|name(?:'s| is)|mein name (?:ist|lautet)|(?:man|alle|jeder|die leute) (?:nennt|nennen|ruft|rufen) mich"
    r"|(?:du kannst|ihr könnt) mich|nenn(?:t|en sie)? mich|ich (?:heiße|heisse|bin|werde)|ich nenne mich|name)"
    r"\b[\s:,–—-]*(?:(?:just|simply|einfach|nur)\b\s*)?",
    re.IGNORECASE,
)  # fmt: skip
_CALLED = re.compile(r"\b(?:called|named|namens)\s+", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:a|an|der|die|das|ein|eine)\s+", re.IGNORECASE)
_TAIL = re.compile(r"\s+(?:nennen|genannt|gerufen|rufen)$", re.IGNORECASE)
_END = re.compile(r"[,;:.!?…()\n]|\s[–—-]\s|\b(?:and|but|und|aber|from|aus)\b", re.IGNORECASE)
_ABBREVIATED = re.compile(r"\b(Dr|St|Mr|Mrs|Ms|Fr|Hr)\.\s*", re.IGNORECASE)
_NOBODY = re.compile(
    r"(?:no\s?body|no\s?one|none|nothing|dunno|no|yes|ok(?:ay)?|niemand|keine?r?|nichts|nein|ja|weiß nicht|egal"
    r"|i|ich|you|du|me|mich|my|mein)",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"\b(?:don't|do not|won't|will not|not|never|rather|none of|weiß|nicht|kein\w*|lieber|geht dich)\b", re.IGNORECASE
)
_JOINTS = {"of", "the", "von", "van", "de", "der", "den", "zu", "zum", "zur", "vom", "al", "la", "le", "du", "di", "da"}


def cleaned(said: str) -> str:
    """The name in what was said: one line of at most 40 characters; empty where there is none."""
    # Marks of direction and control characters would make a name that cannot be read.
    text = visible(clean(said, cap=0).text).replace("’", "'")
    text = _ABBREVIATED.sub(r"\1 ", text)
    lead = _LEAD.match(text)
    rest = text[lead.end() :] if lead else text
    if called := _CALLED.search(rest):
        rest = rest[called.end() :]
    rest = _ARTICLE.sub("", rest.strip(), count=1) if _ARTICLE.match(rest.strip()) else rest
    rest = _TAIL.sub("", _END.split(rest.strip(), maxsplit=1)[0].strip())
    words = [word.strip("\"'„“”»«‘*_`~@#[]{}<>/\\|") for word in rest.split()]
    words = [word for word in words if word]
    if _REFUSED.search(rest) or not any(character.isalpha() for character in "".join(words)):
        return ""
    if len(words) > MOST_WORDS:
        words = _like_a_name(words)
    name = " ".join(words)
    if _NOBODY.fullmatch(name):
        return ""
    # Who types in lower case is still called by a name.
    if name.islower():
        name = " ".join(word if word in _JOINTS else word[:1].upper() + word[1:] for word in words)
    return name if len(name) <= LONGEST else name[: LONGEST + 1].rsplit(" ", 1)[0][:LONGEST].strip()


def _like_a_name(words: list[str]) -> list[str]:
    """The first words in a row that are written large, with what joins them ("Ada of the Low Mill")."""
    found: list[str] = []
    for word in words:
        if word[:1].isupper() or (found and word.casefold() in _JOINTS):
            found.append(word)
        elif found:
            break
    while found and found[-1].casefold() in _JOINTS:
        found.pop()
    return found
