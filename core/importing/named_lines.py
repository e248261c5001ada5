"""Plain text in which each line begins with a name and a colon; what has none goes on with the line before."""

from __future__ import annotations

import re
from collections import Counter
from datetime import datetime
from pathlib import Path

from parley.core.base.line import keep_visible
from parley.core.base.sentences import Sentence
from parley.core.formats import Localised
from parley.core.importing.moments import parse_stamp
from parley.core.importing.reading import Importer, Source
from parley.core.importing.talk import Said, Speaker, Talk, make_title

ENDINGS = (".txt", ".log", ".md")
LOOKED_AT = 400
"""Lines that are looked at to see whether it is a talk."""
LONGEST_NAME = 40
MOST_WORDS = 4
_STAMP = r"(?:\[(?P<a>[^\[\]]{4,40})\]|(?P<b>\d[\d.:,/T -]{3,30}\d(?:\s*[AaPp]\.?[Mm]\.?)?Z?)\s*(?:-|–|—|\|)?)?"
_LINE = re.compile(  # a point of a list or a quotation, the stamp, a name (**bold** or <so>), a colon, the words
    r"^\s*(?:[-*>]\s+)?" + _STAMP + r"\s*(?P<bold>\*\*|__)?<?(?P<name>[^\W\d_][^:<>\n*]{0,39}?)>?(?:(?<!\s)(?P=bold))?"
    r"\s*[:：](?(bold)(?:\*\*|__)?)(?:\s+(?P<text>.*)|$)"
)
_NO_NAMES = frozenset({  # what stands before a colon and speaks no line
    "http", "https", "ftp", "file", "mailto", "note", "notes", "example", "warning", "error", "todo", "title", "date",
    "info", "debug", "traceback", "hinweis", "achtung", "beispiel", "fehler", "titel", "datum", "warnung",
})  # fmt: skip


def _split_named_line(line: str) -> tuple[str, str, str] | None:
    """Return stamp, name and words of a line that begins with a name; None where it does not."""
    found = _LINE.match(line[: LONGEST_NAME + 120])  # a name is found near the beginning or not at all
    if found is None:
        return None
    name = keep_visible(found["name"]).strip("*_ ")
    if not name or len(name) > LONGEST_NAME or len(name.split()) > MOST_WORDS or name.casefold() in _NO_NAMES:
        return None
    return (found["a"] or found["b"] or "").strip(), name, line[found.start("text") :] if found["text"] else ""


def _recognises(source: Source) -> bool:
    if not source.name.lower().endswith(ENDINGS):
        return False
    lines = [line for line in source.text.split("\n")[:LOOKED_AT] if line.strip()]
    names = Counter(spoken[1] for line in lines if (spoken := _split_named_line(line)))
    # Of somebody's notes a few lines have a colon; in a talk names come again, and at least a line in four has one.
    return sum(names.values()) >= max(2, len(lines) / 4) and (max(names.values()) > 1 or len(lines) <= 2 * len(names))


def _talks(source: Source) -> list[Talk]:
    lines: list[Said] = []
    before: list[str] = []
    current: tuple[str, datetime | None, list[str]] | None = None

    def close() -> None:
        if current is not None and (words := "\n".join(current[2]).strip()):
            lines.append(Said(current[0], words, current[1]))

    for line in source.text.split("\n"):
        if spoken := _split_named_line(line):
            close()
            stamp, name, words = spoken
            current = name, parse_stamp(stamp), [words]
        elif current is not None:
            current[2].append(line.strip())  # also an empty one: it parts the paragraphs of a line
        elif line.strip():
            before.append(line.strip())
    close()
    title = before[0].strip("# ")[:100] if before else make_title(lines, Path(source.name).stem)
    speakers = [Speaker(name, name) for name in dict.fromkeys(said.speaker for said in lines)]
    talk = Talk("", "Text", "text", source.name, title, speakers, lines, warnings=list(source.lost))
    if len(before) > 1:
        told = Sentence("{count} lines before the first name were left out.", count=len(before) - 1)
        talk.warnings.append(told)
    return [talk]


TEXT = Importer(
    "plain", Localised(en="Text, “Name: line”", de="Text, „Name: Zeile“"), _recognises, endings=ENDINGS, lines=False,
    general=True, talks=_talks,
)  # fmt: skip
