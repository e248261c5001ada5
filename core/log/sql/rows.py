"""One log on its way into rows: read, folded, and what its tables are to say."""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlmodel import SQLModel

from parley.core.base.errors import LogError, ParleyError, UnknownModeError
from parley.core.base.line import encodable
from parley.core.cast.affinity import Pair
from parley.core.cast.providers import simulated
from parley.core.log.authors import write_counts
from parley.core.log.events.base import MOST_TURNS, Event
from parley.core.log.events.distilled import Drift, MemoryRecord
from parley.core.log.events.run import RunEnded, RunForked, RunStarted
from parley.core.log.events.turn import ALTERNATIVE, CallFailed, TurnEnded, TurnFailed, VoiceReplied
from parley.core.log.fold import Unfoldable, apply, folding
from parley.core.log.modes import LeftBehind
from parley.core.log.played import PLAYED
from parley.core.log.reader import Damage, Events, Reader, open_log
from parley.core.log.replay import LOOKED_UP, Lookup
from parley.core.log.sql import tables
from parley.core.log.state import State

Row = dict[str, Any]
Rows = dict[type[SQLModel], Iterable[Row]]
"""All rows of a run, by table."""
OF_RECORD = ("member", "type", "text", "importance", "scene", "moment", "tags", "depth", "about", "open", "said")
"""What stands of a memory in its row as it is."""
BEHIND, UNITED_BY = " · ", " + "
"""Between a voice and its model, and between the voices' labels where a run has several."""
_OF_EXPERIMENT = re.compile(r"[0-9a-f]{12}")
"""Ids of runs of experiments, whose logs did not always say so; all others that are drawn have ten digits."""
LONGEST_NOTE = 2_000
"""Characters."""


def get_key_of(file: str) -> int:
    """Return the key of the run in a log of that name: 40 bits."""
    return int.from_bytes(hashlib.blake2b(file.encode("utf-8", "surrogatepass"), digest_size=5).digest())


def turn_id(run: int, number: int) -> int:
    """Return the id of a turn or of a memory, which its run's key and its number make."""
    return run << tables.TURN_BITS | number


def moment(at: datetime | None) -> str:
    """ISO 8601, in UTC, to the microsecond; empty for none."""
    return at.isoformat(timespec="microseconds") if at else ""


def get_fields_of(value: object, *names: str) -> Row:
    """Return these attributes by their names; tuples as JSON lists."""
    found = {name: getattr(value, name) for name in names}
    return {
        name: json.dumps(each, ensure_ascii=False) if isinstance(each, tuple) else each for name, each in found.items()
    }


def read(run_file: Path, file: str, key: int) -> Rows:
    """Return the rows of a whole log, or the one row of a broken one."""
    try:
        if os.fspath(run_file) != encodable(os.fspath(run_file)):
            return broken(run_file, file, key, "its name is not UTF-8 text; give it another.")
        with folding(run_file):
            return followed(run_file, file, key).rows()
    except UnknownModeError as error:
        # Its package may be installed tomorrow: it is read again each time.
        return broken(run_file, file, key, error.sentence.removeprefix(f"{run_file}: "), size=-1)
    except ParleyError as error:
        # The row says where the log is; the sentence must read the same wherever the folder is moved.
        return broken(run_file, file, key, error.sentence.removeprefix(f"{run_file}: "))
    except Exception as error:  # noqa: BLE001  # whatever is wrong with one log, the others are listed
        return broken(run_file, file, key, f"it cannot be listed ({type(error).__name__}: {error}).")


def broken(run_file: Path, file: str, key: int, sentence: str, size: int | None = None) -> Rows:
    """Return the one row of a log that cannot be read, with the sentence why. `size` −1: it is to be read again."""
    if size is None:
        try:
            size = run_file.stat().st_size
        except OSError:
            size = -1
    note = encodable(sentence)[:LONGEST_NOTE]
    row = tables.Run(key=key, id=encodable(run_file.stem), cast_id="", status="broken", note=note).model_dump()
    return {tables.Run: [row], tables.Position: [{"file": file, "run": key, "seq": 0, "size": size}]}


def followed(run_file: Path, file: str, key: int) -> Follower:
    """Return a follower that has read the whole log. Raises `LogError` and its kin, and `Unfoldable`."""
    follower = Follower(file, key)
    opened = open_log(run_file)
    events = Events(path=run_file, file=opened)
    # Block by block, and what led to a turn is left in the file: all of a large log would take half a gigabyte.
    reader, lookup = Reader(run_file, opened), Lookup(events)
    for block in reader:
        events.take(block)
        follower.follow(block.events, lookup)
    follower.size = reader.size
    # A torn end is cut off when the run is next opened and not worth a note.
    follower.note = " ".join(Damage(lines=reader.damage.lines).sentences())
    if max(len(follower.state.turns), len(follower.collect_left_behind().memories)) > MOST_TURNS:
        raise LogError(
            run_file, "it has more than {most:,d} turns or memories, which are too many to list.", most=MOST_TURNS
        )
    return follower


