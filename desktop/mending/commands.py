"""What the buttons of the table of mends do."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Coroutine
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication
from PySide6.QtGui import QGuiApplication

from parley.core.voices.servers import get_account_of, own_to_allow
from parley.desktop.shell.files import show_folder
from parley.desktop.shell.notices import Notice, NoticeButton
from parley.desktop.shell.rooms import RoomCommands, Surroundings

if TYPE_CHECKING:
    from parley.desktop.mending.trouble import Trouble

_MODEL = re.compile(r"parley models get ([a-z][\w.-]*)")
"""The model that a sentence says to fetch; one written as NAME is any."""


def _do_nothing() -> None:
    """Do nothing besides the mend itself, as most buttons need."""


class MendCommands(RoomCommands):
    """Puts buttons on notices of trouble."""

    def __init__(self, here: Surroundings) -> None:
        super().__init__(here)
        window, session, setup, trigger = here.window, here.session, here.setup, here.trigger
        self._window = window
        self._session = session
        self._setup = setup
        voices = partial(setup.settings.open, "voices")
        self.does: dict[str, Callable[[Trouble], object]] = {
            "key": lambda trouble: self._open_named_server_settings(trouble) or voices("key"),
            "server": self._open_server_settings,
            "model": lambda trouble: self._open_named_server_settings(trouble) or voices("anthropic_model"),
            "servers": lambda trouble: setup.settings.open("servers", get_account_of(trouble.voice)),
            "hosts": lambda _: voices("allowed_hosts"),
            "voices": lambda _: voices(""),
            "limits": self._open_budget_settings,
            "fetch": self._fetch,
            "copy": self._copy,
            "retry": lambda _: session.retry(),
            "voice": lambda _: session.voice_wanted.emit(),
            "changed": lambda _: trigger("fork_changed"),
            "fork": lambda _: trigger("fork"),
            "library": lambda _: window.show_dock("library"),
            "file": self._show_file,
        }
        window.mended = self.add_buttons
        session.mends = self.make_buttons

    def add_buttons(self, notice: Notice) -> Notice:
        """Return the notice with the buttons of its trouble behind its own."""
        from parley.desktop.mending.table import MOST

        if notice.trouble is None:
            return notice
        return replace(notice, buttons=(*notice.buttons, *self.make_buttons(notice.trouble))[:MOST])

    def make_buttons(
        self, trouble: Trouble, after: Callable[[], object] = _do_nothing, leave: Callable[[], object] = _do_nothing
    ) -> tuple[NoticeButton, ...]:
        """Return the buttons of a trouble; `after` is called when what one of them began is done, `leave` before one
        leads away from where it stands.
        """
        from parley.desktop.mending.table import MENDS, get_mends_of

        return tuple(
            NoticeButton(
                QCoreApplication.translate("Mends", MENDS[name].title),
                partial(self._run_mend, name, trouble, after, leave if MENDS[name].leads_away else _do_nothing),
            )
            for name in get_mends_of(trouble)
        )

    def _run_mend(self, name: str, trouble: Trouble, after: Callable[[], object], leave: Callable[[], object]) -> None:
        leave()
        begun = self.does[name](trouble)
        if asyncio.iscoroutine(begun):  # it opened a dialog: `after` has to wait for it
            self._session.start_task(self._await_then_call(begun, after))
        else:
            after()

    async def _await_then_call(self, begun: Coroutine[Any, Any, object], after: Callable[[], object]) -> None:
        await begun
        after()

    def _open_server_settings(self, trouble: Trouble) -> Coroutine[Any, Any, None]:
        return self._open_named_server_settings(trouble) or self._setup.settings.open("voices", "anthropic_url")

    def _open_named_server_settings(self, trouble: Trouble) -> Coroutine[Any, Any, None] | None:
        """Return a coroutine that opens the settings of the server whose voice could not speak; None where that server
        has no name there.
        """
        if own_to_allow(trouble.voice):
            return self._setup.settings.open("servers", get_account_of(trouble.voice))
        return None

    def _copy(self, trouble: Trouble) -> None:
        QGuiApplication.clipboard().setText(trouble.command)
        self._window.tell(Notice(self.tr("Copied: {0}").format(trouble.command), key="copied"))

    def _open_budget_settings(self, trouble: Trouble) -> Coroutine[Any, Any, None]:
        """Return a coroutine that opens the settings at the budget that was used up."""
        return self._setup.settings.open("budget", {"time": "minutes"}.get(trouble.kind, trouble.kind))

    async def _fetch(self, trouble: Trouble) -> None:
        """Fetch the model that is wanted; a turn that stands for want of it is taken again then."""
        named = _MODEL.search(trouble.text)  # the sentence says which
        name = named[1] if named else self._session.studio.settings.voices.embedded_model
        if await self._setup.first_run.fetch(name, partial(self._fetch, trouble)):
            self._window.notices.close_key("embedded")
            if trouble.in_turn:
                await self._session.retry()
            else:
                self._window.tell(Notice(self.tr("The model is here now."), key="embedded"))

    def _show_file(self, trouble: Trouble) -> None:
        """Show the folder that holds the file; no program is known to open the file itself."""
        if trouble.path is not None:
            show_folder(trouble.path if trouble.path.is_dir() else trouble.path.parent, self._window.tell)
