"""The network of affinities at the run's end, and that of who answers whom, for programs that study graphs."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from parley.core.cast.affinity import pair
from parley.core.export.base import Exporter, Options
from parley.core.export.table import iterate_lines
from parley.core.export.transcript import Tie, Transcript
from parley.core.formats import Localised
from parley.core.log.events.base import Event
from parley.core.log.played import chosen_by

if TYPE_CHECKING:
    import networkx as nx

Build: TypeAlias = "Callable[[Transcript], nx.Graph[str]]"

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")  # all that XML 1.0 does not take
_MODIFIED = re.compile(r'lastmodifieddate="[^"]*"')


def build_affinity_graph(transcript: Transcript) -> nx.Graph[str]:
    """Return pairs of members as edges with `weight` (the affinity at the end), `before`, `change` and answers.

    A mode may have ties of another kind: in a story trust, of the player with each character.
    """
    import networkx as nx

    state = transcript.state
    built: nx.Graph[str] = nx.Graph()
    _add_members(built, transcript)
    ties = transcript.mode.find_ties(state)
    if ties is None:
        pairs = (pair(one, other) for one, other in itertools.combinations(transcript.config.names, 2))
        ties = [Tie(*two, transcript.before.get(two, 0.5), state.get_affinity_of(*two)) for two in pairs]
    for tie in ties:
        a, b = pair(tie.a, tie.b)  # in the pair's own order: the counts below are by it
        built.add_edge(
            a,
            b,
            weight=tie.after,
            before=tie.before,
            change=round(tie.after - tie.before, 4),
            a=a,
            b=b,
            a_after_b=transcript.answers.get((a, b), 0),
            b_after_a=transcript.answers.get((b, a), 0),
        )
    return built


def build_answer_graph(transcript: Transcript) -> nx.Graph[str]:
    """Return edges that lead from whoever spoke to whom they spoke right after, with how often as `weight`."""
    import networkx as nx

    built: nx.DiGraph[str] = nx.DiGraph()
    _add_members(built, transcript)
    built.add_weighted_edges_from((a, b, count) for (a, b), count in sorted(transcript.answers.items()))
    for other in built.nodes - transcript.config.names.keys():
        # A director who took turns is no member.
        built.nodes[other]["label"] = _clean_xml_text(transcript.name_of(other))
    return built


def _add_members(built: nx.Graph[str], transcript: Transcript) -> None:
    """Add the members as nodes, and the run's facts as attributes of the graph."""
    state = transcript.state
    built.graph.update(
        name=_clean_xml_text(transcript.title),
        topic=_clean_xml_text(transcript.config.topic),
        date=transcript.date,
        run=state.run,
        seed=transcript.config.seed,
        format=transcript.config.format.id,
        policy=chosen_by(state),
        voices=_clean_xml_text(transcript.voices.sentence(transcript.language)),
    )
    for member in transcript.config.members:
        built.add_node(
            member.id,
            label=_clean_xml_text(member.name),
            role=_clean_xml_text(member.role),
            voice=_clean_xml_text(transcript.get_voice_of(member)),
            turns=state.spoken.get(member.id, 0),
            words=state.words.get(member.id, 0),
        )


def _clean_xml_text(text: str) -> str:
    """Return a text without the characters that no XML may hold."""
    return _NOT_XML.sub("", text)


def _render_graphml(build: Build, transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[str]:
    """Yield GraphML, with the run's facts as attributes of the graph."""
    import networkx as nx

    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    for line in nx.generate_graphml(build(transcript), named_key_ids=True):  # "weight" rather than "d0"
        yield line + "\n"


def _render_gexf(build: Build, transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[str]:
    """Yield GEXF 1.2; its date is the run's, not today's, so that the same run gives the same file."""
    import networkx as nx

    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    for line in nx.generate_gexf(build(transcript)):
        yield _MODIFIED.sub(f'lastmodifieddate="{transcript.date[:10]}"', line) + "\n"


def _render_table(build: Build, transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[str]:
    """Yield CSV with a record for each edge, under the headings that Gephi looks for."""
    built = build(transcript)
    directed = built.is_directed()
    more = () if directed else ("before", "change", "a_after_b", "b_after_a")
    rows: list[list[Any]] = [["Source", "Target", "Type", "Weight", "source_name", "target_name", *more]]
    for a, b, edge in built.edges(data=True):
        a, b = (a, b) if directed else pair(a, b)  # networkx may turn an edge round
        names = transcript.name_of(a), transcript.name_of(b)
        kind = "Directed" if directed else "Undirected"
        rows.append([a, b, kind, edge["weight"], *names, *(edge[name] for name in more)])
    return iterate_lines(rows)


def _build_exporter(name: str, build: Build, title: Localised) -> Exporter:
    """Return the exporter of a network as what the name ends in."""
    kind = name.rpartition(".")[2]
    render = {"graphml": _render_graphml, "gexf": _render_gexf, "csv": _render_table}[kind]
    shown = Localised(en=f"{title.en}, {kind.upper()}", de=f"{title.de}, {kind.upper()}")
    return Exporter(name, shown, f".{name}", partial(render, build), look="table" if kind == "csv" else "text")


_AFFINITIES = Localised(en="Affinity network", de="Affinitätsnetz")
_ANSWERS = Localised(en="Who answers whom", de="Wer wem antwortet")
GRAPHML, GEXF, EDGES = (
    _build_exporter(name, build_affinity_graph, _AFFINITIES) for name in ("graphml", "gexf", "edges.csv")
)
ANSWERS_GRAPHML, ANSWERS_GEXF, ANSWERS_CSV = (
    _build_exporter(f"answers.{kind}", build_answer_graph, _ANSWERS) for kind in ("graphml", "gexf", "csv")
)
