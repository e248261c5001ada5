"""Who is here: what they think of the player, how they are, and what one can do with them."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QAbstractButton, QVBoxLayout, QWidget

from desktop.models.story_figures import ItemFigure, PersonFigure
from desktop.views.story.meters import HealthBar, TrustBar
from desktop.views.story.section import Section
from desktop.views.story.wording import archetype_word, lasting


class PeoplePart(Section):
    """The characters who are present. The part is (people, the player's things, whether there is a talk)."""

    def __init__(self) -> None:
        super().__init__("")
        self.title.setText(self.tr("Present").upper())
        self.setAccessibleName(self.tr("Present"))

    def fill(self, part: tuple[tuple[PersonFigure, ...], tuple[ItemFigure, ...], bool]) -> None:
        """Somebody after the other."""
        people, carried, talking = part
        self.body.setSpacing(12)
        if not people:
            self.body.addWidget(self.words(self.tr("Nobody but you."), "faint"))
        for person in people:
            self._person(person, carried, talking)

    def _person(self, person: PersonFigure, carried: tuple[ItemFigure, ...], talking: bool) -> None:
        card = QWidget()
        column = QVBoxLayout(card)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(1)
        name = self.words(person.name, "strong")
        column.addWidget(name)
        what = person.role or archetype_word(person.archetype)
        if person.partner:
            what = self.tr("{0} · talks with you").format(what)
        column.addWidget(self.words(what, "small"))
        trust = TrustBar()
        self.meter(trust)
        trust.set_trust(person.trust)
        column.addWidget(trust)
        if 0 < person.most != person.health:
            health = HealthBar()
            self.meter(health)
            health.set_health(person.health, person.most)
            column.addWidget(health)
        below = self.entry()
        self.row(self.face(person.id, person.name, person.initial, person.colour), card, stretch=1, into=below)
        chips = [self.chip(lasting(*each), "•") for each in person.statuses]
        if person.following:
            chips.insert(0, self.chip(self.tr("goes with you"), "→", "accent"))
        if chips:
            self.flow(*chips, into=below)
        buttons = self._buttons(person, carried, talking, below)
        if buttons:
            self.flow(*buttons, into=below)

    def _buttons(
        self, person: PersonFigure, carried: tuple[ItemFigure, ...], talking: bool, below: QVBoxLayout
    ) -> list[QAbstractButton]:
        if talking and not person.partner:
            return []
        if not person.partner:
            talk = self.button(self.tr("Talk"), "ph.chat-circle-dots", self.tr("Talk with {0}").format(person.name))
            talk.clicked.connect(lambda: self.did.emit("talk", person.id, "", 1))
            return [talk, *self._following(person)]
        found = []
        give = self.button(self.tr("Give…"), "ph.arrow-right", self.tr("Give {0} something").format(person.name))
        give.clicked.connect(partial(self.ask, self.tr("Give"), carried, "give", person.id, below))
        if carried:
            found.append(give)
        take = self.button(self.tr("Take…"), "ph.arrow-left", self.tr("Take something of {0}").format(person.name))
        take.clicked.connect(partial(self.ask, self.tr("Take"), person.items, "take", person.id, below))
        if person.items:
            found.append(take)
        part = self.button(self.tr("Say goodbye"), "ph.hand-palm", self.tr("Say goodbye to {0}").format(person.name))
        part.clicked.connect(lambda: self.did.emit("part", person.id, "", 1))
        return [*found, *self._following(person), part]

    def _following(self, person: PersonFigure) -> list[QAbstractButton]:
        if person.following:
            return [self._follow(self.tr("Ask to stay"), self.tr("Ask {0} to stay").format(person.name), person.id)]
        if person.archetype == "companion" or person.partner:
            return [
                self._follow(self.tr("Ask along"), self.tr("Ask {0} to go with you").format(person.name), person.id)
            ]
        return []

    def _follow(self, word: str, tip: str, person: str) -> QAbstractButton:
        made = self.button(word, "ph.users", tip)
        made.clicked.connect(lambda: self.did.emit("follow", person, "", 1))
        return made
