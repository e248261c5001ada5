"""The rows of all kinds of runs that a cast plays: which cast, who of it, about what, and who has the first word."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, QSignalBlocker, Signal
from PySide6.QtWidgets import QComboBox, QPushButton, QWidget

from parley.desktop.new_run.figures import CastFigure
from parley.desktop.new_run.model import Offer
from parley.desktop.widgets.avatar import MemberChoice
from parley.desktop.widgets.elided import ElidedCombo
from parley.desktop.widgets.forms.editors import answer, fill, get_label, made, named, narrow, put
from parley.desktop.widgets.forms.field import Field
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import hbox, vbox
from parley.desktop.widgets.parts import make_button
from parley.desktop.widgets.plain import escape_amp, make_tip, one_line
from parley.desktop.widgets.theme import LOOK
from parley.desktop.widgets.themed import set_look

translate = QCoreApplication.translate
LONGEST, SEEN = 70, 24
"""Characters of a greeting that are offered, and that are seen at least."""
EXAMPLES = 5
"""Topics of the cast that stand below the field."""
LONGEST_TOPIC, SHORTEST = 4_000, 12
"""Characters of a topic at most, and of a cast's name that are seen at least."""


class People(QObject):
    """A cast, its members and a topic. Signals: `cast_changed()`; `changed()`, the members did; `settled()`, somebody
    chose a cast; `topic_chosen()`, by whoever chose or typed it; `edit_wanted(cast)`.

    Attributes: `chosen` has "cast" and "members" where somebody chose them: what was only offered follows.
    """

    cast_changed = Signal()
    changed = Signal()
    settled = Signal()
    topic_chosen = Signal()
    edit_wanted = Signal(str)

    def __init__(self, offer: Offer, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.casts = offer.casts
        self.chosen: set[str] = set()
        self.cast, self.members, self.advice = ElidedCombo(), MemberChoice(), get_label()
        narrow(self.cast, SHORTEST)
        self._fill_casts()
        put(self.cast, offer.cast)  # no signal is connected yet
        topic = made(Field(name="topic", title=translate("NewRunDialog", "Topic"), kind="open", longest=LONGEST_TOPIC))
        assert isinstance(topic, QComboBox)
        self.topic = topic
        self.topic.setMinimumWidth(240)
        self.topic.activated.connect(self.topic_chosen)
        if (line := self.topic.lineEdit()) is not None:
            line.textEdited.connect(self.topic_chosen)  # not textChanged, which put() sends as well
        self.edit_cast = make_button(translate("NewRunDialog", "Write a cast; what stands here is kept"))
        self.edit_cast.setIcon(icon("ph.user-gear", LOOK.theme.colour("secondary")))
        self.edit_cast.setProperty("control", True)
        self.edit_cast.setFixedSize(32, 30)
        self.edit_cast.clicked.connect(lambda: self.edit_wanted.emit(self.figure().id))
        both = QWidget()
        hbox((self.cast, 1), self.edit_cast, within=both, margins=0, spacing=6)
        set_look(self.topic, large="true")
        self.examples = [QPushButton(autoDefault=False) for _ in range(EXAMPLES)]
        for button in self.examples:
            set_look(button, quiet="true", example="true")
            button.clicked.connect(partial(self._choose_example, button))
        about = QWidget()
        vbox(self.topic, *self.examples, within=about, margins=0, spacing=0)
        self.rows = {
            "topic": (translate("NewRunDialog", "Topic"), about),
            "cast": (translate("NewRunDialog", "Cast"), both),
            "members": (translate("NewRunDialog", "Members"), self.members),
            "advice": ("", self.advice),
        }
        for title, widget in self.rows.values():
            named(widget, title)
        named(self.cast, translate("NewRunDialog", "Cast"))
        named(self.topic, translate("NewRunDialog", "Topic"))
        self.cast.currentIndexChanged.connect(self._cast_changed)
        self.cast.activated.connect(self._on_cast_chosen)
        self.members.changed.connect(self.changed)
        self.members.chosen_by_hand.connect(lambda: self.chosen.add("members"))

    def figure(self) -> CastFigure:
        """Return the chosen cast."""
        return self.casts[max(0, self.cast.currentIndex())]

    def choose(self, cast: str) -> None:
        """Offer a cast first, where it is there."""
        at = self.cast.findData(cast)
        self.cast.setCurrentIndex(at if at >= 0 else self.cast.currentIndex())

    def offer_members(self, most: int) -> None:
        """Offer the members of the cast, so many of them chosen."""
        cast = self.figure()
        self.members.offer_members(cast.members, [member.id for member in cast.members[:most]])
        self.changed.emit()

    def offer_topics(self, others: Iterable[str] = ()) -> None:
        """Offer the cast's own topics and others, the first of them as examples; none is chosen."""
        offered = list(dict.fromkeys((*self.figure().topics, *others)))
        self.topic.clear()
        self.topic.addItems(["", *offered])  # "": one is drawn
        self.topic.setCurrentIndex(0)
        for at, button in enumerate(self.examples):
            topic = offered[at] if at < len(offered) else ""
            button.setText(escape_amp(one_line(topic, LONGEST)))
            button.setProperty("topic", topic)  # the button's own text is shortened
            button.setToolTip(make_tip(topic))
            button.setVisible(bool(topic))

    def _choose_example(self, button: QPushButton) -> None:
        put(self.topic, str(button.property("topic")))
        self.topic.setFocus()
        self.topic_chosen.emit()

    def set_hint(self, text: str) -> None:
        """Set the text that says what it means to name no topic."""
        if (line := self.topic.lineEdit()) is not None:
            line.setPlaceholderText(text)

    def get_answers(self) -> dict[str, Any]:
        """Return what was chosen."""
        cast, members = str(self.cast.currentData()), tuple(self.members.list_chosen())
        return {"cast": cast, "members": members, "topic": answer(self.topic)}

    def set_answers(self, answers: Mapping[str, Any]) -> None:
        """Choose what was answered before, as far as it is there still."""
        if "cast" in answers:
            self.choose(str(answers["cast"]))
            self.chosen.add("cast")
        members = answers.get("members")
        # Answers may come from a log or an older Parley.
        if members and isinstance(members, list | tuple) and answers.get("cast") == self.figure().id:
            self.members.put([str(each) for each in members])
            self.chosen.add("members")
        put(self.topic, str(answers.get("topic") or ""))

    def renew(self, casts: Sequence[CastFigure], choose: str = "") -> None:
        """Offer these casts from now on; the chosen one, its members and the topic stay where they are there still."""
        before, by_hand = self.get_answers(), "members" in self.chosen
        if not by_hand:
            # Not chosen by hand: newcomers to the cast are chosen as the others are.
            before["members"] = ()
        with QSignalBlocker(self.cast):  # _cast_changed() is called once, below
            self.casts = tuple(casts)
            self.cast.clear()
            self._fill_casts()
        self.choose(choose or before["cast"])
        self._cast_changed()
        self.set_answers(before if not choose or choose == before["cast"] else {"topic": before["topic"]})
        self.changed.emit()

    def _fill_casts(self) -> None:
        own = translate("NewRunDialog", "{0} · your own")
        for each in self.casts:
            self.cast.addItem(f"{own.format(each.name) if each.own else each.name}  ({each.language})", each.id)

    def _cast_changed(self) -> None:
        self.chosen.discard("members")
        self.cast_changed.emit()

    def _on_cast_chosen(self) -> None:
        self.chosen.add("cast")
        self.settled.emit()


def offer_greetings(choice: QComboBox, cast: CastFigure | None, members: Sequence[str]) -> None:
    """Offer the greetings of these members of a cast; what was chosen stays where it is there still."""
    several = len(members) > 2  # greetings are written for two, or for a group
    offered = [("", translate("NewRunDialog", "No greeting: the first line is made up like all others"))]
    for one in cast.greetings if cast is not None else ():
        if one.member in members:
            texts = one.among_several if several else one.texts
            numbered = ((f"{one.member}:{at}", text) for at, text in enumerate(texts, 1))
            offered += [(value, f"{one.name}: {one_line(text, LONGEST)}") for value, text in numbered]
    with QSignalBlocker(choice):  # filling it is nobody's choice
        fill(choice, offered)
        narrow(choice, SEEN)


def has_greetings(choice: QComboBox) -> bool:
    """Return whether there is something to choose."""
    return choice.count() > 1
