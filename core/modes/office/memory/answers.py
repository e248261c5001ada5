"""A voice's account of a scene, one part at a time: strangers and excess left out, gaps filled in by rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, cast

import msgspec

from core.log.events.distilled import MemoryRecord
from core.modes.office.events import Mood, Shift, Task, Valence
from core.modes.office.memory import feelings
from core.modes.office.memory.played import SAID, Played, Thread
from core.modes.office.memory.records import TASK, own_tasks, short

MOOD, REASON = 40, 200
MOST_THREADS = 6


class ToldMemory(msgspec.Struct):
    """What a member takes along."""

    member: str
    text: str
    importance: float = 0.0


class ToldShift(msgspec.Struct):
    """What the scene did to a feeling."""

    member: str
    other: str
    valence: str
    reason: str = ""


class ToldThread(msgspec.Struct):
    """What a member owes another."""

    kind: str
    member: str
    other: str
    text: str


class Answer(msgspec.Struct):
    """A voice's account of a scene."""

    summary: str
    mood: str = ""
    key_turn: int = 0
    memories: list[ToldMemory] = []
    shifts: list[ToldShift] = []
    moods: list[Mood] = []
    tasks: list[Task] = []
    threads: list[ToldThread] | None = None


def shifts(played: Played, wanted: Iterable[ToldShift]) -> tuple[Shift, ...]:
    """The voice's shifts; whoever answered each other without one stays as they are. The rules' where it has none.

    None where everybody was for themselves.
    """
    if not played.talk:
        return ()
    ruled = feelings.shifts(played)
    kept: dict[tuple[str, str], Shift] = {}
    for each in wanted:
        two = each.member, each.other
        if _known(played, each) and two not in kept and each.valence in {"positive", "neutral", "negative"}:
            valence = cast(Valence, each.valence)
            kept[two] = Shift(member=two[0], other=two[1], valence=valence, reason=short(each.reason, REASON))
    if not kept:
        return ruled
    for shift in ruled:
        kept.setdefault((shift.member, shift.other), Shift(member=shift.member, other=shift.other, valence="neutral"))
    return tuple(kept[two] for two in sorted(kept, key=lambda two: [played.members.index(member) for member in two]))


def moods(played: Played, wanted: Sequence[Mood], ruled: Sequence[Mood]) -> tuple[Mood, ...]:
    """The voice's moods, the rules' for whom it has none."""
    told = {each.member: text for each in reversed(wanted) if (text := short(each.mood, MOOD))}
    kept = {each.member: each.mood for each in ruled} | told
    return tuple(Mood(member=member, mood=kept[member]) for member in played.members if kept.get(member))


def tasks(played: Played, wanted: Sequence[Task]) -> tuple[Task, ...]:
    """The voice's tasks, the rules' for whom it has none."""
    told = {each.member: text for each in reversed(wanted) if (text := short(each.task, TASK))}
    kept = {each.member: each.task for each in own_tasks(played)} | told
    return tuple(Task(member=member, task=kept[member]) for member in played.members if kept.get(member))


def threads(played: Played, wanted: Iterable[ToldThread]) -> tuple[Thread, ...]:
    """The voice's loose ends between two who took part in a talk, `MOST_THREADS` at most."""
    kept: dict[tuple[str, str, str], Thread] = {}
    for each in wanted:
        if _known(played, each) and each.kind in {"question", "promise"} and each.text.strip():
            kind = cast(Literal["question", "promise"], each.kind)
            text = short(each.text, SAID)
            # Where it quotes a line, that line is what it is about.
            turn = next((line.turn for line in played.lines if text.rstrip("…") in line.said), 0)
            kept.setdefault((kind, each.member, each.other), Thread(kind, each.member, each.other, text, turn))
    return tuple(kept.values())[:MOST_THREADS] if played.talk else ()


def _known(played: Played, each: ToldShift | ToldThread) -> bool:
    """Whether it lies between two who took part."""
    return {each.member, each.other} <= {*played.members} and each.member != each.other


def weighed(records: Iterable[MemoryRecord], texts: Mapping[str, ToldMemory]) -> list[MemoryRecord]:
    """Everybody's first memory with the importance that the voice gives it; observations and loose ends as they are."""
    found: list[MemoryRecord] = []
    seen: set[str] = set()
    for record in records:
        told = texts.get(record.member)
        if told and told.importance and record.member not in seen and record.type != "observation":
            record = msgspec.structs.replace(record, importance=round(max(1.0, min(10.0, told.importance))))
        seen.add(record.member)
        found.append(record)
    return found
