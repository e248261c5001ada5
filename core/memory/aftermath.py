"""What a scene leaves behind: a voice's answer checked, or plain rules where there is none."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any, Literal, cast

import msgspec

from core.events import MemoryRecord, Mood, SceneEnded, SceneStarted, Shift, Task, Valence
from core.memory import feelings
from core.memory.played import Played
from core.memory.records import (
    OWN,
    TASK,
    numbered,
    own_records,
    own_tasks,
    seen_records,
    short,
    talk_records,
)
from core.memory.threads import SAID, Thread, threads
from core.memory.wording import filled
from core.transcript.config import RunConfig
from core.transcript.line import capped
from core.transcript.material import Piece
from core.transcript.state import State

SUMMARY, MOOD, REASON = 1_000, 40, 200
MOST_THREADS = 6

Reason = Literal["done", "skipped", "director"]


class _Memory(msgspec.Struct):
    member: str
    text: str
    importance: float = 0.0


class _Shift(msgspec.Struct):
    member: str
    other: str
    valence: str
    reason: str = ""


class _Mood(msgspec.Struct):
    member: str
    mood: str


class _Task(msgspec.Struct):
    member: str
    task: str


class _Thread(msgspec.Struct):
    kind: str
    member: str
    other: str
    text: str


class _Answer(msgspec.Struct):
    summary: str
    mood: str = ""
    key_turn: int = 0
    memories: list[_Memory] = []
    shifts: list[_Shift] = []
    moods: list[_Mood] = []
    tasks: list[_Task] = []
    threads: list[_Thread] | None = None


def by_rules(state: State, at: datetime, *, note: str = "", reason: Reason = "done") -> SceneEnded:
    """What can be said without a voice of the scene under way: who, where, about what, how it went and what is left.

    Raises `ValueError` where no scene is under way.
    """
    played = Played(state)
    if not played.lines:
        return _silent(played, at, note, reason)
    shifted = feelings.shifts(played)
    felt = feelings.moods(played, shifted)
    mood = feelings.overall(played, felt, shifted)
    loose = threads(played)
    return _ended(
        played,
        at,
        shifted=shifted,
        felt=felt,
        records=_records(played, shifted, loose, mood),
        summary=_summary(played, loose, mood),
        mood=mood,
        tasks=own_tasks(played),
        reason=reason,
        note=note,
    )


def material(state: State) -> tuple[Piece, ...]:
    """What was said in the scene under way, thoughts left out; a piece's id is its turn's number."""
    return tuple(Piece(str(line.turn), line.member, line.said) for line in Played(state).lines)


def schema(config: RunConfig, scene: SceneStarted) -> dict[str, Any]:
    """The JSON schema of the answer we ask for."""
    ids = {"type": "string", "enum": list(scene.members)}
    text = {"type": "string"}
    valence = {"type": "string", "enum": ["positive", "neutral", "negative"]}
    kinds = {"type": "string", "enum": ["question", "promise"]}
    return _object(
        {
            "summary": text,
            "mood": text,
            "key_turn": {"type": "integer"},
            "memories": _list_of({"member": ids, "text": text, "importance": {"type": "integer"}}),
            "shifts": _list_of({"member": ids, "other": ids, "valence": valence, "reason": text}),
            "moods": _list_of({"member": ids, "mood": text}),
            "tasks": _list_of({"member": ids, "task": text}),
            "threads": _list_of({"kind": kinds, "member": ids, "other": ids, "text": text}),
        }
    )


def _list_of(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": _object(properties)}


def _object(properties: Mapping[str, Any]) -> dict[str, Any]:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def checked(state: State, answer: str, at: datetime) -> SceneEnded:
    """The voice's answer as an event: strangers and excess left out, what it passes over filled in by rules.

    What bystanders saw is always told by rules: a voice that read the talk would tell its words. Plans, work and
    thoughts of the evening stay in everybody's own words. Raises `msgspec.DecodeError` where the answer is not what
    was asked for, `ValueError` where no scene is under way.
    """
    bare = answer.strip().removeprefix("```json").removeprefix("```").removesuffix("```")
    try:
        found = msgspec.json.decode(bare, type=_Answer, strict=False)
    except (UnicodeError, RecursionError) as error:
        raise msgspec.DecodeError(str(error)) from None
    if not found.summary.strip():
        raise msgspec.DecodeError("the summary is empty")
    played = Played(state)
    if not played.lines:
        return _silent(played, at, "", "done")
    shifted = _shifts(played, found.shifts)
    ruled = feelings.moods(played, shifted)
    # What bystanders see is the rules' own word for it: a voice's could be a quotation.
    seen = feelings.overall(played, ruled, shifted)
    loose = threads(played) if found.threads is None else _threads(played, found.threads)
    texts = {each.member: each for each in reversed(found.memories) if each.text.strip()}
    records = _records(played, shifted, loose, seen, {member: each.text for member, each in texts.items()})
    turns = {line.turn for line in played.lines}
    return _ended(
        played,
        at,
        shifted=shifted,
        felt=_moods(played, found.moods, ruled),
        records=tuple(_weighed(played, record, texts) for record in records),
        summary=short(found.summary, SUMMARY),
        mood=short(found.mood, MOOD) or seen,
        tasks=_tasks(played, found.tasks),
        key_turn=found.key_turn if found.key_turn in turns else None,
        method="voice",
    )


def _ended(
    played: Played,
    at: datetime,
    *,
    shifted: tuple[Shift, ...],
    felt: tuple[Mood, ...],
    records: Sequence[MemoryRecord],
    summary: str,
    mood: str,
    tasks: tuple[Task, ...],
    key_turn: int | None = None,
    method: Literal["voice", "rules"] = "rules",
    reason: Reason = "done",
    note: str = "",
) -> SceneEnded:
    key = played.key.turn if played.key else 0
    return SceneEnded(
        at=at,
        scene=played.scene.scene,
        clock=played.ends,
        reason=reason,
        summary=summary,
        mood=mood,
        key_turn=key if key_turn is None else key_turn,
        memories=numbered(played, records),
        shifts=shifted,
        drifts=feelings.drifts(played, shifted),
        moods=felt,
        tasks=tasks,
        method=method,
        note=note,
    )


def _records(
    played: Played, shifted: Sequence[Shift], loose: Sequence[Thread], seen: str, texts: Mapping[str, str] | None = None
) -> tuple[MemoryRecord, ...]:
    if played.scene.scene_type in OWN:
        return own_records(played)
    return (*talk_records(played, shifted, loose, texts or {}), *seen_records(played, seen))


def _silent(played: Played, at: datetime, note: str, reason: Reason) -> SceneEnded:
    words = played.words
    template = words.skipped if reason == "skipped" else words.silent if len(played.members) > 1 else words.silent_alone
    summary = filled(template, names=played.named(played.members), where=played.where)
    return SceneEnded(
        at=at, scene=played.scene.scene, clock=played.ends, reason=reason, summary=short(summary, SUMMARY), note=note
    )


def _summary(played: Played, loose: Sequence[Thread], mood: str) -> str:
    words, scene = played.words, played.scene
    who, where = played.named(played.members), played.where
    about = words.about(played.keywords)
    if scene.kind == "dnd":
        head = filled(words.dnd, names=who, where=where)
    elif scene.scene_type == "meeting" and scene.topic:
        head = filled(words.topic, names=who, where=where, topic=capped(scene.topic, SAID))
    else:
        head = filled(getattr(words, scene.scene_type), names=who, where=where, about=about)
    told = [head]
    key = played.key
    promise = next((thread for thread in loose if thread.kind == "promise"), None)
    question = next((thread for thread in loose if thread.kind == "question"), None)
    told_already = {thread.turn for thread in (promise, question) if thread is not None}
    if key is not None and key.turn not in told_already:
        told.append(filled(words.line, name=played.name(key.member), said=capped(key.said, SAID)))
    if promise is not None:
        said = capped(promise.said, SAID)
        told.append(filled(words.promised, name=played.name(promise.member), said=said))
    if question is not None:
        told.append(filled(words.left, name=played.name(question.other), said=capped(question.said, SAID)))
    if mood:
        told.append(filled(words.mood, mood=mood))
    return short(" ".join(told), SUMMARY)


def _shifts(played: Played, wanted: Iterable[_Shift]) -> tuple[Shift, ...]:
    """The voice's shifts; whoever answered each other without one stays as they are. The rules' where it has none."""
    ruled = feelings.shifts(played)
    kept: dict[tuple[str, str], Shift] = {}
    for each in wanted:
        two = each.member, each.other
        known = each.member in played.members and each.other in played.members and each.member != each.other
        if known and two not in kept and each.valence in {"positive", "neutral", "negative"}:
            valence = cast(Valence, each.valence)
            kept[two] = Shift(member=two[0], other=two[1], valence=valence, reason=short(each.reason, REASON))
    if not kept:
        return ruled
    for shift in ruled:
        kept.setdefault(
            (shift.member, shift.other), Shift(member=shift.member, other=shift.other, valence="neutral")
        )  # fmt: skip
    order = {member: number for number, member in enumerate(played.members)}
    return tuple(kept[two] for two in sorted(kept, key=lambda two: [order[member] for member in two]))


def _moods(played: Played, wanted: Iterable[_Mood], ruled: Sequence[Mood]) -> tuple[Mood, ...]:
    kept = {each.member: each for each in ruled}
    told = {each.member: short(each.mood, MOOD) for each in reversed(list(wanted))}
    moods = [(member, told.get(member) or (kept[member].mood if member in kept else "")) for member in played.members]
    return tuple(Mood(member=member, mood=mood) for member, mood in moods if mood)


def _tasks(played: Played, wanted: Iterable[_Task]) -> tuple[Task, ...]:
    told = {each.member: short(each.task, TASK) for each in reversed(list(wanted))}
    ruled = {each.member: each.task for each in own_tasks(played)}
    tasks = [(member, told.get(member) or ruled.get(member, "")) for member in played.members]
    return tuple(Task(member=member, task=task) for member, task in tasks if task)


def _threads(played: Played, wanted: Iterable[_Thread]) -> tuple[Thread, ...]:
    kept: dict[tuple[str, str, str], Thread] = {}
    for each in wanted:
        known = each.member in played.members and each.other in played.members and each.member != each.other
        if known and each.kind in {"question", "promise"} and each.text.strip():
            kind = cast(Literal["question", "promise"], each.kind)
            thread = Thread(kind, each.member, each.other, short(each.text, SAID))
            kept.setdefault((each.kind, each.member, each.other), thread)
    return tuple(kept.values())[:MOST_THREADS] if played.talk else ()


def _weighed(played: Played, record: MemoryRecord, texts: Mapping[str, _Memory]) -> MemoryRecord:
    """The record with the importance that the voice gives it; what bystanders saw and loose ends keep their own."""
    told = texts.get(record.member)
    loose_end = record.open and len(played.members) != 2
    if told is None or not told.importance or record.type == "observation" or loose_end:
        return record
    return msgspec.structs.replace(record, importance=round(max(1.0, min(10.0, told.importance))))
