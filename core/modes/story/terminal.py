"""What is said of a story on the terminal: dice, fights, phases and choices."""

from __future__ import annotations

from collections.abc import Sequence

from parley.core.base.labels import label
from parley.core.base.sentences import said
from parley.core.engine.terminal import TerminalPart
from parley.core.log.codec import get_text_of
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.state import State
from parley.core.modes.story import events
from parley.core.modes.story.state import StoryState


class StoryTerminal(TerminalPart):
    """Besides what is said, what the rules did, and what the player may choose."""

    def heading(self, config: RunConfig) -> Sequence[str]:
        """Nothing: its opening is told."""
        return []

    def lines(self, state: State, event: Event, *, one_a_line: bool = False) -> list[str]:
        """Return what a story's event says; nothing for one that says nothing."""
        language = state.setup.language
        match event:
            case events.PhaseChanged():
                return [f"\n— {label('phase', event.phase, language)}: {said(get_text_of(event), language)}"]
            case events.SheetWritten(sheet=sheet):
                return [f"  · {sheet.name}: {sheet.description}"]
            case events.CombatStarted():
                # Its foes are nobody of the story before it is folded.
                foes = {foe.id: foe.name for foe in event.foes}
                order = ", ".join(
                    f"{foes.get(check.who) or named(state, check.who)} {check.roll.total}" for check in event.order
                )
                return [f"\n— {label('phase', 'combat', language)}: {order}"]
            case events.DiceRolled() | events.CombatFought() | events.CombatEnded():
                return [f"  · {event.text}"]
            case events.PlayerDid() | events.StoryTold() if event.text:
                return [f"  · {event.text}"]
            case events.AnswerMatched() | events.LineRead() if event.note:
                return [f"  · {said(get_text_of(event), language)}"]
            case events.ToolAnswered() if event.effects and not event.error:
                return [f"  · {event.text}"]
            case events.AgentSkipped():
                return [f"  · {named(state, event.agent)}: {said(get_text_of(event), language)}"]
            case events.ChoicesOffered():
                return offered(event, one_a_line=one_a_line)
        return []


TERMINAL = StoryTerminal()


def offered(event: events.ChoicesOffered, *, one_a_line: bool) -> list[str]:
    """Return the choices with their numbers."""
    numbered = [f"{number} {choice}" for number, choice in enumerate(event.choices, 1)]
    return [f"  {each}" for each in numbered] if one_a_line else ["  " + " · ".join(numbered)]


def named(state: State, who: str) -> str:
    """Return what somebody of the story is called; a foe is no member."""
    people = state[StoryState].people
    return people[who].person.name if who in people else state.name_of(who)
