"""Scenes of an office's day: why they were chosen, who is in them, what was woven, what they left behind."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from parley.core.log.events.base import Count, Day, Event, EventPart, Message, Place, Points, Term, Turn
from parley.core.log.events.distilled import Drift, MemoryRecord
from parley.core.log.events.turn import CameToMind, Recalled

SceneType = Literal["arrival", "encounter", "meeting", "work", "event", "reflection"]
SceneKind = Literal["casual", "work", "meeting", "dnd"]
Exchange = Literal["weave", "sequential", "round"]
_HOUR = "([01][0-9]|2[0-3]):[0-5][0-9]"  # \d would match other scripts' digits, but hours are compared as text
Hour = Annotated[str, msgspec.Meta(pattern=f"^{_HOUR}$")]
Valence = Literal["positive", "neutral", "negative"]


class Task(EventPart, frozen=True, kw_only=True):
    """What `member` works on from now."""

    member: str
    task: str


class DayStarted(Event, frozen=True, kw_only=True, tag="day.started"):
    """The office opens: the `day`th of the run, `date` as ISO 8601 (it need not be the real one).

    `drifts` are what the night before did: affinities go a little of their way home.
    """

    day: Day
    date: str
    drifts: tuple[Drift, ...] = ()


class DayEnded(Event, frozen=True, kw_only=True, tag="day.ended"):
    """The office closes; `summary` is what the logbook says of the day. Of the tasks some are `done`, others `left` for
    the next day."""

    sentence_field = "note"

    day: Day
    summary: str
    done: tuple[Task, ...] = ()
    left: tuple[Task, ...] = ()
    note: str = ""
    message: Message | None = None


class SceneTerms(EventPart, frozen=True, kw_only=True):
    """What speaks for a candidate scene, each term already weighted; the score is their sum."""

    proximity: Term = 0.0
    threads: Term = 0.0
    relationship: Term = 0.0
    silence: Term = 0.0
    plans: Term = 0.0
    pacing: Term = 0.0
    schedule: Term = 0.0
    jitter: Term = 0.0

    @property
    def score(self) -> float:
        """Their sum."""
        return (
            self.proximity + self.threads + self.relationship + self.silence
            + self.plans + self.pacing + self.schedule + self.jitter
        )  # fmt: skip


class SceneCandidate(EventPart, frozen=True, kw_only=True):
    """A scene that could be next. `why` names the strongest grounds in words; `thread` is the memory of the question or
    promise that it would take up."""

    scene_type: SceneType
    kind: SceneKind
    room: str
    members: tuple[str, ...]
    topic: str = ""
    terms: SceneTerms = SceneTerms()
    why: str = ""
    message: Message | None = None
    thread: str = ""


class SceneRanked(Event, frozen=True, kw_only=True, tag="scene.ranked"):
    """The game master's choice for `clock` ("10:20"): the best candidates, best first, and which one was taken.

    `method`: "rank" the first was taken, "voice" a voice chose, "schedule" the day demands it, "director" it was asked
    for, "event" what was put in brought it about. `slot` is that of the agenda, from 0 among the day's; −1: none.
    """

    sentence_field = "reason"

    scene: Count
    clock: Hour
    candidates: tuple[SceneCandidate, ...]
    chosen: Place
    method: Literal["rank", "voice", "schedule", "director", "event"]
    reason: str
    message: Message | None = None
    slot: Place = -1

    @property
    def taken(self) -> SceneCandidate | None:
        """The candidate that was taken; None where a damaged log names none of them."""
        return self.candidates[self.chosen] if 0 <= self.chosen < len(self.candidates) else None


class Planned(EventPart, frozen=True, kw_only=True):
    """A scene that is to be or not to be: its `place` among the candidates or the day's slots, its hour (empty: next)
    and its type."""

    place: Place
    clock: Annotated[str, msgspec.Meta(pattern=f"^({_HOUR})?$")]
    scene_type: SceneType


class DayReplanned(Event, frozen=True, kw_only=True, tag="day.replanned"):
    """What the director put in (`text`) changes the day: of the ranked `candidates` some `came`, in the order in which
    they are to be; of the agenda some are `gone`; `tasks` are others. `method` is "voice" or "rules"."""

    sentence_field = "reason"

    day: Day
    text: str
    candidates: tuple[SceneCandidate, ...]
    came: tuple[Planned, ...] = ()
    gone: tuple[Planned, ...] = ()
    tasks: tuple[Task, ...] = ()
    method: Literal["voice", "rules"] = "rules"
    reason: str = ""
    message: Message | None = None

    @property
    def coming(self) -> list[tuple[SceneCandidate, Planned]]:
        """The scenes that came; those of a log by hand that are not among the candidates are left out."""
        found = dict(enumerate(self.candidates))
        return [(found[each.place], each) for each in self.came if each.place in found]


class Placed(EventPart, frozen=True, kw_only=True):
    """Where somebody goes: a room and, where they sit, a seat of it."""

    member: str
    room: str
    seat: str = ""


class SceneStarted(Event, frozen=True, kw_only=True, tag="scene.started"):
    """A scene opens. `scene` counts from 1 through the run; `importance` is in 0 to 10.

    `room` is empty where everybody stays at their own place. `members` take part and hear each other; `bystanders` are
    in the same room and do not; `host` opens and leads. `places` are all who change theirs.
    `exchange` with its `reason`: "weave" all speak at once and the lines are woven, "sequential" one after the other,
    "round" each once and alone. `minutes` is how long it lasts in the office. `thread` is the memory of the open
    question or promise (`owed`) that brought it about, and `owes` the member whose it is; `cause` is what the director
    put in, where that did. `visits` is
    of earlier programs: how often such a scene had been before. `written` names what is written for it, where no model
    speaks.
    """

    sentence_field = "reason"

    scene: Count
    day: Day
    clock: Hour
    scene_type: SceneType
    kind: SceneKind
    room: str
    members: tuple[str, ...]
    bystanders: tuple[str, ...] = ()
    topic: str = ""
    importance: Term = 0.0
    exchange: Exchange = "weave"
    reason: str = ""
    message: Message | None = None
    minutes: Points = 15
    places: tuple[Placed, ...] = ()
    host: str = ""
    thread: str = ""
    owes: str = ""
    owed: Literal["", "question", "promise"] = ""
    visits: Count = 0
    written: str = ""
    cause: str = ""


class ContributionAsked(Event, frozen=True, kw_only=True, tag="contribution.asked"):
    """`member` is asked for their part of a beat, at the same time as the others and without hearing them."""

    asks = "contribution"

    scene: Count
    beat: Count
    turn: Turn
    member: str
    direction: str = ""
    recalled: tuple[Recalled, ...] = ()
    lore: tuple[CameToMind, ...] = ()
    attempt: Count = 0


class WovenLine(EventPart, frozen=True, kw_only=True):
    """One line of a weave: the member's own words, in the game master's order.

    `does` is what the member does meanwhile ("pours coffee"), and may stand without words; `task` what they said apart
    from it that they work on from now.
    """

    member: str
    says: str
    thinks: str = ""
    does: str = ""
    task: str = ""


class WeaveRejected(Event, frozen=True, kw_only=True, tag="weave.rejected"):
    """The game master's weave could not be used; `reason` is a sentence."""

    sentence_field = "reason"

    scene: Count
    beat: Count
    reason: str
    message: Message | None = None


