"""What became of open questions and promises: they end when those two take them up, not when both sit in a room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

from parley.core.base.keywords import nouns
from parley.core.log.events.distilled import MemoryRecord
from parley.core.modes.office.events import Settled
from parley.core.modes.office.memory.matters import matter, says
from parley.core.modes.office.memory.played import Heard, Played, Thread, asks, sentences
from parley.core.modes.office.state import OfficeState, owed_to

How = Literal["answered", "kept", "broken"]

SAME = 0.5
"""The share of the shorter one's words from which on two threads are the same."""


def still_open(played: Played) -> list[MemoryRecord]:
    """Return the threads between two who are in the scene, the oldest first."""
    here = {*played.members}
    threads = played.state[OfficeState].threads(played.members)
    return [each for each in threads if each.said and {each.member, owed_to(each)} <= here]


def by_rules(played: Played) -> tuple[Settled, ...]:
    """Return the threads that an exchange between their two was about, by the words they share."""
    if not played.talk:
        return ()
    found = []
    for thread in still_open(played):
        taken = _find_answer(played, thread) if thread.open == "question" else _judge_promise(played, thread)
        if taken is not None:
            how, turn = taken
            found.append(Settled(memory=thread.id, how=how, turn=turn))
    return tuple(found)


def exchange(played: Played, one: str, other: str) -> Iterator[tuple[Heard, Heard]]:
    """Return what the two said to each other: every line of one of them that follows right behind one of the
    other's.
    """
    spoken = [line for line in played.spoken if line.heard_by(one) and line.heard_by(other)]
    return ((before, line) for before, line in pairwise(spoken) if {before.member, line.member} == {one, other})


def taken_up(played: Played, thread: MemoryRecord) -> list[Heard]:
    """Return the debtor's lines of an exchange between the two that was about the thread, what they only asked left
    out.
    """
    about = subject(played, thread)
    found: dict[int, Heard] = {}
    for before, line in exchange(played, thread.member, owed_to(thread)):
        # What is said right behind the line that names it is about it, too.
        named = [each for each in (before, line) if about & _extract_matter(played, each.said)]
        answers = [*named, line] if before in named else named
        found |= {each.turn: each for each in answers if each.member == thread.member and _is_statement(each)}
    return list(found.values())


def subject(played: Played, thread: MemoryRecord) -> frozenset[str]:
    """Return what a thread is about: its words; where they name no thing ("I'll do it"), what came up when it began,
    too.
    """
    words = _extract_matter(played, thread.said)
    named = nouns(thread.said, played.language)
    return words if named else words | _extract_matter(played, " ".join(thread.tags))


def new(played: Played, threads: Sequence[Thread], settled: Sequence[Settled]) -> tuple[Thread, ...]:
    """Return the scene's loose ends that are about something and are not open already."""
    gone = {each.memory for each in settled}
    before = still_open(played)
    return tuple(
        thread
        for thread in threads
        if (_extract_matter(played, thread.said) or played.keywords)
        and not says(thread.said, played.language, "idle")
        # Whoever quotes what was asked or promised asks and promises nothing.
        and not any(each.said.rstrip(".…! ").casefold() in thread.said.casefold() for each in before)
        and not any(each.id not in gone and _is_same_thread(played, each, thread) for each in before)
    )


def _is_same_thread(played: Played, one: MemoryRecord, other: Thread) -> bool:
    """Return whether an open thread is the one that came up again."""
    mine, theirs = subject(played, one), _extract_matter(played, other.said)
    ends = (one.open, one.member, owed_to(one)) == (other.kind, other.member, other.other)
    return ends and len(mine & theirs) >= SAME * min(len(mine), len(theirs))


def _find_answer(played: Played, thread: MemoryRecord) -> tuple[How, int] | None:
    lines = taken_up(played, thread)
    return ("answered", lines[-1].turn) if lines else None


def _judge_promise(played: Played, thread: MemoryRecord) -> tuple[How, int] | None:
    """Kept or broken as the debtor says; still open where it is put off."""
    language = played.language
    for line in reversed(taken_up(played, thread)):
        if says(line.said, language, "not_yet") or line.promise:
            return None
        return ("broken" if says(line.said, language, "broken") else "kept"), line.turn
    return None


def _is_statement(line: Heard) -> bool:
    """Return whether a line does more than ask."""
    return any(not asks(sentence) for sentence in sentences(line.said))


def _extract_matter(played: Played, text: str) -> frozenset[str]:
    return matter(text, played.language, played.names)
