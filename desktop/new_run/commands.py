"""A new run: what is offered, what was answered, and how it begins."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSettings, Signal
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from parley.core.base.errors import ParleyError, UsageError
from parley.core.cast.member import VoiceSpec
from parley.core.cast.providers import simulated
from parley.core.engine.composing import get_limits_of, seeded
from parley.core.engine.mode_spec import MODES
from parley.core.engine.run_request import IN_RUN
from parley.core.log.config import RunConfig
from parley.core.settings import Settings
from parley.core.studio.hand_written import hand_written, of_all_kinds
from parley.core.studio.studio import Studio
from parley.core.voices.pool import default_voice
from parley.desktop.mending.trouble import Trouble
from parley.desktop.new_run.model import Offer, for_own_topics, language, list_casts, voices
from parley.desktop.shell.notices import Notice, NoticeButton
from parley.desktop.shell.session import Session, Tell
from parley.desktop.tasks import await_answer
from parley.desktop.widgets.language import said

if TYPE_CHECKING:
    # The dialog is imported when it is asked for: the window is painted sooner.
    from parley.core.engine.run_request import RequestSpec, RunRequest
    from parley.desktop.new_run.page import RunPage
    from parley.desktop.new_run.servers import ServersOffered
    from parley.desktop.new_run.view import NewRunDialog

ROUNDTABLE = "roundtable"
USUAL = {"cast": "", "format": "standup"}


class NewRunCommands(QObject):
    """Asks what to put on, and starts it.

    Signals: `enqueued(Job)`, when it was put into the queue.
    Attributes: `last`, what was chosen the last time, by what the kind of run remembers it under; `last_what`, the
    kind; `last_voice`, the provider; `apply`, what keeps other settings; `enqueue`, what puts a request into the queue,
    in a thread, None where there is no queue.
    """

    enqueued = Signal(object)

    def __init__(self, studio: Studio, session: Session, tell: Tell, window: QWidget) -> None:
        super().__init__()
        self._studio = studio
        self._session = session
        self._tell = tell
        self._window = window
        self.apply: Callable[[Settings], object] = lambda _settings: None
        self.enqueue: Callable[[RunRequest], object] | None = None
        self._servers: ServersOffered | None = None
        self.last: dict[str, Mapping[str, Any]] = {ROUNDTABLE: USUAL}
        self.last_what, self.last_voice = ROUNDTABLE, ""
        self._asked: Mapping[str, Any] = {}
        self._drawn = seeded(None)  # the seed of what is begun, where nobody typed one
        self._dialog: NewRunDialog | None = None

    async def play_again(self, run: str = "") -> None:
        """Play a run (empty: the open one) once more from its beginning, with another seed. Raises `RunError`."""
        config, _log = await self._find_run_origin(run)
        await self._session.start(self._studio.renew_config(config))

    async def again_with(self, run: str = "") -> None:
        """Ask what shall be otherwise in a run (empty: the open one), and start it anew."""
        like, log = await self._find_run_origin(run)
        await self.new_run(like=like, log=log)

    async def _find_run_origin(self, run: str) -> tuple[RunConfig, str]:
        """Return what a run was made of, and by what its log is found."""
        config: RunConfig
        path: Path | None
        if run:
            opened = await asyncio.to_thread(self._studio.open, run)
            config, path = opened.state.setup, opened.path
        else:
            config, path = self._session.model.replay.live.setup, self._session.model.path
        here = path is None or path.parent == self._studio.home.runs  # a log from elsewhere is found by its path alone
        return config, config.id if here else str(path)

    async def talk_with(self, cast: str = "", member: str = "") -> None:
        """Ask how a talk with a member of a cast shall begin; without, with whom, too."""
        await self._start_talk(f"{cast}/{member}" if cast else "")

    async def talk_with_member(self, member: str) -> None:
        """Ask how a talk with a member of the open run shall begin: as they are in their world or in their cast, or
        where that is gone as they are in the run's log."""
        config, log = await self._find_run_origin("")
        mode = self._session.model.mode
        if not mode.talks_with(config, member):
            return
        if setting := await asyncio.to_thread(mode.get_world_of, config, member, self._studio.library):
            await self._start_talk(member, setting)
        elif await asyncio.to_thread(self._is_in_cast, config.cast_id, member):
            await self._start_talk(f"{config.cast_id}/{member}")
        else:
            await self._start_talk(f"{IN_RUN}{log}#{member}", person=(config, member))

    def _is_in_cast(self, cast: str, member: str) -> bool:
        try:
            return any(one.id == member for one in self._studio.library.cast(cast).members)
        except ParleyError:
            return False  # The cast is gone, or cannot be read, which its editor tells

    async def _start_talk(self, partner: str, setting: str = "", person: tuple[RunConfig, str] | None = None) -> None:
        from parley.desktop.new_run.page import list_kinds

        for kind, page in list_kinds():
            if (answers := page.talk_with(partner, setting)) is not None:
                await self.new_run(kind.name, answers=answers, person=(partner, *person) if person else None)
                return

    async def new_run(
        self,
        what: str = "",
        *,
        like: RunConfig | None = None,
        log: str = "",
        answers: Mapping[str, Any] | None = None,
        person: tuple[str, RunConfig, str] | None = None,
    ) -> None:
        """Ask what to put on, and start it; the dialog begins with `what` and these `answers`, with what a run was
        `like` (by its `log`), or with what was put on last. `person` is offered as somebody of a run: how they are
        named, its configuration, their id."""
        from parley.desktop.new_run.page import list_kinds
        from parley.desktop.new_run.view import NewRunDialog

        offer, faults = await asyncio.to_thread(self.collect_offer)
        pages = list_kinds()
        found = await asyncio.to_thread(lambda: [self._build_page_offer(kind, page) for kind, page in pages])
        offered = [(kind, page, each) for (kind, page), each in zip(pages, found, strict=True)]
        for fault in (*faults, *(fault for _kind, page, each in offered for fault in page.list_faults(each))):
            # The rest can be used; a notice names what is broken.
            self._tell(Notice(fault.text, kind="warning", trouble=Trouble.of(fault)))
        dialog = NewRunDialog(offer, offered, what or self.last_what, self._window)
        dialog.use_mends(
            lambda voice: self._build_mend_buttons(
                dialog, Trouble(kind="unavailable", text=voice.trouble, voice=voice.provider)
            )
        )
        dialog.wanted.connect(lambda answers: self._session.start_task(self._begin(dialog, answers)))
        dialog.later.setVisible(self.enqueue is not None)
        dialog.later_wanted.connect(lambda answers: self._session.start_task(self._begin(dialog, answers, later=True)))
        dialog.watch_wanted.connect(lambda run: self._session.start_task(self._start_written(dialog, run)))
        dialog.preview_wanted.connect(lambda answers: self._session.start_task(self._show_length(dialog, answers)))
        self._drawn = seeded(None)
        self._offer_servers(dialog)
        dialog.people.edit_wanted.connect(lambda cast: self._session.start_task(self._edit_cast(dialog, cast)))
        if person is not None:
            dialog.pages[what].offer_person(*person)
        if answers is not None:  # put() sets all fields: what is not asked for stays
            dialog.put({**dialog.get_answers(), **answers, "what": what})
        if like is not None:
            known = [(kind, page) for kind, page, _each in offered if kind in MODES[like.mode].requests]
            kind = next((kind.name for kind, page in known if page.is_origin_of(like)), "")
            if kind:  # else the dialog begins as usual: no kind recognises the run
                dialog.pages[kind].log = log  # recall_answers() names the run by it
                dialog.put({"what": kind, **dialog.pages[kind].recall_answers(like)})
        self._dialog = dialog
        try:
            await await_answer(dialog)
        finally:
            self._dialog = None

    def _offer_servers(self, dialog: NewRunDialog) -> None:
        """Offer what runs on this machine, and the models of the server that is chosen."""
        from parley.desktop.new_run.servers import ServersOffered

        servers = self._servers = ServersOffered(self._studio)

        async def find_servers() -> None:
            if await servers.find_servers():
                show()

        async def ask_server(voice: str) -> None:
            if await servers.ask(voice):
                show()

        def show() -> None:
            if isValid(dialog):  # a server may answer when the dialog is gone
                dialog.show_voices(servers.list_voices())

        def on_chosen() -> None:
            self._session.start_task(ask_server(dialog.build_voice_figure().provider))

        async def ask_for(page: RunPage, voice: str) -> None:
            # A server is asked only when the menu is opened.
            try:
                found = await servers.models(voice)
            except ParleyError as error:
                if isValid(dialog):
                    page.show_models(voice, None, said(error))
                return
            if found is not None and isValid(dialog):
                page.show_models(voice, found)

        def on_wanted(page: RunPage, voice: str) -> None:
            self._session.start_task(ask_for(page, voice))

        for page in dialog.pages.values():
            page.models_wanted.connect(partial(on_wanted, page))
        dialog.voice.currentIndexChanged.connect(on_chosen)
        self._session.start_task(find_servers())
        on_chosen()  # the first voice was chosen before the signal was connected

    def _adopt_found_server(self, asked: Mapping[str, Any]) -> None:
        """Add a found server that is to speak to the settings under its name. Raises `ParleyError`."""
        voice = asked["voice"]
        if self._servers and (settings := self._servers.adopt_server(str(voice["provider"]), str(voice["model"]))):
            self.apply(settings)

    def _build_page_offer(self, kind: RequestSpec, page: type[RunPage]) -> Any:
        return page.collect_offer(self._studio, self.last.get(page.memory or kind.name, {}))

    def collect_offer(self) -> tuple[Offer, list[ParleyError]]:
        """Return what all kinds of runs can be made of, and what cannot be read. Called in a thread."""
        studio, chosen = self._studio, self._studio.settings.voices.default != "auto"
        # What was chosen in the settings comes before what was used last.
        latest = "" if chosen else self.last_voice
        speaks, able = language(studio), voices(studio)
        usual = default_voice(studio.home, studio.settings).provider
        own = for_own_topics(able, usual)
        voice = VoiceSpec().provider if own else latest or usual
        found, faults = list_casts(studio, rehearsed=simulated(voice))
        offer = Offer(
            casts=found,
            voices=able,
            cast=str(self.last[ROUNDTABLE].get("cast", "")) or ("startup-de" if speaks == "de" else "startup"),
            voice=voice,
            firm=not own and (bool(self.last_voice) or chosen),
            language=speaks,
            written=tuple(of_all_kinds(speaks)),
            own=own,
        )
        return offer, list(faults)

    async def _begin(self, dialog: NewRunDialog, answers: Mapping[str, Any], *, later: bool = False) -> None:
        """Start it, or put it into the queue; what cannot be begun is not taken."""
        what = str(answers["what"])
        page, take = dialog.pages[what], self.enqueue if later else self._studio.compose
        assert take is not None
        try:
            self._adopt_found_server(answers)  # before compose(), which looks for its name in the settings
            taken: Any = await asyncio.to_thread(lambda: take(page.request(self._parse_answers(answers))))
            if not later and not await self._session.start(taken):
                return  # the user kept the run that plays: the dialog stays, too
        except ParleyError as error:
            dialog.show_problem(said(error), self._build_mend_buttons(dialog, Trouble.of(error)))
            return
        kept = page.kept({name: value for name, value in answers.items() if name != "what"})
        self.remember_answers(what, page.memory or what, kept, str(answers["voice"]["provider"]))
        for note in () if later else page.list_notes(taken):
            self._tell(Notice(note))
        dialog.accept()
        if later:
            self.enqueued.emit(taken)

    async def _start_written(self, dialog: NewRunDialog, run: str) -> None:
        """Have a written run begin in place of one of one's own."""
        dialog.discard()  # first, or it would lie over the run
        await self._session.start(await asyncio.to_thread(lambda: self._studio.compose(hand_written(run))))

    def _build_mend_buttons(self, dialog: NewRunDialog, trouble: Trouble) -> Sequence[NoticeButton]:
        """Return what mends it; then the dialog knows the voices that there are."""

        def refresh_voices() -> None:
            if isValid(dialog):
                dialog.show_voices(self._servers.list_voices() if self._servers else voices(self._studio))

        return self._session.mends(trouble, refresh_voices, dialog.discard)

    async def _show_length(self, dialog: NewRunDialog, answers: Mapping[str, Any]) -> None:
        """Say what comes of these answers, unless there are others by then."""
        from parley.desktop.new_run.looking import comes_to

        page = dialog.pages[str(answers["what"])]
        self._asked = answers  # compared by identity below: later answers replace these
        try:
            told = await asyncio.to_thread(lambda: comes_to(self._studio, page.request(self._parse_answers(answers))))
        except ParleyError as error:
            told = said(error), ""  # usual while somebody is still typing
        if self._asked is answers and isValid(dialog):
            dialog.show_length(*told)

    async def _edit_cast(self, dialog: NewRunDialog, cast: str) -> None:
        """Have the cast edited above the dialog; what there is then is offered, a new cast taken."""
        from parley.desktop.cast_editor.commands import get_editing_of

        studio, before = self._studio, {each.id for each in dialog.people.casts}
        editing = get_editing_of(studio, dialog, self._session.mends)
        await editing.edit_cast(editing.find_cast(cast))
        found, _faults = await asyncio.to_thread(list_casts, studio, rehearsed=simulated(dialog.offer.voice))
        if isValid(dialog):
            new = [each.id for each in found if each.id not in before]
            dialog.people.renew(found, new[0] if len(new) == 1 else "")

    def _parse_answers(self, answers: Mapping[str, Any]) -> dict[str, Any]:
        """Return the answers as a request has them. Raises `UsageError`."""
        found = {name: value for name, value in answers.items() if name != "what"}
        budgets = {name: found.pop(name) for name in ("tokens", "cost")}
        limits = get_limits_of(self._studio.settings)  # a budget that nobody named is the settings'
        found["limits"] = limits.model_copy(update={name: most for name, most in budgets.items() if most is not None})
        found["voice"] = VoiceSpec.model_validate(found["voice"])
        # Without a seed, the one by which the length was told: the run then draws the same.
        found["seed"] = seed_in(found["seed"]) if found["seed"] else self._drawn
        return found

    # The last time ------------------------------------------------------------------------------------------------

    def remember_answers(self, what: str, memory: str, answers: Mapping[str, Any], voice: str = "") -> None:
        """Offer a kind of run the next time, and these answers."""
        self.last_what = what
        self.last[memory] = answers
        self.last_voice = voice or self.last_voice

    def restore_answers(self, store: QSettings) -> None:
        """Restore what was chosen before the window was closed."""
        begun, office = store.value("new_run"), store.value("office")
        if isinstance(begun, list) and len(begun) == 3:  # another version may have kept something else
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
    """Return the seed that somebody typed. Raises `UsageError`."""
    try:
        return int(text)
    except ValueError:
        raise UsageError("The seed '{given}' is not a whole number.", given=text[:40]) from None
