"""What a run of scenes plays, as it stands in its log."""

from __future__ import annotations

from datetime import date
from itertools import pairwise
from typing import Annotated, Literal, Self

from pydantic import Field, field_validator, model_validator

from parley.core.base.clock import LAST_DAY
from parley.core.base.definition import Count, Definition, read_toml
from parley.core.base.packaged import get_path_of
from parley.core.base.sentences import Sentence
from parley.core.formats import Format
from parley.core.log.config import CarriedRecord, RunConfig
from parley.core.office.plan import Plan, intern_plan

Weekday = Literal["mon", "tue", "wed", "thu", "fri", "sat", "sun"]
Importance = Annotated[float, Field(ge=0, le=10)]
WEEKDAYS: tuple[Weekday, ...] = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")


class Weights(Definition):
    """What each ground for a scene counts; before, each is in 0 to 1, silence and pacing in −1 to 1."""

    proximity: float = Field(0.6, ge=0, le=10, description="How near they are, by walking distance.")
    threads: float = Field(1.2, ge=0, le=10, description="Open questions and promises between them.")
    relationship: float = Field(0.5, ge=0, le=10, description="How far from lukewarm they stand to each other.")
    silence: float = Field(0.9, ge=0, le=10, description="How long they have not met; less than 0 just after.")
    plans: float = Field(0.8, ge=0, le=10, description="Whether a plan of theirs names the other.")
    pacing: float = Field(1.0, ge=0, le=10, description="Whether the day needs a talk or quiet.")
    schedule: float = Field(1.5, ge=0, le=10, description="Whether the hour asks for such a scene.")
    jitter: float = Field(0.15, ge=0, le=10, description="Chance, so that no two days are alike.")


class Recall(Definition):
    """How memories come to mind: each score is in 0 to 1 and counts by its weight."""

    recency: float = Field(1.0, ge=0, le=10)
    relevance: float = Field(1.0, ge=0, le=10)
    importance: float = Field(1.0, ge=0, le=10)
    decay: float = Field(0.995, gt=0, le=1, description="What is left of recency after each hour of the office.")
    most: int = Field(5, ge=0, le=50, description="Memories that come to mind at a time.")


class Slot(Definition):
    """An hour of the day: the types that may happen, on which days, and where; the first type is asked for.

    `minutes` is the scene's length. What is `fixed` happens; of the others a voice may choose.
    """

    at: str = Field(pattern=r"^([01]\d|2[0-3]):[0-5]\d$")
    types: tuple[Literal["arrival", "encounter", "meeting", "work", "event", "reflection"], ...] = Field(min_length=1)
    kind: Literal["", "casual", "work", "meeting", "dnd"] = ""
    room: str = Field("", description="A room of the plan; empty: where it fits.")
    minutes: int = Field(20, ge=1, le=600)
    days: tuple[Weekday, ...] = ("mon", "tue", "wed", "thu", "fri")
    fixed: bool = False


class KindRules(Definition):
    """How scenes of a kind are played: their temperature, how many beats and lines, how long a line may be."""

    temperature: float = Field(ge=0, le=2)
    beats: int = Field(1, ge=1, le=10, description="How often all speak at once and are woven.")
    lines: tuple[Count, Count] = Field((2, 6), description="Lines of a weave.")
    cap: int = Field(200, ge=0, le=20_000)
    importance: tuple[Importance, Importance] = Field((2.0, 6.0), description="0 to 10, at few and at many grounds.")


