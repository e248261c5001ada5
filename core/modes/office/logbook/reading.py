"""A run of scenes read into pages, from the fold and the reasons in the log."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from core.base.errors import UsageError
from core.base.labels import label, values_of
from core.base.sentences import said
from core.cast import colours
from core.cast.member import Member
from core.export.rows import voice_label
from core.export.transcript import voices_of
from core.export.words import dated, weekday
from core.log.codec import text_of
from core.log.config import RunConfig
from core.log.events.base import Event, sentence_of
from core.log.events.distilled import MemoryRecord
from core.log.state import DIRECTOR, Entry, State, Turn
from core.modes.office.config import OfficeConfig
from core.modes.office.events import SceneEnded, SceneRanked, SceneStarted, SceneTranslated, Translated
from core.modes.office.logbook.page import (
    Choice,
    DayPage,
    Feedback,
    Kept,
    Lang,
    Logbook,
    MoodChange,
    Option,
    Person,
    Prose,
    ScenePage,
    Spoken,
    Standing,
    Turned,
)
from core.modes.office.logbook.words import words
from core.modes.office.state import OfficeState, Scene

BEST = 3
"""Candidates that a page shows."""


@dataclass(frozen=True)
class Sources:
    """All that pages are made from, gathered once. `topics` are what the director put in, with their seqs."""

    state: State
    lang: Lang
    language: str
    people: dict[str, Person]
    ranked: dict[int, SceneRanked]
    translated: dict[int, SceneTranslated]
    lines: dict[int, Translated]
    memories: dict[int, list[MemoryRecord]]
    topics: list[Entry]
    events: Sequence[Event]

    @property
    def config(self) -> RunConfig:
        """The run's configuration."""
        return self.state.setup

    @property
    def office(self) -> OfficeState:
        """The run's office."""
        return self.state[OfficeState]

    def person(self, member: str) -> Person:
        """Somebody; of those who left the cast (in a fork) only the name is known."""
        found = self.people.get(member)
        return found or Person(member, self.state.name_of(member), self.state.name_of(member)[:1], colours.OF_DIRECTOR)

    def prose(self, text: str, other: str, language: str) -> Prose:
        """A text as this logbook shows it; `other` is its translation into `language`, or ""."""
        original = self.config.language
        if self.lang == "both":
            return Prose(text, original, other, language if other else "", missing=not other and bool(text))
        if self.lang in {"original", original}:
            return Prose(text, original)
        if other and language == self.lang:
            return Prose(other, language)
        return Prose(text, original, missing=bool(text))


def sources(state: State, lang: Lang = "original", events: Sequence[Event] = ()) -> Sources:
    """What pages of this run are made from; without `events` pages do not say why a scene was chosen.

    Raises `UsageError` for a run that is no run of scenes.
    """
    if state.find(OfficeState) is None:
        raise UsageError(
            "This run has no logbook: it is no run of scenes.",
            hint="Export it instead (parley export), or begin a day in the office (parley run day).",
        )
    config, office = state.setup, state[OfficeState]
    memories: dict[int, list[MemoryRecord]] = {}
    for memory in office.memories:
        # What the director said stands on the page as such, not once more for everybody who heard it.
        if memory.scene and not memory.run and "director" not in memory.tags:
            memories.setdefault(memory.scene, []).append(memory)
    return Sources(
        state=state,
        lang=lang,
        language=lang if lang in {"en", "de"} else config.language,
        people={member.id: _person(member, config.letters[member.id]) for member in config.members},
        ranked={event.scene: event for event in events if type(event) is SceneRanked},
        translated={event.scene: event for event in office.translations},
        lines=office.translated(),
        memories=memories,
        topics=[entry for entry in state.entries if entry.kind == "topic"],
        events=events,
    )


def pages(state: State, lang: Lang = "original", events: Sequence[Event] = ()) -> Logbook:
    """The whole logbook of a run. Raises `UsageError` for a run that is no run of scenes."""
    return book(sources(state, lang, events))


def book(source: Sources) -> Logbook:
    """All pages."""
    state, config, say = source.state, source.config, words(source.language)
    voices = voices_of((voice_label(turn.reply) for turn in state.turns if turn.reply), source.events, config)
    notes = [say["reading_both"]] if source.lang == "both" else []
    if source.lang in {"en", "de"} and source.lang != config.language:
        notes = [say["reading_one"]]
    return Logbook(
        title=f"{config.cast_name or config.cast_id}: {say['logbook']}",
        run=state.run,
        made=state.started_at.isoformat() if state.started_at else "",
        lang=source.lang,
        language=source.language,
        original=config.language,
        cast_name=config.cast_name or config.cast_id,
        cast=tuple(source.people[member.id] for member in config.members),
        days=days(source),
        voices=voices.sentence(source.language),
        scripted=voices.scripted,
        notes=tuple(notes),
    )


