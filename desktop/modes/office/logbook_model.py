"""The logbook's pages as figures; only the page that is shown is made."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, cast

from PySide6.QtCore import QCoreApplication

from core.log.replay import Replay
from core.modes.office.config import OfficeConfig
from core.modes.office.events import SceneStarted
from core.modes.office.state import OfficeState
from desktop.modes.office.figures import (
    LogbookFigure,
    LogEntryFigure,
    LogLineFigure,
    LogPageFigure,
    MemoryFigure,
    ShiftFigure,
)
from desktop.modes.office.game_master_model import Choices, day_told, room_title
from desktop.modes.office.words import typed
from desktop.run.figures import MemberFigure

if TYPE_CHECKING:
    # Imported when the first page is made: the window is painted sooner.
    from core.modes.office.logbook import Lang, ScenePage, Sources
    from core.modes.office.logbook.page import Person, Prose

translate = QCoreApplication.translate
LABELS = (
    "as", "bystanders", "dialogue", "nobody", "key", "moods", "feedback", "shifts", "memories", "importance", "tasks",
    "scenes",
)  # fmt: skip
"""The words that a page's headings are made of."""
LANGUAGES = {"de": "Deutsch", "en": "English"}


class Pages:
    """The logbook of one run. It keeps the list of pages and the page that was shown last."""

    def __init__(self, replay: Replay, choices: Choices) -> None:
        self._replay = replay
        self._choices = choices
        self._entries: list[LogEntryFigure] = []
        self._listed: tuple[int, int, bool, str] = (-1, 0, False, "")
        self._page: tuple[object, LogPageFigure] | None = None
        self._sources: tuple[object, Sources] | None = None

    def figure(
        self, day: int, scene: int, shown: int, lang: str, members: Mapping[str, MemberFigure], language: str
    ) -> LogbookFigure:
        """The logbook at a scene, or (scene 0) at a day; `language` is the interface's, `lang` the page's."""
        state = self._replay.live
        world = state.find(OfficeState)
        if state.config is None:
            return LogbookFigure()
        if world is None:
            return LogbookFigure(note=translate("Scene", "This run has no scenes, and so it has no logbook."))
        self._list(world, language)
        languages = self._languages()
        lang = lang if lang in dict(languages) else "original"
        count = _scenes_in(world)
        page = None
        if 1 <= scene <= count:
            page = self._kept(("scene", scene, lang), lambda: self._scene_page(scene, lang, members))
        elif day or self._entries:
            number = day or self._entries[0].day
            page = self._kept(("day", number, lang), lambda: self._day_page(number, lang, language))
        note = "" if self._entries else translate("Scene", "Nothing has happened yet. Every scene gets a page here.")
        return LogbookFigure(tuple(self._entries), page, languages, lang, shown, note)

    # The list -----------------------------------------------------------------------------------------------------

    def _list(self, world: OfficeState, language: str) -> None:
        now = (len(world.scenes), world.day, world.scene is not None, language)
        if now == self._listed:
            return
        if language != self._listed[3]:
            self._entries = []
        under_way = world.scene.started if world.scene is not None else None
        known = sum(1 for entry in self._entries if entry.scene)
        # The newest may have been under way without a turn when it was listed.
        while self._entries and known and self._entries[-1].scene >= max(1, len(world.scenes)):
            self._entries.pop()
            known -= 1
        for number in range(known + 1, _scenes_in(world) + 1):
            started = world.scenes[number - 1].started if number <= len(world.scenes) else under_way
            if started is not None:
                self._add(world, started, language)
        self._listed = now

    def _add(self, world: OfficeState, started: SceneStarted, language: str) -> None:
        if not self._entries or self._entries[-1].day != started.day:
            self._entries.append(LogEntryFigure(started.day, 0, day_told(started.day, _date(world, started.day))))
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

    def _kept(self, what: tuple[str, int, str], make: Callable[[], LogPageFigure]) -> LogPageFigure:
        """The page, made anew only when something happened since that it tells of."""
        world = self._replay.live[OfficeState]
        over = what[0] == "day" or what[1] <= len(world.scenes)
        # Replies and choices of speakers, most of what comes, are on no page; lines are on that of their scene.
        key = (what, len(self._replay.between), 0 if over else len(self._replay.live.turns))
        if self._page is None or self._page[0] != key:
            self._page = (key, make())
        return self._page[1]

    def _scene_page(self, scene: int, lang: str, members: Mapping[str, MemberFigure]) -> LogPageFigure:
        from core.modes.office.logbook import scene_page, sources
        from core.modes.office.logbook.words import words

        ranked = self._choices.ranked(scene)
        # A line adds nothing to what pages are made from but itself, and that is in the state.
        key = (scene, lang, len(self._replay.between))
        if self._sources is None or self._sources[0] != key:
            source = sources(self._replay.live, cast("Lang", lang), (ranked,) if ranked else ())
            self._sources = (key, source)
        page = scene_page(self._sources[1], scene)
        figure = _figure(page, words(page.language), lambda person: _member(person, members))
        return replace(figure, labels={name: words(page.language)[name] for name in LABELS})

    def _day_page(self, day: int, lang: str, language: str) -> LogPageFigure:
        from core.modes.office.logbook.words import words

        world = self._replay.live[OfficeState]
        say = words(lang if lang in {"de", "en"} else self._replay.live.setup.language)
        past = next((each for each in world.past if each.day == day), None)
        told = {event.scene: event.summary for event in world.translations if event.language == lang}
        scenes = []
        for entry in self._entries:
            if entry.day == day and entry.scene:
                done = entry.scene <= len(world.scenes)
                summary = world.scenes[entry.scene - 1].ended.summary if done else say["under_way"]
                title = f"{entry.title} · {entry.detail}" if entry.detail else entry.title
                scenes.append((entry.scene, title, told.get(entry.scene) or summary))
        return LogPageFigure(
            day=day,
            title=day_told(day, _date(world, day)),
            summary=past.summary if past else "",
            scenes=tuple(scenes),
            notes=() if past else (say["not_over"],),
            labels={name: say[name] for name in LABELS},
        )


