"""What happens in a story between two lines, as quiet rows of the transcript."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication

from parley.core.log.codec import text_of
from parley.core.log.events.base import Event
from parley.core.log.events.turn import ContextCut
from parley.core.log.state import State
from parley.core.modes.story import events
from parley.core.modes.story.state import newcomers
from parley.desktop.docks import QT_TRANSLATE_NOOP
from parley.desktop.run.figures import TurnFigure
from parley.desktop.widgets.language import labelled, said

translate = QCoreApplication.translate

LONGEST_VALUE = 60
"""Characters of an argument that are shown; the inspector has the rest."""


def story_row(state: State, event: Event, spoken: int, at: str) -> TurnFigure | None:
    """Return the row of something that happened in a story, `spoken` turns having been said before it; None: it has
    none.
    """
    kind, text = _describe_event(state, event)
    if not text:
        return None
    title, icon, ahead = _KINDS[kind]
    title = translate("RowWording", title)
    return TurnFigure(spoken + ahead, "", "", text, kind, at=at, title=title, icon=icon, behind=not ahead)


def _describe_event(state: State, event: Event) -> tuple[str, str]:
    """Return the row's kind and text; both empty where there is none."""
    match event:
        case events.DiceRolled():
            return "dice", event.text
        case events.CombatStarted():
            order = ", ".join(f"{state.name_of(check.who)} {check.roll.total}" for check in event.order)
            told = translate("Tale", "A fight begins. Initiative: {order}").format(order=order)
            return "fight", f"{event.reason} {told}".strip()
        case events.CombatFought():
            return "fight", translate("Tale", "Round {number}: {text}").format(number=event.round, text=event.text)
        case events.CombatEnded():
            return "fight", f"{labelled('outcome', event.outcome)}. {event.text}".strip()
        case events.PhaseChanged():
            phase = labelled("phase", event.phase)
            return "phase", f"{phase}: {said(text_of(event))}" if event.reason else phase
        case events.PlayerDid():
            refused = translate("Tale", "Refused: {text}").format(text=event.text)
            return "did", refused if event.refused else event.text
        case events.StoryTold():
            return "asked" if event.after else "told", event.text
        case events.ToolAnswered():
            return "refused" if event.error else "tool", _describe_tool_call(state, event)
        case events.ChoicesOffered():
            return "choices", "   ".join(f"{at}\u00a0{text}" for at, text in enumerate(event.choices, 1))
        case events.DialogueSummarised():
            talk = translate("Tale", "What stays of the talk with {name}: {text}")
            return "parting", talk.format(name=state.name_of(event.character), text=event.summary)
        case events.MomentTagged():
            return "moment", translate("Tale", "A moment to remember: {title}").format(title=event.title)
        case events.SheetWritten(sheet=sheet):
            who = ", ".join(part for part in (sheet.name, sheet.concept) if part)
            each = (f"{labelled('attribute_short', name)} {value}" for name, value in sheet.attributes.items())
            told = translate("Tale", "The sheet is written: {who}. {numbers}").format(who=who, numbers=" · ".join(each))
            return "sheet", f"{told} ({said(text_of(event))})" if event.note else told
        case events.AgentSkipped():
            silent = translate("Tale", "{name} is silent: {reason}")
            return "skipped", silent.format(name=state.name_of(event.agent), reason=said(text_of(event)))
        case events.AnswerMatched() | events.LineRead() if event.note:
            return "keys", said(text_of(event))
        case ContextCut():
            cut = translate("Tale", "{name} is sent {count} earlier pieces no more: there is room for {budget} tokens.")
            name = state.name_of(event.member)
            return "cut", cut.format(name=name, count=event.dropped, budget=f"{event.budget:,}")
    return "", ""


def _describe_tool_call(state: State, event: events.ToolAnswered) -> str:
    arguments = ", ".join(f"{name}: {_shorten_text(str(value))}" for name, value in event.arguments.items())
    words = (
        translate("Tale", "{name} called {call}, refused: {text}")
        if event.error
        else translate("Tale", "{name} called {call}: {text}")
    )
    call, text = f"{event.name}({arguments})", _shorten_text(event.text, 160)
    comes = translate("Tale", "{name} comes into the story.")
    joined = [comes.format(name=one.name) for one in newcomers(event.effects)]
    return " ".join([words.format(name=state.name_of(event.member), call=call, text=text), *joined])


def _shorten_text(text: str, most: int = LONGEST_VALUE) -> str:
    text = " ".join(text.split())
    return text if len(text) <= most else text[: most - 1] + "…"


_KINDS = {
    "dice": (QT_TRANSLATE_NOOP("RowWording", "Dice"), "ph.dice-five", 1),
    "fight": (QT_TRANSLATE_NOOP("RowWording", "Fight"), "ph.sword", 1),
    "phase": (QT_TRANSLATE_NOOP("RowWording", "Phase"), "ph.compass", 0),
    "did": (QT_TRANSLATE_NOOP("RowWording", "Act"), "ph.hand", 1),
    "told": (QT_TRANSLATE_NOOP("RowWording", "By the rules"), "ph.book-open", 1),
    "asked": (QT_TRANSLATE_NOOP("RowWording", "By the rules"), "ph.book-open", 0),
    "tool": (QT_TRANSLATE_NOOP("RowWording", "Tool call"), "ph.wrench", 1),
    "refused": (QT_TRANSLATE_NOOP("RowWording", "Refused tool call"), "ph.prohibit", 1),
    "choices": (QT_TRANSLATE_NOOP("RowWording", "Choices"), "ph.list-numbers", 0),
    "parting": (QT_TRANSLATE_NOOP("RowWording", "End of the talk"), "ph.chats", 0),
    "moment": (QT_TRANSLATE_NOOP("RowWording", "Moment"), "ph.star", 0),
    "sheet": (QT_TRANSLATE_NOOP("RowWording", "Character sheet"), "ph.identification-card", 0),
    "skipped": (QT_TRANSLATE_NOOP("RowWording", "Silent"), "ph.speaker-slash", 0),
    "keys": (QT_TRANSLATE_NOOP("RowWording", "Written answers"), "ph.info", 1),
    "cut": (QT_TRANSLATE_NOOP("RowWording", "Context"), "ph.scissors", 1),
}
"""What each kind of row is about, for whoever copies or hears it, its picture, and 1 where it belongs to the turn that
is next."""
