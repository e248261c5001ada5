"""Frozen figures: what a view is shown. Plain values, no core, no Qt."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True)
class MemberFigure:
    """A member as every view shows them.

    `share` is their part of all words, 0 to 1; `colour` a palette name or #hex; `speaking` has the floor; `character`
    is whom they play at the D&D table.
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
    neither a voice nor a person. `hidden`: no voice is sent it. `behind`: it came after the turn of its number.
    """

    number: int
    member: str
    name: str
    text: str
    kind: str = "line"
    thoughts: tuple[str, ...] = ()
    cut: str = ""
    edited: bool = False
    by_director: bool = False
    to: str = ""
    tokens: int = 0
    latency: float = 0.0
    cost: float = 0.0
    at: str = ""
    bookmarked: bool = False
    character: str = ""
    translation: str = ""
    translated_thoughts: tuple[str, ...] = ()
    untranslated: bool = False
    scene: SceneFigure | None = None
    mood: str = ""
    author: str = ""
    hidden: bool = False
    title: str = ""
    icon: str = ""
    behind: bool = False

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


@dataclass(frozen=True, slots=True)
class BarFigure:
    """One candidate of a speaker selection, as its event says; nothing is recomputed."""

    member: str
    base: float
    affinity: float
    recency: float
    jitter: float
    bonus: float
    weight: float
    probability: float


@dataclass(frozen=True, slots=True)
class WhyFigure:
    """Why this speaker. `draw` in [0, 1), or −1 where nothing was drawn."""

    turn: int
    member: str
    policy: str
    reason: str
    draw: float
    bars: tuple[BarFigure, ...]


@dataclass(frozen=True, slots=True)
class TopologyFigure:
    """Who can hear whom, as (speaker, hearer) indices into `members`; `hub` is an index, −1 where there is none.

    `edges` that go both ways are there twice. `title` is what the topology is called.
    """

    members: tuple[MemberFigure, ...] = ()
    edges: tuple[tuple[int, int], ...] = ()
    hub: int = -1
    title: str = ""


@dataclass(frozen=True, slots=True)
class FlowFigure:
    """Who spoke when. `lanes[i]` is the index into `members` of turn i + 1 (−1: the director), `words[i]` its length.

    `shown` is the turn that all views show (0: before the first); `planned` the turns the run will have.
    `answers[i][j]` counts how often i spoke right after j, up to the shown turn. `bands` are the scenes as (number,
    first turn, last turn). In a duologue `hears` is who can hear whom.
    """

    members: tuple[MemberFigure, ...] = ()
    lanes: tuple[int, ...] = ()
    words: tuple[int, ...] = ()
    shown: int = 0
    planned: int = 0
    why: WhyFigure | None = None
    answers: tuple[tuple[int, ...], ...] = ()
    bands: tuple[tuple[int, int, int], ...] = ()
    hears: TopologyFigure | None = None


@dataclass(frozen=True, slots=True)
class EdgeFigure:
    """A pair's affinity at the shown turn (0.10 to 0.95), what this run changed, why, and how often they answered
    each other (a to b, b to a). Those who are not `linked` have no line but where answers are shown."""

    a: int
    b: int
    affinity: float
    change: float = 0.0
    reason: str = ""
    a_to_b: int = 0
    b_to_a: int = 0
    linked: bool = True


@dataclass(frozen=True, slots=True)
class NetworkFigure:
    """The affinity network. `community[i]` numbers the group of member i, `centrality[i]` is in 0 to 1.

    `history` maps a pair (indices) to its affinities over earlier runs and this one, oldest first. Where the `measure`
    is "trust", an affinity of 0 to 1 stands for a trust of −100 to 100, and a history for this story.
    """

    members: tuple[MemberFigure, ...] = ()
    edges: tuple[EdgeFigure, ...] = ()
    community: tuple[int, ...] = ()
    centrality: tuple[float, ...] = ()
    history: dict[tuple[int, int], tuple[float, ...]] = field(default_factory=dict)
    measure: str = "affinity"


@dataclass(frozen=True, slots=True)
class RoomFigure:
    """A room in plan units: a rectangle, and its name in the interface's language."""

    id: str
    name: str
    x: float
    y: float
    width: float
    height: float
    corridor: bool = False


