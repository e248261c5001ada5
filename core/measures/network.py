"""Figures of a network of members. Members are indices from 0 to n − 1, pairs are (i, j) with i < j.

Weights are affinities in [0, 1]. A *tie* is a pair that gets on better than strangers do; its weight is the affinity
beyond that. networkx is imported at the first call, for it takes a third of a second.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from parley.core.base.sums import sum_all

Pairs = Mapping[tuple[int, int], float]
SEED = 7
"""Of the Louvain method, which visits the nodes in a random order."""
ALONE = -1
"""The community of whoever belongs to none."""


def select_ties(affinities: Pairs, neutral: float = 0.5) -> dict[tuple[int, int], float]:
    """Pick the pairs whose affinity is above `neutral`, with `affinity − neutral`."""
    return {pair: affinity - neutral for pair, affinity in affinities.items() if affinity > neutral}


def compute_density(n: int, tied: Pairs) -> float:
    """How many of all pairs are tied: `m / (n·(n − 1)/2)`, in [0, 1]; 0 for fewer than two members.

    Source: S. Wasserman and K. Faust, Social Network Analysis, 1994, section 4.2.
    """
    return len(tied) / (n * (n - 1) / 2) if n > 1 else 0.0


def compute_strength(n: int, affinities: Pairs) -> list[float]:
    """Weighted degree as a mean: `s_i = Σ_j w_ij / (n − 1)`, in [0, 1] for weights in [0, 1].

    Source: A. Barrat, M. Barthélemy, R. Pastor-Satorras and A. Vespignani, The Architecture of Complex Weighted
    Networks, 2004.
    """
    sums = [0.0] * n
    for (i, j), weight in affinities.items():
        sums[i] += weight
        sums[j] += weight
    return [total / (n - 1) if n > 1 else 0.0 for total in sums]


def compute_eigenvector(n: int, affinities: Pairs) -> list[float]:
    """Centrality by whom one is close to: `x` of `A·x = λ·x` for the largest λ, scaled so that the largest x is 1.

    In [0, 1]; all 0 without a weight. Power iteration on `A + 1` from equal values, so that bipartite networks
    converge too. Source: P. Bonacich, Power and Centrality, 1987.
    """
    if not n or not any(affinities.values()):
        return [0.0] * n
    found = [1.0] * n
    for _ in range(500):  # enough, unless the two largest eigenvalues are all but equal
        following = found.copy()  # the 1 of A + 1
        for (i, j), weight in affinities.items():
            following[i] += weight * found[j]
            following[j] += weight * found[i]
        largest = max(following)
        following = [value / largest for value in following]
        if max(abs(new - old) for new, old in zip(following, found, strict=True)) < 1e-10:
            break
        found = following
    return [round(value, 9) for value in following]


def compute_betweenness(n: int, tied: Pairs, neutral: float = 0.5) -> list[float]:
    """How often one stands on the shortest ways between others, as a part of all pairs of others.

    In [0, 1]. A tie is as long as its tension, `1 − affinity`. Sources: L. Freeman, A Set of Measures of Centrality
    Based on Betweenness, 1977; U. Brandes, A Faster Algorithm for Betweenness Centrality, 2001.
    """
    import networkx as nx

    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(n))
    for (i, j), weight in tied.items():
        graph.add_edge(i, j, length=1.0 - neutral - weight)  # 1 − affinity: a tie's weight is what is beyond neutral
    found = nx.betweenness_centrality(graph, weight="length")
    return [float(found[node]) for node in range(n)]


def find_communities(n: int, tied: Pairs) -> list[int]:
    """Find the group of each member, numbered by their first members from 0; `ALONE` for who has no group.

    The partition that the Louvain method finds with a fixed seed. Source: V. Blondel, J.-L. Guillaume, R. Lambiotte
    and E. Lefebvre, Fast Unfolding of Communities in Large Networks, 2008.
    """
    if not tied:
        return [ALONE] * n
    import networkx as nx

    graph: nx.Graph[int] = nx.Graph()
    graph.add_nodes_from(range(n))
    graph.add_weighted_edges_from((i, j, weight) for (i, j), weight in sorted(tied.items()))
    found = nx.community.louvain_communities(graph, weight="weight", seed=SEED)
    groups = sorted((sorted(group) for group in found if len(group) > 1), key=lambda group: group[0])
    result = [ALONE] * n
    for number, group in enumerate(groups):
        for member in group:
            result[member] = number
    return result


def compute_modularity(n: int, tied: Pairs, community: Sequence[int]) -> float:
    """How much more weight lies within the communities than chance would put there.

    `Q = Σ_c (L_c/m − (d_c/2m)²)` with `L_c` the weight within c, `d_c` the strength of c, m all weight; in [−½, 1], 0
    without a tie. Source: M. Newman, Analysis of Weighted Networks, 2004.
    """
    whole = sum_all(tied.values())
    if not whole:
        return 0.0
    # Whoever is alone is a community of one.
    group = [number if number != ALONE else -2 - member for member, number in enumerate(community)]
    within: dict[int, float] = {}
    degree: dict[int, float] = dict.fromkeys(group[:n], 0.0)
    for (i, j), weight in tied.items():
        degree[group[i]] += weight
        degree[group[j]] += weight
        if group[i] == group[j]:
            within[group[i]] = within.get(group[i], 0.0) + weight
    return sum_all(within.get(one, 0.0) / whole - (degree[one] / (2 * whole)) ** 2 for one in degree)
