"""What is said of a story on the terminal: dice, fights, phases and choices."""

from __future__ import annotations

from collections.abc import Sequence

from parley.core.base.sentences import said
from parley.core.engine.terminal import TerminalPart
from parley.core.log.codec import text_of
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.state import State
from parley.core.modes.story import events
from parley.core.modes.story.export import happened


class StoryTerminal(TerminalPart):
    """Besides what is said, what the rules did, and what the player may choose."""

    def heading(self, config: RunConfig) -> Sequence[str]:
        """Nothing: its opening is told."""
        return []

    def lines(self, state: State, event: Event, *, one_a_line: bool = False) -> list[str]:
        """Return what a story's event says; nothing for one that says nothing."""
        match event:
            case events.ChoicesOffered():
                return offered(event, one_a_line=one_a_line)
            case events.ToolAnswered() if event.effects and not event.error:
                return [f"  · {event.text}"]
            case events.AnswerMatched() | events.LineRead() | events.AgentSkipped() if text_of(event):
                return [f"  · {said(text_of(event), state.setup.language)}"]
        told = happened(state, event, state.setup.language)
        return [f"\n— {each.name}: {each.text}" if each.kind == "part" else f"  · {each.text}" for each in told]


TERMINAL = StoryTerminal()


def offered(event: events.ChoicesOffered, *, one_a_line: bool) -> list[str]:
    """Return the choices with their numbers."""
    numbered = [f"{number} {choice}" for number, choice in enumerate(event.choices, 1)]
    return [f"  {each}" for each in numbered] if one_a_line else ["  " + " · ".join(numbered)]
