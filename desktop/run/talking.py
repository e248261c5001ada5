"""Who speaks at the shown moment, who is thinking, and who hears it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtCore import QCoreApplication

from parley.core.log.events.turn import ToolUsed
from parley.core.log.state import State
from parley.core.turn_taking.selection import find_addressees
from parley.core.turn_taking.selection import said_to as turn_to

translate = QCoreApplication.translate


@dataclass(frozen=True, slots=True)
class Talk:
    """A moment of a talk. `now`: the line is still being said. `heard` empty: everybody hears it. `acts` is what the
    speaker does meanwhile; a `staged` line is a stage direction, and nobody's words.

    `thinking` were asked for their part of a beat and have not replied; `murmurs` is how far they are, by id and text.
    """

    speaker: str = ""
    line: str = ""
    thoughts: tuple[str, ...] = ()
    now: bool = False
    heard: tuple[str, ...] = ()
    thinking: tuple[str, ...] = ()
    murmurs: tuple[tuple[str, str], ...] = ()
    acts: tuple[str, ...] = ()
    staged: bool = False


def said_last(state: State) -> Talk:
    """Return what was said last."""
    if not state.turns:
        return Talk()
    last = state.turns[-1]
    ended = last.ended
    return Talk(last.member, last.text, ended.thoughts, heard=ended.heard_by, acts=ended.acts, staged=last.staged)


def said_to(state: State, talk: Talk) -> tuple[str, ...]:
    """Return the members that a line is said to, in cast order; none where it is said to all, or by nobody of them.

    Of a line that is still being said only whole words count.
    """
    line = talk.line
    if talk.now and line[-1:].isalnum():
        line = line.rpartition(" ")[0]  # "Ann" may still become "Anna"
    if not line or not state.setup.has(talk.speaker):
        return ()
    names = {member.id: member.name for member in state.setup.members}
    move = state.open.started.move if talk.now and state.open is not None else None
    if move is not None:  # It was drawn before a word was said, and decides
        return (move.to,) if move.to in names else ()
    found = (
        find_addressees(line, talk.speaker, names, talk.heard)
        if talk.now or not state.turns  # A finished turn may have a move that says it
        else turn_to(state.turns[-1], names)
    )
    return tuple(member for member in names if member in found)  # `found` is a set: cast order is restored


def said_now(state: State, streaming: Mapping[str, str], *, playing: bool) -> Talk | None:
    """Return what is being said at the live end; None where nobody has the floor."""
    using = describe_tool(state) if playing else ""
    # Text before a tool call is no line: it is taken back.
    works = bool(using and state.open is not None and state.open.unanswered)
    if (speaker := next(iter(streaming), "")) and not works and (streaming[speaker] or not using):
        heard = state.turns[-1].ended.heard_by if state.turns else ()  # Unknown until it ends: as the last one
        return Talk(speaker, streaming[speaker], now=True, heard=heard)
    if playing and state.open is not None and state.open.failed is None:  # A log cut short has an open turn too
        return Talk(state.open.started.member, "" if using else "…", now=True, acts=(using,) if using else ())
    return None


def describe_tool(state: State) -> str:
    """Return which tool of their own the speaker uses, or has used before they go on; "" where they use none."""
    begun = state.open
    offered = {tool.name: tool.tool for tool in state.offered.get(begun.started.member, ())} if begun else {}
    if begun is None or begun.reply is None:
        return ""
    if waiting := [offered[call.name] for call in begun.unanswered if call.name in offered]:  # A model may invent names
        return translate("Talk", "uses {tool} …").format(tool=waiting[0])
    used = [each.tool for each in begun.answers if isinstance(each, ToolUsed)]
    return translate("Talk", "has used {tool}").format(tool=used[-1]) if used else ""
