"""A new run: what is offered, what was answered, and how it begins."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSettings
from PySide6.QtWidgets import QWidget

from core.base.errors import ParleyError, UsageError
from core.cast.member import VoiceSpec
from core.engine.composing import limits_of
from core.studio.studio import Studio
from core.voices.pool import default_voice
from desktop.new_run.model import Offer, casts, language, voices
from desktop.shell.notices import Notice
from desktop.shell.session import Session, Tell
from desktop.tasks import answered
from desktop.widgets.language import said

if TYPE_CHECKING:
    # The dialog is imported when it is asked for: the window is painted sooner.
    from core.engine.run_request import RequestSpec
    from desktop.new_run.page import RunPage
    from desktop.new_run.view import NewRunDialog

ROUNDTABLE = "roundtable"
USUAL = {"cast": "", "format": "standup"}


class NewRunCommands(QObject):
    """Asks what to put on, and starts it.

    Attributes: `last`, what was chosen the last time, by what the kind of run remembers it under; `last_what`, the
    kind; `last_voice`, the provider.
    """

    def __init__(self, studio: Studio, session: Session, tell: Tell, window: QWidget) -> None:
        super().__init__()
        self._studio = studio
        self._session = session
        self._tell = tell
        self._window = window
        self.last: dict[str, Mapping[str, Any]] = {ROUNDTABLE: USUAL}
        self.last_what, self.last_voice = ROUNDTABLE, ""

    async def new_run(self, what: str = "") -> None:
        """Ask what to put on, and start it; the dialog begins with `what`, or with what was put on last."""
        from desktop.new_run.page import kinds
        from desktop.new_run.view import NewRunDialog

        offer, faults = await asyncio.to_thread(self.offered)
        pages = kinds()
        found = await asyncio.to_thread(lambda: [self._of(kind, page) for kind, page in pages])
        offered = [(kind, page, each) for (kind, page), each in zip(pages, found, strict=True)]
        for fault in (*faults, *(fault for _kind, page, each in offered for fault in page.faults(each))):
            # The rest can be used; whoever wrote the broken file hears of it.
            self._tell(Notice(fault.text, kind="warning"))
        dialog = NewRunDialog(offer, offered, what or self.last_what, self._window)
        dialog.wanted.connect(lambda answers: self._session.start_task(self._begin(dialog, answers)))
        dialog.first_wanted.connect(lambda answers: self._session.start_task(self._first(dialog, answers)))
        await answered(dialog)

    def _of(self, kind: RequestSpec, page: type[RunPage]) -> Any:
        return page.offered(self._studio, self.last.get(page.memory or kind.name, {}))

    def offered(self) -> tuple[Offer, list[ParleyError]]:
        """What all kinds of runs can be made of, and what cannot be read. Called in a thread."""
        studio, chosen = self._studio, self._studio.settings.voices.default != "auto"
        found, faults = casts(studio)
        # What was chosen in the settings comes before what was used last.
        latest = "" if chosen else self.last_voice
        speaks = language(studio)
        offer = Offer(
            casts=found,
            voices=voices(studio),
            cast=str(self.last[ROUNDTABLE].get("cast", "")) or ("startup-de" if speaks == "de" else "startup"),
            voice=latest or default_voice(studio.home, studio.settings).provider,
            firm=bool(self.last_voice) or chosen,
            language=speaks,
        )
        return offer, list(faults)

    async def _begin(self, dialog: NewRunDialog, answers: Mapping[str, Any]) -> None:
        what, asked = str(answers["what"]), {name: value for name, value in answers.items() if name != "what"}
        page = dialog.pages[what]
        try:
            config = await asyncio.to_thread(lambda: self._studio.compose(page.request(self._typed(asked))))
            if not await self._session.start(config):
                return
        except ParleyError as error:
            dialog.show_problem(said(error))
            return
        self.remember(what, page.memory or what, page.kept(asked), str(asked["voice"]["provider"]))
        for note in page.notes(config):
            self._tell(Notice(note))
        dialog.accept()

    async def _first(self, dialog: NewRunDialog, answers: Mapping[str, Any]) -> None:
        """Show what would be sent first for these answers."""
        from core.studio.preview import first_calls
        from desktop.inspector.model import shaded
        from desktop.new_run.first_sent import CallShown, FirstSentDialog

        what, asked = str(answers["what"]), {name: value for name, value in answers.items() if name != "what"}
        page = dialog.pages[what]
        try:
            config = await asyncio.to_thread(lambda: self._studio.compose(page.request(self._typed(asked))))
            calls = await first_calls(config, self._studio.home, self._studio.settings)
        except ParleyError as error:
            dialog.show_problem(said(error))
            return
        shown = [
            CallShown(
                f"{call.turn}. {call.name}" if call.turn else call.name,
                call.voice,
                shaded(call.payload, 0.0),
                call.payload.as_json(),
                sent=bool(call.payload.body),
            )
            for call in calls
        ]
        await answered(FirstSentDialog(shown, dialog))

    def _typed(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        """The answers as a request has them. Raises `UsageError`."""
        found = dict(answers)
        budgets = {name: found.pop(name) for name in ("tokens", "cost")}
        limits = limits_of(self._studio.settings)
        found["limits"] = limits.model_copy(update={name: most for name, most in budgets.items() if most is not None})
        found["voice"] = VoiceSpec.model_validate(found["voice"])
        found["seed"] = seed_in(found["seed"]) if found["seed"] else None
        return found

    # The last time ------------------------------------------------------------------------------------------------

    def remember(self, what: str, memory: str, answers: Mapping[str, Any], voice: str = "") -> None:
        """Offer a kind of run the next time, and these answers."""
        self.last_what = what
        self.last[memory] = answers
        self.last_voice = voice or self.last_voice

    def restore(self, store: QSettings) -> None:
        """What was chosen before the window was closed."""
        begun, office = store.value("new_run"), store.value("office")
        if isinstance(begun, list) and len(begun) == 3:
            self.last[ROUNDTABLE] = {"format": str(begun[0]), "cast": str(begun[1])}
            self.last_voice = str(begun[2])
        if isinstance(office, list) and len(office) == 2:
            self.last_what, self.last["office"] = str(office[0]), {"cast": str(office[1])}
        self.last["story"] = {"setting": str(store.value("story", "") or "")}

    def store(self, store: QSettings) -> None:
        """Keep what was chosen for the next window."""
        table, office, story = (self.last.get(memory, {}) for memory in (ROUNDTABLE, "office", "story"))
        store.setValue("new_run", [table.get("format", ""), table.get("cast", ""), self.last_voice])
        store.setValue("office", [self.last_what, office.get("cast", "")])
        store.setValue("story", story.get("setting", ""))


def seed_in(text: str) -> int:
    """The seed that somebody typed. Raises `UsageError`."""
    try:
        return int(text)
    except ValueError:
        raise UsageError(f"The seed '{text[:40]}' is not a whole number.") from None
