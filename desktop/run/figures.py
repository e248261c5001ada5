"""Frozen figures: what a view is shown. Plain values, no core, no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class MemberFigure:
    """A member as every view shows them.

    `share` is their part of all words, 0 to 1; `colour` a palette name or #hex; `speaking` has the floor; `character`
    is whom they play at the D&D table. `portrait` is a small PNG in base64, empty where they have none.
    """

    id: str
    name: str
    initial: str
    colour: str
    role: str = ""
    turns: int = 0
    words: int = 0
    share: float = 0.0
    muted: bool = False
    speaking: bool = False
    voice: str = ""
    character: str = ""
    portrait: str = ""


@dataclass(frozen=True, slots=True)
class SceneFigure:
    """A scene of the office: its `number` in the run, the office's `clock` ("10:20"), its room's name.

    `type` is arrival, encounter, meeting, work, event or reflection, `kind` casual, work, meeting or dnd, `what` both
    in words ("Event, D&D night"); `members` are ids and `names` theirs, in the same order.
    """

    number: int
    type: str
    kind: str
    clock: str
    room: str
    members: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    topic: str = ""
    what: str = ""


BOXED = frozenset({"topic", "whisper", "failed", "summary", "day", "scene", "scene_end"})
"""The kinds of row that stand in a box between turns."""


@dataclass(frozen=True, slots=True)
class TurnFigure:
    """A row of the transcript: a turn of any `kind`, one of `BOXED`, or, with an `icon` and a `title`, a short note in
    small letters about what happened between two lines. Of what is under way the kind is thinking or weaving.

    `latency` in seconds, `cost` in US dollars, `at` local time "10:20:31". Row `number` is the turn; a topic has that
    of the turn before which it came. `character` is as whom the member speaks. `translation` is the text in the other
    language; where there should be one and is none, it is `untranslated`. A heading's `text` is the topic, or the date
    (ISO 8601) of a day; a scene's end has its summary and its `mood`. `author` is "script" or "rules" where it was
    neither a voice nor a person; `wrote` says who made the words, which is of the kind `made_by`; what is `staged` is
    a stage direction, and nobody's words. `acts` is what the member does meanwhile, which may be all. `hidden`: no
    voice is sent it. `behind`: it came after the turn of its number. `fate` is who took up what was put in, or is to.
    """

    number: int
    member: str
    name: str
    text: str
    kind: str = "line"
    thoughts: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()
    cut: str = ""
    edited: bool = False
    by_director: bool = False
    to: str = ""
    tokens: int = 0
    latency: float = 0.0
    cost: float = 0.0
    at: str = ""  # Text, not a time: simulated runs have a clock of their own
    bookmarked: bool = False
    character: str = ""
    translation: str = ""
    translated_thoughts: tuple[str, ...] = ()
    untranslated: bool = False
    scene: SceneFigure | None = None
    mood: str = ""
    author: str = ""
    wrote: str = ""
    made_by: str = ""
    staged: bool = False
    hidden: bool = False
    title: str = ""
    icon: str = ""
    behind: bool = False
    fate: str = ""

    @property
    def doing(self) -> str:
        """What the member does meanwhile, on one line."""
        return ", ".join(self.acts)

    @property
    def boxed(self) -> bool:
        """Whether it is a note in a box."""
        return self.kind in BOXED

    @property
    def quiet(self) -> bool:
        """Whether it is a short note in small letters."""
        return bool(self.icon) and not self.boxed

    @property
    def is_turn(self) -> bool:
        """Whether somebody said it."""
        return not self.boxed and not self.icon and self.kind not in {"thinking", "weaving"}


class MarkKind(NamedTuple):
    """What a kind of mark looks like: its icon, and the role of its colour ("" is the member's). Each mode has kinds of
    its own."""

    icon: str
    role: str


@dataclass(frozen=True, slots=True)
class MarkFigure:
    """Something that was done to a run, or came to pass in it, behind turn `after` (0: before the first one).

    `kind` is topic, whisper, floor, muted, unmuted, changed, fork, breakpoint, bookmark or a mode's own; `text` says it
    in words. `role` names its colour in the theme, "" where it is that of the `member`, an id.
    """

    kind: str
    after: int
    text: str
    icon: str
    role: str
    member: str = ""


@dataclass(frozen=True, slots=True)
class PartFigure:
    """A part of a run, such as a scene, with its `number`, its turns, and what to call it ("10:20 Kitchen")."""

    number: int
    first: int
    last: int
    title: str = ""


@dataclass(frozen=True, slots=True)
class BranchFigure:
    """A run of the family that the open one belongs to: `name` says how it differs from its parent, from which it was
    forked after turn `turn`; `depth` is 0 for the one that all come from."""

    run: str
    name: str
    title: str
    turn: int = 0
    turns: int = 0
    depth: int = 0
    parent: str = ""


@dataclass(frozen=True, slots=True)
class TimelineFigure:
    """The whole run on one line. `speakers[i]` indexes `members` (−1: the director).

    `marks` are in the order of their turns. `parts` are its scenes. `place` says where the run stands, "" where its
    turns say it. `held`: a breakpoint holds it. `branch` is what this run is called among the `branches` of its family,
    of which it is `run`. `yours`: a story waits for its player. `span` are the chosen turns, if any.
    """

    members: tuple[MemberFigure, ...] = ()
    speakers: tuple[int, ...] = ()
    shown: int = 0
    planned: int = 0  # 0: open, as a day in the office is
    live: bool = True
    status: str = "ready"
    branch: str = "main"
    run: str = ""
    branches: tuple[BranchFigure, ...] = ()
    held: bool = False
    marks: tuple[MarkFigure, ...] = ()
    parts: tuple[PartFigure, ...] = ()
    place: str = ""
    yours: bool = False
    span: range = range(0)  # Empty: all turns


@dataclass(frozen=True, slots=True)
class StatusFigure:
    """The toolbar and the status line. `budget` is "" or how far the nearest limit is ("812 of 5,000 tokens"),
    `authors` how many lines are by whom.

    `yours`: a story waits for what the player does.
    """

    title: str = ""
    topic: str = ""
    status: str = "ready"
    voice: str = ""
    provider: str = ""
    authors: str = ""
    tokens: int = 0
    cost: float = 0.0
    message: str = ""
    waiting: str = ""
    budget: str = ""
    members: tuple[MemberFigure, ...] = ()
    yours: bool = False
