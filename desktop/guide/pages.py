"""The guide's pages, and what explains a view: Markdown in `resources/guide`, a folder for each other language.

A comment `<!-- view: NAME -->` says that what follows it, up to the next heading or picture, explains that view in
short; NAME is that of a dock, or of something else in the window. It stands in one page only.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from parley.core.base.packaged import packaged
from parley.desktop.widgets.language import SOURCE

FIRST, KEYS = "start", "shortcuts"
"""The page that stands open where nothing else was asked for, and the one to which the table of actions belongs."""
_MARK = re.compile(r"^<!-- view: (\w+) -->$")
_COMMENT = re.compile(r"<!--.*?-->\n?", re.DOTALL)
_NO_LETTERS = re.compile(r"[^\w\- ]")


@dataclass(frozen=True, slots=True)
class Page:
    """A page. `text` is Markdown, its links and pictures relative to `folder`."""

    name: str
    title: str
    text: str
    folder: Path

    @property
    def shown(self) -> str:
        """The text without the comments."""
        return _COMMENT.sub("", self.text)

    def holds(self, words: list[str]) -> bool:
        """Return whether every word, in small letters, is in it."""
        text = self.shown.casefold()
        return all(word in text for word in words)


@dataclass(frozen=True, slots=True)
class Explained:
    """What a view is, in short, and where more stands: a page and, "" for its beginning, a section of it."""

    title: str
    text: str
    page: str = ""
    section: str = ""


def slug(heading: str) -> str:
    """Return what a heading is called in a link, as forges have it."""
    return _NO_LETTERS.sub("", heading.strip().lower()).replace(" ", "-")


def names() -> list[str]:
    """Return the pages in their order."""
    told: list[str] = tomllib.loads(packaged("guide", "contents.toml").read_text("utf-8"))["pages"]
    return told


@cache
def pages(language: str) -> dict[str, Page]:
    """Return all pages by name; one that a language does not have is English."""
    return {name: _read(name, language) for name in names()}


def _read(name: str, language: str) -> Page:
    path = Path(str(packaged("guide", f"{name}.md")))
    if language != SOURCE and (theirs := path.parent / language / path.name).is_file():
        path = theirs
    text = path.read_text("utf-8")
    return Page(name, text.partition("\n")[0].removeprefix("# ").strip(), text, path.parent)


@cache
def explained(language: str) -> dict[str, Explained]:
    """Return what is explained, by the names of views."""
    return {view: told for page in pages(language).values() for view, told in _iterate_explained_entries(page)}


def _iterate_explained_entries(page: Page) -> Iterator[tuple[str, Explained]]:
    heading, view, told = "", "", list[str]()
    for line in [*page.text.splitlines(), "#"]:
        mark = _MARK.match(line)
        if mark or line.startswith(("#", "![")):
            if view:
                section = "" if heading == page.title else slug(heading)
                yield view, Explained(heading, "\n".join(told).strip(), page.name, section)
            view, told = mark[1] if mark else "", []
            heading = line.lstrip("# ") if line.startswith("#") else heading
        elif view:
            told.append(line)
