"""What stands above the tale: where it is, the letters that it is set in, and what is looked for in it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolButton, QWidget

from parley.desktop.modes.story.view.column import Column
from parley.desktop.modes.story.view.pieces import BOOK, Letters
from parley.desktop.transcript.view.search import Search, SearchBar
from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import across, upright
from parley.desktop.widgets.themed import Themed

SIZES = (14, 15, 16, 17, 18, 20, 22, 25, 28)
"""Pixels of the tale's letters that are offered."""


class TaleSearch(Search):
    """The passages of the tale that hold a text; those that come are looked through too."""

    def __init__(self, column: Column) -> None:
        super().__init__(column)
        self._column = column
        column.passages_changed.connect(self._repeat_search)

    def begin(self, text: str) -> None:
        self.needle = text.casefold()
        self._look()

    def _repeat_search(self) -> None:
        if self.needle:
            self._look()

    def _look(self) -> None:
        self.rows = self._column.rows_with(self.needle) if self.needle else []
        self.found.emit()


class ReadingBar(Themed, QWidget):
    """Where the tale is, its letters and its search. Signals: `letters_wanted(Letters)`."""

    letters_wanted = Signal(object)

    def __init__(self, column: Column) -> None:
        super().__init__()
        self._column = column
        self.place = ElidedLabel()
        self.place.setTextFormat(Qt.TextFormat.PlainText)
        self.place.setProperty("role", "caps")
        self.place.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.aa, self.finder = QToolButton(), QToolButton()
        self.aa.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.aa.setToolTip(self.tr("Size of the tale's letters"))
        self.menu = QMenu(self.aa)
        self.aa.setMenu(self.menu)
        self.finder.setText(self.tr("Find"))
        self.finder.setToolTip(self.tr("Find in the tale (Ctrl+F)"))
        self.finder.setAccessibleName(self.tr("Find in the tale"))
        self.finder.clicked.connect(self.open_search)
        for button in (self.aa, self.finder):
            button.setProperty("control", True)
            button.setProperty("worded", True)
            button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonTextBesideIcon)
            button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.search = SearchBar(TaleSearch(column), self.tr("Find in the tale"))
        self.search.hit_changed.connect(column.set_search)
        self.search.closed.connect(column.setFocus)
        line = across((self.place, 1), self.aa, self.finder, margins=0, spacing=6)
        upright(line, self.search, within=self, margins=(14, 4, 14, 2), spacing=4)
        self._restyle()
        self.show_letters(BOOK)

    def show_place(self, words: str) -> None:
        """Say where the tale is."""
        self.place.set_whole(words.upper())

    def show_letters(self, letters: Letters) -> None:
        """Show what the tale is set in."""
        self.aa.setText(self.locale().toString(letters.size))
        self.aa.setAccessibleName(self.tr("Letters of the tale: {0} pixels").format(letters.size))
        menu = self.menu
        menu.clear()
        group = QActionGroup(menu)
        for size in SIZES:
            action = group.addAction(menu.addAction(self.tr("{0} pixels").format(size)))
            action.setCheckable(True)
            action.setChecked(size == letters.size)
            wanted = letters._replace(size=size)
            action.triggered.connect(lambda _on=False, wanted=wanted: self.letters_wanted.emit(wanted))

    def open_search(self) -> None:
        """Look for something, from what is in sight on."""
        sight = self._column.in_sight()
        self.search.begin(sight[0][0] if sight else 0)

    def _restyle(self) -> None:
        size = round(14 * self.scale)
        for button, name in ((self.aa, "ph.text-aa"), (self.finder, "ph.magnifying-glass")):
            button.setIcon(icon(name, self.theme.colour("secondary"), sizes=(size,)))
            button.setIconSize(QSize(size, size))
