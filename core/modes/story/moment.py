"""A moment of a story in labelled pieces: what a voice that follows rules goes by, and what directions are made of."""

from __future__ import annotations

from collections.abc import Iterator

from parley.core.cast.member import PLAYER
from parley.core.log.material import Piece
from parley.core.log.state import State
from parley.core.modes.story.cards import so_far
from parley.core.modes.story.leaving import bidden
from parley.core.modes.story.state import StoryState

WORTH_IT = 4
"""Things that happened with which an ending is told by the rules, the newest."""


def moment(state: State) -> tuple[Piece, ...]:
    """Return what written words go by.

    Pieces, by `id`: act (the player's words); did (by what: talk, part, give …; denied where nothing came of it);
    bidden, where they take their leave as the run ends; place (its id); met (they have talked before) by `member`;
    has (the id of a thing) by `member`, of the player and whom they talk with; meant (the answer of `member` that the
    player asked for, empty: none of theirs), where a model told; facts (what the rules decided this turn); blow, where
    there was a round; at the end happened.
    """
    return tuple(_iterate_moment_pieces(state))


def facts(story: StoryState) -> list[str]:
    """Return what the rules decided in this story turn, as sentences with the numbers first."""
    told: list[str] = []
    if story.dice is not None and story.dice.story_turn == story.turn:
        told.append(story.dice.text)
    last = story.fight.last if story.fight else None
    if last is not None and last.story_turn == story.turn:
        told.append(last.text)
    if story.fought and story.fight is None and story.resolved == story.turn and story.ended_turn == story.turn:
        told += [story.last_round, story.fought[-1][1].text]
    return [text for text in told if text]


def _iterate_moment_pieces(state: State) -> Iterator[Piece]:
    story = state[StoryState]
    if story.act:
        yield Piece("act", "", story.act)
    for did in story.did:
        yield Piece("denied" if did.refused else "did", did.what, did.text)
    if bidden(state):
        yield Piece("bidden", "", "")
    yield Piece("place", "", story.here)
    for talk in story.talks:
        yield Piece("met", talk.character, "")
    for one in dict.fromkeys((PLAYER, story.partner)):
        yield from (Piece("has", one, item) for item, count in story.get_items_of(one).items() if count)
    if story.meant is not None and story.meant.turn == state.next_turn and not story.meant.note:
        yield Piece("meant", story.meant.member, story.meant.given)
    for text in facts(story):
        yield Piece("facts", "", text)
    if story.round_fought is not None and story.round_fought.story_turn == story.turn:
        yield Piece("blow", "", story.round_fought.text)
    if story.phase == "epilogue":
        for _turn, text in so_far(state)[-WORTH_IT:]:
            yield Piece("happened", "", text)
