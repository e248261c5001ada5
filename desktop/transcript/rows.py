"""Rows of the transcript, made from events as they come, and kept up with the run."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from itertools import islice

from parley.core.log.authors import count_authors, name_author
from parley.core.log.codec import get_text_of
from parley.core.log.events.base import Event
from parley.core.log.events.distilled import RunDistilled
from parley.core.log.events.run import RunContinued, RunEnded, TopicInjected
from parley.core.log.events.turn import ToolUsed, TurnBookmarked, TurnEnded, TurnFailed, TurnRetried
from parley.core.log.replay import Replay
from parley.core.log.state import DIRECTOR, Entry, State, Turn
from parley.core.log.whispers import LOOKS_BACK, is_put_in
from parley.desktop.modes.registry import ModeView
from parley.desktop.run.figures import TurnFigure
from parley.desktop.run.talking import Talk
from parley.desktop.run.words import tell_fate
from parley.desktop.transcript.model import TranscriptModel
from parley.desktop.widgets.language import current, said
from parley.desktop.widgets.lazy_rows import LazyRows
from parley.desktop.widgets.plain import one_line

LONGEST_GIVEN, LONGEST_RESULT = 200, 4_000
"""Characters of a tool's arguments and of its result that are shown; the inspector has all that is in the log."""


def clock_time(at: datetime, simulated: bool) -> str:
    """Return the time as "10:20:31": local time, or the simulated clock's own."""
    return f"{at if simulated else at.astimezone():%H:%M:%S}"  # Real times are UTC in the log


def turn_row(mode: ModeView, state: State, turn: Turn) -> TurnFigure:
    """Return a finished turn."""
    reply = turn.reply
    row = TurnFigure(
        number=turn.number,
        member=turn.member,
        name=state.name_of(turn.member),
        text=turn.text,
        kind="director" if turn.member == DIRECTOR else (turn.started.kind if turn.started else "line"),
        thoughts=turn.ended.thoughts,
        acts=turn.ended.acts,
        cut=turn.ended.cut,
        edited=turn.ended.edited,
        by_director=turn.ended.author == "director",  # Also words put into a member's mouth
        author=turn.ended.author if turn.ended.author in {"script", "rules"} else "",
        wrote=name_author(turn.author, current()),
        made_by=turn.author.kind,
        staged=turn.staged,
        tokens=reply.usage.total if reply else 0,  # None: by hand, by the rules, or drawn with others
        latency=reply.latency if reply else 0.0,
        cost=reply.cost if reply else 0.0,
        at=clock_time(turn.ended.at, state.setup.simulated),
        bookmarked=turn.number in state.bookmarks,
        hidden=turn.ended.hidden,
    )
    return mode.turn_row(state, turn, row)


def failed_row(state: State, event: TurnFailed) -> TurnFigure:
    """Return a turn that failed, with what had arrived of it as `cut`."""
    return TurnFigure(
        number=event.turn,
        member=event.member,
        name=state.name_of(event.member),
        text=said(get_text_of(event)),
        kind="failed",
        cut=event.partial,
        at=clock_time(event.at, state.setup.simulated),
        behind=True,
    )


def other_row(mode: ModeView, state: State, event: Event, spoken: int) -> TurnFigure | None:
    """Return the row of an event that is no turn, `spoken` turns having been said before it; None where it has none."""
    at = clock_time(event.at, state.setup.simulated)
    match event:
        case TopicInjected():
            to = ", ".join(state.name_of(member) for member in event.to)
            kind = "whisper" if event.to else "topic"
            return TurnFigure(spoken + 1, "", event.name, event.text, kind, to=to, at=at, hidden=event.hidden)
        case ToolUsed():
            row = TurnFigure(spoken + 1, event.member, "", describe_call(state, event), "tool", icon="ph.wrench", at=at)
            size = event.size or len(event.text)  # A call that was not made has no size
            # A call borrows fields of a turn: a thought for its result, since those fold, and tokens for its bytes.
            return replace(row, thoughts=(event.text[:LONGEST_RESULT].rstrip(),), latency=event.seconds, tokens=size)
        case RunDistilled():
            lines = [event.summary]
            lines += [f"• {state.name_of(action.owner)}: {action.text}" for action in event.actions]
            if event.note:
                lines.append(f"({said(get_text_of(event))})")
            return TurnFigure(spoken, "", "", "\n".join(lines), "summary", at=at, behind=True)
        case RunEnded() if event.detail and event.reason not in mode.plain_ends:
            return TurnFigure(spoken, "", "", said(get_text_of(event)), "summary", at=at, behind=True)
    return mode.build_row(state, event, spoken, at)


def describe_call(state: State, event: ToolUsed) -> str:
    """Return a line about a call of a tool: that it was used, and with what."""
    given = one_line(", ".join(f"{name}={value}" for name, value in event.arguments.items()), LONGEST_GIVEN)
    # A call that was refused is reported to nobody: the reason stands here.
    why = f": {one_line(event.text, LONGEST_GIVEN)}" if event.error else ""
    return f"{one_line(event.report or f'{state.name_of(event.member)}: {event.tool}{why}')}  {given}"


