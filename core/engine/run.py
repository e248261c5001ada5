"""A run that is played: the loop of its steps, and play, pause, step, stop."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from typing import Any, Literal, Protocol

from parley.core.base.clock import SimulatedClock
from parley.core.base.errors import LogError, ParleyError, RunError, VoiceError
from parley.core.base.sentences import Sentence
from parley.core.cast.member import VoiceSpec
from parley.core.engine import convergence
from parley.core.engine.gate import Gate, Pace
from parley.core.engine.mode import FloorNeeded, Mode
from parley.core.engine.stage import BreakpointHit, Stage, TurnFailure
from parley.core.log.events.run import EndReason, PauseReason, RunContinued, RunPaused
from parley.core.log.events.turn import TurnAbandoned
from parley.core.log.state import State
from parley.core.voices.base import Price

FREE = Price()


def find_used_up(state: State) -> tuple[EndReason, str] | None:
    """Return which bound of the run itself on tokens or cost is reached, with its sentence."""
    limits = state.setup.limits
    if limits.tokens and state.own_tokens >= limits.tokens:  # 0: no bound. What a fork's parent had used is not counted
        template = "The run's budget of {limit:,} tokens is used up ({used:,})."
        return "tokens", Sentence(template, limit=limits.tokens, used=state.own_tokens)
    if limits.cost and state.own_cost >= limits.cost:
        template = "The run's budget of {limit:money} is used up ({used:money})."
        return "cost", Sentence(template, limit=limits.cost, used=state.own_cost)
    return None


class LimitCheck:
    """What a run may use up. `spent_today` is what other runs cost today, of the `day_cost` that all may."""

    def __init__(self, stage: Stage, spent_today: Callable[[], float], day_cost: float) -> None:
        self._stage = stage
        self.spent_today = spent_today
        self._day_cost = day_cost
        self._spent_before: float | None = None  # US dollars of all other runs today, once asked
        self._free: tuple[VoiceSpec, ...] | None = None  # the voices that were found to cost nothing

    def find_reached(self) -> tuple[EndReason, str] | None:
        """Return which limit is reached, with its sentence."""
        state = self._stage.state
        limits = state.setup.limits
        # At its full length the mode itself ends the run: it is complete, and not out of budget.
        if limits.turns and limits.turns <= len(state.turns) and len(state.turns) != state.setup.turns:
            return "turns", Sentence("The run's budget of {limit:,} {limit:turn|turns} is used up.", limit=limits.turns)
        if (over := find_used_up(state)) is not None:
            return over
        if self._day_cost and (state.own_cost > 0 or self._has_priced_voice()):
            if self._spent_before is None:
                # Asked when a call costs something: a run that costs nothing needs no database.
                self._spent_before = self.spent_today()
            used = self._spent_before + state.own_cost  # `spent_today` has this run's own cost taken off
            if used >= self._day_cost:
                template = "The day's budget of {limit:money} is used up ({used:money})."
                return "day_cost", Sentence(template, limit=self._day_cost, used=used)
        if limits.seconds and state.playing_seconds >= limits.seconds:
            return "time", Sentence("The run's {limit:.0f} seconds of playing are over.", limit=limits.seconds)
        return None

    def _has_priced_voice(self) -> bool:
        """Return whether any voice of the run costs money; found out once, until a voice is another one."""
        specs = tuple(self._stage.state.voices.values())
        if self._free == specs:
            return False
        known = True
        for spec in specs:
            try:
                if self._stage.voice(spec).capabilities.price != FREE:
                    return True
            except VoiceError:
                known = False  # Whether it costs anything is seen when it can be had
        self._free = specs if known else None
        return False


LEFT = Sentence("The run was left.")
IDLE_STEPS = 100
"""After so many steps in a row that wrote nothing a mode is taken to be stuck."""


class Viewer(Protocol):
    """Who watches, and may ask the engine to wait: a window that stops drawing stops the talk."""

    async def room(self) -> None:
        """Return when there is room for another turn's events."""
        ...