def days(source: Sources) -> tuple[DayPage, ...]:
    """All days with their scenes, the one under way last."""
    office, language = source.office, source.language
    heads = [(day.day, day.date, day.summary, True) for day in office.past]
    if office.running:
        heads.append((office.day, office.date, "", False))
    scenes = scene_pages(source)
    return tuple(
        DayPage(
            day, date, weekday(date, language), dated(date, language), summary, over,
            tuple(scene for scene in scenes if scene.day == day),
        )
        for day, date, summary, over in heads
    )  # fmt: skip


def scene_pages(source: Sources) -> list[ScenePage]:
    """All scenes, the one under way last."""
    return [scene_page(source, number) for number in range(1, source.office.scene_count + 1)]


def scene_page(source: Sources, number: int) -> ScenePage:
    """The page of one scene, from 1. Raises `UsageError` where there is none."""
    office, language = source.office, source.language
    count = office.scene_count
    if not 1 <= number <= count:
        raise UsageError("There is no scene {number}: the run has {count}.", number=number, count=count)
    done = office.scenes[number - 1] if number <= len(office.scenes) else None
    started, seq, first, last, moods_before = _bounds(source, done)
    ended = done.ended if done else None
    dnd = started.kind == "dnd"
    members = tuple(_in_scene(source, member, dnd) for member in started.members)
    translation = source.translated.get(number)
    other_language = translation.language if translation else ""
    told = source.prose(ended.summary if ended else "", translation.summary if translation else "", other_language)
    turns = source.state.turns[first - 1 : last]
    lines = tuple(_spoken(source, turn, ended, other_language, dnd) for turn in turns)
    room = source.config[OfficeConfig].floor.by_id.get(started.room)
    say = words(language)
    before_seq = office.scenes[number - 2].ended_seq if number > 1 else -1
    return ScenePage(
        number=number,
        day=started.day,
        seq=seq,
        ended_seq=done.ended_seq if done else -1,
        first=first,
        last=last,
        language=language,
        type=started.scene_type,
        type_name=label("scene_type", started.scene_type, language),
        kind=started.kind,
        kind_name=label("scene_kind", started.kind, language),
        begins=started.clock,
        ends=ended.clock if ended else "",
        room=started.room,
        place=room.title(language) if room else started.room or say["desks"],
        members=members,
        bystanders=tuple(source.person(member) for member in started.bystanders),
        topic=started.topic,
        choice=_choice(source, source.ranked.get(number)),
        exchange=started.exchange,
        exchange_name=label("exchange", started.exchange, language),
        exchange_reason=said(text_of(started), language),
        importance=started.importance,
        summary=told,
        mood=ended.mood if ended else "",
        lines=lines,
        moods=_moods(source, started, ended, dict(moods_before)),
        feedback=_feedback(source, before_seq, done.ended_seq if done else -1),
        memories=_kept(source, number),
        shifts=_turned(source, ended),
        tasks=tuple((source.person(each.member), each.task) for each in ended.tasks) if ended else (),
        notes=tuple(_notes(source, ended, translation, lines)),
        places=_places(source, number, started),
    )


def _bounds(source: Sources, done: Scene | None) -> tuple[SceneStarted, int, int, int, Iterable[tuple[str, str]]]:
    """How it began, its seq, its first and last turn, and the moods before."""
    if done is not None:
        return done.started, done.started_seq, done.first, done.last, done.moods_before
    scene = source.office.scene
    assert scene is not None
    return scene.started, scene.seq, scene.first, len(source.state.turns), scene.moods_before


def _person(member: Member, letter: str) -> Person:
    return Person(member.id, member.name, letter, member.colour, member.role)


def _in_scene(source: Sources, member: str, dnd: bool) -> Person:
    person = source.person(member)
    found = next((each for each in source.config.members if each.id == member), None)
    if not dnd or found is None or found.character is None:
        return person
    return replace(person, character=found.character.name)


def _spoken(source: Sources, turn: Turn, ended: SceneEnded | None, language: str, dnd: bool) -> Spoken:
    if turn.member == DIRECTOR:
        say = words(source.language)
        person = Person(DIRECTOR, say["director"], "◆", colours.OF_DIRECTOR)
    else:
        person = _in_scene(source, turn.member, dnd)
    found = source.lines.get(turn.number)
    others = found.thoughts if found and len(found.thoughts) == len(turn.ended.thoughts) else ()
    thoughts = tuple(
        source.prose(thought, others[i] if others else "", language) for i, thought in enumerate(turn.ended.thoughts)
    )
    text = source.prose(turn.text, found.text if found else "", language)
    return Spoken(turn.number, person, text, thoughts, key=ended is not None and ended.key_turn == turn.number)


