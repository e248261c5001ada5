"""What the turns that somebody chose changed between members."""

from __future__ import annotations

from dataclasses import replace

from parley.desktop.affinity.figures import NetworkFigure


def with_chosen(figure: NetworkFigure, turns: range) -> NetworkFigure:
    """Return the figure with what these turns changed."""
    chosen: dict[tuple[int, int], float] = {}
    for move in figure.moves:
        if move.turn in turns:
            chosen[move.a, move.b] = chosen.get((move.a, move.b), 0.0) + move.change
    edges = tuple(replace(edge, chosen=round(chosen.get((edge.a, edge.b), 0.0), 6)) for edge in figure.edges)
    return replace(figure, edges=edges, chosen=turns)
