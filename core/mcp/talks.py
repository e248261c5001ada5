"""Talks that are played for a client: started, steered, looked at; what they may spend is bounded."""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import AsyncIterator, Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parley.core.authoring.requests import by_fields, make_fast, request_named
from parley.core.base.blame import report_fault
from parley.core.base.errors import ParleyError, RunError, UsageError
from parley.core.base.sentences import Sentence
from parley.core.cast.member import VoiceSpec
from parley.core.engine.director import Director
from parley.core.engine.gate import Pace
from parley.core.engine.run import LEFT, Run
from parley.core.engine.run_request import IN_RUN, get_hints, request_specs
from parley.core.engine.voice_names import meant_by, voice_named
from parley.core.log.config import Limits
from parley.core.log.state import State
from parley.core.settings import Settings
from parley.core.studio import successors
from parley.core.studio.reading import Opened
from parley.core.studio.studio import Studio, Watching
from parley.core.voices.provider import VOICES
from parley.core.voices.remote.connection import is_loopback
from parley.core.voices.servers import can_cost, foreign_server, get_entry_of

MOST_AT_ONCE = 4
"""Talks that are played at once for one client."""
SUFFIXES = (".toml", ".json", ".jsonl", ".txt", ".md", ".png", ".charx", ".gguf", ".parley")
SEPARATORS = frozenset("/\\")
_MEMBER = re.compile(r"[\w-]+/[^/\\]+")
TO_SPEND = Sentence("What may be spent here is up to whoever starts this server: parley mcp --spend DOLLARS")
HELD = Sentence("It waits for the client.")


class _Hold:
    """Has a run wait once it has so many turns, or has cost so much, for whoever goes on with it then."""

    run: Run  # given by `_play`: a run takes its viewer when it begins
    until = 0
    until_cost = math.inf

    async def room(self) -> None:
        """Close the gate where all that was asked for is played. The last turn that is planned is followed by the end
        of the run."""
        turns, planned = len(self.run.state.turns), self.run.state.setup.turns
        if (turns >= self.until and not (planned and turns >= planned)) or self.run.state.own_cost >= self.until_cost:
            self.run.pause(TO_SPEND if self.run.state.own_cost >= self.until_cost else HELD)


@dataclass
class Talk:
    """A run that is played here, and the task that plays it; `fault` says why that ended, where it went wrong."""

    run: Run
    task: asyncio.Task[None]
    fault: str = ""


