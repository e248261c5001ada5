"""The start page: what can be watched at once, one's own runs, and who speaks in the next one."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QVBoxLayout, QWidget

from parley.desktop.first_run.card import WatchCard
from parley.desktop.first_run.figures import WatchFigure
from parley.desktop.first_run.speakers import SpeakersCard
from parley.desktop.library.view.view import LibraryView
from parley.desktop.toolbar.view.page_bar import PageBar
from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import hbox, vbox
from parley.desktop.widgets.parts import Scrolled, worded
from parley.desktop.widgets.plain import make_tip
from parley.desktop.widgets.themed import Themed

NARROW = 1200
"""Pixels at a text scale of 1 below which there are two cards in a row."""
MARGIN, SMALL_MARGIN, GAP = 48, 20, 16
SPEAKERS = 420
LEAST_LIST = 150


class StartPage(Themed, QWidget):
    """Cards, library, voices. Nothing moves.

    Signals: `watch_wanted(id)`; `tour_wanted()`. Attributes: `bar`, over all of it.
    """

    watch_wanted = Signal(str)
    tour_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("StartPage")
        self.setAccessibleName(self.tr("Start page"))
        self.cards: list[WatchCard] = []
        self._columns = 0
        self.library, self.speakers = LibraryView(), SpeakersCard()
        self._heading = worded(self.tr("Watch something now"), "page", wrap=False)
        self._promise = ElidedLabel()
        self._promise.set_whole(self.tr("Starts at once: no key, no download, nothing leaves this machine."))
        self._promise.setProperty("role", "small")
        self._grid = QGridLayout()
        self._grid.setSpacing(GAP)
        self._shelf = QFrame()
        self._shelf.setProperty("card", True)
        self.library.set_page()
        vbox((self.library, 1), within=self._shelf, margins=0)
        self._foot = QGridLayout()
        self._foot.setSpacing(GAP)
        page = QWidget()
        page.setObjectName("StartBody")
        self.tour = QPushButton(self.tr("New here? Take the tour"))
        self.tour.setProperty("quiet", True)
        self.tour.setToolTip(make_tip(self.tr("Two minutes on a day written by hand; it ends in a run of your own.")))
        self.tour.clicked.connect(self.tour_wanted)
        head = hbox(self._heading, (self._promise, 1), self.tour, spacing=14)
        self._column: QVBoxLayout = vbox(head, self._grid, (self._foot, 1), within=page, spacing=GAP)
        # The library's own field, where one looks for it; what it finds stands in the list.
        self.search = self.library.search
        self.search.setPlaceholderText(self.tr("Search titles, people and every word that was said"))
        self.search.setMaximumWidth(540)
        self.bar = PageBar(self.search)
        vbox(self.bar, (Scrolled(page), 1), within=self, margins=0, spacing=0)
        self._apply_theme()

    # Showing ------------------------------------------------------------------------------------------------------

    def show_watched(self, watched: Sequence[WatchFigure]) -> None:
        """Show these on the cards; others than before get cards of their own."""
        if [card.figure.id for card in self.cards] != [each.id for each in watched]:
            for card in self.cards:
                self._grid.removeWidget(card)
                card.setParent(None)
                card.deleteLater()  # not at once: a click on it may have led here
            self.cards = [WatchCard(each) for each in watched]
            for card in self.cards:
                card.stepped.connect(partial(self._move_focus, card))
                card.clicked.connect(lambda _on=False, card=card: self.watch_wanted.emit(card.figure.id))
            self._columns = 0  # unknown, or `_arrange_cards` would take the new cards for placed
            self._arrange_cards()
        for card, figure in zip(self.cards, watched, strict=True):
            card.show_figure(figure)

    def focus_first(self) -> None:
        """Give the first card the keyboard focus."""
        if self.cards:
            self.cards[0].setFocus(Qt.FocusReason.OtherFocusReason)

    # Keys ---------------------------------------------------------------------------------------------------------

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go from the field to the list with Down; empty the field with Esc, then go back to the run."""
        escape = event.key() == Qt.Key.Key_Escape
        if self.search.hasFocus() and (event.key() == Qt.Key.Key_Down or (escape and self.search.text())):
            self.library.keyPressEvent(event)
        elif escape and not self.bar.back.isHidden():
            self.bar.back_wanted.emit()
        else:
            super().keyPressEvent(event)

    def _move_focus(self, card: WatchCard, right: int, down: int) -> None:
        """Move the focus from card to card, and below the last row into the list."""
        to = self.cards.index(card) + right + down * self._columns
        if 0 <= to < len(self.cards):
            self.cards[to].setFocus(Qt.FocusReason.TabFocusReason)
        elif down > 0:
            runs = self.library.runs
            runs.setFocus(Qt.FocusReason.TabFocusReason)
            if not runs.currentIndex().isValid():
                runs.setCurrentIndex(runs.model().index(0, 0))

    # Laying out ---------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange_cards()

    def _arrange_cards(self) -> None:
        """Lay out four cards in a row with library and voices side by side; in a narrow window two by two, and the
        voices below the library."""
        small = self.width() < NARROW * self.scale
        columns = 2 if small else max(1, len(self.cards))
        if columns == self._columns:  # asked at each step of a resize
            return
        self._columns = columns
        margin = SMALL_MARGIN if small else MARGIN
        self._column.setContentsMargins(margin, 20, margin, 24)
        for at, card in enumerate(self.cards):
            self._grid.addWidget(card, at // columns, at % columns)
        self._foot.addWidget(self._shelf, 0, 0)
        self._foot.addWidget(self.speakers, 1 if small else 0, 0 if small else 1)
        self._foot.setColumnStretch(0, 1)
        self._foot.setRowStretch(0, 1)
        width = round(SPEAKERS * self.scale)
        self.speakers.setMinimumWidth(0 if small else width)
        self.speakers.setMaximumWidth((1 << 24) - 1 if small else width)  # Qt's own largest, which lifts the bound
        self._shelf.setMinimumHeight(round(LEAST_LIST * self.scale * (2 if small else 1)))

    def _apply_theme(self) -> None:
        self.tour.setIcon(icon("ph.map-pin-line", self.theme.colour("accent")))
        self._columns = 0  # margins and widths follow the text scale
        self._arrange_cards()
