"""An export as it looks where it is read: as a page, as Markdown, or as the text that it is."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal

from PySide6.QtCore import QSize, QUrl
from PySide6.QtGui import QFont, QFontDatabase, QImage, QResizeEvent, QTextCharFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextBrowser

Look = Literal["text", "markdown", "table", "page", "paper"]
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
        if look == "page":
            self.setHtml(text)
        elif look == "markdown":
            # Wide spaces are written as entities, which are HTML.
            self.document().setMarkdown(text.replace("&emsp;", "\u2003"), _PLAIN_MARKDOWN)
        else:
            fixed = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
            fixed.setPixelSize(max(8, QFont(self.font()).pixelSize() - 1))
            self.document().setDefaultFont(fixed)
            # What is written next would look like what began there before, such as a heading.
            self.clear()
            self.setCurrentCharFormat(QTextCharFormat())
            self.setPlainText(text)
        self._scroll_to_top()

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
