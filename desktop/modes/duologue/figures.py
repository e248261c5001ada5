"""What the dialogs offer of duologues, and what they are told of a file."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class AwarenessFigure:
    """An awareness from a file: its name, and in a sentence each what sides are told when. `problem`: it cannot be
    read."""

    name: str = ""
    told: tuple[str, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class RouterFigure:
    """A topology. `hub` names who is in the middle; `round` is of a panel; `rules` are (words with commas, who is
    next), and `voice` decides where none of them fits. `problem`: it cannot be read."""

    kind: str = ""
    hub: str = ""
    round: int = 0
    rules: tuple[tuple[str, str], ...] = ()
    voice: bool = False
    problem: str = ""


@dataclass(frozen=True, slots=True)
class TalksFigure:
    """`awareness` are the levels as (id, name); `routers`, `profiles`, `calculators` and `fullness` (what is done
    where a context is full) are (id, title). `language` is what is spoken where nobody says, `opening` what all are
    sent where nobody writes anything else. The two functions read a file."""

    awareness: tuple[tuple[str, str], ...] = ()
    routers: tuple[tuple[str, str], ...] = ()
    profiles: tuple[tuple[str, str], ...] = ()
    calculators: tuple[tuple[str, str], ...] = ()
    fullness: tuple[tuple[str, str], ...] = ()
    opening: str = ""
    language: str = "en"
    read_awareness: Callable[[str], AwarenessFigure] = lambda _path: AwarenessFigure()
    read_router: Callable[[str], RouterFigure] = lambda _path: RouterFigure()


@dataclass(frozen=True, slots=True)
class SideFigure:
    """A side as it is when a branch begins; `level` is the id of its awareness. `warmth` None: the usual one."""

    id: str
    name: str
    voice: str
    level: str
    awareness: str
    warmth: float | None = None
    system: str = ""


@dataclass(frozen=True, slots=True)
class TalkFigure:
    """A duologue as it is when a branch begins after `turn`; `stop_at` None: it stops at no convergence."""

    turn: int
    turns: int
    opening: str
    sides: tuple[SideFigure, ...]
    router: RouterFigure = RouterFigure()
    stop_at: float | None = None
    stop_profile: str = "balanced"
    stop_by: str = "parley"
    on_convergence: str = "stop"
    context: int = 0
    when_full: str = "drop"
