"""Another way to say a line: drawn upon its row, leafed through, kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication

from parley.core.base.errors import ParleyError, RunError
from parley.core.engine.voice_names import voice_named
from parley.core.log.authors import name_author
from parley.core.log.events.base import Event
from parley.core.log.state import State, Turn
from parley.core.studio import again
from parley.core.studio.attempts import expected_cost
from parley.core.studio.studio import get_clock_of
from parley.desktop.mending.trouble import Trouble
from parley.desktop.shell.notices import Notice
from parley.desktop.shell.rooms import RoomCommands, Surroundings
from parley.desktop.widgets.language import current, dollars, said

if TYPE_CHECKING:
    # Imported when it is asked for: the window is painted sooner.
    from parley.desktop.again.box import AgainBox, AgainFigure


class AgainCommands(RoomCommands):
    """One box at a time, upon the row of the turn that somebody asked for."""

    def __init__(self, here: Surroundings) -> None:
        super().__init__(here)
        self._window, self._model, self._session = here.window, here.model, here.session
        self._box: AgainBox | None = None
        self._turn: Turn | None = None
        self._told = ""
        self._task: asyncio.Task[object] | None = None
        here.model.opened.connect(self.end)
        here.model.changed.connect(self._show)

    def table(self) -> dict[str, Callable[[], None]]:
        """Return what shows other ways to say the shown turn."""
        return {"say_again": lambda: self._session.start_task(self.ask())}

    def intents(self) -> Mapping[str, Callable[[Any], object]]:
        """Return what shows those of the turn that a view names."""
        return {"say_again": self.ask}

    def connect_views(self) -> None:
        """Offer it in the menu of a row, and by a button upon it."""
        lines = self._window.transcript.lines
        offered = QCoreApplication.translate("RowMenu", "Say it another way")
        lines.others["say_again"] = offered, "Ctrl+Alt+A"
        lines.quick = "say_again", "ph.swap"

    async def ask(self, turn: int = 0) -> None:
        """Show the other ways to say a turn; 0: the shown one. Where there is none yet and it is free, draw one."""
        model, lines = self._model, self._window.transcript.lines
        self.end()
        turn = turn or model.shown
        if not model.loaded or not turn:
            return
        state = model.replay.live
        try:
            ways = again.get_ways(state, turn)
            if len(ways) == 1:
                again.ensure_drawable(state, turn)
        except ParleyError as error:
            self._window.tell(Notice(said(error), key="say_again", trouble=Trouble.of(error)))
            return
        from parley.desktop.again.box import AgainBox
        from parley.desktop.new_run.model import voices

        self._turn = state.turns[turn - 1]
        self._box = box = AgainBox(lines.viewport())
        start = self._session.start_task
        box.drawn.connect(lambda: self.cancel() if self._task is not None else start(self.draw()))
        box.kept.connect(lambda way: start(self.keep(way)))
        box.cancelled.connect(self.end)
        cost = expected_cost(model.replay, turn, 1)
        if cost is None:
            self._told = self.tr("Each draw costs money; how much is not known before the voice's first reply.")
        elif cost:
            self._told = self.tr("Each draw costs about {0}, by what the last replies cost.").format(dollars(cost))
        self._show()
        lines.lay_upon(lines.model.row_of_turn(turn), box)
        if len(ways) == 1 and cost == 0:
            start(self.draw())
        offered = await asyncio.to_thread(voices, self._session.studio)
        if self._box is box:
            box.show_voices(
                [
                    (
                        f"{voice.provider}:{model}".removesuffix(":"),
                        f"{voice.title} · {title}" if title else voice.title,
                    )
                    for voice in offered
                    if not voice.problem
                    for model, title in voice.models or ((voice.model, voice.model),)
                ]
            )

    async def draw(self) -> None:
        """Have the line said in another way, by the voice that is chosen."""
        box, turn, model = self._box, self._turn, self._model
        if box is None or turn is None or self._task is not None:
            return
        studio, found, live = self._session.studio, list[Event](), model.replay.live
        name = str(box.voice.currentData() or "")
        self._task, self._told = asyncio.current_task(), ""
        self._show()

        async def drawn() -> None:
            if self._session.playing:
                raise RunError("Somebody is speaking.", hint="Pause first.")
            spec, clock = voice_named(name) if name else None, get_clock_of(live.setup, live.now)
            await again.draw(studio, model.replay, turn.number, found.append, voice=spec, clock=clock)

        try:
            await self._session.with_leave(drawn)
        except ParleyError as error:
            self._told = said(error)
        finally:
            self._task = None
            # Another run may have been opened meanwhile; what was paid for is this one's.
            if found and live is model.replay.live:
                await self._write(found, live)
            self._show()

    async def _write(self, events: list[Event], live: State) -> None:
        ended = live.status == "ended"
        run = await self._session.hand()
        for event in events:
            run.stage.append(event)
        if ended:
            await self._session.close()

    def cancel(self) -> None:
        """Give up what is being drawn."""
        if self._task is not None:
            self._task.cancel()

    async def keep(self, way: int) -> None:
        """Have the turn say that way: here where it is the last one, else in a branch, which is shown."""
        turn, model, session = self._turn, self._model, self._session
        if turn is None or model.path is None:
            return
        live, path = model.replay.live, str(model.path)
        self.end()
        number = self._window.locale().toString(turn.number)
        try:
            if why := again.find_branching_reason(live, turn.number):

                async def branched() -> str:
                    run = again.branch(session.studio, path, model.replay, turn.number, way)
                    await run.close()
                    return run.state.run

                await session.open(await session.with_leave(branched))
                told = self.tr("{0}: turn {1} says it in this branch. Press Play to go on from it.")
                told = told.format(said(why), number)
            else:
                await again.keep(await session.hand(), way)
                told = self.tr("Turn {0} says it this way now; the talk goes on from it.").format(number)
        except ParleyError as error:
            told = said(error)
        self._window.tell(Notice(told, key="say_again"))

    def end(self) -> None:
        """Give up what is being drawn, and leave the line as it is."""
        self.cancel()
        box, self._box, self._turn, self._told = self._box, None, None, ""
        if box is not None and self._window.transcript.lines.editor is box:
            self._window.transcript.lines.end_edit()

    def _show(self) -> None:
        box, turn, live = self._box, self._turn, self._model.replay.live
        if box is None or turn is None:
            return
        if live.turns[turn.number - 1 : turn.number] != [turn]:
            # It was taken back, or says something else by now.
            self.end()
            return
        box.show_figure(self._build_figure(live, turn))

    def _build_figure(self, live: State, turn: Turn) -> AgainFigure:
        from parley.desktop.again.box import AgainFigure

        ways, drawn = again.get_ways(live, turn.number), live.alternatives.get(turn.number, ())
        costs = [*[0.0] * (len(ways) - len(drawn)), *(each.cost for each in drawn)]
        by = [name_author(way.words_by or turn.author, current()) for way in ways]
        told = [f"{who} · {dollars(cost)}" if cost else who for who, cost in zip(by, costs, strict=True)]
        why = again.find_branching_reason(live, turn.number)
        figure = AgainFigure(
            tuple(zip((way.text for way in ways), told, strict=True)), turn.ended.swipe, self._told, bool(why),
            self._task is not None,
        )  # fmt: skip
        if self._task is not None:
            return replace(figure, told=self.tr("Other words are being drawn…"))
        return replace(
            figure, told=self._told or (self.tr("{0}: what you keep opens a branch.").format(said(why)) if why else "")
        )
