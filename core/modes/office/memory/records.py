"""The memories of a scene: what each who was there takes along, and what bystanders saw."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from parley.core.base.line import capped
from parley.core.base.markers import Language
from parley.core.log.events.distilled import MemoryRecord, RecordType
from parley.core.modes.office.events import Shift
from parley.core.modes.office.memory.played import SAID, Played, Thread, load_wording
from parley.core.modes.office.state import OfficeState, describe_acts

TEXT = 400
"""Characters of a memory."""

SEEN = 2
"""How important a bystander finds what they saw."""

OWN: dict[str, tuple[RecordType, int]] = {
    "arrival": ("plan", 4),
    "work": ("artifact", 3),
    "reflection": ("reflection", 5),
}
"""What one's own line becomes where everybody is for themselves, and how important it is."""

BASE = {"casual": 2, "work": 3, "meeting": 4, "dnd": 5}
"""How important a conversation of each kind is before anything happened in it."""

MANY = 4
"""From so many others on they are not named one by one."""


def short(text: str, most: int) -> str:
    """Return the text on one line, cut at a word."""
    return capped(" ".join(text.split()), most)


def own_records(played: Played) -> tuple[MemoryRecord, ...]:
    """Return plans, work and thoughts of the evening: everybody's own words, of those who spoke."""
    kind, importance = OWN[played.scene.scene_type]
    found = []
    for member in played.members:
        turns = [line.turn for line in played.spoken if line.member == member]
        if not (said := own_words(played, member)):
            continue
        values: dict[str, object] = {"turns": (turns[0], turns[-1])}
        if kind == "reflection":
            values |= {"evidence": _collect_evidence_ids(played, member), "depth": 1}
        tags = played.keywords if len(played.members) == 1 else _find_tags(played, said)
        about = (one for one in played.list_others(member) if played.name(one).casefold() in said.casefold())
        values |= {"type": kind, "text": short(said, TEXT), "importance": importance}
        found.append(_record(played, member, tags=tags, about=tuple(about), **values))
    return tuple(found)


def own_words(played: Played, member: str) -> str:
    """Return all that the member said, in their own words."""
    return " ".join(line.said for line in played.spoken if line.member == member)


def talk_records(
    played: Played, shifted: Sequence[Shift], threads: Sequence[Thread], texts: Mapping[str, str]
) -> tuple[MemoryRecord, ...]:
    """Return what each takes along from a talk, loose ends included; `texts` replace what the rules would write."""
    found = []
    pairs = len(played.members) == 2
    for member in played.members:
        mine = [thread for thread in threads if thread.member == member]
        conversation = _build_conversation_record(
            played, member, shifted, mine[:1] if pairs else (), texts.get(member, "")
        )
        found.append(conversation)
        # Between two, the conversation itself stands for the first of them.
        found += [_build_loose_end_record(played, thread) for thread in (mine[1:] if pairs else mine)]
    return tuple(found)


def seen_records(played: Played, mood: str) -> tuple[MemoryRecord, ...]:
    """Return what bystanders of a talk saw of it."""
    if not played.talk or not played.lines:
        return ()
    names = [played.name(member) for member in played.members]
    game = played.scene.kind == "dnd"
    text = overheard_talk(names, played.room, played.keywords, mood, played.language, game=game)
    text = " ".join((text, *_select_seen_acts(played)))
    kept = () if game else played.keywords[:SEEN_WORDS]
    return tuple(
        _record(
            played, member, type="observation", text=text, importance=SEEN, tags=kept, about=tuple(played.members)
        )
        for member in played.scene.bystanders
        if played.state.setup.has(member)
    )  # fmt: skip


MOST_ACTS = 2
SEEN_WORDS = 2
"""Keywords of a talk that those who only saw it can tell."""


def _select_seen_acts(played: Played) -> list[str]:
    """Return what bystanders saw somebody do, the last things."""
    found = [describe_acts(played.name(line.member), line.acts) for line in played.lines if line.acts]
    return [played.words.say("seen_act", act=act) for act in found][-MOST_ACTS:]


def add_ids(played: Played, records: Sequence[MemoryRecord]) -> tuple[MemoryRecord, ...]:
    """Return the records with their ids, in the run's list of memories."""
    first = len(played.state[OfficeState].memories) + 1  # an id is the place in the fold's list, from 1
    return tuple(msgspec.structs.replace(each, id=f"m{number}") for number, each in enumerate(records, first))


def get_importance_of(played: Played, member: str, shifted: Sequence[Shift], owed: bool) -> int:
    """Return how important a talk was to the member, 1 to 10: its kind, its grounds, what it moved, what is left to
    do.
    """
    scene = played.scene
    value = BASE[scene.kind] + scene.importance / 4
    value += any(shift.valence != "neutral" for shift in shifted if shift.member == member)
    value += owed
    value += played.key is not None and played.key.member == member
    return max(1, min(10, round(value)))


