"""Whispers that nobody acted on: their hearer has not been asked for a word since."""

from __future__ import annotations

from collections.abc import Iterator

from parley.core.base.sentences import Sentence
from parley.core.log.state import Entry, State, Turn


def waiting(state: State) -> Iterator[tuple[Entry, str]]:
    """Yield the whispers that wait, each with a hearer who has not spoken since."""
    for entry in state.entries:
        if entry.kind != "topic" or entry.name or entry.hidden:
            continue
        for hearer in entry.heard_by:
            if not any(
                _is_answer_to_whisper(turn, entry)
                for turn in _iterate_turns_since(state, entry)
                if turn.member == hearer
            ):
                yield entry, hearer


def unused(state: State) -> Sentence | None:
    """Return what is to be said of the whispers that wait in a run that has ended; None where none does."""
    names = dict.fromkeys(state.name_of(hearer) for _entry, hearer in waiting(state))
    if state.status != "ended" or not names:
        return None
    return Sentence("The run ended before a whisper was used: {names} did not speak again.", names=", ".join(names))


def _iterate_turns_since(state: State, entry: Entry) -> Iterator[Turn]:
    for turn in reversed(state.turns):
        if turn.seq < entry.seq:
            return
        yield turn


def _is_answer_to_whisper(turn: Turn, entry: Entry) -> bool:
    """Return whether the voice was asked for the turn after the whisper."""
    if turn.ended.author == "director":
        return False
    if turn.started is not None:
        return turn.asked_seq > entry.seq
    # Of a line that was drawn with others at once only the reply tells which turn was next when it was asked for.
    return turn.reply is None or turn.reply.turn >= entry.turn
