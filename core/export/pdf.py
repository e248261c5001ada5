"""PDF: the transcript on A4 paper."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from parley.core.base.extras import require_extra
from parley.core.export.base import Exporter, Options
from parley.core.export.transcript import Transcript
from parley.core.formats import Localised
from parley.core.log.events.base import Event


def render_run(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[bytes]:
    """Return what `parley.core.export.pages` makes. Raises `UsageError` where fpdf2 is not installed."""
    with require_extra("pdf"):
        from parley.core.export import pages
    return pages.render_run(transcript, events, options)


PDF = Exporter("pdf", Localised(en="PDF, to print", de="PDF, zum Drucken"), ".pdf", render_run, look="paper")
