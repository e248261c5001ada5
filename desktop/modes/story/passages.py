"""The narrative of a story: its last passages, from what was said, thrown, fought and done."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from parley.core.cast.member import PLAYER
from parley.core.log.codec import get_text_of
from parley.core.log.events.base import Event
from parley.core.log.events.run import TopicInjected
from parley.core.log.events.turn import TurnEnded
from parley.core.log.state import DIRECTOR, State, Turn
from parley.core.modes.story import events as story_events
from parley.core.modes.story.rules.parts import AGENTS
from parley.desktop.modes.story.figures import Face, PassageFigure, PassageKind
from parley.desktop.widgets.language import said

MOST_PASSAGES = 200
"""Passages that the column has at most. What is older stands in the transcript: the dock is for playing."""

OUTCOMES = {
    "victory": "ph.trophy", "defeat": "ph.smiley-sad", "fled": "ph.person-simple-run", "peace": "ph.handshake",
    "routed": "ph.trophy", "surrendered": "ph.flag",
}  # fmt: skip

RULED: frozenset[PassageKind] = frozenset({"dice", "fight", "round"})
"""What the keeper of the rules has something to say of."""

translate = QCoreApplication.translate


def narrative(state: State, events: Sequence[Event]) -> tuple[PassageFigure, ...]:
    """Return the last passages of the story at `state`; what is left out before them is told in a note.

    `events` are the run's, of which those after `state` are not looked at.
    """
    found = list[PassageFigure]()
    for seq in range(min(state.seq, len(events)) - 1, -1, -1):
        passage = _build_passage(state, seq, events[seq])
        if passage is not None:
            found.append(passage)
            if len(found) == MOST_PASSAGES:
                break
    if len(found) == MOST_PASSAGES:
        older = translate("Story", "What was told before stands in the transcript.")
        found.append(PassageFigure(-1, "note", older, icon="ph.info"))
    found.reverse()
    return tuple(_join_keeper_passages(found))


def _join_keeper_passages(found: Sequence[PassageFigure]) -> list[PassageFigure]:
    """Return what the keeper says stands with what it is about: the newest throw since the player's own words."""
    made: list[PassageFigure] = []
    about = -1
    for each in found:
        if each.kind == "ruled" and about >= 0:
            made[about] = replace(made[about], face=each.face, turn=each.turn, ruling=each.text)
            about = -1
            continue
        if each.kind == "player":
            about = -1
        elif each.kind in RULED:
            about = len(made)
        made.append(each)
    return made


def _is_line_kept(state: State, seq: int, event: TurnEnded) -> bool:
    """Return whether a line is part of the story: one that was taken back is not."""
    return 0 < event.turn <= len(state.turns) and state.turns[event.turn - 1].seq == seq


def get_face_of(state: State, member: str) -> Face:
    """Return how somebody is drawn."""
    name = state.name_of(member)
    if state.setup.has(member):
        return Face(member, name, state.setup.letters[member], state.setup.member(member).colour)
    return Face(member, name, name[:1].upper())


def _build_passage(state: State, seq: int, event: Event) -> PassageFigure | None:
    match event:
        case TurnEnded():
            return _build_line_passage(state, state.turns[event.turn - 1]) if _is_line_kept(state, seq, event) else None
        case story_events.DiceRolled():
            good = event.checks[0].success if event.checks else None
            return PassageFigure(seq, "dice", event.text, icon="ph.dice-five", good=good, checks=event.checks)
        case story_events.CombatStarted():
            order = " · ".join(f"{state.name_of(check.who)} {check.roll.total}" for check in event.order)
            return PassageFigure(seq, "fight", event.reason, icon="ph.sword", caption=order, checks=event.order)
        case story_events.CombatFought():
            blows = tuple((get_face_of(state, blow.actor), blow) for blow in event.blows)
            return PassageFigure(seq, "round", event.text, icon="ph.sword", caption=str(event.round), blows=blows)
        case story_events.CombatEnded():
            icon = OUTCOMES[event.outcome]
            good = {"victory": True, "routed": True, "peace": True, "defeat": False}.get(event.outcome)
            return PassageFigure(seq, "outcome", event.text, icon=icon, caption=event.outcome, good=good)
        case story_events.PlayerDid():
            return _build_player_passage(seq, event)
        case story_events.StoryTold():
            return PassageFigure(seq, "did", event.text, icon="ph.book-open", cause="rules")
        case story_events.ToolAnswered():
            return _build_tool_passage(state, seq, event)
        case TopicInjected():
            return PassageFigure(seq, "note", event.text, icon="ph.flag", face=Face("", state.name_of(DIRECTOR)))
    return _build_quiet_passage(state, seq, event)


def _build_quiet_passage(state: State, seq: int, event: Event) -> PassageFigure | None:
    match event:
        case story_events.SheetWritten(sheet=sheet):
            text = translate("Story", "You are {name}, {concept}.") if sheet.concept else ""
            text = (text or translate("Story", "You are {name}.")).format(name=sheet.name, concept=sheet.concept)
            return PassageFigure(seq, "mark", text, icon="ph.user")
        case story_events.PhaseChanged():
            return PassageFigure(seq, "mark", said(get_text_of(event)), icon="ph.compass", caption=event.phase)
        case story_events.AgentSkipped():
            text = translate("Story", "{name} says nothing: {reason}").format(
                name=state.name_of(event.agent), reason=said(get_text_of(event))
            )
            return PassageFigure(seq, "note", text, icon="ph.prohibit")
        case story_events.AnswerMatched() | story_events.LineRead() if event.note:
            return PassageFigure(seq, "note", said(get_text_of(event)), icon="ph.info")
    return None


def _build_line_passage(state: State, said: Turn) -> PassageFigure:
    kind = get_kind_of(said.member)
    # The Keeper's numbers stand with the throw that they are about.
    if said.staged and kind != "ruled":
        return PassageFigure(said.seq, "note", said.text, said.number, icon="ph.info")
    face = get_face_of(state, said.member)
    return PassageFigure(said.seq, kind, said.text, said.number, face, cause=said.ended.author)


def get_kind_of(member: str) -> PassageKind:
    """Return what somebody's line is in the tale."""
    tellers: dict[str, PassageKind] = {PLAYER: "player", DIRECTOR: "line"}
    tellers |= dict(zip(AGENTS, ("told", "ruled", "aside"), strict=True))
    return tellers.get(member, "speech")


def _build_player_passage(seq: int, event: story_events.PlayerDid) -> PassageFigure:
    sign = {"go": "ph.map-pin", "talk": "ph.chat-circle-dots", "attack": "ph.sword"}.get(event.what, "ph.hand")
    good = False if event.refused else None
    return PassageFigure(
        seq,
        "did",
        event.text,
        icon="ph.prohibit" if event.refused else sign,
        cause=event.by,
        good=good,
    )


def _build_tool_passage(state: State, seq: int, event: story_events.ToolAnswered) -> PassageFigure:
    name = state.name_of(event.member)
    if event.error:
        text = translate("Story", "{name} wanted to do something that cannot be: {why}").format(
            name=name, why=event.text
        )
        return PassageFigure(seq, "tool", text, icon="ph.prohibit", caption=event.name, good=False)
    moved = any(isinstance(each, story_events.Moved) for each in event.effects)
    return PassageFigure(seq, "tool", event.text, icon="ph.map-pin" if moved else "ph.wrench", caption=event.name)