def _build_conversation_record(
    played: Played, member: str, shifted: Sequence[Shift], threads: Sequence[Thread], text: str
) -> MemoryRecord:
    tags = (*(("dnd",) if played.scene.kind == "dnd" else ()), *played.keywords)
    open_thread = threads[0] if threads else None
    text = short(text, TEXT) or short(_format_memory_text(played, member, shifted, threads), TEXT)
    heard = [line.turn for line in played.lines if line.heard_by(member)]  # the exchange is derived from these turns
    return _record(
        played,
        member,
        type="conversation",
        text=text,
        importance=get_importance_of(played, member, shifted, bool(threads)),
        tags=tags,
        about=played.list_others(member),
        turns=(heard[0], heard[-1]) if heard else None,
        open=open_thread.kind if open_thread else "",
        said=open_thread.said if open_thread else "",
    )


def _format_memory_text(played: Played, member: str, shifted: Sequence[Shift], threads: Sequence[Thread]) -> str:
    """Return the talk as the member would tell it: who, where, about what, what the other said, what is left."""
    words, others = played.words, played.list_others(member)
    game = played.scene.kind == "dnd"
    many = words.templates["everybody" if game else "everybody_with"]
    # Of many only all are "everybody".
    all_here = len(others) >= MANY and len(others) + 1 == len(played.state.setup.members)
    who = many if all_here else played.join_names(others)
    which = "mine_dnd" if game else "mine_meeting" if played.scene.scene_type == "meeting" else "mine_talk"
    told_ = [words.say(which, names=who, where=played.where, about=words.about(played.keywords))]
    heard = [line for line in played.spoken if line.member != member and line.heard_by(member)]
    if game:
        told_ += _list_table_happenings(played, member)
    elif heard:
        key = max(heard, key=lambda line: line.weight)
        if all(thread.turn != key.turn for thread in threads):  # the thread below quotes it already
            told_.append(words.say("mine_heard", name=played.name(key.member), said=capped(key.said, SAID)))
    told_ += [_format_owed_thread(played, thread) for thread in threads]
    moved = [shift for shift in shifted if shift.member == member and shift.valence != "neutral"]
    for shift in moved[:2]:
        which = "mine_warm" if shift.valence == "positive" else "mine_cold"
        told_.append(words.say(which, name=played.name(shift.other)))
    return " ".join(told_)


def _list_table_happenings(played: Played, member: str) -> list[str]:
    """Return what happened at the table: what one did oneself, and how it ended."""
    character, told = played.state.setup.member(member).character, []
    mine = [line for line in played.spoken if line.member == member]
    if mine and character is not None and member != played.scene.host:
        deed = max(mine, key=lambda line: line.weight)
        told.append(played.words.say("mine_deed", name=character.name, said=capped(deed.said, SAID)))
    ends = [line for line in played.spoken if line.member == played.scene.host] or list(played.spoken)
    return [*told, *(played.words.say("mine_ended", said=capped(line.said, SAID)) for line in ends[-1:])]


def _format_owed_thread(played: Played, thread: Thread) -> str:
    return played.words.say(f"mine_{thread.kind}", name=played.name(thread.other), said=capped(thread.said, SAID))


def _build_loose_end_record(played: Played, thread: Thread) -> MemoryRecord:
    """Return a loose end of a talk of many, which lies between two of them."""
    return _record(
        played,
        thread.member,
        type="conversation",
        text=short(_format_owed_thread(played, thread), TEXT),
        importance=4,
        tags=_find_tags(played, thread.said),
        about=(thread.other,),
        turns=(thread.turn, thread.turn) if thread.turn else None,
        open=thread.kind,
        said=thread.said,
    )


def _record(played: Played, member: str, **values: object) -> MemoryRecord:
    office = played.state[OfficeState]
    return MemoryRecord(
        id="", member=member, day=office.day, scene=played.scene.scene, moment=played.moment, **values  # type: ignore[arg-type]
    )  # fmt: skip


def _collect_evidence_ids(played: Played, member: str) -> tuple[str, ...]:
    """Return the member's memories of the day: what they witnessed, not what they drew from it."""
    office = played.state[OfficeState]
    return tuple(each.id for each in office.get_memories_of(member) if each.day == office.day and not each.depth)


def _find_tags(played: Played, said: str) -> tuple[str, ...]:
    return tuple(word for word in played.keywords if word.casefold() in said.casefold())


def overheard_talk(
    names: Sequence[str], room: str, keywords: Sequence[str], mood: str, language: Language, *, game: bool = False
) -> str:
    """Return what one tells who saw `names` talk in the room of that title; `game`: they played.

    It has two keywords of the talk at most: what was said is not theirs to hear.
    """
    words = load_wording(language)
    said = {"names": words.join_names(names), "where": words.describe_place(room)}
    seemed = words.say("seen_mood", mood=mood) if mood else ""
    about = words.about(() if game else tuple(keywords[:SEEN_WORDS]))
    return f"{words.say('seen_dnd' if game else 'seen_talk', **said, about=about)} {seemed}".strip()
