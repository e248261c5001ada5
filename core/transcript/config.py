"""What a run is made of, written whole into its first event so that the log stands alone."""

from __future__ import annotations

from typing import Any, Literal

from pydantic import Field

from core.cast.member import Member, VoiceSpec
from core.definition import Definition
from core.formats import Format

Mode = Literal["roundtable"]
Policy = Literal["affinity", "addressed", "round_robin", "random", "moderator", "manual"]
POLICIES: tuple[Policy, ...] = ("affinity", "addressed", "round_robin", "random", "moderator", "manual")


class Limits(Definition):
    """Where a run ends by itself. 0 means no limit."""

    turns: int = Field(0, ge=0, le=1_000_000)
    tokens: int = Field(0, ge=0)
    cost: float = Field(0.0, ge=0.0, description="US dollars.")
    seconds: float = Field(0.0, ge=0.0, description="Time of playing; pauses do not count.")


class CarriedAffinity(Definition):
    """Where a pair stands when the run begins."""

    a: str
    b: str
    affinity: float


class CarriedMemory(Definition):
    """What a member remembers of earlier runs."""

    member: str
    kind: str
    text: str
    confidence: float
    run: str = ""


class RunConfig(Definition):
    """The whole configuration of a run. `turns` is the number drawn (or asked for), not a range."""

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
    seed: int
    turns: int
    policy: Policy = "affinity"
    voice: VoiceSpec = VoiceSpec()
    cap: int = 120
    warmth: float = 0.6
    limits: Limits = Limits()
    affinities: tuple[CarriedAffinity, ...] = ()
    memories: tuple[CarriedMemory, ...] = ()
    simulated: bool = Field(False, description="The clock was simulated: the log can be compared byte for byte.")

    def member(self, member_id: str) -> Member:
        """The member with that id. Raises `KeyError`."""
        for member in self.members:
            if member.id == member_id:
                return member
        raise KeyError(member_id)

    def rehearsed(self) -> bool:
        """Whether every voice that may speak is the rehearsal: only then may the clock be simulated."""
        spoken = [self.voice, *(member.voice for member in self.members if member.voice)]
        return all(spec.provider == "rehearsal" for spec in spoken)

    def as_json(self) -> dict[str, Any]:
        """As it stands in the log: without what is default."""
        return self.model_dump(mode="json", exclude_defaults=True)
