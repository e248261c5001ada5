"""Plain text, wrapped for a page of 96 columns."""

from __future__ import annotations

import re
import textwrap

from parley.core.export.base import Exporter
from parley.core.export.documents import make_renderer
from parley.core.export.transcript import Transcript
from parley.core.formats import Localised

WIDTH = 96
BAR = "| "
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_NEWLINE = re.compile(r"\r\n|[\r\n\x0b\x0c\x85\u2028\u2029]")  # some viewers break a line at any of these


def wrap_text(head: str, text: str, indent: str = "    ") -> str:
    """Return `head` and `text` wrapped, later lines indented, without control characters (a terminal's commands).

    Lines that the text itself has begin with a bar, so that none of them looks like somebody else's turn.
    """
    parts = [_CONTROL.sub("", part).strip() for part in _NEWLINE.split(text)]
    first, *rest = [part for part in parts if part] or [""]
    told = [textwrap.fill(head + first, WIDTH, subsequent_indent=indent)]
    told += [textwrap.fill(part, WIDTH, initial_indent=indent + BAR, subsequent_indent=indent + BAR) for part in rest]
    return "\n".join(told)


def format_heading(text: str) -> str:
    """Return a heading, underlined."""
    return f"{text}\n{'-' * len(text)}"


def make_underline(transcript: Transcript) -> str:
    """Return what stands below the title: as wide as that."""
    return "=" * min(WIDTH, max(map(len, wrap_text("", transcript.title, "").splitlines()), default=1))


PLAIN = Exporter(
    "txt",
    Localised(en="Plain text", de="Reiner Text"),
    ".txt",
    make_renderer("transcript.txt.j2", wrapped=wrap_text, heading=format_heading, underline=make_underline),
)
