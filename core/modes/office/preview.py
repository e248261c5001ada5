"""The system prompt that a member of a cast would be given, before anything is played."""

from __future__ import annotations

from core.cast.cast import Cast
from core.log.config import RunConfig
from core.modes.office import agenda
from core.modes.office.config import OfficeConfig
from core.office.plan import Plan
from core.office.proximity import assign_desks
from core.perspective.perspective import system_prompt


def preview(cast: Cast, member: str, floor: Plan) -> str:
    """What `member` is told at the start of a day in the office. Raises `KeyError` for a stranger."""
    config = day_of(cast, floor)
    return system_prompt(config, config.member(member))


def day_of(cast: Cast, floor: Plan) -> RunConfig:
    """A day of the whole cast with nothing carried over, and where pairs stand left out: no prompt tells that."""
    rules = agenda.load()
    members = cast.coloured()
    places, _others = assign_desks(floor, {member.id: member.desk for member in members})
    return RunConfig(
        id="preview",
        mode="scenes",
        cast_id=cast.id,
        cast_name=cast.name,
        members=members,
        format=rules.day,
        topic="",
        title=rules.day.name.text(cast.language),
        plan=cast.plan,
        language=cast.language,
        seed=0,
        turns=0,
        cap=rules.day.cap,
        warmth=rules.day.warmth,
        scenes=OfficeConfig(agenda=rules, floor=floor, desks=places),
    )
