"""What a roundtable came to, as figures."""

from __future__ import annotations

from parley.core.formats import Localised
from parley.core.log.state import State
from parley.core.measures.registry import COUNT, Measure

NAMES = ("memories", "actions", "warmer", "cooler")


def _figures(state: State) -> dict[str, float]:
    """`memories` and `actions` that were taken away, and pairs that get on better (`warmer`) or worse (`cooler`)."""
    left = state.distilled
    drifts = [] if left is None else [drift.after - drift.before for drift in left.drifts]
    return {
        "roundtable.memories": len(left.memories) if left else 0,
        "roundtable.actions": len(left.actions) if left else 0,
        "roundtable.warmer": sum(change > 0 for change in drifts),
        "roundtable.cooler": sum(change < 0 for change in drifts),
    }


ROUNDTABLE = Measure(
    "roundtable",
    Localised(en="What a roundtable came to", de="Was eine Runde ergab"),
    ("roundtable.",),
    _figures,
    ranges={"roundtable": COUNT},
)
