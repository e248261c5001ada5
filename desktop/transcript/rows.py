"""Rows of the transcript, made from events as they come."""

from __future__ import annotations

from datetime import datetime

from core.log.codec import text_of
from core.log.events.base import Event
from core.log.events.distilled import RunDistilled
from core.log.events.run import RunEnded, TopicInjected
from core.log.events.turn import TurnFailed
from core.log.state import DIRECTOR, State, Turn
from desktop.modes.registry import ModeView
from desktop.run.figures import TurnFigure
from desktop.widgets.language import said


def clock_time(at: datetime, simulated: bool) -> str:
    """ "10:20:31": local time, or the simulated clock's own."""
    return f"{at if simulated else at.astimezone():%H:%M:%S}"


def turn_row(mode: ModeView, state: State, turn: Turn) -> TurnFigure:
    """A finished turn."""
    reply = turn.reply
    row = TurnFigure(
        number=turn.number,
        member=turn.member,
        name=state.name_of(turn.member),
        text=turn.text,
        kind="director" if turn.member == DIRECTOR else (turn.started.kind if turn.started else "line"),
        thoughts=turn.ended.thoughts,
        cut=turn.ended.cut,
        edited=turn.ended.edited,
        by_director=turn.ended.author == "director",
        author=turn.ended.author if turn.ended.author in {"script", "rules"} else "",
        tokens=reply.usage.total if reply else 0,
        latency=reply.latency if reply else 0.0,
        cost=reply.cost if reply else 0.0,
        at=clock_time(turn.ended.at, state.setup.simulated),
        bookmarked=turn.number in state.bookmarks,
        hidden=turn.ended.hidden,
    )
    return mode.turn_row(state, turn, row)


def failed_row(state: State, event: TurnFailed) -> TurnFigure:
    """A turn that failed, with what had arrived of it as `cut`."""
    return TurnFigure(
        number=event.turn,
        member=event.member,
        name=state.name_of(event.member),
        text=said(text_of(event)),
        kind="failed",
        cut=event.partial,
        at=clock_time(event.at, state.setup.simulated),
        behind=True,
    )


def other_row(mode: ModeView, state: State, event: Event, spoken: int) -> TurnFigure | None:
    """The row of an event that is no turn, `spoken` turns having been said before it; None where it has none."""
    at = clock_time(event.at, state.setup.simulated)
    match event:
        case TopicInjected():
            to = ", ".join(state.name_of(member) for member in event.to)
            kind = "whisper" if event.to else "topic"
            return TurnFigure(spoken + 1, "", event.name, event.text, kind, to=to, at=at, hidden=event.hidden)
        case RunDistilled():
            lines = [event.summary]
            lines += [f"• {state.name_of(action.owner)}: {action.text}" for action in event.actions]
            if event.note:
                lines.append(f"({said(text_of(event))})")
            return TurnFigure(spoken, "", "", "\n".join(lines), "summary", at=at, behind=True)
        case RunEnded() if event.detail and event.reason not in mode.plain_ends:
            return TurnFigure(spoken, "", "", said(text_of(event)), "summary", at=at, behind=True)
    return mode.row(state, event, spoken, at)
