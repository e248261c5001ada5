"""Exporting the logbook of a run of scenes."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.state import OfficeState
from parley.desktop.export.commands import PREVIEW, ExportCommands
from parley.desktop.widgets.language import current

if TYPE_CHECKING:
    from parley.core.export.base import Look, Progress

translate = QCoreApplication.translate
_DOT = re.compile(r"<span[^>]*>●</span> ")
"""A member's coloured dot, as Markdown writes it: the preview takes no HTML in it."""


async def export_logbook(exports: ExportCommands, lang: str = "original") -> None:
    """Export the open run's logbook through the dialog, in `lang` at first."""
    from parley.core.export.base import cut_pieces, excerpt_page
    from parley.core.modes.office.logbook.documents import FORMATS, known_lang, render_logbook, write_logbook
    from parley.core.modes.office.logbook.reading import build_logbook
    from parley.desktop.export.view import Begin, LogbookExportDialog

    opened = await exports.open_run()
    state, events = opened.state, opened.replay.events
    floor = state.setup[OfficeConfig].floor
    own, other = ("Deutsch", "English") if state.setup.language == "de" else ("English", "Deutsch")
    languages = [("original", own)]
    if state[OfficeState].translations:  # without one there is nothing to choose
        languages += [("en" if other == "English" else "de", other), ("both", translate("LibraryCommands", "Both"))]
    formats = [(name, title.text(current()), f".{name}") for name, title in FORMATS.items()]
    stem = translate("LibraryCommands", "logbook") + f"-{state.run}"
    begin = Begin(formats, exports.folder, stem, exports.last["logbook"])
    dialog = LogbookExportDialog(begin, languages, lang, exports.window)
    chosen = [lang]  # The thread that writes does not ask widgets

    def make_preview(to: str, thoughts: bool) -> tuple[str, Look]:
        chosen[0] = dialog.language.currentData()
        book = build_logbook(state, known_lang(chosen[0]), events, opened.name)
        if to == "html":
            return excerpt_page(render_logbook(book, floor, "html", thoughts=thoughts), PREVIEW), "page"
        return _DOT.sub("", cut_pieces(render_logbook(book, floor, "md", thoughts=thoughts), PREVIEW)), "markdown"

    def save(to: str, path: Path, thoughts: bool, progress: Progress) -> None:
        write_logbook(
            state,
            events,
            path,
            to,
            lang=chosen[0],
            thoughts=thoughts,
            parents=True,
            progress=progress,
            name=opened.name,
        )

    await exports.ask("logbook", dialog, make_preview, save)
