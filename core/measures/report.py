"""All measures of a run, as one flat table."""

from __future__ import annotations

from collections.abc import Sequence

from core.cast.affinity import START, pair
from core.measures import flow, network, participation
from core.transcript.state import DIRECTOR, State

Measures = dict[str, float | int]
DECIMALS = 6


def measure(state: State) -> Measures:
    """Every figure of the run by a dotted name: `participation.gini`, `flow.reciprocity`, `affinity.<a>.<b>` …

    Counts are integers, all else is rounded to six decimals. Turns and words of the director count under
    `director.*` and in `turns` and `words` alone. Zero counts of who answers whom are left out. Raises `ValueError`
    before `run.started`. A pair stands in the order of its ids.
    """
    members = [member.id for member in state.setup.members]
    found: Measures = {
        "turns": len(state.turns),
        "words": sum(state.words.values()),
        "members": len(members),
        "director.turns": state.spoken.get(DIRECTOR, 0),
        "director.words": state.words.get(DIRECTOR, 0),
        "tokens": state.usage.total,
        "cost": state.cost,
    }
    found |= _participation(state, members)
    found |= _flow(state, members)
    found |= _network(state, members)
    return {name: round(value, DECIMALS) if isinstance(value, float) else value for name, value in found.items()}


def _participation(state: State, members: list[str]) -> Measures:
    turns = [state.spoken.get(member, 0) for member in members]
    words = [state.words.get(member, 0) for member in members]
    found: Measures = {
        "participation.gini": participation.gini(words),
        "participation.gini_turns": participation.gini(turns),
        "participation.evenness": participation.evenness(words),
        "participation.words_per_turn": sum(words) / sum(turns) if sum(turns) else 0.0,
    }
    found |= {f"participation.turns.{member}": count for member, count in zip(members, turns, strict=True)}
    found |= {f"participation.words.{member}": count for member, count in zip(members, words, strict=True)}
    of_words, of_turns = participation.shares(words), participation.shares(turns)
    found |= {f"participation.share.{member}": share for member, share in zip(members, of_words, strict=True)}
    found |= {f"participation.turn_share.{member}": share for member, share in zip(members, of_turns, strict=True)}
    return found


def _flow(state: State, members: list[str]) -> Measures:
    index = {member: i for i, member in enumerate(members)}
    speakers = [index.get(turn.member, -1) for turn in state.turns]
    counts = flow.answers(speakers, len(members))
    turns = [state.spoken.get(member, 0) for member in members]
    found: Measures = {
        "flow.entropy": participation.entropy(turns),
        "flow.evenness": participation.evenness(turns),
        "flow.transition_entropy": flow.transition_entropy(counts),
        "flow.reciprocity": flow.reciprocity(counts),
    }
    for i, speaker in enumerate(members):
        for j, before in enumerate(members):
            if counts[i][j]:
                found[f"flow.answers.{speaker}.{before}"] = counts[i][j]
    return found


def _network(state: State, members: list[str]) -> Measures:
    n = len(members)
    affinities = {(i, j): state.affinity_of(members[i], members[j]) for i in range(n) for j in range(i + 1, n)}
    tied = network.ties(affinities, START)
    community = network.communities(n, tied)
    found: Measures = {
        "network.density": network.density(n, tied),
        "network.modularity": network.modularity(n, tied, community),
        "network.communities": len(set(community) - {network.ALONE}),
        "affinity.mean": sum(affinities.values()) / len(affinities) if affinities else START,
    }
    columns: dict[str, Sequence[float]] = {
        "strength": network.strength(n, affinities),
        "eigenvector": network.eigenvector(n, affinities),
        "betweenness": network.betweenness(n, tied, START),
        "community": community,
    }
    for name, values in columns.items():
        found |= {f"network.{name}.{member}": value for member, value in zip(members, values, strict=True)}
    return found | {
        "affinity." + ".".join(pair(members[i], members[j])): affinity for (i, j), affinity in affinities.items()
    }
