"""What became of open questions and promises: they end when those two take them up, not when both sit in a room."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Literal

from parley.core.log.events.distilled import MemoryRecord
from parley.core.modes.office.events import Settled
from parley.core.modes.office.memory.played import Heard, Played, Thread, asks, sentences
from parley.core.modes.office.state import OfficeState, owed_to

How = Literal["answered", "kept", "broken"]


def still_open(played: Played) -> list[MemoryRecord]:
    """Return the threads between two who are in the scene, the oldest first."""
    here = {*played.members}
    threads = played.state[OfficeState].threads(played.members)
    return [each for each in threads if each.said and {each.member, owed_to(each)} <= here]


def by_rules(played: Played) -> tuple[Settled, ...]:
    """Return the thread that brought a talk about, where whoever owes it did more than ask: it is answered or kept."""
    thread = next((each for each in still_open(played) if each.id == played.scene.thread), None)
    if not played.talk or thread is None:
        return ()
    lines = [line for _before, line in exchange(played, thread.member, owed_to(thread)) if line.member == thread.member]
    told = [line for line in lines if not all(map(asks, sentences(line.said)))]
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


def new(played: Played, threads: Sequence[Thread]) -> tuple[Thread, ...]:
    """Return the scene's loose ends that are not open already: who quotes what was asked or promised asks and promises
    nothing.
    """
    before = [each.said.rstrip(".…! ").casefold() for each in still_open(played)]
    return tuple(each for each in threads if not any(said in each.said.casefold() for said in before))