class Rows:
    """Fills the transcript's model with what the replay of one run holds."""

    def __init__(self, transcript: TranscriptModel, replay: Replay, mode: ModeView) -> None:
        self.transcript = transcript
        self.replay = replay
        self.mode = mode

    def reset(self) -> None:
        """Show a row for each turn, made when it comes in sight, and between them what was no turn."""
        state, mode = self.replay.live, self.mode
        self.transcript.note(translated=mode.translated)
        rows = LazyRows(lambda turn: turn_row(mode, state, turn))  # `state` is live: rows made later are up to date
        events = self.replay.events
        # Of contributions that failed, only those since the gate was last opened still wait to be tried again.
        played = max((seq for seq in self.replay.between if isinstance(events[seq], RunContinued)), default=-1)
        done = 0
        for seq in self.replay.between:
            until = bisect_left(state.turns, seq + 1, key=lambda turn: turn.seq)
            spoken = state.turns[until - 1].number if until else 0
            row = self._build_row_between(seq, spoken, played)
            if row is not None:
                rows.add_rows(state.turns[done:until])
                rows.append(row)
                done = until
        rows.add_rows(state.turns[done:])
        self.transcript.reset(rows)
        self._tell_fates(state.entries)
        self._note_authors()

    def _note_authors(self) -> None:
        self.transcript.note(authors=count_authors(self.replay.live.authors, current()))

    def _build_row_between(self, seq: int, spoken: int, played: int) -> TurnFigure | None:
        """Return the row of an event that is no part of a turn; `played` is when the gate was last opened."""
        state, event = self.replay.live, self.replay.events[seq]
        if isinstance(event, TurnFailed):
            if event.kind == "unwritten":
                # The end of what was written is no failure: the run waits until somebody says who goes on.
                return None
            # Contributions have no open turn: of them, failures count that came since the run last went on.
            stands = (state.status, state.reason, state.next_turn)
            asked = state.open is None and seq > played and stands == ("paused", "failure", event.turn)
            failed = state.open is not None and state.open.failed is event
            return failed_row(state, event) if failed or asked else None
        return other_row(self.mode, state, event, spoken)

    def append(self, event: Event) -> None:
        """Fold an event, and show what it changes."""
        state, rows = self.replay.live, self.transcript
        turns = len(state.turns)  # Before folding: a retry takes a turn away
        self.replay.append(event)
        rows.note(ended=state.status == "ended")
        if isinstance(event, TurnEnded | TurnRetried):
            self._note_authors()
        if isinstance(event, TurnEnded):
            rows.append([turn_row(self.mode, state, state.turns[-1])])
        elif isinstance(event, TurnFailed):
            if event.kind != "unwritten":
                rows.append([failed_row(state, event)])
        elif isinstance(event, TurnRetried):
            if rows.rows and rows.rows[-1].kind == "failed":  # What failed is no turn yet: only its notes go
                self._clear_failed()
            elif len(state.turns) < turns:
                first = rows.row_of_turn(event.turn)
                rows.replace_last(len(rows.rows) - first, rows.rows[first + 1 :])  # Notes behind it stay
        elif isinstance(event, RunContinued):
            if state.open is None:  # Contributions that failed are asked for anew without a retry
                self._clear_failed()
        elif isinstance(event, TurnBookmarked):
            if event.turn <= len(state.turns):  # A hand-made log may mark any number
                self._make_again(event.turn)
        elif (row := other_row(self.mode, state, event, len(state.turns))) is not None:
            rows.append([row])
        for turn in self.mode.change_rows(event, rows):
            self._make_again(turn)
        if isinstance(event, TurnEnded | TurnRetried | TopicInjected | RunEnded):
            self._tell_fates(islice(reversed(state.entries), LOOKS_BACK))  # Not all: this runs at every turn
        rows.note(translated=self.mode.translated)  # The event may bring the first translation

    def _tell_fates(self, entries: Iterable[Entry]) -> None:
        """Say of what was put in who took it up."""
        state, rows = self.replay.live, self.transcript
        for entry in filter(is_put_in, entries):
            # The row stands before its turn, maybe among other notes: search upwards until the turn before.
            at = rows.row_of_turn(entry.turn) if entry.turn <= len(state.turns) else len(rows.rows)
            while (at := at - 1) >= 0 and not (row := rows.rows[at]).is_turn:
                if row.kind in ("topic", "whisper") and row.text == entry.text:  # A row does not know its entry
                    rows.replace(at, replace(row, fate=tell_fate(state, entry)))

    def _clear_failed(self) -> None:
        """Remove the lines of the last failure, which is tried again."""
        rows = self.transcript.rows
        failed = 0
        while failed < len(rows) and rows[len(rows) - 1 - failed].kind == "failed":
            failed += 1
        if failed:
            self.transcript.replace_last(failed, [])

    def _make_again(self, turn: int) -> None:
        """Make the row of a finished turn anew, about which something changed."""
        row, state = self.transcript.row_of_turn(turn), self.replay.live
        self.transcript.replace(row, turn_row(self.mode, state, state.turns[turn - 1]))  # Turns have no gaps

    def stream_line(self, talk: Talk, streaming: Mapping[str, str], what: str, who: tuple[str, ...]) -> None:
        """Show the line that is being said; where there is none, `what` is going on and by whom."""
        state, rows = self.replay.live, self.transcript
        if talk.now:
            # Somebody was asked and has not begun, or uses a tool first: an empty line says so.
            text = talk.line and streaming.get(talk.speaker, "")  # `line` may be the sign for waiting, which is no text
            rows.stream_text(talk.speaker, state.name_of(talk.speaker), text, acts=talk.acts)
        elif what:
            names = ", ".join(state.name_of(member) for member in who)
            rows.stream_text(who[0] if len(who) == 1 else "", names, "", what)
        else:
            rows.end_stream()
