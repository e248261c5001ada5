"""The studio: everything a window or a command line can ask for, as small typed calls."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from core import settings as settings_file
from core.base.clock import REHEARSAL_EPOCH, Clock, SimulatedClock, SystemClock
from core.base.errors import FileError, HostNotAllowed, LogError, ParleyError, RunError, UsageError
from core.base.line import clean, encodable
from core.base.sentences import Sentence
from core.base.urls import host_fault, masked
from core.cast.affinity import Pair
from core.cast.member import PLAYER, VoiceSpec
from core.engine.calling import Watcher
from core.engine.composing import (
    Carried,
    Composing,
    new_id,
    on_its_clock,
    request_fingerprint,
    said_topic,
    seeded,
    with_id,
)
from core.engine.forking import Branch, Fork, fork_spec, overridden
from core.engine.gate import Pace
from core.engine.requests import turn_request
from core.engine.run import Run, Viewer
from core.engine.run_request import RunRequest, spec_of
from core.engine.stage import Stage
from core.home import Home
from core.log import log as log_file
from core.log.config import RunConfig
from core.log.events.base import Event
from core.log.events.run import RunForked, RunResumed, RunStarted
from core.log.events.turn import TurnAbandoned, TurnEnded, VoiceReplied
from core.log.fold import fold, folding
from core.log.log import Damage, Log
from core.log.modes import MODES, behaviour_of
from core.log.replay import Replay, uncollected
from core.log.state import State, Turn
from core.office.plan import Plan
from core.perspective.perspective import perspective
from core.settings import Settings
from core.studio import embeddings, runs
from core.studio.embeddings import Embedder
from core.studio.gap import with_gap
from core.studio.importing import Imported, import_run
from core.studio.library import Library
from core.voices.base import Payload
from core.voices.limits import Limits as CallLimits
from core.voices.pool import Pool, check, default_voice, derive, speaks
from core.voices.servers import host_to_allow

if TYPE_CHECKING:
    from core.log.sql import Projection, RunRow


@dataclass
class Opened:
    """A run that was read: its file, its events with the fold, and what was wrong with the file."""

    path: Path
    replay: Replay
    damage: Damage

    @property
    def state(self) -> State:
        """The state at its end."""
        return self.replay.live


@dataclass(frozen=True)
class Watching:
    """How a run is watched: who sees the deltas, who may slow it, and the pace. Without: as fast as it goes."""

    watcher: Watcher | None = None
    viewer: Viewer | None = None
    pace: Pace | None = None
    taps: Sequence[log_file.Tap] = ()


class Studio:
    """One home, its settings, its voices and its runs."""

    def __init__(self, home: Home, settings: Settings | None = None) -> None:
        home.prepare()
        self.home = home
        self._settings = settings if settings is not None else settings_file.load(home.settings)
        self.library = Library(home)
        self._projection: Projection | None = None
        self._pools: list[Pool] = []
        self._limits = CallLimits(self._settings.voices.concurrency)
        self._allowed: set[str] = set()

    @property
    def settings(self) -> Settings:
        """The settings in force; setting others makes voices anew when they are next needed."""
        return self._settings

    @settings.setter
    def settings(self, settings: Settings) -> None:
        self._settings = settings
        self.forget_voices()

    def forget_voices(self) -> None:
        """Make every voice anew when it is next needed: there is another key."""
        for pool in self._pools:
            pool.forget()

    def allow(self, hosts: Iterable[str]) -> None:
        """Let runs talk to these servers of others for as long as this studio is open. Raises `UsageError`."""
        for host in hosts:
            if fault := host_fault(host):
                raise UsageError(
                    "'{host}' is no host: {fault}.",
                    hint="Write host or host:port.",
                    host=masked(host)[:80],
                    fault=fault,
                )
            self._allowed.add(host)

    @property
    def allowed(self) -> frozenset[str]:
        """The servers that were allowed since it was opened."""
        return frozenset(self._allowed)

    def ensure_allowed(self, configs: Iterable[RunConfig], named_by: str) -> None:
        """Raises `HostNotAllowed` where the user has not been asked about a server that runs would talk to."""
        voices = [voice for config in configs for voice in (config.voice, *(each.voice for each in config.members))]
        hosts = [host_to_allow(voice, self.settings, self._allowed) for voice in dict.fromkeys(voices) if voice]
        if any(hosts):
            raise HostNotAllowed(filter(None, hosts), named_by)

    # Reading ------------------------------------------------------------------------------------------------------

    @property
    def projection(self) -> Projection:
        """The database, opened when first needed and brought up to date with the logs."""
        if self._projection is None:
            # SQLAlchemy is slow to import: whoever only plays a run should not wait for it.
            from core.log.sql import Projection

            self._projection = Projection(self.home.database)
            self._projection.sync(self.home.runs)
        return self._projection

    def find(self, ref: str) -> Path:
        """The file of a run: an id or the beginning of one, as it is listed or as a file is called, or a file."""

        def listed(prefix: str) -> dict[Path, str]:
            self.sync()
            return {row.path: row.id for row in self.projection.runs(id_prefix=prefix)}

        return runs.find(self.home, ref, listed)

    def open(self, ref: str) -> Opened:
        """Read a run by id, beginning of an id, or file."""
        path = self.find(ref)
        with uncollected():
            recording = log_file.read(path)
            with folding(path):
                return Opened(path, Replay(recording.events), recording.damage)

    def preview_tail(self, ref: str) -> Opened | None:
        """The last lines of a run that takes a while to open, as if nothing lay before them; None of others."""
        path = self.find(ref)
        recording = log_file.preview_tail(path)
        if recording is None:
            return None
        with folding(path):
            return Opened(path, Replay(recording.events), recording.damage)

    def payload(self, opened: Opened, turn: int) -> tuple[Payload, VoiceReplied | None]:
        """What was sent for a turn, derived from the log, and the reply it got.

        Raises `UsageError` for a turn that does not exist, `RunError` for one that a person wrote.
        """
        state = opened.replay.state_at_turn(turn)
        if not state.turns or turn < 1:
            raise UsageError("Nothing was sent before the first turn.")
        said = state.turns[turn - 1]
        if said.started is None and said.ended.author == "voice":
            _in_the_run(state, said)
            behind = behaviour_of(state.setup).request_behind(opened.replay.state_at, said)
            if behind is not None:
                then, asked, reply = behind
                return derive(then.voice_of(said.member), self.home, self.settings).payload(asked), reply
        if said.member == PLAYER:
            raise RunError("Nothing was sent for turn {turn}: it is the player's.", turn=turn)
        if said.started is None or said.ended.author == "director" or said.reply is None:
            raise RunError("Nothing was sent for turn {turn}: the director wrote it.", turn=turn)
        # What the rules and other tool calls changed since the turn began was known to its last request.
        before = opened.replay.state_at(said.asked_seq)
        _in_the_run(before, said)
        view = perspective(before, said.member)
        request = turn_request(before.setup, view, said.started, before)
        spec = before.voice_of(said.member)
        voice = derive(spec, self.home, self.settings)
        return with_gap(voice.payload(request), view, before), said.reply

    def drifts_before(self, config: RunConfig) -> dict[Pair, tuple[float, ...]]:
        """Each pair's affinity after the cast's other ended runs, oldest first."""
        history = self.projection.drift_history(config.cast_id, exclude=lambda row: row.id == config.id)
        return {two: tuple(value for _run, value in points) for two, points in history.items()}

    def recent(self) -> list[RunRow]:
        """All runs, the one that was written to last first: a rehearsal's own dates say nothing of that."""
        self.sync()

        def touched(row: RunRow) -> float:
            try:
                return row.path.stat().st_mtime
            except OSError:
                return 0.0

        return sorted(self.projection.runs(), key=lambda row: (-touched(row), row.id))

    def sync(self) -> None:
        """Bring the database up to date with the logs."""
        self.projection.sync(self.home.runs)

    def reindex(self, progress: Callable[[float], None] | None = None) -> int:
        """Make the database anew from the logs, without a look at what is there. Returns how many were read."""
        if self._projection is None:
            from core.log.sql import Projection

            self._projection = Projection(self.home.database, unread=True)
        return self._projection.reindex(self.home.runs, progress)

    def embedder(self, voice: str = "") -> Embedder:
        """What gives lines their vectors; close it. `voice` as in `embeddings.chosen`, whose errors it raises."""
        spec = embeddings.chosen(self.home, self.settings, voice)
        return Embedder(self.home, self.settings, spec, limits=self._limits)

    def plan_of(self, config: RunConfig) -> Plan | None:
        """The floor plan of a run; None where it is not here any more or cannot be read."""
        try:
            return self.library.plan(config.plan)
        except ParleyError:
            return None

    def import_run(self, path: Path) -> list[Imported]:
        """Import a file of this or another program. Raises `FileError` and `LogError`."""
        return import_run(self.home, path)

    # Making -------------------------------------------------------------------------------------------------------

    def compose(self, request: RunRequest) -> RunConfig:
        """The whole configuration of what is asked for, in whichever mode. Raises `UsageError` and its kin."""
        today = REHEARSAL_EPOCH.date() if request.simulated else datetime.now(UTC).astimezone().date()
        composing = Composing(
            self.library, self.settings, lambda language: self._voice(request.voice, language), today, self._left_behind
        )
        return with_id(on_its_clock(spec_of(request).compose()(request, composing)))

    def stand_in(self, config: RunConfig, wanted: VoiceSpec | None) -> str:
        """That a run is rehearsed because the usual voice does not speak its language; empty where it is not so.

        `wanted` is the voice that was asked for.
        """
        usual = default_voice(self.home, self.settings)
        if wanted is not None or speaks(usual, config.language, self.home, self.settings):
            return ""
        language = {"en": "English", "de": "German"}[config.language]
        return f"{usual.label} does not speak {language}, so this run is rehearsed; --voice names another voice."

    def _voice(self, wanted: VoiceSpec | None, language: str) -> VoiceSpec:
        """The voice that was asked for, else the usual one where it speaks the language.

        A voice that was named is taken at its word: if it cannot speak, the start says so.
        """
        usual = wanted or default_voice(self.home, self.settings)
        if wanted is not None or speaks(usual, language, self.home, self.settings):
            return usual
        return VoiceSpec()

    def again(self, config: RunConfig) -> RunConfig:
        """What a run was made of for one more run, with a new seed; somebody watches it, so the clock is real.

        Raises `RunError` for an imported run, which was not played here.
        """
        if config.imported:
            raise RunError("An imported run cannot be played again: it was not played here.")
        return config.model_copy(update={"id": new_id(), "seed": seeded(None), "simulated": False})

    def _left_behind(self, config: RunConfig) -> Carried:
        """What the cast's earlier runs left; those of the very same configuration are not looked at, so that a
        simulated run can be repeated and compares byte for byte."""
        config = on_its_clock(config)
        if not self.home.database.exists() and not runs.all_files(self.home):
            return Carried()
        twin = request_fingerprint(config)

        def same(row: RunRow) -> bool:
            try:
                return row.simulated and any(
                    request_fingerprint(RunConfig.model_validate(head.config)) == twin
                    for head in runs.heads(row.path)
                    if isinstance(head, RunStarted)
                )
            except ValueError:
                # Written by hand: whatever it is, it is not this configuration.
                return False

        ids = [member.id for member in config.members]
        found = self.projection.carried(config.cast_id, ids, exclude=same if config.simulated else lambda _row: False)
        return Carried(found.changes, found.memories, found.records)

    def start(self, config: RunConfig, watching: Watching | None = None, *, copy_to: Path | None = None) -> Run:
        """A new run, its log begun; the gate is closed. `copy_to` names a file that follows the log;
        `runs.keep` makes it whole in the end."""
        clock: Clock = SimulatedClock() if config.simulated else SystemClock()
        self.ensure_allowed([config], Sentence("The cast '{name}'", name=config.cast_name or config.cast_id))
        pool = self._pool(clock, watching)
        for member in config.members:
            spec = member.voice or config.voice
            check(spec, pool.voice(spec), config.language)
        if copy_to is not None:
            runs.reserve(copy_to, self.home)
        path = self._path_for(config, clock.now())
        log = Log.create(path, lock=self.home.lock(config.id), fsync=self._fsync(config))
        if copy_to is not None:
            log.taps.append(runs.Copy(copy_to))
        stage = Stage(log, State(), pool, clock, watching.watcher if watching else None)
        self._tap(stage, watching)
        self._begin(stage, [RunStarted(at=clock.now(), config=config.as_json())])
        return self._run(stage, watching)

    def _begin(self, stage: Stage, events: Sequence[Event], *, new: bool = True) -> None:
        """Write what a run begins with; where that is not possible, no half of a new one is left behind."""
        try:
            for event in events:
                stage.append(event)
        except LogError:
            stage.log.close()
            if new and stage.log.published:
                stage.log.path.unlink(missing_ok=True)
            raise

    def _path_for(self, config: RunConfig, moment: datetime) -> Path:
        path = self.home.runs / runs.file_name(moment, config.mode, config.id)
        if path.exists():
            if not config.simulated or not runs.pristine(path):
                raise LogError(
                    path,
                    "there is already a run with this id, and somebody has steered it.",
                    hint="Use another --seed, or delete that run.",
                )
            self.projection.forget(path)
        return path

    def resume(self, ref: str, watching: Watching | None = None) -> Run:
        """Open a run for writing and go on where it stopped. Raises `LogLockedError` where it is being written."""
        path = self.find(ref)
        with folding(path):
            read = log_file.read(path)
            state = fold(read.events)
        config = state.setup
        log, recording = Log.open(path, lock=self.home.lock(config.id), fsync=self._fsync(config), known=read)
        if recording is not read:
            state = fold(recording.events)
        clock: Clock = SimulatedClock(state.now or REHEARSAL_EPOCH) if config.simulated else SystemClock()
        pool = self._pool(clock, watching)
        stage = Stage(log, state, pool, clock, watching.watcher if watching else None)
        self._tap(stage, watching)
        told: list[Event] = []
        if state.status == "playing" or state.open is not None or recording.damage.torn:
            told.append(RunResumed(at=clock.now(), torn=recording.damage.torn))
        if state.open is not None and state.open.reply is None and state.open.failed is None:
            started = state.open.started
            told.append(TurnAbandoned(at=clock.now(), turn=started.turn, member=started.member, reason="interrupted"))
        self._begin(stage, told, new=False)
        return self._run(stage, watching)

    def fork(
        self,
        ref: str,
        turn: int,
        overrides: dict[str, Any] | None = None,
        *,
        edit: str = "",
        branch: Branch | None = None,
        watching: Watching | None = None,
        copy_to: Path | None = None,
    ) -> Run:
        """A new run that shares turns 1 to `turn` with another; with `edit`, that turn says something else.

        `overrides` are fields of `RunConfig` (voice, topic, members, policy, seed, turns …), `branch` what only
        runs of its mode may have otherwise. Raises `UsageError` for a turn that does not exist or a field that cannot
        be.
        """
        opened = self.open(ref)
        parent = opened.state
        asked = dict(overrides or {})
        if isinstance(asked.get("topic"), str):
            asked["topic"] = said_topic(asked["topic"])
        at_seq = opened.replay.seq_of_turn(turn)
        edited, edit = None, encodable(edit)
        if edit:
            if turn == 0:
                raise UsageError("There is no line to edit before the first turn.")
            edited = opened.replay.state_at_turn(turn).turns[turn - 1]
            at_seq = edited.seq
        before = opened.replay.state_at(at_seq)
        # A fork before its parent's own fork keeps what that one had changed.
        inherited: dict[str, Any] = {}
        for event in opened.replay.events[at_seq:]:
            if isinstance(event, RunForked):
                inherited |= event.overrides
        changes = fork_spec(parent.setup.mode).overrides(Fork(before, turn, inherited, asked, branch))
        config = overridden(before.setup, changes)
        if config.simulated and not config.rehearsed():
            changes["simulated"] = False
            config = overridden(before.setup, changes)
        run_id = runs.fork_id(self.home, [parent.run, turn, changes, edit]) if config.simulated else new_id()
        if config.turns and turn >= config.turns:
            raise UsageError(
                "Turn {turn} would be the last of {turns}.",
                turn=turn,
                turns=config.turns,
                hint="Fork at an earlier turn, or ask for more turns (--turns).",
            )
        clock: Clock = SimulatedClock(before.now or REHEARSAL_EPOCH) if config.simulated else SystemClock()
        self.ensure_allowed([config], Sentence("The log of this run"))
        pool = self._pool(clock, watching)
        for spec in dict.fromkeys(member.voice or config.voice for member in config.members):
            check(spec, pool.voice(spec), config.language)
        if copy_to is not None:
            runs.reserve(copy_to, self.home)
        path = self.home.runs / runs.file_name(clock.now(), config.mode, run_id)
        first = log_file.prefix(opened.path, at_seq)
        log = Log.create(path, lock=self.home.lock(run_id), fsync=self._fsync(config), first=first, count=at_seq)
        if copy_to is not None:
            log.taps.append(runs.Copy(copy_to, first))
        stage = Stage(log, before.copy(), pool, clock, watching.watcher if watching else None)
        self._tap(stage, watching)
        now = clock.now()
        begun: list[Event] = [
            RunForked(at=now, run=run_id, parent=parent.run, at_seq=at_seq, at_turn=turn, overrides=changes)
        ]
        if edited is not None:
            begun.append(_rewritten(edited, edit, now))
        self._begin(stage, begun)
        return self._run(stage, watching)

    # Parts --------------------------------------------------------------------------------------------------------

    def _pool(self, clock: Clock, watching: Watching | None) -> Pool:
        streamed = watching is not None and watching.watcher is not None and isinstance(clock, SystemClock)
        self._limits.resize(self.settings.voices.concurrency)
        pool = Pool(
            self.home, lambda: self.settings, clock, limits=self._limits, streamed=streamed, allowed=self._allowed
        )
        self._pools.append(pool)
        return pool

    def _fsync(self, config: RunConfig) -> Literal["turn", "grouped", "never"]:
        return "grouped" if config.simulated else self.settings.talk.fsync

    def _tap(self, stage: Stage, watching: Watching | None) -> None:
        log = stage.log

        def feed(seq: int, event: Event) -> None:
            # Only notes it, for whoever asks next. A database that nobody has opened yet will read the log.
            if self._projection is not None:
                self._projection.feed(log.path, seq, (event,), log.size)

        log.taps.append(feed)
        if watching is not None:
            log.taps.extend(watching.taps)

    def _run(self, stage: Stage, watching: Watching | None) -> Run:
        budget = self.settings.budget.day_cost
        return Run(
            stage,
            MODES[stage.config.mode].load(),
            pace=watching.pace if watching else None,
            mid_turn=self.settings.talk.pause_mid_turn,
            viewer=watching.viewer if watching else None,
            spent_today=lambda: self._spent_today() - stage.state.own_cost,
            day_cost=budget,
        )

    def _spent_today(self) -> float:
        self.sync()
        return self.projection.spent_today(datetime.now(UTC).astimezone().date())

    async def close(self) -> None:
        """Give everything back. Idempotent."""
        pools, self._pools = self._pools, []
        for pool in pools:
            await pool.close()
        if self._projection is not None:
            # What could not be written there is in the logs; a run that ended well has ended well.
            with suppress(FileError):
                self._projection.close()
            self._projection = None


def _in_the_run(state: State, said: Turn) -> None:
    """Raises `RunError` where nobody has the id of whoever spoke: in a log that was damaged, or written by hand."""
    if not state.setup.has(said.member):
        raise RunError(
            "What was sent for turn {number} is not known: nobody in the run has the id '{member}'.",
            number=said.number,
            member=said.member[:60],
        )


def _rewritten(turn: Turn, words: str, at: datetime) -> TurnEnded:
    """The turn as the director would have had it."""
    line = clean(words)
    return TurnEnded(
        at=at,
        turn=turn.number,
        member=turn.member,
        text=line.text or encodable(words).strip(),
        thoughts=line.thoughts if line.text else (),
        # A line of a script that says something else is still that line of it.
        author="script" if turn.ended.author == "script" else "director",
        edited=True,
        heard_by=turn.ended.heard_by,
    )
