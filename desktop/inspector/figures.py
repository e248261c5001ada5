"""What the inspector shows. Plain values, no Qt."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import NamedTuple

from parley.desktop.run.figures import MemberFigure
from parley.desktop.speaker_flow.figures import WhyFigure


@dataclass(frozen=True, slots=True)
class PayloadRow:
    """A piece of what was sent; `cached` between 0 and 1 is how much of it the provider had in its cache.

    `tokens` is its part of all that were counted, which is an estimate unless `counted`; 0: it was not sent.
    """

    role: str
    text: str
    cached: float = 0.0
    tokens: int = 0
    counted: bool = False


@dataclass(frozen=True, slots=True)
class MemoryFigure:
    """A memory that was brought along. `run` is the earlier run that it is from, `source` what that is called; where
    it is here no more, its id."""

    kind: str
    text: str
    run: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class RecalledFigure:
    """A memory that came to mind: its scores are in 0 to 1, `weight` is its importance from 1 to 10; `run` and `source`
    as in `MemoryFigure`."""

    type: str
    text: str
    moment: str
    weight: int
    recency: float
    relevance: float
    importance: float
    score: float
    run: str = ""
    source: str = ""


@dataclass(frozen=True, slots=True)
class LoreFigure:
    """An entry of a lore book that came to mind: what it is called, the `key` by which it did (empty: it always does),
    and the entry that has the key, where it was not said in the talk (`by`)."""

    book: str
    entry: str
    text: str
    key: str = ""
    by: str = ""


@dataclass(frozen=True, slots=True)
class DraftFigure:
    """A line among which the voice chose: its terms by name, each in 0 to 1, and why it may not stand (`fault`).

    `kept`: it stands in what everybody heard; a mode may say otherwise, or less.
    """

    text: str
    score: float
    terms: tuple[tuple[str, float], ...]
    fault: str = ""
    chosen: bool = False
    kept: bool = True


@dataclass(frozen=True, slots=True)
class CallFigure:
    """A tool call: its arguments as JSON, what the voice was told, and whether it was refused (`error`)."""

    name: str
    arguments: str
    text: str = ""
    error: bool = False


@dataclass(frozen=True, slots=True)
class NoteFigure:
    """What a mode tells of a turn: a heading (`large`), a text (`small`), label-value pairs, a tool call."""

    heading: str = ""
    text: str = ""
    pairs: tuple[tuple[str, str], ...] = ()
    call: CallFigure | None = None
    large: bool = False
    small: bool = False


class Sent(NamedTuple):
    """What was sent for a turn, row by row; `proven` says whether the hash of the derived payload is the one that was
    logged: "proven", "differs", "unrecorded" where none was, a sentence where it could not be derived, or "" where
    nothing was sent.
    """

    payload: tuple[PayloadRow, ...] = ()
    proven: str = ""


@dataclass(frozen=True, slots=True)
class InspectorFigure:
    """Everything about the shown turn. `facts` are label-value pairs; `raw` the events as indented JSON.

    `sent` makes what was sent, which takes long. `usage` are the tokens of the input beyond the cache, read from it,
    written to it, and of the output; `latency` is in seconds. `recalled` came to mind for this turn, best first, `lore`
    of books in the order in which it was told. `valences[i]` is what the member feels toward the other of
    `relations[i]` and what comes back, each in −1 to 1. Where relations are `trust`, 0 to 1 stand for −100 to 100.

    `move` says what the turn was to do.

    `drafts` are the best of the `drawn` lines among which the voice chose.

    `first` is the page that is opened as long as nobody has chosen one.

    A mode adds a page of its own, titled `page`, with its `notes`; leaves out pages by name (`without`); and says
    itself why nobody was selected (`unselected`), that nothing was remembered (`no_memories`), what the relations are
    (`relations_heading`) and that there are none (`no_relations`).
    """

    turn: int = 0
    member: MemberFigure | None = None
    why: WhyFigure | None = None
    move: str = ""
    members: tuple[MemberFigure, ...] = ()
    sent: Callable[[], Sent] = field(default=Sent, compare=False)  # Made anew for each figure: none would equal another
    facts: tuple[tuple[str, str], ...] = ()
    memories: tuple[MemoryFigure, ...] = ()
    relations: tuple[tuple[str, float, str], ...] = ()
    redrawn: tuple[tuple[str, str], ...] = ()
    drafts: tuple[DraftFigure, ...] = ()
    drawn: int = 0
    raw: str = ""
    usage: tuple[int, int, int, int] = (0, 0, 0, 0)
    latency: float = 0.0
    recalled: tuple[RecalledFigure, ...] = ()
    lore: tuple[LoreFigure, ...] = ()
    valences: tuple[tuple[float, float], ...] = ()
    trust: bool = False
    page: str = ""
    notes: tuple[NoteFigure, ...] = ()
    without: frozenset[str] = frozenset()
    first: str = ""
    unselected: str = ""
    no_memories: str = ""
    relations_heading: str = ""
    no_relations: str = ""
