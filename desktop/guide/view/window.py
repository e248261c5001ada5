"""The help window: the guide's pages, a search over them, and every action with its keys, made from the table."""

from __future__ import annotations

from collections.abc import Container
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QWidget

from parley.desktop.guide.pages import FIRST, KEYS, read_pages
from parley.desktop.guide.view.text import GuideText
from parley.desktop.palette.view.view import action_entries
from parley.desktop.widgets.language import current
from parley.desktop.widgets.layouts import hbox, vbox
from parley.desktop.widgets.parts import worded
from parley.desktop.widgets.tab_order import Dialog
from parley.desktop.widgets.themed import Themed

NAME = Qt.ItemDataRole.UserRole
SIDE = 228
"""Pixels of the list of pages at a text scale of 1."""


def describe_actions(offered: Container[str]) -> str:
    """Return the actions whose ids are offered and that stand in a menu, as Markdown: a table for each menu."""
    told, place = "", ""
    for entry in action_entries(offered):
        if entry.place and entry.place != place:
            place = entry.place
            told += f"\n| {place} | |\n|---|---|\n"
        if entry.place:
            keys = " ".join(f"`{key}`" for key in entry.shortcuts)
            title, detail = (text.replace("|", "\\|") for text in (entry.title, entry.detail))
            told += f"| [{title}](action:{entry.id}) {keys} | {detail} |\n"
    return told


class GuideWindow(Themed, Dialog):
    """It is not modal: the window can be used beside it.

    Signals: `action_chosen(id)`, the link of an action. Attributes: `page`, the name of the shown one.
    """

    action_chosen = Signal(str)

    def __init__(self, offered: Container[str], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Guide"))
        self.setModal(False)
        self.resize(940, 700)
        self.page = ""
        self._pages = dict(read_pages(current()))
        keys = self._pages[KEYS]
        self._pages[KEYS] = replace(keys, text=keys.text + describe_actions(offered))
        self.field = QLineEdit(placeholderText=self.tr("Search, for instance: fork"), clearButtonEnabled=True)
        self.field.setAccessibleName(self.tr("Search the help"))
        self.field.textChanged.connect(self._search)
        self.contents = self._build_page_list()
        self.text = GuideText()
        self.text.setAccessibleName(self.tr("Page"))
        self.text.page_wanted.connect(self.open_page)
        self.text.action_wanted.connect(self.action_chosen)
        self._none = worded(self.tr("Nothing here holds these words."), "secondary")
        side = QWidget()
        self._side = side
        vbox(self.field, (self.contents, 1), self._none, within=side, margins=0, spacing=8)
        hbox(side, (self.text, 1), within=self, margins=(16, 14, 16, 12), spacing=14)
        self._apply_theme()
        self._search("")
        self.open_page(FIRST)
        self.field.setFocus()

    def _build_page_list(self) -> QListWidget:
        made = QListWidget()
        made.setAccessibleName(self.tr("Pages"))
        made.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        for page in self._pages.values():
            item = QListWidgetItem(page.title)
            item.setData(NAME, page.name)
            made.addItem(item)
        made.currentRowChanged.connect(self._turn_to)
        made.itemActivated.connect(lambda _item: self.text.setFocus(Qt.FocusReason.TabFocusReason))
        return made

    # Pages --------------------------------------------------------------------------------------------------------

    def open_page(self, name: str, section: str = "") -> None:
        """Turn to a page, or to a section of it; one that does not exist leaves everything as it is."""
        if name not in self._pages or (name == self.page and not section):
            return
        if name != self.page:
            self.page = name
            page = self._pages[name]
            self.text.show_text(page.shown, page.folder)
            self.setWindowTitle(f"{page.title} – " + self.tr("Guide"))
        self.text.seek(self._split_search_words())
        if section:
            self.text.show_section(section)
        self._show_current()

    def _turn_to(self, row: int) -> None:
        if row >= 0:
            self.open_page(str(self.contents.item(row).data(NAME)))

    def _show_current(self) -> None:
        for row in range(self.contents.count()):
            if self.contents.item(row).data(NAME) == self.page:
                blocked = self.contents.blockSignals(True)
                self.contents.setCurrentRow(row)
                self.contents.blockSignals(blocked)

    # Searching ----------------------------------------------------------------------------------------------------

    def _split_search_words(self) -> list[str]:
        return self.field.text().casefold().split()

    def _search(self, text: str) -> None:
        """List only the pages that hold every word; the shown page stays where it is one of them."""
        words = self._split_search_words()
        found: list[str] = []
        for row in range(self.contents.count()):
            item = self.contents.item(row)
            name = str(item.data(NAME))
            holds = self._pages[name].has_words(words)
            item.setHidden(not holds)
            found += [name] if holds else []
        self.contents.setVisible(bool(found))
        self._none.setVisible(not found)
        if found and self.page not in found:
            self.open_page(found[0])
        else:
            self.text.seek(words)

    # Keys ---------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from the field to what was found with Down; Enter closes nothing."""
        key = event.key()
        if key == Qt.Key.Key_Down and self.field.hasFocus():
            self.contents.setFocus(Qt.FocusReason.TabFocusReason)
        elif key not in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            super().keyPressEvent(event)

    def _apply_theme(self) -> None:
        self._side.setFixedWidth(round(SIDE * self.scale))
