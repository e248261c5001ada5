"""One run at the gate: play, pause, step, stop, and the director's hand."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable, Coroutine
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from core.base.errors import LogError, ParleyError, RunError, UnknownName, UsageError, VoiceError
from core.base.line import clean, encodable
from core.base.sentences import Sentence
from core.cast.member import PLAYER, VoiceSpec
from core.cast.providers import simulated
from core.engine import convergence as alike
from core.engine.convergence import Alike
from core.engine.mode import FloorNeeded, Mode
from core.engine.requests import hearers
from core.engine.retrying import to_take_back
from core.engine.stage import BreakpointHit, Stage, TurnFailure
from core.log.config import POLICIES
from core.log.events.run import (
    AutopilotSet,
    BreakpointCleared,
    BreakpointSet,
    EndReason,
    FloorGiven,
    MemberMuted,
    MemberUnmuted,
    PauseReason,
    PolicyChanged,
    RunContinued,
    RunPaused,
    TopicInjected,
    VoiceChanged,
)
from core.log.events.turn import TurnAbandoned, TurnBookmarked, TurnEnded, TurnRetried, TurnStarted
from core.log.state import DIRECTOR, State
from core.measures.convergence import CALCULATORS, PROFILES, Calculator, Profile
from core.modes.office.config import OfficeConfig
from core.modes.office.events import DayClosed, SceneRequested, SceneSkipped
from core.modes.office.request import EXCHANGES, KINDS, MOST_DAYS, TYPES
from core.modes.office.state import OfficeState
from core.modes.story import choices, doing, speaking
from core.modes.story.config import StoryConfig
from core.modes.story.rules.setting import AGENTS
from core.modes.story.state import StoryState
from core.studio.compose import LONGEST_TOPIC
from core.voices.base import Price
from core.voices.pool import check

FREE = Price()
LEFT = Sentence("The run was left.")


@dataclass(frozen=True)
class Pace:
    """Seconds between two turns at speed 1, and the speed. `unpaced`: no pauses at all."""

    shortest: float = 3.0
    longest: float = 8.0
    speed: float = 1.0
    unpaced: bool = True


class Viewer(Protocol):
    """Who watches, and may ask the engine to wait: a window that stops drawing stops the talk."""

    async def room(self) -> None:
        """Return when there is room for another turn's events."""
        ...


