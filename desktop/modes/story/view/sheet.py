"""The player's character: who they are, how they stand, and what they carry."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from core.modes.story.shown import ItemStack
from desktop.docks import QT_TRANSLATE_NOOP
from desktop.modes.story.figures import SheetFigure
from desktop.modes.story.view.meters import HealthBar
from desktop.modes.story.view.section import Entry, Section
from desktop.modes.story.view.wording import lasting, signed
from desktop.widgets.language import labelled
from desktop.widgets.layouts import upright
from desktop.widgets.plain import tooltip

ITEM_ICONS = {
    "weapon": "ph.sword",
    "armour": "ph.shield",
    "draught": "ph.flask",
    "coin": "ph.coin",
    "thing": "ph.package",
}


class SheetPart(Section):
    """The character sheet."""

    heading = QT_TRANSLATE_NOOP("SheetPart", "Character")

    def fill(self, part: SheetFigure) -> None:
        """Name and concept, health, six attributes, armour and weapon."""
        who = (part.face, part.concept, part.description)
        self.entry(who, partial(self._who, part))
        self.entry((part.health, part.most), partial(self._health, part.health, part.most))
        if part.attributes:
            self.entry(part.attributes, lambda: self.flow(*(self._attribute(*each) for each in part.attributes)))
        self.entry((part.armour, part.weapon), partial(self._arms, part.armour, part.weapon))
        if part.conditions:
            shows = ("conditions", part.conditions)
            self.entry(shows, lambda: self.flow(*(self._condition(*each) for each in part.conditions)))

    def _who(self, part: SheetFigure) -> None:
        names = QWidget()
        name = self.words(part.face.name, "strong")
        name.setToolTip(tooltip(part.description))
        two = upright(name, within=names, margins=0, spacing=0)
        if part.concept:
            two.addWidget(self.words(part.concept, "small"))
        self.row(self.face(part.face, 32), names, stretch=1)

    def _health(self, health: int, most: int) -> None:
        self.row(self.sign("ph.heart-fill", "bad"), HealthBar(health, most), stretch=1)

    def _arms(self, armour: int, weapon: str) -> None:
        word = self.words(self.tr("Armour {0}").format(armour), "small", wrap=False)
        word.setToolTip(self.tr("What a blow has to reach to hit you"))
        line = [self.sign("ph.shield"), word]
        if weapon:
            line += [self.sign("ph.sword"), self.words(weapon, "small", wrap=False)]
            line[-1].setToolTip(tooltip(self.tr("Weapon: {0}").format(weapon)))
        laid_out = self.row(*line, stretch=1)
        if weapon:
            laid_out.setStretch(3, 2)

    def _condition(self, status: str, turns: int) -> QLabel:
        helps = status in {"defending", "charmed", "grateful"}
        return self.chip(lasting(status, turns), "•" if helps else "!", "secondary" if helps else "bad")

    def _attribute(self, attribute: str, value: int, modifier: int) -> QLabel:
        short, long = labelled("attribute_short", attribute), labelled("attribute", attribute).capitalize()
        cell = QLabel(f"{escape(short)} {value} <b>{signed(modifier) if modifier else '±0'}</b>")
        cell.setTextFormat(Qt.TextFormat.RichText)
        cell.setProperty("chip", "number")
        cell.setMinimumWidth(round(72 * self.scale))
        words = self.tr("{0} {1}, modifier {2}").format(long, value, signed(modifier))
        cell.setToolTip(tooltip(words))
        cell.setAccessibleName(words)
        return cell


class ItemsPart(Section):
    """Things with their quantities, and what can be done with them. `target` is whom they can be given."""

    target = ""

    def verbs(self, item: ItemStack) -> list[tuple[str, str, str]]:
        """What can be done with a thing: (what, the word for it, its icon)."""
        raise NotImplementedError

    def fill(self, part: tuple[ItemStack, ...]) -> None:
        """A line for each thing."""
        for item in self.some(part):
            verbs = tuple(self.verbs(item))
            self.entry((item, verbs), partial(self._item, item, verbs))
        self.rest(len(part))

    def _item(self, item: ItemStack, verbs: tuple[tuple[str, str, str], ...]) -> None:
        name = self.words(
            f"{item.name} × {item.quantity}" if item.quantity > 1 else item.name, "strong" if item.wielded else ""
        )
        tip = ". ".join(filter(None, (item.description, self.tr("In your hand") if item.wielded else "")))
        name.setToolTip(tooltip(tip or item.name))
        name.setAccessibleName(self.tr("{0}, {1} of them").format(item.name, item.quantity))
        buttons = [
            self.button("", sign, f"{word}: {item.name}", partial(self._asked, what, word, item, self.made))
            for what, word, sign in verbs
        ]
        self.row(self.sign(ITEM_ICONS.get(item.kind, "ph.package")), name, *buttons, stretch=1)

    def _asked(self, what: str, word: str, item: ItemStack, below: Entry) -> None:
        target = self.target if what == "give" else ""
        if item.quantity == 1 or what == "use":
            self.stop_asking()
            self.did.emit(what, target, item.id, 1)
        else:
            self.ask(word, (item,), what, target, below)


class InventoryPart(ItemsPart):
    """What the player carries. The part is (whom they talk with, whether there is a fight, the things)."""

    heading = QT_TRANSLATE_NOOP("InventoryPart", "Inventory")
    _fighting = False

    def fill(self, part: Any) -> None:
        """A line for each thing."""
        self.target, self._fighting, items = part
        super().fill(items)

    def verbs(self, item: ItemStack) -> list[tuple[str, str, str]]:
        """Use what can be drunk; give in a talk; drop, but not in a fight."""
        found = []
        if item.kind == "draught":
            found.append(("use", self.tr("Use"), "ph.hand-pointing"))
        if self.target:
            found.append(("give", self.tr("Give"), "ph.arrow-right"))
        if not self._fighting:
            found.append(("drop", self.tr("Drop"), "ph.arrow-down"))
        return found


class LyingPart(ItemsPart):
    """What lies here."""

    heading = QT_TRANSLATE_NOOP("LyingPart", "Lying here")

    def verbs(self, item: ItemStack) -> list[tuple[str, str, str]]:
        """Pick it up."""
        return [("pick", self.tr("Pick up"), "ph.arrow-up")]
