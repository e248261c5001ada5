"""What a scene leaves behind: a voice's answer checked, or plain rules where there is none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Literal

import msgspec

from core.base import forms
from core.base.line import capped
from core.log.events.distilled import MemoryRecord
from core.log.state import State
from core.modes.office.events import SceneEnded, SceneStarted, Shift
from core.modes.office.memory import answers, feelings
from core.modes.office.memory.played import SAID, Played, Thread, threads
from core.modes.office.memory.records import OWN, numbered, own_records, own_tasks, seen_records, short, talk_records
from core.perspective.material import Piece

SUMMARY = 1_000

Reason = Literal["done", "skipped", "director", "limit"]


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
        _records(played, shifted, loose, mood),
        shifts=shifted,
        moods=felt,
        summary=_summary(played, loose, mood),
        mood=mood,
        tasks=own_tasks(played),
        reason=reason,
        note=note,
    )


def material(state: State) -> tuple[Piece, ...]:
    """What was said in the scene under way, thoughts left out; a piece's id is its turn's number."""
    return tuple(Piece(str(line.turn), line.member, line.said) for line in Played(state).lines)


def schema(scene: SceneStarted) -> dict[str, Any]:
    """The JSON schema of the answer we ask for."""
    ids, text = forms.one_of(scene.members), forms.TEXT
    valence, kinds = forms.one_of(["positive", "neutral", "negative"]), forms.one_of(["question", "promise"])

    def listed(properties: Mapping[str, Any]) -> dict[str, Any]:
        return forms.list_of(forms.record(properties))

    return forms.record(
        {
            "summary": text,
            "mood": text,
            "key_turn": forms.INTEGER,
            "memories": listed({"member": ids, "text": text, "importance": forms.INTEGER}),
            "shifts": listed({"member": ids, "other": ids, "valence": valence, "reason": text}),
            "moods": listed({"member": ids, "mood": text}),
            "tasks": listed({"member": ids, "task": text}),
            "threads": listed({"kind": kinds, "member": ids, "other": ids, "text": text}),
        }
    )


def checked(state: State, answer: str, at: datetime) -> SceneEnded:
    """The voice's answer as an event: strangers and excess left out, what it passes over filled in by rules.

    What bystanders saw is always told by rules: a voice that read the talk would tell its words. Plans, work and
    thoughts of the evening stay in everybody's own words. Raises `msgspec.DecodeError` where the answer is not what
    was asked for, `ValueError` where no scene is under way.
    """
    found = forms.read(answer, answers.Answer)
    if not found.summary.strip():
        raise msgspec.DecodeError("the summary is empty")
    played = Played(state)
    if not played.lines:
        return _silent(played, at, "", "done")
    shifted = answers.shifts(played, found.shifts)
    ruled = feelings.moods(played, shifted)
    # What bystanders see is the rules' own word for it: a voice's could be a quotation.
    seen = feelings.overall(played, ruled, shifted)
    loose = threads(played) if found.threads is None else answers.threads(played, found.threads)
    texts = {each.member: each for each in reversed(found.memories) if each.text.strip()}
    records = _records(played, shifted, loose, seen, {member: each.text for member, each in texts.items()})
    ended = _ended(
        played,
        at,
        answers.weighed(records, texts),
        shifts=shifted,
        moods=answers.moods(played, found.moods, ruled),
        summary=short(found.summary, SUMMARY),
        mood=short(found.mood, answers.MOOD) or seen,
        tasks=answers.tasks(played, found.tasks),
        method="voice",
    )
    told = any(line.turn == found.key_turn for line in played.lines)
    return msgspec.structs.replace(ended, key_turn=found.key_turn) if told else ended


def _ended(played: Played, at: datetime, records: Sequence[MemoryRecord], **values: Any) -> SceneEnded:
    return SceneEnded(
        at=at,
        scene=played.scene.scene,
        clock=played.ends,
        key_turn=played.key.turn if played.key else 0,
        memories=numbered(played, records),
        drifts=feelings.drifts(played, values["shifts"]),
        **values,
    )


def _records(
    played: Played, shifted: Sequence[Shift], loose: Sequence[Thread], seen: str, texts: Mapping[str, str] | None = None
) -> tuple[MemoryRecord, ...]:
    if played.scene.scene_type in OWN:
        return own_records(played)
    return (*talk_records(played, shifted, loose, texts or {}), *seen_records(played, seen))


def _silent(played: Played, at: datetime, note: str, reason: Reason) -> SceneEnded:
    words = played.words
    which = "skipped" if reason == "skipped" else "silent" if len(played.members) > 1 else "silent_alone"
    summary = words.say(which, names=played.named(played.members), where=played.where)
    return SceneEnded(
        at=at, scene=played.scene.scene, clock=played.ends, reason=reason, summary=short(summary, SUMMARY), note=note
    )


def _summary(played: Played, loose: Sequence[Thread], mood: str) -> str:
    words, scene = played.words, played.scene
    who, where = played.named(played.members), played.where
    about = words.about(played.keywords)
    if scene.kind == "dnd":
        head = words.say("dnd", names=who, where=where)
    elif scene.scene_type == "meeting" and scene.topic:
        head = words.say("topic", names=who, where=where, topic=capped(scene.topic, SAID))
    else:
        head = words.say(scene.scene_type, names=who, where=where, about=about)
    told = [head]
    key = played.key
    promise = next((thread for thread in loose if thread.kind == "promise"), None)
    question = next((thread for thread in loose if thread.kind == "question"), None)
    told_already = {thread.turn for thread in (promise, question) if thread is not None}
    if key is not None and key.turn not in told_already:
        told.append(words.say("line", name=played.name(key.member), said=capped(key.said, SAID)))
    if promise is not None:
        said = capped(promise.said, SAID)
        told.append(words.say("promised", name=played.name(promise.member), said=said))
    if question is not None:
        told.append(words.say("left", name=played.name(question.other), said=capped(question.said, SAID)))
    if mood:
        told.append(words.say("mood", mood=mood))
    return short(" ".join(told), SUMMARY)
