"""Beside the narrative, or folded under it: the character, who and what is here, and what there is to do."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QFrame, QPushButton, QScrollArea, QWidget

from parley.desktop.modes.story.figures import StoryFigure
from parley.desktop.modes.story.view.meters import ArcCard
from parley.desktop.modes.story.view.notes import NotesPart
from parley.desktop.modes.story.view.place import FightPart, PeoplePart, PlacePart
from parley.desktop.modes.story.view.section import Section
from parley.desktop.modes.story.view.sheet import InventoryPart, LyingPart, QuestsPart, SheetPart
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import STRETCH, upright
from parley.desktop.widgets.plain import literal
from parley.desktop.widgets.themed import Themed

GAP = 8


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
    """The sections, some of which can stand on the `shelf` at the left of the tale. `after` is what the keys come from.

    Signals: those of the sections.
    """

    did = Signal(str, str, str, int)
    member_chosen = Signal(str)
    turn_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Character, people and things"))
        self.shelf = Shelf()
        self.shelf.setAccessibleName(self.tr("Place and people"))
        self.after: QWidget | None = None
        self.sheet, self.people, self.place = SheetPart(), PeoplePart(), PlacePart()
        self.inventory, self.lying, self.quests = InventoryPart(), LyingPart(), QuestsPart()
        self.notes, self.fight = NotesPart(), FightPart()
        self.arc = ArcCard()
        self._where = SectionCard(self.place, self.fight, self.people, self.lying)
        self._who = SectionCard(self.sheet), SectionCard(self.inventory), SectionCard(self.quests)
        self._told = SectionCard(self.notes)
        self._reveal = QTimer(self, singleShot=True, interval=0)
        self._reveal.timeout.connect(self._show_writing)
        self.notes.opened.connect(self._reveal.start)
        # It grows when it is laid out.
        for shelf in (self, self.shelf):
            shelf.verticalScrollBar().rangeChanged.connect(lambda *_range: self._reveal.start())
        self._wide: bool | None = None
        self.spread(wide=False)
        for part in self.sections():
            part.hide()
            part.did.connect(self.did)
            part.member_chosen.connect(self.member_chosen)
            part.turn_chosen.connect(self.turn_chosen)

    def sections(self) -> tuple[Section, ...]:
        """Return all of them, from above."""
        return self.place, self.fight, self.people, self.lying, self.sheet, self.inventory, self.quests, self.notes

    def spread(self, *, wide: bool) -> None:
        """Put where one is and what happened on the shelf, or all cards here."""
        if wide == self._wide:
            return
        self._wide = wide
        if wide:
            self.shelf.hold((self._where, self.arc, self._told))
            self.hold(self._who)
        else:
            self.hold((self._where, *self._who, self._told, self.arc))
        self.order_stops()

    def show_story(self, figure: StoryFigure) -> None:
        """Show what there is at the shown turn; what did not change costs nothing."""
        may = figure.may_act
        over = figure.phase == "epilogue" or figure.ended
        fighting, talking = bool(figure.fight), figure.phase == "dialogue"
        there = bool(figure.place) and not over
        name, text = (figure.place, figure.place_text) if figure.place else (figure.setting, figure.premise)
        free = there and not (fighting or talking)
        parts: tuple[tuple[Section, object], ...] = (
            (self.sheet, figure.sheet),
            (self.fight, figure.fight),
            (self.people, (figure.people, talking) if there and not fighting else ()),
            (self.place, (name, text, figure.exits, figure.shut, free) if text else ()),
            (self.lying, figure.lying if there and not fighting else ()),
            (self.inventory, (figure.partner, fighting, figure.items) if figure.items else ()),
            (self.quests, figure.quests),
            (self.notes, (figure.notes, figure.may_write) if figure.place else ()),
        )
        others = [section.show_part(part, may_act=may) for section, part in parts]
        self.arc.show_arc(figure.stage, figure.turn, figure.length if figure.place else 0)
        for card in (self._where, *self._who, self._told):
            card.settle()
        if any(others):
            self.order_stops()

    def _show_writing(self) -> None:
        """Show all of a note that is being written, its buttons too."""
        form, focused = self.notes.form, self.window().focusWidget()
        if form is not None and focused is not None and form.isAncestorOf(focused):
            self.order_stops()
            (self.shelf if self._wide else self).ensureWidgetVisible(form.buttons, 0, 12)

    def order_stops(self) -> None:
        """Order the tab stops from above to below; new widgets would otherwise come last in the window."""
        before = self.after
        for part in self.sections():
            for stop in part.stops():
                if before is not None:
                    QWidget.setTabOrder(before, stop)
                before = stop

    def occupied(self) -> bool:
        """Return whether there is anything to see beside the shelf."""
        away = (self.place, self.fight, self.people, self.lying, self.notes) if self._wide else ()
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
