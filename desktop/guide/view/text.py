"""Markdown in the window's own letters: the guide's pages."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from markdown_it import MarkdownIt
from PySide6.QtCore import Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QImage, QResizeEvent, QTextCursor, QTextDocument
from PySide6.QtWidgets import QTextBrowser, QWidget

from parley.desktop.guide.pages import make_slug
from parley.desktop.widgets.theme import FONT_FAMILY
from parley.desktop.widgets.themed import Themed

BODY, HEADINGS = 13, (22, 16, 14)
"""Pixels at a text scale of 1, headings by their level."""
INDENT = 20
"""Pixels by which an item of a list is set in."""


class GuideText(Themed, QTextBrowser):
    """Text to be read. Pictures are files in the text's own folder, or below or beside it; nothing else is loaded.

    Signals: `page_wanted(name, section)`, a link to another page, and `action_wanted(id)`, a link `action:ID`. No link
    leads out of the guide.
    """

    page_wanted = Signal(str, str)
    action_wanted = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("guide", True)
        self.setOpenLinks(False)  # Qt would load a link as a file
        self.document().setDocumentMargin(0)
        self.document().setIndentWidth(INDENT)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        # Were it to come and go with the text, the page would change its width each time that it is set anew.
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOn)
        self.anchorClicked.connect(self._follow_link)
        self._folder = Path()
        self._page = ""
        self._pictures: dict[str, QImage] = {}
        # Not within a layout that is under way: the page would be replaced while it is measured.
        self._anew = QTimer(self, singleShot=True, interval=0)
        self._anew.timeout.connect(self._apply_style)

    def show_text(self, text: str, folder: Path) -> None:
        """Show Markdown from its beginning, with the pictures of its folder."""
        self._page = MarkdownIt("commonmark", {"html": False}).enable("table").render(text)
        self._folder = folder
        self._pictures.clear()
        self._apply_style()
        self.moveCursor(QTextCursor.MoveOperation.Start)

    def show_section(self, section: str) -> None:
        """Bring a heading to the top."""
        block = self.document().begin()
        while block.isValid():
            if block.blockFormat().headingLevel() and make_slug(block.text()) == section:
                place = self.document().documentLayout().blockBoundingRect(block).top()
                self.verticalScrollBar().setValue(round(place) - 4)
            block = block.next()

    def seek(self, words: Sequence[str]) -> None:
        """Select the first of the words where it stands first, and bring it into sight."""
        if words:
            self.moveCursor(QTextCursor.MoveOperation.Start)
            self.find(words[0])

    # Links and pictures -------------------------------------------------------------------------------------------

    def _follow_link(self, url: QUrl) -> None:
        if url.scheme() == "action":
            self.action_wanted.emit(url.path())
        elif not url.path():
            self.show_section(url.fragment())
        elif not url.scheme():
            self.page_wanted.emit(Path(url.path()).stem, url.fragment())

    def loadResource(self, kind: int, where: QUrl | str) -> object:
        """Return a picture, no wider than the page; nothing from anywhere but the guide."""
        url = QUrl(where)
        if kind != QTextDocument.ResourceType.ImageResource.value or url.scheme() or url.path().startswith("/"):
            return None
        name, ratio = url.path(), self.devicePixelRatioF()
        if name not in self._pictures:
            # A page is set anew at each width of the window, from the same files.
            self._pictures[name] = self._read_image(name)
        whole = self._pictures[name]
        room = max(120, self.viewport().width() - 2)
        if whole.isNull() or whole.width() <= room:
            return whole
        made = whole.scaledToWidth(round(room * ratio), Qt.TransformationMode.SmoothTransformation)
        made.setDevicePixelRatio(ratio)
        return made

    def _read_image(self, name: str) -> QImage:
        root = self._folder.parent if self._folder.parent.name == "guide" else self._folder
        path = (self._folder / name).resolve()  # ".." and links are followed before it is checked
        return QImage(str(path)) if path.is_relative_to(root.resolve()) else QImage()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Fit pictures that would be wider than the page."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width() and "<img" in self._page:
            self._anew.start()

    # The look -----------------------------------------------------------------------------------------------------

    def _apply_theme(self) -> None:
        self._apply_style()

    def _apply_style(self) -> None:
        """Set the page in the look's letters, sizes and colours, which are in the document."""
        theme, place = self.theme, self.verticalScrollBar().value()
        first, second, third, body = (round(size * self.scale) for size in (*HEADINGS, BODY))
        self.document().clear()
        self.document().setDefaultStyleSheet(
            f"body, td, th {{ font-family: '{FONT_FAMILY}'; font-size: {body}px; color: {theme.text}; }}"
            f"p {{ margin: 0 0 {round(9 * self.scale)}px; line-height: 142%; }}"
            f"li {{ margin: 0 0 {round(4 * self.scale)}px; line-height: 142%; }}"
            f"h1, h2, h3 {{ font-weight: bold; line-height: 120%; margin: {round(20 * self.scale)}px 0 6px; }}"
            f"h1 {{ font-size: {first}px; margin: 0 0 {round(10 * self.scale)}px; }}"
            f"h2 {{ font-size: {second}px; }} h3 {{ font-size: {third}px; }}"
            f"a {{ color: {theme.accent}; text-decoration: none; font-weight: bold; }}"
            f"code {{ font-family: '{FONT_FAMILY}'; background-color: {theme.accent_soft}; font-weight: bold; }}"
            f"td, th {{ padding: 3px 12px 3px 0; text-align: left; }}"
        )
        self.setHtml(self._page)  # after the style sheet, which does nothing for HTML that is there
        self.verticalScrollBar().setValue(place)
