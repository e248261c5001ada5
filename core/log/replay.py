"""A run that can be looked at as of any turn: the events, and the fold kept at some of them."""

from __future__ import annotations

import contextlib
import gc
from array import array
from bisect import bisect_right
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from parley.core.base.errors import UsageError
from parley.core.base.sentences import Sentence
from parley.core.log.events.base import Event
from parley.core.log.events.run import RunForked
from parley.core.log.events.turn import (
    CallFailed,
    SpeakerSelected,
    SummaryAsked,
    TurnEnded,
    TurnRetried,
    TurnStarted,
    VoiceReplied,
)
from parley.core.log.fold import Unfoldable, apply, fold
from parley.core.log.reader import Damage, Events, Reader, open_log
from parley.core.log.slices import Slice
from parley.core.log.state import Kept, State, Turn

STRIDE = 128
"""Events between two kept states; long runs keep at most about `MOST_KEPT`."""
MOST_KEPT = 512


_OF_A_TURN = frozenset({SpeakerSelected, TurnStarted, VoiceReplied, CallFailed, TurnEnded, SummaryAsked})


LOOKED_UP = frozenset({SpeakerSelected, TurnStarted, VoiceReplied})
MOST_SEEN = 128
"""Events back from a turn's end among which its parts are looked for, at least."""
LOST = -2
"""In place of a place: the event is not among them."""


class Lookup:
    """Where in the log the parts of a turn stand, so that the turn need not hold them."""

    def __init__(self, events: Events) -> None:
        self._events = events
        self._seen: dict[int, tuple[int, Event]] = {}
        self._before = self._seen
        self._shared: dict[tuple[int, ...], Kept] = {}

    def add_event(self, seq: int, event: Event) -> None:
        """Take an event that may be a part of a turn."""
        if len(self._seen) == MOST_SEEN:
            self._before, self._seen = self._seen, {}  # two generations: at least the newest MOST_SEEN are known
        self._seen[id(event)] = seq, event  # equal events recur; kept alive, its id stays its own

    def kept(self, turn: Turn) -> Turn:
        """Return the turn without its parts, where the log holds them and they were just seen."""
        parts, at = turn.parts, turn.seq
        if self._events.path is None:  # then the events are in memory anyway
            return turn
        started, selected, reply = map(self._find_distance, (parts.started, parts.selected, parts.reply), (at, at, at))
        if LOST in (started, selected, reply):  # they stand too far back: the turn holds them itself
            return turn
        asked = at - parts.asked_seq if parts.asked_seq >= 0 else -1
        key = (at - parts.started_seq, started, selected, reply, asked, bool(parts.ended.acts))
        if parts.answers:
            held = Kept(self._events, *key, parts.answers)
        elif (found := self._shared.get(key)) is not None:
            held = found
        else:
            held = self._shared[key] = Kept(self._events, *key)
        return Turn(turn.number, turn.member, turn.text, at, held, turn.author)

    def _find_distance(self, part: Event | None, seq: int) -> int:
        """Return how long before `seq` the event stands in the log; −1 for None."""
        if part is None:
            return -1
        found = self._seen.get(id(part)) or self._before.get(id(part))
        return LOST if found is None else seq - found[0]


class Snapshot(NamedTuple):
    """The state after `seq` events, without what only grows: that is the beginning of the live state's."""

    seq: int
    state: State
    entries: int
    turns: int
    lengths: Mapping[type[Slice], Mapping[str, int]] = {}


@contextlib.contextmanager
def pause_collector() -> Iterator[None]:
    """Make a million objects that will all be kept, without the collector walking them again and again."""
    if not gc.isenabled():  # whoever disabled it enables it again
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


