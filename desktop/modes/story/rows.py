"""What happens in a story between two lines, as quiet rows of the transcript."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import QCoreApplication

from core.log.codec import text_of
from core.log.events.base import Event
from core.log.events.turn import ContextCut
from core.log.state import State
from core.modes.story.events import (
    AgentSkipped,
    Check,
    ChoicesOffered,
    CombatEnded,
    CombatFought,
    CombatStarted,
    DialogueSummarised,
    DiceRolled,
    MomentTagged,
    PhaseChanged,
    PlayerDid,
    SheetWritten,
    ToolAnswered,
)
from core.modes.story.state import newcomers
from desktop.docks import QT_TRANSLATE_NOOP
from desktop.run.figures import TurnFigure
from desktop.widgets.language import labelled, said

translate = QCoreApplication.translate

LONGEST_VALUE = 60
"""Characters of an argument that are shown; the inspector has the rest."""


def story_row(state: State, event: Event, spoken: int, at: str) -> TurnFigure | None:
    """The row of something that happened in a story, `spoken` turns having been said before it; None: it has none."""
    make = _ROWS.get(type(event))
    if make is None:
        return None
    kind, text, ahead = make(state, event)
    if not text:
        return None
    title, icon = _KINDS[kind]
    title = translate("RowWording", title)
    return TurnFigure(spoken + ahead, "", "", text, kind, at=at, title=title, icon=icon, behind=not ahead)


def arguments_text(arguments: dict[str, Any]) -> str:
    """ "character_id: brom, quantity: 2"."""
    return ", ".join(f"{name}: {shortened(str(value))}" for name, value in arguments.items())


def shortened(text: str, most: int = LONGEST_VALUE) -> str:
    """A text in at most so many characters."""
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"


Made = tuple[str, str, int]
"""The row's kind and text, and 1 where it belongs to the turn that is next."""


def _dice(_state: State, event: DiceRolled) -> Made:
    return "dice", event.text, 1


def _began(state: State, event: CombatStarted) -> Made:
    order = ", ".join(_initiative(state, event.order))
    told = translate("Tale", "A fight begins. Initiative: {order}").format(order=order)
    return "fight", f"{event.reason} {told}".strip(), 1


def _initiative(state: State, order: Iterable[Check]) -> Iterable[str]:
    for check in order:
        yield f"{state.name_of(check.who)} {check.roll.total}"


def _fought(_state: State, event: CombatFought) -> Made:
    return "fight", translate("Tale", "Round {number}: {text}").format(number=event.round, text=event.text), 1


def _over(_state: State, event: CombatEnded) -> Made:
    return "fight", f"{labelled('outcome', event.outcome)}. {event.text}".strip(), 1


def _phase(_state: State, event: PhaseChanged) -> Made:
    phase = labelled("phase", event.phase)
    return "phase", f"{phase}: {said(text_of(event))}" if event.reason else phase, 0


def _did(_state: State, event: PlayerDid) -> Made:
    text = event.text
    return "did", translate("Tale", "Refused: {text}").format(text=text) if event.refused else text, 1


def _tool(state: State, event: ToolAnswered) -> Made:
    call = f"{event.name}({arguments_text(event.arguments)})"
    words = (
        translate("Tale", "{name} called {call}, refused: {text}")
        if event.error
        else translate("Tale", "{name} called {call}: {text}")
    )
    told = words.format(name=state.name_of(event.member), call=call, text=shortened(event.text, 160))
    joined = [
        translate("Tale", "{name} comes into the story.").format(name=one.name) for one in newcomers(event.effects)
    ]
    return "refused" if event.error else "tool", " ".join([told, *joined]), 1


def _choices(_state: State, event: ChoicesOffered) -> Made:
    return "choices", "   ".join(f"{at}\u00a0{text}" for at, text in enumerate(event.choices, 1)), 0


def _summary(state: State, event: DialogueSummarised) -> Made:
    name = state.name_of(event.character)
    return "parting", translate("Tale", "The talk with {name}: {text}").format(name=name, text=event.summary), 0


def _moment(_state: State, event: MomentTagged) -> Made:
    return "moment", translate("Tale", "A moment to remember: {title}").format(title=event.title), 0


def _sheet(_state: State, event: SheetWritten) -> Made:
    sheet = event.sheet
    who = ", ".join(part for part in (sheet.name, sheet.concept) if part)
    numbers = " · ".join(f"{labelled('attribute_short', name)} {value}" for name, value in sheet.attributes.items())
    told = translate("Tale", "The sheet is written: {who}. {numbers}").format(who=who, numbers=numbers)
    return "sheet", f"{told} ({said(text_of(event))})" if event.note else told, 0


def _skipped(state: State, event: AgentSkipped) -> Made:
    words = translate("Tale", "{name} is silent: {reason}")
    return "skipped", words.format(name=state.name_of(event.agent), reason=said(text_of(event))), 0


def _cut(state: State, event: ContextCut) -> Made:
    words = translate("Tale", "{name} is sent {count} earlier pieces no more: there is room for {budget} tokens.")
    told = words.format(name=state.name_of(event.member), count=event.dropped, budget=f"{event.budget:,}")
    return "cut", told, 1


_ROWS: dict[type[Any], Callable[[State, Any], Made]] = {
    DiceRolled: _dice,
    CombatStarted: _began,
    CombatFought: _fought,
    CombatEnded: _over,
    PhaseChanged: _phase,
    PlayerDid: _did,
    ToolAnswered: _tool,
    ChoicesOffered: _choices,
    DialogueSummarised: _summary,
    MomentTagged: _moment,
    SheetWritten: _sheet,
    AgentSkipped: _skipped,
    ContextCut: _cut,
}

_KINDS = {
    "dice": (QT_TRANSLATE_NOOP("RowWording", "Dice"), "ph.dice-five"),
    "fight": (QT_TRANSLATE_NOOP("RowWording", "Fight"), "ph.sword"),
    "phase": (QT_TRANSLATE_NOOP("RowWording", "Phase"), "ph.compass"),
    "did": (QT_TRANSLATE_NOOP("RowWording", "Act"), "ph.hand"),
    "tool": (QT_TRANSLATE_NOOP("RowWording", "Tool call"), "ph.wrench"),
    "refused": (QT_TRANSLATE_NOOP("RowWording", "Refused tool call"), "ph.prohibit"),
    "choices": (QT_TRANSLATE_NOOP("RowWording", "Choices"), "ph.list-numbers"),
    "parting": (QT_TRANSLATE_NOOP("RowWording", "End of the talk"), "ph.chats"),
    "moment": (QT_TRANSLATE_NOOP("RowWording", "Moment"), "ph.star"),
    "sheet": (QT_TRANSLATE_NOOP("RowWording", "Character sheet"), "ph.identification-card"),
    "skipped": (QT_TRANSLATE_NOOP("RowWording", "Silent"), "ph.speaker-slash"),
    "cut": (QT_TRANSLATE_NOOP("RowWording", "Context"), "ph.scissors"),
}
"""What each kind of row is about, for whoever copies or hears it, and its picture."""
