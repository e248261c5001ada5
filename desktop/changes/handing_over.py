"""Where the writing of a run ends: the window says so, and asks who goes on."""

from __future__ import annotations

import asyncio
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from parley.core.base.errors import ParleyError
from parley.core.log.events.run import RunContinued, RunPaused, VoiceChanged
from parley.desktop.bridge import Batch
from parley.desktop.mending.trouble import Trouble
from parley.desktop.shell.notices import Notice, NoticeButton
from parley.desktop.widgets.language import said

if TYPE_CHECKING:
    from parley.core.studio.successors import Successor
    from parley.desktop.shell.session import Session
    from parley.desktop.shell.setup import Setup
    from parley.desktop.shell.window import Window

KEY = "unwritten"
MOST = 4
"""So many are offered; any other voice can be chosen by the run's menu."""


class HandingOver(QObject):
    """Tells that what comes next was not written, with a button for each who can go on. Who was chosen in the settings
    goes on at once."""

    def __init__(self, window: Window, session: Session, setup: Setup) -> None:
        super().__init__(window)
        self._window, self._session, self._setup = window, session, setup
        session.happened.connect(self._on_happened)
        session.model.opened.connect(lambda: window.notices.close_key(KEY))

    def _on_happened(self, batch: Batch) -> None:
        for _seq, event in batch.events:
            if isinstance(event, RunContinued | VoiceChanged):
                self._window.notices.close_key(KEY)
            elif isinstance(event, RunPaused) and event.reason == "unwritten":
                self._session.start_task(self._find_voice())  # Asks servers, which may be slow

    async def _find_voice(self) -> None:
        # Imported here: it needs what steers runs, which the window does without.
        from parley.core.studio.successors import choose_voice, find_successors, hand_over

        studio, state = self._session.studio, self._session.model.replay.live
        try:
            voice = choose_voice(studio.settings)
        except ParleyError as error:
            self._window.tell(Notice(said(error), kind="error", trouble=Trouble.of(error)))
            voice = None  # The error was told; the user is asked as if none was chosen
        if voice is not None:
            self._session.do_to_run(lambda run: hand_over(run, voice))
            return
        found = await find_successors(studio, state.setup.language)
        if self._session.model.replay.live is state and state.reason == "unwritten":  # Still this run, still waiting
            self._window.tell(self._build_successor_notice(found))

    def _build_successor_notice(self, found: list[Successor]) -> Notice:
        # The last is the rehearsal, which can always go on: it is offered however many there are.
        offered = [*found[: MOST - 1], found[-1]] if len(found) > MOST else found
        sentence = self.tr("The writing ends here: what comes next was not written. Who goes on?")
        buttons = tuple(NoticeButton(self._format_title(each), partial(self._continue_run, each)) for each in offered)
        here = next((each for each in offered if each.kind == "embedded"), None)
        told = [self._describe_fetching(here) if here.size else "", said(here.about)] if here else []
        return Notice(sentence, " ".join(filter(None, told)), buttons=buttons, key=KEY, seconds=0)

    def _format_title(self, each: Successor) -> str:
        if each.kind == "embedded":
            return self.tr("Fetch the model") if each.size else self.tr("The model here")
        return {"server": each.title, "claude": "Claude", "rehearsal": self.tr("Rehearsal")}[each.kind]

    def _describe_fetching(self, each: Successor) -> str:
        told = self.tr("The model on this machine would be {0}: {1} MB, about {2} min to fetch.")
        size = self._window.locale().toString(round(each.size / 1_000_000))
        return told.format(each.title, size, each.minutes)

    def _continue_run(self, successor: Successor) -> None:
        self._session.start_task(self._continue_with_successor(successor))

    async def _continue_with_successor(self, successor: Successor) -> None:
        from parley.core.studio.successors import add_successor, hand_over

        run = self._session.model.replay.live.run
        if successor.size:
            model = successor.voice.partition(":")[2]
            if not await self._setup.first_run.fetch(model, partial(self._continue_with_successor, successor)):
                return
            self._window.notices.close_key("embedded")
            if self._session.model.replay.live.run != run:
                return  # Another run was opened while the model was downloaded
        settings, voice = await asyncio.to_thread(add_successor, self._session.studio.settings, successor)
        if settings != self._session.studio.settings:
            self._setup.settings.save_settings(settings)
        self._session.do_to_run(lambda run: hand_over(run, voice))