class SceneWoven(Event, frozen=True, kw_only=True, tag="scene.woven"):
    """The lines of a beat, to be said turn by turn. `method` "rules": the deterministic weave, why is in `note`."""

    sentence_field = "note"

    scene: Count
    beat: Count
    lines: tuple[WovenLine, ...]
    method: Literal["voice", "rules"] = "rules"
    note: str = ""
    message: Message | None = None


class Shift(EventPart, frozen=True, kw_only=True):
    """What the scene did to `member`'s feeling toward `other`."""

    member: str
    other: str
    valence: Valence
    reason: str = ""


class Mood(EventPart, frozen=True, kw_only=True):
    """How `member` feels after the scene, in a word or two."""

    member: str
    mood: str


class Settled(EventPart, frozen=True, kw_only=True):
    """An open question or promise (the id of its memory) that those two took up; `turn` is where, 0 where not known."""

    memory: str
    how: Literal["answered", "kept", "broken"]
    turn: Turn = 0


class SceneEnded(Event, frozen=True, kw_only=True, tag="scene.ended"):
    """A scene closes and leaves things behind, in one event so that it happens wholly or not at all.

    `key_turn` is its key moment (0: none). `mood` is that of the whole scene. `done` are tasks that somebody said are
    done. `method` is "voice" or, with the reason in `note`, "rules".
    """

    sentence_field = "note"

    scene: Count
    clock: Hour
    reason: Literal["done", "skipped", "director", "limit"] = "done"
    summary: str = ""
    mood: str = ""
    key_turn: Turn = 0
    memories: tuple[MemoryRecord, ...] = ()
    shifts: tuple[Shift, ...] = ()
    drifts: tuple[Drift, ...] = ()
    moods: tuple[Mood, ...] = ()
    tasks: tuple[Task, ...] = ()
    done: tuple[Task, ...] = ()
    settled: tuple[Settled, ...] = ()
    method: Literal["voice", "rules"] = "rules"
    note: str = ""
    message: Message | None = None


class MemberReflected(Event, frozen=True, kw_only=True, tag="member.reflected"):
    """So much came together (`accumulated` importance) that the member drew insights from it."""

    sentence_field = "note"

    member: str
    accumulated: Count
    insights: tuple[MemoryRecord, ...]
    method: Literal["voice", "rules"] = "voice"
    note: str = ""
    message: Message | None = None


class Translated(EventPart, frozen=True, kw_only=True):
    """A turn in another language; `text` is empty where it could not be translated."""

    turn: Turn
    text: str
    thoughts: tuple[str, ...] = ()
    acts: tuple[str, ...] = ()


class SceneTranslated(Event, frozen=True, kw_only=True, tag="scene.translated"):
    """A scene's lines and summary in another language, made once. `note` says what could not be translated and why."""

    sentence_field = "note"

    scene: Count
    language: str
    lines: tuple[Translated, ...] = ()
    summary: str = ""
    note: str = ""
    message: Message | None = None


class SceneRequested(Event, frozen=True, kw_only=True, tag="scene.requested"):
    """The director wants this scene next; what is empty is for the game master to choose."""

    scene_type: SceneType
    kind: SceneKind | Literal[""] = ""
    members: tuple[str, ...] = ()
    room: str = ""
    topic: str = ""
    exchange: Exchange | Literal[""] = ""

    def get_deed(self) -> tuple[str, tuple[str, ...], str]:
        """Return that a scene was called, with whom and about what."""
        return "called", self.members, self.topic


class SceneSkipped(Event, frozen=True, kw_only=True, tag="scene.skipped"):
    """The director cut the scene short: it ends with what was said. One that has not begun does not take place."""

    scene: Count

    def get_deed(self) -> tuple[str, tuple[str, ...], str]:
        """Return that a scene was cut short."""
        return "cut", (), ""


class DayClosed(Event, frozen=True, kw_only=True, tag="day.closed"):
    """The director sent everybody home: no further scene this day."""

    day: Day

    def get_deed(self) -> tuple[str, tuple[str, ...], str]:
        """Return that a day was ended."""
        return "closed", (), ""
