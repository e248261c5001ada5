"""The logbook written to a file, in one of its formats."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Literal

from parley.core.base.errors import UnknownName
from parley.core.export.base import Progress, save
from parley.core.formats import Localised
from parley.core.log.events.base import Event
from parley.core.log.state import State
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.logbook.documents import render
from parley.core.modes.office.logbook.page import LANGS, Lang, Logbook
from parley.core.modes.office.logbook.reading import pages

FORMATS = {
    "md": Localised(en="Markdown", de="Markdown"),
    "html": Localised(en="HTML, one file", de="HTML, eine Datei"),
}
"""Titles by id; the id is also the files' ending."""


def write(
    state: State,
    events: Sequence[Event],
    target: Path,
    format_id: str,
    *,
    lang: str = "original",
    thoughts: bool = True,
    parents: bool = False,
    progress: Progress | None = None,
    name: str = "",
) -> None:
    """Write the logbook of a run of scenes to `target`, wholly or not at all; `name` is the one that somebody gave it.

    Raises `UnknownName` for a format or language, `UsageError` for a run without scenes, `FileError` where it cannot be
    written.
    """
    if format_id not in FORMATS:
        raise UnknownName("logbook format", format_id, FORMATS)
    book, plan = pages(state, known_lang(lang), events, name), state.setup[OfficeConfig].floor
    form: Literal["md", "html"] = "md" if format_id == "md" else "html"
    save(target, _report_progress(render(book, plan, form, thoughts=thoughts), book, progress), parents=parents)
    if progress:
        progress(1.0)


def known_lang(lang: str) -> Lang:
    """One of `LANGS`. Raises `UnknownName`."""
    for each in LANGS:
        if lang == each:
            return each
    raise UnknownName("logbook language", lang, LANGS)


def _report_progress(pieces: Iterator[str], book: Logbook, progress: Progress | None) -> Iterator[str]:
    expected = len(book.scenes) + len(book.days) + 2
    for count, piece in enumerate(pieces):
        if progress:
            progress(count / expected)
        yield piece
