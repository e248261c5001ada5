"""Figures of a network of members."""

from __future__ import annotations

import networkx as nx
import pytest

from parley.core.measures.network import ALONE, compute_eigenvector, compute_modularity, select_ties

# Two close threes, tied by one weak bridge from 2 to 3.
CAMPS = {(0, 1): 0.9, (0, 2): 0.9, (1, 2): 0.9, (3, 4): 0.9, (3, 5): 0.9, (4, 5): 0.9, (2, 3): 0.55, (0, 5): 0.2}


def test_modularity_agrees_with_networkx() -> None:
    tied = select_ties(CAMPS)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from((i, j, weight) for (i, j), weight in tied.items())
    expected = nx.community.modularity(graph, [{0, 1, 2}, {3, 4, 5}], weight="weight")
    assert compute_modularity(6, tied, [0, 0, 0, 1, 1, 1]) == pytest.approx(expected)
    assert compute_modularity(3, {}, [ALONE] * 3) == 0.0


def test_eigenvector_agrees_with_networkx() -> None:
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from((i, j, weight) for (i, j), weight in CAMPS.items())
    expected = nx.eigenvector_centrality(graph, weight="weight", max_iter=1000, tol=1e-10)
    top = max(expected.values())
    assert compute_eigenvector(6, CAMPS) == pytest.approx([expected[i] / top for i in range(6)], abs=1e-6)
