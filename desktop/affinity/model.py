"""The affinity network's figure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from parley.core.cast.affinity import START, pair
from parley.core.log.state import State
from parley.core.measures import network
from parley.core.measures.moves import MoveAt, Moves
from parley.core.measures.relations import LEANS, Deed
from parley.desktop.affinity.figures import EdgeFigure, MoveFigure, NetworkFigure
from parley.desktop.run.figures import MemberFigure
from parley.desktop.run.words import tell_deed

STRANGERS_SHOWN = 12
"""Up to so many members every pair has an edge; in larger casts only those whom something links."""

Affinities = tuple[tuple[tuple[int, int], float], ...]


def build_network_figure(
    members: Sequence[MemberFigure], state: State, *, moves: Moves | None = None, deeds: Sequence[Deed] = ()
) -> NetworkFigure:
    """Return the figure of `state`, which is the run at the shown turn; `moves` are those of the whole run, `deeds`
    what one did to another in the talk under way.
    """
    ids = [member.id for member in members]
    began = {pair(each.a, each.b): each.affinity for each in state.config.affinities} if state.config else {}
    done = _build_deed_figures(deeds, ids, len(state.turns), state.names)
    leans = _sum_changes(done)
    edges: list[EdgeFigure] = []
    affinities: list[tuple[tuple[int, int], float]] = []
    for a, first in enumerate(ids):
        for b in range(a + 1, len(ids)):
            key = pair(first, ids[b])
            now = state.affinity.get(key, START)
            change = round(now - began.get(key, START), 6)  # Rounded: `linked` below asks for exactly 0
            affinities.append(((a, b), now))  # Before strangers are left out: centrality counts all pairs
            linked = now != START or change != 0 or (a, b) in leans
            if len(ids) > STRANGERS_SHOWN and not linked:
                continue
            edges.append(EdgeFigure(a, b, now, change, "", linked, talk=leans.get((a, b), 0.0)))
    community, centrality = _compute_graph_structure(len(ids), tuple(affinities))
    figure = NetworkFigure(tuple(members), tuple(edges), community, centrality, deeds=done)
    return figure if moves is None else with_moves(figure, state.seq, moves)


def _build_deed_figures(
    deeds: Sequence[Deed], ids: Sequence[str], shown: int, names: Mapping[str, str]
) -> tuple[MoveFigure, ...]:
    """Return what one did to another, as it is drawn: as a move to the better or to the worse, or none."""
    found = []
    for deed in deeds:
        if deed.member in ids and deed.to in ids:
            by, to = ids.index(deed.member), ids.index(deed.to)
            told = tell_deed(deeds, shown, names) if deed.turn == shown else ""
            found.append(MoveFigure(deed.turn, min(by, to), max(by, to), 0.0, LEANS[deed.act], told, (by,)))
    return tuple(found)


def _sum_changes(moves: Iterable[MoveFigure]) -> dict[tuple[int, int], float]:
    """Return how far each pair that moved did."""
    found: dict[tuple[int, int], float] = {}
    for move in moves:
        found[move.a, move.b] = found.get((move.a, move.b), 0.0) + move.change
    return found


def with_moves(figure: NetworkFigure, seq: int, moves: Moves) -> NetworkFigure:
    """Return the figure with the moves of the first `seq` events: what each pair's day changed, and the last reason for
    it.
    """
    index = {member.id: number for number, member in enumerate(figure.members)}
    count, morning = moves.count_until(seq), moves.find_morning(seq)
    found, before_today = _collect_move_figures(tuple(moves.all[:count]), max(0, morning), tuple(index.items()))
    reasons: dict[tuple[int, int], str] = {}
    woke: dict[tuple[int, int], float] = {}
    for number, move in enumerate(found):
        two = (move.a, move.b)
        if move.reason:
            # Changes overnight have no reason: that of the last scene stays.
            reasons[two] = move.reason
        if number >= before_today:
            woke.setdefault(two, move.before)  # The first move of a day has the value of the morning
    edges = tuple(
        replace(
            edge,
            reason=reasons.get((edge.a, edge.b), edge.reason),
            today=round(edge.affinity - woke.get((edge.a, edge.b), edge.affinity), 6),
        )
        for edge in figure.edges
    )
    reach = (round(moves.most_today, 6), round(moves.most, 6))
    return replace(figure, edges=edges, moves=found, morning=before_today if morning >= 0 else -1, reach=reach)


@lru_cache(maxsize=4)
def _collect_move_figures(
    moves: tuple[MoveAt, ...], morning: int, index: tuple[tuple[str, int], ...]
) -> tuple[tuple[MoveFigure, ...], int]:
    """Return the moves among those who are there, and how many of them came before the morning."""
    at = dict(index)
    found: list[MoveFigure] = []
    before_today = 0
    for number, (_seq, turn, move) in enumerate(moves):
        if move.a in at and move.b in at:  # Members whom a fork left out have no index
            by = tuple(at[member] for member in move.by)
            a, b = sorted((at[move.a], at[move.b]))
            found.append(MoveFigure(turn, a, b, move.before, move.after, move.reason, by))
            before_today += number < morning  # `morning` counts all moves, the result only those kept
    return tuple(found), before_today


@lru_cache(maxsize=32)
def _compute_graph_structure(n: int, affinities: Affinities) -> tuple[tuple[int, ...], tuple[float, ...]]:
    """Return communities and centralities, cached: every turn asks for them, and only other affinities change them."""
    weights = dict(affinities)
    community = network.find_communities(n, network.select_ties(weights, START))
    return tuple(community), tuple(network.compute_eigenvector(n, weights))


def with_chosen(figure: NetworkFigure, turns: range) -> NetworkFigure:
    """Return the figure with what these turns changed."""
    chosen = _sum_changes(move for move in figure.moves if move.turn in turns)
    edges = tuple(replace(edge, chosen=round(chosen.get((edge.a, edge.b), 0.0), 6)) for edge in figure.edges)
    return replace(figure, edges=edges, chosen=turns)
