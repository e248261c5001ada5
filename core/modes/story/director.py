"""The director's hand in a story: what the player does, and whether chance does it for them."""

from __future__ import annotations

from parley.core.base.errors import RunError
from parley.core.cast.member import PLAYER
from parley.core.engine.director import Director, words_of
from parley.core.log.events.run import AutopilotSet
from parley.core.log.events.turn import TurnStarted
from parley.core.modes.story import choices, doing, speaking
from parley.core.modes.story.state import StoryState


class StoryDirector(Director):
    """Who plays."""

    elsewhere = ("This run is no story.", "Begin a story or a dialogue.")

    async def act(self, text: str) -> None:
        """Do or say something as the player, and let the others answer; "1" to "3" is the choice of that number.

        Raises `UsageError` where the text is empty, `RunError` where it is not the player's turn.
        """
        self.run.ensure_writable()
        text = words_of(text, "line")
        self.stage.calls.ensure_allowed()
        async with self.run.floor:
            self._ensure_player_turn()
            self._record_player_line(choices.meant(self.state, text))
        self.run.play()

    async def do(self, what: str, target: str = "", *, item: str = "", quantity: int = 1) -> None:
        """Do as the player what a tool could do: talk, part, give, take, go, use, follow, drop or pick.

        `target` is a character (talk, follow) or a place (go). Raises `UsageError` where it cannot be.
        """
        self.run.ensure_writable()
        self.stage.calls.ensure_allowed()
        async with self.run.floor:
            self._ensure_player_turn()
            # First asked, then said: what cannot be is not said either.
            done = doing.done(self.state, self.stage.clock.now(), what, target, item=item, quantity=quantity)
            self._record_player_line(doing.said(self.state, what, target, item=item, quantity=quantity))
            self.stage.append(done)
        self.run.play()

    def autoplay(self, on: bool) -> None:
        """Whether the player takes one of the choices by chance where nobody else says what they do."""
        self.run.ensure_writable()
        self.stage.append(AutopilotSet(at=self.stage.clock.now(), on=on))

    def _ensure_player_turn(self) -> None:
        self.run.ensure_writable()
        if self.state.open is not None and self.state.open.started.member == PLAYER:
            # Killed in the middle of saying it: it was never said.
            self.run.abandon("the run was interrupted")
        if self.state.open is not None or not self.state[StoryState].waits():
            raise RunError("It is not your turn yet.", hint="Play on until the others have spoken.")

    def _record_player_line(self, text: str) -> None:
        turn, now = self.state.next_turn, self.stage.clock.now()
        self.stage.append(TurnStarted(at=now, turn=turn, member=PLAYER, kind="player"))
        self.stage.end(text, author="director")

    async def finish_open_turn(self) -> None:
        """Its tool calls are answered first."""
        await speaking.go_on(self.stage)

    def ensure_may_speak(self, member: str) -> None:
        """Whoever speaks for the player acts: then is not the time for it, it would be lost or count twice."""
        if member == PLAYER:
            self._ensure_player_turn()
