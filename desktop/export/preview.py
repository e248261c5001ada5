"""An export as it looks where it is read: as a page, as Markdown, as a table, on paper, or as the text that it is."""

from __future__ import annotations

import csv
import html
import math
from collections.abc import Sequence
from itertools import islice
from typing import Literal

from PySide6.QtCore import QSize, QUrl
from PySide6.QtGui import QFont, QFontDatabase, QImage, QResizeEvent, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextBrowser

Look = Literal["text", "markdown", "table", "page", "paper"]
PAGES = 3
"""Pages of paper that are shown."""
SHARP = 2.0
"""Pixels of a page's picture for each that it takes: more than a screen has, so that it is scaled down."""
WIDEST = 48
"""Characters of a cell that are shown."""
ROWS = 60
"""Rows of a table that are shown."""
_PLAIN_MARKDOWN = QTextDocument.MarkdownFeature.MarkdownDialectGitHub | QTextDocument.MarkdownFeature.MarkdownNoHTML


class Preview(QTextBrowser):
    """What would be written, without anything that would have to be loaded: nothing is, from wherever."""

    _wholes: Sequence[QImage] = ()
    """The pictures that are each shown as a whole, however large the preview becomes."""
    _showing = False
    """Whether a document is being made: its scroll bar, which comes and goes, is no reason to make it anew."""

    def loadResource(self, _kind: int, _name: QUrl | str) -> object:
        return None

    def show_text(self, text: str, look: Look) -> None:
        """Show the beginning of a text."""
        self._wholes = ()
        self.document().setDefaultFont(self.font())
        # The columns of a table keep their width; everything else is as wide as the preview.
        self.setLineWrapMode(self.LineWrapMode.NoWrap if look == "table" else self.LineWrapMode.WidgetWidth)
        if look == "page":
            self.setHtml(text)
        elif look == "markdown":
            # Wide spaces are written as entities, which are HTML.
            self.document().setMarkdown(text.replace("&emsp;", "\u2003"), _PLAIN_MARKDOWN)
        elif look == "table":
            self.setHtml(table(text))
        else:
            fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
            fixed.setPixelSize(max(8, QFont(self.font()).pixelSize() - 1))
            self.document().setDefaultFont(fixed)
            # What is written next would look like what began there before, such as a heading.
            self.clear()
            self.setCurrentCharFormat(QTextCharFormat())
            self.setPlainText(text)
        self._scroll_to_top()

    def show_paper(self, paper: bytes) -> None:
        """Show the first pages of a PDF."""
        self._wholes = ()
        self._show(pages(paper, self._room().width() * SHARP * self.devicePixelRatioF()))

    def show_pictures(self, pictures: Sequence[QImage]) -> None:
        """Show pictures below one another, each as a whole."""
        self._wholes = pictures
        self._show(pictures, self._room().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._wholes and not self._showing:
            self.show_pictures(self._wholes)

    def _room(self) -> QSize:
        return (self.viewport().size() - QSize(28, 28)).expandedTo(QSize(200, 100))

    def _show(self, pictures: Sequence[QImage], highest: float = math.inf) -> None:
        """Show pictures below one another, as wide as there is room and at most so high."""
        widest, self._showing = self._room().width(), True
        self.clear()
        self.setLineWrapMode(self.LineWrapMode.WidgetWidth)
        cursor = QTextCursor(self.document())
        for number, picture in enumerate(pictures):
            if number:
                cursor.insertBlock()
            picture.setDevicePixelRatio(max(1.0, picture.width() / widest, picture.height() / highest))
            cursor.insertImage(picture, f"picture{number}")
        self._scroll_to_top()
        self._showing = False

    def _scroll_to_top(self) -> None:
        """Begin where the text does: the place of what was shown before means nothing here."""
        self.moveCursor(QTextCursor.MoveOperation.Start)
        self.verticalScrollBar().setValue(0)


def pages(paper: bytes, width: float) -> list[QImage]:
    """Return the first pages of a PDF, each so many pixels wide."""
    import pypdfium2

    document = pypdfium2.PdfDocument(paper)
    made = []
    for at in range(min(PAGES, len(document))):
        page = document[at]
        bitmap = page.render(scale=width / page.get_width(), rev_byteorder=True, prefer_bgrx=True)
        image = QImage(bytes(bitmap.buffer), bitmap.width, bitmap.height, bitmap.stride, QImage.Format.Format_RGBX8888)
        # The buffer is the document's.
        made.append(image.copy())
    document.close()
    return made


def shortened(cell: str) -> str:
    """Return a cell on one line, as far as a column is wide."""
    line = " ".join(cell.split())
    return line if len(line) <= WIDEST else line[: WIDEST - 1] + "…"


def table(text: str) -> str:
    """Return the rows of a CSV as a table in HTML, what was cut off without its last, broken row."""
    lines = text.removesuffix("\n…").lstrip("\ufeff").splitlines(keepends=True)
    rows = list(islice(csv.reader(lines[:-1] if text.endswith("\n…") else lines), ROWS))
    if not rows:
        return ""
    head, *body = [[html.escape(shortened(cell)) for cell in row] for row in rows]
    titles = "".join(f"<th align='left'>{cell}</th>" for cell in head)
    told = "".join(f"<tr>{''.join(f'<td>{cell}</td>' for cell in row)}</tr>" for row in body)
    return f"<table border='0' cellspacing='0' cellpadding='5' style='white-space:pre'><tr>{titles}</tr>{told}</table>"
