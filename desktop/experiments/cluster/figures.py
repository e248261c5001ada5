"""What the strip of a cluster is given."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class ClusterFigure:
    """What a cluster is doing: as `parley.core.studio.cluster.progress.Progress`."""

    address: str = ""
    workers: int = 0
    threads: int = 0
    playing: int = 0
    lost: int = 0
    turns: int = 0
    rate: float = 0.0
    failed: int = 0
    cost: float = 0.0

    @classmethod
    def of(cls, told: Mapping[str, Any] | None) -> ClusterFigure | None:
        """Return the figures that a process tells; None where it uses no cluster."""
        return cls(**{each.name: told[each.name] for each in fields(cls)}) if told else None
