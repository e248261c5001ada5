"""The formats a run can be exported to."""

from __future__ import annotations

from parley.core.base.errors import UsageError
from parley.core.base.registry import Registry, get_instance_of
from parley.core.base.sentences import Sentence
from parley.core.export.base import Exporter, Options, Progress
from parley.core.log.config import RunConfig

EXPORTS: Registry[Exporter] = Registry(
    "export format",
    "parley.exports",
    {
        "md": "parley.core.export.markdown:MARKDOWN",
        "txt": "parley.core.export.plain:PLAIN",
        "html": "parley.core.export.html:HTML",
        "pdf": "parley.core.export.pdf:PDF",
        "json": "parley.core.export.structured:JSON",
        "parley": "parley.core.export.structured:PARLEY",
        "jsonl": "parley.core.export.structured:JSONL",
        "csv": "parley.core.export.table:CSV",
        "fountain": "parley.core.export.fountain:FOUNTAIN",
        "sillytavern": "parley.core.export.foreign.sillytavern:SILLYTAVERN",
        "openai": "parley.core.export.foreign.openai_messages:OPENAI",
        "openai-jsonl": "parley.core.export.foreign.openai_messages:OPENAI_LINES",
        "inspect": "parley.core.export.foreign.inspect_log:INSPECT",
        "eval": "parley.core.export.foreign.inspect_log:EVAL",
        "obsidian": "parley.core.export.foreign.obsidian:OBSIDIAN",
        "graphml": "parley.core.export.foreign.network:GRAPHML",
        "gexf": "parley.core.export.foreign.network:GEXF",
        "edges.csv": "parley.core.export.foreign.network:EDGES",
        "answers.graphml": "parley.core.export.foreign.network:ANSWERS_GRAPHML",
        "answers.gexf": "parley.core.export.foreign.network:ANSWERS_GEXF",
        "answers.csv": "parley.core.export.foreign.network:ANSWERS_CSV",
    },
    get_instance_of(Exporter),
)
"""By name, in the order in which they are offered."""


def list_exporters(config: RunConfig) -> list[Exporter]:
    """Return the formats that fit such a run."""
    return [each for each, fits in EXPORTS.ask(lambda each: each.fits(config)) if fits]


def for_file(name: str, config: RunConfig) -> Exporter:
    """Return the exporter whose files end as `name` does: the longest ending counts, and the first format that has
    it. Raises `UsageError` where none does.
    """
    fitting = [each for each in list_exporters(config) if name.lower().endswith((each.suffix, f".{each.name}"))]
    if not fitting:
        hint = Sentence("Name one: {names}.", names=", ".join(each.name for each in list_exporters(config)))
        raise UsageError("'{name}' says no format.", name=name, hint=hint)
    # Of equals the first: .jsonl is the log itself, not SillyTavern's chat.
    return max(fitting, key=lambda each: len(each.suffix))


__all__ = ["EXPORTS", "Exporter", "Options", "Progress", "for_file", "list_exporters"]
