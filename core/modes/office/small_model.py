"""A day in the office on a very small model: a scene is told by its type, and nothing is shown but it."""

from __future__ import annotations

import re
from collections.abc import Sequence

from parley.core.modes.office.config import room_title
from parley.core.modes.office.rehearsal.slots import scene_of
from parley.core.perspective.perspective import Block, whispered_since
from parley.core.voices.base import Request
from parley.core.voices.embedded.part import SmallModelPart
from parley.core.voices.embedded.screenplay import words

_TASK = re.compile(r"^([^:\n]{1,60}): [^“„\n]{1,60}[“„]([^\n]{1,160}?)[”“](?: \([^()\n]*\))?[.,]", re.MULTILINE)
"""What a direction says that somebody is working on, with their name before it."""


class OfficePart(SmallModelPart):
    """What is remembered is left out of a direction: a small model would recite it."""

    day = True

    def direction(self, request: Request) -> str:
        if not request.direction or request.scene is None:
            return ""
        scene = scene_of(request)
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
        return scene_of(request).topic if request.scene is not None else request.perspective.config.topic

    def shown(self, request: Request) -> Sequence[Block]:
        blocks = request.perspective.witnessed()
        if request.scene is None:
            return blocks
        notes = (at for at in range(len(blocks) - 1, -1, -1) if not blocks[at].speaker and not blocks[at].name)
        begun = next(notes, 0)
        here, language = blocks[begun:], request.perspective.config.language
        spoken = any(block.role == "assistant" for block in here)
        # What was whispered in an earlier scene waits for the next in which they speak.
        return here if spoken else [*whispered_since(blocks[:begun], language), *here]


PART = OfficePart()
