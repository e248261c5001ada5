"""What a scene leaves behind: a voice's answer checked, or plain rules where there is none.

Open questions and promises end when those two take them up, not when both sit in a room.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any, Literal, cast

import msgspec

from parley.core.base import forms
from parley.core.base.line import capped
from parley.core.log.events.distilled import MemoryRecord
from parley.core.log.material import Piece
from parley.core.log.state import State
from parley.core.modes.office.events import Mood, SceneEnded, SceneStarted, Settled, Shift, Task, Valence
from parley.core.modes.office.memory import feelings
from parley.core.modes.office.memory.played import SAID, Heard, Played, Thread, is_asking, list_open, sentences
from parley.core.modes.office.memory.records import OWN, add_ids, own_records, seen_records, short, talk_records
from parley.core.modes.office.state import OfficeState, owed_to

SUMMARY = 1_000

Reason = Literal["done", "skipped", "director", "limit"]


def by_rules(state: State, at: datetime, *, note: str = "", reason: Reason = "done") -> SceneEnded:
    """Return what can be said without a voice of the scene under way: who, where, about what, how it went and what is
    left.

    Raises `ValueError` where no scene is under way.
    """
    played = Played(state)
    if not played.lines:
        return _build_silent_ending(played, at, note, reason)
    shifted = feelings.compute_shifts(played)
    felt = feelings.compute_moods(played, shifted)
    mood = feelings.find_scene_mood(played, felt, shifted)
    settled = settle_by_rules(played)
    loose = drop_repeated(played, list_open(played))
    return _build_scene_ended(
        played,
        at,
        _build_memory_records(played, shifted, loose, mood),
        shifts=shifted,
        moods=felt,
        summary=_format_scene_summary(played, loose, mood),
        mood=mood,
        tasks=tasks(played),
        settled=settled,
        reason=reason,
        note=note,
    )


def material(state: State) -> tuple[Piece, ...]:
    """Return what was said in the scene under way, thoughts left out; a piece's id is its turn's number."""
    return tuple(Piece(str(line.turn), line.member, line.said) for line in Played(state).lines)


def open_threads(state: State) -> list[dict[str, str]]:
    """Return the questions and promises between members of the scene under way, as a voice is asked whether they are
    settled.

    The id is the memory's.
    """
    played = Played(state)
    return [
        {
            "id": each.id,
            "kind": each.open,
            "member": played.name(each.member),
            "other": played.name(owed_to(each)),
            "said": each.said,
        }
        for each in still_open(played)[-MOST_ASKED:]  # the newest only: the prompt has to be bounded
        if played.talk
    ]


def schema(scene: SceneStarted, open_ids: Sequence[str] = ()) -> dict[str, Any]:
    """Return the JSON schema of the answer we ask for; `open_ids` are those of the threads that may be settled."""
    ids, text = forms.one_of(scene.members), forms.TEXT
    valence, kinds = forms.one_of(["positive", "neutral", "negative"]), forms.one_of(["question", "promise"])

    def build_list(properties: Mapping[str, Any]) -> dict[str, Any]:
        return forms.list_of(forms.record(properties))

    hows = forms.one_of(["answered", "kept", "broken", "open"])
    settled = {"settled": build_list({"thread": forms.one_of(open_ids), "how": hows})} if open_ids else {}
    return forms.record(
        {
            "summary": text,
            "mood": text,
            "key_turn": forms.INTEGER,
            "memories": build_list({"member": ids, "text": text, "importance": forms.INTEGER}),
            "shifts": build_list({"member": ids, "other": ids, "valence": valence, "reason": text}),
            "moods": build_list({"member": ids, "mood": text}),
            "tasks": build_list({"member": ids, "task": text}),
            "done": build_list({"member": ids, "done": forms.FLAG}),
            **settled,
            "threads": build_list({"kind": kinds, "member": ids, "other": ids, "text": text}),
        }
    )


def read_answer(state: State, answer: str, at: datetime) -> SceneEnded:
    """Return the voice's answer as an event: strangers and excess left out, what it passes over filled in by rules.

    What bystanders saw is always told by rules: a voice that read the talk would tell its words. Plans, work and
    thoughts of the evening stay in everybody's own words. Raises `msgspec.DecodeError` where the answer is not what
    was asked for, `ValueError` where no scene is under way.
    """
    found = forms.read(answer, Answer)
    if not found.summary.strip():
        raise msgspec.DecodeError("the summary is empty")
    played = Played(state)
    if not played.lines:
        return _build_silent_ending(played, at, "", "done")
    shifted = _merge_told_shifts(played, found.shifts)
    ruled = feelings.compute_moods(played, shifted)
    # What bystanders see is the rules' own word for it: a voice's could be a quotation.
    seen = feelings.find_scene_mood(played, ruled, shifted)
    settled = _merge_told_settled(played, found.settled)
    loose = list_open(played) if found.threads is None else _select_told_threads(played, found.threads)
    loose = drop_repeated(played, loose)
    texts = {each.member: each for each in reversed(found.memories) if each.text.strip()}  # the first of each counts
    records = _build_memory_records(played, shifted, loose, seen, {member: each.text for member, each in texts.items()})
    ended = _build_scene_ended(
        played,
        at,
        _weigh_memories(records, texts),
        shifts=shifted,
        moods=_merge_told_moods(played, found.moods, ruled),
        summary=short(found.summary, SUMMARY),
        mood=short(found.mood, MOOD) or seen,
        tasks=tasks(played, {each.member: text for each in reversed(found.tasks) if (text := short(each.task, TASK))}),
        done=list_finished(played, {each.member: each.done for each in reversed(found.done)}),
        settled=settled,
        method="voice",
    )
    told = any(line.turn == found.key_turn for line in played.lines)  # a turn of another scene is ignored
    return msgspec.structs.replace(ended, key_turn=found.key_turn) if told else ended


def _build_scene_ended(played: Played, at: datetime, records: Sequence[MemoryRecord], **values: Any) -> SceneEnded:
    return SceneEnded(
        at=at,
        scene=played.scene.scene,
        clock=played.ends,
        key_turn=played.key.turn if played.key else 0,
        memories=add_ids(played, records),
        drifts=feelings.compute_drifts(played, values["shifts"]),
        **values,
    )


def _build_memory_records(
    played: Played, shifted: Sequence[Shift], loose: Sequence[Thread], seen: str, texts: Mapping[str, str] | None = None
) -> tuple[MemoryRecord, ...]:
    if played.scene.scene_type in OWN:
        return own_records(played)
    return (*talk_records(played, shifted, loose, texts or {}), *seen_records(played, seen))


def _build_silent_ending(played: Played, at: datetime, note: str, reason: Reason) -> SceneEnded:
    words = played.words
    which = "skipped" if reason == "skipped" else "silent" if len(played.members) > 1 else "silent_alone"
    summary = words.say(which, names=played.join_names(played.members), where=played.where)
    return SceneEnded(
        at=at, scene=played.scene.scene, clock=played.ends, reason=reason, summary=short(summary, SUMMARY), note=note
    )


def _format_scene_summary(played: Played, loose: Sequence[Thread], mood: str) -> str:
    words, scene = played.words, played.scene
    who, where = played.join_names(played.members), played.where
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
    told_already = {thread.turn for thread in (promise, question) if thread is not None}  # no line is quoted twice
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


MOOD, REASON = 40, 200
MOST_THREADS, MOST_ASKED = 6, 12
"""Threads of a scene that are kept, and open ones of which a voice is asked what became of them."""


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


class ToldSettled(msgspec.Struct):
    """What became of a thread."""

    thread: str
    how: str


class ToldDone(msgspec.Struct):
    """Whether a member's task is done."""

    member: str
    done: bool


