"""Room in a voice's context: what a member is sent of a long run, in whole exchanges."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from core.events import ContextCut
from core.stage import Stage
from core.transcript.perspective import Block, Perspective

LEAST = 256
"""Tokens of history that there is room for in any case."""

Boundary = Callable[[Sequence[Block], int], bool]
"""Whether a history may begin with the block at that place, which is never the first."""


def before_an_exchange(blocks: Sequence[Block], at: int) -> bool:
    """In front of what others said since one's own last line: a pair of theirs and the answer to it stays whole."""
    return blocks[at].role == "user" and blocks[at - 1].role == "assistant" and not blocks[at].calls


def before_somebody_else(blocks: Sequence[Block], at: int) -> bool:
    """In front of anything that others said."""
    return blocks[at].role == "user" and not blocks[at].calls


def make_room(stage: Stage, member: str, bound: int, *boundaries: Boundary) -> bool:
    """Cut what `member` is sent where it is more than `bound` tokens, so that half the room is free again.

    Cut is where the first of `boundaries` allows it, or the next one where that leaves too much; the opening is no part
    of the history and always stays. Returns whether anything was cut: a `context.cut` tells what.
    """
    view = stage.perspective(member)
    if view.size() <= bound:
        return False
    for last, boundary in enumerate(boundaries, 1):
        cut, left = _place(view, bound // 2, boundary)
        if left <= bound or last == len(boundaries):
            break
    if not cut:
        return False
    before = view.blocks[view.start + cut].seq
    stage.append(ContextCut(at=stage.clock.now(), member=member, before=before, dropped=cut, budget=bound))
    return True


def _place(view: Perspective, room: int, boundary: Boundary) -> tuple[int, int]:
    """The earliest place from which on there are `room` tokens at most, else the last one; and what is left there."""
    blocks = view.blocks[view.start : view.count]
    left = view.size()
    cut, kept = 0, left
    for at, block in enumerate(blocks):
        if at and boundary(blocks, at):
            cut, kept = at, left
            if left <= room:
                break
        left -= block.cost
    return cut, kept
