"""The parts of the side: the character and what they carry, who and what is here, what there is to do."""

from __future__ import annotations

from functools import partial
from html import escape
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QLabel, QWidget

from core.modes.story.events import MomentTagged
from core.modes.story.shown import ItemStack, QuestProgress
from desktop.docks import QT_TRANSLATE_NOOP
from desktop.modes.story.figures import PersonFigure, SheetFigure
from desktop.modes.story.view.meters import HealthBar, TrustBar
from desktop.modes.story.view.section import Entry, Section
from desktop.modes.story.view.wording import HELPFUL, lasting, signed
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
        helps = status in HELPFUL
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


class PlacePart(Section):
    """The place and its exits. The part is (name, description, exits, whether one may leave now)."""

    heading = QT_TRANSLATE_NOOP("PlacePart", "Place")

    def fill(self, part: tuple[str, str, tuple[tuple[str, str], ...], bool]) -> None:
        """The name, a sentence, and a button for each way."""
        name, text, exits, free = part
        self.entry((name, text), partial(self._place, name, text))
        if exits and free:
            self.entry(exits, partial(self._ways, exits))

    def _place(self, name: str, text: str) -> None:
        self.row(self.sign("ph.map-pin"), self.words(name, "strong"), stretch=1)
        if text:
            self.place(self.words(text, "small"))

    def _ways(self, exits: tuple[tuple[str, str], ...]) -> None:
        tip = self.tr("Go: {0}")
        self.flow(
            *(
                self.button(name, "ph.arrow-right", tip.format(name), partial(self.did.emit, "go", way, "", 1))
                for way, name in exits
            )
        )


class QuestsPart(Section):
    """What there is to do."""

    heading = QT_TRANSLATE_NOOP("QuestsPart", "Quests")

    def line(self, quest: QuestProgress) -> None:
        """A quest with how it stands."""
        sign = self.sign("ph.check-circle", "good") if quest.done else self.sign("ph.circle-dashed")
        step = self.words(self.tr("done") if quest.done else f"{quest.stage}/{quest.stages}", "faint")
        step.setWordWrap(False)
        self.row(sign, self.words(quest.name, "strong"), step, stretch=1)
        if quest.text and not quest.done:
            self.place(self.words(quest.text, "small"))


class FlagsPart(Section):
    """What the story remembers."""

    heading = QT_TRANSLATE_NOOP("FlagsPart", "Remembered")

    def line(self, flag: str) -> None:
        """What it is."""
        self.row(self.sign("ph.flag"), self.words(flag, "small"), stretch=1)


class MomentsPart(Section):
    """The best moments: what the epilogue is told from."""

    heading = QT_TRANSLATE_NOOP("MomentsPart", "Best moments")

    def line(self, moment: MomentTagged) -> None:
        """A moment, and its turn to go to."""
        tip = self.tr("Go to turn {0}").format(moment.turn)
        go = self.button(str(moment.turn), "", tip, partial(self.turn_chosen.emit, moment.turn), always=True)
        words = self.words(moment.title)
        words.setToolTip(tooltip(self.tr("Weight {0} of 10").format(moment.weight)))
        self.row(self.sign("ph.star-fill", "accent"), words, go, stretch=1)


MOST_PEOPLE = 12
"""People who are shown at first."""


class PeoplePart(Section):
    """The characters who are present. The part is (people, the player's things, whether there is a talk)."""

    heading = QT_TRANSLATE_NOOP("PeoplePart", "Present")

    def __init__(self) -> None:
        super().__init__()
        self.list.setSpacing(12)
        self._carried: tuple[ItemStack, ...] = ()

    def fill(self, part: tuple[tuple[PersonFigure, ...], tuple[ItemStack, ...], bool]) -> None:
        """Somebody after the other."""
        people, self._carried, talking = part
        if not people:
            self.entry("nobody", lambda: self.place(self.words(self.tr("Nobody but you."), "faint")))
        for person in self.some(people, MOST_PEOPLE):
            shows = (person, talking, person.partner and bool(self._carried))
            self.entry(shows, partial(self._person, person, talking))
        self.rest(len(people), MOST_PEOPLE)

    def _person(self, person: PersonFigure, talking: bool) -> None:
        card = QWidget()
        column = upright(self.words(person.face.name, "strong"), within=card, margins=0, spacing=1)
        what = person.role or labelled("archetype", person.archetype)
        if person.partner:
            what = self.tr("{0} · talks with you").format(what)
        column.addWidget(self.words(what, "small"))
        column.addWidget(TrustBar(person.trust))
        if 0 < person.most != person.health:
            column.addWidget(HealthBar(person.health, person.most))
        self.row(self.face(person.face), card, stretch=1)
        chips = [self.chip(lasting(*each), "•") for each in person.statuses]
        if person.following:
            chips.insert(0, self.chip(self.tr("goes with you"), "→", "accent"))
        for line in (chips, [] if talking and not person.partner else self._buttons(person)):
            if line:
                self.flow(*line)

    def _buttons(self, person: PersonFigure) -> list[QAbstractButton]:
        (one, name, *_), found, below = person.face, list[QAbstractButton](), self.made

        def button(word: str, sign: str, tip: str, what: str) -> None:
            found.append(self.button(word, sign, tip.format(name), lambda: self.did.emit(what, one, "", 1)))

        if not person.partner:
            button(self.tr("Talk"), "ph.chat-circle-dots", self.tr("Talk with {0}"), "talk")
        elif self._carried:
            give, tip = self.tr("Give"), self.tr("Give {0} something").format(name)
            ask = partial(lambda: self.ask(give, self._carried, "give", one, below))
            found.append(self.button(self.tr("Give…"), "ph.arrow-right", tip, ask))
        if person.partner and person.items:
            take, tip = self.tr("Take"), self.tr("Take something of {0}").format(name)
            found.append(
                self.button(
                    self.tr("Take…"), "ph.arrow-left", tip, lambda: self.ask(take, person.items, "take", one, below)
                )
            )
        if person.following:
            button(self.tr("Ask to stay"), "ph.users", self.tr("Ask {0} to stay"), "follow")
        elif person.archetype == "companion" or person.partner:
            button(self.tr("Ask along"), "ph.users", self.tr("Ask {0} to go with you"), "follow")
        if person.partner:
            button(self.tr("Say goodbye"), "ph.hand-palm", self.tr("Say goodbye to {0}"), "part")
        return found
