"""The affinity network's figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

from core.cast.affinity import START, Pair, pair
from core.log.modes import MODES
from core.log.state import State
from core.measures import network
from desktop.affinity.figures import EdgeFigure, NetworkFigure
from desktop.run.figures import MemberFigure

STRANGERS_SHOWN = 12
"""Up to so many members every pair has an edge; in larger casts only those whom something links."""

Affinities = tuple[tuple[tuple[int, int], float], ...]


def network_figure(
    members: Sequence[MemberFigure],
    state: State,
    *,
    answers: Sequence[Sequence[int]] = (),
    earlier: Mapping[Pair, Sequence[float]] | None = None,
) -> NetworkFigure:
    """The figure of `state`, which is the run at the shown turn.

    `answers[i][j]` counts how often i spoke right after j (`Flow.answers`); `earlier` holds the affinities at the end
    of the cast's earlier runs, oldest first. A pair's history ends with where this run began and, if that differs,
    where it stands now.
    """
    ids = [member.id for member in members]
    began = {pair(each.a, each.b): each.affinity for each in state.config.affinities} if state.config else {}
    reasons = {pair(each.a, each.b): each.reason for each in state.distilled.drifts} if state.distilled else {}
    left_behind = MODES[state.setup.mode].left_behind if state.config else None
    if left_behind is not None:
        reasons |= {two: drift.reason for two, drift in left_behind(state).drifts.items()}
    edges: list[EdgeFigure] = []
    history: dict[tuple[int, int], tuple[float, ...]] = {}
    affinities: list[tuple[tuple[int, int], float]] = []
    for a, first in enumerate(ids):
        for b in range(a + 1, len(ids)):
            key = pair(first, ids[b])
            now = state.affinity.get(key, START)
            change = round(now - began.get(key, START), 6)
            a_to_b, b_to_a = (answers[a][b], answers[b][a]) if answers else (0, 0)
            affinities.append(((a, b), now))
            if len(ids) > STRANGERS_SHOWN and now == START and not (change or a_to_b or b_to_a):
                continue
            edges.append(EdgeFigure(a, b, now, change, reasons.get(key, ""), a_to_b, b_to_a))
            history[a, b] = _history((earlier or {}).get(key, ()), now - change, now)
    community, centrality = _structure(len(ids), tuple(affinities))
    return NetworkFigure(tuple(members), tuple(edges), community, centrality, history)


def _history(earlier: Sequence[float], began: float, now: float) -> tuple[float, ...]:
    """Over all runs, without saying twice where one run ended and the next began."""
    points = [round(value, 4) for value in earlier]
    if not points or points[-1] != round(began, 4):
        points.append(round(began, 4))
    if points[-1] != round(now, 4):
        points.append(round(now, 4))
    return tuple(points)


@lru_cache(maxsize=32)
def _structure(n: int, affinities: Affinities) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Communities and centralities: kept, for they are asked for at every turn and change with the affinities only."""
    weights = dict(affinities)
    community = network.communities(n, network.ties(weights, START))
    return tuple(community), tuple(network.eigenvector(n, weights))
