"""What is asked in dialogs before and beside a run: settings, new runs, changes of the open one, the first page."""

from __future__ import annotations

from core.studio.studio import Studio
from desktop.changes.commands import ChangeCommands
from desktop.first_run.commands import FirstRunCommands
from desktop.new_run.commands import NewRunCommands
from desktop.settings.commands import SettingsCommands
from desktop.shell.session import Session, Tell
from desktop.shell.window import Window


class Setup:
    """The commands behind those dialogs."""

    def __init__(self, studio: Studio, session: Session, tell: Tell, window: Window) -> None:
        self.settings = SettingsCommands(studio, session, tell, window)
        self.runs = NewRunCommands(studio, session, tell, window)
        self.changes = ChangeCommands(studio, session, window)
        self.first_run = FirstRunCommands(studio, session, tell, window, self.settings)
