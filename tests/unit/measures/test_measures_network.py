"""Figures of a network of members."""

from __future__ import annotations

import networkx as nx
import pytest

from parley.core.measures.network import (
    ALONE,
    betweenness,
    communities,
    density,
    eigenvector,
    modularity,
    strength,
    ties,
)

# Two close threes, tied by one weak bridge from 2 to 3.
CAMPS = {(0, 1): 0.9, (0, 2): 0.9, (1, 2): 0.9, (3, 4): 0.9, (3, 5): 0.9, (4, 5): 0.9, (2, 3): 0.55, (0, 5): 0.2}


def test_ties_are_what_is_better_than_strangers() -> None:
    assert ties({(0, 1): 0.7, (0, 2): 0.5, (1, 2): 0.3}) == {(0, 1): pytest.approx(0.2)}


def test_density() -> None:
    assert density(6, ties(CAMPS)) == pytest.approx(7 / 15)
    assert density(1, {}) == 0.0


def test_strength_is_the_mean_affinity_to_the_others() -> None:
    assert strength(3, {(0, 1): 0.6, (0, 2): 0.2}) == pytest.approx([0.4, 0.3, 0.1])
    assert strength(1, {}) == [0.0]


def test_two_camps_are_found_and_numbered_by_their_first_members() -> None:
    assert communities(6, ties(CAMPS)) == [0, 0, 0, 1, 1, 1]
    assert communities(6, ties(CAMPS)) == communities(6, dict(reversed(ties(CAMPS).items()))), "in any order"


def test_modularity_agrees_with_networkx() -> None:
    tied = ties(CAMPS)
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from((i, j, weight) for (i, j), weight in tied.items())
    expected = nx.community.modularity(graph, [{0, 1, 2}, {3, 4, 5}], weight="weight")
    assert modularity(6, tied, [0, 0, 0, 1, 1, 1]) == pytest.approx(expected)
    assert modularity(3, {}, [ALONE] * 3) == 0.0


def test_the_bridge_stands_between() -> None:
    found = betweenness(6, ties(CAMPS))
    assert found[2] == found[3] == max(found) > 0
    assert found[0] == 0.0


def test_eigenvector_agrees_with_networkx() -> None:
    graph: nx.Graph[int] = nx.Graph()
    graph.add_weighted_edges_from((i, j, weight) for (i, j), weight in CAMPS.items())
    expected = nx.eigenvector_centrality(graph, weight="weight", max_iter=1000, tol=1e-10)
    top = max(expected.values())
    assert eigenvector(6, CAMPS) == pytest.approx([expected[i] / top for i in range(6)], abs=1e-6)


def test_a_star_has_one_centre() -> None:
    found = eigenvector(4, {(0, 1): 0.5, (0, 2): 0.5, (0, 3): 0.5})
    assert found[0] == 1.0
    assert found[1] == pytest.approx(3**-0.5), "power iteration converges for bipartite networks too"
