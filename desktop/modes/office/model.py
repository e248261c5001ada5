"""What the logbook and the game master's dock show of the open run, and which page or choice somebody turned to."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QCoreApplication, QDate, QLocale, QObject, Signal

from parley.core.base.labels import words
from parley.core.log.codec import get_text_of
from parley.core.log.events.base import sentence_of
from parley.core.log.replay import Replay
from parley.core.log.state import State
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.events import SceneCandidate, SceneRanked, SceneStarted
from parley.core.modes.office.state import OfficeState
from parley.core.office.plan import Plan
from parley.desktop.modes.office.figures import (
    TERMS,
    CandidateFigure,
    GameMasterFigure,
    LogbookFigure,
    LogDayFigure,
    LogEntryFigure,
)
from parley.desktop.modes.office.words import exchange_word, format_type, get_room_title
from parley.desktop.run.figures import MemberFigure
from parley.desktop.run.model import RunModel
from parley.desktop.widgets.language import get_name, said
from parley.desktop.widgets.plain import format_place

if TYPE_CHECKING:
    # Imported when the first page is made: the window is painted sooner.
    from parley.core.modes.office.logbook.page import Lang, ScenePage
    from parley.core.modes.office.logbook.reading import Sources

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
        self._reset_state()
        # At once, or a long run would be kept until one of its docks is looked at.
        run.opened.connect(self._sync_replay)

    @classmethod
    def of(cls, run: RunModel) -> OfficeModel:
        """Return the one that follows this run model: the logbook and the game master show the same scene."""
        found = run.findChild(cls)
        return found if isinstance(found, cls) else cls(run)

    def _reset_state(self) -> None:
        self._choices = Choices(self._run.replay)
        self._wanted: tuple[int, int, int] | None = None
        self._entries: tuple[LogEntryFigure, ...] = ()
        self._listed: tuple[object, ...] = ()
        self._page: tuple[object, LogPage] | None = None
        self._sources: tuple[object, Sources] | None = None

    def _sync_replay(self) -> None:
        if self._choices.replay is not self._run.replay:
            self._reset_state()

    def want_page(self, day: int, scene: int) -> None:
        """Turn to a scene, or (scene 0) to a day's own page; all views go to the scene's first turn."""
        self._sync_replay()
        turn = self._choices.first_turn(scene) if scene else 0  # a scene without words changes no other view
        if turn:
            self._run.show(turn)
        self._wanted = (day, scene, self._run.shown)  # with the turn: it holds until another is shown
        self.changed.emit()

    def set_language(self, language: str) -> None:
        """Show the logbook in "original", "de", "en" or "both"."""
        if language != self.language:
            self.language = language
            self.changed.emit()

    def game_master(self) -> GameMasterFigure:
        """Return why the shown scene was chosen."""
        self._sync_replay()
        members = {member.id: member for member in self._run.members()}
        return self._choices.figure(self._sync_place()[1] or self._find_shown_scene(), members, self._run.language)

    def logbook(self) -> LogbookFigure:
        """Return the logbook at the shown scene, or (scene 0) at a day."""
        self._sync_replay()
        day, scene = self._sync_place()
        state = self._run.replay.live
        office = state.find(OfficeState)
        if state.config is None:
            return LogbookFigure()
        if office is None:
            return LogbookFigure(note=translate("Scene", "This run has no scenes, and so it has no logbook."))
        self._list(office, self._run.language)
        languages = self._list_languages()
        lang = self.language if self.language in dict(languages) else "original"
        page = None
        if 1 <= scene <= office.scene_count:
            page = self._kept(("scene", scene, lang), lambda: self._build_scene_page(scene, lang))
        elif day or self._entries:
            number = day or self._entries[0].day  # before the first scene its day
            page = self._kept(("day", number, lang), lambda: self._build_day_page(number, lang))
        note = "" if self._entries else translate("Scene", "Nothing has happened yet. Every scene gets a page here.")
        return LogbookFigure(self._entries, page, languages, lang, self._run.shown, note)

    def _sync_place(self) -> tuple[int, int]:
        """Return the day (0: the scene's) and the scene that are shown; scene 0: the day's own page."""
        if self._wanted is not None and self._wanted[2] != self._run.shown:
            # The timeline was moved, or somebody spoke: everything shows the same moment again.
            self._wanted = None
        return self._wanted[:2] if self._wanted is not None else (0, self._find_shown_scene())

    def _find_shown_scene(self) -> int:
        return find_scene_at(self._run.state) if self._run.loaded else 0

    # The list of pages --------------------------------------------------------------------------------------------

    def _list(self, office: OfficeState, language: str) -> None:
        now = (len(office.scenes), office.day, office.scene is not None, language)  # the lists only grow, so this tells
        if now == self._listed:
            return
        self._listed = now
        floor = self._run.replay.live.setup[OfficeConfig].floor
        found: list[LogEntryFigure] = []
        for scene in (*office.scenes, *([office.scene] if office.scene else ())):
            started = scene.started
            if not found or found[-1].day != started.day:
                found.append(LogEntryFigure(started.day, 0, format_day(started.day, office.date_of(started.day))))
            room, what = get_room_title(floor, started.room, language), format_type(started.scene_type, started.kind)
            detail = room if room.casefold() != what.casefold() else ""
            title = f"{started.scene} · {started.clock} {what}"
            found.append(LogEntryFigure(started.day, started.scene, title, detail, started.scene_type))
        self._entries = tuple(found)

    def _list_languages(self) -> tuple[tuple[str, str], ...]:
        state = self._run.replay.live
        if not state[OfficeState].translations:
            return ()
        own = state.setup.language
        other = "en" if own == "de" else "de"
        both = translate("Scene", "Both")
        return ("original", LANGUAGES[own]), (other, LANGUAGES[other]), ("both", both)

    # Pages --------------------------------------------------------------------------------------------------------

    def _kept(self, what: tuple[str, int, str], make: Callable[[], LogPage]) -> LogPage:
        """Return the page, made anew only when something happened since that it tells of."""
        replay = self._run.replay
        over = what[0] == "day" or what[1] <= len(replay.live[OfficeState].scenes)  # no line is added to it any more
        # Replies and choices of speakers, most of what comes, are on no page; lines are on that of their scene.
        key = (what, len(replay.between), 0 if over else len(replay.live.turns))
        if self._page is None or self._page[0] != key:
            self._page = (key, make())
        return self._page[1]

    def _build_scene_page(self, scene: int, lang: str) -> ScenePage:
        from parley.core.modes.office.logbook.reading import Sources, scene_page

        ranked = self._choices.find_ranking(scene)
        # A line adds nothing to what pages are made from but itself, and that is in the state.
        key = (scene, lang, len(self._run.replay.between))
        if self._sources is None or self._sources[0] != key:
            source = Sources(self._run.replay.live, cast("Lang", lang), (ranked,) if ranked else ())
            self._sources = (key, source)
        return scene_page(self._sources[1], scene)

    def _build_day_page(self, day: int, lang: str) -> LogDayFigure:
        office = self._run.replay.live[OfficeState]
        labels = lang if lang in {"de", "en"} else self._run.replay.live.setup.language  # both: the run's own
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
            title=format_day(day, office.date_of(day)),
            summary=past.summary if past else "",
            scenes=tuple(scenes),
            notes=() if past else (say["not_over"],),
        )


def find_scene_at(state: State) -> int:
    """Return the number of the scene under way, else of the one that was chosen to be next, else of the last; 0:
    none.
    """
    world = state.find(OfficeState)
    if world is None:
        return 0
    if world.scene is not None:
        return world.scene.started.scene
    return world.ranked.scene if world.ranked is not None else len(world.scenes)


def format_day(day: int, date: str) -> str:
    """Return a day as in "Day 1, Thu 8 January 2026"."""
    try:
        at = datetime.date.fromisoformat(date)
    except ValueError:  # a log from elsewhere may have any date, or none
        return translate("Scene", "Day {0}").format(day)
    shown = QLocale().toString(QDate(at.year, at.month, at.day), translate("Scene", "ddd d MMMM yyyy"))
    return translate("Scene", "Day {0}, {1}").format(day, shown)


class Choices:
    """The game master's choices of one run. It follows the replay and looks at every event once."""

    def __init__(self, replay: Replay) -> None:
        self.replay = replay
        self._seen = 0
        self._ranked: dict[int, SceneRanked] = {}
        self._started: dict[int, SceneStarted] = {}

    def figure(self, scene: int, members: Mapping[str, MemberFigure], language: str) -> GameMasterFigure:
        """Return the choice of the scene with that number; `language` is that of the rooms' names."""
        state = self.replay.live
        if state.config is None:
            return GameMasterFigure()
        if state.find(OfficeState) is None:
            return GameMasterFigure(note=translate("Scene", "This run has no scenes, and so nobody chooses any."))
        self._sync_events()
        if scene not in self._ranked and scene not in self._started:  # a damaged log may have one of both
            return GameMasterFigure(
                note=translate("Scene", "No scene was chosen yet. The candidates of the first one will stand here.")
            )
        ranked, started = self._ranked.get(scene), self._started.get(scene)
        config = state.setup[OfficeConfig]
        head = started or (ranked.taken if ranked else None)
        return GameMasterFigure(
            scene=scene,
            clock=started.clock if started else ranked.clock if ranked else "",
            day=format_day(started.day, self.replay.live[OfficeState].date_of(started.day)) if started else "",
            title=_format_title(head, config.floor, language) if head else "",
            topic=head.topic if head else "",
            candidates=tuple(
                _build_candidate_figure(each, members, config.floor, language) for each in ranked.candidates
            )
            if ranked
            else (),
            chosen=ranked.chosen if ranked and ranked.taken else -1,
            method=get_name("scene_method", ranked.method) if ranked else "",
            reason=said(get_text_of(ranked)) if ranked else "",
            exchange=exchange_word(started.exchange) if started else "",
            exchange_reason=said(get_text_of(started)) if started else "",
            importance=started.importance if started else 0.0,
            threshold=config.agenda.threshold,
        )

    def find_ranking(self, scene: int) -> SceneRanked | None:
        """Return the event with which a scene was chosen, if there is one."""
        self._sync_events()
        return self._ranked.get(scene)

    def first_turn(self, scene: int) -> int:
        """Return the first turn of a scene, 0 where nobody spoke in it or there is none."""
        world = self.replay.live.find(OfficeState)
        if world is None:
            return 0
        if 1 <= scene <= len(world.scenes):
            past = world.scenes[scene - 1]
            return past.first if past.last >= past.first else 0
        if world.scene is not None and world.scene.started.scene == scene:
            return world.scene.first if len(self.replay.live.turns) >= world.scene.first else 0
        return 0

    def _sync_events(self) -> None:
        between = self.replay.between
        for seq in between[self._seen :]:  # without the events of turns, which are most
            event = self.replay.events[seq]
            if isinstance(event, SceneRanked):
                self._ranked[event.scene] = event
            elif isinstance(event, SceneStarted):
                self._started[event.scene] = event
        self._seen = len(between)


def _format_title(scene: SceneStarted | SceneCandidate, plan: Plan, language: str) -> str:
    what, room = format_type(scene.scene_type, scene.kind), get_room_title(plan, scene.room, language)
    return format_place(what, room)


def _build_candidate_figure(
    each: SceneCandidate, members: Mapping[str, MemberFigure], plan: Plan, language: str
) -> CandidateFigure:
    return CandidateFigure(
        scene_type=each.scene_type,
        kind=each.kind,
        title=_format_title(each, plan, language),
        # Who is speaking just now says nothing of who could have met.
        members=tuple(replace(members[one], speaking=False) for one in each.members if one in members),
        topic=each.topic,
        terms=tuple(float(getattr(each.terms, term)) for term in TERMS),
        score=each.terms.score,
        why=said(sentence_of(each.why, each.message)),
    )
