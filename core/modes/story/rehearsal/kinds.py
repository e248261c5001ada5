"""Questions that one can put to anybody in a story, with general answers and what belongs behind each of them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

from parley.core.modes.story.rehearsal.phrases import filled, story_bank
from parley.core.voices.rehearsal.phrases import LANGUAGES, localised, longest, read

_MACRO = re.compile(r"\{([a-z_]+)\}")
_DECIDED = {
    "en": re.compile(r"(?i)^\W*(?:yes|no|not|never|nothing|nobody|none|sometimes|of course|a little)\b"),
    "de": re.compile(r"(?i)^\W*(?:ja|nein|nicht|nie|nichts|niemand|kein\w*|manchmal|doch|natürlich|ein wenig)\b"),
}
FOREIGN = ("modern_place", "modern_yes", "modern")
"""The kinds of questions after something of another world than the story's."""
LEAST_SHARE = 0.4
"""Of a line's letters, how much must be what makes it a question of a kind."""
TELLING = 8
"""Letters that the constant stretch of an answer must have to tell that the answer was given."""


class Answer(NamedTuple):
    """A general answer. `behind` is what they say on being asked on, by how (why, since, more, who …)."""

    text: str
    mark: str
    behind: Mapping[str, str]


class Kind(NamedTuple):
    """A question: `own` are the acts to which a person's own sayings answer it, behind `lead` where it wants a yes or
    a no; `follow` is what belongs behind any answer to it; `asks` says that whatever of theirs fits it is better.
    """

    id: str
    hears: re.Pattern[str]
    own: tuple[str, ...]
    lead: str
    says: tuple[Answer, ...]
    follow: Mapping[str, str]
    asks: bool = False

    def led(self, text: str, language: str) -> str:
        """Their own words behind a yes or a no, unless they begin with one."""
        return text if not self.lead or _DECIDED[language].search(text) else f"{self.lead} {text}"


@cache
def kinds(language: str) -> Mapping[str, Kind]:
    """All kinds of questions, in the order in which they are looked for."""
    language = language if language in LANGUAGES else "en"
    macros = story_bank(language).under("macros.")

    def spelled(text: str) -> str:
        return _MACRO.sub(lambda found: f"(?:{macros[found[1]]})", text)

    def read_one(name: str, table: dict[str, Any]) -> Kind:
        says = [
            Answer(one["text"], longest(one["text"]).strip(), {how: text for how, text in one.items() if how != "text"})
            for one in table["says"]
        ]
        hears = re.compile("|".join(rf"(?<!\w)(?:{spelled(text)})" for text in table["hears"]))
        own, lead, follow = tuple(table.get("own", ())), table.get("lead", ""), table.get("follow", {})
        return Kind(name, hears, own, lead, tuple(says), follow, table.get("ask", False))

    tables = localised(read("story_kinds"), language)["kinds"]
    return {name: read_one(name, table) for name, table in tables.items()}


def kind_in(plain: str, language: str, only: Sequence[str] = ()) -> tuple[str, str]:
    """The kind of question that a line in small letters is, and the word of it that it names; both may be empty.

    Words that stand beside most of the line are no sure sign of what it is about, but for a word that is foreign here.
    """
    for name, kind in kinds(language).items():
        if (not only or name in only) and (found := kind.hears.search(plain)):
            if name not in FOREIGN and len(found[0]) < LEAST_SHARE * len(plain):
                continue
            return name, found.groupdict().get("word") or ""
    return "", ""


def given(said: str, language: str) -> Answer | None:
    """The general answer that a line is."""
    each = (one for kind in kinds(language).values() for one in kind.says)
    return next((one for one in each if len(one.mark) >= TELLING and one.mark in said), None)


def fitting_answers(kind: Kind, slots: Mapping[str, str], first: int) -> list[tuple[str, str]]:
    """Its answers whose slots are all filled, with their marks, from the one of that number on."""
    texts = [(text, one.mark) for one in kind.says if (text := filled(one.text, slots)) is not None]
    at = first % len(texts) if texts else 0
    return texts[at:] + texts[:at]
