"""A run of scenes read into pages, from the fold and the reasons in the log."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Literal

from parley.core.base.errors import UsageError
from parley.core.base.labels import get_values_of, label, words
from parley.core.base.sentences import said
from parley.core.cast import colours
from parley.core.export.rows import get_voice_label
from parley.core.export.transcript import get_voices_of
from parley.core.export.words import dated, format_weekday
from parley.core.log.codec import get_text_of
from parley.core.log.events.base import Event, sentence_of
from parley.core.log.events.distilled import MemoryRecord
from parley.core.log.state import DIRECTOR, State, Turn
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.events import SceneEnded, SceneRanked, SceneStarted, SceneTranslated
from parley.core.modes.office.logbook.page import (
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
from parley.core.modes.office.state import OfficeState, Scene, find_spots

BEST = 3
"""Candidates that a page shows."""


class Sources:
    """All that pages are made from, gathered once; without `events` pages do not say why a scene was chosen.

    Attributes: `language` of the labels; by scene `ranked`, `translated` and `memories`; `lines` by turn; `topics`,
    what the director put in. Raises `UsageError` for a run that is no run of scenes.
    """

    def __init__(self, state: State, lang: Lang = "original", events: Sequence[Event] = ()) -> None:
        office = state.find(OfficeState)
        if office is None:
            raise UsageError(
                "This run has no logbook: it is no run of scenes.",
                hint="Export it instead (parley export), or begin a day in the office (parley run day).",
            )
        config = state.setup
        self.state, self.lang, self.events, self.office, self.config = state, lang, events, office, config
        self.language: str = lang if lang in {"en", "de"} else config.language
        self.say = words("logbook", self.language)
        letters = config.letters
        self.people = {
            each.id: Person(each.id, each.name, letters[each.id], each.colour, each.role, portrait=each.portrait)
            for each in config.members
        }
        self.ranked = {event.scene: event for event in events if type(event) is SceneRanked}  # a skip ranks it again
        self.translated = {event.scene: event for event in office.translations}
        self.lines = office.list_translated()
        self.memories: dict[int, list[MemoryRecord]] = {}
        for memory in office.memories:
            # What the director said stands on the page as such, not once more for everybody who heard it.
            if memory.scene and not memory.run and "director" not in memory.tags:
                self.memories.setdefault(memory.scene, []).append(memory)
        self.topics = [entry for entry in state.entries if entry.kind == "topic"]

    def person(self, member: str) -> Person:
        """Return somebody; of those who left the cast (in a fork) only the name is known."""
        found = self.people.get(member)
        return found or Person(member, self.state.name_of(member), self.state.name_of(member)[:1], colours.OF_DIRECTOR)

    def label(self, table: str, value: str) -> str:
        """Return what a value is called."""
        return label(table, value, self.language)

    def place(self, room_id: str) -> str:
        """Return what a room is called; that all are at their desks where there is none."""
        room = self.config[OfficeConfig].floor.by_id.get(room_id)
        return room.title(self.language) if room else room_id or self.say["desks"]

    def build_prose(self, text: str, other: str, language: str) -> Prose:
        """Return a text as this logbook shows it; `other` is its translation into `language`, or ""."""
        original = self.config.language
        if self.lang == "both":
            return Prose(text, original, other, language if other else "", missing=not other and bool(text))
        if self.lang in {"original", original}:
            return Prose(text, original)
        if other and language == self.lang:
            return Prose(other, language)
        return Prose(text, original, missing=bool(text))


def build_logbook(state: State, lang: Lang = "original", events: Sequence[Event] = (), name: str = "") -> Logbook:
    """Return the whole logbook of a run, the day and the scene under way last; `name` is the one that somebody gave the
    run.

    Raises `UsageError` as `Sources` does.
    """
    source = Sources(state, lang, events)
    config, office, say, language = source.config, source.office, source.say, source.language
    voices = get_voices_of((get_voice_label(turn.reply) for turn in state.turns if turn.reply), events, state)
    notes = [say["reading_both"]] if lang == "both" else []
    if lang in {"en", "de"} and lang != config.language:
        notes = [say["reading_one"]]
    heads = [(day.day, day.date, day.summary, True) for day in office.past]
    if office.running:  # between two days the last one is in `past` already
        heads.append((office.day, office.date, "", False))
    scenes = [scene_page(source, number) for number in range(1, office.scene_count + 1)]
    return Logbook(
        title=f"{name or config.cast_name or config.cast_id}: {say['logbook']}",
        lang=lang,
        language=language,
        original=config.language,
        cast=tuple(source.people[member.id] for member in config.members),
        days=tuple(
            DayPage(
                day, date, format_weekday(date, language), dated(date, language), summary, over,
                tuple(scene for scene in scenes if scene.day == day),
            )
            for day, date, summary, over in heads
        ),
        voices=voices.sentence(language),
        scripted=voices.scripted,
        notes=tuple(notes),
    )  # fmt: skip


def scene_page(source: Sources, number: int) -> ScenePage:
    """Return the page of one scene, from 1. Raises `UsageError` where there is none."""
    office, state = source.office, source.state
    count = office.scene_count
    if not 1 <= number <= count:
        raise UsageError("There is no scene {number}: the run has {count}.", number=number, count=count)
    done = office.scenes[number - 1] if number <= len(office.scenes) else None
    scene = done or office.scene
    assert scene is not None
    started, ended = scene.started, done.ended if done else None
    last = done.last if done else len(state.turns)  # under way: up to now
    seq = scene.started_seq if isinstance(scene, Scene) else scene.seq
    dnd = started.kind == "dnd"
    translation = source.translated.get(number)
    other = translation.language if translation else ""
    lines = tuple(_build_spoken_line(source, turn, ended, other, dnd) for turn in state.turns[scene.first - 1 : last])
    return ScenePage(
        number=number,
        day=started.day,
        seq=seq,
        ended_seq=done.ended_seq if done else -1,
        first=scene.first,
        last=last,
        language=source.language,
        type=started.scene_type,
        type_name=source.label("scene_type", started.scene_type),
        kind=started.kind,
        kind_name=source.label("scene_kind", started.kind),
        begins=started.clock,
        ends=ended.clock if ended else "",
        room=started.room,
        place=source.place(started.room),
        members=tuple(_build_scene_person(source, member, dnd) for member in started.members),
        bystanders=tuple(source.person(member) for member in started.bystanders),
        topic=started.topic,
        choice=_build_choice(source, source.ranked.get(number)),
        exchange=started.exchange,
        exchange_name=source.label("exchange", started.exchange),
        exchange_reason=said(get_text_of(started), source.language),
        importance=started.importance,
        summary=source.build_prose(ended.summary if ended else "", translation.summary if translation else "", other),
        mood=ended.mood if ended else "",
        lines=lines,
        moods=_collect_mood_changes(source, started, ended, dict(scene.moods_before)),
        feedback=_collect_feedback(source, office.scenes[number - 2].ended_seq if number > 1 else -1, done),
        memories=(*_kept(source, number), *_iterate_settled_threads(source, ended)),
        shifts=tuple(
            Turned(
                source.person(shift.member), source.person(shift.other), shift.valence,
                source.label("valence", shift.valence), shift.reason,
            )
            for shift in (ended.shifts if ended else ())
        ),
        tasks=tuple(_iterate_tasks(source, ended)) if ended else (),
        notes=tuple(_iterate_scene_notes(source, ended, translation, lines)),
        places=_place_people(source, number, started),
    )  # fmt: skip


def _build_scene_person(source: Sources, member: str, dnd: bool) -> Person:
    person = source.person(member)
    character = source.config.member(member).character if dnd and source.config.has(member) else None
    return replace(person, character=character.name) if character else person


def _build_spoken_line(source: Sources, turn: Turn, ended: SceneEnded | None, language: str, dnd: bool) -> Spoken:
    person = _build_scene_person(source, turn.member, dnd)
    if turn.member == DIRECTOR:
        person = Person(DIRECTOR, source.say["director"], "◆", colours.OF_DIRECTOR)
    found = source.lines.get(turn.number)

    def pair_prose(own: Sequence[str], others: Sequence[str]) -> tuple[Prose, ...]:
        # A translation with another number of thoughts or acts cannot be paired with them.
        others = others if len(others) == len(own) else ("",) * len(own)
        return tuple(source.build_prose(*each, language) for each in zip(own, others, strict=True))

    thoughts = pair_prose(turn.ended.thoughts, found.thoughts if found else ())
    acts = pair_prose(turn.ended.acts, found.acts if found else ())
    text = source.build_prose(turn.text, found.text if found else "", language)
    return Spoken(turn.number, person, text, thoughts, acts, key=ended is not None and ended.key_turn == turn.number)


def _build_choice(source: Sources, ranked: SceneRanked | None) -> Choice | None:
    if ranked is None:
        return None
    shown = [(place, each) for place, each in enumerate(ranked.candidates) if place < BEST or place == ranked.chosen]
    options = []
    for place, each in shown:  # places are from best to worst: the game master need not take the first
        terms = [(source.label("scene_term", name), getattr(each.terms, name)) for name in get_values_of("scene_term")]
        strongest = sorted((term for term in terms if term[1]), key=lambda term: -abs(term[1]))  # some are negative
        names = ", ".join(source.state.name_of(member) for member in each.members)
        title = f"{source.label('scene_type', each.scene_type)}, {source.place(each.room)}: {names}"
        why = said(sentence_of(each.why, each.message), source.language)  # older logs have the text alone
        options.append(Option(title, why, each.terms.score, place == ranked.chosen, tuple(strongest)))
    method, reason = source.label("scene_method", ranked.method), said(get_text_of(ranked), source.language)
    return Choice(method, reason, tuple(options))


def _collect_mood_changes(
    source: Sources, started: SceneStarted, ended: SceneEnded | None, before: dict[str, str]
) -> tuple[MoodChange, ...]:
    after = before | ({each.member: each.mood for each in ended.moods} if ended else {})
    changes = [
        MoodChange(source.person(member), before.get(member, ""), after.get(member, "")) for member in started.members
    ]
    return tuple(change for change in changes if change.before or change.after)


def _collect_feedback(source: Sources, after: int, done: Scene | None) -> tuple[Feedback, ...]:
    """Return what the director put in since the scene before ended: that, too, was meant for this one."""
    found = (
        entry for entry in source.topics if entry.seq > after and (done is None or entry.seq <= done.ended_seq)
    )  # fmt: skip
    name_of = source.state.name_of
    return tuple(Feedback(entry.turn, entry.text, tuple(map(name_of, entry.heard_by))) for entry in found)


def _kept(source: Sources, number: int) -> Iterator[Kept]:
    for each in source.memories.get(number, ()):
        owed = source.say[each.open] if each.open else ""
        yield Kept(source.person(each.member), source.label("record", each.type), each.importance, each.text, owed)


def _iterate_settled_threads(source: Sources, ended: SceneEnded | None) -> Iterator[Kept]:
    """Open questions and promises that were taken up here, with whoever owed them."""
    for each in ended.settled if ended else ():
        if source.office.has_memory(each.memory):  # a log from elsewhere may name any id
            thread = source.office.get_memory(each.memory)
            yield Kept(source.person(thread.member), source.say[each.how], thread.importance, thread.said)


def _iterate_tasks(source: Sources, ended: SceneEnded) -> Iterator[tuple[Person, str]]:
    for each in ended.done:
        yield source.person(each.member), source.say["done"].format(task=each.task)
    for each in ended.tasks:
        yield source.person(each.member), each.task


def _iterate_scene_notes(
    source: Sources, ended: SceneEnded | None, translation: SceneTranslated | None, lines: Sequence[Spoken]
) -> Iterator[str]:
    say = source.say
    if ended is None:
        yield say["under_way"]
    elif ended.reason != "done":
        yield say["skipped" if ended.reason == "skipped" else "by_director"]
    missing = sum(line.text.missing for line in lines)
    if missing:
        told = say["untranslated" if missing == len(lines) else "untranslated_part"]
        told = told.format(count=missing, whole=len(lines))
        why = said(get_text_of(translation), source.language) if translation else ""
        yield f"{told} {say['because'].format(note=why)}" if why else told
    if ended is not None and ended.method == "rules":
        why = f" {say['because'].format(note=said(get_text_of(ended), source.language))}" if ended.note else ""
        yield say["by_rules"] + why


def _place_people(source: Sources, number: int, started: SceneStarted) -> tuple[Standing, ...]:
    from parley.core.office.proximity import points

    parts: dict[str, Literal["member", "bystander"]] = dict.fromkeys(started.bystanders, "bystander")
    parts |= dict.fromkeys(started.members, "member")  # after the bystanders: taking part wins
    scenes = [scene.started for scene in source.office.scenes[: number - 1]]
    found = points(source.config[OfficeConfig].floor, find_spots(source.config, [*scenes, started]))
    return tuple(
        Standing(
            _build_scene_person(source, member, started.kind == "dnd" and member in started.members), x, y,
            parts.get(member, "away"),
        )
        for member, (x, y) in found.items()
    )  # fmt: skip
