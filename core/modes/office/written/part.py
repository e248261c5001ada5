"""What the rehearsal voice says in an office: what is written, and for the rest what the rules know of the scene."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import zip_longest
from random import Random

from parley.core.cast.world import Told
from parley.core.formats import listed
from parley.core.log.events.turn import Author
from parley.core.modes.office.events import SceneStarted
from parley.core.modes.office.state import ALONE
from parley.core.modes.office.words import word
from parley.core.modes.office.written.scripts import come_to, drawn, get_matter_of, lines_of
from parley.core.perspective.perspective import Block
from parley.core.voices.base import Request
from parley.core.voices.rehearsal.part import Answer, RehearsalPart, Words

TASK = {"en": "Task", "de": "Aufgabe"}
"""What stands before the task that is named apart."""


class OfficePart(RehearsalPart):
    """What is written for the scenes of an office."""

    def line(self, request: Request, random: Random) -> Words | None:
        """Return the written words of a turn, or of a part of a beat; a part that nobody wrote is told."""
        scene, config = request.scene, request.perspective.config
        if not isinstance(scene, SceneStarted):
            return None
        text = (
            _find_solitary_sentence(request, scene) if scene.scene_type in ALONE else _find_next_spoken(request, scene)
        )
        if text:
            return Words(text, (), Author(kind="writer", name=config.cast_id))
        return Words(_describe_member_action(request, scene)) if request.beat else None

    def answer(self, request: Request, random: Random) -> Answer | None:
        """Return the weave of a written day: what everybody says, in turn."""
        return _answer_weave(request) if request.purpose == "weave" else None


PART = OfficePart()


def _answer_weave(request: Request) -> Answer:
    """Return the members' own lines in turn, beginning with the host or the first."""
    assert isinstance(request.scene, SceneStarted)
    host, said = request.scene.host, dict[str, list[str]]()
    for piece in request.material:
        said.setdefault(piece.member, []).append(piece.id)
    speakers = sorted(said, key=lambda member: member != host)
    order = [line for row in zip_longest(*(said[one] for one in speakers)) for line in row if line]
    by = {line: member for member, lines in said.items() for line in lines}
    # Nobody twice in a row where that can be had by a swap.
    for at in range(1, len(order) - 1):
        if by[order[at]] == by[order[at - 1]] != by[order[at + 1]]:
            order[at], order[at + 1] = order[at + 1], order[at]
    return {"order": order}


def _find_next_spoken(request: Request, scene: SceneStarted) -> str:
    """Return the line that is next, or where all speak at once all of one's lines, one below the other."""
    view = request.perspective
    me, lines = view.me.id, lines_of(view.config, scene, request.beat)
    if request.move is not None and request.move.injected:
        return ""
    if request.beat:
        return "\n".join(line.says for line in lines if line.by == me)
    at = come_to(
        lines,
        [(me if block.role == "assistant" else block.speaker, block.said) for block in _collect_scene_blocks(request)],
    )
    return lines[at].says if at is not None and at < len(lines) and lines[at].by == me else ""


def _collect_scene_blocks(request: Request) -> list[Block]:
    """Return what was said in the scene: behind what tells of its opening, which nobody says."""
    found: list[Block] = []
    for block in reversed(request.perspective.witnessed()):
        if block.role == "user" and not block.speaker and not block.name:
            break
        found.append(block)
    return found[::-1]


def _find_solitary_sentence(request: Request, scene: SceneStarted) -> str:
    """Return what one means to do, has done, or thinks in the evening: the next such sentence about what one works on,
    from one on that the seed draws. What is done goes forward, and begins early enough for two before the last of it.
    """
    view = request.perspective
    matter = view.config.lived_in.matters[get_matter_of(view.config, view.me.id, scene.day)]
    told = {"arrival": matter.plan, "work": matter.done, "reflection": matter.look}[scene.scene_type]
    among = max(len(told) - 2, 1) if scene.scene_type == "work" else len(told)
    first = drawn(view.config, view.me.id, scene.scene_type, among)
    told = told[first:] + told[:first]
    said = {block.said for block in view.witnessed() if block.role == "assistant"}
    text = _find_unsaid_text(told, view.config.language, said)
    task = f"{TASK[view.config.language]}: {matter.task.text(view.config.language)}"
    return f"{text}\n{task}" if text and scene.scene_type == "arrival" else text


def _find_unsaid_text(told: Iterable[Told], language: str, said: set[str]) -> str:
    return next((text for each in told if (text := each.text(language)) not in said), "")


def _describe_member_action(request: Request, scene: SceneStarted) -> str:
    """Return what the member does in a part of a beat that nobody wrote, as a stage direction."""
    view = request.perspective
    config, me = view.config, view.me
    others = [config.names[one] for one in scene.members if one != me.id and config.has(one)]
    which = "dnd" if scene.kind == "dnd" else scene.scene_type
    matter = config.lived_in.matters[get_matter_of(config, me.id, scene.day)]
    told = word(
        config, f"staged_{which}_topic" if scene.topic and which == "encounter" else f"staged_{which}",
        who=me.name, others=listed(others, config.language), topic=scene.topic,
        task=matter.task.text(config.language), character=me.character.name if me.character else me.name,
    )  # fmt: skip
    return f"({told})"
