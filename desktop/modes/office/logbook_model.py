"""The logbook's pages as figures; only the page that is shown is made."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QCoreApplication

from core.log.replay import Replay
from core.modes.office.config import OfficeConfig
from core.modes.office.events import SceneStarted
from core.modes.office.logbook.words import words
from core.modes.office.state import OfficeState
from desktop.modes.office.figures import LogbookFigure, LogDayFigure, LogEntryFigure
from desktop.modes.office.game_master_model import Choices, day_told, room_title
from desktop.modes.office.words import typed

if TYPE_CHECKING:
    # Imported when the first page is made: the window is painted sooner.
    from core.modes.office.logbook.page import Lang, ScenePage
    from core.modes.office.logbook.reading import Sources

    LogPage = ScenePage | LogDayFigure

translate = QCoreApplication.translate
LANGUAGES = {"de": "Deutsch", "en": "English"}


class Pages:
    """The logbook of one run. It keeps the list of pages and the page that was shown last."""

    def __init__(self, replay: Replay, choices: Choices) -> None:
        self._replay = replay
        self._choices = choices
        self._entries: list[LogEntryFigure] = []
        self._listed: tuple[int, int, bool, str] = (-1, 0, False, "")
        self._page: tuple[object, LogPage] | None = None
        self._sources: tuple[object, Sources] | None = None

    def figure(self, day: int, scene: int, shown: int, lang: str, language: str) -> LogbookFigure:
        """The logbook at a scene, or (scene 0) at a day; `language` is the interface's, `lang` the page's."""
        state = self._replay.live
        office = state.find(OfficeState)
        if state.config is None:
            return LogbookFigure()
        if office is None:
            return LogbookFigure(note=translate("Scene", "This run has no scenes, and so it has no logbook."))
        self._list(office, language)
        languages = self._languages()
        lang = lang if lang in dict(languages) else "original"
        count = office.scene_count
        page = None
        if 1 <= scene <= count:
            page = self._kept(("scene", scene, lang), lambda: self._scene_page(scene, lang))
        elif day or self._entries:
            number = day or self._entries[0].day
            page = self._kept(("day", number, lang), lambda: self._day_page(number, lang))
        note = "" if self._entries else translate("Scene", "Nothing has happened yet. Every scene gets a page here.")
        return LogbookFigure(tuple(self._entries), page, languages, lang, shown, note)

    # The list -----------------------------------------------------------------------------------------------------

    def _list(self, office: OfficeState, language: str) -> None:
        now = (len(office.scenes), office.day, office.scene is not None, language)
        if now == self._listed:
            return
        if language != self._listed[3]:
            self._entries = []
        under_way = office.scene.started if office.scene is not None else None
        known = sum(1 for entry in self._entries if entry.scene)
        # The newest may have been under way without a turn when it was listed.
        while self._entries and known and self._entries[-1].scene >= max(1, len(office.scenes)):
            self._entries.pop()
            known -= 1
        for number in range(known + 1, office.scene_count + 1):
            started = office.scenes[number - 1].started if number <= len(office.scenes) else under_way
            if started is not None:
                self._add(office, started, language)
        self._listed = now

    def _add(self, office: OfficeState, started: SceneStarted, language: str) -> None:
        if not self._entries or self._entries[-1].day != started.day:
            self._entries.append(LogEntryFigure(started.day, 0, day_told(started.day, office.date_of(started.day))))
        room = room_title(self._replay.live.setup[OfficeConfig].floor, started.room, language)
        what = typed(started.scene_type, started.kind)
        title = f"{started.scene} · {started.clock} {what}"
        detail = room if room.casefold() != what.casefold() else ""
        first = self._choices.first_turn(started.scene)
        self._entries.append(LogEntryFigure(started.day, started.scene, title, detail, started.scene_type, first))

    def _languages(self) -> tuple[tuple[str, str], ...]:
        state = self._replay.live
        if not state[OfficeState].translations:
            return ()
        own = state.setup.language
        other = "en" if own == "de" else "de"
        return (
            ("original", LANGUAGES[own]),
            (other, LANGUAGES[other]),
            ("both", translate("Scene", "Both")),
        )

    # Pages --------------------------------------------------------------------------------------------------------

    def _kept(self, what: tuple[str, int, str], make: Callable[[], LogPage]) -> LogPage:
        """The page, made anew only when something happened since that it tells of."""
        office = self._replay.live[OfficeState]
        over = what[0] == "day" or what[1] <= len(office.scenes)
        # Replies and choices of speakers, most of what comes, are on no page; lines are on that of their scene.
        key = (what, len(self._replay.between), 0 if over else len(self._replay.live.turns))
        if self._page is None or self._page[0] != key:
            self._page = (key, make())
        return self._page[1]

    def _scene_page(self, scene: int, lang: str) -> ScenePage:
        from core.modes.office.logbook.reading import Sources, scene_page

        ranked = self._choices.ranked(scene)
        # A line adds nothing to what pages are made from but itself, and that is in the state.
        key = (scene, lang, len(self._replay.between))
        if self._sources is None or self._sources[0] != key:
            source = Sources(self._replay.live, cast("Lang", lang), (ranked,) if ranked else ())
            self._sources = (key, source)
        return scene_page(self._sources[1], scene)

    def _day_page(self, day: int, lang: str) -> LogDayFigure:
        office = self._replay.live[OfficeState]
        labels = lang if lang in {"de", "en"} else self._replay.live.setup.language
        say = words(labels)
        past = next((each for each in office.past if each.day == day), None)
        told = {event.scene: event.summary for event in office.translations if event.language == lang}
        scenes = []
        for entry in self._entries:
            if entry.day == day and entry.scene:
                done = entry.scene <= len(office.scenes)
                summary = office.scenes[entry.scene - 1].ended.summary if done else say["under_way"]
                title = f"{entry.title} · {entry.detail}" if entry.detail else entry.title
                scenes.append((entry.scene, title, told.get(entry.scene) or summary))
        return LogDayFigure(
            day=day,
            language=labels,
            title=day_told(day, office.date_of(day)),
            summary=past.summary if past else "",
            scenes=tuple(scenes),
            notes=() if past else (say["not_over"],),
        )
