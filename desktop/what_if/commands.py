"""Drawing a turn again: the engine plays it on forks beside the library, until one is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication

from parley.core.base.errors import ParleyError
from parley.core.log.state import Turn
from parley.core.studio import attempts
from parley.core.studio.attempts import Attempt
from parley.core.studio.reading import Opened
from parley.desktop.mending.trouble import Trouble
from parley.desktop.run.figures import MemberFigure
from parley.desktop.shell.notices import Notice, NoticeButton
from parley.desktop.shell.rooms import RoomCommands, Surroundings
from parley.desktop.what_if.figures import CardFigure, WhatIfFigure
from parley.desktop.widgets.language import dollars, said

if TYPE_CHECKING:
    # Imported when it is asked for: the window is painted sooner.
    from parley.desktop.what_if.view import WhatIfView

AT_ONCE = 3
"""Ways that are drawn at a press."""


def _find_current_task() -> asyncio.Task[object] | None:
    try:
        return asyncio.current_task()
    except RuntimeError:
        return None


class WhatIfCommands(RoomCommands):
    """What if a turn had gone otherwise."""

    def __init__(self, here: Surroundings) -> None:
        super().__init__(here)
        self._window, self._model, self._session = here.window, here.model, here.session
        self._view: WhatIfView | None = None
        self._figure = WhatIfFigure()
        self._opened: Opened | None = None
        self._made: dict[int, Attempt] = {}
        self._task: asyncio.Task[object] | None = None
        here.model.opened.connect(self.end)

    def table(self) -> dict[str, Callable[[], None]]:
        """Return what draws the shown turn again."""
        return {"what_if": lambda: self._session.start_task(self.ask())}

    def intents(self) -> Mapping[str, Callable[[Any], object]]:
        """Return what draws the turn again that a view names."""
        return {"what_if": self.ask}

    def connect_views(self) -> None:
        """Offer it in the menu of a turn as well."""
        offered = QCoreApplication.translate("RowMenu", "What if: draw this turn again")
        self._window.transcript.lines.others["what_if"] = offered, "Ctrl+Alt+R"

    async def ask(self, turn: int = 0) -> None:
        """Draw a turn again; 0: the shown one, or the next one where a breakpoint holds the run before it."""
        model, studio = self._model, self._session.studio
        self.end()
        if not model.loaded or model.path is None:
            return
        opened = await asyncio.to_thread(studio.open, str(model.path))
        turn = turn or self._turn(opened)
        try:
            attempts.ensure_drawable(opened.replay, turn)
            draw = attempts.draw_of(opened.replay, turn)
        except ParleyError as error:
            self._show_session_error(error)
            return
        await asyncio.to_thread(attempts.sweep, studio.home)
        self._opened, self._made = opened, {}
        said = opened.state.turns[draw.first - 1 : draw.last]
        cards = (self._build_original_card(said),) if said else ()
        self._figure = WhatIfFigure(draw.first, cards, question=self._describe_price(opened, turn), last=draw.last)
        view = self._ensure_view()
        view.show()
        self._show()
        (view.more if self._figure.question else view).setFocus()
        if not self._figure.question:
            await self.draw()

    async def draw(self) -> None:
        """Draw it again so many times."""
        opened = self._opened
        if opened is None or self._task is not None:
            return
        turn = self._figure.turn
        used = [made.seed for made in self._made.values()]
        seeds = attempts.seeds(opened.state, turn, AT_ONCE, used)
        self._figure = replace(self._figure, question="", drawing=AT_ONCE)
        self._show()
        self._task = asyncio.current_task()
        try:
            await self._session.with_leave(lambda: self._draw_all(opened, turn, seeds))
        except ParleyError as error:
            self._figure = replace(self._figure, problem=said(error))
        finally:
            self._task = None
            self._figure = replace(self._figure, drawing=0)
            self._show()

    async def _draw_all(self, opened: Opened, turn: int, seeds: list[int]) -> None:
        if attempts.expected_cost(opened.replay, turn, 1) == 0:
            # Voices on this machine would only take the processor from each other.
            for seed in seeds:
                await self._draw_one(opened, turn, seed)
            return
        async with asyncio.TaskGroup() as tasks:
            for seed in seeds:
                tasks.create_task(self._draw_one(opened, turn, seed))

    async def _draw_one(self, opened: Opened, turn: int, seed: int) -> None:
        made = await attempts.attempt(self._session.studio, opened, turn, seed)
        if opened is not self._opened:
            attempts.discard(made)
            return
        number = len(self._made) + 1
        self._made[number] = made
        cards = (*self._figure.cards, self._build_attempt_card(number, made))
        self._figure = replace(self._figure, cards=cards, drawing=max(0, self._figure.drawing - 1))
        self._show()

    def cancel(self) -> None:
        """Give up what is being drawn; what is there already stays."""
        if self._task is not None and self._task is not _find_current_task():
            self._task.cancel()

    async def keep(self, number: int) -> None:
        """Put one of them among the runs."""
        made = self._made.get(number)
        if made is None:
            return
        studio = self._session.studio
        try:
            await asyncio.to_thread(attempts.keep, studio.home, made)
        except ParleyError as error:
            self._show_session_error(error)
            return
        del self._made[number]
        cards = tuple(replace(card, kept=True) if card.number == number else card for card in self._figure.cards)
        self._figure = replace(self._figure, cards=cards)
        self._show()
        self._session.library_changed.emit()
        start, open_run = self._session.start_task, self._session.open
        name = self._name(made.member)
        told = self.tr("Kept as a branch: {0} at turn {1}.").format(name, self._window.locale().toString(made.turn))
        self._window.tell(Notice(told, buttons=(NoticeButton(self.tr("Open"), lambda: start(open_run(made.run))),)))

    def end(self) -> None:
        """Give up what is being drawn, and let go of what was not kept."""
        self.cancel()
        for made in self._made.values():
            attempts.discard(made)
        self._made, self._opened = {}, None
        if self._view is not None and self._view.isVisible():
            self._view.hide()

    def _turn(self, opened: Opened) -> int:
        state = opened.state
        comes = state.status == "paused" and (state.reason == "breakpoint" or not state.turns)
        return state.next_turn if self._model.live and comes else max(1, self._model.shown)

    def _describe_price(self, opened: Opened, turn: int) -> str:
        """Return what it is likely to cost; empty where it costs nothing."""
        cost = attempts.expected_cost(opened.replay, turn, AT_ONCE)
        if cost == 0:
            return ""
        if cost is None:
            return self.tr("Three attempts cost money; how much is not known before the voice's first reply.")
        return self.tr("Three attempts will cost about {0}, by what the last replies cost.").format(dollars(cost))

    def _build_original_card(self, said: Sequence[Turn]) -> CardFigure:
        first, *more = said
        text = self._format_attempt_lines(first.text, [(turn.member, turn.text) for turn in more])
        return CardFigure(0, self._find_member_figure(first.member), text, attempts.get_chances_of(first))

    def _build_attempt_card(self, number: int, made: Attempt) -> CardFigure:
        if made.problem:
            return CardFigure(number, problem=said(made.problem))
        before = self._figure.cards[0] if self._figure.cards and not self._figure.cards[0].number else None
        text = self._format_attempt_lines(made.text, made.more)
        same = before is not None and before.text == text
        return CardFigure(number, self._find_member_figure(made.member), text, made.probability, same)

    def _format_attempt_lines(self, text: str, more: Sequence[tuple[str, str]]) -> str:
        """Return a line, and those that were drawn together with it."""
        return " – ".join([text, *(f"{self._name(member)}: {words}" for member, words in more)])

    def _find_member_figure(self, member: str) -> MemberFigure | None:
        found = next((each for each in self._model.everybody() if each.id == member), None)
        return replace(found, speaking=False, muted=False) if found is not None else None

    def _name(self, member: str) -> str:
        return self._model.replay.live.name_of(member)

    def _show_session_error(self, error: ParleyError) -> None:
        self._window.tell(Notice(said(error), key="what_if", trouble=Trouble.of(error)))

    def _show(self) -> None:
        if self._view is not None and self._opened is not None:
            self._view.show_figure(self._figure)

    def _ensure_view(self) -> WhatIfView:
        if self._view is None:
            from parley.desktop.what_if.view import WhatIfView

            self._view = view = WhatIfView()
            self._window.add_foot(view)
            start = self._session.start_task
            view.more_wanted.connect(lambda: start(self.draw()))
            view.cancelled.connect(self.cancel)
            view.kept.connect(lambda number: start(self.keep(number)))
            view.closed.connect(self.end)
        return self._view
