"""A member as they are told who they are: the texts of a character card, with their macros filled in."""

from __future__ import annotations

from typing import TYPE_CHECKING

from parley.core.base.clock import SeededRandom
from parley.core.cast.macros import fill_text
from parley.core.cast.member import PLAYER

if TYPE_CHECKING:
    from parley.core.cast.member import Member
    from parley.core.log.config import RunConfig

OTHERS = {"en": "everybody", "de": "die anderen"}
"""What {{user}} is called where it is nobody in particular."""


NOBODY = {"en": "You", "de": "Du"}
"""What the player of a story is called who has no name."""
GUEST = {"en": "Guest", "de": "Gast"}
"""What {{user}} is called then: "You has come" is nothing that a character could be told."""


def get_user_of(config: RunConfig, me: Member) -> str:
    """Return who the other is in a member's texts: the player, the only other, or all the others."""
    others = [member for member in config.members if member.id != me.id]
    player = next((member for member in others if member.id == PLAYER), None)
    if player is not None:
        return GUEST[config.language] if player.name == NOBODY[config.language] else player.name
    return others[0].name if len(others) == 1 else OTHERS[config.language]


def fill_macros(config: RunConfig, me: Member, text: str) -> str:
    """Return a text of a member's card, or of a book that comes to their mind, as they are told it."""
    if "{{" not in text and "<" not in text:  # <user> and <char> are macros as well
        return text
    random = SeededRandom(config.seed)  # not by turn: {{random}} keeps its pick, so prompts stay the same
    name = (me.card.nickname if me.card is not None else "") or me.name
    return fill_text(text, name, get_user_of(config, me), lambda what: random.draw_float(0, f"macro:{me.id}:{what}"))


def as_told(config: RunConfig, me: Member) -> Member:
    """Return the member with the macros of their card filled in; who has none is as they are."""
    card = me.card
    if card is None:
        return me
    return me.model_copy(
        update={
            "identity": fill_macros(config, me, me.identity),
            "personality": fill_macros(config, me, me.personality),
            "directive": fill_macros(config, me, me.directive).strip(),
            "lines": tuple(fill_macros(config, me, line) for line in me.lines),
            "card": card.model_copy(update={"scenario": fill_macros(config, me, card.scenario)}),
        }
    )
