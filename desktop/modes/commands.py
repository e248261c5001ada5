"""What the menu of a mode calls, and what its panels ask for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from parley.desktop.bridge import Batch
from parley.desktop.run.model import RunModel
from parley.desktop.shell.session import Session
from parley.desktop.shell.window import Window

if TYPE_CHECKING:
    from parley.desktop.library.commands import LibraryCommands
    from parley.desktop.shell.setup import Setup


class ModeCommands(QObject):
    """The commands of one mode. They are there while another mode's run is open too, which fulfils no condition."""

    def __init__(
        self, window: Window, model: RunModel, session: Session, library: LibraryCommands, setup: Setup
    ) -> None:
        super().__init__()
        self._window = window
        self._model = model
        self._session = session
        self._library = library
        self._setup = setup

    def map_actions(self) -> dict[str, Callable[[], None]]:
        """Map each action id to its callback."""
        return {}

    def connect_views(self) -> None:
        """Connect the requests of the mode's own docks."""

    def get_conditions(self) -> dict[str, bool]:
        """Return the conditions of the mode's menu: which of them hold."""
        return {}

    def follow(self) -> None:
        """Show what the open run is at now."""

    def on_happened(self, batch: Batch) -> None:
        """Tell what nobody would see otherwise."""

    def calls_person(self) -> bool:
        """Return whether a person has to act before the run can go on; the window then tells them."""
        return False
