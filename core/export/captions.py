"""Captions as SubRip (SRT): every line as long as it is read, for a film of the run."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Iterator, Sequence

from parley.core.base.line import printable
from parley.core.export.base import Exporter, Options
from parley.core.export.transcript import Transcript
from parley.core.formats import Localised
from parley.core.log.events.base import Event

FIRST, EACH = 0.9, 0.042
"""Seconds for a line at all, and for each of its characters: about 24 a second, as subtitles are read."""
LONGEST = 9.0
"""Seconds that a bubble stands at most."""


def seconds(text: str, longest: float = LONGEST) -> float:
    """Return how long a line is shown at the usual speed."""
    return min(FIRST + EACH * len(text), longest)


WIDTH = 42
"""Characters of a line on the screen."""
LINES = 2
"""Lines of a caption: a longer speech takes several, one after the other."""
PAUSE = 0.25
"""Seconds between two speeches."""


def render(transcript: Transcript, events: Sequence[Event], options: Options) -> Iterator[str]:
    """Yield the captions of all that was said, from 00:00:00 on, each with its speaker; stage directions are not
    heard.
    """
    number, at = 0, 0.0
    for row in transcript.rows:
        if not row.spoken or row.staged:
            continue
        thoughts = [f"[{thought}]" for thought in row.thoughts] if options.thoughts else []
        said = _flatten_caption_text(" ".join([f"{row.name}: {row.written}", *thoughts]))
        # However long it is: all of it is to be read.
        whole, parts = seconds(said, longest=float("inf")), _split_into_captions(said)
        for shown in parts:
            number += 1
            until = at + whole * sum(map(len, shown)) / sum(len(line) for part in parts for line in part)
            yield f"{number}\n{_format_clock_time(at)} --> {_format_clock_time(until)}\n" + "\n".join(shown) + "\n\n"
            at = until
        at += PAUSE


def _split_into_captions(text: str) -> list[list[str]]:
    """Return the lines of each caption, about as long as one another: none has a single word left over."""
    count = math.ceil(len(text) / (LINES * WIDTH))
    while True:
        parts = [textwrap.wrap(part, WIDTH) for part in textwrap.wrap(text, math.ceil(len(text) / count) + 6)]
        if all(len(part) <= LINES for part in parts):
            return parts
        count += 1


def _flatten_caption_text(text: str) -> str:
    """On one line, and nothing that a player takes for markup or for a time."""
    return " ".join(printable(text).split()).replace("<", "‹").replace(">", "›").replace("{", "(").replace("}", ")")


def _format_clock_time(at: float) -> str:
    """ "00:01:02,345"."""
    milliseconds = round(at * 1000)
    minutes, rest = divmod(milliseconds, 60_000)
    hours, minutes = divmod(minutes, 60)
    return f"{hours:02}:{minutes:02}:{rest // 1000:02},{rest % 1000:03}"


SRT = Exporter("srt", Localised(en="Captions (SRT)", de="Untertitel (SRT)"), ".srt", render)