class Run:
    """A run that is open for writing.

    `live()` is the one loop; everything else, and what its `director` may do, may be called while it waits or runs,
    from the same event loop. Who holds the lock `floor` writes the next turn.
    """

    def __init__(
        self,
        stage: Stage,
        mode: Mode,
        *,
        pace: Pace | None = None,
        mid_turn: Literal["finish", "cancel"] = "finish",
        viewer: Viewer | None = None,
        spent_today: Callable[[], float] = lambda: 0.0,
        day_cost: float = 0.0,
    ) -> None:
        self.stage = stage
        self.pace = pace or Pace()
        self.mid_turn: Literal["finish", "cancel"] = mid_turn
        self.viewer = viewer
        self._mode = mode
        self.limits = LimitCheck(stage, spent_today, day_cost)
        self.director = mode.director(self)
        self.gate = Gate()
        self.floor = asyncio.Lock()
        self._step: asyncio.Task[Any] | None = None
        self._cut_short = self._closed = False

    @property
    def state(self) -> State:
        """The state now."""
        return self.stage.state

    @property
    def speaking(self) -> bool:
        """Whether a step is under way."""
        return self._step is not None

    # The loop -----------------------------------------------------------------------------------------------------

    async def live(self, *, until_paused: bool = False) -> None:
        """Take step after step while the gate is open; returns when the run has ended or was closed.

        With `until_paused` it also returns when the gate closes: where nobody could open it again.
        """
        state, idle = self.state, 0  # one object for as long as the run is open: events are folded into it
        while not self._closed and state.status != "ended":
            if until_paused and not self.gate.is_open:
                break
            # The gate is this process's, `status` the log's: a step or a call may change one before the other.
            await self.gate.wait_open()
            if self._closed:
                break  # close() opened the gate only to wake this loop
            if self.viewer is not None:
                await self.viewer.room()
            if state.status != "playing" or self._closed:  # paused, stopped or closed while the viewer was waited for
                continue
            try:
                over = self.limits.find_reached()
            except ParleyError as fault:  # the database that knows the day's spending may be unreadable
                self._handle_fault(fault)
                raise
            if over is not None:
                await self._guard_step(self._mode.finish(self.stage, *over))
                continue
            turn, scene, seq = state.next_turn, self._get_scene_number(), state.seq  # a step may add no turn, or many
            stepping = state.reason == "step"
            await self._guard_step(self._mode.step(self.stage))
            idle = idle + 1 if state.seq == seq and state.status == "playing" else 0
            if idle >= IDLE_STEPS:
                stuck = RunError("The mode '{mode}' goes on without doing anything.", mode=state.setup.mode)
                self._handle_fault(stuck)
                raise stuck
            self._check_convergence_breakpoints(turn)
            has_news = state.next_turn > turn or self._get_scene_number() not in {0, scene}
            if state.status != "playing":
                self.gate.close()  # the stage writes pauses into the log, but does not know the gate
            elif stepping and state.reason == "step" and state.next_turn > turn:  # Play may have been pressed meanwhile
                # Where the player is next, a step goes on to what they may choose from.
                if not self._is_person_next():
                    self._pause("step", "")
            elif not stepping and has_news and state.turns:
                # Before the first line and where a scene ends there is nothing new to read.
                await self._keep_pace()
            else:
                await asyncio.sleep(0)  # where nothing is waited for, the loop would keep all others from running
        if state.status == "ended":
            await self._close_tools()  # a paused run keeps its servers for the next turn

    async def _close_tools(self) -> None:
        """End what was started for tools."""
        if self.stage.toolbox is not None:
            await self.stage.toolbox.close()

    def _check_convergence_breakpoints(self, first: int) -> None:
        """Pause where one of the turns from number `first` on brought two to the convergence of a breakpoint."""
        state = self.state
        if not state.breakpoints or state.status != "playing" or state.next_turn <= first:
            return
        if crossed := convergence.find_crossing(state, first):
            point, found = crossed
            sentence = convergence.describe_pair(state, found.members, found.score, point.threshold)
            self._pause("breakpoint", sentence, point.id)

    async def _guard_step(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Run one step that a pause may cancel; what it leaves half done is abandoned."""
        async with self.floor:
            if self.state.status != "playing" or self._closed:
                # Somebody held the floor before us and closed the gate.
                coroutine.close()  # one that is never awaited warns when it is collected
                return
            # What a cancelled loop left open was asked in another moment: it is not what will be asked now.
            self.abandon("the run was interrupted")
            try:
                if not await self._whole(coroutine):
                    self.abandon("paused before the reply was whole")
            except (TurnFailure, BreakpointHit):
                return  # both have written what happened, and the pause
            except FloorNeeded as needed:
                default = Sentence(
                    "Give somebody the floor."
                    if self._can_anybody_speak()
                    else "Everybody is muted: bring somebody back."
                )
                self._pause(needed.reason, needed.sentence or default)
            except Exception as fault:  # no cancellation: what that leaves open, the next step abandons
                self._handle_fault(fault)
                raise

    def _handle_fault(self, fault: Exception) -> None:
        """Leave a log that says what happened and can be gone on with; `live` raises it too."""
        with contextlib.suppress(LogError):  # the fault may be just that: a log that cannot be written
            self.abandon(Sentence("something went wrong ({name})", name=type(fault).__name__))
            if not isinstance(fault, ParleyError):
                name = type(fault).__name__
                template = Sentence(
                    "Something went wrong that should not have ({name}). Play goes on from here.", name=name
                )
                self._pause("failure", template)
            else:
                self._pause("failure", fault.text)
        self.gate.close()  # also where the pause could not be written

    async def _whole(self, coroutine: Coroutine[Any, Any, None]) -> bool:
        """Await a step; return False where `cut_short` ended it.

        A step has no task of its own: that would cost more than all the rest of the loop.
        """
        task = asyncio.current_task()
        assert task is not None
        others = task.cancelling()  # requests by others to cancel this task, which are not ours to take back
        self._step, self._cut_short = task, False
        try:
            await coroutine
        except asyncio.CancelledError:
            if not self._cut_short:
                raise  # whoever awaits `live` was cancelled
            self._cut_short = False
            if task.uncancel() > others:
                raise  # another has cancelled it in the same moment
            return False
        finally:
            self._step = None
            if self._cut_short:  # the step ended, or failed, before the cancellation reached it
                await _take_back(task, others)
        return True

    def cut_short(self) -> None:
        """Cancel the step under way, if there is one. A simulated clock goes back to the last event: what it had gone
        on since was for a reply that nobody hears, and whoever goes on with the run waits for it anew."""
        if self._step is not None and not self._cut_short:  # a second cancel() would want a second uncancel()
            self._cut_short = True
            self._step.cancel()
            if isinstance(self.stage.clock, SimulatedClock) and self.state.now is not None:
                self.stage.clock.set_back(self.state.now)

    def abandon(self, reason: str) -> None:
        """Give up the turn in flight, unless its reply is there or it failed."""
        open_turn = self.state.open
        if open_turn is not None and open_turn.reply is None and open_turn.failed is None:
            started = open_turn.started
            self.stage.append(
                TurnAbandoned(
                    at=self.stage.clock.now(),
                    turn=started.turn,
                    member=started.member,
                    reason=reason,
                    partial=self.stage.calls.partial,
                )
            )

    async def _keep_pace(self) -> None:
        """Pause between two turns; a press on any button ends it."""
        pace = self.pace
        if pace.unpaced or self.state.status != "playing" or not self.gate.is_open or self._is_person_next():
            await asyncio.sleep(0)
            return
        draw = self.stage.rng().draw_float(self.state.next_turn, "pace", pace.shortest, pace.longest)
        await self.gate.wait_up_to(draw / pace.speed)

    def _is_person_next(self) -> bool:
        return self.stage.behaviour.person_next(self.state)

    def _get_scene_number(self) -> int:
        """Return the number of the scene under way; 0 where there is none."""
        return self.stage.behaviour.get_moment(self.state).scene

    def _can_anybody_speak(self) -> bool:
        """Return whether anybody who takes part in what is under way may speak."""
        here = self.stage.behaviour.get_moment(self.state).members
        members = (member.id for member in self.state.setup.members)
        return any(one not in self.state.muted and (here is None or one in here) for one in members)

    # The gate -----------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Open the gate. Raises `RunError` where the run has ended, `HostNotAllowed` where the user is to be asked,
        `ToolsMissing`."""
        self._open("play")

    def step(self) -> None:
        """Open the gate for one turn. Raises as `play` does."""
        self._open("step")

    def _open(self, how: Literal["play", "step"]) -> None:
        self.ensure_writable()
        # A log may come from anybody: nothing is said before the user knows whom to.
        self.stage.calls.ensure_allowed()
        self.stage.ensure_tools()
        if self.state.status != "playing" or self.state.reason != how:  # Play pressed twice is one event
            self.stage.append(RunContinued(at=self.stage.clock.now(), how=how))
        self.gate.open()

    def pause(self, detail: str = "", *, cancel: bool = False) -> None:
        """Close the gate at once; a reply under way is finished and held, or cancelled, as set or asked for.

        With `cancel` also where the gate is closed already, for whoever no longer wants to wait for that reply.
        """
        playing = self.state.status == "playing"
        if not playing and not cancel:
            return
        if cancel or self.mid_turn == "cancel" or self.stage.calls.waiting:
            # Of a provider that asked for patience nothing has come: there is nothing to finish.
            self.cut_short()
        if playing:
            self._pause("director", detail)

    def _pause(self, reason: PauseReason, detail: str, point: str = "") -> None:
        if self.state.status == "playing":
            now = self.stage.clock.now()
            self.stage.append(RunPaused(at=now, reason=reason, detail=detail, breakpoint=point))
        self.gate.close()

    async def stop(self) -> None:
        """End the run; a reply under way is cancelled. Idempotent."""
        self.gate.close()  # the loop must take no step between the cancelled one and the end
        self.cut_short()
        async with self.floor:
            if self.state.status != "ended":  # the step may have ended it before we had the floor
                await self._mode.finish(self.stage, "director", "The director stopped it.")
        self.gate.open()  # The loop must wake to see that it is over

    async def close(self, detail: str = LEFT) -> None:
        """Stop spending and give the log back; the run can be resumed later. Idempotent.

        Raises `LogError` where the log cannot be written, or was taken away from under the run.
        """
        if self._closed:
            return
        self._closed = True  # before anything is awaited: a second call returns at once
        self.cut_short()
        async with self.floor:
            try:
                self._pause("director", detail)
                self.stage.log.ensure_whole()
            finally:
                self.gate.open()  # also where the log is lost: the loop may be waiting there
                self.stage.log.close()
                await self._close_tools()

    def ensure_open(self) -> None:
        """Raise `RunError` where the run was closed."""
        if self._closed:
            raise RunError("This run is closed.", hint="Open it again.")

    def ensure_writable(self) -> None:
        """Raise `RunError` where the run was closed or has ended."""
        self.ensure_open()
        if self.state.status == "ended":
            raise RunError("This run has ended.", hint="Fork it at any turn to go on from there.")


async def _take_back(task: asyncio.Task[Any], others: int) -> None:
    """Take back a cancellation that came when the step was over already: it must not strike what comes next."""
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.sleep(0)  # cancel() strikes at the next await: let it be this one
    if task.uncancel() > others:
        raise asyncio.CancelledError  # another's cancellation was swallowed together with ours
