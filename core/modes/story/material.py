"""What a request of a story is about, in labelled pieces: the moment, and what is remembered of what went before it."""

from __future__ import annotations

from collections.abc import Iterator

from parley.core.cast.member import PLAYER
from parley.core.log.state import State
from parley.core.modes.story import hero
from parley.core.modes.story.cards import promises, so_far
from parley.core.modes.story.keeping import by_rules
from parley.core.modes.story.moment import moment
from parley.core.modes.story.remembering import recalled
from parley.core.perspective.material import Piece


def material(state: State, member: str, kind: str = "") -> tuple[Piece, ...]:
    """The moment for `member`, and behind it, by `id`:

    about (what the player was told of themselves); brief (what the Keeper says, best first); promise (what
    the player has yet to keep, `member` to whom); card (what is remembered and matters here, "title: text"); for an
    epilogue so_far (what happened, the oldest first).
    """
    return (*moment(state, member), *_remembered(state, member, kind))


def _remembered(state: State, member: str, kind: str) -> Iterator[Piece]:
    if about := hero.description(state):
        yield Piece("about", PLAYER, about)
    if text := by_rules(state)[0]:
        yield Piece("brief", "", text)
    for each in promises(state):
        if each.by == PLAYER and each.open:
            yield Piece("promise", each.to, each.text)
    for card in recalled(state, member):
        yield Piece("card", card.id, f"{card.title}: {card.text}")
    if kind == "closing":
        for _turn, text in so_far(state):
            yield Piece("so_far", "", text)
