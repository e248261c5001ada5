"""A duologue: what members call themselves, and when they sound alike."""

from __future__ import annotations

from typing import Literal

from parley.core.log.events.base import Count, Event, Message, Share, Turn


class NameChosen(Event, frozen=True, kw_only=True, tag="name.chosen"):
    """`member` is called `name` from here on. `method` "rules": nobody was asked or the answer could not be used."""

    sentence_field = "note"

    member: str
    name: str
    method: Literal["voice", "rules"] = "voice"
    note: str = ""
    message: Message | None = None


class SideTold(Event, frozen=True, kw_only=True, tag="side.told"):
    """By its awareness `member`, and nobody else, is told something before turn `turn`. `injection` is its place."""

    member: str
    turn: Turn
    text: str
    injection: Count


class ConvergenceReached(Event, frozen=True, kw_only=True, tag="convergence.reached"):
    """After turn `turn` the two who spoke last sounded as alike as was to be noticed. `score` in [0, 1]."""

    turn: Turn
    members: tuple[str, str]
    calculator: str
    profile: str
    score: Share
    threshold: Share
