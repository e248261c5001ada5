"""Who works on what from now, and what is done: as somebody named it apart, else as a voice read it."""

from __future__ import annotations

from collections.abc import Mapping

from parley.core.base.line import capped
from parley.core.modes.office.events import Task
from parley.core.modes.office.memory.played import Played
from parley.core.modes.office.state import OfficeState

TASK = 160
"""Characters of a task."""


def tasks(played: Played, told: Mapping[str, str] | None = None) -> tuple[Task, ...]:
    """Return what each takes up in this scene, in the order of members: what they named on a line of its own, else what
    a voice read of it (`told`). Whoever names none keeps the one that is not done.
    """
    office = played.state[OfficeState]
    woven = office.scene.woven if office.scene is not None else ()
    named = dict(told or {}) | {line.member: line.task for line in reversed(woven) if line.task}
    found = {member: _shorten(named[member]) for member in played.members if named.get(member)}
    return tuple(Task(member=one, task=task) for one, task in found.items() if office.tasks.get(one) != task)


def finished(played: Played, told: Mapping[str, bool]) -> tuple[Task, ...]:
    """Return whose task is done, as a voice tells it of members."""
    office = played.state[OfficeState]
    open_tasks = {one: task for one in played.members if (task := office.tasks.get(one)) and one not in office.finished}
    return tuple(Task(member=one, task=task) for one, task in open_tasks.items() if told.get(one))


def _shorten(text: str) -> str:
    """Return a task on one line, without the dot behind it."""
    return capped(" ".join(text.split()), TASK).rstrip(". ")
