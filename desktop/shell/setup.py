"""What is asked in dialogs before and beside a run: settings, new runs, changes of the open one, the first page."""

from __future__ import annotations

from parley.core.studio.studio import Studio
from parley.desktop.changes.commands import ChangeCommands
from parley.desktop.first_run.commands import FirstRunCommands
from parley.desktop.new_run.commands import NewRunCommands
from parley.desktop.settings.commands import SettingsCommands
from parley.desktop.shell.session import Session, Tell
from parley.desktop.shell.window import Window


class Setup:
    """The commands behind those dialogs."""

    def __init__(self, studio: Studio, session: Session, tell: Tell, window: Window) -> None:
        self.settings = SettingsCommands(studio, session, tell, window)
        self.runs = NewRunCommands(studio, session, tell, window)
        self.runs.apply = self.settings.save_settings
        self.changes = ChangeCommands(studio, session, window)
        self.first_run = FirstRunCommands(studio, session, tell, window, self.settings)
