"""What a run says on the terminal while it goes: lines, scenes, and in a story dice, fights, phases and choices."""

from __future__ import annotations

import sys

from core.base.labels import label
from core.base.sentences import Sentence, said
from core.cast.member import PLAYER
from core.cli.common import say, tell
from core.engine.run import Run
from core.log.codec import text_of
from core.log.events.base import Event
from core.log.events.turn import TurnEnded, TurnFailed
from core.log.state import State
from core.modes.office.events import SceneStarted
from core.modes.office.state import opening
from core.modes.story.events import (
    AgentSkipped,
    ChoicesOffered,
    CombatEnded,
    CombatFought,
    CombatStarted,
    DialogueSummarised,
    DiceRolled,
    PhaseChanged,
    PlayerDid,
    SheetWritten,
    ToolAnswered,
)
from core.modes.story.state import StoryState
from core.modes.story.words import words

PART = "terminal"
"""The file of the sentences that a story's terminal says."""


class Telling:
    """Prints a run's events as they come. `typed` is what the person at the terminal wrote: it stands there already.

    `played`: somebody plays, and choices are shown one a line.
    """

    def __init__(self, *, played: bool = False) -> None:
        self.run: Run | None = None
        self.typed = ""
        self.played = played

    def __call__(self, _seq: int, event: Event) -> None:
        """Print what of the event is to be told."""
        if self.run is None:
            # It begins, or is picked up: nothing was said yet.
            return
        state = self.run.state
        match event:
            case SceneStarted():
                say(f"\n— {opening(state.setup, event)}")
            case TurnEnded():
                self._line(state, event)
            case TurnFailed():
                tell(Sentence("Turn {turn} failed: {why}", turn=event.turn, why=text_of(event)))
            case _ if state.find(StoryState) is not None:
                for line in told(state, event, one_a_line=self.played):
                    say(line)
        sys.stdout.flush()

    def _line(self, state: State, event: TurnEnded) -> None:
        if self.played and event.member == PLAYER and event.text == self.typed:
            return
        say(f"{state.name_of(event.member)}: {event.text}")


def told(state: State, event: Event, *, one_a_line: bool = False) -> list[str]:
    """What a story's event says, in lines; nothing for one that says nothing."""
    language = state.setup.language
    match event:
        case PhaseChanged():
            return [f"\n— {label('phase', event.phase, language)}: {said(text_of(event), language)}"]
        case SheetWritten(sheet=sheet):
            return [f"  · {sheet.name}: {sheet.description}"]
        case CombatStarted():
            # Its foes are nobody of the story before it is folded.
            foes = {foe.id: foe.name for foe in event.foes}
            order = ", ".join(
                f"{foes.get(check.who) or named(state, check.who)} {check.roll.total}" for check in event.order
            )
            return [f"\n— {label('phase', 'combat', language)}: {order}"]
        case DiceRolled() | CombatFought() | CombatEnded():
            return [f"  · {event.text}"]
        case PlayerDid() if event.text:
            return [f"  · {event.text}"]
        case ToolAnswered() if event.effects and not event.error:
            return [f"  · {event.text}"]
        case DialogueSummarised():
            return [f"  · {words(language, 'summary', PART, text=event.summary)}"]
        case AgentSkipped():
            return [f"  · {named(state, event.agent)}: {said(text_of(event), language)}"]
        case ChoicesOffered():
            return offered(event, one_a_line=one_a_line)
    return []


def offered(event: ChoicesOffered, *, one_a_line: bool) -> list[str]:
    """The choices with their numbers."""
    numbered = [f"{number} {choice}" for number, choice in enumerate(event.choices, 1)]
    return [f"  {each}" for each in numbered] if one_a_line else ["  " + " · ".join(numbered)]


def named(state: State, who: str) -> str:
    """What somebody of the story is called; a foe is no member."""
    people = state[StoryState].people
    return people[who].person.name if who in people else state.name_of(who)
