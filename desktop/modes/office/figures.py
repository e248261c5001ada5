"""Frozen figures of a run of scenes: the game master's choices, the logbook's pages. Plain values, no Qt."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from parley.desktop.run.figures import MemberFigure

if TYPE_CHECKING:
    from parley.core.modes.office.logbook.page import ScenePage

TERMS = ("proximity", "threads", "relationship", "silence", "plans", "pacing", "schedule", "jitter")
"""What speaks for a candidate scene, in the order of `CandidateFigure.terms`."""


@dataclass(frozen=True, slots=True)
class CandidateFigure:
    """A scene that could have been next; `terms` are weighted, in the order of `TERMS`, `score` is their sum."""

    scene_type: str
    kind: str
    title: str
    members: tuple[MemberFigure, ...]
    topic: str = ""
    terms: tuple[float, ...] = (0.0,) * len(TERMS)
    score: float = 0.0
    why: str = ""


@dataclass(frozen=True, slots=True)
class GameMasterFigure:
    """Why a scene was chosen, as its events say; nothing is recomputed.

    `scene` is 0 where there is none: then `note` says why. `chosen` indexes `candidates` (−1: none).
    """

    scene: int = 0
    clock: str = ""
    day: str = ""
    title: str = ""
    topic: str = ""
    candidates: tuple[CandidateFigure, ...] = ()
    chosen: int = -1
    method: str = ""
    reason: str = ""
    exchange: str = ""
    exchange_reason: str = ""
    importance: float = 0.0
    threshold: float = 0.0
    note: str = ""


@dataclass(frozen=True, slots=True)
class LogEntryFigure:
    """A page of the logbook to choose: a day's summary (`scene` 0) or a scene."""

    day: int
    scene: int
    title: str
    detail: str = ""
    scene_type: str = ""

    @property
    def told(self) -> str:
        """Both on one line."""
        return f"{self.title} · {self.detail}" if self.detail else self.title


@dataclass(frozen=True, slots=True)
class LogDayFigure:
    """The logbook's page of a day: its summary, and its `scenes` as (number, title, summary).

    `notes` say what is not there; `language` is that of the headings.
    """

    day: int
    title: str
    language: str = "en"
    summary: str = ""
    scenes: tuple[tuple[int, str, str], ...] = ()
    notes: tuple[str, ...] = ()
    number: int = 0
    """No scene's."""


@dataclass(frozen=True, slots=True)
class LogbookFigure:
    """The logbook: all pages to choose and the one that is shown.

    `languages` are (value, title) where there is a choice; `language` is the chosen value; `shown` the turn that all
    views show; `note` says why there is nothing.
    """

    entries: tuple[LogEntryFigure, ...] = ()
    page: ScenePage | LogDayFigure | None = None
    languages: tuple[tuple[str, str], ...] = ()
    language: str = "original"
    shown: int = 0
    note: str = ""
