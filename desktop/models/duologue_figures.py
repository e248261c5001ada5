"""What the new-run dialog offers of duologues."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TalksFigure:
    """`awareness` are the levels as (id, name); `routers` and `profiles` are (id, title). `language` is what is spoken
    where nobody says, `opening` what all are sent where nobody writes anything else."""

    awareness: tuple[tuple[str, str], ...] = ()
    routers: tuple[tuple[str, str], ...] = ()
    profiles: tuple[tuple[str, str], ...] = ()
    opening: str = ""
    language: str = "en"
