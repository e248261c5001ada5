"""What a run says on the terminal while it goes: lines, and what its mode adds to them."""

from __future__ import annotations

import sys

from core.base.sentences import Sentence
from core.cast.member import PLAYER
from core.cli.common import say, tell
from core.engine.run import Run
from core.engine.terminal import terminal_of
from core.log.codec import text_of
from core.log.events.base import Event
from core.log.events.turn import TurnEnded, TurnFailed
from core.log.state import State


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
            case TurnEnded():
                self._line(state, event)
            case TurnFailed():
                tell(Sentence("Turn {turn} failed: {why}", turn=event.turn, why=text_of(event)))
            case _:
                for line in terminal_of(state.setup).lines(state, event, one_a_line=self.played):
                    say(line)
        sys.stdout.flush()

    def _line(self, state: State, event: TurnEnded) -> None:
        if self.played and event.member == PLAYER and event.text == self.typed:
            return
        say(f"{state.name_of(event.member)}: {event.text}")
