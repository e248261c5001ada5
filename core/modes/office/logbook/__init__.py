"""The logbook of a run of scenes: a page a scene, as data, Markdown, HTML and PDF."""

from __future__ import annotations

from core.modes.office.logbook.page import LANGS, DayPage, Lang, Logbook, ScenePage
from core.modes.office.logbook.reading import Sources, book, pages, scene_page, scenes_in, sources
from core.modes.office.logbook.writing import FORMATS, known_lang, write

__all__ = [
    "FORMATS",
    "LANGS",
    "DayPage",
    "Lang",
    "Logbook",
    "ScenePage",
    "Sources",
    "book",
    "known_lang",
    "pages",
    "scene_page",
    "scenes_in",
    "sources",
    "write",
]
