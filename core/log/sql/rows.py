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

from msgspec.structs import replace
from sqlmodel import SQLModel

from parley.core.base.errors import LogError, ParleyError, UnknownModeError
from parley.core.base.line import repair_text
from parley.core.cast.affinity import Pair
from parley.core.cast.providers import simulated
from parley.core.log.authors import write_counts
from parley.core.log.events.base import MOST_TURNS, Event
from parley.core.log.events.distilled import Drift, MemoryRecord
from parley.core.log.events.run import RunEnded, RunForked, RunStarted
from parley.core.log.events.turn import ALTERNATIVE, CallFailed, TurnEnded, TurnFailed, VoiceReplied
from parley.core.log.fold import Unfoldable, apply, guard_folding
from parley.core.log.modes import LeftBehind
from parley.core.log.played import PLAYED
from parley.core.log.reader import Damage, Reader, open_log
from parley.core.log.sql import tables
from parley.core.log.state import State, Turn

Row = dict[str, Any]
Rows = Iterable[tuple[type[SQLModel], Iterable[Row]]]
"""All rows of a run, each table's after the other's; those of turns come in parts, while the log is read."""
MOST_TAKEN_BACK = 100
"""So many turns at the end are kept whole: they may be taken back. What was said before is let go of once it is
written, for the words of 100,000 turns take 40 MB."""
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
    return run << tables.TURN_BITS | number  # 40 + 22 bits: SQLite's integers have 63 and a sign


def format_moment(at: datetime | None) -> str:
    """Return it as ISO 8601, in UTC, to the microsecond; empty for none."""
    return at.isoformat(timespec="microseconds") if at else ""


def get_fields_of(value: object, *names: str) -> Row:
    """Return these attributes by their names; tuples as JSON lists."""
    found = {name: getattr(value, name) for name in names}
    return {
        name: json.dumps(each, ensure_ascii=False) if isinstance(each, tuple) else each for name, each in found.items()
    }


class UnlistableError(Exception):
    """Raised for a log that cannot be listed. `rows` is the one row that stands for it, with the sentence why."""

    def __init__(self, rows: Rows) -> None:
        super().__init__()
        self.rows = rows


def read(run_file: Path, file: str, key: int) -> Rows:
    """Yield the rows of a log while it is read. Raises `UnlistableError`, also after some of them."""

    def make_error(sentence: str, size: int | None = None) -> UnlistableError:
        # The row says where the log is; the sentence must read the same wherever the folder is moved.
        return UnlistableError(make_bad_row(run_file, file, key, sentence.removeprefix(f"{run_file}: "), size))

    if os.fspath(run_file) != repair_text(os.fspath(run_file)):
        raise make_error("its name is not UTF-8 text; give it another.")
    try:
        with guard_folding(run_file):
            yield from _yield_rows(run_file, Follower(file, key))
    except UnknownModeError as error:
        # Its package may be installed tomorrow: it is read again each time.
        raise make_error(error.sentence, size=-1) from error
    except ParleyError as error:
        raise make_error(error.sentence) from error
    except Exception as error:  # whatever is wrong with one log, the others are listed
        raise make_error(f"it cannot be listed ({type(error).__name__}: {error}).") from error


def make_bad_row(run_file: Path, file: str, key: int, sentence: str, size: int | None = None) -> Rows:
    """Return the one row of a log that cannot be read, with the sentence why. `size` −1: it is to be read again."""
    if size is None:
        try:
            size = run_file.stat().st_size
        except OSError:
            size = -1
    note = repair_text(sentence)[:LONGEST_NOTE]  # it may quote the log
    row = tables.Run(key=key, id=repair_text(run_file.stem), cast_id="", status="broken", note=note).model_dump()
    return [(tables.Run, [row]), (tables.Position, [{"file": file, "run": key, "seq": 0, "size": size}])]