class Agenda(Definition):
    """The day of an office and the rules of its game master."""

    id: str
    day: Format = Field(description="What a run of days is called and is for.")
    scene: Format = Field(description="What a run of one scene is called and is for.")
    threshold: float = Field(7.0, ge=0, le=10, description="From this importance on, an exchange is sequential.")
    exchanges: tuple[Count, Count] = Field((2, 4), description="Exchanges of a sequential talk between two.")
    meeting: tuple[Count, Count] = Field((6, 12), description="Turns of a meeting.")
    streak: int = Field(2, ge=1, le=20, description="Conversations in a row, at most.")
    reflects: int = Field(100, ge=1, le=1_000_000, description="Importance that has to come together for a reflection.")
    passing: float = Field(0.2, ge=0, le=1, description="Chance to be in the kitchen or hallway when others meet.")
    linger: float = Field(0.35, ge=0, le=1, description="Chance to stay in a room where one's scene has ended.")
    weights: Weights = Weights()
    casual: KindRules
    work: KindRules
    meetings: KindRules
    dnd: KindRules
    slots: tuple[Slot, ...] = Field(min_length=1)

    @model_validator(mode="after")
    def _check_order(self) -> Self:
        times = [slot.at for slot in self.slots]
        for earlier, later in pairwise(times):
            if later <= earlier:
                raise ValueError(
                    Sentence(
                        "the slot at {later} comes behind the one at {earlier}; put them in order",
                        later=later,
                        earlier=earlier,
                    )
                )
        return self

    def played_by(self, characters: int) -> Agenda:
        """Return the agenda of members of whom so many have a character: without two of them nobody plays D&D."""
        if characters > 1:
            return self
        slots = (slot.model_copy(update={"kind": "casual"}) if slot.kind == "dnd" else slot for slot in self.slots)
        return self.model_copy(update={"slots": tuple(slots)})

    def rules(self, kind: str) -> KindRules:
        """Return how scenes of `kind` are played."""
        rules: KindRules = self.meetings if kind == "meeting" else getattr(self, kind)  # `meeting` bounds its turns
        return rules


def load_agenda(name: str = "office") -> Agenda:
    """Return the agenda of that name. Raises `UnknownName`, `DefinitionError`."""
    return read_toml(get_path_of("agenda", "scenes", name), Agenda)


class SceneWish(Definition):
    """The one scene of a run that is no day; what is empty is for the game master to choose."""

    scene_type: Literal["arrival", "encounter", "meeting", "work", "event", "reflection"] = "encounter"
    kind: Literal["", "casual", "work", "meeting", "dnd"] = ""
    members: tuple[str, ...] = ()
    room: str = ""
    topic: str = ""
    exchange: Literal["", "weave", "sequential", "round"] = ""
    clock: str = Field("10:00", pattern=r"^([01]\d|2[0-3]):[0-5]\d$")


class OfficeConfig(Definition):
    """What a run of scenes plays: one `scene`, or `days` of the `agenda` from `first_day` (ISO 8601) on.

    `floor` is the plan itself, so that the log stands alone. `translate` is the language that lines are translated
    into (empty: none). With `autopilot` scenes follow each other, else the run stands after each. `notes` are
    sentences on what was made to fit (a member without a desk).
    """

    agenda: Agenda
    floor: Plan
    desks: dict[str, str] = Field({}, description="Everybody's own place, as room/seat.")
    first_day: str = "2026-01-08"  # a Thursday
    days: int = Field(1, ge=1, le=1_000)
    scene: SceneWish | None = None
    exchange: Literal["", "weave", "sequential"] = ""
    autopilot: bool = True
    translate: Literal["", "en", "de"] = ""
    topics: tuple[str, ...] = Field((), description="What scenes may be about.")
    recall: Recall = Recall()
    records: tuple[CarriedRecord, ...] = ()
    notes: tuple[str, ...] = ()

    def get_desk(self, member: str) -> tuple[str, str]:
        """Return somebody's own place, as room and seat; both empty for none."""
        room, _, seat = self.desks.get(member, "").partition("/")
        return room, seat

    @field_validator("floor")
    @classmethod
    def _intern_floor(cls, value: Plan) -> Plan:
        return intern_plan(value)  # every replay parses it again; walking distances are cached by plan

    @field_validator("first_day")
    @classmethod
    def _is_a_day(cls, value: str) -> str:
        if date.fromisoformat(value) > LAST_DAY:
            raise ValueError(Sentence("a run begins on {last_day} at the latest", last_day=LAST_DAY))
        return value


def get_room_title(config: RunConfig, room_id: str) -> str:
    """Return what a room of the office is called in the run's language; empty for one that there is not."""
    room = config[OfficeConfig].floor.by_id.get(room_id)
    return room.title(config.language) if room else ""


def select_present(config: RunConfig, asked_for: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of a scene's members who are in the run; none where fewer than two are left of them."""
    left = tuple(member for member in asked_for if config.has(member))
    return left if len(left) > 1 else ()  # empty: the game master chooses instead
