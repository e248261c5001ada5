"""Rows of the transcript, made from events as they come."""

from __future__ import annotations

from datetime import datetime

from core.log.codec import text_of
from core.log.events.base import Event
from core.log.events.distilled import RunDistilled
from core.log.events.run import RunEnded, TopicInjected
from core.log.events.turn import TurnFailed
from core.log.state import DIRECTOR, State, Turn
from core.modes.office.events import DayEnded, DayStarted, SceneEnded, SceneStarted
from core.modes.office.state import OfficeState
from desktop.modes.duologue.rows import duologue_row
from desktop.modes.office.scenes import Translations, character_of, finished, scene_at, scene_figure
from desktop.modes.story.rows import story_row
from desktop.run.figures import TurnFigure
from desktop.widgets.language import said

_PLANNED = frozenset({"turns", "day", "story"})
"""Reasons for which a run ends that nobody needs to be told."""


def clock_time(at: datetime, simulated: bool) -> str:
    """ "10:20:31": local time, or the simulated clock's own."""
    return f"{at if simulated else at.astimezone():%H:%M:%S}"


def turn_row(state: State, turn: Turn, translations: Translations | None = None) -> TurnFigure:
    """A finished turn."""
    reply = turn.reply
    scene = scene_at(state.find(OfficeState), turn.number)
    other = translations.of(turn.number, scene) if translations else {}
    return TurnFigure(
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
        character=character_of(state.setup, scene, turn.member),
        **other,  # type: ignore[arg-type]
    )


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
    )


def other_row(
    state: State, event: Event, spoken: int, translations: Translations | None = None, language: str = ""
) -> TurnFigure | None:
    """The row of an event that is no turn, `spoken` turns having been said before it; None where it has none.

    Rooms are named in `language`, or in the run's own.
    """
    at = clock_time(event.at, state.setup.simulated)
    match event:
        case TopicInjected():
            to = ", ".join(state.name_of(member) for member in event.to)
            kind = "whisper" if event.to else "topic"
            return TurnFigure(spoken + 1, "", event.name, event.text, kind, to=to, at=at, hidden=event.hidden)
        case RunDistilled():
            told = [event.summary]
            told += [f"• {state.name_of(action.owner)}: {action.text}" for action in event.actions]
            if event.note:
                told.append(f"({said(text_of(event))})")
            return TurnFigure(spoken, "", "", "\n".join(told), "summary", at=at)
        case RunEnded() if event.detail and event.reason not in _PLANNED:
            return TurnFigure(spoken, "", "", said(text_of(event)), "summary", at=at)
        case DayStarted():
            return TurnFigure(spoken + 1, "", "", event.date, "day", at=at)
        case DayEnded() if event.summary:
            return TurnFigure(spoken, "", "", event.summary, "summary", at=at)
        case SceneStarted():
            scene = scene_figure(state.setup, event, language)
            return TurnFigure(spoken + 1, "", "", event.topic, "scene", at=at, scene=scene)
        case SceneEnded() if event.summary or event.mood:
            return _scene_end(state, event, spoken, at, translations, language)
    return story_row(state, event, spoken, at) or duologue_row(state, event, spoken, at)


def _scene_end(
    state: State, event: SceneEnded, spoken: int, at: str, translations: Translations | None, language: str
) -> TurnFigure | None:
    found = finished(state[OfficeState], event.scene)
    if found is None:
        return None
    scene = scene_figure(state.setup, found.started, language)
    other = translations.summaries.get(event.scene, "") if translations else ""
    return TurnFigure(
        spoken, "", "", event.summary, "scene_end", at=at, scene=scene, mood=event.mood, translation=other
    )  # fmt: skip
