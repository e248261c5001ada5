"""Who a page's rows reached, so that it can be read through each member's eyes, and what each remembers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from parley.core.base.labels import label
from parley.core.export.rows import Row
from parley.core.export.transcript import Transcript
from parley.core.perspective.lens import Lens

MOST_MEMORIES = 80
"""Memories of each member that a page has, the newest of them."""


class Seen(NamedTuple):
    """What members, by their places in the cast, saw of others without hearing a word, before a turn."""

    turn: int
    text: str
    members: str


class Lived(NamedTuple):
    """A row of a page, and the members whom it `reached`, by their places in the cast; None: all of them. Before it
    comes what some of them saw."""

    row: Row | None
    reached: str | None
    seen: tuple[Seen, ...] = ()


def lived(transcript: Transcript) -> Iterator[Lived]:
    """Yield all rows; behind the last of them, with none, what was seen after it."""
    state = transcript.state
    lenses = [Lens(state, member.id) for member in transcript.config.members]
    reached: dict[int, str | None] = {}
    seen: dict[tuple[int, str, int], list[int]] = {}
    for entry in state.entries:
        open_to_all = not entry.heard_by and not entry.hidden and entry.kind != "calls"
        places = [] if open_to_all else [at for at, lens in enumerate(lenses) if lens.witnessed(entry)]
        if entry.kind == "observation":
            # Several may see the same.
            seen.setdefault((entry.seq, entry.text, entry.turn), []).extend(places)
        else:
            reached[entry.seq] = None if open_to_all else " ".join(map(str, places))
    waiting = [(seq, Seen(turn, text, " ".join(map(str, who)))) for (seq, text, turn), who in seen.items()]
    waiting.reverse()
    for row in transcript.rows:
        before = []
        while waiting and 0 <= waiting[-1][0] < row.seq:
            before.append(waiting.pop()[1])
        # What no entry stands for nobody was told.
        yield Lived(row, reached.get(row.seq, ""), tuple(before))
    if waiting:
        yield Lived(None, None, tuple(each for _seq, each in reversed(waiting)))


def memories(transcript: Transcript) -> list[list[tuple[str, str, int]]]:
    """Return what each member remembers at the end: kind, words and turn, the newest last."""
    found = []
    for member in transcript.config.members:
        kept = Lens(transcript.state, member.id).memories[-MOST_MEMORIES:]
        found.append([(label(one.table, one.kind, transcript.language), one.text, one.turn) for one in kept])
    return found