class Follower:
    """Follows one log event by event and says what its rows are.

    Attributes: `file`, the log's name as it is stored; `key`; `seq`, how many events it has seen, and `size`, how many
    bytes of the log these are, as its owner says.
    """

    def __init__(self, file: str, key: int) -> None:
        self.file = file
        self.key = key
        self.seq = 0
        self.size = 0
        self.note = ""
        self.state = State()
        self._spent: dict[int, tuple[float, int]] = {}
        self._brought = 0
        self._settled = 0
        self._drifted: Mapping[Pair, Drift] = {}
        self._asked: dict[tuple[str, str], int] = {}
        self._voices: dict[str, int] = {}
        self._ended = ""

    def follow(self, events: Iterable[Event], lookup: Lookup) -> None:
        """Fold `events`, which come right after those seen before. Raises `Unfoldable`."""
        for event in events:
            try:
                apply(self.state, event)
            except Exception as error:
                raise Unfoldable(self.seq, event, error) from error
            if type(event) is TurnEnded:
                self.state.turns[-1] = lookup.kept(self.state.turns[-1])
            elif type(event) in LOOKED_UP:
                lookup.see(self.seq, event)
            self.seq += 1
            if event.asks:
                self._asked[event.asks, event.member] = self.seq - 1  # type: ignore[attr-defined]  # whoever is asked
            elif type(event) in _NOTED:
                self._note(event)

    def rows(self) -> Rows:
        """Return what the tables are to say of the run."""
        key, left, distilled = self.key, self.collect_left_behind(), self.state.distilled
        return {
            tables.Run: [self._build_run_row()],
            tables.RunMember: self._build_member_rows(),
            # One by one as they are written: those of 100,000 turns take 50 MB.
            tables.SpokenTurn: (
                {"id": turn_id(key, number), "run": key, "number": number, **get_fields_of(turn, "member", "text")}
                for number, turn in enumerate(self.state.turns, 1)
            ),
            tables.KeptMemory: [
                {"run": self.key, "place": place, **get_fields_of(memory, "member", "kind", "text", "confidence")}
                for place, memory in enumerate(distilled.memories if distilled else ())
            ],
            tables.KeptRecord: self._build_record_rows(left.memories),
            tables.KeptSettled: self._build_thread_rows(left),
            tables.KeptDrift: self._build_drift_rows(left.drifts),
            tables.Spending: [
                {"run": self.key, "bucket": each, "cost": round(cost, 8), "tokens": tokens}
                for each, (cost, tokens) in sorted(self._spent.items())
            ],
            tables.Position: [{"file": self.file, "run": self.key, "seq": self.seq, "size": self.size}],
        }

    def _build_run_row(self) -> Row:
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
            **get_fields_of(config, "title", "mode", "topic", "cast_id", "cast_name", "language", "simulated"),
            **get_fields_of(state, "status", "reason", "parent", "parent_turn"),
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

    def _build_member_rows(self) -> list[Row]:
        marks = self.state.setup.letters
        return [
            {"run": self.key, "place": place, "mark": marks[member.id], **get_fields_of(member, "id", "name", "colour")}
            for place, member in enumerate(self.state.setup.members)
        ]

    def collect_left_behind(self) -> LeftBehind:
        """Return all memories that came up while the run was played, and all drifts."""
        state = self.state
        spec = PLAYED[state.setup.mode]
        if spec.left_behind is not None:
            return spec.left_behind(state)
        # A pair has one row a run: should a log say two things of it, the last one holds, as in the fold.
        drifts = state.distilled.drifts if state.distilled else ()
        return LeftBehind((), {(min(each.a, each.b), max(each.a, each.b)): each for each in drifts})

    def _build_record_rows(self, memories: Sequence[MemoryRecord]) -> list[Row]:
        """Return those memories that were not brought along."""
        return [
            {"id": turn_id(self.key, place), "run": self.key, "place": place, **get_fields_of(memory, *OF_RECORD)}
            for place, memory in enumerate(memories[self._brought :], self._brought + 1)
        ]

    def _build_thread_rows(self, left: LeftBehind) -> list[Row]:
        """Return the threads that were taken up in this run itself; a log may name such as nobody has."""
        known = {f"m{place}": memory for place, memory in enumerate(left.memories, 1)}
        taken_up = [known[each] for each in list(left.settled)[self._settled :] if each in known]
        return [
            {"run": self.key, "place": place, **get_fields_of(memory, "member", "moment", "said")}
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
        """Note what the tables need beyond the fold."""
        if isinstance(event, _PAID):
            self._spend(event)
        elif isinstance(event, RunStarted):
            self._brought = len(self.collect_left_behind().memories)
        elif isinstance(event, RunForked):
            # What the prefix cost was spent by the parent, and what it left behind was left behind by the parent.
            self._spent, self._ended = {}, ""
            left = self.collect_left_behind()
            self._brought, self._drifted, self._settled = len(left.memories), dict(left.drifts), len(left.settled)
        elif isinstance(event, RunEnded):
            self._ended = moment(event.at)

    def _spend(self, event: VoiceReplied | TurnFailed | CallFailed) -> None:
        bucket = int(event.at.timestamp() // tables.BUCKET_SECONDS)
        cost, tokens = self._spent.get(bucket, (0.0, 0))
        self._spent[bucket] = (cost + event.cost, tokens + event.usage.total)
        if isinstance(event, VoiceReplied) and event.provider and event.purpose != ALTERNATIVE:
            label = f"{event.provider}{BEHIND}{event.model}" if event.model else event.provider
            # Of those who spoke at once it is named by who was asked first, whoever was ready first.
            place = self._asked.get((event.purpose, event.member), self.seq)
            self._voices[label] = min(self._voices.get(label, self.seq), place)


_PAID = (VoiceReplied, TurnFailed, CallFailed)
_NOTED = frozenset({*_PAID, RunStarted, RunForked, RunEnded})