class Talks:
    """The runs that are played for one client, until it leaves.

    `spend` are the US dollars that all of them together may cost: with 0 only voices speak that cost nothing.
    """

    def __init__(self, studio: Studio, tasks: asyncio.TaskGroup, spend: float = 0.0) -> None:
        self.studio = studio
        self._tasks = tasks
        self._spend = spend
        self._talks: dict[str, Talk] = {}
        self._asked = 0.0

    @property
    def left(self) -> float:
        """US dollars that may still be spent; what runs may cost that are under way is taken as spent."""
        return max(0.0, self._spend - self._asked - sum(self._cost(talk.run) for talk in self._talks.values()))

    def charge(self, cost: float) -> None:
        """Count what a question off the record has cost."""
        self._asked += cost

    def start(
        self, kind: str, settings: Mapping[str, Any], voice: str = "", *, fast: bool = True, turns: int | None = None
    ) -> Run:
        """Begin a run, and play it on, or so many `turns` of it. Raises `UsageError`, and what composing raises."""
        self._ensure_room()
        self._refuse_file_settings(kind, {**settings, "voice": voice} if voice else settings)
        request = request_named(kind, settings)
        if voice:
            request = request.model_copy(update={"voice": voice_named(voice)})
        config = self.studio.compose(make_fast(self.studio, request, fast=fast))
        if self._are_paid([config.voice, *(member.voice for member in config.members if member.voice)]):
            limits = self._limit_cost(request.limits)  # known only when composed: so it is composed again
            request = make_fast(self.studio, request.model_copy(update={"limits": limits}), fast=fast)
            config = self.studio.compose(request)
        return self._play(lambda watching: self.studio.start(config, watching), turns)

    def fork(
        self, ref: str, turn: int, changes: Mapping[str, Any], *, edit: str = "", voice: str = "",
        turns: int | None = None,
    ) -> Run:  # fmt: skip
        """Begin a run that shares another's turns up to `turn`, and play it on, or so many `turns` of it. Raises
        `UsageError`, and what forking raises.
        """
        self._ensure_room()
        opened, changed = self.open(ref), dict(changes)
        voices = self._voices_of(opened.state)
        if voice:
            if names_file(voice, "voice"):
                raise make_file_error("voice")
            voices.append(voice_named(voice))
            changed["voice"] = voices[-1].model_dump(mode="json", exclude_defaults=True)
        if self._are_paid(voices):
            limits = self._limit_cost(opened.state.setup.limits)
            changed["limits"] = limits.model_dump(mode="json", exclude_defaults=True)
        path = str(opened.path)
        return self._play(lambda watching: self.studio.fork(path, turn, changed, edit=edit, watching=watching), turns)

    def resume(self, ref: str, then: str = "", turns: int | None = None) -> Run:
        """Go on with a run that stands, for so many `turns` or to its end; where its writing ends, `then` does.

        Raises `RunError` where it has ended, `LogLockedError` where it is played, `UsageError` where it would cost more
        than may be spent.
        """
        self._ensure_room()
        opened = self.open(ref)
        state = opened.state
        if (talk := self._talks.get(state.run)) is not None and not talk.task.done():
            raise RunError("This talk is being played.", hint="pause_talk has it wait for you.")
        if state.status == "ended":
            raise RunError("This talk has ended.")
        limit = state.setup.limits.cost
        left = self.left if self._are_paid(self._voices_of(state)) else math.inf
        # Questions may have cost what the talk's own limit still counts on: turn by turn that is looked at.
        if left < math.inf and not (limit and (limit - state.own_cost <= left or (turns is not None and left > 0))):
            raise UsageError("This talk would cost more than may be spent here.", hint=TO_SPEND)
        if then and names_file(then, "voice"):
            raise make_file_error("then")
        voice = successors.choose_voice(self.studio.settings, then)
        if voice is not None and may_cost(voice, self.studio.settings):
            # The run was begun without a bound of its own on what it costs.
            raise UsageError("This talk would cost money.", hint="Have a voice of this machine go on with it.")
        return self._play(lambda watching: self.studio.resume(str(opened.path), watching), turns, voice, left)

    def open(self, ref: str) -> Opened:
        """Return a run of the library, by its id or the beginning of one. Raises `UsageError` where a file is named."""
        return self.studio.open(str(self._find_log(ref, "run")))

    async def inject(self, ref: str, text: str, to: Sequence[str] = ()) -> None:
        """Put a topic into a talk that is played here, or waits here, to all or to some members. Raises `RunError` for
        another.
        """
        async with self._hold_run(ref) as run:
            Director.of(run).inject(text, tuple(run.state.setup.find_member(each).id for each in to))

    def pause(self, ref: str) -> Run:
        """Have a talk wait when the reply under way is whole."""
        talk = self._find_talk(ref)
        if talk.task.done():
            raise _make_absent_error(ref)
        talk.run.pause("A client asked for it.")
        return talk.run

    async def stop(self, ref: str) -> Run:
        """End a talk for good; what was said is kept."""
        async with self._hold_run(ref) as run:
            await run.stop()
            return run

    async def close(self) -> None:
        """Leave every talk paused in its log."""
        for talk in self._talks.values():
            if not talk.task.done():
                # Where its log cannot be written any more, the others are paused all the same.
                with suppress(ParleyError):
                    talk.run.pause(cancel=True)
        running = [talk.task for talk in self._talks.values()]
        if running:
            await asyncio.wait(running)  # all of them, whatever one of them raises

    async def state(self, ref: str, wait: float = 0.0) -> State:
        """Return the state of a run now, or when it stands, after `wait` seconds at most."""
        found = [talk for run, talk in self._talks.items() if ref and run.startswith(ref)]
        if len(found) != 1:
            return self.open(ref).state
        if wait:
            await asyncio.wait([found[0].task], timeout=wait)
        # Somebody else may have gone on with what stands.
        return self.open(found[0].run.state.run).state if found[0].task.done() else found[0].run.state

    def get_fault(self, run: str) -> str:
        """Return why a talk of this run that was played here ended otherwise than it should; else empty."""
        talk = self._talks.get(run)
        return talk.fault if talk is not None else ""

    def is_playing(self, run: str) -> bool:
        """Return whether a run is being played here."""
        return run in self._talks and not self._talks[run].task.done()

    def _play(
        self, begin: Callable[[Watching], Run], turns: int | None, then: VoiceSpec | None = None, most: float = math.inf
    ) -> Run:
        hold = _Hold() if turns is not None else None
        run = begin(Watching(viewer=hold, pace=Pace(unpaced=True)))
        if hold is not None:
            hold.run, hold.until = run, len(run.state.turns) + (turns or 0)
            hold.until_cost = run.state.own_cost + most

        async def run_talk() -> None:
            # Whatever goes wrong in a talk, the server and the other talks go on.
            try:
                try:
                    await successors.play_run(run, then)
                finally:
                    await run.close(LEFT)
            except ParleyError as error:
                talk.fault = error.text  # assigned by now: a task starts in the next round
            except Exception as fault:  # noqa: BLE001  # as above
                talk.fault = report_fault(fault, f"run {run.state.run}")

        talk = Talk(run, self._tasks.create_task(run_talk(), name=f"parley: {run.state.run}"))
        self._talks[run.state.run] = talk
        return run

    def _find_talk(self, ref: str) -> Talk:
        """Return a talk that was begun here, or gone on with. Raises `RunError` for another."""
        found = [talk for run, talk in self._talks.items() if ref and run.startswith(ref)]
        if len(found) != 1:
            raise _make_absent_error(ref)
        return found[0]

    @asynccontextmanager
    async def _hold_run(self, ref: str) -> AsyncIterator[Run]:
        """Yield the run of a talk; where it waits, its log is open for the length of the block."""
        talk = self._find_talk(ref)
        if not talk.task.done():
            yield talk.run
            return
        run = self.studio.resume(str(self.open(talk.run.state.run).path), Watching(pace=Pace(unpaced=True)))
        try:
            yield run
        finally:
            await run.close(LEFT)

    def _ensure_room(self) -> None:
        under_way = sum(not talk.task.done() for talk in self._talks.values())
        if under_way >= MOST_AT_ONCE:
            raise UsageError("{count} talks are under way already.", count=under_way, hint="Wait, or stop one of them.")

    def _limit_cost(self, limits: Limits | None) -> Limits:
        """Return the limits of a run that may cost money. Raises `UsageError` where none may be spent."""
        if not self.left:
            raise UsageError("This talk would cost money.", hint=TO_SPEND)
        limits = limits or Limits()
        return limits.model_copy(update={"cost": min(self.left, limits.cost or self.left)})  # 0: no limit of its own

    def _cost(self, run: Run) -> float:
        """Return what a run has cost, or may yet cost while it is played."""
        talk = self._talks[run.state.run]
        return run.state.own_cost if talk.task.done() else max(run.state.own_cost, run.state.setup.limits.cost)

    def _voices_of(self, state: State) -> list[VoiceSpec]:
        """Return all voices of a run: those that it began with, and those that it was given since."""
        members = [member.voice for member in state.setup.members if member.voice]
        return [state.setup.voice, *members, *state.voices.values()]

    def _are_paid(self, voices: Iterable[VoiceSpec]) -> bool:
        return any(may_cost(voice, self.studio.settings) for voice in voices)

    def _refuse_file_settings(self, kind: str, settings: Mapping[str, Any]) -> None:
        """Raise `UsageError` where a setting names a file: a client names what the library has, and reads nothing
        else."""
        spec = request_specs().get(kind)
        if spec is None:
            return
        fields = spec.options().model_fields
        for name, value in by_fields(spec.options(), settings).items():
            told = get_hints(fields[name]) if name in fields else {"widget": "topic"}
            # What stands within a table is part of a definition, and may be anything.
            widget = "table" if isinstance(value, dict) else str(told.get("widget", ""))
            for each in map(str.strip, _iterate_texts(value)):
                if each and (told.get("file") or names_file(each, widget)):
                    raise make_file_error(name)
                if widget == "person" and each.startswith(IN_RUN):
                    run, _, member = each.removeprefix(IN_RUN).rpartition("#")
                    self._find_log((run or member).strip(), name)

    def _find_log(self, ref: str, setting: str) -> Path:
        """Return the log of a run of the library. Raises `UsageError` where a file is named."""
        refused = make_file_error(setting)
        if ref.endswith(".jsonl") or ref.startswith("~") or SEPARATORS & set(ref):  # `find` would look there
            raise refused
        path = self.studio.find(ref)  # a name without an ending may still be that of a file here
        if path.parent.absolute() != self.studio.home.runs.absolute():
            raise refused
        return path


