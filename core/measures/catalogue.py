"""The measures that ship, each as a flat table of figures."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from parley.core.base.sums import sum_all
from parley.core.cast.affinity import HIGHEST, LOWEST, START, pair
from parley.core.formats import Localised
from parley.core.log.state import DIRECTOR, State
from parley.core.measures import flow, network, participation
from parley.core.measures.convergence import (
    CALCULATORS,
    COMPONENTS,
    PROFILES,
    WINDOW,
    AnyCalculator,
    Convergence,
    Message,
    Profile,
    Similarity,
    parley,
    weighed,
)
from parley.core.measures.language import OF_LINE, OF_PAIR
from parley.core.measures.registry import ANY, COUNT, SHARE, Figures, Measure
from parley.core.measures.series import Series

Measures = dict[str, float | int]
Scoring = Callable[[Sequence[Message], str, str, Profile], Convergence]
DECIMALS = 6
CONVERGENCE_DECIMALS = 12
"""These are compared with figures of other tools, to nine decimals."""


def _round_measures(found: Mapping[str, float | int]) -> Measures:
    return {name: round(value, DECIMALS) if isinstance(value, float) else value for name, value in found.items()}


def _list_member_ids(state: State) -> list[str]:
    return [member.id for member in state.setup.members]


def talk(state: State) -> Measures:
    """Measure how long the run is, and what it cost."""
    return _round_measures(
        {
            "turns": len(state.turns),
            "words": sum(state.words.values()),
            "members": len(state.setup.members),
            "director.turns": state.spoken.get(DIRECTOR, 0),
            "director.words": state.words.get(DIRECTOR, 0),
            "tokens": state.usage.total,
            "cost": state.cost,
        }
    )


def get_series_of(state: State) -> Series:
    """Return every measure of the run's turns, over its turns."""
    found = Series([member.id for member in state.setup.members], state.setup.language)
    for turn in state.turns:
        found.add(turn.number, turn.member, turn.text)
    return found


def language(state: State) -> Measures:
    """Measure what lines are like, in the mean: `language.<measure>` of all, `language.<measure>.<member>` of one, and
    `pair.<measure>.<a>.<b>` of what a says right after b."""
    found, series = Measures(), get_series_of(state)
    # The places of everybody's lines, and of the answers of each pair, are looked up once for all measures.
    lines: list[list[int]] = [[] for _ in series.members]
    answers: dict[tuple[int, int], list[int]] = {}
    for at, (speaker, answered) in enumerate(zip(series.speakers, series.answered, strict=True)):
        lines[speaker].append(at)
        if answered >= 0:
            answers.setdefault((speaker, answered), []).append(at)
    for name in OF_LINE:
        column = series.columns[name]
        found[f"language.{name}"] = _mean(column)
        for member, places in zip(series.members, lines, strict=True):
            found[f"language.{name}.{member}"] = _mean(column[at] for at in places)
    for name, ((a, b), places) in itertools.product(OF_PAIR, sorted(answers.items())):  # in the cast's order
        column = series.columns[name]
        found[f"pair.{name}.{series.members[a]}.{series.members[b]}"] = _mean(column[at] for at in places)
    return {name: round(value, DECIMALS) for name, value in found.items()}


def list_newest(state: State) -> list[str]:
    """List the lines that `measure_convergence` looks at, each once: a similarity by embeddings needs their vectors."""
    spoke = [member.id for member in state.setup.members if state.spoken.get(member.id)]
    if len(spoke) < 2:
        return []
    left = dict.fromkeys(spoke, WINDOW)
    found: dict[str, None] = {}
    for turn in reversed(state.turns):
        if left.get(turn.member):
            left[turn.member] -= 1
            found[turn.text] = None
            if not any(left.values()):
                break
    return list(found)


def measure_convergence(state: State, similarity: Similarity | None = None) -> Figures:
    """Measure how alike they sound at the end: `convergence.<calculator>.<profile>.score` and `.components`.

    With a `similarity` (`parley.core.measures.embedding`) also by the calculator `embedding`. For a pair the same with
    `.<a>.<b>` before it, a < b. With more than two who have spoken the figures without a pair are the mean over all
    pairs of them.
    """
    messages: list[Message] = [(turn.member, turn.text) for turn in state.turns]
    spoke = [member.id for member in state.setup.members if state.spoken.get(member.id)]
    # A talk has its first and its second speaker; a pair its smaller and its larger id.
    pairs = [(a, b) if len(spoke) == 2 else pair(a, b) for a, b in itertools.combinations(spoke, 2)]
    found: dict[str, float | dict[str, float]] = {}
    scoring: dict[AnyCalculator, Scoring] = {}
    scoring.update(CALCULATORS.items())
    if similarity is not None:
        scoring["embedding"] = partial(parley, similarity=similarity)
    for name, score in scoring.items():
        by_pair = {(a, b): score(messages, a, b, "balanced").components for a, b in pairs}  # profiles only weigh them
        for profile in PROFILES:
            scores = {two: weighed(name, parts, profile) for two, parts in by_pair.items()}
            shown = {
                two: round(value, 2 if name == "classic" else CONVERGENCE_DECIMALS) for two, value in scores.items()
            }
            key = f"convergence.{name}.{profile}"
            found[f"{key}.score"] = shown[pairs[0]] if len(pairs) == 1 else _mean(shown.values())
            found[f"{key}.components"] = _average_components(by_pair.values())
            for (a, b), value in shown.items() if len(pairs) > 1 else ():
                found[f"{key}.{a}.{b}.score"] = value
                found[f"{key}.{a}.{b}.components"] = _average_components([by_pair[a, b]])
    return found


