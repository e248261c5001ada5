"""The studio: everything a window or a command line can ask for, as small typed calls."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from parley.core.base.clock import REHEARSAL_EPOCH, Clock, ShiftedClock, SimulatedClock, SystemClock
from parley.core.base.errors import LogError, LogLockedError, RunError, UsageError
from parley.core.base.line import repair_text
from parley.core.base.registry import Registry
from parley.core.base.sentences import Sentence
from parley.core.base.sums import sum_all
from parley.core.cast.member import VoiceSpec
from parley.core.engine.calling import Watcher
from parley.core.engine.composing import new_id, on_its_clock, said_topic, seeded, with_id
from parley.core.engine.composition import Carried, Composing
from parley.core.engine.gate import Pace
from parley.core.engine.mode_spec import MODES
from parley.core.engine.run import Run, Viewer
from parley.core.engine.run_request import CAST, NONE, CastRequest, RunRequest, get_spec_of
from parley.core.engine.stage import Stage
from parley.core.engine.tool_permits import make_toolbox
from parley.core.home import Home
from parley.core.log import log as log_file
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.events.run import RunForked, RunResumed, RunStarted
from parley.core.log.events.turn import TurnAbandoned
from parley.core.log.fold import fold, guard_folding
from parley.core.log.locking import RunLock, make_lock_error
from parley.core.log.log import EventLog, Log
from parley.core.log.state import State
from parley.core.studio import runs
from parley.core.studio.embeddings import VoiceNearness
from parley.core.studio.reading import ReadingStudio
from parley.core.studio.remembering import named_runs, unknown_to
from parley.core.voices.pool import Pool, check_voice, default_voice, speaks
from parley.core.voices.provider import VOICES

if TYPE_CHECKING:
    from parley.core.engine.forking import Branch
    from parley.core.log.sql import RunRow


REMEMBER = Sentence("Name another run with --remember, or leave it out; see `parley runs`.")


SPENT_ASIDE: Registry[Callable[[Home, date], float]] = Registry(
    "cost beside the runs",
    shipped={
        "interviews": "parley.core.studio.interviews.log:spent_on",
        "shifted": "parley.core.studio.shifted:spent_shifted",
        "attempts": "parley.core.studio.shifted:spent_on_attempts",
        "judges": "parley.core.judges.log:spent_on",
    },
)
"""What counts for the day's budget and stands in no log of a run: US dollars by the home and the day."""


@dataclass(frozen=True)
class Watching:
    """How a run is watched: who sees the deltas, who may slow it, and the pace. Without: as fast as it goes.
    `attended`: a person is there who can be asked."""

    watcher: Watcher | None = None
    viewer: Viewer | None = None
    pace: Pace | None = None
    taps: Sequence[log_file.Tap] = ()
    attended: bool = False


