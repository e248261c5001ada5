"""What a run of scenes plays, as it stands in its log."""

from __future__ import annotations

from datetime import date
from typing import Literal

from pydantic import Field, field_validator

from parley.core.base.clock import LAST_DAY
from parley.core.base.definition import Definition
from parley.core.base.sentences import Sentence
from parley.core.log.config import CarriedRecord, RunConfig
from parley.core.modes.office.agenda import Agenda, Recall
from parley.core.office.plan import Plan, interned


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

    def desk(self, member: str) -> tuple[str, str]:
        """Somebody's own place, as room and seat; both empty for none."""
        room, _, seat = self.desks.get(member, "").partition("/")
        return room, seat

    @field_validator("floor")
    @classmethod
    def _known(cls, value: Plan) -> Plan:
        return interned(value)

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


def present(config: RunConfig, asked_for: tuple[str, ...]) -> tuple[str, ...]:
    """Return those of a scene's members who are in the run; none where fewer than two are left of them."""
    left = tuple(member for member in asked_for if config.has(member))
    return left if len(left) > 1 else ()
