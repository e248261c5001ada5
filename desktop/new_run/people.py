"""The rows of all kinds of runs that a cast plays: which cast, who of it, about what."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from PySide6.QtCore import QCoreApplication, QObject, Signal
from PySide6.QtWidgets import QComboBox

from desktop.new_run.figures import CastFigure
from desktop.new_run.model import Offer
from desktop.widgets.avatar import MemberChoice
from desktop.widgets.forms.editors import answer, labelled, made, named, put
from desktop.widgets.forms.field import Field

translate = QCoreApplication.translate
LONGEST_TOPIC = 4_000


class People(QObject):
    """A cast, its members and a topic. Signals: `cast_changed()`; `changed()`, the members did; `settled()`, somebody
    chose a cast.

    Attributes: `chosen` has "cast" and "members" where somebody chose them: what was only offered follows.
    """

    cast_changed = Signal()
    changed = Signal()
    settled = Signal()

    def __init__(self, offer: Offer, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.casts = offer.casts
        self.chosen: set[str] = set()
        own = translate("NewRunDialog", "{0} · your own")
        self.cast, self.members, self.advice = QComboBox(), MemberChoice(), labelled()
        for each in offer.casts:
            self.cast.addItem(f"{own.format(each.name) if each.own else each.name}  ({each.language})", each.id)
        put(self.cast, offer.cast)
        topic = made(Field(name="topic", title=translate("NewRunDialog", "Topic"), kind="open", longest=LONGEST_TOPIC))
        assert isinstance(topic, QComboBox)
        self.topic = topic
        self.topic.setMinimumWidth(240)
        self.rows = {
            "cast": (translate("NewRunDialog", "Cast"), self.cast),
            "members": (translate("NewRunDialog", "Members"), self.members),
            "advice": ("", self.advice),
            "topic": (translate("NewRunDialog", "Topic"), self.topic),
        }
        for title, widget in self.rows.values():
            named(widget, title)
        self.cast.currentIndexChanged.connect(self._cast_changed)
        self.cast.activated.connect(self._settle)
        self.members.changed.connect(self.changed)
        self.members.chosen_by_hand.connect(lambda: self.chosen.add("members"))

    def figure(self) -> CastFigure:
        """The chosen cast."""
        return self.casts[max(0, self.cast.currentIndex())]

    def choose(self, cast: str) -> None:
        """Offer a cast first, where it is there."""
        at = self.cast.findData(cast)
        self.cast.setCurrentIndex(at if at >= 0 else self.cast.currentIndex())

    def offer_members(self, most: int) -> None:
        """Offer the members of the cast, so many of them chosen."""
        cast = self.figure()
        self.members.offer(cast.members, [member.id for member in cast.members[:most]])
        self.changed.emit()

    def offer_topics(self, others: Iterable[str] = ()) -> None:
        """Offer the cast's own topics and others; none is chosen."""
        self.topic.clear()
        self.topic.addItems(["", *self.figure().topics, *others])
        self.topic.setCurrentIndex(0)

    def hint(self, text: str) -> None:
        """What it means to name no topic."""
        if (line := self.topic.lineEdit()) is not None:
            line.setPlaceholderText(text)

    def answers(self) -> dict[str, Any]:
        """What was chosen."""
        cast, members = str(self.cast.currentData()), tuple(self.members.chosen())
        return {"cast": cast, "members": members, "topic": answer(self.topic)}

    def _cast_changed(self) -> None:
        self.chosen.discard("members")
        self.cast_changed.emit()

    def _settle(self) -> None:
        self.chosen.add("cast")
        self.settled.emit()
