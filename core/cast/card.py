"""What a member brought along in a character card of another program, as far as it is played."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from parley.core.base.definition import Definition
from parley.core.cast.lore import LoreBook

LONGEST, MOST_GREETINGS = 32_000, 100
"""Characters of a text, and greetings of a kind."""

CardText = Annotated[str, Field(max_length=LONGEST)]


class Card(Definition):
    """What has no other place in a member. The card itself, with all that is not played, is kept as `file`.

    `nickname` is what the character is called in its texts ({{char}}), else the name. One of the `greetings` may be
    the first line of a talk, those for groups of a talk of several. `scenario` is told with the persona, `reminder`
    behind each stage direction. `notes`, `maker` and `tags` are for people and told to no voice.
    """

    file: str = Field("", pattern=r"^([0-9a-f]{16}\.(json|png|charx))?$")  # a digest, so never another path
    nickname: str = Field("", max_length=80)
    greetings: tuple[CardText, ...] = Field((), max_length=MOST_GREETINGS)
    group_greetings: tuple[CardText, ...] = Field((), max_length=MOST_GREETINGS)
    scenario: CardText = ""
    reminder: CardText = ""
    notes: CardText = ""
    maker: str = Field("", max_length=400)
    tags: tuple[str, ...] = Field((), max_length=100)
    lore: LoreBook | None = None