def _make_absent_error(ref: str) -> RunError:
    return RunError("No talk '{run}' is played here now.", run=ref[:40], hint="Go on with one by resume_talk.")


def make_file_error(setting: str) -> UsageError:
    return UsageError("{setting}: a client cannot name files, only what the library has.", setting=setting)


def names_file(text: str, widget: str) -> bool:
    if widget == "text":
        # A prompt may be @FILE.
        return text.startswith("@")
    spec = None
    with suppress(ParleyError):
        # A voice that there is not is told of later.
        spec = meant_by(text)
    served = spec is not None and VOICES[spec.provider].servers
    if widget in {"topic", "script"} or (widget == "voice" and (served or spec is None)):
        return False
    # Behind a run's log stands a member.
    if any(each.strip().lower().endswith(SUFFIXES) for each in text.split("#")):
        return True
    # A server's models may be called anthropic/claude-x, somebody of a cast is CAST/MEMBER.
    slashed = (served and not widget) or (widget == "person" and _MEMBER.fullmatch(text))
    return bool(SEPARATORS & set(text)) and not slashed


def _iterate_texts(value: Any) -> Iterator[str]:
    """Yield all texts within a setting."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for each in value.values() if isinstance(value, dict) else value:
            yield from _iterate_texts(each)


def may_cost(spec: VoiceSpec, settings: Settings) -> bool:
    """Return whether what a voice says may cost money: unless it is spoken on this machine, by whatever server.

    Raises `UnknownName` for a voice that is not here, `VoiceUnavailable` where the spec names no server.
    """
    provider = VOICES[spec.provider]
    if provider.local or provider.simulated:
        return False
    if (server := foreign_server(spec, settings)) is not None:
        return not is_loopback(server.host)
    return not provider.servers or can_cost(get_entry_of(spec.provider, settings))
