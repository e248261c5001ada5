"""What a question is about, in labelled pieces: who asks and who answers need know nothing else of each other."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Piece:
    """A labelled text that a task is about: a contribution, a line, a memory, a candidate.

    It stands in the task's words too; a voice that follows rules takes it from here. `id` is what an answer refers to.
    """

    id: str
    member: str
    text: str
