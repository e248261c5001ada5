"""The affinity network at the run's end, for programs that study graphs."""

from __future__ import annotations

import csv
import io
import itertools
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from parley.core.cast.affinity import pair
from parley.core.export.base import Exporter, Options
from parley.core.export.table import cell
from parley.core.export.transcript import Tie, Transcript
from parley.core.formats import Localised
from parley.core.log.events.base import Event
from parley.core.log.played import chosen_by

if TYPE_CHECKING:
    import networkx as nx

_NOT_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
_MODIFIED = re.compile(r'lastmodifieddate="[^"]*"')


def graph(transcript: Transcript) -> nx.Graph[str]:
    """Members as nodes, pairs as edges with `weight` (the affinity at the end), `before`, `change` and answers.

    A mode may have ties of another kind: in a story trust, of the player with each character.
    """
    import networkx as nx

    state = transcript.state
    built: nx.Graph[str] = nx.Graph(
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
    ids = [member.id for member in transcript.config.members]
    ties = transcript.mode.ties(state)
    if ties is None:
        pairs = (pair(one, other) for one, other in itertools.combinations(ids, 2))
        ties = [Tie(*two, transcript.before.get(two, 0.5), state.get_affinity_of(*two)) for two in pairs]
    for tie in ties:
        a, b = pair(tie.a, tie.b)
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


def _clean_xml_text(text: str) -> str:
    """Without the characters that no XML may hold."""
    return _NOT_XML.sub("", text)


def render_graphml(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[str]:
    """GraphML, with the run's facts as attributes of the graph."""
    import networkx as nx

    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    for line in nx.generate_graphml(graph(transcript), named_key_ids=True):
        yield line + "\n"


def render_gexf(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[str]:
    """GEXF 1.2; its date is the run's, not today's, so that the same run gives the same file."""
    import networkx as nx

    yield '<?xml version="1.0" encoding="UTF-8"?>\n'
    for line in nx.generate_gexf(graph(transcript)):
        yield _MODIFIED.sub(f'lastmodifieddate="{transcript.date[:10]}"', line) + "\n"


def render_edges(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[str]:
    """CSV with one record a pair."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\r\n")
    writer.writerow(["a", "b", "a_name", "b_name", "affinity", "before", "change", "a_after_b", "b_after_a"])
    for a, b, edge in graph(transcript).edges(data=True):
        a, b = min(a, b), max(a, b)
        names = [cell(transcript.name_of(a)), cell(transcript.name_of(b))]
        writer.writerow(
            [a, b, *names, edge["weight"], edge["before"], edge["change"], edge["a_after_b"], edge["b_after_a"]]
        )
    yield buffer.getvalue()


GRAPHML = Exporter(
    "graphml", Localised(en="Affinity network, GraphML", de="Affinitätsnetz, GraphML"), ".graphml", render_graphml
)
GEXF = Exporter("gexf", Localised(en="Affinity network, GEXF", de="Affinitätsnetz, GEXF"), ".gexf", render_gexf)
EDGES = Exporter(
    "edges.csv",
    Localised(en="Affinity network, CSV", de="Affinitätsnetz, CSV"),
    ".edges.csv",
    render_edges,
    look="table",
)