class Run:
    """A run that is open for writing.

    `live()` is the one loop; everything else may be called while it stands or turns, from the same event loop.
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
        self._spent_today = spent_today
        self._spent_before: float | None = None
        self._day_cost = day_cost
        self._free: tuple[VoiceSpec, ...] | None = None
        self._gate = asyncio.Event()
        self._changed = asyncio.Event()
        self._floor_lock = asyncio.Lock()
        self._step: asyncio.Task[Any] | None = None
        self._cut_short = False
        self._closed = False

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
        state = self.state
        while not self._closed and state.status != "ended":
            if until_paused and not self._gate.is_set():
                break
            await self._gate.wait()
            if self._closed:
                break
            if self.viewer is not None:
                await self.viewer.room()
            if state.status != "playing" or self._closed:
                continue
            try:
                over = self._over()
            except ParleyError as fault:
                self._fail(fault)
                raise
            if over is not None:
                await self._guarded(self._mode.finish(self.stage, *over))
                continue
            turn, scene = state.next_turn, self._scene()
            stepping = state.reason == "step"
            await self._guarded(self._mode.step(self.stage))
            self._check_convergence_breakpoints(turn)
            if state.status != "playing":
                self._shut()
            elif stepping and state.reason == "step" and state.next_turn > turn:
                # Where the player is next, a step goes on to what they may choose from.
                if not self._players_next():
                    self._stand("step", "")
            elif not stepping and (state.next_turn > turn or self._scene() != scene) and state.turns:
                # Before the first line there is nothing to read, and whoever has just pressed Play waits for it.
                await self._rest()
            else:
                await asyncio.sleep(0)

    def _check_convergence_breakpoints(self, first: int) -> None:
        """Pause where one of the turns from number `first` on brought two to the convergence of a breakpoint."""
        state = self.state
        if not state.breakpoints or state.status != "playing" or state.next_turn <= first:
            return
        for point in state.breakpoints.values():
            for turn in range(first, state.next_turn) if point.kind == "convergence" else ():
                found = _alike(state, turn, point)
                if found is not None and found.crosses(point.threshold):
                    sentence = alike.told(state, found.members, found.score, point.threshold)
                    self._stand("breakpoint", sentence, point.id)
                    return

    async def _guarded(self, coroutine: Coroutine[Any, Any, None]) -> None:
        """Run one step that a pause may cancel; what it leaves half done is abandoned."""
        async with self._floor_lock:
            if self.state.status != "playing" or self._closed:
                # Somebody held the floor before us and closed the gate.
                coroutine.close()
                return
            # What a cancelled loop left open was asked in another moment: it is not what will be asked now.
            self._abandon("the run was interrupted")
            try:
                if not await self._whole(coroutine):
                    self._abandon("paused before the reply was whole")
            except (TurnFailure, BreakpointHit):
                return
            except FloorNeeded as needed:
                able = [one for one in self._here() if one not in self.state.muted]
                default = Sentence("Give somebody the floor." if able else "Everybody is muted: bring somebody back.")
                self._stand(needed.reason, needed.sentence or default)
            except Exception as fault:
                self._fail(fault)
                raise

    def _fail(self, fault: Exception) -> None:
        """Leave a log that says what happened and can be gone on with; whoever awaits `live` is told too."""
        with contextlib.suppress(LogError):
            self._abandon(Sentence("something went wrong ({name})", name=type(fault).__name__))
            if not isinstance(fault, ParleyError):
                name = type(fault).__name__
                template = Sentence(
                    "Something went wrong that should not have ({name}). Play goes on from here.", name=name
                )
                self._stand("failure", template)
            else:
                self._stand("failure", fault.text)
        self._shut()

    async def _whole(self, coroutine: Coroutine[Any, Any, None]) -> bool:
        """Await a step; False where `_cancel_step` cut it short.

        A step has no task of its own: that would cost more than all the rest of the loop.
        """
        task = asyncio.current_task()
        assert task is not None
        others = task.cancelling()
        self._step, self._cut_short = task, False
        try:
            await coroutine
        except asyncio.CancelledError:
            if not self._cut_short:
                raise
            self._cut_short = False
            if task.uncancel() > others:
                raise
            return False
        finally:
            self._step = None
            if self._cut_short:
                await _take_back(task, others)
        return True

    def _cancel_step(self) -> None:
        if self._step is not None and not self._cut_short:
            self._cut_short = True
            self._step.cancel()

    def _abandon(self, reason: str) -> None:
        open_turn = self.state.open
        if open_turn is not None and open_turn.reply is None and open_turn.failed is None:
            started = open_turn.started
            self.stage.append(
                TurnAbandoned(
                    at=self.stage.clock.now(),
                    turn=started.turn,
                    member=started.member,
                    reason=reason,
                    partial=self.stage.partial,
                )
            )

    async def _rest(self) -> None:
        """The pause between two turns; a press on any button ends it."""
        pace = self.pace
        if pace.unpaced or self.state.status != "playing" or not self._gate.is_set() or self._players_next():
            await asyncio.sleep(0)
            return
        draw = self.stage.rng().uniform(self.state.next_turn, "pace", pace.shortest, pace.longest)
        self._changed.clear()
        try:
            async with asyncio.timeout(draw / pace.speed):
                await self._changed.wait()
        except TimeoutError:
            return

    def _players_next(self) -> bool:
        """Whether a person acts next, who need not be kept waiting: they take the time that they need to read."""
        tale = self.state.find(StoryState)
        if tale is None or tale.autoplay or not tale.answered():
            return False
        return tale.scripted >= len(self.stage.config[StoryConfig].script)

    def _scene(self) -> int:
        """The number of the scene under way; 0 where there is none."""
        world = self.state.find(OfficeState)
        return world.scene.started.scene if world is not None and world.scene is not None else 0

    def _here(self) -> list[str]:
        """Who takes part in what is under way."""
        scene = self.state[OfficeState].scene if self.state.find(OfficeState) is not None else None
        everybody = [member.id for member in self.state.setup.members]
        return [one for one in everybody if scene is None or one in scene.started.members]

    def _over(self) -> tuple[EndReason, str] | None:
        """Which limit is reached, with its sentence."""
        state, limits = self.state, self.state.setup.limits
        if limits.turns and limits.turns <= len(state.turns) and len(state.turns) != state.setup.turns:
            return "turns", Sentence("The run's budget of {limit:,} {limit:turn|turns} is used up.", limit=limits.turns)
        if limits.tokens and state.own_tokens >= limits.tokens:
            template = "The run's budget of {limit:,} tokens is used up ({used:,})."
            return "tokens", Sentence(template, limit=limits.tokens, used=state.own_tokens)
        if limits.cost and state.own_cost >= limits.cost:
            template = "The run's budget of {limit:money} is used up ({used:money})."
            return "cost", Sentence(template, limit=limits.cost, used=state.own_cost)
        if self._day_cost and (state.own_cost > 0 or self._priced()):
            if self._spent_before is None:
                # Asked when a call costs something: a run that costs nothing needs no database.
                self._spent_before = self._spent_today()
            used = self._spent_before + state.own_cost
            if used >= self._day_cost:
                template = "The day's budget of {limit:money} is used up ({used:money})."
                return "day_cost", Sentence(template, limit=self._day_cost, used=used)
        if limits.seconds and state.playing_seconds >= limits.seconds:
            return "time", Sentence("The run's {limit:.0f} seconds of playing are over.", limit=limits.seconds)
        return None

    def _priced(self) -> bool:
        """Whether any voice of the run costs money; found out once, until a voice is another one."""
        specs = tuple(self.state.voices.values())
        if self._free == specs:
            return False
        known = True
        for spec in specs:
            try:
                if self.stage.voice(spec).capabilities.price != FREE:
                    return True
            except VoiceError:
                # Whether it costs anything is seen when it can be had.
                known = False
        self._free = specs if known else None
        return False

    # The gate -----------------------------------------------------------------------------------------------------

    def play(self) -> None:
        """Open the gate. Raises `RunError` where the run has ended, `HostNotAllowed` where the user is to be asked."""
        self._open("play")

    def step(self) -> None:
        """Open the gate for one turn. Raises as `play` does."""
        self._open("step")

    def _open(self, how: Literal["play", "step"]) -> None:
        self._must_go_on()
        # A log may come from anybody: nothing is said before the user knows whom to.
        self.stage.must_be_allowed()
        if self.state.status != "playing" or self.state.reason != how:
            self.stage.append(RunContinued(at=self.stage.clock.now(), how=how))
        self._gate.set()
        self._changed.set()

    def pause(self, detail: str = "", *, cancel: bool = False) -> None:
        """Close the gate at once; a reply under way is finished and held, or cancelled, as set or asked for.

        With `cancel` also where the gate is closed already: who does not want to wait for that reply after all.
        """
        if self.state.status == "playing":
            self._stand("director", detail)
        elif not cancel:
            return
        if cancel or self.mid_turn == "cancel" or self.stage.waiting:
            # Of a provider that asked for patience nothing has come: there is nothing to finish.
            self._cancel_step()

    def _stand(self, reason: PauseReason, detail: str, point: str = "") -> None:
        if self.state.status == "playing":
            now = self.stage.clock.now()
            self.stage.append(RunPaused(at=now, reason=reason, detail=detail, breakpoint=point))
        self._shut()

    def _shut(self) -> None:
        self._gate.clear()
        self._changed.set()

    async def stop(self) -> None:
        """End the run; a reply under way is cancelled. Idempotent."""
        self._shut()
        self._cancel_step()
        async with self._floor_lock:
            if self.state.status != "ended":
                await self._mode.finish(self.stage, "director", "The director stopped it.")
        # The loop must wake to see that it is over.
        self._gate.set()
        self._changed.set()

    async def close(self, detail: str = LEFT) -> None:
        """Stop spending and give the log back; the run can be resumed later. Idempotent."""
        if self._closed:
            return
        self._closed = True
        self._cancel_step()
        async with self._floor_lock:
            try:
                self._stand("director", detail)
            finally:
                self._gate.set()
                self.stage.log.close()

    def _must_be_open(self) -> None:
        if self._closed:
            raise RunError("This run is closed.", hint="Open it again.")

    def _must_go_on(self) -> None:
        self._must_be_open()
        if self.state.status == "ended":
            raise RunError("This run has ended.", hint="Fork it at any turn to go on from there.")

    # The director's hand ------------------------------------------------------------------------------------------

    def inject(self, text: str, to: tuple[str, ...] = ()) -> None:
        """Put a topic in: to everybody, or whispered to the members in `to`."""
        self._must_go_on()
        text = _said(text, "topic")
        for member in to:
            self._member(member)
        self.stage.append(TopicInjected(at=self.stage.clock.now(), text=text, to=to))

    def give_floor(self, member: str) -> None:
        """Have `member` speak next. Raises `RunError` where they are muted or away, and where all speak at once."""
        self._must_go_on()
        name = self._member(member)
        if member in self.state.muted:
            raise RunError("{name} is muted.", name=name, hint="Bring them back first.")
        if member not in self._here():
            raise RunError(
                "{name} is not in this scene.", name=name, hint="Wait for the next one, or call one with them."
            )
        scene = self.state[OfficeState].scene if self.state.find(OfficeState) is not None else None
        if scene is not None and scene.started.exchange != "sequential":
            raise RunError("In this scene nobody has the floor: all speak at once.", hint="Take the turn yourself.")
        if self.state.find(StoryState) is not None:
            _may_have_floor(self.state[StoryState], member, name)
        self.stage.append(FloorGiven(at=self.stage.clock.now(), member=member))

    def mute(self, member: str) -> None:
        """Let `member` listen only."""
        self._must_go_on()
        self._member(member)
        if member not in self.state.muted:
            self.stage.append(MemberMuted(at=self.stage.clock.now(), member=member))

    def unmute(self, member: str) -> None:
        """Bring `member` back."""
        self._must_go_on()
        self._member(member)
        if member in self.state.muted:
            self.stage.append(MemberUnmuted(at=self.stage.clock.now(), member=member))

    def change_voice(self, voice: VoiceSpec, member: str = "") -> None:
        """From the next turn on, `member` (empty: everybody without a voice of their own) speaks through `voice`."""
        self._must_go_on()
        if member:
            self._member(member)
        if self.state.setup.simulated and not simulated(voice.provider):
            raise RunError("This run is a rehearsal on a simulated clock.", hint="Fork it with another voice instead.")
        check(voice, self.stage.voice(voice), self.state.setup.language)
        self.stage.append(
            VoiceChanged(
                at=self.stage.clock.now(), member=member, voice=voice.model_dump(mode="json", exclude_defaults=True)
            )
        )

    def change_policy(self, policy: str) -> None:
        """From the next turn on, choose speakers by `policy`."""
        self._must_go_on()
        if policy not in POLICIES:
            raise UnknownName("policy", policy, POLICIES)
        self.stage.append(PolicyChanged(at=self.stage.clock.now(), policy=policy))

    def break_at(
        self,
        *,
        member: str = "",
        turn: int = 0,
        tool: bool = False,
        convergence: float | None = None,
        calculator: Calculator = "parley",
        profile: Profile = "balanced",
    ) -> str:
        """Pause before `member` speaks, before turn number `turn`, before a tool call is answered (with `member`: one
        of theirs), or once two come to sound alike: after the turn with which speaker and last other speaker reach
        `convergence`. Returns the breakpoint's id."""
        self._must_go_on()
        if convergence is not None:
            if member or turn or tool:
                raise UsageError("A breakpoint at a convergence is for nothing else.")
            return self._break_where_alike(convergence, calculator, profile)
        if (tool and turn) or (not tool and bool(member) == bool(turn)):
            raise UsageError("A breakpoint is for a member, for a turn, for tool calls or for a convergence.")
        if member:
            self._member(member)
        if turn and turn <= len(self.state.turns):
            raise RunError(
                "Turn {turn} has already been spoken.",
                turn=turn,
                hint=Sentence("Choose {next_turn} or later.", next_turn=self.state.next_turn),
            )
        kind: Literal["member", "turn", "tool"] = "tool" if tool else "member" if member else "turn"
        point = f"{kind}:{turn or member}".removesuffix(":")
        if point not in self.state.breakpoints:
            self.stage.append(BreakpointSet(at=self.stage.clock.now(), id=point, kind=kind, member=member, turn=turn))
        return point

    def _break_where_alike(self, threshold: float, calculator: Calculator, profile: Profile) -> str:
        if not 0 < threshold <= 1:
            raise UsageError(
                "A convergence of {threshold:g} is not possible; choose one above 0, and 1 at most.",
                threshold=threshold,
            )
        if calculator not in CALCULATORS:
            raise UnknownName("convergence calculator", calculator, list(CALCULATORS))
        if profile not in PROFILES:
            raise UnknownName("convergence profile", profile, list(PROFILES))
        usual = (calculator, profile) == ("parley", "balanced")
        point = f"convergence:{threshold:g}" + ("" if usual else f":{calculator}:{profile}")
        if point not in self.state.breakpoints:
            self.stage.append(
                BreakpointSet(
                    at=self.stage.clock.now(), id=point, kind="convergence", threshold=threshold,
                    calculator=calculator, profile=profile,
                )
            )  # fmt: skip
        return point

    def clear_breakpoint(self, point: str) -> None:
        """Take a breakpoint away; nothing happens where there is none."""
        self._must_be_open()
        if point in self.state.breakpoints:
            self.stage.append(BreakpointCleared(at=self.stage.clock.now(), id=point))

    async def speak_as(self, member: str, text: str) -> None:
        """Take the next turn by hand, as `member` or as the director; waits for a turn under way to end."""
        self._must_go_on()
        if member != DIRECTOR:
            self._member(member)
        text = _said(text, "line")
        async with self._floor_lock:
            self._must_go_on()
            state = self.state
            if state.find(StoryState) is not None and member == PLAYER:
                # Whoever speaks for the player acts: then is not the time for it, it would be lost or count twice.
                self._players_turn()
            if state.open is not None and state.open.reply is not None:
                # Paid for before a crash: it is said first.
                started = state.open.started
                with contextlib.suppress(TurnFailure, BreakpointHit):
                    if state.find(StoryState) is not None:
                        await speaking.go_on(self.stage)
                    else:
                        await self.stage.speak(started.member, kind=started.kind, direction=started.direction)
            self._abandon("the director took the turn")
            if state.open is not None:
                self.stage.append(TurnRetried(at=self.stage.clock.now(), turn=state.next_turn))
            line = clean(text, cap=0)
            turn, now = state.next_turn, self.stage.clock.now()
            self.stage.append(TurnStarted(at=now, turn=turn, member=member, kind="director"))
            self.stage.append(
                TurnEnded(
                    at=now,
                    turn=turn,
                    member=member,
                    text=line.text or text,
                    thoughts=line.thoughts if line.text else (),
                    author="director",
                    heard_by=hearers(state, member),
                )
            )

    def retry(self, turn: int = 0) -> None:
        """Take a turn again: the one that failed or was broken off, else the last one; only this turn is taken.

        With `turn` that one: the last may be taken again also where the next has failed or was broken off. A speaker
        who was chosen to come after it is chosen anew, or has the floor still where the director gave it. Raises
        `RunError` where it cannot be.
        """
        self._must_go_on()
        state = self.state
        if self._step is not None or state.status == "playing":
            raise RunError("Somebody is speaking.", hint="Pause first, then retry.")
        self.stage.must_be_allowed()
        last = to_take_back(state, turn)
        if state.open is not None and state.open.failed is not None:
            self.stage.append(TurnRetried(at=self.stage.clock.now(), turn=state.open.started.turn))
        if last is not None:
            self.stage.append(TurnRetried(at=self.stage.clock.now(), turn=last.number))
        self.step()

    # The story ----------------------------------------------------------------------------------------------------

    async def act(self, text: str) -> None:
        """Do or say something as the player, and let the others answer; "1" to "3" is the choice of that number.

        Raises `UsageError` where the text is empty, `RunError` where it is not the player's turn.
        """
        self._story()
        text = _said(text, "line")
        self.stage.must_be_allowed()
        async with self._floor_lock:
            self._players_turn()
            self._player_says(choices.meant(self.state, text))
        self.play()

    async def do(self, what: str, target: str = "", *, item: str = "", quantity: int = 1) -> None:
        """Do as the player what a tool could do: talk, part, give, take, go, use, follow, drop or pick.

        `target` is a character (talk, follow) or a place (go). Raises `UsageError` where it cannot be.
        """
        self._story()
        self.stage.must_be_allowed()
        async with self._floor_lock:
            self._players_turn()
            # First asked, then said: what cannot be is not said either.
            done = doing.done(self.state, self.stage.clock.now(), what, target, item=item, quantity=quantity)
            self._player_says(doing.said(self.state, what, target, item=item, quantity=quantity))
            self.stage.append(done)
        self.play()

    def autoplay(self, on: bool) -> None:
        """Whether the player takes one of the choices by chance where nobody else says what they do."""
        self._story()
        self.stage.append(AutopilotSet(at=self.stage.clock.now(), on=on))

    def _story(self) -> StoryState:
        self._must_go_on()
        if self.state.find(StoryState) is None:
            raise RunError("This run is no story.", hint="Begin a story or a dialogue.")
        return self.state[StoryState]

    def _players_turn(self) -> None:
        tale = self._story()
        if self.state.open is not None and self.state.open.started.member == PLAYER:
            # Killed in the middle of saying it: it was never said.
            self._abandon("the run was interrupted")
        if self.state.open is not None or not tale.waits():
            raise RunError("It is not your turn yet.", hint="Play on until the others have spoken.")

    def _player_says(self, text: str) -> None:
        turn, now = self.state.next_turn, self.stage.clock.now()
        self.stage.append(TurnStarted(at=now, turn=turn, member=PLAYER, kind="player"))
        self.stage.end(text, author="director")

    # The office ---------------------------------------------------------------------------------------------------

    def request_scene(
        self,
        scene_type: str,
        kind: str = "",
        members: tuple[str, ...] = (),
        room: str = "",
        topic: str = "",
        exchange: str = "",
    ) -> None:
        """Have this scene next; what is left empty is for the game master. Raises `UsageError` and its kin."""
        world, config = self._office(), self.state.setup
        if config[OfficeConfig].scene is not None:
            raise RunError("This run is of one scene.", hint="Begin a day to call others.")
        if world.day >= world.days and (world.closed or not world.running):
            raise RunError("The last day is over.", hint="Add days with the autopilot first.")
        for what, name, names in (
            ("scene type", scene_type, TYPES), ("kind", kind, KINDS), ("exchange", exchange, EXCHANGES)
        ):  # fmt: skip
            if name and name not in names:
                raise UnknownName(what, name, names)
        for member in members:
            self._member(member)
        if len(members) == 1 or len(config.members) < 2:
            raise UsageError("A scene needs at least two members.", hint="Name another one.")
        if scene_type == "encounter" and len(members) > 3:
            raise UsageError("An encounter is of two or three.", hint="Call a meeting for more.")
        if room and room not in config[OfficeConfig].floor.by_id:
            raise UnknownName("room", room, config[OfficeConfig].floor.by_id)
        topic = _said(topic, "topic") if topic.strip() else ""
        order = tuple(each.id for each in config.members if each.id in members)
        self.stage.append(
            SceneRequested(
                at=self.stage.clock.now(),
                scene_type=scene_type,  # type: ignore[arg-type]
                kind=kind,  # type: ignore[arg-type]
                members=order,
                room=room,
                topic=topic,
                exchange=exchange,  # type: ignore[arg-type]
            )
        )

    def skip_scene(self) -> None:
        """Cut the scene under way short; between two scenes, leave the next one out."""
        world = self._day()
        if world.scene is not None and world.scene.skipped:
            return
        self._cancel_step()
        self.stage.append(SceneSkipped(at=self.stage.clock.now(), scene=world.next_scene))

    def end_day(self) -> None:
        """Send everybody home: the scene under way ends, and no other begins today."""
        world = self._day()
        if not world.closed:
            self._cancel_step()
            self.stage.append(DayClosed(at=self.stage.clock.now(), day=world.day))

    def autopilot(self, on: bool, days: int = 0) -> None:
        """Whether scenes follow each other without asking; with `days`, for so many more, today included."""
        world = self._office()
        if days and not 1 <= days <= MOST_DAYS:
            raise UsageError("{days} days are not possible; ask for 1 to {longest:,}.", days=days, longest=MOST_DAYS)
        until = max(1, world.day + days - (1 if world.running else 0)) if days else 0
        self.stage.append(AutopilotSet(at=self.stage.clock.now(), on=on, days=until))

    def _day(self) -> OfficeState:
        world = self._office()
        if not world.running:
            raise RunError("No day is under way.", hint="Play begins the next one.")
        return world

    def _office(self) -> OfficeState:
        self._must_go_on()
        if self.state.find(OfficeState) is None:
            raise RunError("This run is not in an office.", hint="Begin a scene or a day.")
        return self.state[OfficeState]

    def bookmark(self, turn: int) -> None:
        """Mark a turn, or take its mark away; also in a run that has ended."""
        self._must_be_open()
        if not 1 <= turn <= len(self.state.turns):
            raise UsageError("There is no turn {turn}.", turn=turn)
        on = turn not in self.state.bookmarks
        self.stage.append(TurnBookmarked(at=self.stage.clock.now(), turn=turn, on=on))

    def _member(self, member: str) -> str:
        for each in self.state.setup.members:
            if each.id == member:
                return each.name
        raise UnknownName("member", member, [each.id for each in self.state.setup.members])