class Replay:
    """All events of a run and the state after any of them.

    Attributes: `events`, append-only; `live`, the state after the last; `between`, the seqs of the events that are no
    part of a turn's usual course. States that are handed out are not to be changed. `state_at_turn(n)` is the moment
    right after turn n; 0 is the moment before the first.
    """

    def __init__(self, events: Sequence[Event] = ()) -> None:
        self.events = Events(events)
        self.live = State()
        self.between: list[int] = []
        self._kept = [Snapshot(0, State(), 0, 0)]  # never empty: a search always finds one to begin with
        self._last: tuple[int, State] = (-1, State())
        self._ends = array("q")  # in rising order, which `find_turns_at` relies on
        self._stride = STRIDE
        self._next = self._stride
        self._lookup = Lookup(self.events)
        self._fold_events(events, 0)

    @classmethod
    def read(cls, path: Path) -> tuple[Replay, Damage]:
        """Return the run of a log, folded while it is read, and what was wrong with the file.

        Its events stay in the file, and so do those that are appended to it later. Raises as `log.read` does, and
        `Unfoldable`.
        """
        replay, file = cls(), open_log(path)
        replay.events = Events(path=path, file=file)
        replay._lookup = Lookup(replay.events)
        reader = Reader(path, file)
        for block in reader:
            seq = len(replay.events)
            replay.events.take(block)  # before the fold, whose handlers look up parts of turns in it
            replay._fold_events(block.events, seq)
        replay.events.release()
        return replay, reader.damage

    @property
    def turns(self) -> int:
        """How many turns are finished."""
        return len(self._ends)

    def append(self, event: Event) -> None:
        """Fold one more event and keep it. Raises `Unfoldable`."""
        self._fold_events((event,), len(self.events))  # first, for what does not fold is not kept
        self.events.append(event)

    def _fold_events(self, events: Sequence[Event], seq: int) -> None:
        """Fold events, of which the first is at `seq`."""
        live, lookup = self.live, self._lookup
        for event in events:
            try:
                apply(live, event)
            except Exception as error:
                raise Unfoldable(seq, event, error) from error
            kind = type(event)
            if kind is TurnEnded:
                live.turns[-1] = lookup.kept(live.turns[-1])
                self._ends.append(seq + 1)
            elif kind in LOOKED_UP:
                lookup.add_event(seq, event)
            elif kind not in _OF_A_TURN and not kind.asks:
                self.between.append(seq)
                if kind is TurnRetried and len(self._ends) > len(live.turns):  # a retry of an open turn takes none back
                    self._take_back()
            seq += 1
            if seq >= self._next or seq == 1:
                # The first one too, for what a run is made of takes long to check.
                self._add_snapshot(seq)

    def _take_back(self) -> None:
        self._ends.pop()
        # What was kept since then began with the turn that is gone from the live state.
        while self._kept[-1].turns > len(self.live.turns):
            self._kept.pop()

    def _add_snapshot(self, seq: int) -> None:
        live = self.live
        # Lists that only grow are cut out of the live state again; kept are their lengths.
        small = {kind: _clear_lists(part, kind.grown) for kind, part in live.slices.items()}
        lengths = {kind: {name: len(getattr(part, name)) for name in kind.grown} for kind, part in live.slices.items()}
        bare = replace(live, entries=[], turns=[], slices=small).copy()  # without the lists: they are the long part
        self._kept.append(Snapshot(seq, bare, len(live.entries), len(live.turns), lengths))
        if len(self._kept) > 2 * MOST_KEPT:
            self._kept = self._kept[::2]  # the one at 0 stays: there is always one to begin with
            self._stride *= 2
        self._next = seq + self._stride

    def seq_of_turn(self, turn: int) -> int:
        """Return how many events there are up to and including the end of `turn`; of turn 0, up to the first turn.

        Raises `UsageError` where there is no such turn.
        """
        if not 0 <= turn <= len(self._ends):
            raise UsageError(
                "There is no turn {turn}: the run has {count}.",
                turn=turn,
                count=len(self._ends),
                hint=Sentence("Choose 0 to {count}.", count=len(self._ends)),
            )
        seq = self._ends[turn - 1] if turn else 1  # 1: after `run.started`
        # What a fork changed at this turn belongs to it.
        while seq < len(self.events) and type(self.events[seq]) is RunForked:
            seq += 1
        return seq

    def find_turns_at(self, seq: int) -> int:
        """Return how many turns are finished after the first `seq` events."""
        return bisect_right(self._ends, seq)

    def state_at_turn(self, turn: int) -> State:
        """Return the state right after `turn`; the live one after the last."""
        if turn == len(self._ends):
            return self.live
        return self.find_state_at(self.seq_of_turn(turn))

    def find_state_at(self, seq: int) -> State:
        """Return the state after the first `seq` events."""
        if seq >= len(self.events):
            return self.live
        if self._last[0] == seq:
            return self._last[1]
        low, high = 0, len(self._kept)
        while high - low > 1:
            middle = (low + high) // 2
            low, high = (middle, high) if self._kept[middle].seq <= seq else (low, middle)
        kept = self._kept[low]
        state = kept.state.copy()  # the kept one will be needed again, unchanged
        # Lists that only grow were the beginnings of today's: they are cut out of the live state, not kept each time.
        state.entries, state.turns = self.live.entries[: kept.entries], self.live.turns[: kept.turns]
        for kind, lengths in kept.lengths.items():
            for name, length in lengths.items():
                setattr(state.slices[kind], name, getattr(self.live.slices[kind], name)[:length])
        found = fold(self.events[kept.seq : seq], state)
        # Every view of a moment asks for the same state, one after the other.
        self._last = (seq, found)
        return found


def _clear_lists(part: Slice, names: tuple[str, ...]) -> Slice:
    """Return the slice with these lists empty, without a copy of them."""
    if not names:
        return part
    small: Slice = replace(part, **{name: [] for name in names})  # type: ignore[type-var]  # every slice is a dataclass
    return small
