"""The place: its picture, what it is like, the ways from it, and who is there."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QPainter, QPainterPath, QPaintEvent
from PySide6.QtWidgets import QAbstractButton, QFrame, QLabel, QSizePolicy, QWidget

from parley.core.modes.story.vignette.scenery import Scenery
from parley.desktop.docks import QT_TRANSLATE_NOOP
from parley.desktop.modes.story.figures import FighterFigure, LeftFigure, PersonFigure
from parley.desktop.modes.story.view.marks import FaceButton
from parley.desktop.modes.story.view.meters import HealthBar
from parley.desktop.modes.story.view.section import Section
from parley.desktop.modes.story.view.wording import lasting, signed, trust_word
from parley.desktop.modes.story.vignette import paint_vignette
from parley.desktop.widgets.language import labelled
from parley.desktop.widgets.layouts import upright
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.themed import Themed

SHAPE = 0.62
"""A picture's height as a part of its width, where there is room for it."""
TALLEST = 260
ROUND = 7.0
"""How round the picture's upper corners are: it fills the head of its card."""


class VignetteView(Themed, QWidget):
    """The picture of the place, at the head of its card."""

    def __init__(self) -> None:
        super().__init__()
        self.scenery: Scenery | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)

    def show_scenery(self, scenery: Scenery | None) -> None:
        """Show what is seen; None: nothing, and no room for it."""
        if scenery != self.scenery:
            self.scenery = scenery
            self.update()
        self.setVisible(scenery is not None)

    def set_shape(self, width: float, part: float) -> None:
        """Be as high as this part of a column's width, in pixels. From its own width, which a scroll bar changes, it
        would not come to an end."""
        self.setFixedHeight(round(min(width * part, TALLEST * max(1.0, self.scale))))

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self.scenery is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box, outline = QRectF(self.rect()), QPainterPath()
        outline.addRoundedRect(box.adjusted(0, 0, 0, 2 * ROUND), ROUND, ROUND)
        painter.setClipPath(outline)
        paint_vignette(painter, box, self.scenery)
        painter.end()


class PlacePart(Section):
    """The place and the ways from it.

    The part is (name, description, exits, what is shut, whether one may leave now, what is seen).
    """

    heading = QT_TRANSLATE_NOOP("PlacePart", "Place")

    def __init__(self) -> None:
        super().__init__()
        self.title.hide()
        self.list.setSpacing(10)

    def fill(
        self,
        part: tuple[str, str, tuple[tuple[str, str], ...], tuple[tuple[str, str], ...], bool, tuple[str, ...]],
    ) -> None:
        """Fill in the name, the description, and a row for each way."""
        name, text, exits, shut, free, seen = part
        self.entry(partial(self._place, name, text, seen))
        if (exits or shut) and free:
            self.entry(partial(self._show_exits, exits, shut))

    def _place(self, name: str, text: str, seen: tuple[str, ...]) -> None:
        title = self.words(name, "heading")
        self.row(title, stretch=0)
        if seen:
            self.flow(*(self.chip(labelled("seen", each)) for each in seen))
        if text:
            self.place(self.words(text, "small"))

    def _show_exits(self, exits: Sequence[tuple[str, str]], shut: Sequence[tuple[str, str]]) -> None:
        self.place(self.words(self.tr("Ways from here").upper(), "caps"))
        for way, name in exits:
            tip = self.tr("Go: {0}").format(name)
            self.place(self.button(name, "ph.path", tip, partial(self.did.emit, "go", way, "", 1)))
        for name, why in shut:
            self.row(self.sign("ph.lock-simple"), self.words(f"{name} · {why}", "small"), stretch=1)


MOST_PEOPLE = 12
"""People who are shown at first."""
MOST_LEFT = 3
"""Of those who were here, so many are told, the newest."""


class PeoplePart(Section):
    """The characters who are present, and those who were. The part is (people, whether there is a talk, who left)."""

    heading = QT_TRANSLATE_NOOP("PeoplePart", "Who is here")

    def __init__(self) -> None:
        super().__init__()
        self.list.setSpacing(10)

    def fill(self, part: tuple[tuple[PersonFigure, ...], bool, tuple[LeftFigure, ...]]) -> None:
        """Somebody after the other."""
        people, talking, left = part
        if not people:
            self.entry(lambda: self.place(self.words(self.tr("Nobody but you."), "faint")))
        for person in self.some(people, MOST_PEOPLE):
            self.entry(partial(self._show_person, person, talking))
        self.rest(len(people), MOST_PEOPLE)
        for gone in left[:MOST_LEFT]:
            self.entry(partial(self._left, gone))

    def _left(self, gone: LeftFigure) -> None:
        told = self.tr("{name} fell at turn {turn}") if gone.fell else self.tr("{name} left at turn {turn}")
        words = self.words(told.format(name=gone.face.name, turn=self.locale().toString(gone.turn)), "small")
        self.row(self.sign("ph.x-circle" if gone.fell else "ph.sign-out"), words, stretch=1)

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


class PlaceCard(QFrame):
    """The place's picture above what is told of it."""

    def __init__(self, *parts: Section) -> None:
        super().__init__()
        self.setProperty("card", True)
        self.view = VignetteView()
        self._parts = parts
        body = upright(*parts, margins=(13, 12, 13, 14), spacing=16)
        upright(self.view, body, within=self, margins=1, spacing=0)

    def show_scenery(self, scenery: Scenery | None) -> None:
        """Show what is seen of the place; without anything to tell there is no card."""
        self.view.show_scenery(scenery)
        self.setVisible(any(not part.isHidden() for part in self._parts))
