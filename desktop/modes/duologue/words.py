"""Awareness and topologies, and what happens between two lines, in the interface's language."""

from __future__ import annotations

from functools import cache

from PySide6.QtCore import QCoreApplication, QLocale

from parley.core.log.codec import get_text_of
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.events.turn import ContextCut
from parley.core.log.state import State
from parley.core.modes.duologue.config import Awareness, DuologueConfig, list_levels, load_awareness
from parley.core.modes.duologue.events import ConvergenceReached, NameChosen, SideTold
from parley.desktop.run.figures import TurnFigure
from parley.desktop.widgets.language import QT_TRANSLATE_NOOP, get_titles, said

translate = QCoreApplication.translate
LEVELS = ("none", "basic", "intermediate", "high", "research")
"""The levels that ship, the least first."""


def get_level_title(level: Awareness, language: str) -> str:
    """Return what a level of awareness is called."""
    return level.name.text(language) or level.id


def level_name(id_: str, language: str) -> str:
    """Return what a level that ships is called; that of somebody's own is called by its id."""
    return get_level_title(load_awareness(id_), language) if id_ in list_levels() else id_


@cache
def offered_levels(language: str) -> tuple[tuple[str, str], ...]:
    """Return the levels that ship, as (id, title), the least first."""
    there = list_levels()
    ordered = [*(name for name in LEVELS if name in there), *(name for name in there if name not in LEVELS)]
    return tuple((name, load_awareness(name).name.text(language)) for name in ordered)


def offered_routers() -> tuple[tuple[str, str], ...]:
    """Return the topologies that can be chosen; one that goes by what is said comes from a file."""
    return tuple(each for each in get_titles("duologue", "routers").items() if each[0] != "content")


def list_chips(config: RunConfig) -> tuple[str, ...]:
    """Return how a duologue is set, in a few words each."""
    duologue = config[DuologueConfig]
    found = [get_titles("duologue", "routers")[duologue.router.kind]]
    number = QLocale().toString
    if duologue.context:
        found.append(translate("Facing", "window of {0} tokens a side").format(number(duologue.context)))
    ends = translate("Facing", "stops at {0} turns").format(number(config.turns)) if config.turns else ""
    if duologue.stop is not None:
        level = number(float(duologue.stop.threshold), "f", 2)
        pauses = duologue.stop.action == "pause"
        words = translate("Facing", "pauses at {0}") if pauses else translate("Facing", "stops at {0}")
        found.append(words.format(level))
    return tuple(filter(None, (*found, ends)))


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
    match event:  # `ahead`: 1 before the next line, 0 about the one that was just said
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
    if event.note:  # a sentence within another one: it loses its full stop
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
