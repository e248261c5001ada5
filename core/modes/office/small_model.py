"""A day in the office on a very small model: a scene is told by its type, and nothing is shown but it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from parley.core.modes.office.config import room_title
from parley.core.modes.office.events import SceneStarted
from parley.core.perspective.perspective import Block
from parley.core.voices.base import Request
from parley.core.voices.embedded.part import SmallModelPart
from parley.core.voices.embedded.screenplay import words

_TASK = re.compile(r"^([^:\n]{1,60}): [^“„\n]{1,60}[“„]([^\n]{1,160}?)[”“](?: \([^()\n]*\))?[.,]", re.MULTILINE)
"""What a direction says that somebody is working on, with their name before it."""


class OfficePart(SmallModelPart):
    """What is remembered is left out of a direction: a small model would recite it."""

    day = True

    def direction(self, request: Request) -> str:
        if not request.direction or not isinstance(request.scene, SceneStarted):
            return ""
        scene = request.scene
        config, me = request.perspective.config, request.perspective.me
        said = words(config.language)
        names = {member.id: member.name for member in config.members}
        others = [names[one] for one in scene.members if one != me.id and one in names]
        kind: str = scene.scene_type if scene.kind != "dnd" else "master" if scene.host == me.id else "dnd"
        if kind == "encounter" and scene.kind == "work":
            kind = "visit"
        pattern: str = said["office"][kind]
        told = pattern.format(
            name=me.name,
            others=f" {said['and']} ".join(others[:3]),
            room=room_title(config, scene.room),
            topic=scene.topic or said["anything"],
            character=me.character.name if me.character else me.name,
        )
        busy = _TASK.findall(request.direction) if kind == "encounter" else []
        return " ".join([told, *(said["office"]["busy"].format(name=name, task=task) for name, task in busy)])

    def subject(self, request: Request) -> str:
        scene = request.scene
        return scene.topic if isinstance(scene, SceneStarted) else request.perspective.config.topic

    def shown(self, request: Request) -> Sequence[Block]:
        blocks = request.perspective.witnessed()
        if request.scene is None:
            return blocks
        notes = (at for at in range(len(blocks) - 1, -1, -1) if not blocks[at].speaker and not blocks[at].name)
        return blocks[next(notes, 0) :]


PART = OfficePart()
