"""The rooms of the window: what can be taken out of the program, known here by a row each."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QSettings

from parley.core.base.registry import Registry
from parley.desktop.library.figures import RunFigure
from parley.desktop.run.model import RunModel
from parley.desktop.shell.files import FileCommands
from parley.desktop.shell.session import Session
from parley.desktop.shell.window import Window

if TYPE_CHECKING:
    from parley.desktop.shell.setup import Setup


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What a room is given of the window. `trigger` does an action by its id; `tell_conditions` is called when other
    actions can be used than before, `conditions` gives those that hold; `files` opens files; `runs` gives the runs of
    the library, `rooms` all rooms that there are."""

    window: Window
    model: RunModel
    session: Session
    setup: Setup
    store: QSettings
    trigger: Callable[[str], None]
    tell_conditions: Callable[[], None]
    conditions: Callable[[], frozenset[str]]
    files: FileCommands
    runs: Callable[[], Sequence[RunFigure]]
    rooms: Callable[[], Sequence[RoomCommands]]


class RoomCommands(QObject):
    """What a room adds to the window: its actions, and what it does while the window goes on.

    `slow` are modules that it needs later on, which are imported once a run is shown.
    """

    slow: tuple[str, ...] = ()

    def __init__(self, here: Surroundings) -> None:
        super().__init__(here.window)

    def map_actions(self) -> dict[str, Callable[[], None]]:
        """Return the room's actions: what is called, by the action's id."""
        return {}

    def map_intents(self) -> Mapping[str, Callable[[Any], object]]:
        """Return what the window's views ask the room for; what comes back is awaited where it can be."""
        return {}

    def get_conditions(self) -> frozenset[str]:
        """Return the conditions of the room's actions that hold now, with or without an open run."""
        return frozenset()

    def fits(self, path: Path) -> bool:
        """Tell whether a file that is brought in is this room's alone; the file may be read, also in a thread."""
        return False

    def take_in(self, files: Sequence[Path]) -> None:
        """Take in files that fit."""

    def connect_views(self) -> None:
        """Connect what the views ask for; called once, when all commands are there."""

    async def check_room(self) -> None:
        """Look whether a person has to be called; also while the window is minimized."""

    async def follow_home(self) -> None:
        """Read anew what is shown: another process has written to the data folder."""

    async def close(self) -> None:
        """End what is under way: the window closes."""


ROOMS: Registry[type[RoomCommands]] = Registry(
    "room",
    shipped={
        "experiments": "parley.desktop.experiments.room:ExperimentRoom",
        "importing": "parley.desktop.importing.commands:ImportCommands",
        "queue": "parley.desktop.queue.commands:QueueCommands",
        "schedule": "parley.desktop.schedule.commands:ScheduleCommands",
        "interview": "parley.desktop.interview.commands:InterviewCommands",
        "judges": "parley.desktop.judges.commands:JudgeCommands",
        "again": "parley.desktop.again.commands:AgainCommands",
        "guide": "parley.desktop.guide.commands:GuideCommands",
        "palette": "parley.desktop.palette.commands:PaletteCommands",
        "mending": "parley.desktop.mending.commands:MendCommands",
        "tour": "parley.desktop.tour.commands:TourCommands",
        "tools": "parley.desktop.tools.commands:ToolCommands",
        "models": "parley.desktop.models.commands:ModelCommands",
    },
)
"""The commands of all rooms by name."""
