"""The director's hand in a story: what the player does, and whether chance does it for them."""

from __future__ import annotations

import msgspec

from parley.core.base.errors import RunError, UnknownName, UsageError
from parley.core.base.line import printable
from parley.core.cast.member import PLAYER
from parley.core.engine.director import Director, words_of
from parley.core.log.events.run import AutopilotSet
from parley.core.log.events.turn import TurnStarted
from parley.core.modes.story import choices, doing, speaking
from parley.core.modes.story.cards import OWN
from parley.core.modes.story.commands import Order
from parley.core.modes.story.events import CARD_TEXT, CARD_TITLE, CardEdited
from parley.core.modes.story.state import StoryState

MOST_OWN = 200
"""Notes that a player may make."""


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

    def add_note(self, title: str, text: str) -> CardEdited:
        """Note something that whoever it concerns is told from now on.

        Raises `UsageError` where it says nothing, or too much.
        """
        self.run.ensure_writable()
        title, text = _tidy_note_text(title, CARD_TITLE), _tidy_note_text(text, CARD_TEXT)
        if not title or not text:
            raise UsageError("A note has a title and a text.")
        own = [one for one in self.state[StoryState].edits if one.startswith(OWN)]
        if len(own) >= MOST_OWN:
            raise UsageError("There are {most} notes of your own already.", most=MOST_OWN)
        note = CardEdited(at=self.stage.clock.now(), card=f"{OWN}{len(own) + 1}", title=title, text=text)
        self.stage.append(note)
        return note

    def forget_note(self, note: str) -> None:
        """Have a note told to nobody any more. Raises `UnknownName`."""
        self.run.ensure_writable()
        known = self.state[StoryState].edits
        if note not in known:
            raise UnknownName("note", note[:80], [each.title for each in known.values()])
        self.stage.append(msgspec.structs.replace(known[note], at=self.stage.clock.now(), forgotten=True))

    async def order(self, order: Order) -> None:
        """Do what a command orders in this very run: act, or have the last line said anew."""
        if order.anew:
            self.retry()
        elif order.says:
            await self.act(order.says)

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


def _tidy_note_text(text: str, most: int) -> str:
    """Return what the player noted, on one line. Raises `UsageError` where it is too long."""
    if len(found := " ".join(printable(text).split())) > most:
        raise UsageError(
            "A note has a title of at most {title} and a text of at most {text} characters.",
            title=CARD_TITLE,
            text=CARD_TEXT,
        )
    return found
