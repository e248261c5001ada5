"""Beside the narrative, or folded under it: the character, who and what is here, and what there is to do."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QFrame, QPushButton, QScrollArea, QWidget

from parley.desktop.modes.story.figures import StoryFigure
from parley.desktop.modes.story.view.cards import CardsPart
from parley.desktop.modes.story.view.meters import ArcCard
from parley.desktop.modes.story.view.place import SHAPE, FightPart, PeoplePart, PlaceCard, PlacePart
from parley.desktop.modes.story.view.section import Section
from parley.desktop.modes.story.view.sheet import (
    InventoryPart,
    LyingPart,
    QuestsPart,
    SheetPart,
)
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import STRETCH, across, upright
from parley.desktop.widgets.plain import literal
from parley.desktop.widgets.theme import LOOK
from parley.desktop.widgets.themed import Themed


class SectionCard(QFrame):
    """A card around sections, which is there as long as one of them is."""

    def __init__(self, *parts: Section) -> None:
        super().__init__()
        self.setProperty("card", True)
        self.parts = parts
        upright(*parts, within=self, margins=(13, 11, 13, 13), spacing=14)

    def settle(self) -> None:
        """Be there, or not."""
        self.setVisible(any(not part.isHidden() for part in self.parts))


class Belongings(QWidget):
    """What one carries and what there is to do: side by side where there is room."""

    def __init__(self, *cards: SectionCard) -> None:
        super().__init__()
        self.cards = cards
        self._row = across(
            *((card, 1, Qt.AlignmentFlag.AlignTop) for card in cards), within=self, margins=0, spacing=GAP
        )

    def settle(self) -> None:
        """Be there as long as one of them is."""
        for card in self.cards:
            card.settle()
        self.setVisible(any(not card.isHidden() for card in self.cards))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        beside = self.width() >= ABREAST * LOOK.scale
        down, right = QBoxLayout.Direction.TopToBottom, QBoxLayout.Direction.LeftToRight
        self._row.setDirection(right if beside else down)
        for card in self.cards:
            self._row.setAlignment(card, Qt.AlignmentFlag.AlignTop if beside else Qt.AlignmentFlag(0))


GAP = 8
BESIDE = 0.36
"""How high the place's picture is, of its width, where everything stands in one column."""
ABREAST = 360
"""Pixels from which two cards stand side by side."""


class Shelf(QScrollArea):
    """Cards, one below the other."""

    def __init__(self) -> None:
        super().__init__()
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        holder = QWidget()
        self._column = upright(STRETCH, within=holder, margins=0, spacing=GAP)
        self.setWidget(holder)
        self.viewport().setAutoFillBackground(False)
        holder.setAutoFillBackground(False)

    def hold(self, cards: Sequence[QWidget]) -> None:
        """Show these from now on; those that stood somewhere else come from there."""
        for at, card in enumerate(cards):
            self._column.insertWidget(at, card)

    def sizeHint(self) -> QSize:
        return QSize(240, 200)


