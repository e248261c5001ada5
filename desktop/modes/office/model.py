"""What the logbook and the game master's dock show of the open run, and which page or choice somebody turned to."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QCoreApplication, QObject, Signal

from core.base.labels import words
from core.modes.office.config import OfficeConfig
from core.modes.office.state import OfficeState
from desktop.modes.office.figures import GameMasterFigure, LogbookFigure, LogDayFigure, LogEntryFigure
from desktop.modes.office.game_master_model import Choices, day_told, room_title, scene_at
from desktop.modes.office.words import typed
from desktop.run.model import RunModel

if TYPE_CHECKING:
    # Imported when the first page is made: the window is painted sooner.
    from core.modes.office.logbook.page import Lang, ScenePage
    from core.modes.office.logbook.reading import Sources

    LogPage = ScenePage | LogDayFigure

translate = QCoreApplication.translate
LANGUAGES = {"de": "Deutsch", "en": "English"}


class OfficeModel(QObject):
    """Follows the run model: it shows the scene of the shown turn, unless somebody turned to another since.

    It keeps the list of pages and the page that was shown last; only the page that is shown is made. Attributes:
    `language`, the logbook's as it was chosen. Signals: `changed()` when another page, choice or language is shown.
    """

    changed = Signal()

    def __init__(self, run: RunModel) -> None:
        super().__init__(run)
        self._run = run
        self.language = "original"
        self._begin()
        # At once, or a long run would be kept until one of its docks is looked at.
        run.opened.connect(self._follow)

    @classmethod
    def of(cls, run: RunModel) -> OfficeModel:
        """The one that follows this run model: the logbook and the game master show the same scene."""
        found = run.findChild(cls)
        return found if isinstance(found, cls) else cls(run)

    def _begin(self) -> None:
        self._choices = Choices(self._run.replay)
        self._wanted: tuple[int, int, int] | None = None
        self._entries: tuple[LogEntryFigure, ...] = ()
        self._listed: tuple[object, ...] = ()
        self._page: tuple[object, LogPage] | None = None
        self._sources: tuple[object, Sources] | None = None

    def _follow(self) -> None:
        if self._choices.replay is not self._run.replay:
            self._begin()

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
        if language != self.language:
            self.language = language
            self.changed.emit()

    def game_master(self) -> GameMasterFigure:
        """Why the shown scene."""
        self._follow()
        members = {member.id: member for member in self._run.members()}
        return self._choices.figure(self._place()[1] or self._shown_scene(), members, self._run.language)

    def logbook(self) -> LogbookFigure:
        """The logbook at the shown scene, or (scene 0) at a day."""
        self._follow()
        day, scene = self._place()
        state = self._run.replay.live
        office = state.find(OfficeState)
        if state.config is None:
            return LogbookFigure()
        if office is None:
            return LogbookFigure(note=translate("Scene", "This run has no scenes, and so it has no logbook."))
        self._list(office, self._run.language)
        languages = self._languages()
        lang = self.language if self.language in dict(languages) else "original"
        page = None
        if 1 <= scene <= office.scene_count:
            page = self._kept(("scene", scene, lang), lambda: self._scene_page(scene, lang))
        elif day or self._entries:
            number = day or self._entries[0].day
            page = self._kept(("day", number, lang), lambda: self._day_page(number, lang))
        note = "" if self._entries else translate("Scene", "Nothing has happened yet. Every scene gets a page here.")
        return LogbookFigure(self._entries, page, languages, lang, self._run.shown, note)

    def _place(self) -> tuple[int, int]:
        """The day and the scene that are shown; scene 0: the day's own page."""
        if self._wanted is not None and self._wanted[2] != self._run.shown:
            # The timeline was moved, or somebody spoke: everything shows the same moment again.
            self._wanted = None
        return self._wanted[:2] if self._wanted is not None else (0, self._shown_scene())

    def _shown_scene(self) -> int:
        return scene_at(self._run.state) if self._run.loaded else 0

    # The list of pages --------------------------------------------------------------------------------------------

    def _list(self, office: OfficeState, language: str) -> None:
        now = (len(office.scenes), office.day, office.scene is not None, language)
        if now == self._listed:
            return
        self._listed = now
        floor = self._run.replay.live.setup[OfficeConfig].floor
        found: list[LogEntryFigure] = []
        for scene in (*office.scenes, *([office.scene] if office.scene else ())):
            started = scene.started
            if not found or found[-1].day != started.day:
                found.append(LogEntryFigure(started.day, 0, day_told(started.day, office.date_of(started.day))))
            room, what = room_title(floor, started.room, language), typed(started.scene_type, started.kind)
            detail = room if room.casefold() != what.casefold() else ""
            title = f"{started.scene} · {started.clock} {what}"
            found.append(LogEntryFigure(started.day, started.scene, title, detail, started.scene_type))
        self._entries = tuple(found)

    def _languages(self) -> tuple[tuple[str, str], ...]:
        state = self._run.replay.live
        if not state[OfficeState].translations:
            return ()
        own = state.setup.language
        other = "en" if own == "de" else "de"
        both = translate("Scene", "Both")
        return ("original", LANGUAGES[own]), (other, LANGUAGES[other]), ("both", both)

    # Pages --------------------------------------------------------------------------------------------------------

    def _kept(self, what: tuple[str, int, str], make: Callable[[], LogPage]) -> LogPage:
        """The page, made anew only when something happened since that it tells of."""
        replay = self._run.replay
        over = what[0] == "day" or what[1] <= len(replay.live[OfficeState].scenes)
        # Replies and choices of speakers, most of what comes, are on no page; lines are on that of their scene.
        key = (what, len(replay.between), 0 if over else len(replay.live.turns))
        if self._page is None or self._page[0] != key:
            self._page = (key, make())
        return self._page[1]

    def _scene_page(self, scene: int, lang: str) -> ScenePage:
        from core.modes.office.logbook.reading import Sources, scene_page

        ranked = self._choices.ranked(scene)
        # A line adds nothing to what pages are made from but itself, and that is in the state.
        key = (scene, lang, len(self._run.replay.between))
        if self._sources is None or self._sources[0] != key:
            source = Sources(self._run.replay.live, cast("Lang", lang), (ranked,) if ranked else ())
            self._sources = (key, source)
        return scene_page(self._sources[1], scene)

    def _day_page(self, day: int, lang: str) -> LogDayFigure:
        office = self._run.replay.live[OfficeState]
        labels = lang if lang in {"de", "en"} else self._run.replay.live.setup.language
        say = words("logbook", labels)
        past = next((each for each in office.past if each.day == day), None)
        told = {event.scene: event.summary for event in office.translations if event.language == lang}
        scenes = []
        for entry in self._entries:
            if entry.day == day and entry.scene:
                done = entry.scene <= len(office.scenes)
                summary = office.scenes[entry.scene - 1].ended.summary if done else say["under_way"]
                scenes.append((entry.scene, entry.told, told.get(entry.scene) or summary))
        return LogDayFigure(
            day=day,
            language=labels,
            title=day_told(day, office.date_of(day)),
            summary=past.summary if past else "",
            scenes=tuple(scenes),
            notes=() if past else (say["not_over"],),
        )
