"""What the schedule's dock asks for: reading, following the clock."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from typing import Any

from PySide6.QtCore import QObject, QTimer, Signal

from parley.core.base.errors import ParleyError
from parley.core.base.sentences import Sentence
from parley.core.home import Home
from parley.core.schedule.definition import DEFAULT
from parley.core.studio.studio import Studio
from parley.desktop.child import Child, ChildLost
from parley.desktop.mending.trouble import Trouble
from parley.desktop.schedule.figures import FollowingFigure, ScheduleFigure
from parley.desktop.schedule.model import Reading, list_schedules, read_day
from parley.desktop.shell.notices import Notice, NoticeButton
from parley.desktop.shell.rooms import RoomCommands, Surroundings
from parley.desktop.widgets.language import said

LOOK_MS = 30_000
"""How often it is looked again what has fired."""


class Following(Child):
    """Plays a schedule by the real clock, through the home's queue, until it is stopped.

    Signals: `progressed()`, where something happened. Attributes: `name` of the schedule; `said_last`, the last
    sentence of a job.
    """

    progressed = Signal()
    said_last = ""

    def __init__(self, home: Home, name: str, parent: QObject, allowed: Iterable[str] = ()) -> None:
        super().__init__(home, ["schedule", "run", name], parent, allowed=allowed)
        self.name = name

    def stop(self, *, cancel: bool = False) -> None:
        """As `Child.stop`."""
        super().stop(cancel=cancel)
        self.progressed.emit()

    def on_told(self, sentence: Sentence) -> None:
        """As `Child.on_told`."""
        self.said_last = said(sentence)
        self.progressed.emit()

    def on_figures(self, _figures: dict[str, Any]) -> None:
        """As `Child.on_figures`."""
        self.progressed.emit()


class ScheduleCommands(RoomCommands):
    """One schedule is shown, and one is followed at a time.

    Attributes: `following`, None where none is.
    """

    def __init__(self, here: Surroundings) -> None:
        super().__init__(here)
        self._window = here.window
        self._session = here.session
        self._store = here.store
        self.following: Following | None = None
        self._view: Any = None
        self._figure = ScheduleFigure(chosen=str(here.store.value("schedule", "") or DEFAULT))
        self._day: date | None = None  # today, whenever that is
        self._reading = asyncio.Lock()
        self._closing = False
        self._clock = QTimer(self, interval=LOOK_MS)
        self._clock.timeout.connect(self._on_clock)

    def map_actions(self) -> dict[str, Callable[[], None]]:
        """Map each action id to its callback."""
        return {"follow_schedule": self._toggle_following}

    def connect_views(self) -> None:
        """Connect the dock as soon as it is made."""
        self._window.panels["schedule"].when_made(self.connect_view)

    async def follow_home(self) -> None:
        """Read the shown schedule anew where it can be seen."""
        if self._window.in_front("schedule"):
            await self.refresh()

    def connect_view(self, view: Any) -> None:
        """Connect the dock once it exists."""
        self._view = view
        view.schedule_chosen.connect(self._set_schedule)
        view.day_wanted.connect(self._go_to)
        view.run_opened.connect(lambda run: self._session.start_task(self._session.open(run)))
        view.following_wanted.connect(lambda on: self._start_follow() if on else self._stop_following())
        self._clock.start()
        self._session.start_task(self.refresh())

    # Reading ------------------------------------------------------------------------------------------------------

    async def refresh(self) -> None:
        """Read the shown schedule anew."""
        if self._view is None or self._closing:
            return
        async with self._reading:
            wanted = self._figure.chosen, self._day
            home, settings = self._session.studio.home, self._session.studio.settings

            def read_schedule() -> tuple[tuple[tuple[str, str], ...], Reading | ParleyError]:
                # Of its own, for the window's is not for several threads.
                studio = Studio(home, settings)
                names = list_schedules(studio)
                try:
                    return names, read_day(studio, *wanted)
                except ParleyError as error:
                    return names, error
                finally:
                    if home.database.exists():  # asking for the projection would make it
                        studio.projection.close()

            names, found = await asyncio.to_thread(read_schedule)
            if wanted != (self._figure.chosen, self._day):  # another one was chosen meanwhile, and is being read
                return
            if wanted[0] not in dict(names) and wanted[0] != DEFAULT:
                # The one that was shown the last time is gone.
                self._set_schedule(DEFAULT)
                return
            figure = replace(self._figure, schedules=names)
            if isinstance(found, ParleyError):
                self._figure = replace(figure, problem=said(found), day=None)
            else:
                self._figure = replace(
                    figure, description=found.description, today=found.today, day=found.day, problem=""
                )
        self._show_figure()

    def _show_figure(self) -> None:
        figure, following = self._figure, self.following
        if following is not None:
            figure = replace(figure, following=FollowingFigure(following.name, following.stopping, following.said_last))
        if (action := self._window.actions_by_id.get("follow_schedule")) is not None:
            action.setChecked(following is not None and not following.stopping)
        if self._view is not None:
            self._view.show_figure(figure)

    def _set_schedule(self, name: str) -> None:
        self._store.setValue("schedule", name)
        self._figure, self._day = ScheduleFigure(self._figure.schedules, name), None
        self._show_figure()  # empty, and not the old day under the new name
        self._session.start_task(self.refresh())

    def _go_to(self, day: date | None) -> None:
        self._day = day
        self._session.start_task(self.refresh())

    def _on_clock(self) -> None:
        if self._window.in_front("schedule") and not self._reading.locked():  # a slow look is not queued behind another
            self._session.start_task(self.refresh())

    # The real clock -----------------------------------------------------------------------------------------------

    def _toggle_following(self) -> None:
        self._window.show_dock("schedule")
        if self.following is None:
            self._start_follow()
        else:
            self._stop_following()

    def _start_follow(self) -> None:
        if self.following is None:
            self._session.start_task(self.follow())

    def _stop_following(self) -> None:
        if self.following is not None:
            self.following.stop()
        self._show_figure()

    async def follow(self) -> None:
        """Play the shown schedule by the real clock until it is stopped."""
        if self.following is not None:
            return
        studio = self._session.studio
        played = Following(studio.home, self._figure.chosen, self, studio.allowed)
        self.following = played
        played.progressed.connect(self._on_followed)
        self._show_figure()
        try:
            await played.live()
        except ChildLost as lost:
            again = NoticeButton(self.tr("Start again"), self._start_follow)
            self._window.tell(Notice(said(lost.sentence), kind="error", key="schedule", buttons=(again,)))
        except ParleyError as error:
            self._window.tell(Notice(error.sentence, hint=error.hint, kind="error", trouble=Trouble.of(error)))
        finally:
            self.following = None
            self._show_figure()
            played.deleteLater()

    def _on_followed(self) -> None:
        self._show_figure()
        if not self._reading.locked():
            self._session.start_task(self.refresh())

    async def close(self) -> None:
        """Stop what plays; a reply under way has a moment to come to its end."""
        self._closing = True
        self._clock.stop()
        if self.following is not None:
            await self.following.end()
