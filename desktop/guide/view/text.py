"""Markdown in the window's own letters: the guide's pages."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

from PySide6.QtCore import QSize, Qt, QUrl, Signal
from PySide6.QtGui import (
    QFont,
    QImage,
    QPalette,
    QResizeEvent,
    QTextBlock,
    QTextBlockFormat,
    QTextCharFormat,
    QTextCursor,
    QTextDocument,
    QTextFragment,
    QTextImageFormat,
)
from PySide6.QtWidgets import QTextBrowser, QWidget

from parley.desktop.guide.pages import slug
from parley.desktop.widgets.theme import FONT_FAMILY
from parley.desktop.widgets.themed import Themed

BODY, HEADINGS = 13, {1: 22, 2: 16, 3: 14}
"""Pixels at a text scale of 1, headings by their level."""
LINE = 142
"""The height of a line in hundredths of that of its letters."""
ABOVE, BELOW = {1: 0, 2: 20, 3: 14}, {1: 10, 2: 6, 3: 4}
"""Pixels around a heading, by its level."""
PICTURE = "\N{OBJECT REPLACEMENT CHARACTER}"
"""What stands in the text of a paragraph that is a picture."""
PARAGRAPH, ITEM, INDENT = 9, 4, 20
"""Pixels below a paragraph and below an item of a list, and by which an item is set in."""


class GuideText(Themed, QTextBrowser):
    """Text to be read. Pictures are files in the text's own folder, or below or beside it; nothing else is loaded.

    Signals: `page_wanted(name, section)`, a link to another page. No link leads out of the guide.
    """

    page_wanted = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("guide", True)
        self.setOpenLinks(False)
        self.document().setDocumentMargin(0)
        self.document().setIndentWidth(INDENT)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.anchorClicked.connect(self._follow)
        self._folder = Path()
        self._text = ""
        self._pictures: dict[str, QImage] = {}

    def show_text(self, text: str, folder: Path) -> None:
        """Show Markdown from its beginning, with the pictures of its folder."""
        self._text, self._folder = text, folder
        self._pictures.clear()
        self.setMarkdown(text)
        self._dress()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def show_section(self, section: str) -> None:
        """Bring a heading to the top."""
        for block in self._iterate_blocks():
            if block.blockFormat().headingLevel() and slug(block.text()) == section:
                place = self.document().documentLayout().blockBoundingRect(block).top()
                self.verticalScrollBar().setValue(round(place) - 4)

    def seek(self, words: Sequence[str]) -> None:
        """Select the first of the words where it stands first, and bring it into sight."""
        if words:
            self.moveCursor(QTextCursor.MoveOperation.Start)
            self.find(words[0])

    # Links and pictures -------------------------------------------------------------------------------------------

    def _follow(self, url: QUrl) -> None:
        if not url.path():
            self.show_section(url.fragment())
        elif not url.scheme():
            self.page_wanted.emit(Path(url.path()).stem, url.fragment())

    def loadResource(self, kind: int, name: QUrl | str) -> object:
        """Return a picture, no wider than the page; nothing from anywhere but the guide."""
        url = QUrl(name)
        if kind != QTextDocument.ResourceType.ImageResource.value or url.scheme() or url.path().startswith("/"):
            return None
        return self._load_scaled_picture(url.path())

    def _load_scaled_picture(self, name: str) -> QImage:
        if name not in self._pictures:
            self._pictures[name] = self._read(self._folder, name)
        whole, ratio = self._pictures[name], self.devicePixelRatioF()
        room = self._room()
        if whole.isNull() or whole.width() <= room:
            return whole
        smooth = Qt.TransformationMode.SmoothTransformation
        made = whole.scaledToWidth(round(room * ratio), smooth)
        made.setDevicePixelRatio(ratio)
        return made

    def _read(self, folder: Path, name: str) -> QImage:
        root = folder.parent if folder.parent.name == "guide" else folder
        path = (folder / name).resolve()
        return QImage(str(path)) if path.is_relative_to(root.resolve()) else QImage()

    def _room(self) -> int:
        return max(120, self.viewport().width() - round(2 * self.document().documentMargin()) - 2)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Pictures are as wide as the page at most."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self._fit_pictures()

    def _fit_pictures(self) -> None:
        for block, fragment in list(self._iterate_fragments()):
            form = fragment.charFormat()
            if not form.isImageFormat():
                continue
            name = form.toImageFormat().name()
            picture = self._load_scaled_picture(name)
            kind = QTextDocument.ResourceType.ImageResource.value
            self.document().addResource(kind, QUrl(name), picture)
            size = picture.deviceIndependentSize().toSize() if not picture.isNull() else QSize(1, 1)
            fitting = QTextImageFormat(form.toImageFormat())
            fitting.setWidth(size.width())
            fitting.setHeight(size.height())
            self._select_fragment(block, fragment).setCharFormat(fitting)

    # The look -----------------------------------------------------------------------------------------------------

    def _restyle(self) -> None:
        # The letters' sizes and colours are in the document.
        if self._text:
            place = self.verticalScrollBar().value()
            self.setMarkdown(self._text)
            self._dress()
            self.verticalScrollBar().setValue(place)

    def _dress(self) -> None:
        colours = self.palette()
        colours.setColor(QPalette.ColorRole.Link, self.theme.colour("accent"))
        self.setPalette(colours)
        for block in list(self._iterate_blocks()):
            self._dress_block(block)
        for block, fragment in list(self._iterate_fragments()):
            self._dress_fragment(block, fragment)
        self._fit_pictures()

    def _dress_block(self, block: QTextBlock) -> None:
        level = block.blockFormat().headingLevel()
        shape = QTextBlockFormat()
        picture = block.text() == PICTURE
        line = 100 if picture else 120 if level else LINE
        shape.setLineHeight(line, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        shape.setTopMargin((PARAGRAPH if picture else ABOVE.get(level, 0)) * self.scale)
        below = BELOW.get(level, ITEM if block.textList() is not None else PARAGRAPH)
        shape.setBottomMargin(below * self.scale)
        letters = QTextCharFormat()
        letters.setFontFamilies([FONT_FAMILY])
        letters.setProperty(QTextCharFormat.Property.FontPixelSize, round(HEADINGS.get(level, BODY) * self.scale))
        if level:
            letters.setFontWeight(QFont.Weight.DemiBold)
        cursor = QTextCursor(block)
        cursor.mergeBlockFormat(shape)
        cursor.movePosition(QTextCursor.MoveOperation.EndOfBlock, QTextCursor.MoveMode.KeepAnchor)
        cursor.mergeCharFormat(letters)
        cursor.mergeBlockCharFormat(letters)

    def _dress_fragment(self, block: QTextBlock, fragment: QTextFragment) -> None:
        form = fragment.charFormat()
        if form.isImageFormat():
            return
        letters = QTextCharFormat(form)
        # A heading has its size from here, not from its level.
        letters.clearProperty(QTextCharFormat.Property.FontSizeAdjustment.value)
        if form.isAnchor():
            letters.setForeground(self.theme.colour("accent"))
            letters.setFontUnderline(False)
            letters.setFontWeight(QFont.Weight.DemiBold)
        elif form.fontFixedPitch():
            # A key.
            letters.setFontFixedPitch(False)
            letters.setFontFamilies([FONT_FAMILY])
            letters.setBackground(self.theme.colour("accent_soft"))
            letters.setFontWeight(QFont.Weight.DemiBold)
        else:
            letters.setForeground(self.theme.colour("text"))
        self._select_fragment(block, fragment).setCharFormat(letters)

    def _select_fragment(self, block: QTextBlock, fragment: QTextFragment) -> QTextCursor:
        cursor = QTextCursor(block)
        cursor.setPosition(fragment.position())
        cursor.setPosition(fragment.position() + fragment.length(), QTextCursor.MoveMode.KeepAnchor)
        return cursor

    def _iterate_blocks(self) -> Iterator[QTextBlock]:
        block = self.document().begin()
        while block.isValid():
            yield block
            block = block.next()

    def _iterate_fragments(self) -> Iterator[tuple[QTextBlock, QTextFragment]]:
        for block in self._iterate_blocks():
            at = block.begin()
            while not at.atEnd():
                if (fragment := at.fragment()).isValid():
                    yield block, fragment
                at += 1