class Answer(msgspec.Struct):
    """A voice's account of a scene."""

    summary: str
    mood: str = ""
    key_turn: int = 0
    memories: list[ToldMemory] = []
    shifts: list[ToldShift] = []
    moods: list[Mood] = []
    tasks: list[Task] = []
    done: list[ToldDone] = []
    settled: list[ToldSettled] = []
    threads: list[ToldThread] | None = None


def _merge_told_shifts(played: Played, wanted: Iterable[ToldShift]) -> tuple[Shift, ...]:
    """Return the voice's shifts, and neutral ones for others who answered each other; the rules' where it told none
    that can be used.

    None where everybody was for themselves.
    """
    if not played.talk:
        return ()
    ruled = feelings.compute_shifts(played)
    kept: dict[tuple[str, str], Shift] = {}
    for each in wanted:
        two = each.member, each.other
        if (
            _is_between_participants(played, each)
            and two not in kept
            and each.valence in {"positive", "neutral", "negative"}
        ):
            valence = cast(Valence, each.valence)
            kept[two] = Shift(member=two[0], other=two[1], valence=valence, reason=short(each.reason, REASON))
    if not kept:
        return ruled
    for shift in ruled:
        kept.setdefault((shift.member, shift.other), Shift(member=shift.member, other=shift.other, valence="neutral"))
    return tuple(kept[two] for two in sorted(kept, key=lambda two: [played.members.index(member) for member in two]))


