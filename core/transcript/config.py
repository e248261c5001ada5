"""What a run is made of, written whole into its first event so that the log stands alone."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import date
from functools import cached_property
from typing import Any, Literal

from pydantic import Field, field_validator

from core.agenda import Agenda, Recall
from core.cast.letters import letters
from core.cast.member import Member, VoiceSpec
from core.definition import Count, Definition, Share
from core.duologue.awareness import Awareness
from core.duologue.topology import Router
from core.formats import Format
from core.office.plan import Plan
from core.sentences import Sentence
from core.story.setting import Setting
from core.transcript.line import Called

Mode = Literal["roundtable", "scenes", "story", "dialogue", "duologue"]
Policy = Literal["affinity", "addressed", "round_robin", "random", "moderator", "manual"]
POLICIES: tuple[Policy, ...] = ("affinity", "addressed", "round_robin", "random", "moderator", "manual")

DIRECTOR_NAME = {"en": "Director", "de": "Regie"}
"""What members are told that the director is called, by language."""

LAST_DAY = date(9900, 12, 31)
"""The latest first day of a run: calendars end with the year 9999, and a run has its days after this one."""


MOST_CONTEXT = 1 << 53
"""Tokens of history that can be asked for: far more than there are."""


class Limits(Definition):
    """Where a run ends by itself. 0 means no limit."""

    turns: int = Field(0, ge=0, le=1_000_000)
    tokens: int = Field(0, ge=0, le=MOST_CONTEXT)
    cost: float = Field(0.0, ge=0.0, le=1e9, description="US dollars.")
    seconds: float = Field(0.0, ge=0.0, le=1e12, description="Time of playing; pauses do not count.")


class CarriedAffinity(Definition):
    """Where a pair stands when the run begins."""

    a: str
    b: str
    affinity: Share


class CarriedMemory(Definition):
    """What a member remembers of earlier runs."""

    member: str
    kind: str
    text: str
    confidence: Share
    run: str = ""


class CarriedRecord(Definition):
    """A memory of earlier days in the office; fields as in `events.MemoryRecord`."""

    member: str
    type: Literal["observation", "reflection", "plan", "artifact", "conversation"]
    text: str
    importance: int = Field(1, ge=1, le=10)
    moment: str = ""
    tags: tuple[str, ...] = ()
    about: tuple[str, ...] = ()
    depth: Count = 0
    open: Literal["", "question", "promise"] = ""
    run: str = ""


class SceneWish(Definition):
    """The one scene of a run that is no day; what is empty is for the game master to choose."""

    scene_type: Literal["arrival", "encounter", "meeting", "work", "event", "reflection"] = "encounter"
    kind: Literal["", "casual", "work", "meeting", "dnd"] = ""
    members: tuple[str, ...] = ()
    room: str = ""
    topic: str = ""
    exchange: Literal["", "weave", "sequential", "round"] = ""
    clock: str = Field("10:00", pattern=r"^([01]\d|2[0-3]):[0-5]\d$")


class Scenes(Definition):
    """What a run of scenes plays: one `scene`, or `days` of the `agenda` from `first_day` (ISO 8601) on.

    `floor` is the plan itself, so that the log stands alone. `translate` is the language that lines are translated
    into (empty: none). With `autopilot` scenes follow each other, else the run stands after each. `notes` are
    sentences on what was made to fit (a member without a desk).
    """

    agenda: Agenda
    floor: Plan
    desks: dict[str, str] = Field({}, description="Everybody's own place, as room/seat.")
    first_day: str = "2026-01-08"
    days: int = Field(1, ge=1, le=1_000)
    scene: SceneWish | None = None
    exchange: Literal["", "weave", "sequential"] = ""
    autopilot: bool = True
    translate: Literal["", "en", "de"] = ""
    topics: tuple[str, ...] = Field((), description="What scenes may be about.")
    recall: Recall = Recall()
    records: tuple[CarriedRecord, ...] = ()
    notes: tuple[str, ...] = ()

    @field_validator("first_day")
    @classmethod
    def _is_a_day(cls, value: str) -> str:
        if date.fromisoformat(value) > LAST_DAY:
            raise ValueError(Sentence("a run begins on {last_day} at the latest", last_day=LAST_DAY))
        return value


class Story(Definition):
    """What a story plays: the `setting` itself, so that the log stands alone.

    The player is interviewed, or begins as `concept`. `partner` is whom a dialogue begins with. `script` are the
    player's lines, taken one by one; with `autoplay` the player takes a seeded choice where nobody else says what they
    do. `length` is when the epilogue comes, in turns of the player; `context` bounds what an agent is sent, in tokens
    (0: as much as its voice takes).
    """

    setting: Setting
    concept: str = ""
    player: str = Field("", max_length=80, description="What the player is called, where nobody is interviewed.")
    partner: str = ""
    script: tuple[str, ...] = ()
    autoplay: bool = False
    length: int = Field(50, ge=1, le=10_000)
    context: int = Field(0, ge=0, le=MOST_CONTEXT)


def _names(member: Member) -> tuple[str, ...]:
    return (member.name, member.character.name) if member.character else (member.name,)


class Side(Definition):
    """What one side of a duologue is told: its awareness, and `system`, a prompt of its own behind that."""

    awareness: Awareness
    system: str = ""


class Stop(Definition):
    """Where a duologue stops or pauses: at a convergence of at least `threshold` in [0, 1], from turn `after` on."""

    threshold: float = Field(ge=0, le=1)
    calculator: Literal["classic", "parley"] = "parley"
    profile: Literal["balanced", "structural", "semantic", "strict"] = "balanced"
    action: Literal["stop", "pause"] = "stop"
    after: int = Field(4, ge=1, le=10_000_000)


class Duologue(Definition):
    """What a duologue plays: what all are sent first, the topology, and each side by its member's id.

    `choose_names`: each says first what they want to be called. `context` bounds what a side is sent, in tokens (0: as
    much as its voice takes); `when_full` says whether what is cut off then is only dropped, or summed up first by the
    side's own voice.
    """

    opening: str
    router: Router = Router()
    sides: dict[str, Side] = {}
    choose_names: bool = False
    stop: Stop | None = None
    context: int = Field(0, ge=0, le=MOST_CONTEXT)
    when_full: Literal["drop", "summarise"] = "drop"


class RunConfig(Definition):
    """The whole configuration of a run. `turns` is the number drawn (or asked for), not a range; 0: as it comes.

    `scenes` is there in the mode of that name, `story` in a story and a dialogue, `duologue` in a
    duologue, and each in no other.
    """

    id: str
    mode: Mode = "roundtable"
    cast_id: str
    cast_name: str = ""
    members: tuple[Member, ...]
    format: Format
    topic: str
    title: str = ""
    place: str = Field("", description="The room's id on the plan.")
    place_name: str = ""
    plan: str = "studio"
    language: Literal["en", "de"] = "en"
    seed: int = Field(ge=-(2**63), lt=2**63)
    turns: Count
    policy: Policy = "affinity"
    voice: VoiceSpec = VoiceSpec()
    cap: int = Field(120, ge=-1, le=1_000_000)
    warmth: float = Field(0.6, ge=0, le=2)
    limits: Limits = Limits()
    affinities: tuple[CarriedAffinity, ...] = ()
    memories: tuple[CarriedMemory, ...] = ()
    scenes: Scenes | None = None
    story: Story | None = None
    duologue: Duologue | None = None
    imported: str = Field("", description="The program and the file that this run was imported from.")
    simulated: bool = Field(False, description="The clock was simulated: the log can be compared byte for byte.")

    @property
    def office(self) -> Scenes:
        """What a run of scenes plays. Raises `ValueError` in another mode."""
        if self.scenes is None:
            raise ValueError("this is no run of scenes")
        return self.scenes

    @property
    def tale(self) -> Story:
        """What a story plays. Raises `ValueError` in another mode."""
        if self.story is None:
            raise ValueError("this is no story")
        return self.story

    @property
    def talk(self) -> Duologue:
        """What a duologue plays. Raises `ValueError` in another mode."""
        if self.duologue is None:
            raise ValueError("this is no duologue")
        return self.duologue

    def joined(self, member: Member) -> RunConfig:
        """The same with another member, or with one of that id as they are now."""
        others = [each for each in self.members if each.id != member.id]
        place = next((i for i, each in enumerate(self.members) if each.id == member.id), len(others))
        return self.model_copy(update={"members": (*others[:place], member, *others[place:])})

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> RunConfig:
        """A copy with other values; it looks up anew who its members are."""
        copy = super().model_copy(update=update, deep=deep)
        for looked_up in ("_by_id", "letters", "names", "called"):
            copy.__dict__.pop(looked_up, None)
        return copy

    def room_title(self, room_id: str) -> str:
        """What a room of the office is called in the run's language; empty for one that there is not."""
        room = self.office.floor.by_id.get(room_id)
        return room.title(self.language) if room else ""

    def member(self, member_id: str) -> Member:
        """The member with that id. Raises `KeyError`."""
        return self._by_id[member_id]

    def has(self, member_id: str) -> bool:
        """Whether there is a member with that id."""
        return member_id in self._by_id

    @cached_property
    def letters(self) -> dict[str, str]:
        """What stands on each member's mark, by id: never the same for two."""
        return letters(self.members)

    @cached_property
    def names(self) -> dict[str, str]:
        """What each member is called, by id, in their order."""
        return {member.id: member.name for member in self.members}

    @cached_property
    def called(self) -> dict[str, Called]:
        """The names that a voice may put before a line, by the id of whom it speaks for."""
        director = DIRECTOR_NAME[self.language]
        found: dict[str, Called] = {}
        for me in self.members:
            own = _names(me)
            others = (name for each in self.members if each.id != me.id for name in _names(each))
            found[me.id] = Called(own, tuple(name for name in dict.fromkeys((*others, director)) if name not in own))
        return found

    @cached_property
    def _by_id(self) -> dict[str, Member]:
        return {member.id: member for member in self.members}

    def present(self, asked_for: tuple[str, ...]) -> tuple[str, ...]:
        """Those of a scene's members who are in the run; none where fewer than two are left of them."""
        left = tuple(member for member in asked_for if self.has(member))
        return left if len(left) > 1 else ()

    def rehearsed(self) -> bool:
        """Whether every voice that may speak is the rehearsal: only then may the clock be simulated."""
        spoken = [self.voice, *(member.voice for member in self.members if member.voice)]
        return all(spec.provider == "rehearsal" for spec in spoken)

    def as_json(self) -> dict[str, Any]:
        """As it stands in the log: without what is default."""
        return self.model_dump(mode="json", exclude_defaults=True)