@dataclass(frozen=True, slots=True)
class FurnitureFigure:
    """A table, desk or shelf: `kind` rectangle or ellipse, `what` it is (desk, table, sofa, shelf, plant, chair …)."""

    x: float
    y: float
    width: float
    height: float
    kind: str = "rectangle"
    what: str = "desk"


@dataclass(frozen=True, slots=True)
class PlanFigure:
    """The floor plan itself; it changes only with the plan. Doors are (x, y, horizontal), all `door_width` wide."""

    id: str = ""
    width: float = 0.0
    height: float = 0.0
    rooms: tuple[RoomFigure, ...] = ()
    doors: tuple[tuple[float, float, bool], ...] = ()
    furniture: tuple[FurnitureFigure, ...] = ()
    door_width: float = 3.0


@dataclass(frozen=True, slots=True)
class PlaceFigure:
    """Where a member is, and the way they take there (points in plan units, the first where they come from)."""

    member: MemberFigure
    x: float
    y: float
    room: str
    path: tuple[tuple[float, float], ...] = ()


@dataclass(frozen=True, slots=True)
class FloorFigure:
    """The floor plan at the shown turn. `speaker` and `line` make the bubble; `hearers` are who hears it.

    While `streaming`, the line is still growing. In a `scene`, `bystanders` are in its room and do not hear; those who
    are `thinking` were asked for their part and have not replied, and `murmurs` is how far each of them is, as pairs
    of id and text. Between two scenes there is only the office's `clock`. `doing` tells of each what they work on and
    how they feel, as (id, task, mood). `why_empty` says why a mode has no plan at all.
    """

    plan: PlanFigure = field(default_factory=PlanFigure)
    places: tuple[PlaceFigure, ...] = ()
    active_room: str = ""
    speaker: str = ""
    line: str = ""
    thoughts: tuple[str, ...] = ()
    hearers: frozenset[str] = frozenset()
    streaming: bool = False
    scene: SceneFigure | None = None
    bystanders: frozenset[str] = frozenset()
    thinking: frozenset[str] = frozenset()
    murmurs: tuple[tuple[str, str], ...] = ()
    clock: str = ""
    doing: tuple[tuple[str, str, str], ...] = ()
    why_empty: str = ""


@dataclass(frozen=True, slots=True)
class PayloadRow:
    """A piece of what was sent; `cached` between 0 and 1 is how much of it the provider had in its cache."""

    role: str
    text: str
    cached: float = 0.0


@dataclass(frozen=True, slots=True)
class RecalledFigure:
    """A memory that came to mind: its scores are in 0 to 1, `weight` is its importance from 1 to 10."""

    type: str
    text: str
    moment: str
    weight: int
    recency: float
    relevance: float
    importance: float
    score: float


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


@dataclass(frozen=True, slots=True)
class InspectorFigure:
    """Everything about the shown turn. `facts` are label-value pairs; `raw` the events as indented JSON.

    `proven` says whether the hash of the derived payload is the one that was logged: "proven", "differs", "unrecorded"
    where none was, a sentence where it could not be derived, or "" where nothing was sent. `usage` are the tokens of
    the input beyond the cache, read from it, written to it, and of the output; `latency` is in seconds. `recalled` came
    to mind for this turn, best first, and `valences[i]` is what the member feels toward the other of `relations[i]`
    and what comes back, each in −1 to 1. Where relations are `trust`, 0 to 1 stand for −100 to 100.

    A mode adds a page of its own, titled `page`, with its `notes`; leaves out pages by name (`without`); and says
    itself why nobody was selected (`unselected`), that nothing was remembered (`no_memories`), what the relations are
    (`relations_heading`) and that there are none (`no_relations`).
    """

    turn: int = 0
    member: MemberFigure | None = None
    why: WhyFigure | None = None
    members: tuple[MemberFigure, ...] = ()
    payload: tuple[PayloadRow, ...] = ()
    proven: str = ""
    facts: tuple[tuple[str, str], ...] = ()
    memories: tuple[tuple[str, str], ...] = ()
    relations: tuple[tuple[str, float, str], ...] = ()
    redrawn: tuple[tuple[str, str], ...] = ()
    raw: str = ""
    usage: tuple[int, int, int, int] = (0, 0, 0, 0)
    latency: float = 0.0
    recalled: tuple[RecalledFigure, ...] = ()
    valences: tuple[tuple[float, float], ...] = ()
    trust: bool = False
    page: str = ""
    notes: tuple[NoteFigure, ...] = ()
    without: frozenset[str] = frozenset()
    unselected: str = ""
    no_memories: str = ""
    relations_heading: str = ""
    no_relations: str = ""


