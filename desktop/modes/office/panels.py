"""What connects the logbook and the game master's choices with the run."""

from __future__ import annotations

from typing import Any

from parley.desktop.shell.panel import Panel


class OfficePanel(Panel):
    """Its `model` is what both docks show."""

    def attach_model(self) -> None:
        """Follow the run model."""
        from parley.desktop.modes.office.model import OfficeModel

        self.model = OfficeModel.of(self.run)
        self.model.changed.connect(self.refresh)
        super().attach_model()


class LogbookPanel(OfficePanel):
    """The logbook."""

    def connect_run(self, view: Any) -> None:
        """Turn to the pages that are asked for."""
        super().connect_run(view)
        view.page_wanted.connect(self.model.want_page)
        view.language_chosen.connect(self.model.set_language)

    def show_run(self, view: Any) -> None:
        """Show the page."""
        view.show_figure(self.model.logbook())


class GameMasterPanel(OfficePanel):
    """The game master's choices."""

    def show_run(self, view: Any) -> None:
        """Show the choice."""
        view.show_figure(self.model.game_master())
