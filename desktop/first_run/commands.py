"""The start page's commands: what begins from it, and who is to speak."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal
from shiboken6 import isValid

from parley.core import settings as settings_file
from parley.core.base.errors import ParleyError
from parley.core.settings import Settings
from parley.core.studio.studio import Studio
from parley.core.voices.provider import VOICES
from parley.core.voices.servers import get_account_of
from parley.desktop.library.commands import LibraryCommands
from parley.desktop.mending.trouble import Trouble
from parley.desktop.new_run.model import for_own_topics, language, voices
from parley.desktop.settings.commands import SettingsCommands
from parley.desktop.shell.notices import Notice, NoticeButton
from parley.desktop.shell.session import Session, Tell
from parley.desktop.widgets.language import said

if TYPE_CHECKING:
    # Imported when the page is made, or a model is looked for: a run is shown sooner.
    from parley.core.voices.servers import ServerHere
    from parley.desktop.first_run.page import StartPage
    from parley.desktop.shell.window import Window


Fetch = Callable[[str, Callable[[], Coroutine[Any, Any, object]]], Coroutine[Any, Any, bool]]


async def _fetch_nothing(_name: str, _again: object) -> bool:
    """Tell that no model is here: nobody fetches any."""
    return False


class FirstRunCommands(QObject):
    """How somebody begins, also who has not seen Parley before. Signals: `models_wanted()` for the list of local
    models. Attribute: `fetch`, which brings a model here and tells of it; where that failed, it is tried again by its
    second argument.
    """

    models_wanted = Signal()

    def __init__(
        self,
        studio: Studio,
        session: Session,
        tell: Tell,
        window: Window,
        settings: SettingsCommands,
    ) -> None:
        super().__init__()
        self._studio = studio
        self._session = session
        self._tell = tell
        self._window = window
        self._settings = settings
        self._library: LibraryCommands | None = None
        self._page: StartPage | None = None
        self._servers: list[ServerHere] = []
        self._busy = threading.Event()  # checked by the thread that plays the cards' runs
        self.fetch: Fetch = _fetch_nothing
        session.model.opened.connect(self._on_opened)
        session.model.changed.connect(self._show_open)

    def set_library(self, library: LibraryCommands) -> None:
        """Set where the page's own list of runs comes from."""
        self._library = library

    def greet(self) -> bool:
        """Put the start page before everything else for who has not begun anything yet; return whether that is so."""
        if self._studio.settings.welcomed:
            return False
        if self._window.page is None:
            self._show_page()
        else:
            # It is seen already, and may have been clicked: the keyboard stays where it is.
            self._build_start_page()
        return True

    async def show_welcome(self) -> None:
        """Fill the start page if it is still shown; open it if there is no run to show."""
        if self._page is not None and self._window.page is self._page:
            await self._fill_page(self._page)
        elif not self._session.model.loaded and not self._window.on_start:
            await self.show_start()

    # The page -----------------------------------------------------------------------------------------------------

    async def show_start(self, *, search: bool = False) -> None:
        """Show the start page, with the keyboard in its field to `search` in or on the first card; what takes time to
        find comes when it is there.
        """
        page = self._show_page()
        if search:
            page.library.focus_search()
        await self._fill_page(page)

    def _show_page(self) -> StartPage:
        page = self._page or self._build_start_page()
        self._busy.clear()
        self._show_open()
        self._window.show_start(page)
        page.focus_first()
        return page

    async def _fill_page(self, page: StartPage) -> None:
        if self._library is not None:
            await self._library.refresh()
        page.library.select_run(self._session.model.replay.live.run)
        await self._show_speakers()
        await self._play_cards(page)
        await self._look_for_servers()  # last: a port that does not answer takes its time

    def _show_open(self) -> None:
        """Offer the way back to the open run, as it is called now."""
        if self._page is not None:
            self._page.bar.show_open(self._session.model.title, new=not self._studio.settings.welcomed)

    def leave_start(self) -> None:
        """Go back to the run; whoever has begun something is not welcomed again."""
        self._window.leave_start()
        if not self._studio.settings.welcomed:
            self._settings.save_settings(self._studio.settings.model_copy(update={"welcomed": True}))

    def _build_start_page(self) -> StartPage:
        from parley.desktop.first_run.page import StartPage
        from parley.desktop.first_run.watchable import list_watchable

        page, first = self._window.page, self._window.library
        if not isinstance(page, StartPage):  # else `Front.greet` has put one there, still empty
            page = StartPage()
            self._window.use_page_bar(page.bar)
        page.bar.back_wanted.connect(self.leave_start)
        page.show_watched(list_watchable(language(self._studio)))
        page.watch_wanted.connect(self._choose_run)
        tour = self._window.actions_by_id.get("tour")
        page.tour.setVisible(tour is not None)
        if tour is not None:
            page.tour_wanted.connect(tour.trigger)
        page.speakers.picked.connect(self._pick_speaker)
        page.speakers.model_picked.connect(self._pick_speaker)
        page.speakers.wanted.connect(self._mend)
        page.speakers.others_wanted.connect(self.models_wanted)
        page.speakers.more_wanted.connect(lambda: self._session.start_task(self._settings.open("servers")))
        page.library.run_opened.connect(lambda _run: self.leave_start())
        page.library.hit_chosen.connect(lambda _run, _turn: self.leave_start())
        if self._library is not None:
            self._library.feed(page.library, first)
        self._settings.changed.connect(self._on_settings)
        self._page = page
        return page

    def _on_settings(self, _settings: Settings) -> None:
        # A page that nobody sees is filled when it is shown again.
        if self._page is not None and self._page is self._window.page:
            self._session.start_task(self._show_speakers())

    def _choose_run(self, run: str) -> None:
        # A second click, where the first one has to wait, does not begin another run.
        if not self._busy.is_set():
            self._busy.set()  # the cards' runs stop between two turns
            self._session.start_task(self._begin_run(run))

    async def _begin_run(self, run: str) -> None:
        """Begin the chosen run; the cards' own runs stop for it, and go on where it does not begin."""
        from parley.core.studio.hand_written import hand_written

        begun = False  # stays so if `start` raises
        try:
            begun = await self._session.start(self._studio.compose(hand_written(run)))
        finally:
            if not begun:
                self._busy.clear()
        if begun:
            self.leave_start()
        elif self._page is not None:
            await self._play_cards(self._page)

    def _on_opened(self) -> None:
        if self._page is None or not self._session.model.loaded:
            return
        self._page.library.select_run(self._session.model.replay.live.run)
        if self._window.on_start and not self._window.opening_behind:  # whoever opened a run wants to see it
            self.leave_start()

    async def _play_cards(self, page: StartPage) -> None:
        """Have each card show its run, one after the other."""
        from parley.desktop.first_run.thumbs import add_details, get_thumbnail_of, with_icon

        settings = self._studio.settings
        waiting = [card for card in page.cards if card.thumbnail is None]  # the page may have been left half-way
        for card in waiting:
            card.show_figure(with_icon(card.figure))
        for card in waiting:
            shown = await get_thumbnail_of(card.figure.id, settings, language(self._studio), page, self._busy)
            if shown is None or not isValid(page):  # the window may have closed meanwhile
                return
            card.show_figure(add_details(card.figure, shown, settings))
            card.show_run(shown)

    # Who speaks ---------------------------------------------------------------------------------------------------

    async def _show_speakers(self) -> None:
        from parley.desktop.first_run.found import list_speakers

        found, chosen = await asyncio.to_thread(list_speakers, self._studio, self._servers)
        if self._page is not None:
            self._page.speakers.show_figure(found, chosen)

    async def _look_for_servers(self) -> None:
        from parley.core.voices.servers import servers_here

        self._servers = await servers_here()
        await self._show_speakers()

    def _pick_speaker(self, speaker: str, model: str = "") -> None:
        from parley.desktop.first_run.found import chosen_by

        try:
            self._settings.save_settings(chosen_by(self._studio.settings, speaker, model, self._servers))
        except ParleyError as error:
            self._tell(Notice(said(error), kind="error", trouble=Trouble.of(error)))

    def _mend(self, speaker: str) -> None:
        """Fetch the model that a voice lacks, or open the settings at what it lacks."""
        if speaker == "embedded":
            self._session.start_task(self.use_embedded())
        elif (server := get_account_of(speaker)) != speaker:  # a voice of a named server
            self._session.start_task(self._settings.open("servers", server))
        else:
            self._session.start_task(self._settings.open("voices"))

    async def use_embedded(self) -> None:
        """Have the embedded model write new runs; fetch it first where it is not here."""
        studio = self._studio
        proposal = VOICES["embedded"].proposes(studio.home, studio.settings, language(studio))
        if proposal is None or (proposal.size and not await self.fetch(proposal.model, self.use_embedded)):
            return
        found = await asyncio.to_thread(voices, self._studio)
        self._settings.save_settings(settings_file.set_group(self._studio.settings, "voices", default="embedded"))
        begin = NoticeButton(self.tr("New run…"), self._window.actions_by_id["new_run"].trigger)
        told = self.tr("New runs are written by the embedded model.")
        if for_own_topics(found, "embedded"):
            told = self.tr("The model is here for topics of your own. What is written is still proposed first.")
        self._tell(Notice(told, key="embedded", buttons=(begin,), seconds=0))