def _merge_told_moods(played: Played, wanted: Sequence[Mood], ruled: Sequence[Mood]) -> tuple[Mood, ...]:
    """Return the voice's moods, the rules' for whom it has none."""
    told = {each.member: text for each in reversed(wanted) if (text := short(each.mood, MOOD))}
    kept = {each.member: each.mood for each in ruled} | told
    return tuple(Mood(member=member, mood=kept[member]) for member in played.members if kept.get(member))


def _merge_told_settled(played: Played, wanted: Iterable[ToldSettled]) -> tuple[Settled, ...]:
    """Return what the voice says became of open threads, of those whose two spoke with each other; the rules' for those
    that it says nothing of.
    """
    still = {each.id: each for each in still_open(played)} if played.talk else {}
    kept: dict[str, Settled] = {}
    judged = set()
    for each in wanted:
        thread = still.get(each.thread)
        right = {"question": {"answered"}, "promise": {"kept", "broken"}}  # the schema cannot tie these to the kind
        if thread is None or each.how not in {*right[thread.open], "open"}:
            continue
        judged.add(each.thread)  # judged to be open: the rules must not settle it
        if each.how == "open":
            continue
        turns = [line.turn for _before, line in exchange(played, thread.member, owed_to(thread))]
        if turns:  # two who did not speak with each other settled nothing
            how = cast(How, each.how)
            kept.setdefault(each.thread, Settled(memory=each.thread, how=how, turn=turns[-1]))
    ruled = {each.memory: each for each in settle_by_rules(played) if each.memory not in judged}
    return tuple((ruled | kept).values())


def _select_told_threads(played: Played, wanted: Iterable[ToldThread]) -> tuple[Thread, ...]:
    """Return the voice's loose ends between two who took part in a talk, `MOST_THREADS` at most."""
    kept: dict[tuple[str, str, str], Thread] = {}
    for each in wanted:
        if _is_between_participants(played, each) and each.kind in {"question", "promise"} and each.text.strip():
            kind = cast(Literal["question", "promise"], each.kind)
            text = short(each.text, SAID)
            # Where it quotes a line, that line is what it is about.
            turn = next((line.turn for line in played.lines if text.rstrip("…") in line.said), 0)
            kept.setdefault((kind, each.member, each.other), Thread(kind, each.member, each.other, text, turn))
    return tuple(kept.values())[:MOST_THREADS] if played.talk else ()


