"""What happens in a story between two lines, as a reader is told it: dice, rounds, acts, and headings of its parts."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from core.base.labels import label
from core.base.sentences import said
from core.export.words import words
from core.log.codec import text_of
from core.log.events.base import Event
from core.log.modes import Happened
from core.log.state import State
from core.modes.story.events import (
    AnyEffect,
    CombatEnded,
    CombatFought,
    CombatStarted,
    DialogueOpened,
    DiceRolled,
    PhaseChanged,
    PlayerDid,
    SheetWritten,
    ToolAnswered,
)
from core.modes.story.state import newcomers


def happened(state: State, event: Event, language: str) -> tuple[Happened, ...]:
    """What a reader is told of an event; nothing of most. Choices that were offered are left out."""
    tell = _DESCRIBED.get(type(event))
    return tuple(tell(state, event, words(language))) if tell is not None else ()


def _dice(_state: State, event: DiceRolled, say: dict[str, str]) -> Iterator[Happened]:
    if event.text:
        yield Happened("event", say["dice"], event.text)


def _began(state: State, event: CombatStarted, say: dict[str, str]) -> Iterator[Happened]:
    foes = ", ".join(foe.name for foe in event.foes)
    yield Happened("part", say["fight"], foes)
    order = ", ".join(f"{state.name_of(check.who)} {check.roll.total}" for check in event.order)
    told = f"{event.reason} {say['initiative']}: {order}." if order else event.reason
    yield Happened("event", say["fight"], told.strip())


def _fought(_state: State, event: CombatFought, say: dict[str, str]) -> Iterator[Happened]:
    yield Happened("event", say["round"].format(round=event.round), event.text)


def _over(_state: State, event: CombatEnded, say: dict[str, str]) -> Iterator[Happened]:
    yield Happened("event", label("outcome", event.outcome, say["language"]), event.text)


def _phase(_state: State, event: PhaseChanged, say: dict[str, str]) -> Iterator[Happened]:
    language = say["language"]
    yield Happened("part", label("phase", event.phase, language), said(text_of(event), language))


def _did(state: State, event: PlayerDid, say: dict[str, str]) -> Iterator[Happened]:
    if event.text:
        yield Happened("event", say["act"], event.text)
    yield from _talks(state, event.effects, say)


def _tool(state: State, event: ToolAnswered, say: dict[str, str]) -> Iterator[Happened]:
    for person in newcomers(event.effects):
        yield Happened("event", say["newcomer"], say["comes_in"].format(name=person.name))
    yield from _talks(state, event.effects, say)


def _talks(state: State, effects: tuple[AnyEffect, ...], say: dict[str, str]) -> Iterator[Happened]:
    for effect in effects:
        if isinstance(effect, DialogueOpened):
            yield Happened("part", say["talk_with"].format(name=state.name_of(effect.character)), "")


def _sheet(_state: State, event: SheetWritten, say: dict[str, str]) -> Iterator[Happened]:
    sheet = event.sheet
    numbers = ", ".join(
        f"{label('attribute_short', name, say['language'])} {value}" for name, value in sheet.attributes.items()
    )
    who = ", ".join(part for part in (sheet.name, sheet.concept) if part)
    yield Happened("event", say["sheet"], f"{who}. {numbers}." if numbers else f"{who}.")


_DESCRIBED: dict[type[Any], Callable[[State, Any, dict[str, str]], Iterator[Happened]]] = {
    DiceRolled: _dice,
    CombatStarted: _began,
    CombatFought: _fought,
    CombatEnded: _over,
    PhaseChanged: _phase,
    PlayerDid: _did,
    ToolAnswered: _tool,
    SheetWritten: _sheet,
}
