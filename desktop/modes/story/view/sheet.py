"""The player's character: who they are, how they stand, and what they carry."""

from __future__ import annotations

from functools import partial
from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QLabel, QVBoxLayout, QWidget

from core.modes.story.shown import ItemStack
from desktop.modes.story.figures import SheetFigure
from desktop.modes.story.view.meters import HealthBar
from desktop.modes.story.view.section import Entry, Section
from desktop.modes.story.view.wording import attribute_word, lasting, signed
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

    def __init__(self) -> None:
        super().__init__("")
        self.title.setText(self.tr("Character").upper())
        self.setAccessibleName(self.tr("Character"))

    def fill(self, part: SheetFigure) -> None:
        """Name and concept, health, six attributes, armour and weapon."""
        who = (part.name, part.initial, part.colour, part.concept, part.description)
        self.entry(who, partial(self._who, part))
        self.entry((part.health, part.most), partial(self._health, part.health, part.most))
        if part.attributes:
            self.entry(part.attributes, partial(self._attributes, part.attributes))
        self.entry((part.armour, part.weapon), partial(self._arms, part.armour, part.weapon))
        if part.conditions:
            self.entry(("conditions", part.conditions), partial(self._conditions, part.conditions))

    def _who(self, part: SheetFigure) -> None:
        names = QWidget()
        two = QVBoxLayout(names)
        two.setContentsMargins(0, 0, 0, 0)
        two.setSpacing(0)
        name = self.words(part.name, "strong")
        name.setToolTip(tooltip(part.description))
        two.addWidget(name)
        if part.concept:
            two.addWidget(self.words(part.concept, "small"))
        self.row(self.face("player", part.name, part.initial, part.colour, 32), names, stretch=1)

    def _health(self, health: int, most: int) -> None:
        bar = HealthBar()
        bar.set_health(health, most)
        self.row(self.sign("ph.heart-fill", "bad"), bar, stretch=1)

    def _attributes(self, attributes: tuple[tuple[str, int, int], ...]) -> None:
        self.flow(*(self._attribute(*each) for each in attributes))

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

    def _conditions(self, conditions: tuple[tuple[str, int], ...]) -> None:
        self.flow(*(self._condition(*each) for each in conditions))

    def _condition(self, status: str, turns: int) -> QLabel:
        helps = status in {"defending", "charmed", "grateful"}
        return self.chip(lasting(status, turns), "•" if helps else "!", "secondary" if helps else "bad")

    def _attribute(self, attribute: str, value: int, modifier: int) -> QLabel:
        short, long = attribute_word(attribute)
        cell = QLabel(f"{escape(short)} {value} <b>{signed(modifier) if modifier else '±0'}</b>")
        cell.setTextFormat(Qt.TextFormat.RichText)
        cell.setProperty("chip", "number")
        cell.setMinimumWidth(round(72 * self.scale))
        words = self.tr("{0} {1}, modifier {2}").format(long, value, signed(modifier))
        cell.setToolTip(tooltip(words))
        cell.setAccessibleName(words)
        return cell


class ItemsPart(Section):
    """Things with their quantities, and what can be done with them."""

    def verbs(self, item: ItemStack) -> list[tuple[str, str, str]]:
        """What can be done with a thing: (what, the word for it, its icon)."""
        raise NotImplementedError

    def target(self) -> str:
        """Whom it is done to."""
        return ""

    def items_of(self, part: object) -> tuple[ItemStack, ...]:
        """The things of a part."""
        assert isinstance(part, tuple)
        return part

    def fill(self, part: object) -> None:
        """A line for each thing."""
        items = self.items_of(part)
        for item in self.some(items):
            verbs = tuple(self.verbs(item))
            self.entry((item, verbs), partial(self._item, item, verbs))
        self.rest(len(items))

    def _item(self, item: ItemStack, verbs: tuple[tuple[str, str, str], ...]) -> None:
        number = f" × {item.quantity}" if item.quantity > 1 else ""
        name = self.words(f"{item.name}{number}", "strong" if item.wielded else "", wrap=True)
        tip = ". ".join(filter(None, (item.description, self.tr("In your hand") if item.wielded else "")))
        name.setToolTip(tooltip(tip or item.name))
        name.setAccessibleName(self.tr("{0}, {1} of them").format(item.name, item.quantity))
        buttons: list[QAbstractButton] = []
        for what, word, sign in verbs:
            made = self.button("", sign, f"{word}: {item.name}")
            made.clicked.connect(partial(self._asked, what, word, item, self.made))
            buttons.append(made)
        self.row(self.sign(ITEM_ICONS.get(item.kind, "ph.package")), name, *buttons, stretch=1)

    def _asked(self, what: str, word: str, item: ItemStack, below: Entry, _checked: bool = False) -> None:
        target = self.target() if what == "give" else ""
        if item.quantity == 1 or what == "use":
            self.stop_asking()
            self.did.emit(what, target, item.id, 1)
        else:
            self.ask(word, (item,), what, target, below)


class InventoryPart(ItemsPart):
    """What the player carries; `partner`, whom they talk with, can be given something."""

    def __init__(self) -> None:
        super().__init__("")
        self.title.setText(self.tr("Inventory").upper())
        self.setAccessibleName(self.tr("Inventory"))
        self._partner, self._fighting = "", False

    def items_of(self, part: object) -> tuple[ItemStack, ...]:
        """The part is whom the player talks with, whether there is a fight, and the things."""
        assert isinstance(part, tuple)
        self._partner, self._fighting, items = part
        return tuple(items)

    def target(self) -> str:
        """Whom the player talks with."""
        return self._partner

    def verbs(self, item: ItemStack) -> list[tuple[str, str, str]]:
        """Use what can be drunk; give in a talk; drop, but not in a fight."""
        found = []
        if item.kind == "draught":
            found.append(("use", self.tr("Use"), "ph.hand-pointing"))
        if self._partner:
            found.append(("give", self.tr("Give"), "ph.arrow-right"))
        if not self._fighting:
            found.append(("drop", self.tr("Drop"), "ph.arrow-down"))
        return found


class LyingPart(ItemsPart):
    """What lies here."""

    def __init__(self) -> None:
        super().__init__("")
        self.title.setText(self.tr("Lying here").upper())
        self.setAccessibleName(self.tr("Lying here"))

    def verbs(self, item: ItemStack) -> list[tuple[str, str, str]]:
        """Pick it up."""
        return [("pick", self.tr("Pick up"), "ph.arrow-up")]
