"""What the start page shows. Plain values, no Qt."""

from __future__ import annotations

from dataclasses import dataclass

from parley.desktop.run.figures import MemberFigure


@dataclass(frozen=True, slots=True)
class WatchFigure:
    """A run that begins at once: what it is, what its button says, and, once it was played unseen, who is in it and
    how long it is (`told`). `icon` stands where its picture will be."""

    id: str
    title: str
    detail: str
    button: str
    icon: str = "ph.play"
    told: str = ""
    members: tuple[MemberFigure, ...] = ()


@dataclass(frozen=True, slots=True)
class SpeakerFigure:
    """Something that can write the lines of one's own runs: what was found of it (`status`), whether it can be used
    now (`ready`), and what its button says where something is missing. `models` are the names that can be chosen,
    `titles` how they are shown, where otherwise; `more` is what a button for others says."""

    id: str
    title: str
    status: str
    detail: str
    icon: str
    ready: bool = True
    button: str = ""
    models: tuple[str, ...] = ()
    model: str = ""
    titles: tuple[str, ...] = ()
    more: str = ""
