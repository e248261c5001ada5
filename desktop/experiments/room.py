"""Experiments as a room of the window; what they need is imported after a run is shown, or when they are asked for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from parley.desktop.shell.rooms import RoomCommands, Surroundings

if TYPE_CHECKING:
    from parley.desktop.experiments.commands import ExperimentCommands


class ExperimentRoom(RoomCommands):
    """The actions of experiments, and specs that are opened or dropped."""

    slow = ("parley.desktop.experiments.commands",)

    def __init__(self, here: Surroundings) -> None:
        super().__init__(here)
        self._here = here

    @cached_property
    def desk(self) -> ExperimentCommands:
        """The commands, made when they are first needed."""
        from parley.desktop.experiments.commands import ExperimentCommands

        here = self._here
        return ExperimentCommands(here.window, here.session, here.store, here.files.ask)

    def map_actions(self) -> dict[str, Callable[[], None]]:
        """Map each action id to its callback."""
        # Lambdas: `self.desk` is made when the first of them is called.
        return {
            "experiments": lambda: self.desk.open(),  # noqa: PLW0108
            "new_experiment": lambda: self.desk.begin_new(),  # noqa: PLW0108
            "open_experiment": lambda: self.desk.specs.ask(),  # noqa: PLW0108
        }

    def fits(self, path: Path) -> bool:
        """Tell whether a file is the spec of an experiment."""
        from parley.desktop.experiments.spec_commands import is_experiment

        return path.suffix.lower() == ".toml" and is_experiment(path)

    def take_in(self, files: Sequence[Path]) -> None:
        """Take specs in."""
        self.desk.specs.start(files)

    async def follow_home(self) -> None:
        """Read the list anew where it is seen."""
        if "desk" in vars(self) and self.desk.frame is not None and self.desk.frame.isVisible():
            await self.desk.refresh()

    async def close(self) -> None:
        """Pause what runs, and take the page away."""
        if "desk" in vars(self):  # a cached property: asking for it would make it
            await self.desk.close()
