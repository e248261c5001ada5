"""Fountain: the run as a screenplay."""

from __future__ import annotations

import re

from parley.core.export.base import Exporter
from parley.core.export.documents import make_renderer
from parley.core.export.words import part_of_day
from parley.core.formats import Localised

_MARKUP = re.compile(r"([\\*_])")  # emphasis
_SPACE = re.compile(r"[\s\x00-\x1f\x7f-\x9f\u2028\u2029]+")  # Fountain tells its elements by lines
_NOTE = re.compile(r"\[\[|\]\]|/\*|\*/")  # [[a note]], /* a boneyard */: both would not be printed
_SEPARATOR = "\u2060"


def one_line(text: str) -> str:
    """Return `text` on one line, without what Fountain would take for emphasis, a note or a boneyard."""
    text = _SPACE.sub(" ", text).strip()
    # An invisible joiner inside the mark keeps its look and ends its meaning.
    text = _NOTE.sub(lambda found: found.group()[0] + _SEPARATOR + found.group()[1], text)
    return _MARKUP.sub(r"\\\1", text)


def write_dialogue(text: str) -> str:
    """Return a line of dialogue: a whole line in brackets would be read as a parenthetical, and "~" as a lyric."""
    text = one_line(text)
    return _SEPARATOR + text if text.startswith(("(", "~")) else text or "…"  # a cue without a line would be action


def format_cue(name: str) -> str:
    """Return a character's cue: "@" forces it, so that any script and any case will do; "^" would make it dual."""
    return "@" + one_line(replace_brackets(name)).rstrip("^ ")


def replace_brackets(text: str) -> str:
    """Return `text` with square brackets for round ones, which have a meaning."""
    return text.replace("(", "[").replace(")", "]")


FOUNTAIN = Exporter(
    "fountain",
    Localised(en="Fountain screenplay", de="Fountain-Drehbuch"),
    ".fountain",
    make_renderer(
        "transcript.fountain.j2",
        line=one_line,
        cue=format_cue,
        dialogue=write_dialogue,
        unbracketed=replace_brackets,
        part_of_day=part_of_day,
    ),
)
