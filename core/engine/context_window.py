"""Room in a voice's context: what a member is sent of a long run, in whole exchanges."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from parley.core.engine.stage import Stage
from parley.core.log.events.turn import ContextCut
from parley.core.perspective.perspective import Block, Perspective

LEAST = 256
"""Tokens of history that there is room for in any case."""

Boundary = Callable[[Sequence[Block], int], bool]
"""Whether a history may begin with the block at that place, which is never the first."""


@dataclass(frozen=True, slots=True)
class Cut:
    """A cut that is due: what stands before `before` (a seq), `dropped` blocks, goes, and `left` tokens stay."""

    before: int
    dropped: int
    left: int


def before_an_exchange(blocks: Sequence[Block], at: int) -> bool:
    """Return whether others speak here after one's own last line: what they said stays with the answer to it."""
    return blocks[at].role == "user" and blocks[at - 1].role == "assistant" and not blocks[at].calls


def before_somebody_else(blocks: Sequence[Block], at: int) -> bool:
    """Return whether somebody else speaks here."""
    return blocks[at].role == "user" and not blocks[at].calls  # a result without its call is refused by providers


def find_cut(view: Perspective, bound: int, *boundaries: Boundary, reserve: int = 0, most: int = 0) -> Cut | None:
    """Return where to cut what a member is sent so that half the room of `bound` tokens is free again; None: nowhere.

    Cut is where the first of `boundaries` allows it, or the next one where that leaves too much; the opening is no part
    of the history and always stays. `reserve` tokens are kept for a summary; with `most`, no more than so many go at
    once, unless the first exchange alone has more.
    """
    if view.get_size() <= bound:
        return None
    place, left = 0, 0
    for last, boundary in enumerate(boundaries, 1):
        place, left = _find_cut(view, bound // 2 - reserve, most, boundary)  # half, for each cut voids the prompt cache
        if left + reserve <= bound or last == len(boundaries) or (place and most):  # with `most` the rest goes later
            break
    return Cut(view.blocks[view.start + place].seq, place, left) if place else None


def make_room(stage: Stage, member: str, bound: int, *boundaries: Boundary, note: str = "") -> bool:
    """Drop what is due of what `member` is sent; a summary of what went before it stays.

    Returns whether anything was cut: a `context.cut` tells what.
    """
    view = stage.perspective(member)
    found = find_cut(view, bound, *boundaries, reserve=view.summed)
    if found is None:
        return False
    stage.append(
        ContextCut(
            at=stage.clock.now(), member=member, before=found.before, dropped=found.dropped, budget=bound,
            summary=stage.state.summaries.get(member, ""), note=note,
        )
    )  # fmt: skip
    return True


def _find_cut(view: Perspective, room: int, most: int, boundary: Boundary) -> tuple[int, int]:
    """Return the earliest place from which on `room` tokens are left at most, else the last one; and how many are."""
    blocks = view.blocks[view.start : view.count]
    left = whole = sum(block.cost for block in blocks)
    cut, kept = 0, left
    for at, block in enumerate(blocks):
        if at and boundary(blocks, at):
            if cut and most and whole - left > most:
                break
            cut, kept = at, left
            if left <= room:
                break
        left -= block.cost
    return cut, kept
