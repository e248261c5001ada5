"""What members are told in a scene: the hour, the room, the others, their task; and what comes to their minds."""

from __future__ import annotations

from core.base.packaged import prompt
from core.engine.stage import Stage
from core.log.events.turn import Recalled
from core.modes.office.config import room_title
from core.modes.office.contributing import recall
from core.modes.office.state import OfficeState


def direction(stage: Stage, member: str, *, opens: bool = False, closes: bool = False) -> str:
    """The stage direction of the member's part in the scene under way."""
    state, config = stage.state, stage.config
    office = state[OfficeState]
    scene = office.here.started
    me = config.member(member)
    return prompt(
        "scenes_direction",
        config.language,
        scene=scene,
        me=me,
        room=room_title(config, scene.room),
        others=[state.name_of(other) for other in scene.members if other != member and config.has(other)],
        bystanders=[state.name_of(other) for other in scene.bystanders if config.has(other)],
        task=office.tasks.get(member, ""),
        character=me.character,
        host=scene.host == member,
        opens=opens,
        closes=closes,
        together=scene.exchange != "sequential",
        several=scene.exchange == "weave",
    )


def recalled(stage: Stage, member: str) -> tuple[Recalled, ...]:
    """The memories that come to the member's mind: about the topic and the people of the scene."""
    scene = stage.state[OfficeState].here
    others = [other for other in scene.started.members if other != member]
    names = [stage.state.name_of(other) for other in others[:6]]
    about = " ".join([scene.started.topic, stage.state[OfficeState].tasks.get(member, ""), *names])
    return recall(stage, member, about, others)
