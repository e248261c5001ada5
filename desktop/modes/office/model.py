"""What the logbook and the game master's dock show of the open run, and which page or choice somebody turned to."""

from __future__ import annotations

from PySide6.QtCore import QObject, Signal

from desktop.modes.office.figures import GameMasterFigure, LogbookFigure
from desktop.modes.office.game_master_model import Choices, scene_at
from desktop.modes.office.logbook_model import Pages
from desktop.run.model import RunModel


class OfficeModel(QObject):
    """Follows the run model: it shows the scene of the shown turn, unless somebody turned to another since.

    Signals: `changed()` when another page, choice or language is shown.
    """

    changed = Signal()

    def __init__(self, run: RunModel) -> None:
        super().__init__(run)
        self._run = run
        self._choices = Choices(run.replay)
        self._pages = Pages(run.replay, self._choices)
        self._wanted: tuple[int, int, int] | None = None
        self._language = "original"
        # At once, or a long run would be kept until one of its docks is looked at.
        run.opened.connect(self._follow)

    @classmethod
    def of(cls, run: RunModel) -> OfficeModel:
        """The one that follows this run model: the logbook and the game master show the same scene."""
        found = run.findChild(cls)
        return found if isinstance(found, cls) else cls(run)

    def want_page(self, day: int, scene: int) -> None:
        """Turn to a scene, or (scene 0) to a day's own page; all views go to the scene's first turn."""
        self._follow()
        turn = self._choices.first_turn(scene) if scene else 0
        if turn:
            self._run.show(turn)
        self._wanted = (day, scene, self._run.shown)
        self.changed.emit()

    def want_scene(self, scene: int) -> None:
        """Turn to a scene."""
        if scene > 0:
            self.want_page(0, scene)

    def set_language(self, language: str) -> None:
        """Show the logbook in "original", "de", "en" or "both"."""
        if language != self._language:
            self._language = language
            self.changed.emit()

    @property
    def language(self) -> str:
        """The logbook's language as it was chosen."""
        return self._language

    def game_master(self) -> GameMasterFigure:
        """Why the shown scene."""
        self._follow()
        members = {member.id: member for member in self._run.members()}
        return self._choices.figure(self._place()[1] or self._shown_scene(), members, self._run.language)

    def logbook(self) -> LogbookFigure:
        """The logbook at the shown scene."""
        self._follow()
        day, scene = self._place()
        return self._pages.figure(day, scene, self._run.shown, self._language, self._run.language)

    def _follow(self) -> None:
        if self._choices.replay is not self._run.replay:
            self._choices = Choices(self._run.replay)
            self._pages = Pages(self._run.replay, self._choices)
            self._wanted = None

    def _place(self) -> tuple[int, int]:
        """The day and the scene that are shown; scene 0: the day's own page."""
        if self._wanted is not None and self._wanted[2] != self._run.shown:
            # The timeline was moved, or somebody spoke: everything shows the same moment again.
            self._wanted = None
        if self._wanted is not None:
            return self._wanted[0], self._wanted[1]
        return 0, self._shown_scene()

    def _shown_scene(self) -> int:
        return scene_at(self._run.state) if self._run.loaded else 0
