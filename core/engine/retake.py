"""Which turn a retry takes again: what the log says of the last one, and of the one that comes."""

from __future__ import annotations

from parley.core.base.errors import RunError
from parley.core.base.sentences import Sentence
from parley.core.log.behaviour import Refusal
from parley.core.log.played import get_behaviour_of
from parley.core.log.state import State, Turn


def to_take_back(state: State, turn: int = 0) -> Turn | None:
    """Return the last turn, which is said to be taken back; None where the coming one is only to be spoken (again).

    That one comes first where it failed, was broken off or was taken back already, unless `turn` names the last one.
    Raises `RunError` where there is nothing to take again.
    """
    if turn in {0, state.next_turn} and _has_turn_begun(state):
        return None
    if not state.turns:
        raise RunError("Nobody has spoken yet.")
    last, begun = state.turns[-1], state.open
    if turn not in {0, last.number}:
        raise RunError("Turn {turn} is not the last one.", turn=turn, hint="Fork before it instead.")
    if begun is not None and (begun.failed is None or begun.answers):  # what its tools did cannot be taken back
        raise RunError("Turn {turn} is under way.", turn=begun.started.turn, hint="Play until it is whole, then retry.")
    if refused := _find_retry_refusal(state, last):
        raise RunError(refused.why, hint=refused.instead)
    return last


def taken_again(state: State) -> int:
    """Return the number of the turn that a retry takes. Raises `RunError` where there is none."""
    last = to_take_back(state)
    return last.number if last is not None else state.next_turn


def _has_turn_begun(state: State) -> bool:
    """Return whether the coming turn, or what it is made of, was begun: whoever has not replied is asked again."""
    return state.open is not None or state.begun == state.next_turn or get_behaviour_of(state.setup).has_request(state)


def _find_retry_refusal(state: State, last: Turn) -> Refusal | None:
    """Return why the last turn cannot be taken again; None where it can be."""
    if last.ended.author in ("director", "user"):
        return Refusal(
            Sentence("Turn {number} was written by hand.", number=last.number),
            Sentence("Edit the line, or fork before it."),
        )
    if last.started is None:
        return Refusal(
            Sentence("Turn {number} was woven with others into one scene.", number=last.number),
            "Fork at an earlier turn instead.",
        )
    return get_behaviour_of(state.setup).retry_refused(state, last)
