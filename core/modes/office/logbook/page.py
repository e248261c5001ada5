"""What stands in a logbook: plain data, one page a scene, whoever draws it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from parley.core.cast.colours import get_tones

Lang = Literal["original", "de", "en", "both"]
LANGS: tuple[Lang, ...] = ("original", "de", "en", "both")


@dataclass(frozen=True, slots=True)
class Prose:
    """A text in `language`; `under` is what stands beneath it in the other one, or "".

    `missing`: it should be in another language, but there is no translation.
    """

    text: str
    language: str
    under: str = ""
    under_language: str = ""
    missing: bool = False


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody of the cast. `colour` is a palette name or #hex; `light` and `dark` are it on light and on dark paper.

    `character` is whom they play at the D&D table; it is empty in every other scene.
    """

    id: str
    name: str
    initial: str
    colour: str
    role: str = ""
    character: str = ""
    portrait: str = ""

    @property
    def light(self) -> str:
        """The colour on light paper, as #rrggbb."""
        return get_tones(self.colour)[0]

    @property
    def dark(self) -> str:
        """The colour on dark paper, as #rrggbb."""
        return get_tones(self.colour)[1]


@dataclass(frozen=True, slots=True)
class Standing:
    """Where somebody was during the scene, in plan units. `part`: in the scene, beside it, or elsewhere."""

    person: Person
    x: float
    y: float
    part: Literal["member", "bystander", "away"]


@dataclass(frozen=True, slots=True)
class Option:
    """A scene that could have been: `terms` are what spoke for it, label and weighted value, the strongest first."""

    title: str
    why: str
    score: float
    chosen: bool
    terms: tuple[tuple[str, float], ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """Why it was this scene: `method` in words, the game master's `reason`, and the best candidates."""

    method: str
    reason: str
    options: tuple[Option, ...]


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line of the dialogue. `acts` is what the person does meanwhile. `key`: it is the scene's key moment."""

    turn: int
    person: Person
    text: Prose
    thoughts: tuple[Prose, ...] = ()
    acts: tuple[Prose, ...] = ()
    key: bool = False


@dataclass(frozen=True, slots=True)
class Feedback:
    """What the director said: before turn `turn`, to all or whispered to the `to` (names)."""

    turn: int
    text: str
    to: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class MoodChange:
    """How somebody felt before and after the scene; empty where nothing is known."""

    person: Person
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class Kept:
    """A memory that the scene made. `type` and `open` (an open question, a promise, or "") are in words."""

    person: Person
    type: str
    importance: int
    text: str
    open: str = ""


@dataclass(frozen=True, slots=True)
class Turned:
    """What the scene did between two: `one` feels warmer, as before or cooler toward `other`."""

    one: Person
    other: Person
    valence: Literal["positive", "neutral", "negative"]
    word: str
    reason: str = ""


@dataclass(frozen=True, slots=True)
class ScenePage:
    """One scene. `seq` and `ended_seq` (−1 while it is under way) are its events', `first` to `last` its turns.

    `room` is empty where everybody stayed at their desks; `place` says so in words. `notes` are sentences on what is
    missing or different. Labels and words are in the logbook's `language`.
    """

    number: int
    day: int
    seq: int
    ended_seq: int
    first: int
    last: int
    language: str
    type: str
    type_name: str
    kind: str
    kind_name: str
    begins: str
    ends: str
    room: str
    place: str
    members: tuple[Person, ...]
    bystanders: tuple[Person, ...]
    topic: str
    choice: Choice | None
    exchange: str
    exchange_name: str
    exchange_reason: str
    importance: float  # 0 to 10, of the scene; a memory's is 1 to 10
    summary: Prose
    mood: str
    lines: tuple[Spoken, ...]
    moods: tuple[MoodChange, ...]
    feedback: tuple[Feedback, ...]
    memories: tuple[Kept, ...]
    shifts: tuple[Turned, ...]
    tasks: tuple[tuple[Person, str], ...]
    notes: tuple[str, ...]
    places: tuple[Standing, ...]

    @property
    def over(self) -> bool:
        """Whether it has ended."""
        return self.ended_seq >= 0

    @property
    def time(self) -> str:
        """From when to when."""
        return f"{self.begins}–{self.ends}" if self.ends and self.ends != self.begins else self.begins

    @property
    def heading(self) -> str:
        """What it is and where, in words; a meeting in a room of that name is not said twice."""
        return self.type_name if self.place == self.type_name else f"{self.type_name}, {self.place}"

    @property
    def shared(self) -> tuple[tuple[tuple[Kept, ...], Kept], ...]:
        """The memories, those that several have in the same words together: all of them, and the first."""
        groups: dict[tuple[str, int, str], list[Kept]] = {}
        for kept in self.memories:
            groups.setdefault((kept.type, kept.importance, kept.text), []).append(kept)  # bystanders share a text
        return tuple((tuple(group), group[0]) for group in groups.values())

    @property
    def key(self) -> Spoken | None:
        """The line that is its key moment."""
        return next((line for line in self.lines if line.key), None)


@dataclass(frozen=True, slots=True)
class DayPage:
    """A day. `weekday` and `when` are the date in words, `date` is ISO 8601; `summary` is empty until it is over."""

    day: int
    date: str
    weekday: str
    when: str
    summary: str
    over: bool
    scenes: tuple[ScenePage, ...]


@dataclass(frozen=True, slots=True)
class Logbook:
    """A run of scenes as a book. `language` is that of the labels, `original` that of the lines."""

    title: str
    lang: Lang
    language: str
    original: str
    cast: tuple[Person, ...]
    days: tuple[DayPage, ...]
    voices: str
    scripted: bool
    notes: tuple[str, ...]

    @property
    def scenes(self) -> tuple[ScenePage, ...]:
        """All scenes, in order."""
        return tuple(scene for day in self.days for scene in day.scenes)
