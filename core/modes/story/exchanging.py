"""Calls of one reply that are one exchange: something goes each way between two, and all of it does or nothing."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from parley.core.base.errors import UsageError
from parley.core.base.line import recordable
from parley.core.cast.member import PLAYER
from parley.core.log.events.turn import ToolCall
from parley.core.log.state import State
from parley.core.modes.story.changes import Change, after
from parley.core.modes.story.naming import person_meant
from parley.core.modes.story.state import StoryState


def hindered(state: State, call: ToolCall, carried: Callable[[State, ToolCall], Change]) -> bool:
    """Whether a call that could be by itself cannot, for another half of its exchange was refused, or is going to be.

    `carried` says what would come of a call, and raises where it would be refused.
    """
    open_turn = state.open
    calls = open_turn.reply.tool_calls if open_turn is not None and open_turn.reply is not None else ()
    halves = _halves(state, calls)
    if open_turn is None or call not in halves:
        return False
    answers = open_turn.answers[len(open_turn.answers) - open_turn.answered :]
    if any(answer.error for one, answer in zip(calls, answers, strict=False) if one in halves):
        return True
    now = state
    for one in open_turn.unanswered:
        try:
            now = after(now, carried(now, one).effects)
        except (UsageError, ValueError):
            if one in halves:
                return True
    return False


def _halves(state: State, calls: Sequence[ToolCall]) -> list[ToolCall]:
    """Which of the calls hand something over, where that goes both ways; else none."""
    both = (PLAYER, state[StoryState].partner)
    found = [(call, _giver(state, call, both)) for call in calls if call.name == "exchange_item"]
    return [call for call, giver in found if giver] if set(both) <= {giver for _call, giver in found} else []


def _giver(state: State, call: ToolCall, both: tuple[str, str]) -> str:
    giver = recordable(call.arguments).get("giver_id")
    return person_meant(state, giver, both) if isinstance(giver, str) else ""
