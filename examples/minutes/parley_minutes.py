"""An export: the first sentence of everything that was said."""

import re
from collections.abc import Iterator, Sequence

from parley.core.export.base import Exporter, Options
from parley.core.export.transcript import Transcript
from parley.core.formats import Localised
from parley.core.log.events.base import Event


def _render(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[str]:
    yield f"{transcript.title}\n\n"
    for row in transcript.rows:
        if row.spoken:
            yield f"{row.turn}. {row.name}: {re.split(r'(?<=[.!?]) ', row.text, maxsplit=1)[0]}\n"


MINUTES = Exporter("minutes", Localised(en="Minutes", de="Protokoll"), ".minutes.txt", _render)
