"""Who is here: what they think of the player, how they are, and what one can do with them."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QAbstractButton, QWidget

from core.modes.story.shown import ItemStack
from desktop.docks import QT_TRANSLATE_NOOP
from desktop.modes.story.figures import PersonFigure
from desktop.modes.story.view.meters import HealthBar, TrustBar
from desktop.modes.story.view.section import Section
from desktop.modes.story.view.wording import lasting
from desktop.widgets.language import labelled
from desktop.widgets.layouts import upright

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
