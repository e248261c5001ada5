"""The formats a run can be exported to."""

from __future__ import annotations

from core.base.errors import UnknownName
from core.export import fountain, html, markdown, network, plain, sillytavern, structured, table
from core.export.base import Exporter, Options, Progress

EXPORTERS: dict[str, Exporter] = {
    each.id: each
    for each in (
        Exporter("md", "Markdown", ".md", markdown.render),
        Exporter("txt", "Plain text", ".txt", plain.render),
        Exporter("html", "HTML replay, one file", ".html", html.render, page=True),
        Exporter("json", "JSON", ".json", structured.render_json),
        Exporter("jsonl", "JSONL, the log itself", ".jsonl", structured.render_jsonl),
        Exporter("csv", "CSV table", ".csv", table.render),
        Exporter("fountain", "Fountain screenplay", ".fountain", fountain.render),
        Exporter("sillytavern", "SillyTavern chat", ".jsonl", sillytavern.render),
        Exporter("graphml", "Affinity network, GraphML", ".graphml", network.render_graphml),
        Exporter("gexf", "Affinity network, GEXF", ".gexf", network.render_gexf),
        Exporter("edges.csv", "Affinity network, CSV", ".edges.csv", network.render_edges),
    )
}
"""By id, in the order in which they are offered."""


def exporter(format_id: str) -> Exporter:
    """The exporter of that id. Raises `UnknownName`, which lists what there is."""
    try:
        return EXPORTERS[format_id]
    except KeyError:
        raise UnknownName("export format", format_id, EXPORTERS) from None


def for_file(name: str) -> Exporter | None:
    """The exporter whose files end as `name` does: the longest ending counts, and the first format that has it."""
    fitting = [each for each in EXPORTERS.values() if name.lower().endswith(each.suffix)]
    return max(fitting, key=lambda each: len(each.suffix), default=None)


__all__ = ["EXPORTERS", "Exporter", "Options", "Progress", "exporter", "for_file"]