class Studio(ReadingStudio):
    """One home, its settings, its voices and its runs."""

    _voices_aside: Pool | None = None
    _nearness: VoiceNearness | None = None

    def compose(self, request: RunRequest) -> RunConfig:
        """Return the whole configuration of what is asked for, in whichever mode. Raises `UsageError` and its kin."""
        self.choose(*request.voices())
        remember = self._resolve_remembered_runs(request) if isinstance(request, CastRequest) else ()

        # Also while composing: what earlier runs left depends on when this one begins and whom it is to remember.
        def as_asked(config: RunConfig) -> RunConfig:
            return _set_beginning_moment(config.model_copy(update={"remember": remember}), request)

        begins = (request.begins or REHEARSAL_EPOCH) if request.simulated else datetime.now(UTC).astimezone()
        composing = Composing(
            self.library,
            self.settings,
            lambda language: self._choose_voice(request.voice, language),
            begins.date(),
            lambda config: self._collect_carried_memories(as_asked(config)),
        )
        return with_id(on_its_clock(as_asked(get_spec_of(request).compose()(request, composing))))

    def stand_in(self, config: RunConfig, wanted: VoiceSpec | None) -> str:
        """Return a sentence where a run is rehearsed because the usual voice does not speak its language; else empty.

        `wanted` is the voice that was asked for.
        """
        usual = default_voice(self.home, self.settings)
        if wanted is not None or speaks(usual, config.language, self.home, self.settings):
            return ""
        language = {"en": "English", "de": "German"}[config.language]
        return f"{usual.label} does not speak {language}, so this run is rehearsed; --voice names another voice."

    def told_of(self, voice: VoiceSpec) -> str:
        """Return what is to be known of a plain model before it speaks; empty for any other voice."""
        with VOICES.blame_package(voice.provider):
            offer = VOICES[voice.provider].offer(self.home, self.settings)
        if voice.model not in offer.plain:
            return ""
        about = dict(offer.abilities)[voice.model]
        template = "{about} What is written for a cast needs no model: --voice rehearsal, or parley watch."
        return Sentence(template, about=about)

    def _choose_voice(self, wanted: VoiceSpec | None, language: str) -> VoiceSpec:
        """Return the voice that was asked for, else the usual one where it speaks the language.

        A voice that was named is taken at its word: if it cannot speak, the start says so.
        """
        usual = wanted or default_voice(self.home, self.settings)
        if wanted is not None or speaks(usual, language, self.home, self.settings):
            return usual
        return VoiceSpec()

    def renew_config(self, config: RunConfig) -> RunConfig:
        """Return what a run was made of for one more run, with a new seed; somebody watches it, so the clock is real.

        Raises `RunError` for an imported run, which was not played here.
        """
        if config.imported:
            raise RunError("An imported run cannot be played again: it was not played here.")
        new = {"id": new_id(), "seed": seeded(None), "simulated": False, "begins": None, "experiment": ""}
        return config.model_copy(update=new)

    def _collect_carried_memories(self, config: RunConfig) -> Carried:
        """Return what the earlier runs left that a run of `config` remembers. Raises `UsageError`."""
        config = on_its_clock(config)
        # Without any run the database need not be opened, whose libraries load slowly.
        if config.remember == (NONE,) or (not self.home.database.exists() and not runs.all_files(self.home)):
            return Carried()
        ids, named = [member.id for member in config.members], named_runs(config)
        now = config.begins or (REHEARSAL_EPOCH if config.simulated else datetime.now(UTC))
        for row in map(self.row_of, named):
            if not set(row.ids) & set(ids):
                raise UsageError("Nobody of this run took part in the run {run}.", run=row.id, hint=REMEMBER)
        found = self.projection.carried(config.cast_id, ids, now=now, exclude=unknown_to(config), named=named)
        return Carried(found.changes, found.memories, found.records)

    def _resolve_remembered_runs(self, request: CastRequest) -> tuple[str, ...]:
        """Return what is to be remembered, the runs by their whole ids. Raises `UsageError` and its kin."""
        return tuple(each if each in (CAST, NONE) else self._find_ended_run(each).id for each in request.chosen())

    def _find_ended_run(self, ref: str) -> RunRow:
        row = self.row_of(ref)
        if row.status != "ended":
            raise UsageError("The run {run} has not ended: it has left nothing yet.", run=row.id, hint=REMEMBER)
        return row

    def start(
        self,
        config: RunConfig,
        watching: Watching | None = None,
        *,
        copy_to: Path | None = None,
        over: bool = True,
        lock: RunLock | None = None,
    ) -> Run:
        """Return a new run, its log begun; the gate is closed. `copy_to` names the file into which `runs.copy_log` will
        copy the log in the end: that it can be written is made sure here. Raises `LogLockedError` where the run has a
        log by now that must not be written `over`; `lock` is the run's where the caller holds it already.
        """
        clock = get_clock_of(config)
        told = Sentence("The cast '{name}'", name=config.cast_name or config.cast_id)
        started = RunStarted.begin(at=clock.now(), config=config.as_json())
        return self._write_new_run(
            config, State(), clock, [started], told, lambda: self._choose_run_path(config, clock.now(), over), watching,
            copy_to, over=over, lock=lock,
        )  # fmt: skip

    def _write_new_run(
        self,
        config: RunConfig,
        state: State,
        clock: Clock,
        events: Sequence[Event],
        named_by: str,
        place: Callable[[], Path],  # asked last: choosing it has the index forget a run that is replaced
        watching: Watching | None,
        copy_to: Path | None,
        first: bytes = b"",
        *,
        over: bool = True,
        lock: RunLock | None = None,
    ) -> Run:
        """Return a run with a log of its own at `place`, which begins with `first` (as many events as `state` has
        seen), then with `events`; `named_by` is what names its servers.
        """
        self.ensure_allowed([config], named_by)  # all that can be refused comes before there is a log
        pool = self._get_pool(clock, watching)
        self._check_voices(config, pool)
        if (toolbox := make_toolbox(self.home, self.permit)) is not None:
            toolbox.check(config, lambda member: pool.voice(member.voice or config.voice))
        if copy_to is not None:
            runs.ensure_writable(copy_to, self.home)
        log = Log.create(
            place(), lock=lock or self.home.lock(config.id), fsync=self._fsync(config), first=first, count=state.seq,
            over=over,
        )  # fmt: skip
        stage = Stage(log, state, pool, clock, watching.watcher if watching else None)
        log.taps.extend(watching.taps if watching is not None else ())
        self._begin_run(stage, log, events)
        return self._run(stage, watching)

    def _check_voices(self, config: RunConfig, pool: Pool) -> None:
        """Raise `VoiceUnavailable` where one of the run's voices cannot be had, or does not speak its language."""
        for spec in dict.fromkeys(member.voice or config.voice for member in config.members):
            check_voice(spec, pool.voice(spec), config.language)

    def _begin_run(self, stage: Stage, log: Log, events: Sequence[Event], *, new: bool = True) -> None:
        """Write what a run begins with; where that is not possible, no half of a new one is left behind."""
        try:
            for event in events:
                stage.append(event)
        except LogError as error:
            log.close()
            if new and log.published and not isinstance(error, LogLockedError):  # locked: that one is another's
                log.path.unlink(missing_ok=True)
            raise

    def _choose_run_path(self, config: RunConfig, moment: datetime, over: bool) -> Path:
        path = self.home.runs / runs.file_name(moment, config.mode, config.id)
        if path.exists():
            if not over:
                # Another has begun the run meanwhile: its rows are not this one's to forget.
                raise make_lock_error(path)
            if not config.simulated or not runs.is_pristine(path):
                raise LogError(
                    path,
                    "there is already a run with this id, and somebody has steered it.",
                    hint="Use another --seed, or delete that run.",
                )
            self.projection.forget_run(path)
        return path

    def resume(self, ref: str, watching: Watching | None = None, *, lock: RunLock | None = None) -> Run:
        """Open a run for writing and go on where it stopped; `lock` is its where the caller holds it already.

        Raises `LogLockedError` where it is being written.
        """
        path = self.find(ref)
        with guard_folding(path):
            read = log_file.read(path)  # before the lock, which goes by the id that stands in the log
            state = fold(read.events)
        config = state.setup
        log, recording = Log.open(path, lock=lock or self.home.lock(config.id), fsync=self._fsync(config), known=read)
        if recording is not read:  # somebody has written between the reading and the lock
            state = fold(recording.events)
        stage = self._build_stage(log, state, watching)
        log.taps.extend(watching.taps if watching is not None else ())
        clock = stage.clock
        told: list[Event] = []
        if state.status == "playing" or state.open is not None or recording.damage.torn:  # whoever wrote it was killed
            told.append(RunResumed(at=clock.now(), torn=recording.damage.torn))
        if state.open is not None and state.open.reply is None and state.open.failed is None:
            started = state.open.started
            told.append(TurnAbandoned(at=clock.now(), turn=started.turn, member=started.member, reason="interrupted"))
        self._begin_run(stage, log, told, new=False)
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
        since: int | None = None,
        folder: Path | None = None,
    ) -> Run:
        """Return a new run that shares turns 1 to `turn` with another; with `edit`, that turn says something else.

        It shares the first `since` events, where what came behind the turn belongs to it too. Its log is in `folder`,
        else among the home's runs.

        `overrides` are fields of `RunConfig` (voice, topic, members, policy, seed, turns …), `branch` what only
        runs of its mode may have otherwise. Raises `UsageError` for a turn that does not exist or a field that cannot
        be.
        """
        from parley.core.engine.forking import Fork, edit_turn, fork_spec, override_config

        if (voice := (overrides or {}).get("voice")) is not None:
            self.choose(VoiceSpec.model_validate(voice))
        opened = self.open(ref)
        parent = opened.state
        asked = dict(overrides or {})
        if isinstance(asked.get("topic"), str):
            asked["topic"] = said_topic(asked["topic"])
        at_seq = opened.replay.seq_of_turn(turn) if since is None else since
        edited, edit = None, repair_text(edit)
        if edit:
            if turn == 0:
                raise UsageError("There is no line to edit before the first turn.")
            edited = opened.replay.state_at_turn(turn).turns[turn - 1]
            at_seq = edited.seq
        before = opened.replay.find_state_at(at_seq)
        # A fork before its parent's own fork keeps what that one had changed.
        inherited: dict[str, Any] = {}
        for event in opened.replay.events[at_seq:]:  # those before it are in `before` already
            if isinstance(event, RunForked):
                inherited |= event.overrides
        changes = fork_spec(parent.setup.mode).overrides(Fork(before, turn, inherited, asked, branch))
        config = override_config(before.setup, changes)
        if config.simulated and not config.is_rehearsed():  # a voice that takes real time needs a real clock
            changes["simulated"] = False
            config = override_config(before.setup, changes)
        run_id = runs.fork_id(self.home, [parent.run, turn, changes, edit]) if config.simulated else new_id()
        if config.turns and turn >= config.turns:
            raise UsageError(
                "Turn {turn} would be the last of {turns}.",
                turn=turn,
                turns=config.turns,
                hint="Fork at an earlier turn, or ask for more turns (--turns).",
            )
        clock = get_clock_of(config, before.now)
        now = clock.now()
        begun: list[Event] = [
            RunForked(at=now, run=run_id, parent=parent.run, at_seq=at_seq, at_turn=turn, overrides=changes)
        ]
        if edited is not None:
            begun.append(edit_turn(edited, edit, now))
        return self._write_new_run(
            config.model_copy(update={"id": run_id}), before.copy(), clock, begun, Sentence("The log of this run"),
            lambda: (folder or self.home.runs) / runs.file_name(now, config.mode, run_id), watching, copy_to,
            log_file.prefix(opened.path, at_seq),
        )  # fmt: skip

    # Parts --------------------------------------------------------------------------------------------------------

    def _get_pool(self, clock: Clock, watching: Watching | None) -> Pool:
        pace = watching.pace if watching and watching.watcher and isinstance(clock, SystemClock) else None
        self._limits.resize(self.settings.voices.concurrency)  # the settings may have changed meanwhile
        pool = Pool(
            self.home, lambda: self.settings, clock, limits=self._limits, allowed=self._allowed,
            rate=(lambda: 0.0 if pace.unpaced else pace.speed) if pace else float,
            budget=self._budget,
        )  # fmt: skip
        self._pools.append(pool)
        return pool

    def _fsync(self, config: RunConfig) -> Literal["turn", "grouped", "never"]:
        return "grouped" if config.simulated else self.settings.talk.fsync  # a rehearsal can be had again

    def _build_stage(self, log: EventLog, state: State, watching: Watching | None) -> Stage:
        """Return the stage of a run that was begun."""
        clock = get_clock_of(state.setup, state.now)
        return Stage(log, state, self._get_pool(clock, watching), clock, watching.watcher if watching else None)

    def _run(self, stage: Stage, watching: Watching | None) -> Run:
        if self._nearness is None:
            self._nearness = VoiceNearness(self.home, lambda: self.settings, self._limits)
        self._nearness.renew()
        stage.nearness = self._nearness
        attended = watching is not None and watching.attended
        stage.toolbox = make_toolbox(self.home, self.permit if attended else replace(self.permit, ask=None))
        return Run(
            stage,
            MODES[stage.config.mode].load(),
            pace=watching.pace if watching else None,
            mid_turn=self.settings.talk.pause_mid_turn,
            viewer=watching.viewer if watching else None,
            spent_today=lambda: self._spent_today() - stage.state.own_cost,  # the limit adds the run's own as it grows
            day_cost=self._day_cost(),
        )

    def _day_cost(self) -> float:
        """Return the US dollars of the day after which a run ends by itself; 0: never."""
        return self.settings.budget.day_cost

    def _spent_today(self) -> float:
        today = datetime.now(UTC).astimezone().date()  # the payer's day, by this machine's time zone
        aside = [spent(self.home, today) for spent in SPENT_ASIDE.values()]
        return sum_all([self.projection.spent_today(today), *aside])

    @contextmanager
    def grant_hosts(self, hosts: Collection[str]) -> Iterator[None]:
        """Let what is opened within the block talk to these servers too, and nothing else."""
        allowed, aside = self._allowed, self._voices_aside
        if hosts:
            self._allowed, self._voices_aside = allowed | set(hosts), None  # a pool keeps what it was allowed when made
        try:
            yield
        finally:
            self._allowed, self._voices_aside = allowed, aside if hosts else self._voices_aside

    def get_voices_aside(self) -> Pool:
        """Return the voices that answer beside the runs, such as members who are asked off the record."""
        if self._voices_aside is None:
            self._voices_aside = self._get_pool(SystemClock(), None)
        return self._voices_aside

    def compute_left_today(self) -> float | None:
        """Return the US dollars that are left of the day's budget; None where there is no bound."""
        budget = self.settings.budget.day_cost
        return budget - self._spent_today() if budget else None

    async def close(self) -> None:
        """Give everything back. Idempotent."""
        pools, self._pools = self._pools, []  # before anything is awaited: a second call finds none
        self._voices_aside = None
        for pool in pools:
            await pool.close()
        if self._nearness is not None:
            await self._nearness.close()
        if self._projection is not None:
            self._projection.close()
            self._projection = None


def get_clock_of(config: RunConfig, now: datetime | None = None) -> Clock:
    """Return the clock of a run: at `now`, its last moment, else where it begins."""
    moment = now or config.begins
    if config.simulated:
        return SimulatedClock(moment or REHEARSAL_EPOCH)
    return ShiftedClock(moment) if config.begins and moment else SystemClock()


def _set_beginning_moment(config: RunConfig, request: RunRequest) -> RunConfig:
    """Return the configuration with the moment that was asked for, where its clock is simulated."""
    return config.model_copy(update={"begins": request.begins}) if request.begins and config.simulated else config
