"""The formats a run can be exported to."""

from __future__ import annotations

from core.base.registry import Registry, instance_of
from core.export.base import Exporter, Options, Progress
from core.log.config import RunConfig

EXPORTS: Registry[Exporter] = Registry(
    "export format",
    "parley.exports",
    {
        "md": "core.export.markdown:MARKDOWN",
        "txt": "core.export.plain:PLAIN",
        "html": "core.export.html:HTML",
        "pdf": "core.export.pdf:PDF",
        "srt": "core.export.captions:SRT",
        "json": "core.export.structured:JSON",
        "jsonl": "core.export.structured:JSONL",
        "csv": "core.export.table:CSV",
        "fountain": "core.export.fountain:FOUNTAIN",
        "sillytavern": "core.export.sillytavern:SILLYTAVERN",
        "openai": "core.export.openai_messages:OPENAI",
        "openai-jsonl": "core.export.openai_messages:OPENAI_LINES",
        "inspect": "core.export.inspect_log:INSPECT",
        "obsidian": "core.export.obsidian:OBSIDIAN",
        "graphml": "core.export.network:GRAPHML",
        "gexf": "core.export.network:GEXF",
        "edges.csv": "core.export.network:EDGES",
    },
    instance_of(Exporter),
)
"""By name, in the order in which they are offered."""


def offered(config: RunConfig) -> list[Exporter]:
    """The formats that fit such a run."""
    return [each for each, fits in EXPORTS.ask(lambda each: each.fits(config)) if fits]


def for_file(name: str, config: RunConfig) -> Exporter | None:
    """The exporter whose files end as `name` does: the longest ending counts, and the first format that has it."""
    fitting = [each for each in offered(config) if name.lower().endswith(each.suffix)]
    return max(fitting, key=lambda each: len(each.suffix), default=None)


__all__ = ["EXPORTS", "Exporter", "Options", "Progress", "for_file", "offered"]
