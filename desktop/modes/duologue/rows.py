"""What happens in a duologue between two lines, as quiet rows of the transcript."""

from __future__ import annotations

from PySide6.QtCore import QCoreApplication, QLocale

from parley.core.log.codec import get_text_of
from parley.core.log.events.base import Event
from parley.core.log.events.turn import ContextCut
from parley.core.log.state import State
from parley.core.modes.duologue.events import ConvergenceReached, NameChosen, SideTold
from parley.desktop.run.figures import TurnFigure
from parley.desktop.widgets.language import QT_TRANSLATE_NOOP, said

translate = QCoreApplication.translate

_KINDS = {
    "told": (QT_TRANSLATE_NOOP("RowWording", "Told to one side"), "ph.ear"),
    "named": (QT_TRANSLATE_NOOP("RowWording", "Name"), "ph.identification-badge"),
    "converged": (QT_TRANSLATE_NOOP("RowWording", "Convergence"), "ph.intersect"),
    "cut": (QT_TRANSLATE_NOOP("RowWording", "Context"), "ph.scissors"),
}
"""What each kind of row is about, for whoever copies or hears it, and its picture."""


def duologue_row(state: State, event: Event, spoken: int, at: str) -> TurnFigure | None:
    """Return the row of something that happened in a duologue, `spoken` turns having been said; None where it has
    none.
    """
    match event:
        case SideTold():
            words = translate("Duologue", "Only {name} is told: {text}")
            kind, text, ahead = "told", words.format(name=state.name_of(event.member), text=event.text), 1
        case NameChosen():
            kind, text, ahead = "named", _describe_chosen_name(state, event), 1
        case ConvergenceReached():
            kind, text, ahead = "converged", _describe_convergence(state, event), 0
        case ContextCut():
            words = translate(
                "Duologue", "{name} is sent {count} earlier pieces no more: there is room for {budget} tokens."
            )
            text = words.format(
                name=state.name_of(event.member), count=event.dropped, budget=QLocale().toString(event.budget)
            )
            kind, text, ahead = "cut", f"{text} {_describe_summary(event)}".strip(), 1
        case _:
            return None
    title, icon = _KINDS[kind]
    return TurnFigure(spoken + ahead, "", "", text, kind, at=at, title=translate("RowWording", title), icon=icon)


def _describe_summary(event: ContextCut) -> str:
    if event.note:
        return translate("Duologue", "They are only dropped: {why}.").format(why=said(get_text_of(event)).rstrip("."))
    if not event.summary:
        return ""
    return translate("Duologue", "In their place stands: {summary}").format(summary=event.summary)


def _describe_chosen_name(state: State, event: NameChosen) -> str:
    if event.method == "rules":
        told = translate("Duologue", "{name} keeps this name.").format(name=event.name)
    else:
        told = translate("Duologue", "{name} chose this name.").format(name=event.name)
    return f"{told} ({said(get_text_of(event))})" if event.note else told


def _describe_convergence(state: State, event: ConvergenceReached) -> str:
    number = QLocale().toString
    words = translate("Duologue", "{names} sound alike: {score}, the threshold is {threshold}.")
    return words.format(
        names=translate("Duologue", "{first} and {second}").format(
            first=state.name_of(event.members[0]), second=state.name_of(event.members[1])
        ),
        score=number(float(event.score), "f", 2),
        threshold=number(float(event.threshold), "f", 2),
    )
