"""The logbook written to a file, in one of its formats."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from core.base.errors import UnknownName
from core.export.base import Progress, save
from core.formats import Localised
from core.log.events.base import Event
from core.log.state import State
from core.modes.office.config import OfficeConfig
from core.modes.office.logbook.page import LANGS, Lang, Logbook
from core.modes.office.logbook.reading import pages
from core.office.plan import Plan

FORMATS = {
    "md": Localised(en="Markdown", de="Markdown"),
    "html": Localised(en="HTML, one file", de="HTML, eine Datei"),
    "pdf": Localised(en="PDF", de="PDF"),
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
) -> None:
    """Write the logbook of a run of scenes to `target`, wholly or not at all.

    Raises `UnknownName` for a format or language, `UsageError` for a run without scenes, `FileError` where it cannot be
    written.
    """
    if format_id not in FORMATS:
        raise UnknownName("logbook format", format_id, FORMATS)
    book = pages(state, known_lang(lang), events)
    save(target, _pieces(book, state.setup[OfficeConfig].floor, format_id, thoughts, progress), parents=parents)
    if progress:
        progress(1.0)


def known_lang(lang: str) -> Lang:
    """One of `LANGS`. Raises `UnknownName`."""
    for each in LANGS:
        if lang == each:
            return each
    raise UnknownName("logbook language", lang, LANGS)


def _pieces(
    book: Logbook, plan: Plan, format_id: str, thoughts: bool, progress: Progress | None
) -> Iterator[str] | Iterator[bytes]:
    if format_id == "pdf":
        return _pdf(book, plan, thoughts, progress)
    if format_id == "md":
        from core.modes.office.logbook import markdown

        return _counted(markdown.render(book, plan, thoughts=thoughts), book, progress)
    from core.modes.office.logbook import html

    return _counted(html.render(book, plan, thoughts=thoughts), book, progress)


def _pdf(book: Logbook, plan: Plan, thoughts: bool, progress: Callable[[float], None] | None) -> Iterator[bytes]:
    from core.modes.office.logbook import pdf

    yield pdf.render(book, plan, thoughts=thoughts, progress=progress)


def _counted(pieces: Iterator[str], book: Logbook, progress: Progress | None) -> Iterator[str]:
    expected = len(book.scenes) + len(book.days) + len(book.cast) + 8
    for count, piece in enumerate(pieces):
        if progress:
            progress(min(count / expected, 0.99))
        yield piece
