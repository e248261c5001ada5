"""One log on its way into rows: the fold, and how much of it has been written already."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlmodel import SQLModel

from parley.core.cast.affinity import Pair
from parley.core.cast.providers import simulated
from parley.core.log.authors import write_counts
from parley.core.log.events.base import Event
from parley.core.log.events.distilled import Drift, MemoryRecord, RunDistilled
from parley.core.log.events.run import RunEnded, RunForked, RunStarted
from parley.core.log.events.turn import CallFailed, TurnFailed, VoiceReplied
from parley.core.log.fold import Unfoldable, apply
from parley.core.log.modes import MODES, LeftBehind
from parley.core.log.sql.tables import (
    BUCKET_SECONDS,
    TURN_BITS,
    KeptDrift,
    KeptMemory,
    KeptRecord,
    KeptSettled,
    Position,
    Run,
    RunMember,
    Spending,
    SpokenTurn,
)
from parley.core.log.state import State

Row = dict[str, Any]
OF_RECORD = ("member", "type", "text", "importance", "scene", "moment", "tags", "depth", "about", "open", "said")
"""What stands of a memory in its row as it is."""
BEHIND, UNITED_BY = " · ", " + "
"""Between a voice and its model, and between the voices' labels where a run has several."""
_OF_EXPERIMENT = re.compile(r"[0-9a-f]{12}")
"""Ids of runs of experiments, whose logs did not always say so; all others that are drawn have ten digits."""


def key_of(file: str) -> int:
    """Return the key of the run in a log of that name: 40 bits."""
    return int.from_bytes(hashlib.blake2b(file.encode("utf-8", "surrogatepass"), digest_size=5).digest())


def turn_id(run: int, number: int) -> int:
    """Return the id of a turn or of a memory, which its run's key and its number make."""
    return run << TURN_BITS | number


def moment(at: datetime | None) -> str:
    """ISO 8601, in UTC, to the microsecond; empty for none."""
    return at.isoformat(timespec="microseconds") if at else ""


Model = type[SQLModel]


@dataclass
class Changes:
    """What makes the tables agree with the fold again: `rows` are written, by table.

    `fresh`: nothing of this run is written, or what is written is to be forgotten first. Otherwise the rows of the run
    in the tables of `replaced` go first, and the turns whose ids are in `gone`. `before` is how many events the rows
    that are there were made of when the log was read: where they are others by now, it is to be read again.
    """

    fresh: bool
    key: int
    rows: dict[Model, list[Row]]
    replaced: Collection[Model] = ()
    gone: Sequence[int] = ()
    before: int = 0


def fields_of(value: object, *names: str) -> Row:
    """Return these attributes by their names; tuples as JSON lists."""
    found = {name: getattr(value, name) for name in names}
    return {name: in_json(each) if isinstance(each, tuple) else each for name, each in found.items()}


def in_json(value: object) -> str:
    """Return a value as it stands in a column of text."""
    return json.dumps(value, ensure_ascii=False)


