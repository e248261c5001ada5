"""OfficeConfig made by hand, line by line, for whoever looks at what a scene leaves behind."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal

from parley.core.base.clock import REHEARSAL_EPOCH
from parley.core.cast.member import Character, Member
from parley.core.log.config import CarriedAffinity, RunConfig
from parley.core.log.events.distilled import MemoryRecord
from parley.core.log.events.run import RunContinued, RunStarted
from parley.core.log.events.turn import TurnEnded
from parley.core.log.fold import apply
from parley.core.log.state import DIRECTOR, State
from parley.core.modes.office.config import OfficeConfig, load_agenda
from parley.core.modes.office.events import DayStarted, SceneEnded, SceneStarted, SceneType
from parley.core.modes.office.state import OfficeState
from parley.core.office.plan import load_plan

AT = REHEARSAL_EPOCH
Lang = Literal["en", "de"]

PEOPLE = {"ada": "Ada", "ben": "Ben", "cleo": "Cleo", "dov": "Dov"}


def office(lang: Lang = "de", affinities: Mapping[tuple[str, str], float] | None = None) -> State:
    """Four people in the studio on a Thursday morning; pairs get on as `affinities` say, the others at 0.5."""
    agenda = load_agenda()
    members = tuple(
        Member(
            id=one, name=name, role="", desk="tech", character=Character(name=f"Sir {name}") if one != "ada" else None
        )
        for one, name in PEOPLE.items()
    )
    config = RunConfig(
        id="hand-made",
        mode="scenes",
        cast_id="four",
        members=members,
        format=agenda.day,
        topic="",
        language=lang,
        seed=3,
        turns=0,
        affinities=tuple(CarriedAffinity(a=a, b=b, affinity=value) for (a, b), value in (affinities or {}).items()),
        scenes=OfficeConfig(agenda=agenda, floor=load_plan("studio"), desks=dict.fromkeys(PEOPLE, "tech/1")),
        simulated=True,
    )
    state = State()
    apply(state, RunStarted(at=AT, config=config.as_json()))
    apply(state, RunContinued(at=AT))
    apply(state, DayStarted(at=AT, day=1, date="2026-01-08"))
    return state


def play(
    state: State,
    scene_type: SceneType,
    lines: Sequence[tuple[str, str]],
    *,
    members: Sequence[str] = ("ada", "ben"),
    **values: Any,
) -> State:
    """Begin a scene and say its lines, (member, text); a text's part after `|` is a thought."""
    office = state[OfficeState]
    usual = {"kind": "casual", "room": "kitchen", "clock": "10:20", "minutes": 15, "importance": 3.0}
    begun = {"scene": office.next_scene, "day": office.day, "members": tuple(members), **usual, **values}
    apply(state, SceneStarted(at=AT, scene_type=scene_type, **begun))
    for member, text in lines:
        said, _, thought = text.partition("|")
        apply(
            state,
            TurnEnded(
                at=AT,
                turn=state.next_turn,
                member=member,
                text=said.strip(),
                thoughts=(thought.strip(),) if thought else (),
                author="director" if member == DIRECTOR else "voice",
                heard_by=(member,) if scene_type == "reflection" else tuple(members),
            ),
        )
    return state


def end(state: State, ended: SceneEnded) -> State:
    """Close the scene."""
    apply(state, ended)
    return state


def of(records: Sequence[MemoryRecord], member: str) -> list[MemoryRecord]:
    """The records of one member."""
    return [record for record in records if record.member == member]
