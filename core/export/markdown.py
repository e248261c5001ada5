"""Markdown: what was said is text, never markup."""

from __future__ import annotations

import re

from parley.core.export.base import Exporter
from parley.core.export.documents import make_renderer
from parley.core.formats import Localised

_MARKUP = re.compile(r"([\\`*_\[\]<>&~|$])")  # wherever it stands; the next ones only at the beginning of a line
# Headings, points of a list, rules and underlines, definitions, numbers of a list.
_LINE_START = re.compile(r"^(\s*)(#{1,6}(?=\s|$)|[-+=](?=\s|$|[-=])|:|\d{1,9}[.)](?=\s|$))", re.MULTILINE)
_CONTROL = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]")  # all but tab and newline
SET_IN = "\\\n&emsp;&emsp;"
"""Between the lines of one turn: none of them may look like somebody else's."""
_NEWLINE = re.compile(r"\r\n|[\r\n\x0b\x0c\x85\u2028\u2029]")  # whatever some reader takes for the end of a line


def escape(text: str) -> str:
    """Return `text` so that Markdown shows it as it stands, on one line."""
    text = _CONTROL.sub("", _NEWLINE.sub(" ", text)).strip()
    text = _MARKUP.sub(r"\\\1", text)
    return _LINE_START.sub(_escape_line_mark, text)


def _escape_line_mark(found: re.Match[str]) -> str:
    space, mark = found.groups()
    if mark[0].isdigit():
        return f"{space}{mark[:-1]}\\{mark[-1]}"  # a backslash before a digit would be shown
    return f"{space}\\{mark}"


def break_lines(text: str, between: str = "\\\n") -> str:
    """Return `text` with its own line breaks kept as hard ones."""
    return between.join(escape(line) for line in _NEWLINE.split(text.strip()) if line.strip())


MARKDOWN = Exporter(
    "md",
    Localised(en="Markdown", de="Markdown"),
    ".md",
    make_renderer("transcript.md.j2", md=escape, lines=break_lines, set_in=SET_IN),
    look="markdown",
)
