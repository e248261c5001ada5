"""The parts of the side: the character and what they carry, what lies about, what there is to do."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QWidget

from parley.core.modes.story.shown import ItemStack, QuestProgress
from parley.desktop.modes.story.figures import SheetFigure
from parley.desktop.modes.story.view.meters import HealthBar
from parley.desktop.modes.story.view.section import Section
from parley.desktop.modes.story.view.wording import HELPFUL, lasting, signed
from parley.desktop.widgets.language import labelled
from parley.desktop.widgets.layouts import across, upright
from parley.desktop.widgets.marking import QT_TRANSLATE_NOOP
from parley.desktop.widgets.plain import tooltip

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

    def __init__(self) -> None:
        super().__init__()
        self.title.hide()
        self.list.setSpacing(10)

    def fill(self, part: SheetFigure) -> None:
        """Face, name and concept, health, what they suffer from, six attributes, armour and weapon."""
        self.entry(partial(self._show_character, part))
        if part.attributes:
            self.entry(lambda: self.flow(*(self._build_attribute_cell(*each) for each in part.attributes)))
        self.entry(partial(self._show_arms, part.armour, part.weapon))

    def _show_character(self, part: SheetFigure) -> None:
        facts = QWidget()
        name = self.words(part.face.name, "heading")
        name.setToolTip(tooltip(part.description))
        column = upright(name, within=facts, margins=0, spacing=2)
        if part.concept:
            column.addWidget(self.words(part.concept, "small"))
        health = across(
            self.sign("ph.heart-fill", "bad"), (HealthBar(part.health, part.most), 1), margins=(0, 3, 0, 0), spacing=6
        )
        column.addLayout(health)
        line = self.row(self.face(part.face, 52), facts, stretch=1)
        line.setSpacing(12)
        if part.conditions:
            self.flow(*(self._build_condition_chip(*each) for each in part.conditions))

    def _show_arms(self, armour: int, weapon: str) -> None:
        word = self.words(self.tr("Armour {0}").format(armour), "small", wrap=False)
        word.setToolTip(self.tr("What a blow has to reach to hit you"))
        line = [self.sign("ph.shield"), word]
        if weapon:
            line += [self.sign("ph.sword"), self.words(weapon, "small", wrap=False)]
            line[-1].setToolTip(tooltip(self.tr("Weapon: {0}").format(weapon)))
        laid_out = self.row(*line, stretch=1)
        if weapon:
            laid_out.setStretch(3, 2)

    def _build_condition_chip(self, status: str, turns: int) -> QLabel:
        helps = status in HELPFUL
        return self.chip(lasting(status, turns), "•" if helps else "!", "secondary" if helps else "bad")

    def _build_attribute_cell(self, attribute: str, value: int, modifier: int) -> QLabel:
        short, long = labelled("attribute_short", attribute), labelled("attribute", attribute).capitalize()
        more = signed(modifier) if modifier else "±0"
        cell = QLabel(f"<small>{escape(short)}</small><br><b>{value}</b> <small>{more}</small>")
        cell.setTextFormat(Qt.TextFormat.RichText)
        cell.setAlignment(Qt.AlignmentFlag.AlignCenter)
        cell.setMinimumWidth(round(CELL * self.scale))
        cell.setProperty("chip", "high" if modifier > 1 else "number")
        words = self.tr("{0} {1}, modifier {2}").format(long, value, signed(modifier))
        cell.setToolTip(tooltip(words))
        cell.setAccessibleName(words)
        return cell


CELL = 44
"""Pixels that an attribute's cell has at least, at a text scale of 1."""


class ItemsPart(Section):
    """Things with their quantities, and what can be done with them. `target` is whom they can be given."""

    target = ""

    def verbs(self, item: ItemStack) -> list[tuple[str, str, str]]:
        """Return what can be done with a thing: (what, the word for it, its icon)."""
        raise NotImplementedError

    def fill(self, part: tuple[ItemStack, ...]) -> None:
        """Add a line for each thing."""
        for item in part:
            self.entry(partial(self._show_item, item))

    def _show_item(self, item: ItemStack) -> None:
        name = self.words(
            f"{item.name} × {item.quantity}" if item.quantity > 1 else item.name, "strong" if item.wielded else ""
        )
        tip = ". ".join(filter(None, (item.description, self.tr("In your hand") if item.wielded else "")))
        name.setToolTip(tooltip(tip or item.name))
        name.setAccessibleName(self.tr("{0}, {1} of them").format(item.name, item.quantity))
        buttons = [
            self.button("", sign, f"{word}: {item.name}", partial(self._emit_item_act, what, item))
            for what, word, sign in self.verbs(item)
        ]
        self.row(self.sign(ITEM_ICONS.get(item.kind, "ph.package")), name, *buttons, stretch=1)

    def _emit_item_act(self, what: str, item: ItemStack) -> None:
        self.did.emit(what, self.target if what == "give" else "", item.id, 1)


class InventoryPart(ItemsPart):
    """What the player carries. The part is (whom they talk with, whether there is a fight, the things)."""

    heading = QT_TRANSLATE_NOOP("InventoryPart", "Inventory")
    _fighting = False

    def fill(self, part: Any) -> None:
        """Add a line for each thing."""
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


class QuestsPart(Section):
    """What there is to do."""

    heading = QT_TRANSLATE_NOOP("QuestsPart", "Quests")

    def line(self, quest: QuestProgress) -> None:
        """Add a quest with how it stands."""
        sign = self.sign("ph.check-circle-fill", "good") if quest.done else self.sign("ph.circle", "accent")
        step = self.words(self.tr("done") if quest.done else f"{quest.stage}/{quest.stages}", "faint")
        step.setWordWrap(False)
        step.setToolTip(self.tr("Stage {0} of {1}").format(quest.stage, quest.stages))
        self.row(sign, self.words(quest.name, "strong"), step, stretch=1)
        if quest.text and not quest.done:
            self.place(self.words(quest.text, "small"))