def _is_between_participants(played: Played, each: ToldShift | ToldThread) -> bool:
    """Return whether it lies between two who took part."""
    return {each.member, each.other} <= {*played.members} and each.member != each.other


def _weigh_memories(records: Iterable[MemoryRecord], texts: Mapping[str, ToldMemory]) -> list[MemoryRecord]:
    """Give everybody's first memory the importance that the voice told; others stay as they are."""
    found: list[MemoryRecord] = []
    seen: set[str] = set()
    for record in records:
        told = texts.get(record.member)
        if told and told.importance and record.member not in seen and record.type != "observation":
            record = msgspec.structs.replace(record, importance=round(max(1.0, min(10.0, told.importance))))
        seen.add(record.member)
        found.append(record)
    return found


How = Literal["answered", "kept", "broken"]


def still_open(played: Played) -> list[MemoryRecord]:
    """Return the threads between two who are in the scene, the oldest first."""
    here = {*played.members}
    threads = played.state[OfficeState].list_threads(played.members)
    return [each for each in threads if each.said and {each.member, owed_to(each)} <= here]


def settle_by_rules(played: Played) -> tuple[Settled, ...]:
    """Return the thread that brought a talk about, where whoever owes it did more than ask: it is answered or kept."""
    thread = next((each for each in still_open(played) if each.id == played.scene.thread), None)
    if not played.talk or thread is None:
        return ()
    lines = [line for _before, line in exchange(played, thread.member, owed_to(thread)) if line.member == thread.member]
    told = [line for line in lines if not all(map(is_asking, sentences(line.said)))]
    # Whoever promises it once more has put it off.
    if not told or (thread.open == "promise" and told[-1].promise):
        return ()
    how: How = "answered" if thread.open == "question" else "kept"
    return (Settled(memory=thread.id, how=how, turn=told[-1].turn),)


def exchange(played: Played, one: str, other: str) -> Iterator[tuple[Heard, Heard]]:
    """Return what the two said to each other: every line of one of them that follows right behind one of the
    other's.
    """
    spoken = [line for line in played.spoken if line.heard_by(one) and line.heard_by(other)]
    return ((before, line) for before, line in pairwise(spoken) if {before.member, line.member} == {one, other})


def drop_repeated(played: Played, threads: Sequence[Thread]) -> tuple[Thread, ...]:
    """Return the scene's loose ends that are not open already: who quotes what was asked or promised asks and promises
    nothing.
    """
    before = [each.said.rstrip(".…! ").casefold() for each in still_open(played)]  # a quotation may go on after it
    return tuple(each for each in threads if not any(said in each.said.casefold() for said in before))


TASK = 160
"""Characters of a task."""


def tasks(played: Played, told: Mapping[str, str] | None = None) -> tuple[Task, ...]:
    """Return what each takes up in this scene, in the order of members: what they named on a line of its own, else what
    a voice read of it (`told`). Whoever names none keeps the one that is not done.
    """
    office = played.state[OfficeState]
    woven = office.scene.woven if office.scene is not None else ()
    named = dict(told or {}) | {line.member: line.task for line in reversed(woven) if line.task}
    found = {member: _shorten(named[member]) for member in played.members if named.get(member)}
    return tuple(Task(member=one, task=task) for one, task in found.items() if office.tasks.get(one) != task)


def list_finished(played: Played, told: Mapping[str, bool]) -> tuple[Task, ...]:
    """Return whose task is done, as a voice tells it of members."""
    office = played.state[OfficeState]
    open_tasks = {one: task for one in played.members if (task := office.tasks.get(one)) and one not in office.finished}
    return tuple(Task(member=one, task=task) for one, task in open_tasks.items() if told.get(one))


def _shorten(text: str) -> str:
    """Return a task on one line, without the dot behind it."""
    return capped(" ".join(text.split()), TASK).rstrip(". ")
