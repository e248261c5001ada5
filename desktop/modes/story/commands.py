"""The player's hand in a story: what they do, say and click, and when it is their turn."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit

from parley.core.engine.run import Run
from parley.core.log.events.run import RunPaused
from parley.core.modes.story.mode import StoryDirector
from parley.core.modes.story.state import StoryState
from parley.desktop.bridge import Batch
from parley.desktop.modes.commands import ModeCommands
from parley.desktop.modes.story.view.tale import Letters
from parley.desktop.shell.notices import Notice


class StoryCommands(ModeCommands):
    """What the story's menu and its panel call."""

    _called_in = ""  # the run whose player has been given the cursor

    def map_actions(self) -> dict[str, Callable[[], None]]:
        """Map each action id to its callback."""
        return {
            "begin_story": self._start_story,
            "focus_story": self._focus,
            **{f"choice_{number}": partial(self._send_text, number) for number in ("1", "2", "3")},
            "autoplay": lambda: self._set_autoplay(not self._is_autoplay_on()),
        }

    def connect_views(self) -> None:
        """Connect the requests of the story's panel."""
        self._window.panels["story"].when_made(self._connect_view)  # a dock's view is made when it is first shown

    def _connect_view(self, view: Any) -> None:
        view.acted.connect(self._send_text)
        view.did.connect(self._do_action)
        view.start_wanted.connect(self._start_story)
        self._show_letters(view)
        self._setup.settings.changed.connect(lambda _settings: self._show_letters(view))

    def _show_letters(self, view: Any) -> None:
        look = self._session.studio.settings.look
        view.tale.set_letters(Letters(look.tale_size, look.tale_plain))

    def get_conditions(self) -> dict[str, bool]:
        """Return the conditions of the action table that are about stories."""
        tale = self._model.replay.live.find(StoryState) if self._model.loaded else None
        yours = tale is not None and self._model.players_turn
        offered = tale.offered.choices if tale is not None and tale.offered is not None and yours else ()
        if tale is not None and tale.phase == "creation":
            offered = ()  # the innkeeper's questions are answered in words
        return {
            "story": tale is not None,
            "your_turn": yours,
            **{f"choice_{number}": len(offered) >= number for number in (1, 2, 3)},
        }

    def follow(self) -> None:
        """Show whether the story plays by itself; one that was opened and waits takes the keys that go nowhere."""
        if (action := self._window.actions_by_id.get("autoplay")) is not None:
            action.setChecked(self._model.loaded and self._is_autoplay_on())
        if self._model.loaded and self._model.players_turn and QApplication.focusWidget() in {None, self._window}:
            self._focus_input()

    def on_happened(self, batch: Batch) -> None:
        """Tell that it is the player's turn where the story's panel cannot be seen; else give them the cursor, once.

        Whoever begins a story writes first. Later the keys stay with what the player has chosen themselves.
        """
        if not self._model.live:  # who looks at an earlier turn is not called away
            return
        for _seq, event in batch.events:
            if not isinstance(event, RunPaused) or event.reason != "player":
                continue
            if not self._window.in_front("story"):
                self._window.tell(Notice(self.tr("It is your turn: what do you do?"), key="your_turn"))
            elif not self._is_writing():
                self._focus_input()

    def _is_writing(self) -> bool:
        """Return whether somebody is writing something in the window, from which the keys must not be taken."""
        field = self._window.focusWidget()  # also while another window is in front
        return isinstance(field, QLineEdit | QPlainTextEdit) and bool(
            field.text() if isinstance(field, QLineEdit) else field.toPlainText()
        )

    def _focus_input(self) -> None:
        """Put the cursor where the player writes, once a run; not while a dialog is there."""
        run = self._model.replay.live.run
        if run != self._called_in and self._window.in_front("story") and QApplication.activeModalWidget() is None:
            self._called_in = run  # once: later the keys stay where the player puts them
            self._window.view("story").focus_input()

    def calls_person(self) -> bool:
        """Return whether a story waits for its player; if so, tell them and put the cursor where they write."""
        live = self._model.replay.live if self._model.loaded else None
        if live is None or not self._model.players_turn or live[StoryState].goes_by_itself(live.setup):
            return False
        self._focus()
        self._window.tell(Notice(self.tr("It is your turn: what do you do?"), key="your_turn"))
        return True

    def _is_autoplay_on(self) -> bool:
        tale = self._model.replay.live.find(StoryState)
        return tale is not None and tale.autoplay

    # The player's hand --------------------------------------------------------------------------------------------

    def _start_story(self) -> None:
        self._session.start_task(self._setup.runs.new_run("story"))

    def _focus(self) -> None:
        self._model.show(None)  # at an earlier turn the field is read-only
        self._window.show_dock("story")
        self._window.view("story").focus_input()

    def _send_text(self, text: str) -> None:
        self._act_as_player(lambda run: StoryDirector.of(run).act(text))

    def _do_action(self, what: str, target: str = "", item: str = "", quantity: int = 1) -> None:
        self._act_as_player(lambda run: StoryDirector.of(run).do_deed(what, target, item=item, quantity=quantity))

    def _act_as_player(self, act: Callable[[Run], Awaitable[None]]) -> None:
        """Do something as the player, at the story's end, opening the run for writing first if it is not."""
        self._model.show(None)  # what is done happens at the end

        async def act_on_run() -> None:
            await act(await self._session.ensure_run())  # with_leave() calls this a second time once it is allowed

        self._session.start_task(self._session.with_leave(act_on_run))

    def _set_autoplay(self, on: bool) -> None:
        self._session.do_to_run(lambda run: StoryDirector.of(run).set_autoplay(on))
        if on and not self._session.playing:  # it may be waiting at the player's turn
            self._session.play()
        sentence = (
            self.tr("The story plays by itself now: one of the choices is taken by chance.")
            if on
            else self.tr("You choose again what happens.")
        )
        self._window.tell(Notice(sentence, key="autoplay"))
