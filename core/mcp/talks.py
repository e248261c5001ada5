"""Talks that are played for a client: started, steered, looked at; what they may spend is bounded."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from parley.core.authoring.requests import by_fields, request_named, timed
from parley.core.base.blame import excused
from parley.core.base.errors import ParleyError, RunError, UsageError
from parley.core.base.sentences import Sentence
from parley.core.cast.member import VoiceSpec
from parley.core.engine.director import Director
from parley.core.engine.gate import Pace
from parley.core.engine.run import LEFT, Run
from parley.core.engine.run_request import IN_RUN, RunRequest, hints, request_specs
from parley.core.engine.voice_names import meant_by, voice_named
from parley.core.log.config import Limits, RunConfig
from parley.core.log.state import State
from parley.core.settings import Settings
from parley.core.studio import successors
from parley.core.studio.reading import Opened
from parley.core.studio.studio import Studio, Watching
from parley.core.voices.provider import VOICES
from parley.core.voices.servers import foreign_server, get_entry_of, is_loopback, spends

MOST_AT_ONCE = 4
"""Talks that are played at once for one client."""
SUFFIXES = (".toml", ".json", ".jsonl", ".txt", ".md", ".png", ".charx", ".gguf", ".parley")
SEPARATORS = frozenset("/\\")
_MEMBER = re.compile(r"[\w-]+/[^/\\]+")
TO_SPEND = Sentence("Whoever starts this server allows it with: parley mcp --spend DOLLARS")


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

    @property
    def left(self) -> float:
        """US dollars that may still be spent; what runs may cost that are under way is taken as spent."""
        return max(0.0, self._spend - sum(self._cost(talk.run) for talk in self._talks.values()))

    def start(self, kind: str, settings: Mapping[str, Any], voice: str = "", *, fast: bool = True) -> Run:
        """Begin a run, and play it on. Raises `UsageError`, and what composing raises."""
        self._room()
        self._refuse_file_settings(kind, {**settings, "voice": voice} if voice else settings)
        request = request_named(kind, settings)
        if voice:
            request = request.model_copy(update={"voice": voice_named(voice)})
        config = self.studio.compose(timed(self.studio, request, fast=fast))
        if self._is_run_paid(config):
            if not self.left:
                raise UsageError("This talk would cost money.", hint=TO_SPEND)
            config = self.studio.compose(self._limit_request_cost(timed(self.studio, request, fast=fast)))
        return self._play(self.studio.start(config, Watching(pace=Pace(unpaced=True))))

    def resume(self, ref: str, then: str = "") -> Run:
        """Go on with a run that stands; where its writing ends, `then` does.

        Raises `RunError` where it has ended, `LogLockedError` where it is played, `UsageError` where it would cost more
        than may be spent.
        """
        self._room()
        opened = self.open(ref)
        state = opened.state
        if (talk := self._talks.get(state.run)) is not None and not talk.task.done():
            raise RunError("This talk is being played.")
        if state.status == "ended":
            raise RunError("This talk has ended.")
        limit = state.setup.limits.cost
        if self._is_run_paid(state.setup) and not (limit and limit - state.own_cost <= self.left):
            raise UsageError("This talk would cost more than may be spent here.", hint=TO_SPEND)
        if then and _names_file(then, "voice"):
            raise _make_file_error("then")
        voice = successors.chosen(self.studio.settings, then)
        if voice is not None and _may_cost(voice, self.studio.settings):
            # The run was begun without a bound of its own on what it costs.
            raise UsageError("This talk would cost money.", hint="Have a voice of this machine go on with it.")
        return self._play(self.studio.resume(str(opened.path), Watching(pace=Pace(unpaced=True))), voice)

    def open(self, ref: str) -> Opened:
        """Return a run of the library, by its id or the beginning of one. Raises `UsageError` where a file is named."""
        return self.studio.open(str(self._find(ref, "run")))

    def inject(self, ref: str, text: str, to: Sequence[str] = ()) -> None:
        """Put a topic into a talk that is played here, to all or to some members. Raises `RunError` for another."""
        run = self._playing(ref)
        Director.of(run).inject(text, tuple(to))

    def pause(self, ref: str) -> Run:
        """Have a talk wait when the reply under way is whole."""
        run = self._playing(ref)
        run.pause("A client asked for it.")
        return run

    async def stop(self, ref: str) -> Run:
        """End a talk for good; what was said is kept."""
        run = self._playing(ref)
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
            await asyncio.wait(running)

    async def state(self, ref: str, wait: float = 0.0) -> State:
        """Return the state of a run now, or when it stands, after `wait` seconds at most."""
        found = [talk for run, talk in self._talks.items() if ref and run.startswith(ref)]
        if len(found) != 1:
            return self.open(ref).state
        if wait:
            await asyncio.wait([found[0].task], timeout=wait)
        return found[0].run.state

    def fault(self, run: str) -> str:
        """Why a talk of this run that was played here ended otherwise than it should; else empty."""
        talk = self._talks.get(run)
        return talk.fault if talk is not None else ""

    def _play(self, run: Run, then: VoiceSpec | None = None) -> Run:
        async def lived() -> None:
            # Whatever goes wrong in a talk, the server and the other talks go on.
            try:
                try:
                    await successors.live(run, then)
                finally:
                    await run.close(LEFT)
            except ParleyError as error:
                talk.fault = error.text
            except Exception as fault:  # noqa: BLE001  # as above
                talk.fault = excused(fault, f"run {run.state.run}")

        talk = Talk(run, self._tasks.create_task(lived(), name=f"parley: {run.state.run}"))
        self._talks[run.state.run] = talk
        return run

    def _playing(self, ref: str) -> Run:
        found = [talk for run, talk in self._talks.items() if ref and run.startswith(ref) and not talk.task.done()]
        if len(found) != 1:
            raise RunError("No talk '{run}' is played here now.", run=ref[:40], hint="Go on with one by resume_talk.")
        return found[0].run

    def _room(self) -> None:
        under_way = sum(not talk.task.done() for talk in self._talks.values())
        if under_way >= MOST_AT_ONCE:
            raise UsageError("{count} talks are under way already.", count=under_way, hint="Wait, or stop one of them.")

    def _limit_request_cost(self, request: RunRequest) -> RunRequest:
        limits = request.limits or Limits()
        cost = min(self.left, limits.cost or self.left)
        return request.model_copy(update={"limits": limits.model_copy(update={"cost": cost})})

    def _cost(self, run: Run) -> float:
        """Return what a run has cost, or may yet cost while it is played."""
        talk = self._talks[run.state.run]
        return run.state.own_cost if talk.task.done() else max(run.state.own_cost, run.state.setup.limits.cost)

    def _is_run_paid(self, config: RunConfig) -> bool:
        """Return whether some voice of a run may cost money."""
        voices = [config.voice, *(member.voice for member in config.members if member.voice)]
        return any(_may_cost(voice, self.studio.settings) for voice in voices)

    def _refuse_file_settings(self, kind: str, settings: Mapping[str, Any]) -> None:
        """Raise `UsageError` where a setting names a file: a client names what the library has, and reads nothing
        else."""
        spec = request_specs().get(kind)
        if spec is None:
            return
        fields = spec.options().model_fields
        for name, value in by_fields(spec.options(), settings).items():
            told = hints(fields[name]) if name in fields else {"widget": "topic"}
            # What stands within a table is part of a definition, and may be anything.
            widget = "table" if isinstance(value, dict) else str(told.get("widget", ""))
            for each in map(str.strip, _iterate_texts(value)):
                if each and (told.get("file") or _names_file(each, widget)):
                    raise _make_file_error(name)
                if widget == "person" and each.startswith(IN_RUN):
                    run, _, member = each.removeprefix(IN_RUN).rpartition("#")
                    self._find((run or member).strip(), name)

    def _find(self, ref: str, setting: str) -> Path:
        """Return the log of a run of the library. Raises `UsageError` where a file is named."""
        refused = _make_file_error(setting)
        if ref.endswith(".jsonl") or ref.startswith("~") or SEPARATORS & set(ref):
            raise refused
        path = self.studio.find(ref)
        if path.parent.absolute() != self.studio.home.runs.absolute():
            raise refused
        return path


def _make_file_error(setting: str) -> UsageError:
    return UsageError("{setting}: a client cannot name files, only what the library has.", setting=setting)


def _names_file(text: str, widget: str) -> bool:
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


def _may_cost(spec: VoiceSpec, settings: Settings) -> bool:
    """Return whether what a voice says may cost money: unless it is spoken on this machine, by whatever server.

    Raises `UnknownName` for a voice that is not here, `VoiceUnavailable` where the spec names no server.
    """
    provider = VOICES[spec.provider]
    if provider.local or provider.simulated:
        return False
    if (server := foreign_server(spec, settings)) is not None:
        return not is_loopback(server.host)
    return not provider.servers or spends(get_entry_of(spec.provider, settings))
