"""What a home has: its runs, read from their logs, and what is known of them all."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from parley.core import settings as settings_file
from parley.core.base.errors import HostNotAllowed, ParleyError, RunError, UsageError
from parley.core.base.urls import checked_host
from parley.core.cast.member import PLAYER, VoiceSpec
from parley.core.engine.mode_spec import MODES
from parley.core.engine.requests import turn_request
from parley.core.engine.tool_permits import Permit
from parley.core.home import Home
from parley.core.log.config import RunConfig
from parley.core.log.events.turn import VoiceReplied
from parley.core.log.fold import guard_folding
from parley.core.log.reader import Damage
from parley.core.log.replay import Replay, pause_collector
from parley.core.log.state import State, Turn
from parley.core.office.plan import Plan
from parley.core.perspective.perspective import Perspective, perspective
from parley.core.settings import Settings
from parley.core.studio import embeddings, runs
from parley.core.studio.embeddings import Embedder
from parley.core.studio.library import Library
from parley.core.studio.marks import MarksFile
from parley.core.voices.base import Payload, PayloadItem
from parley.core.voices.budget import Budget
from parley.core.voices.limits import Limits as CallLimits
from parley.core.voices.pool import Pool, derive
from parley.core.voices.servers import host_to_allow, own_to_allow

if TYPE_CHECKING:
    from parley.core.log.sql import Projection, RunRow


@dataclass
class Opened:
    """A run that was read: its file, its events with the fold, what was wrong with the file, and the name that
    somebody gave it, empty where it has its own."""

    path: Path
    replay: Replay
    damage: Damage
    name: str = ""

    @property
    def state(self) -> State:
        """The state at its end."""
        return self.replay.live


class ReadingStudio:
    """One home with its settings, its voices and its runs, as far as nothing is played."""

    def __init__(self, home: Home, settings: Settings | None = None) -> None:
        home.prepare()
        self.home = home
        self._settings = settings if settings is not None else settings_file.load(home.settings)
        self.library = Library(home)
        self.marks = MarksFile(home)
        self._projection: Projection | None = None
        self._pools: list[Pool] = []
        self._limits = CallLimits(self._settings.voices.concurrency)
        self._allowed: set[str] = set()
        self._budget: Budget | None = None
        self.permit = Permit()

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
            pool.forget_voice()

    def allow_hosts(self, hosts: Iterable[str]) -> None:
        """Let runs talk to these servers of others, or to this one, while this studio is open. Raises `UsageError`."""
        for host in [hosts] if isinstance(hosts, str) else hosts:  # a str is an iterable, too: of letters
            self._allowed.add(checked_host(host))

    def choose(self, *voices: VoiceSpec) -> None:
        """Let these voices, which somebody asked for by name, cost what they cost, as long as this is open."""
        self._allowed.update(filter(None, (own_to_allow(voice.provider) for voice in voices)))

    @property
    def allowed(self) -> frozenset[str]:
        """The servers that were allowed since it was opened."""
        return frozenset(self._allowed)

    def ensure_allowed(self, configs: Iterable[RunConfig], named_by: str) -> None:
        """Raise `HostNotAllowed` where the user has not been asked about a server that runs would talk to."""
        voices = [voice for config in configs for voice in (config.voice, *(each.voice for each in config.members))]
        hosts = [host_to_allow(voice, self.settings, self._allowed) for voice in dict.fromkeys(voices) if voice]
        if any(hosts):
            raise HostNotAllowed(filter(None, hosts), named_by)

    @property
    def projection(self) -> Projection:
        """The database, opened when first needed and brought up to date with the logs each time."""
        opened = self._open_projection()
        opened.sync_runs(self.home.runs)
        return opened

    def _open_projection(self, *, unread: bool = False) -> Projection:
        if self._projection is None:
            # SQLAlchemy is slow to import: whoever only plays a run should not wait for it.
            from parley.core.log.sql import Projection

            self._projection = Projection(self.home.database, unread=unread)
        return self._projection

    def find(self, ref: str) -> Path:
        """Return the file of a run: an id or the beginning of one, as it is listed or as a file is called, or a
        file.
        """

        def list_runs(prefix: str) -> dict[Path, str]:
            return {row.path: row.id for row in self.projection.runs(id_prefix=prefix)}

        return runs.find(self.home, ref, list_runs)

    def row_of(self, ref: str) -> RunRow:
        """Return a run as it is listed. Raises `UsageError` and its kin where it is none of the home's."""
        path, projection = self.find(ref), self.projection
        rows = projection.runs(files=[projection.name_of(path)])
        if not rows:
            raise UsageError(
                "{file} is not among the runs of this home.", file=path.name, hint="Import it first: parley import FILE"
            )
        return rows[0]

    def names_of(self, ids: Iterable[str]) -> dict[str, str]:
        """Return what these runs are called, as far as they are here; no log is read."""
        found = self._open_projection().runs(ids=sorted(set(ids)))
        return {row.id: self.name_of(row.id) or ": ".join(filter(None, (row.title, row.topic))) for row in found}

    def open(self, ref: str) -> Opened:
        """Read a run by id, beginning of an id, or file."""
        path = self.find(ref)
        with pause_collector(), guard_folding(path):  # all that is made here is kept: the collector would find nothing
            replay, damage = Replay.read(path)
            return Opened(path, replay, damage, self.name_of(replay.live.run))

    def name_of(self, run: str) -> str:
        """Return the name that somebody gave a run; empty where it is called as its log says. No log is read for it,
        and where the notes cannot be read, it has none.
        """
        try:
            return self.marks.of(run).title
        except ParleyError:
            return ""

    def payload(self, opened: Opened, turn: int) -> tuple[Payload, VoiceReplied | None]:
        """Return what was sent for a turn, derived from the log, and the reply it got. Raises as `find_sent` does."""
        derive_payload, reply = self.find_sent(opened, turn)
        return derive_payload(), reply

    def find_sent(self, opened: Opened, turn: int) -> tuple[Callable[[], Payload], VoiceReplied | None]:
        """Return what derives what was sent for a turn, which of a long talk is long, and the reply it got.

        Raises `UsageError` for a turn that does not exist, `RunError` for one that a person wrote.
        """
        state = opened.replay.state_at_turn(turn)
        if not state.turns or turn < 1:
            raise UsageError("Nothing was sent before the first turn.")
        said = state.turns[turn - 1]
        if said.started is None and said.ended.author == "voice":  # woven with others into one scene
            _validate_speaker(state, said)
            look_behind = MODES[state.setup.mode].request_behind
            behind = look_behind()(opened.replay.find_state_at, said) if look_behind is not None else None
            if behind is not None:
                then, asked, reply = behind
                voice = derive(then.get_voice_of(said.member), self.home, self.settings)
                return partial(voice.payload, asked), reply
        if said.member == PLAYER:
            raise RunError("Nothing was sent for turn {turn}: it is the player's.", turn=turn)
        if said.ended.author == "rules" and said.reply is None:
            raise RunError("Nothing was sent for turn {turn}: the rules said it.", turn=turn)
        if said.ended.author == "user":
            raise RunError("Nothing was sent for turn {turn}: a person said it, where this run comes from.", turn=turn)
        if said.started is None or said.ended.author == "director" or said.reply is None:
            raise RunError("Nothing was sent for turn {turn}: the director wrote it.", turn=turn)
        return partial(self._derive_payload, opened, said), said.reply

    def _derive_payload(self, opened: Opened, said: Turn) -> Payload:
        # What the rules and other tool calls changed since the turn began was known to its last request.
        before = opened.replay.find_state_at(said.asked_seq)
        _validate_speaker(before, said)
        assert said.started is not None
        view = perspective(before, said.member)
        request = turn_request(before.setup, view, said.started, before)
        spec = before.get_voice_of(said.member)
        voice = derive(spec, self.home, self.settings)
        return with_gap(voice.payload(request), view, before)

    def list_recent(self, *, text: str = "", mode: str = "") -> list[RunRow]:
        """Return all runs that fit the filters, the one that was written to last first: a rehearsal's own dates say
        nothing of that.
        """
        return sorted(self.projection.runs(text=text, mode=mode), key=lambda row: (-self.get_mtime(row), row.id))

    def list_indexed(self, count: int) -> list[RunRow]:
        """Return the runs that were written to last, as the database has them: no log is read, so it takes a moment,
        however many there are."""
        projection = self._open_projection()
        last = projection.look(self.home.runs)[:count]
        return sorted(projection.runs(files=last), key=lambda row: (-self.get_mtime(row), row.id))

    def get_mtime(self, row: RunRow) -> float:
        """Return when a run's log was written to last, as the last look found it; seconds since 1970."""
        return self._open_projection().touched.get(row.file.rpartition("/")[2], 0.0)

    def reindex(self, progress: Callable[[float], None] | None = None) -> int:
        """Make the database anew from the logs, without a look at what is there. Returns how many were read."""
        return self._open_projection(unread=True).reindex(self.home.runs, progress)

    def open_embedder(self, voice: str = "") -> Embedder:
        """Return what gives lines their vectors; close it. Takes and raises what `embeddings.choose_voice` does."""
        spec = embeddings.choose_voice(self.home, self.settings, voice)
        return Embedder(self.home, self.settings, spec, limits=self._limits)

    def plan_of(self, config: RunConfig) -> Plan | None:
        """Return the floor plan of a run; None where it is not here any more or cannot be read."""
        try:
            return self.library.plan(config.plan)
        except ParleyError:
            return None


