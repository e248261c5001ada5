"""A script: the player's lines in a file."""

from __future__ import annotations

from pathlib import Path

from core.base.definition import read_text
from core.base.errors import FileError
from core.base.line import printable
from core.engine.director import LONGEST_TOPIC
from core.modes.story.request import LONGEST


def script_lines(path: Path) -> tuple[str, ...]:
    """The player's lines in a file: one a line, without empty ones and those that begin with #.

    Raises `FileError` where it cannot be read, has nothing to say, or too much.
    """
    found: list[str] = []
    for number, line in enumerate(read_text(path).split("\n"), 1):
        text = printable(line.replace("\t", " ")).strip()
        if not text or text.startswith("#"):
            continue
        if len(text) > LONGEST_TOPIC:
            raise FileError(
                path,
                "line {number} has {count:,} characters; at most {longest_topic:,} are possible.",
                number=number,
                count=len(text),
                longest_topic=LONGEST_TOPIC,
            )
        found.append(text)
    if not found:
        raise FileError(path, "the script has no line.", hint="Write what the player says or does, one a line.")
    if len(found) > LONGEST:
        raise FileError(
            path, "the script has {count:,} lines; at most {longest:,} are possible.", count=len(found), longest=LONGEST
        )
    return tuple(found)
