"""Another way for a turn to go, upon its row: other words for the line, or other dice for the turn; one is kept."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication

from parley.core.base.errors import ParleyError, RunError
from parley.core.engine.voice_names import voice_named
from parley.core.log.authors import name_author
from parley.core.log.events.base import Event
from parley.core.log.state import Turn
from parley.core.studio import again, attempts
from parley.core.studio.attempts import Attempt
from parley.desktop.mending.trouble import Trouble
from parley.desktop.shell.notices import Notice
from parley.desktop.shell.rooms import RoomCommands, Surroundings
from parley.desktop.widgets.language import current, dollars, said

if TYPE_CHECKING:
    # Imported when it is asked for: the window is painted sooner.
    from parley.desktop.again.box import AgainBox, AgainFigure

DICE = "dice"
"""Among the names of voices: not the words are drawn again, but the whole turn."""
AT_ONCE = 3
"""Ways that are drawn with other dice at a press."""


class AgainCommands(RoomCommands):
    """One box at a time, upon the row of the turn that somebody asked for."""

    def __init__(self, here: Surroundings) -> None:
        super().__init__(here)
        self._window, self._model, self._session = here.window, here.model, here.session
        self._box: AgainBox | None = None
        self._turn: Turn | None = None
        self._made: list[Attempt] = []  # A new list for each box: a draw sees by it that its box was closed
        self._told = ""
        self._task: asyncio.Task[object] | None = None
        here.model.opened.connect(self.close_box)  # Its turn belongs to the run that was left
        here.model.changed.connect(self._show_box)

    def map_actions(self) -> dict[str, Callable[[], None]]:
        """Return what shows other ways for the shown turn."""
        start = self._session.start_task
        return {"say_again": lambda: start(self.ask()), "what_if": lambda: start(self.ask(source=DICE))}

    def map_intents(self) -> Mapping[str, Callable[[Any], object]]:
        """Return what shows those of the turn that a view names."""
        return {"say_again": self.ask, "what_if": lambda turn: self.ask(turn, DICE)}

    def connect_views(self) -> None:
        """Offer them in the menu of a row, and by a button upon it."""
        lines, translate = self._window.transcript.lines, QCoreApplication.translate
        lines.others["say_again"] = translate("RowMenu", "Say it another way"), "Ctrl+Alt+A"
        lines.others["what_if"] = translate("RowMenu", "What if: draw this turn again"), "Ctrl+Alt+R"
        lines.quick = "say_again", "ph.swap"

    async def ask(self, turn: int = 0, source: str = "") -> None:
        """Show the other ways of a turn; 0: the shown one. Where there is none yet and it is free, draw by `source`."""
        model, studio, replay = self._model, self._session.studio, self._model.replay
        turn = turn or model.shown
        if not model.loaded or not turn:
            return
        try:
            several = len(again.get_ways(replay.live, turn)) > 1 and not source
            if source:
                attempts.ensure_drawable(replay, turn)
            elif not several:
                again.ensure_drawable(replay.live, turn)
        except ParleyError as error:
            self._window.tell(Notice(said(error), key="say_again", trouble=Trouble.of(error)))
            return
        from parley.desktop.again.box import AgainBox
        from parley.desktop.new_run.model import voices

        offered = [("", self.tr("Their own voice")), (DICE, self.tr("Other dice, whoever speaks then"))]
        for voice in await asyncio.to_thread(voices, studio):
            for model_id, title in voice.models or ((voice.model, voice.model),) if not voice.problem else ():
                named = f"{voice.title} · {title}" if title else voice.title
                offered.append((f"{voice.provider}:{model_id}".removesuffix(":"), named))
        await asyncio.to_thread(attempts.sweep, studio.home)  # Draws of other days that nobody kept
        if replay is not model.replay or turn > len(replay.live.turns):  # The run or its end may be another by now
            return
        self.close_box()
        cost = attempts.expected_cost(replay, turn, 1)
        if cost is None:
            self._told = self.tr("Each draw costs money; how much is not known before the voice's first reply.")
        elif cost:
            self._told = self.tr("Each draw costs about {0}, by what the last replies cost.").format(dollars(cost))
        self._turn, self._box = replay.live.turns[turn - 1], AgainBox(self._window.transcript.lines.viewport())
        box, start, lines = self._box, self._session.start_task, self._window.transcript.lines
        box.drawn.connect(lambda: self.cancel() if self._task is not None else start(self.draw()))
        box.kept.connect(lambda way: start(self.keep(way)))
        box.cancelled.connect(self.close_box)
        box.show_voices(offered, source)
        box.show_figure(self._build_figure(self._turn))
        lines.lay_upon(lines.model.row_of_turn(turn), box)  # Last: this ends any other editor
        if cost == 0 and not several:  # What costs money is drawn only when the button is pressed
            start(self.draw())

    async def draw(self) -> None:
        """Draw the turn another way, as it is chosen."""
        box, turn = self._box, self._turn
        if box is None or turn is None or self._task is not None:
            return
        name = str(box.voice.currentData() or "")
        self._task, self._told = asyncio.current_task(), ""
        self._show_box()
        try:
            await self._session.with_leave(
                lambda: self._draw_turns(turn) if name == DICE else self._draw_words(turn, name)
            )
        except ParleyError as error:
            self._told = said(error)
        finally:
            if self._task is asyncio.current_task():  # Another box may have begun to draw since this one was closed
                self._task = None
            self._show_box()

    async def _draw_words(self, turn: Turn, name: str) -> None:
        replay, found = self._model.replay, list[Event]()
        if self._session.playing:
            raise RunError("Somebody is speaking.", hint="Pause first.")
        spec = voice_named(name) if name else None
        try:
            await again.draw_variant(self._session.studio, replay, turn.number, found.append, spec)
        finally:
            # What was paid for is this run's, also where it was given up.
            if found and replay is self._model.replay:
                ended = replay.live.status == "ended"
                run = await self._session.ensure_run()
                for event in found:
                    run.stage.append(event)
                if ended:
                    await self._session.close()

    async def _draw_turns(self, turn: Turn) -> None:
        studio, made = self._session.studio, self._made
        opened = await asyncio.to_thread(studio.open, str(self._model.path))
        for seed in attempts.draw_seeds(opened.state, turn.number, AT_ONCE, [each.seed for each in made]):
            drawn = await attempts.attempt(studio, opened, turn.number, seed)
            if made is not self._made:  # The box was closed while it was drawn
                attempts.discard(drawn)
                return
            if drawn.problem:
                raise RunError(drawn.problem)
            made.append(drawn)
            self._show_box()

    def cancel(self) -> None:
        """Give up what is being drawn; what is there already stays."""
        if self._task is not None:
            self._task.cancel()

    async def keep(self, way: int) -> None:
        """Have the turn go that way: here where it is the last one and only says other words, else in a branch, which
        is shown.
        """
        turn, model, session, made = self._turn, self._model, self._session, self._made
        if turn is None or model.path is None:
            return
        replay, path = model.replay, str(model.path)
        drawn = way - len(again.get_ways(replay.live, turn.number))
        kept = made.pop(drawn) if drawn >= 0 else None  # Out of the list: `close_box` discards what is in it
        why = "" if kept else again.find_branching_reason(replay.live, turn.number)
        self.close_box()

        async def branch_off() -> str:
            if kept is not None:
                return str(await asyncio.to_thread(attempts.keep_attempt, session.studio.home, kept))
            run = again.branch(session.studio, path, replay, turn.number, way)
            await run.close()
            return run.state.run

        told = self.tr("Turn {0} says it this way now; the talk goes on from it.")
        try:
            if kept is not None or why:
                await session.open(await session.with_leave(branch_off))
                told = self.tr("Turn {0} goes this way in a branch, which is shown. Press Play to go on from it.")
            else:
                await again.keep_variant(await session.ensure_run(), way)
            told = told.format(self._window.locale().toString(turn.number))
        except ParleyError as error:
            told = said(error)
        self._window.tell(Notice(told, key="say_again"))

    def close_box(self) -> None:
        """Give up what is being drawn, let go of what was not kept, and leave the line as it is."""
        self.cancel()
        for each in self._made:
            attempts.discard(each)
        box, self._box, self._turn, self._task, self._told, self._made = self._box, None, None, None, "", []
        if box is not None and self._window.transcript.lines.editor is box:
            self._window.transcript.lines.end_edit()

    def _show_box(self) -> None:
        box, turn = self._box, self._turn
        if box is None or turn is None:
            return
        there = self._model.replay.live.turns[turn.number - 1 : turn.number] == [turn]  # A slice: it may be gone
        if there and self._window.transcript.lines.editor is box:
            box.show_figure(self._build_figure(turn))
        else:
            # It was taken back, or says something else by now; or another row is edited.
            self.close_box()

    def _build_figure(self, turn: Turn) -> AgainFigure:
        from parley.desktop.again.box import AgainFigure

        live = self._model.replay.live
        ways, drawn = again.get_ways(live, turn.number), live.alternatives.get(turn.number, ())
        costs = [*[0.0] * (len(ways) - len(drawn)), *(each.cost for each in drawn)]  # The turn's own words cost nothing
        found = [
            (way.text, name_author(way.words_by or turn.author, current()) + (f" · {dollars(cost)}" if cost else ""))
            for way, cost in zip(ways, costs, strict=True)
        ]
        for made in self._made:
            together = [made.text, *(f"{live.name_of(member)}: {words}" for member, words in made.more)]
            chance = f" · p {self._window.locale().toString(made.probability, 'f', 2)}" if made.probability >= 0 else ""
            found.append((" – ".join(together), live.name_of(made.member) + chance))
        why = again.find_branching_reason(live, turn.number)
        branches = self.tr("What you keep opens a branch.")
        told = self._told or (f"{said(why)} {branches}" if why else "")
        if self._task is not None:
            told = self.tr("Being drawn…")
        return AgainFigure(tuple(found), len(ways), turn.ended.swipe, told, bool(why), self._task is not None)
