"""Asking members of the shown run off the record."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

from parley.core.base.errors import ParleyError
from parley.core.formats import Localised
from parley.desktop.interview.figures import AnswerFigure, InterviewFigure
from parley.desktop.shell.rooms import RoomCommands, Surroundings
from parley.desktop.widgets.language import dollars, said

if TYPE_CHECKING:
    # Imported when somebody asks: the window is painted sooner.
    from parley.core.studio.interviews.log import Interview
    from parley.core.studio.interviews.questions import Item

MOST_SHOWN = 500
"""Answers that are listed: of more, the newest."""


class InterviewCommands(RoomCommands):
    """What the dock shows follows the run and the turn of the timeline."""

    def __init__(self, here: Surroundings) -> None:
        super().__init__(here)
        self._window = here.window
        self._model = here.model
        self._session = here.session
        self._view: Any = None
        self._answers: tuple[AnswerFigure, ...] = ()
        self._busy = 0
        self._problem = ""
        self._task: asyncio.Task[Any] | None = None
        self._model.opened.connect(self._on_opened)
        self._model.shown_changed.connect(self._show_figure)
        self._model.changed.connect(self._show_figure)

    def connect_views(self) -> None:
        """Connect the dock as soon as it is made."""
        self._window.panels["interview"].when_made(self.connect_view)

    def connect_view(self, view: Any) -> None:
        """Connect the dock once it exists."""
        self._view = view
        view.asked.connect(self._ask_members)
        view.cancelled.connect(self.cancel)
        self._read_answers()
        self._show_figure()

    def cancel(self) -> None:
        """Take back what is being asked."""
        if self._task is not None:
            self._task.cancel()

    def _on_opened(self) -> None:
        # Who is asked belongs to the run that was left.
        self.cancel()
        self._problem = ""
        self._read_answers()
        self._show_figure()

    def _read_answers(self) -> None:
        self._answers = ()
        if self._view is None or not self._model.loaded:  # Not read while there is no view
            return
        from parley.core.studio.interviews.log import InterviewLog

        state = self._model.replay.live
        try:
            found = InterviewLog(self._session.studio.home, state.run).list_interviews()
        except ParleyError as error:
            self._problem = said(error)
            return
        names = state.names
        self._answers = tuple(self._build_figure(one, names) for one in reversed(found[-MOST_SHOWN:]))

    def _build_figure(self, one: Interview, names: Any) -> AnswerFigure:
        asked, answered = one.asked, one.answered
        name = str(names.get(asked.member, asked.member))
        about = asked.number, asked.turn, name, asked.question
        if answered is None:
            told = said(one.failed.sentence) if one.failed else self.tr("No answer yet.")
            return AnswerFigure(*about, problem=told)
        of = self.tr(" of {0}").format(asked.points) if asked.points else ""
        rehearsed = self.tr("Rehearsed: derived by rule from what they know, no language model.")
        voice = " · ".join(filter(None, (answered.provider, answered.model, dollars(answered.cost))))
        return AnswerFigure(*about, answer=f"{answered.answer}{of}", note=rehearsed if answered.rehearsed else voice)

    def _show_figure(self) -> None:
        if self._view is None:
            return
        if not self._model.loaded:
            self._view.show_figure(InterviewFigure())
            return
        members = tuple((member.id, member.name) for member in self._model.replay.live.setup.members)
        figure = InterviewFigure(members, self._model.shown, self._answers, self._busy, self._problem)
        self._view.show_figure(figure)

    def _ask_members(self, member: str, question: str) -> None:
        if self._busy or not self._model.loaded:  # One round of questions at a time
            return
        from parley.core.studio.interviews.questions import Item

        item = Item(text=Localised(en=question, de=question))  # As it was typed, whatever the run's language is
        ids = [member] if member else [one.id for one in self._model.replay.live.setup.members]
        self._session.start_task(self.ask(ids, self._model.shown, item))

    async def ask(self, members: list[str], turn: int, item: Item) -> None:
        """Ask them one after the other; what the last one failed with is shown."""
        from parley.core.studio.interviews.asking import Asking

        replay, studio = self._model.replay, self._session.studio
        self._task, self._problem, self._busy = asyncio.current_task(), "", len(members)
        self._show_figure()

        async def ask_member(member: str) -> None:
            studio.ensure_allowed([replay.live.setup], self.tr("The log of this run"))
            asking: Asking = Asking.of(studio)
            await asking.ask(replay, member, turn, item)

        try:
            for member in members:
                try:
                    await self._session.with_leave(lambda member=member: ask_member(member))  # type: ignore[misc]
                except ParleyError as error:
                    self._problem = said(error)
                self._busy -= 1  # Also where it failed: the others are asked all the same
                self._read_answers()
                self._show_figure()
        finally:
            self._task, self._busy = None, 0  # Also after a cancellation
            self._read_answers()
            self._show_figure()
