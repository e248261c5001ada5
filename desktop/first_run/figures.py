"""What a card of the start page shows: apart from how it is found, which loads what the first paint does without."""

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