@dataclass(frozen=True, slots=True)
class TimelineFigure:
    """The whole run on one line. `speakers[i]` indexes `members` (−1: the director).

    `breakpoints` and `bookmarks` are turns, `holds` all breakpoints in words; `branch_choices` are the other branches
    as (run id, title). `yours`: a story waits for its player.
    """

    members: tuple[MemberFigure, ...] = ()
    speakers: tuple[int, ...] = ()
    shown: int = 0
    planned: int = 0
    live: bool = True
    status: str = "ready"
    branch: str = "main"
    branches: int = 0
    breakpoints: tuple[int, ...] = ()
    holds: tuple[str, ...] = ()
    bookmarks: tuple[int, ...] = ()
    branch_choices: tuple[tuple[str, str], ...] = ()
    yours: bool = False


@dataclass(frozen=True, slots=True)
class RunFigure:
    """A run in the library.

    `kind` is what runs of its `mode` are called, where its title does not say it. `status` is ready, playing, paused,
    ended or broken; `depth` is its place in a tree of forks; `imported` from
    another program; `experiment` says of which experiment it is a run, and of which cell.
    """

    id: str
    title: str
    topic: str
    mode: str
    voice: str
    turns: int
    status: str
    date: str
    parent: str = ""
    parent_turn: int = 0
    depth: int = 0
    live: bool = False
    imported: bool = False
    experiment: str = ""
    kind: str = ""


@dataclass(frozen=True, slots=True)
class HitFigure:
    """A line found by the full-text search; `snippet` marks what matched with \\x01 and \\x02."""

    run: str
    title: str
    turn: int
    name: str
    snippet: str


@dataclass(frozen=True, slots=True)
class StatusFigure:
    """The toolbar and the status line. `budget` is "" or how far the nearest limit is ("812 of 5,000 tokens").

    `yours`: a story waits for what the player does.
    """

    title: str = ""
    topic: str = ""
    status: str = "ready"
    voice: str = ""
    provider: str = ""
    tokens: int = 0
    cost: float = 0.0
    message: str = ""
    waiting: str = ""
    budget: str = ""
    members: tuple[MemberFigure, ...] = ()
    yours: bool = False


@dataclass(frozen=True, slots=True)
class FormatFigure:
    """A roundtable format to choose; `members` and `turns` are inclusive ranges."""

    id: str
    name: str
    purpose: str
    members: tuple[int, int]
    turns: tuple[int, int]
    warmth: float
    topics: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class CastFigure:
    """A cast to choose; `own` where it is one of the user's files."""

    id: str
    name: str
    description: str
    language: str
    members: tuple[MemberFigure, ...]
    topics: tuple[str, ...] = ()
    own: bool = False


@dataclass(frozen=True, slots=True)
class VoiceFigure:
    """A voice to choose; `problem` says why it cannot be used now, `models` are (id, title).

    `spoken` are the languages of a model, where it does not speak all `languages` of the voice. `modelled`: a model may
    be named, `servers`: another server.
    """

    provider: str
    title: str
    detail: str
    problem: str = ""
    languages: tuple[str, ...] = ("en", "de")
    models: tuple[tuple[str, str], ...] = ()
    model: str = ""
    spoken: tuple[tuple[str, tuple[str, ...]], ...] = ()
    modelled: bool = False
    servers: bool = False

    def speaks(self, language: str, model: str = "") -> bool:
        """Whether it speaks a language, with this model."""
        return language in dict(self.spoken).get(model or self.model, self.languages)

    def fluent(self, language: str) -> str | None:
        """The model with which it speaks a language, its usual one first, "" where it has none; None: with none."""
        if self.problem:
            return None
        models = [self.model, *(model for model, _title in self.models if model != self.model)]
        return next((model for model in models if self.speaks(language, model)), None)