def _average_components(several: Iterable[Mapping[str, float]]) -> dict[str, float]:
    each = list(several)
    return {name: round(_mean([parts[name] for parts in each]), CONVERGENCE_DECIMALS) for name in COMPONENTS}


def _mean(values: Iterable[float]) -> float:
    """Compute the mean of those that there are; 0 where there is none."""
    there = [value for value in values if not math.isnan(value)]
    return sum_all(there) / len(there) if there else 0.0


def get_participation_of(state: State) -> Measures:
    """Measure who talks how much."""
    members = _list_member_ids(state)
    turns = [state.spoken.get(member, 0) for member in members]
    words = [state.words.get(member, 0) for member in members]
    found: Measures = {
        "participation.gini": participation.gini(words),
        "participation.gini_turns": participation.gini(turns),
        "participation.evenness": participation.compute_evenness(words),
        "participation.words_per_turn": sum(words) / sum(turns) if sum(turns) else 0.0,
    }
    found |= {f"participation.turns.{member}": count for member, count in zip(members, turns, strict=True)}
    found |= {f"participation.words.{member}": count for member, count in zip(members, words, strict=True)}
    of_words, of_turns = participation.compute_shares(words), participation.compute_shares(turns)
    found |= {f"participation.share.{member}": share for member, share in zip(members, of_words, strict=True)}
    found |= {f"participation.turn_share.{member}": share for member, share in zip(members, of_turns, strict=True)}
    return _round_measures(found)


def flow_of(state: State) -> Measures:
    """Count who answers whom; counts of 0 are left out."""
    members = _list_member_ids(state)
    index = {member: i for i, member in enumerate(members)}
    speakers = [index.get(turn.member, -1) for turn in state.turns]  # −1: the director, who breaks the chain of answers
    counts = flow.answers(speakers, len(members))
    turns = [state.spoken.get(member, 0) for member in members]
    found: Measures = {
        "flow.entropy": participation.entropy(turns),
        "flow.evenness": participation.compute_evenness(turns),
        "flow.transition_entropy": flow.transition_entropy(counts),
        "flow.reciprocity": flow.compute_reciprocity(counts),
    }
    for i, speaker in enumerate(members):
        for j, before in enumerate(members):
            if counts[i][j]:
                found[f"flow.answers.{speaker}.{before}"] = counts[i][j]
    return _round_measures(found)


def get_network_of(state: State) -> Measures:
    """Measure the network of affinities, and list these."""
    members = _list_member_ids(state)
    n = len(members)
    affinities = {(i, j): state.get_affinity_of(members[i], members[j]) for i in range(n) for j in range(i + 1, n)}
    tied = network.select_ties(affinities, START)
    community = network.find_communities(n, tied)
    found: Measures = {
        "network.density": network.compute_density(n, tied),
        "network.modularity": network.compute_modularity(n, tied, community),
        "network.communities": len(set(community) - {network.ALONE}),
        "affinity.mean": sum_all(affinities.values()) / len(affinities) if affinities else START,
    }
    columns: dict[str, Sequence[float]] = {
        "strength": network.compute_strength(n, affinities),
        "eigenvector": network.compute_eigenvector(n, affinities),
        "betweenness": network.compute_betweenness(n, tied, START),
        "community": community,
    }
    for name, values in columns.items():
        found |= {f"network.{name}.{member}": value for member, value in zip(members, values, strict=True)}
    found |= {"affinity." + ".".join(pair(members[i], members[j])): affinity for (i, j), affinity in affinities.items()}
    return _round_measures(found)


_OF_RUN = ("turns", "words", "members", "director.", "tokens", "cost")

TALK = Measure("talk", Localised(en="The run", de="Der Lauf"), _OF_RUN, talk, ranges=dict.fromkeys(_OF_RUN, COUNT))
PARTICIPATION = Measure(
    "participation",
    Localised(en="Participation", de="Beteiligung"),
    ("participation.",),
    get_participation_of,
    ranges={
        "participation": COUNT,
        **{f"participation.{name}": SHARE for name in ("gini", "gini_turns", "evenness", "share", "turn_share")},
    },
)
FLOW = Measure(
    "flow",
    Localised(en="Flow", de="Redefluss"),
    ("flow.",),
    flow_of,
    ranges={"flow": COUNT, "flow.evenness": SHARE, "flow.reciprocity": SHARE},
)
NETWORK = Measure(
    "network",
    Localised(en="Network", de="Netz"),
    ("network.", "affinity."),
    get_network_of,
    ranges={
        "network": SHARE,
        "network.modularity": (-0.5, 1.0),
        "network.communities": COUNT,
        "network.community": (network.ALONE, math.inf),
        "affinity": (LOWEST, HIGHEST),
    },
)
LANGUAGE = Measure(
    "language",
    Localised(en="Language", de="Sprache"),
    ("language.", "pair."),
    language,
    ranges={
        "language": COUNT,
        "language.agreement": ANY,
        **{f"language.{name}": SHARE for name in ("type_token_ratio", "hapax", "compression", "repetition")},
        "language.formality": SHARE,
        "pair": SHARE,
        "pair.expansion": ANY,
    },
)
CONVERGENCE = Measure(
    "convergence",
    Localised(en="Convergence", de="Konvergenz"),
    ("convergence.",),
    measure_convergence,
    measure_convergence,  # by meaning, too: it takes a similarity where there is one
    ranges={"convergence": SHARE},
)
