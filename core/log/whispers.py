"""What the director put in: who has heard it, who took it up, and which whispers nobody acted on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice

from parley.core.base.sentences import Sentence
from parley.core.log.played import get_behaviour_of
from parley.core.log.state import Entry, State, Turn

LOOKS_BACK = 60
"""Entries in which is looked for what still waits to be taken up."""


def list_standing(state: State) -> list[Entry]:
    """Return what was put in lately and that nobody has taken up yet, the newest first."""
    lately = islice(reversed(state.entries), LOOKS_BACK if state.status != "ended" else 0)
    return [entry for entry in lately if is_put_in(entry) and find_answer(state, entry) is None]


def is_put_in(entry: Entry) -> bool:
    """Return whether the director put it in, for somebody to take up."""
    return entry.kind == "topic" and not (entry.name or entry.hidden)


def find_answer(state: State, entry: Entry, hearer: str = "") -> Turn | None:
    """Return the turn that took up what was put in, of the `hearer` or of whoever heard it; None where none did yet."""
    found = None
    for turn in reversed(state.turns):
        if turn.seq < entry.seq:  # turns are in seq order: all others came before it
            break
        heard = turn.member == hearer if hearer else entry.witnessed_by(turn.member)
        found = turn if heard and _is_answer_to_whisper(state, turn, entry) else found  # the last met is the earliest
    return found


def find_hearers(state: State, standing: Sequence[Entry]) -> dict[str, tuple[str, bool]]:
    """Return, by member, the newest of `standing` and whether they have heard it: not where they were asked before."""
    asked, found = get_behaviour_of(state.setup).asked_since(state), dict[str, tuple[str, bool]]()
    for entry in reversed(standing):
        heard = {member: asked.get(member, entry.seq + 1) > entry.seq for member in state.setup.names}
        found |= {member: (entry.text, now) for member, now in heard.items() if entry.witnessed_by(member)}
    return found


def yield_waiting(state: State) -> Iterator[tuple[Entry, str]]:
    """Yield the whispers that wait, each with a hearer who has not spoken since."""
    for entry in filter(is_put_in, state.entries):
        yield from ((entry, hearer) for hearer in entry.heard_by if find_answer(state, entry, hearer) is None)


def report_unused(state: State) -> Sentence | None:
    """Return what is to be said of the whispers that wait in a run that has ended; None where none does."""
    names = dict.fromkeys(state.name_of(hearer) for _entry, hearer in yield_waiting(state))
    if state.status != "ended" or not names:
        return None
    return Sentence("The run ended before a whisper was used: {names} did not speak again.", names=", ".join(names))


def _is_answer_to_whisper(state: State, turn: Turn, entry: Entry) -> bool:
    """Return whether the voice was asked for the turn after the whisper."""
    if turn.ended.author == "director":  # their own line, for which no voice was asked
        return False
    if turn.started is not None:
        return turn.reply is not None and turn.asked_seq > entry.seq
    # Of lines that were drawn with others at once only the reply, which a member's first one has, tells which turn was
    # next when it was asked for.
    lately = state.turns[max(0, turn.number - LOOKS_BACK) : turn.number]
    reply = next((each.reply for each in reversed(lately) if each.member == turn.member and each.reply), None)
    return reply is None or reply.turn >= entry.turn
