"""Changes of the open run: another voice, another policy, a fork with changes."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from parley.core.base.errors import ParleyError
from parley.core.base.registry import late
from parley.core.cast.member import VoiceSpec
from parley.core.studio.studio import Studio
from parley.desktop.mending.trouble import Trouble
from parley.desktop.modes.registry import view_class
from parley.desktop.new_run.commands import seed_in
from parley.desktop.new_run.model import language, policies, voices
from parley.desktop.shell.notices import NoticeButton
from parley.desktop.shell.session import Session
from parley.desktop.tasks import await_answer
from parley.desktop.widgets.forms.dialog import Ask
from parley.desktop.widgets.forms.voice import VoiceChoice
from parley.desktop.widgets.language import said


class ChangeCommands(QObject):
    """What is asked about the open run."""

    def __init__(self, studio: Studio, session: Session, window: QWidget) -> None:
        super().__init__()
        self._studio = studio
        self._session = session
        self._window = window

    async def _ask_until_done(self, dialog: Ask, change: Callable[[], Awaitable[None]]) -> None:
        """Show a dialog until what it asks for was done, or is given up; it says why something cannot be done, and has
        the buttons that mend it."""
        choices = dialog.findChildren(VoiceChoice)

        def after() -> None:
            for choice in choices if isValid(dialog) else ():  # The dialog may be closed before it is mended
                choice.show_voices(voices(self._studio))

        def list_mends(trouble: Trouble) -> Sequence[NoticeButton]:
            return self._session.mends(trouble, after, dialog.discard)

        for choice in choices:
            choice.use_mends(lambda voice: list_mends(Trouble(kind="unavailable", text=voice.trouble)))

        async def apply_change() -> None:
            try:
                await change()
            except ParleyError as error:
                dialog.show_problem(said(error), list_mends(Trouble.of(error)))
            else:
                dialog.accept()

        dialog.wanted.connect(lambda: self._session.start_task(apply_change()))
        await await_answer(dialog)

    async def change_voice(self, member: str) -> None:
        """Ask for another voice, for a member or ("") for everybody."""
        from parley.desktop.changes.view import VoiceDialog

        offered = await asyncio.to_thread(voices, self._studio)
        members = [(each.id, each.name) for each in self._session.model.replay.live.setup.members]
        dialog = VoiceDialog(offered, members, member, self._window)

        async def apply_voice() -> None:
            values = dialog.form.values()
            who, spec = values["who"], VoiceSpec.model_validate(values["voice"])
            run = await self._session.ensure_run()  # First: where the log cannot be written, nothing changes
            self._studio.choose(spec)  # The user named it, which allows its server, paid or not
            # A member's own voice overrides the run's: "everybody" changes each of those too.
            own = [each for each in run.state.voices if each] if not who else []
            for each in [who, *own]:
                run.director.change_voice(spec, each)

        await self._ask_until_done(dialog, apply_voice)

    async def change_policy(self) -> None:
        """Ask how the next speaker is chosen from here on."""
        from parley.desktop.changes.view import PolicyDialog

        dialog = PolicyDialog(policies(language(self._studio)), self._session.model.replay.live.policy, self._window)

        async def apply_policy() -> None:
            policy = str(dialog.form.values()["policy"])
            self._session.do_to_run(lambda run: run.director.change_policy(policy))

        await self._ask_until_done(dialog, apply_policy)

    async def fork_with_changes(self) -> None:
        """Ask what shall be different, and fork at the shown turn."""
        model = self._session.model
        state, turn = model.state, model.shown
        offered = await asyncio.to_thread(voices, self._studio)
        form = late(view_class(state.setup.mode).fork)()  # A mode's dialog is imported when it is asked for
        dialog, changes = form(state, turn, offered, language(self._studio), self._window)

        async def apply_fork() -> None:
            forked = changes()
            fields = dict(forked.fields)
            if "seed" in fields:
                fields["seed"] = seed_in(str(fields["seed"]))  # Raises where it is no number; the dialog says so
            await self._session.fork(turn, fields, branch=forked.branch)

        await self._ask_until_done(dialog, apply_fork)