def _choice(source: Sources, ranked: SceneRanked | None) -> Choice | None:
    if ranked is None:
        return None
    shown = list(range(min(BEST, len(ranked.candidates))))
    if ranked.chosen not in shown and 0 <= ranked.chosen < len(ranked.candidates):
        shown.append(ranked.chosen)
    options = []
    for place in shown:
        candidate = ranked.candidates[place]
        terms = [
            (label("scene_term", name, source.language), getattr(candidate.terms, name))
            for name in values_of("scene_term")
        ]
        room = source.config[OfficeConfig].floor.by_id.get(candidate.room)
        where = room.title(source.language) if room else candidate.room or words(source.language)["desks"]
        names = [source.state.name_of(member) for member in candidate.members]
        title = f"{label('scene_type', candidate.scene_type, source.language)}, {where}: {', '.join(names)}"
        strongest = sorted((each for each in terms if each[1]), key=lambda each: -abs(each[1]))
        why = said(sentence_of(candidate.why, candidate.message), source.language)
        options.append(
            Option(title, why, candidate.terms.score, place == ranked.chosen, tuple(strongest))
        )  # fmt: skip
    return Choice(
        label("scene_method", ranked.method, source.language), said(text_of(ranked), source.language), tuple(options)
    )


def _moods(
    source: Sources, started: SceneStarted, ended: SceneEnded | None, before: dict[str, str]
) -> tuple[MoodChange, ...]:
    after = {each.member: each.mood for each in ended.moods} if ended else {}
    changes = [
        MoodChange(source.person(member), before.get(member, ""), after.get(member, before.get(member, "")))
        for member in started.members
    ]
    return tuple(change for change in changes if change.before or change.after)


def _feedback(source: Sources, after: int, until: int) -> tuple[Feedback, ...]:
    """What the director put in since the scene before ended: that, too, was meant for this one."""
    seqs = [entry.seq for entry in source.topics]
    found = source.topics[bisect_right(seqs, after) : bisect_right(seqs, until) if until >= 0 else None]
    return tuple(
        Feedback(entry.turn, entry.text, tuple(source.state.name_of(member) for member in entry.heard_by))
        for entry in found
    )


def _kept(source: Sources, number: int) -> tuple[Kept, ...]:
    say = words(source.language)
    return tuple(
        Kept(
            source.person(memory.member),
            label("record", memory.type, source.language),
            memory.importance,
            memory.text,
            say[memory.open] if memory.open else "",
        )
        for memory in source.memories.get(number, ())
    )


def _turned(source: Sources, ended: SceneEnded | None) -> tuple[Turned, ...]:
    return tuple(
        Turned(
            source.person(shift.member),
            source.person(shift.other),
            shift.valence,
            label("valence", shift.valence, source.language),
            shift.reason,
        )
        for shift in (ended.shifts if ended else ())
    )


def _notes(
    source: Sources, ended: SceneEnded | None, translation: SceneTranslated | None, lines: Sequence[Spoken]
) -> Iterable[str]:
    say = words(source.language)
    if ended is None:
        yield say["under_way"]
    elif ended.reason != "done":
        yield say["skipped" if ended.reason == "skipped" else "by_director"]
    missing = sum(line.text.missing for line in lines)
    if missing:
        told = say["untranslated" if missing == len(lines) else "untranslated_part"]
        told = told.format(count=missing, whole=len(lines))
        why = said(text_of(translation), source.language) if translation else ""
        yield f"{told} {say['because'].format(note=why)}" if why else told
    if ended is not None and ended.method == "rules":
        why = f" {say['because'].format(note=said(text_of(ended), source.language))}" if ended.note else ""
        yield say["by_rules"] + why


def _places(source: Sources, number: int, started: SceneStarted) -> tuple[Standing, ...]:
    from core.office.proximity import points

    config, office = source.config[OfficeConfig], source.office
    spots = {}
    for member in source.config.members:
        room, _, seat = config.desks.get(member.id, "").partition("/")
        spots[member.id] = room, seat
    scenes = [scene.started for scene in office.scenes[: number - 1]]
    for each in (*scenes, started):
        spots.update({place.member: (place.room, place.seat) for place in each.places if place.member in spots})
    found = points(config.floor, spots)
    return tuple(
        Standing(
            _in_scene(source, member, started.kind == "dnd" and member in started.members), x, y,
            "member" if member in started.members else "bystander" if member in started.bystanders else "away",
        )
        for member, (x, y) in found.items()
    )  # fmt: skip
