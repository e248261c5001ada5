"""Awareness and topologies in the interface's language, and the picture of a topology."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication

from core.duologue import awareness
from core.duologue.topology import edges, hub_of
from core.studio.duologues import OPENINGS
from core.transcript.config import RunConfig
from desktop.models.duologue_figures import TalksFigure
from desktop.models.figures import MemberFigure, TopologyFigure

translate = QCoreApplication.translate
LEVELS = ("none", "basic", "intermediate", "high", "research")
"""The levels that ship, the least first."""


def router_titles() -> tuple[tuple[str, str], ...]:
    """The topologies that need no rules, with their titles."""
    return (
        ("alternation", translate("Topology", "In turn: two")),
        ("round_table", translate("Topology", "Round table: all hear all")),
        ("ring", translate("Topology", "Ring: each hears the one before")),
        ("star", translate("Topology", "Star: all speak with one in the middle")),
        ("broadcast", translate("Topology", "Broadcast: one speaks to all, who answer alone")),
        ("panel", translate("Topology", "Panel: one moderates")),
    )


def profile_titles() -> tuple[tuple[str, str], ...]:
    """The convergence profiles with their titles."""
    return (
        ("balanced", translate("Topology", "Balanced")),
        ("structural", translate("Topology", "Structural")),
        ("semantic", translate("Topology", "Semantic")),
        ("strict", translate("Topology", "Strict")),
    )


def talks(language: str) -> TalksFigure:
    """What the new-run dialog offers of duologues."""
    there = awareness.levels()
    ordered = [*(name for name in LEVELS if name in there), *(name for name in there if name not in LEVELS)]
    return TalksFigure(
        awareness=tuple((name, awareness.load(name).name.text(language)) for name in ordered),
        routers=router_titles(),
        profiles=profile_titles(),
        opening=OPENINGS["de" if language == "de" else "en"],
        language=language,
    )


def topology_figure(config: RunConfig, members: Sequence[MemberFigure]) -> TopologyFigure | None:
    """Who can hear whom in a duologue; None in another run."""
    if config.duologue is None:
        return None
    router, ids = config.duologue.router, [member.id for member in members]
    places = {id_: at for at, id_ in enumerate(ids)}
    titles = dict(router_titles()) | {"content": translate("Topology", "By what is said: rules choose who is next")}
    return TopologyFigure(
        members=tuple(members),
        edges=tuple((places[a], places[b]) for a, b in edges(router, ids)),
        hub=places.get(hub_of(router, ids), -1),
        title=titles[router.kind],
    )