def _validate_speaker(state: State, said: Turn) -> None:
    """Raise `RunError` where nobody has the id of whoever spoke: in a log that was damaged, or written by hand."""
    if not state.setup.has(said.member):
        raise RunError(
            "What was sent for turn {number} is not known: nobody in the run has the id '{member}'.",
            number=said.number,
            member=said.member[:60],
        )


_TOLD = {
    "en": "{count} earlier pieces are left out for want of room; what is kept begins at turn {turn}.",
    "de": "{count} frühere Stücke fehlen, weil der Platz nicht reicht; was bleibt, beginnt bei Redebeitrag {turn}.",
}
_SUMMED = {
    "en": "A summary by the member's own voice stands in their place.",
    "de": "An ihrer Stelle steht eine Zusammenfassung durch die eigene Stimme.",
}


def with_gap(payload: Payload, view: Perspective, state: State) -> Payload:
    """Return the payload with a piece "left out" where the beginning of the talk would stand.

    It is the same where nothing is cut, or sent at all; what is sent is not changed by it.
    """
    if not view.start or not payload.body:
        return payload
    first = view.blocks[view.start].seq if view.start < view.count else state.seq  # else all of it was cut
    at = bisect_left(state.entries, first, key=lambda entry: entry.seq)
    turn = state.entries[at].turn if at < len(state.entries) else state.next_turn
    told = _TOLD[state.setup.language].format(count=view.start, turn=turn)
    if view.summary:
        told = f"{told} {_SUMMED[state.setup.language]}"
    items = list(payload.items)
    # The opening, which always stays, is the first that comes from others.
    opening = next((place for place, item in enumerate(items) if item.role == "user"), 0)
    items.insert(opening + 1, PayloadItem("left out", told))
    return replace(payload, items=tuple(items))
