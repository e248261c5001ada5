"""What was done to a run and what came to pass in it, as marks on its turns; it grows with the log."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from parley.core.log.events.base import Event
from parley.core.log.events.run import (
    FloorGiven,
    MemberMuted,
    MemberUnmuted,
    PolicyChanged,
    TopicInjected,
    VoiceChanged,
)
from parley.core.log.replay import Replay
from parley.core.log.state import Entry, State
from parley.core.log.whispers import find_answer
from parley.desktop.run.figures import BranchFigure, MarkFigure, MarkKind
from parley.desktop.run.words import format_breakpoint, tell_fate, word

if TYPE_CHECKING:
    from parley.desktop.modes.registry import ModeView

translate = QCoreApplication.translate


KINDS: Mapping[str, MarkKind] = {
    "topic": MarkKind("ph.hand-pointing", "accent"),
    "whisper": MarkKind("ph.ear", ""),
    "fork": MarkKind("ph.git-fork", "good"),
    "breakpoint": MarkKind("ph.record", "bad"),
    "muted": MarkKind("ph.microphone-slash", "secondary"),
    "floor": MarkKind("ph.microphone", "accent"),
    "changed": MarkKind("ph.sliders-horizontal", "secondary"),
    "bookmark": MarkKind("ph.bookmark-simple", "accent"),
    "unmuted": MarkKind("ph.microphone", "secondary"),
}
"""What every mode has; a mode may have kinds of its own."""
STANDING = "ph.hourglass-medium-fill"
"""A topic that nobody has taken up yet."""


class Marks:
    """The marks of one run."""

    def __init__(self, replay: Replay, mode: ModeView) -> None:
        self._replay, self._mode = replay, mode
        self._seen = 0  # Index into `Replay.between`, which is short even in long runs
        self._found: list[MarkFigure] = []
        self._put_in: dict[int, tuple[Entry, MarkFigure]] = {}  # Not settled yet, by their place in `_found`
        self._frozen: tuple[MarkFigure, ...] = ()
        self._all: tuple[object, tuple[MarkFigure, ...]] = (None, ())

    def build_figures(self, branches: Sequence[BranchFigure] = ()) -> tuple[MarkFigure, ...]:
        """Return all marks in the order of their turns; the very same tuple while there is no other."""
        self._sync_events()
        state = self._replay.live
        # The state's own, which come and go.
        key = (self._frozen, tuple(state.breakpoints), state.bookmarks, tuple(branches), state.run)
        if self._all[0] != key:  # Two views ask at each change
            found = [*self._frozen, *_iterate_standing_marks(state), *_iterate_fork_marks(state, branches)]
            self._all = key, tuple(sorted(found, key=lambda mark: mark.after))  # Stable: within a turn in log order
        return self._all[1]

    def _sync_events(self) -> None:
        """Take in what has happened since."""
        between = self._replay.between
        state, events = self._replay.live, self._replay.events
        for seq in between[self._seen :]:
            mark = self._build_mark(state, events[seq], seq)
            if mark is not None:
                if isinstance(events[seq], TopicInjected):
                    at = bisect_left(state.entries, seq, key=lambda entry: entry.seq)  # Entries are in the log's order
                    self._put_in[len(self._found)] = state.entries[at], mark
                self._found.append(mark)
        self._seen = len(between)
        for at, (entry, mark) in [*self._put_in.items()]:  # A copy: the loop deletes entries
            answer = find_answer(state, entry)
            icon = STANDING if answer is None and not entry.heard_by else mark.icon
            self._found[at] = replace(mark, text=f"{mark.text} · {tell_fate(state, entry)}", icon=icon)
            if answer is not None and answer.number < len(state.turns):
                del self._put_in[at]  # The last turn may still be taken again
        self._frozen = tuple(self._found)

    def _build_mark(self, state: State, event: Event, seq: int) -> MarkFigure | None:
        own = self._mode.marks.get(type(event))
        told = _describe_director_act(state, event) if own is None else ("", "", "")
        if own is None and not told[0]:
            return None
        after = bisect_left(state.turns, seq, key=lambda turn: turn.seq)  # `Turn.seq` is that of its end
        if own is not None:
            row = self._mode.build_row(state, event, after, "")  # The transcript's words, without the time
            return MarkFigure(own.icon, after, row.text if row is not None else "", own.icon, own.role)
        kind, text, member = told
        return MarkFigure(kind, after, text, KINDS[kind].icon, KINDS[kind].role, member)


def _describe_director_act(state: State, event: Event) -> tuple[str, str, str]:
    """Return an act of the director as (kind, words, member); three empty texts for any other event."""
    match event:
        case TopicInjected(to=to, text=text) if to:  # Before the next case, which matches any
            names = ", ".join(map(state.name_of, to))
            return "whisper", translate("Marks", "Whispered to {0}: {1}").format(names, text), to[0]
        case TopicInjected(text=text):
            return "topic", translate("Marks", "Injected: {0}").format(text), ""
        case FloorGiven(member=member):
            return "floor", translate("Marks", "{0} was given the floor").format(state.name_of(member)), member
        case MemberMuted(member=member):
            return "muted", translate("Marks", "{0} was muted").format(state.name_of(member)), member
        case MemberUnmuted(member=member):
            return "unmuted", translate("Marks", "{0} may speak again").format(state.name_of(member)), member
        case PolicyChanged(policy=policy):
            return "changed", translate("Marks", "Next speaker: {0}").format(word(policy)), ""
        case VoiceChanged(member=member) if member:
            return "changed", translate("Marks", "Another voice for {0}").format(state.name_of(member)), member
        case VoiceChanged():
            return "changed", translate("Marks", "Another voice for everybody"), ""
    return "", "", ""


def _iterate_standing_marks(state: State) -> Iterable[MarkFigure]:
    """Yield breakpoints that have a turn, and bookmarks."""
    for point in state.breakpoints.values():
        if point.turn:  # Other breakpoints may hold at any turn
            kind = KINDS["breakpoint"]
            yield MarkFigure("breakpoint", point.turn - 1, format_breakpoint(state, point), kind.icon, kind.role)
    for turn in state.bookmarks:
        kind, text = KINDS["bookmark"], translate("Marks", "Bookmark at turn {0}").format(QLocale().toString(turn))
        yield MarkFigure("bookmark", max(0, turn - 1), text, kind.icon, kind.role)


def _iterate_fork_marks(state: State, branches: Sequence[BranchFigure]) -> Iterable[MarkFigure]:
    kind = KINDS["fork"]
    for branch in branches:
        if branch.parent == state.run and branch.run != state.run:
            text = translate("Marks", "Fork: {0}").format(branch.name)
            yield MarkFigure("fork", branch.turn, text, kind.icon, kind.role)