def _yield_rows(run_file: Path, follower: Follower) -> Rows:
    """Yield the rows of a whole log. Raises `LogError` and its kin, and `Unfoldable`."""
    opened = open_log(run_file)
    try:
        # Block by block: all events of a large log would take half a gigabyte.
        reader = Reader(run_file, opened)
        for block in reader:
            follower.follow(block.events)
            if follower.untaken > 2 * MOST_TAKEN_BACK:
                yield tables.SpokenTurn, follower.take_turn_rows(MOST_TAKEN_BACK)
    finally:
        os.close(opened)
    follower.size = reader.size
    # A torn end is cut off when the run is next opened and not worth a note.
    follower.note = " ".join(Damage(lines=reader.damage.lines).sentences())
    if max(len(follower.state.turns), len(follower.collect_left_behind().memories)) > MOST_TURNS:
        raise LogError(
            run_file, "it has more than {most:,d} turns or memories, which are too many to list.", most=MOST_TURNS
        )
    yield from follower.rows()


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
        self._taken = 0
        self._stands_for: dict[str, Turn] = {}
        self._spent: dict[int, tuple[float, int]] = {}
        self._brought = 0
        self._settled = 0
        self._drifted: Mapping[Pair, Drift] = {}
        self._asked: dict[tuple[str, str], int] = {}
        self._voices: dict[str, int] = {}
        self._ended = ""

    def follow(self, events: Iterable[Event]) -> None:
        """Fold `events`, which come right after those seen before. Raises `Unfoldable`."""
        for event in events:
            try:
                apply(self.state, event)
                if 0 < self._taken == len(self.state.turns):  # the next turn back is written already, and has no words
                    raise ValueError("too many turns in a row are taken back")
            except Exception as error:
                raise Unfoldable(self.seq, event, error) from error
            self.seq += 1
            if type(event) is TurnEnded:
                # The reply is most of a turn, and nobody asks for it here.
                turn = self.state.turns[-1]
                self.state.turns[-1] = replace(turn, held=replace(turn.parts, reply=None))
            if event.asks:
                self._asked[event.asks, event.member] = self.seq - 1  # type: ignore[attr-defined]  # whoever is asked
            elif type(event) in _NOTED:
                self._note_event(event)

    @property
    def untaken(self) -> int:
        """How many turns have no row yet."""
        return len(self.state.turns) - self._taken

    def take_turn_rows(self, kept: int) -> list[Row]:
        """Return the rows of the turns that were not taken yet, but for the last `kept`, and let go of their words."""
        turns, entries = self.state.turns, self.state.entries
        rows = []
        for at in range(self._taken, min(len(turns) - kept, MOST_TURNS)):
            turn, number = turns[at], at + 1
            row = {"id": turn_id(self.key, number), "run": self.key, "number": number}
            rows.append(row | get_fields_of(turn, "member", "text"))
            # The fold asks of turns so long ago only how many there are and whose.
            turns[at] = self._stands_for.setdefault(turn.member, turn)
        self._taken += len(rows)
        del entries[: max(0, len(entries) - MOST_TAKEN_BACK)]  # a retry looks for its tool calls among the last ones
        return rows

    def rows(self) -> Rows:
        """Yield what the tables are to say of the run, without the turns that were taken before."""
        left, distilled = self.collect_left_behind(), self.state.distilled
        yield tables.SpokenTurn, self.take_turn_rows(0)
        yield tables.Run, [self._build_run_row()]
        yield tables.RunMember, self._build_member_rows()
        yield (
            tables.KeptMemory,
            [
                {"run": self.key, "place": place, **get_fields_of(memory, "member", "kind", "text", "confidence")}
                for place, memory in enumerate(distilled.memories if distilled else ())
            ],
        )
        yield tables.KeptRecord, self._build_record_rows(left.memories)
        yield tables.KeptSettled, self._build_thread_rows(left)
        yield tables.KeptDrift, self._build_drift_rows(left.drifts)
        yield (
            tables.Spending,
            [
                {"run": self.key, "bucket": each, "cost": round(cost, 8), "tokens": tokens}
                for each, (cost, tokens) in sorted(self._spent.items())
            ],
        )
        yield tables.Position, [{"file": self.file, "run": self.key, "seq": self.seq, "size": self.size}]

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
            "started": format_moment(state.started_at),
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
        spoken = [simulated(label.split(BEHIND)[0]) for label in self._voices] or [state.setup.is_rehearsed()]
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

    def _note_event(self, event: Event) -> None:
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
            self._ended = format_moment(event.at)

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
