"""What the marks on a run's turns look like; each mode has kinds of its own."""

from __future__ import annotations

from typing import NamedTuple


class MarkKind(NamedTuple):
    """What a kind of mark looks like: its icon, and the role of its colour ("" is the member's)."""

    icon: str
    role: str