def _alike(state: State, turn: int, point: BreakpointSet) -> Alike | None:
    """How alike two are after that turn, as the breakpoint scores it."""
    # A log that somebody wrote by hand may name a score that nobody knows.
    calculator = next((name for name in CALCULATORS if name == point.calculator), None)
    profile = next((name for name in PROFILES if name == point.profile), None)
    return alike.after(state, turn, calculator, profile) if calculator and profile else None


def _may_have_floor(tale: StoryState, member: str, name: str) -> None:
    """Raises `RunError` where a story has no place for a line of theirs now."""
    if member == PLAYER:
        raise RunError("The player has the floor whenever the story waits for them.", hint="Play on until it does.")
    if tale.phase in ("creation", "epilogue"):
        raise RunError("The floor is given between the interview and the epilogue.", hint="Take the turn yourself.")
    if member not in AGENTS and member != tale.partner:
        raise RunError(
            "{name} is in no talk with the player.", name=name, hint="Talk to them first, or take the turn yourself."
        )
    if tale.called or tale.parting or tale.routed is None or tale.routed.story_turn < tale.turn:
        raise RunError("It is not decided yet what comes of what the player did.", hint="Play on first.")


async def _take_back(task: asyncio.Task[Any], others: int) -> None:
    """Take back a cancellation that came when the step was over already: it must not strike what comes next."""
    with contextlib.suppress(asyncio.CancelledError):
        await asyncio.sleep(0)
    if task.uncancel() > others:
        raise asyncio.CancelledError


def _said(text: str, what: str) -> str:
    text = encodable(text).strip()
    if not text:
        raise UsageError("The {what} is empty.", what=what)
    if len(text) > LONGEST_TOPIC:
        raise UsageError(
            "The {what} has {count:,} characters; at most {longest_topic:,} are possible.",
            what=what,
            count=len(text),
            longest_topic=LONGEST_TOPIC,
            hint="Shorten it, or give members the long text as part of their persona.",
        )
    return text