class Follower:
    """Follows one log event by event and says what has to be written.

    Attributes: `file`, the log's name as it is stored; `key`; `seq`, how many events it has seen, and `size`, how many
    bytes of the log these are, as its owner says; `stored`, how many it had seen when it was last written (0: never);
    `dirty`, whether there is anything to write.
    """

    def __init__(self, file: str, key: int) -> None:
        self.file = file
        self.key = key
        self.seq = 0
        self.size = 0
        self.stored = 0
        self.note = ""
        self.dirty = False
        self.state = State()
        self._fresh = True
        self._written: list[int] = []
        self._revision = 0
        self._spent: dict[int, tuple[float, int]] = {}
        self._touched: set[int] = set()
        self._replaced: set[Model] = set()
        self._remembered = 0
        self._settled = 0
        self._settled_written = 0
        self._drifted: dict[Pair, Drift] = {}
        self._drifts_written: dict[Pair, Drift] = {}
        self._asked: dict[tuple[str, str], int] = {}
        self._voices: dict[str, int] = {}
        self._ended = ""

    def follow(self, events: Iterable[Event]) -> None:
        """Fold `events`, which come right after those seen before. Raises `Unfoldable`."""
        for event in events:
            config = self.state.config
            try:
                apply(self.state, event)
            except Exception as error:
                raise Unfoldable(self.seq, event, error) from error
            # Who comes into a story on the way is in the run from then on.
            if self.state.config is not config:
                self._replaced.add(RunMember)
            self.seq += 1
            if event.asks:
                self._asked[event.asks, event.member] = self.seq - 1  # type: ignore[attr-defined]  # whoever is asked
            elif type(event) in _NOTED:
                self._note(event)
        self.dirty = True

    @property
    def most_numbered(self) -> int:
        """How many turns there are, or memories where these are more: what is numbered within the run."""
        return max(len(self.state.turns), len(self._collect_left_behind().memories))

    def wrote(self) -> None:
        """What `changes` said has been written."""
        kept, state = self._kept(), self.state
        self._fresh = self.dirty = False
        self.stored = self.seq
        self._written[kept:] = [turn.seq for turn in state.turns[kept:]]
        self._revision = state.revision
        self._touched = set()
        self._replaced = set()
        left = self._collect_left_behind()
        self._remembered, self._drifts_written = len(left.memories), dict(left.drifts)
        self._settled_written = len(left.settled)

    def changes(self) -> Changes:
        """Return what is to be written now; changes nothing itself."""
        kept, left = self._kept(), self._collect_left_behind()
        replaced: set[Model] = {Run, Position, *self._replaced}
        if left.drifts != self._drifts_written:
            replaced.add(KeptDrift)
        if len(left.settled) != self._settled_written:
            replaced.add(KeptSettled)
        return Changes(
            fresh=self._fresh,
            key=self.key,
            rows={
                Run: [self._run()],
                RunMember: self._members() if self._fresh or RunMember in replaced else [],
                SpokenTurn: self._build_turn_rows(kept),
                KeptMemory: self._build_memory_rows() if self._fresh or KeptMemory in replaced else [],
                KeptRecord: self._build_record_rows(left.memories),
                KeptSettled: self._build_thread_rows(left) if self._fresh or KeptSettled in replaced else [],
                KeptDrift: self._build_drift_rows(left.drifts) if self._fresh or KeptDrift in replaced else [],
                Spending: self._build_spending_rows(whole=self._fresh or Spending in replaced),
                Position: [{"file": self.file, "run": self.key, "seq": self.seq, "size": self.size}],
            },
            replaced=replaced,
            gone=[turn_id(self.key, number) for number in range(kept + 1, len(self._written) + 1)],
        )

    def _build_turn_rows(self, kept: int) -> list[Row]:
        return [
            {
                "id": turn_id(self.key, number),
                "run": self.key,
                "number": number,
                **fields_of(turn, "member", "text"),
            }
            for number, turn in enumerate(self.state.turns[kept:], kept + 1)
        ]

    def _kept(self) -> int:
        """Return how many of the written turns still stand."""
        kept, turns = len(self._written), self.state.turns
        if self._revision != self.state.revision:
            while kept and (kept > len(turns) or turns[kept - 1].seq != self._written[kept - 1]):
                kept -= 1
        return kept

    def _run(self) -> Row:
        state = self.state
        config = state.setup
        voices = UNITED_BY.join(sorted(self._voices, key=self._voices.__getitem__))
        return {
            "key": self.key,
            "id": state.run,
            "format": config.format.id,
            "voice": voices or config.imported or config.voice.label,
            "authors": write_counts(state.authors),
            "turns": len(state.turns),
            "planned": config.turns,
            "tokens": state.usage.total,
            "cost": round(state.cost, 8),
            "own_cost": round(state.own_cost, 8),
            "started": moment(state.started_at),
            "ended": self._ended,
            "origin": self._determine_origin(),
            "note": self.note or state.detail,
            **fields_of(config, "title", "mode", "topic", "cast_id", "cast_name", "language", "simulated"),
            **fields_of(state, "status", "reason", "parent", "parent_turn"),
        }

    def _determine_origin(self) -> str:
        """Return what the run is other than a talk of models; one line of a script makes it a rehearsal."""
        state = self.state
        if state.setup.experiment or _OF_EXPERIMENT.fullmatch(state.run):
            return "experiment"
        if state.foreign:
            return "import"
        spoken = [simulated(label.split(BEHIND)[0]) for label in self._voices] or [state.setup.rehearsed()]
        return "rehearsal" if any(spoken) else ""

    def _members(self) -> list[Row]:
        marks = self.state.setup.letters
        return [
            {
                "run": self.key,
                "place": place,
                "mark": marks[member.id],
                **fields_of(member, "id", "name", "colour"),
            }
            for place, member in enumerate(self.state.setup.members)
        ]

    def _build_spending_rows(self, *, whole: bool) -> list[Row]:
        return [
            {"run": self.key, "bucket": each, "cost": round(self._spent[each][0], 8), "tokens": self._spent[each][1]}
            for each in sorted(self._spent if whole else self._touched)
        ]

    def _build_memory_rows(self) -> list[Row]:
        distilled = self.state.distilled
        return [
            {"run": self.key, "place": place, **fields_of(memory, "member", "kind", "text", "confidence")}
            for place, memory in enumerate(distilled.memories if distilled else ())
        ]

    def _collect_left_behind(self) -> LeftBehind:
        """Return all memories that came up while the run was played, and all drifts."""
        state = self.state
        spec = MODES[state.setup.mode]
        if spec.left_behind is not None:
            return spec.left_behind(state)
        # A pair has one row a run: should a log say two things of it, the last one holds, as in the fold.
        drifts = state.distilled.drifts if state.distilled else ()
        return LeftBehind((), {(min(each.a, each.b), max(each.a, each.b)): each for each in drifts})

    def _build_record_rows(self, memories: Sequence[MemoryRecord]) -> list[Row]:
        """Return those memories that are neither written yet nor brought along."""
        return [
            {
                "id": turn_id(self.key, place),
                "run": self.key,
                "place": place,
                **fields_of(memory, *OF_RECORD),
            }
            for place, memory in enumerate(memories[self._remembered :], self._remembered + 1)
        ]

    def _build_thread_rows(self, left: LeftBehind) -> list[Row]:
        """Return the threads that were taken up in this run itself; a log may name such as nobody has."""
        known = {f"m{place}": memory for place, memory in enumerate(left.memories, 1)}
        taken_up = [known[each] for each in list(left.settled)[self._settled :] if each in known]
        return [
            {"run": self.key, "place": place, **fields_of(memory, "member", "moment", "said")}
            for place, memory in enumerate(taken_up)
        ]

    def _build_drift_rows(self, drifts: Mapping[Pair, Drift]) -> list[Row]:
        """Return how far each pair has come in this run; a fork counts from where its parent left off."""
        rows: list[Row] = []
        for (a, b), each in sorted(drifts.items()):
            had = self._drifted.get((a, b))
            if each is not had:
                before = had.after if had else each.before
                rows.append(
                    {"run": self.key, "a": a, "b": b, "before": before, "after": each.after, "reason": each.reason}
                )
        return rows

    def _note(self, event: Event) -> None:
        """What the tables need beyond the fold."""
        if isinstance(event, _PAID):
            self._spend(event)
        elif isinstance(event, RunStarted):
            self._replaced.add(RunMember)
            self._remembered = len(self._collect_left_behind().memories)
        elif isinstance(event, RunForked):
            # What the prefix cost was spent by the parent, and what it left behind was left behind by the parent.
            self._spent, self._touched, self._ended = {}, set(), ""
            self._replaced |= {RunMember, Spending, KeptMemory, KeptRecord, KeptSettled, KeptDrift}
            left = self._collect_left_behind()
            self._remembered, self._drifted = len(left.memories), dict(left.drifts)
            self._settled = len(left.settled)
        elif isinstance(event, RunDistilled):
            self._replaced |= {KeptMemory, KeptDrift}
        elif isinstance(event, RunEnded):
            self._ended = moment(event.at)

    def _spend(self, event: VoiceReplied | TurnFailed | CallFailed) -> None:
        bucket = int(event.at.timestamp() // BUCKET_SECONDS)
        cost, tokens = self._spent.get(bucket, (0.0, 0))
        self._spent[bucket] = (cost + event.cost, tokens + event.usage.total)
        self._touched.add(bucket)
        if isinstance(event, VoiceReplied) and event.provider:
            label = f"{event.provider}{BEHIND}{event.model}" if event.model else event.provider
            self._voices[label] = min(self._voices.get(label, self.seq), self._place(event))

    def _place(self, reply: VoiceReplied) -> int:
        """Return where a voice is named; of those who spoke at once by who was asked first, whoever was ready first."""
        return self._asked.get((reply.purpose, reply.member), self.seq)


_PAID = (VoiceReplied, TurnFailed, CallFailed)
_NOTED = frozenset({*_PAID, RunStarted, RunForked, RunDistilled, RunEnded})
