"""Who works on what from now, and what is done: as somebody named it apart, as a voice read it, else by rules."""

from __future__ import annotations

from collections.abc import Mapping

from parley.core.modes.office.events import Task
from parley.core.modes.office.memory.matters import changed_task, done, named_task, short_task
from parley.core.modes.office.memory.played import Played
from parley.core.modes.office.state import OfficeState


def tasks(played: Played, told: Mapping[str, str] | None = None) -> tuple[Task, ...]:
    """Return what each takes up in this scene, in the order of members; `told` is what a voice read of it.

    At arrival whoever names no task keeps the one that is not done. Later a task is another one only where somebody
    says so, or has none.
    """
    found: dict[str, str] = {}
    office = played.state[OfficeState]
    for member in played.members:
        apart = _find_separate_task(played, member)
        if apart:
            found[member] = apart
        elif (told or {}).get(member):
            found[member] = short_task((told or {})[member])
        elif task := _find_said_task(played, member):
            found[member] = task
    return tuple(Task(member=one, task=task) for one, task in found.items() if office.tasks.get(one) != task)


def finished(played: Played, told: Mapping[str, bool] | None = None) -> tuple[Task, ...]:
    """Return whose task is done as they say; `told` is what a voice says of whom."""
    office = played.state[OfficeState]
    found = []
    for member in played.members:
        task = office.tasks.get(member, "")
        if not task or office.finished.get(member) == task or played.scene.kind == "dnd":
            continue
        lines = [line.said for line in played.spoken if line.member == member]
        # Who has just come in has done nothing yet.
        came = played.scene.scene_type == "arrival"
        by_rules = not came and done(" ".join(lines), task, played.language, played.names)
        if (told or {}).get(member, by_rules):
            found.append(Task(member=member, task=task))
    return tuple(found)


def _find_separate_task(played: Played, member: str) -> str:
    """Return what a member named as their task on a line of its own."""
    scene = played.state[OfficeState].scene
    woven = scene.woven if scene is not None else ()
    return next((short_task(line.task) for line in woven if line.member == member and line.task), "")


def _find_said_task(played: Played, member: str) -> str:
    kind = played.scene.scene_type
    said = " ".join(line.said for line in played.spoken if line.member == member)
    if played.scene.kind == "dnd" or kind == "reflection":
        return ""
    if kind == "arrival" or (kind == "work" and not played.state[OfficeState].tasks.get(member)):
        return named_task(said, played.language, played.names)
    return changed_task(said, played.language, played.names)
