"""The guide's pages, and where they explain a view: Markdown in `resources/guide`, a folder for each other language.

A comment `<!-- view: NAME -->` says that what follows it explains that view; NAME is that of a dock, or of something
else in the window. It stands in one page only.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from parley.core.base.packaged import get_resource
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

    def has_words(self, words: list[str]) -> bool:
        """Return whether every word, in small letters, is in it."""
        text = self.shown.casefold()
        return all(word in text for word in words)


class Section(NamedTuple):
    """Where a view is explained: a page and, "" for its beginning, a section of it."""

    page: str = ""
    name: str = ""


def make_slug(heading: str) -> str:
    """Return what a heading is called in a link, as forges have it."""
    return _NO_LETTERS.sub("", heading.strip().lower()).replace(" ", "-")


def list_names() -> list[str]:
    """Return the pages in their order."""
    told: list[str] = tomllib.loads(get_resource("guide", "contents.toml").read_text("utf-8"))["pages"]
    return told


@cache
def read_pages(language: str) -> dict[str, Page]:
    """Return all pages by name; one that a language does not have is English."""
    return {name: _read_page(name, language) for name in list_names()}


def _read_page(name: str, language: str) -> Page:
    path = Path(str(get_resource("guide", f"{name}.md")))
    if language != SOURCE and (theirs := path.parent / language / path.name).is_file():
        path = theirs
    text = path.read_text("utf-8")
    return Page(name, text.partition("\n")[0].removeprefix("# ").strip(), text, path.parent)


@cache
def map_sections(language: str) -> dict[str, Section]:
    """Return where each view is explained, by its name."""
    found: dict[str, Section] = {}
    for page in read_pages(language).values():
        heading = page.title
        for line in page.text.splitlines():
            heading = line.lstrip("# ") if line.startswith("#") else heading  # a mark stands below its heading
            if mark := _MARK.match(line):
                found[mark[1]] = Section(page.name, "" if heading == page.title else make_slug(heading))
    return found
