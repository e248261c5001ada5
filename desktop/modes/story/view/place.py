"""The place: what it is like, the ways from it, and who is there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtWidgets import QAbstractButton, QLabel, QSizePolicy, QWidget

from parley.desktop.modes.story.figures import FighterFigure, PersonFigure
from parley.desktop.modes.story.view.marks import FaceButton
from parley.desktop.modes.story.view.meters import HealthBar
from parley.desktop.modes.story.view.section import Section
from parley.desktop.modes.story.view.wording import lasting, signed, trust_word
from parley.desktop.widgets.language import labelled
from parley.desktop.widgets.layouts import upright
from parley.desktop.widgets.marking import QT_TRANSLATE_NOOP
from parley.desktop.widgets.plain import tooltip

Ways = tuple[tuple[str, str], ...]


class PlacePart(Section):
    """The place and the ways from it.

    The part is (name, description, exits, what is shut, whether one may leave now).
    """

    heading = QT_TRANSLATE_NOOP("PlacePart", "Place")

    def __init__(self) -> None:
        super().__init__()
        self.title.hide()
        self.list.setSpacing(10)

    def fill(self, part: tuple[str, str, Ways, Ways, bool]) -> None:
        """Fill in the name, the description, and a row for each way."""
        name, text, exits, shut, free = part
        self.entry(partial(self._place, name, text))
        if (exits or shut) and free:
            self.entry(partial(self._show_exits, exits, shut))

    def _place(self, name: str, text: str) -> None:
        self.place(self.words(name, "heading"))
        if text:
            self.place(self.words(text, "small"))

    def _show_exits(self, exits: Sequence[tuple[str, str]], shut: Sequence[tuple[str, str]]) -> None:
        self.place(self.words(self.tr("Ways from here").upper(), "caps"))
        for way, name in exits:
            tip = self.tr("Go: {0}").format(name)
            self.place(self.button(name, "ph.path", tip, partial(self.did.emit, "go", way, "", 1)))
        for name, why in shut:
            self.row(self.sign("ph.lock-simple"), self.words(f"{name} · {why}", "small"), stretch=1)


class PeoplePart(Section):
    """The characters who are present. The part is (people, whether there is a talk)."""

    heading = QT_TRANSLATE_NOOP("PeoplePart", "Who is here")

    def __init__(self) -> None:
        super().__init__()
        self.list.setSpacing(10)

    def fill(self, part: tuple[tuple[PersonFigure, ...], bool]) -> None:
        """Somebody after the other."""
        people, talking = part
        if not people:
            self.entry(lambda: self.place(self.words(self.tr("Nobody but you."), "faint")))
        for person in people:
            self.entry(partial(self._show_person, person, talking))

    def _show_person(self, person: PersonFigure, talking: bool) -> None:
        card = QWidget()
        column = upright(self.words(person.face.name, "strong"), within=card, margins=0, spacing=1)
        what = person.role or labelled("archetype", person.archetype)
        if person.partner:
            what = self.tr("{0} · talks with you").format(what)
        column.addWidget(self.words(what, "small"))
        if 0 < person.most != person.health:
            column.addWidget(HealthBar(person.health, person.most))
        face = self.stop(FaceButton(person.face, 32, person.trust))
        self.row(face, card, self._build_trust_label(person.trust), stretch=1)
        chips = [self.chip(lasting(*each), "•") for each in person.statuses]
        if person.following:
            chips.insert(0, self.chip(self.tr("goes with you"), "→", "accent"))
        for line in (chips, [] if talking and not person.partner else self._buttons(person)):
            if line:
                self.flow(*line)

    def _build_trust_label(self, trust: int) -> QLabel:
        """Trust as a number beside the face in whose ring it is drawn."""
        number = signed(trust) if trust else "0"
        label = self.words(number, "good" if trust > 0 else "bad" if trust < 0 else "secondary", wrap=False)
        label.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        words = self.tr("Trust {0}: {1}").format(number, trust_word(trust))
        label.setAccessibleName(words)
        label.setToolTip(tooltip(words))
        return label

    def _buttons(self, person: PersonFigure) -> list[QAbstractButton]:
        (one, name, *_), found = person.face, list[QAbstractButton]()

        def button(word: str, sign: str, tip: str, what: str) -> None:
            found.append(self.button(word, sign, tip.format(name), lambda: self.did.emit(what, one, "", 1)))

        if not person.partner:
            button(self.tr("Talk"), "ph.chat-circle-dots", self.tr("Talk with {0}"), "talk")
        if person.following:
            button(self.tr("Ask to stay"), "ph.users", self.tr("Ask {0} to stay"), "follow")
        elif person.archetype == "companion" or person.partner:
            button(self.tr("Ask along"), "ph.users", self.tr("Ask {0} to go with you"), "follow")
        if person.partner:
            button(self.tr("Say goodbye"), "ph.hand-palm", self.tr("Say goodbye to {0}"), "part")
        return found


class FightPart(Section):
    """Everybody in the fight by initiative, with their health and what they suffer from."""

    heading = QT_TRANSLATE_NOOP("FightPart", "Order of initiative")

    def line(self, one: FighterFigure) -> None:
        """Add a fighter."""
        name = self.words(f"{one.initiative}  {one.face.name}", "strong" if one.health > 0 else "faint")
        self.row(self.face(one.face), name, HealthBar(one.health, one.most), stretch=1)
        chips = [self.chip(lasting(*each), "•") for each in one.conditions]
        if one.health <= 0:
            chips.append(self.chip(self.tr("out of the fight")))
        elif one.acting:
            chips.append(self.chip(self.tr("your turn"), "→", "accent"))
        if chips:
            self.flow(*chips)
