"""What a story plays, as it stands in its log."""

from __future__ import annotations

from pydantic import Field

from parley.core.base.definition import Definition
from parley.core.log.config import MOST_CONTEXT
from parley.core.modes.story.rules.parts import is_empty
from parley.core.modes.story.rules.setting import Setting

OWN, IMPORTED = "own", "imported"
"""The ids of settings that have one place, and nobody in it but the two: their own, and that of a talk that came in."""


class StoryConfig(Definition):
    """What a story plays: the `setting` itself, so that the log stands alone.

    The player is interviewed, or begins as `concept`. `partner` is whom a dialogue begins with. `script` are the
    player's lines, taken one by one; with `autoplay` the player takes a seeded choice where nobody else says what they
    do. `length` is when the epilogue comes, in turns of the player; `context` bounds what an agent is sent, in tokens
    (0: as much as its voice takes).
    """

    setting: Setting
    concept: str = ""
    player: str = Field("", max_length=80, description="What the player is called, where nobody is interviewed.")
    partner: str = ""
    guest: bool = Field(
        False, exclude_if=is_empty, description="The partner is of a cast or a card, not of the setting."
    )
    cast: str = Field("", max_length=400, exclude_if=is_empty, description="The cast that they are in.")
    script: tuple[str, ...] = ()
    autoplay: bool = False
    length: int = Field(50, ge=1, le=10_000)
    context: int = Field(0, ge=0, le=MOST_CONTEXT)
