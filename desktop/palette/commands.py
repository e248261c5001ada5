"""The palette's place in the window: one key opens it over all actions and runs."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from parley.desktop.shell.rooms import RoomCommands, Surroundings

if TYPE_CHECKING:
    # Imported when it is asked for: the window is painted sooner.
    from parley.desktop.palette.view.view import Palette


class PaletteCommands(RoomCommands):
    """Attribute: `box`, the palette, None until it is first opened."""

    slow = ("parley.desktop.palette.view.view",)

    def __init__(self, here: Surroundings) -> None:
        super().__init__(here)
        self._here = here
        self.box: Palette | None = None

    def map_actions(self) -> dict[str, Callable[[], None]]:
        """Map each action id to its callback."""
        return {"palette": self.open}

    def open(self) -> None:
        """Open the palette with all actions, as they can be used now, and all runs."""
        from parley.desktop.palette.view.view import Palette, action_entries, run_entries

        window, session = self._here.window, self._here.session
        if self.box is None:
            self.box = Palette(window)
            self.box.action_chosen.connect(self._here.trigger)
            self.box.run_chosen.connect(lambda run: session.start_task(session.open(run)))
        actions = action_entries(window.actions_by_id, self._here.conditions())
        self.box.open_with((*actions, *run_entries(self._here.runs())))
