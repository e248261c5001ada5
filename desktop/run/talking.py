"""Who speaks at the shown moment, who is thinking, and who hears it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from core.log.state import State
from core.modes.office.state import OfficeState
from core.modes.story.config import StoryConfig
from core.modes.story.state import StoryState
from desktop.modes.office.scenes import aloud, asked_now


@dataclass(frozen=True, slots=True)
class Talk:
    """A moment of a talk. `now`: the line is still being said. `heard` empty: everybody hears it.

    `thinking` were asked for their part of a beat and have not replied; `murmurs` is how far they are, by id and text.
    """

    speaker: str = ""
    line: str = ""
    thoughts: tuple[str, ...] = ()
    now: bool = False
    heard: tuple[str, ...] = ()
    thinking: tuple[str, ...] = ()
    murmurs: tuple[tuple[str, str], ...] = ()


def waits(state: State) -> bool:
    """Whether a story waits for its player, and for nobody else's lines."""
    tale = state.find(StoryState)
    if tale is None or state.status == "ended" or state.open is not None or not tale.waits():
        return False
    story = state.setup[StoryConfig]
    return state.status != "playing" or (not tale.autoplay and tale.scripted >= len(story.script))


def said(state: State) -> Talk:
    """What was said last; in the office, what was said last in the scene under way."""
    if not state.turns:
        return Talk()
    last, world = state.turns[-1], state.find(OfficeState)
    if world is not None and (world.scene is None or last.number < world.scene.first):
        return Talk()
    return Talk(last.member, last.text, last.ended.thoughts, heard=last.ended.heard_by)


def spoken_now(state: State, streaming: Mapping[str, str], *, playing: bool) -> Talk:
    """What is being said at the live end; else what was said last."""
    scene = state[OfficeState].scene if state.find(OfficeState) else None
    hears = scene.started.members if scene else ()
    open_turn = state.open if state.open is not None and state.open.failed is None and playing else None
    if state.find(OfficeState) is None:
        if speaker := next(iter(streaming), ""):
            heard = state.turns[-1].ended.heard_by if state.turns else ()
            return Talk(speaker, streaming[speaker], now=True, heard=heard)
    elif open_turn is not None and open_turn.started.member in streaming:
        return Talk(open_turn.started.member, streaming[open_turn.started.member], now=True, heard=hears)
    if open_turn is not None:
        return Talk(open_turn.started.member, "…", now=True, heard=hears)
    if state.status == "ended":
        return Talk()
    before = said(state)
    thinking = asked_now(state) if playing else ()
    if not thinking:
        return before
    heard_so_far = ((member, aloud(streaming.get(member, ""))) for member in thinking)
    murmurs = tuple((member, text) for member, text in heard_so_far if text)
    return Talk(before.speaker, before.line, before.thoughts, False, before.heard, thinking, murmurs)