def _scenes_in(world: OfficeState) -> int:
    return len(world.scenes) + (world.scene is not None)


def _date(world: OfficeState, day: int) -> str:
    return next((each.date for each in world.past if each.day == day), world.date)


def _member(person: Person, members: Mapping[str, MemberFigure]) -> MemberFigure:
    found = members.get(person.id)
    if found is None:
        return MemberFigure(person.id, person.name, person.initial, person.light, person.role)
    # As they are on paper: who is speaking just now changes no page.
    return MemberFigure(found.id, found.name, found.initial, found.colour, found.role)


def _figure(page: ScenePage, say: Mapping[str, str], member: Callable[[Person], MemberFigure]) -> LogPageFigure:
    choice = page.choice
    chosen = f"{choice.method}. {choice.reason}" if choice and choice.reason else choice.method if choice else ""
    exchange = f"{page.exchange_name}. {page.exchange_reason}" if page.exchange_reason else page.exchange_name
    kind = page.type_name if page.kind_name.casefold() == page.type_name.casefold() else None
    facts = (
        (say["time"], page.time),
        (say["place"], page.place),
        (say["topic"], page.topic),
        (say["mood"], page.mood),
        (say["choice"], chosen),
        (say["exchange"], exchange),
    )
    head = kind or f"{page.type_name} ({page.kind_name})"
    return LogPageFigure(
        day=page.day,
        scene=page.number,
        title=f"{say['scene'].format(scene=page.number)}: {head}",
        facts=tuple((label, value[0].upper() + value[1:]) for label, value in facts if value),
        members=tuple((member(each), each.character) for each in page.members),
        bystanders=tuple(member(each) for each in page.bystanders),
        summary=page.summary.text,
        other_summary=page.summary.under,
        lines=tuple(
            LogLineFigure(
                turn=line.turn,
                member=member(line.person),
                text=line.text.text,
                thoughts=_texts(line.thoughts),
                other=line.text.under,
                other_thoughts=tuple(each.under for each in line.thoughts if each.under),
                character=line.person.character,
                key=line.key,
            )
            for line in page.lines
        ),
        moods=tuple((member(each.person), each.before, each.after) for each in page.moods),
        feedback=tuple(
            (each.text, say["whispered"].format(names=", ".join(each.to)) if each.to else "") for each in page.feedback
        ),
        memories=tuple(
            MemoryFigure(member(each.person), each.text, each.type, each.importance, each.open)
            for each in page.memories
        ),
        shifts=tuple(
            ShiftFigure(member(each.one), member(each.other), each.valence, each.word, each.reason)
            for each in page.shifts
        ),
        tasks=tuple((member(each), task) for each, task in page.tasks),
        notes=page.notes,
    )


def _texts(prose: tuple[Prose, ...]) -> tuple[str, ...]:
    return tuple(each.text for each in prose)
