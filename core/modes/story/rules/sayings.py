"""What people of a setting say in their own words."""

from __future__ import annotations

import re
from typing import Literal, Self

from pydantic import Field, model_validator

from parley.core.base.definition import Definition
from parley.core.base.sentences import Sentence

LONGEST_PROSE = 8_000
"""Characters of any text that is no name; as many as a member's persona may have."""


_CONTROLS = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""Control characters (Unicode's categories Cc and Cs) but line feeds and tabulators."""


def nothing(value: object) -> bool:
    """Return whether a field that earlier logs do not have is left out of what is written."""
    return not value


def readable(text: str) -> None:
    """Raise `ValueError` where a text is empty, too long, or has control characters."""
    if not text.strip():
        raise ValueError("there is no text")
    if len(text) > LONGEST_PROSE:
        raise ValueError(
            Sentence(
                "a text has at most {longest_prose:,} characters; this one has {count:,}",
                longest_prose=LONGEST_PROSE,
                count=len(text),
            )
        )
    if _CONTROLS.search(text):
        raise ValueError("there are control characters in the text")


Act = Literal[
    "greeting", "again", "who", "wants", "place", "feeling", "thanks", "praise", "insult", "threat", "apology", "offer",
    "agree", "deny", "tale", "trade", "part", "unknown", "follows", "remains", "task", "progress", "done", "statement",
    "long", "danger", "next", "trust", "invite", "real", "age", "like_me", "flirt", "married", "children", "home",
    "here", "work", "day", "plans", "fear", "sorrow", "joy", "lie", "doubt", "joke", "song", "story", "who_am_i",
    "promise", "help_me", "reward", "ruler", "stay", "time", "past", "deeds", "money", "friends", "goodnight", "wish",
    "sympathy", "name_me", "me_tired", "me_cold", "me_afraid", "me_sad", "me_happy", "me_hurt", "me_angry", "me_lost",
    "me_new",
    "me_from", "laugh", "gesture", "ack", "maybe", "lodging", "food", "sleep", "family", "belief", "town", "weather",
    "advice", "can", "love", "war", "death", "warn", "accuse", "dear",
    "moment", "hire", "deal", "intro", "seek", "me_poor", "hungry",
]  # fmt: skip
"""What a line of somebody's answers: an act of the player's, a matter of `story_talk.toml` of the phrases, or how it
stands with the task that they have given."""


class Words(Definition):
    """A text in both languages, or in one: a log keeps sayings in the language of its run alone."""

    en: str = Field("", exclude_if=nothing)
    de: str = Field("", exclude_if=nothing)

    @model_validator(mode="after")
    def _check_readable(self) -> Self:
        for text in (self.en, self.de):
            if text or not (self.en or self.de):
                readable(text)
        return self

    def text(self, language: str) -> str:
        """Return the text in `language`, or in the one that it is written in."""
        return (self.de or self.en) if language == "de" else (self.en or self.de)

    def only(self, language: str) -> Words:
        """Return the text in `language` alone."""
        # It has been validated; a setting has thousands.
        return Words.model_construct(None, **{language: self.text(language)})


class Saying(Definition):
    """What somebody says, in their own words, `on` an act of the player's, or where they speak `about` something, or
    when they are `given` a thing (its id).

    What has both `about` and `given` they say only as long as they have the thing, what is said `without` it only
    until then, and until the player has it; what is `seen`, only while the player has it.
    """

    on: tuple[Act, ...] = ()
    about: Words | None = Field(None, description="Words that call for it, with commas between them.")
    given: str = Field("", exclude_if=nothing, description="The thing for which they say it, when they are given it.")
    text: Words
    without: str = Field("", exclude_if=nothing, description="The thing that they do not have when they say it.")
    seen: str = Field("", exclude_if=nothing, description="The thing that the player has with them when they say it.")
    more: Words | None = Field(None, exclude_if=nothing, description="What they add where they are asked on.")

    def only(self, language: str) -> Saying:
        """Return the same in one language."""
        texts = {"about": self.about, "text": self.text, "more": self.more}
        return self.model_copy(update={name: text.only(language) for name, text in texts.items() if text})
