"""What a voice is given with a question: labelled pieces of what it is about, for who asks and who answers need know
nothing else of each other, and tools that it may call.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Piece:
    """A labelled text that a task is about: a contribution, a line, a memory, a candidate.

    It stands in the task's words too; a voice that follows rules takes it from here. `id` is what an answer refers to.
    """

    id: str
    member: str
    text: str


@dataclass(frozen=True)
class Tool:
    """A tool a voice may call; `schema` is the JSON schema of its arguments. `beside`: it goes with words or with
    another call, and nothing is asked on for it."""

    name: str
    description: str
    schema: Mapping[str, Any]
    beside: bool = False