class Side(Themed, Shelf):
    """The sections, some of which can stand on a second shelf. `after` is what the keys come from. `left` is what
    stands at the left of the tale then. Signals: those of the sections."""

    did = Signal(str, str, str, int)
    member_chosen = Signal(str)
    turn_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Character, people and things"))
        self.shelf = Shelf()
        self.shelf.setAccessibleName(self.tr("Place and people"))
        self.left = QWidget()
        self._left = upright((self.shelf, 1), within=self.left, margins=0, spacing=GAP)
        self.after: QWidget | None = None
        self.sheet, self.people, self.place = SheetPart(), PeoplePart(), PlacePart()
        self.inventory, self.lying, self.quests = InventoryPart(), LyingPart(), QuestsPart()
        self.cards, self.fight = CardsPart(), FightPart()
        self.place_card, self.arc = PlaceCard(self.place, self.fight, self.people, self.lying), ArcCard()
        self.sheet_card, self.memory = SectionCard(self.sheet), SectionCard(self.cards)
        self.belongings = Belongings(SectionCard(self.inventory), SectionCard(self.quests))
        # The one that is open takes its place between what one has and what is remembered.
        self.trade = QWidget()
        self._trade = upright(within=self.trade, margins=0)
        self.trade.hide()
        self._reveal = QTimer(self, singleShot=True, interval=0)
        self._reveal.timeout.connect(self._show_writing)
        self.cards.opened.connect(self._reveal.start)
        # It grows when it is laid out.
        self.verticalScrollBar().rangeChanged.connect(lambda *_range: self._reveal.start())
        self._wide: bool | None = None
        self.spread(wide=False)
        for part in self.sections():
            part.hide()
            part.did.connect(self.did)
            part.member_chosen.connect(self.member_chosen)
            part.turn_chosen.connect(self.turn_chosen)

    def sections(self) -> tuple[Section, ...]:
        """Return all of them, from above."""
        return self.place, self.fight, self.people, self.lying, self.sheet, self.inventory, self.quests, self.cards

    def spread(self, *, wide: bool) -> None:
        """Put where one is on the shelf, or all cards here."""
        if wide == self._wide:
            return
        self._wide = wide
        if wide:
            self._left.addWidget(self.arc)
        mine = (self.sheet_card, self.belongings, self.trade, self.memory)
        if wide:
            self.shelf.hold((self.place_card,))
            self.hold(mine)
        else:
            self.hold((self.place_card, *mine, self.arc))
        self.order_stops()

    def shape(self, width: float) -> None:
        """Give the place's picture its shape, in a column of so many pixels."""
        self.place_card.view.set_shape(width, SHAPE if self._wide else BESIDE)

    def take_trade(self, row: QWidget) -> None:
        """Have the open trade stand here."""
        self._trade.addWidget(row)

    def show_story(self, figure: StoryFigure) -> None:
        """Show what there is at the shown turn; what did not change costs nothing."""
        may = figure.may_act
        over = figure.phase == "epilogue" or figure.ended
        fighting, talking = bool(figure.fight), figure.phase == "dialogue"
        there = bool(figure.place) and not over
        name, text = (figure.place, figure.place_text) if figure.place else (figure.setting, figure.premise)
        people = (figure.people, talking, figure.left)
        seen = figure.scenery.told if figure.scenery else ()
        free = not (fighting or talking)
        where = (
            name, text, figure.exits, figure.shut, free and there, seen,
        )  # fmt: skip
        carried = (figure.partner, fighting, figure.items)
        others = [
            self.sheet.show_part(figure.sheet, may_act=may),
            self.fight.show_part(figure.fight, may_act=may),
            self.people.show_part(people if there and not fighting else (), may_act=may),
            self.place.show_part(where if text else (), may_act=may),
            self.lying.show_part(figure.lying if there and not fighting else (), may_act=may),
            self.inventory.show_part(carried if figure.items else (), may_act=may),
            self.quests.show_part(figure.quests, may_act=may),
            self.cards.show_part((figure.cards, figure.may_write) if figure.place else (), may_act=may),
        ]
        self.place_card.show_scenery(figure.scenery)
        self.arc.show_arc(figure.stage, figure.turn, figure.urgency)
        for card in (self.sheet_card, self.belongings, self.memory):
            card.settle()
        if any(others):
            self.order_stops()

    def _show_writing(self) -> None:
        """Show all of a card that is written on, its buttons too."""
        writing, focused = self.cards.writing, self.window().focusWidget()
        if writing is not None and focused is not None and writing.isAncestorOf(focused):
            self.order_stops()
            self.ensureWidgetVisible(writing.buttons, 0, 12)

    def order_stops(self) -> None:
        """Order the tab stops from above to below; new widgets would otherwise come last in the window."""
        before = self.after
        for part in self.sections():
            for stop in part.stops():
                if before is not None:
                    QWidget.setTabOrder(before, stop)
                before = stop

    def occupied(self) -> bool:
        """Return whether there is anything to see but the place."""
        away = (self.place, self.fight, self.people, self.lying) if self._wide else ()
        return any(not part.isHidden() for part in self.sections() if part not in away)

    def filled(self) -> bool:
        """Return whether there is anything to see."""
        return any(not part.isHidden() for part in self.sections())

    def _restyle(self) -> None:
        # The sections have made their entries anew.
        self.order_stops()


class Fold(Themed, QPushButton):
    """The button by which the side opens below the narrative: the name and the health."""

    def __init__(self) -> None:
        super().__init__()
        self.setCheckable(True)
        self.setProperty("quiet", True)
        self.setToolTip(self.tr("Character, people and things"))

    def show_story(self, figure: StoryFigure) -> None:
        """Show the essentials."""
        sheet = figure.sheet
        words = self.tr("{0} · {1} / {2}").format(sheet.face.name, sheet.health, sheet.most) if sheet else ""
        self.setText(literal(words or self.tr("Place and people")))
        self.setIcon(icon("ph.caret-down", self.theme.colour("secondary"), sizes=(round(14 * self.scale),)))
