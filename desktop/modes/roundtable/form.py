"""What the new-run dialog asks about a roundtable."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QFont
from PySide6.QtWidgets import QComboBox, QListWidget, QListWidgetItem, QWidget

from parley.core.base.errors import ParleyError
from parley.core.engine.composing import FEWEST_MEMBERS, MOST_MEMBERS
from parley.core.formats import KINDS, Format
from parley.core.log.config import RunConfig
from parley.core.studio.studio import Studio
from parley.desktop.new_run.model import policies
from parley.desktop.new_run.page import Row, RunPage
from parley.desktop.new_run.people import has_greetings, offer_greetings
from parley.desktop.widgets.forms.editors import get_label
from parley.desktop.widgets.layouts import vbox
from parley.desktop.widgets.plain import make_tip
from parley.desktop.widgets.theme import LOOK

translate = QCoreApplication.translate


class RoundtablePage(RunPage):
    """A format, the members of a cast, a topic."""

    has_cast = True

    @classmethod
    def collect_offer(cls, studio: Studio, last: Mapping[str, Any]) -> Any:
        formats, faults = studio.library.formats()
        return tuple(formats), str(last.get("format", "")), faults

    @classmethod
    def kept(cls, answers: Mapping[str, Any]) -> dict[str, Any]:
        return {name: answers[name] for name in ("format", "cast")}

    @classmethod
    def list_faults(cls, offered: Any) -> Sequence[ParleyError]:
        return offered[2]  # type: ignore[no-any-return]

    def build_form(self, offered: Any) -> None:
        self._formats: tuple[Format, ...] = offered[0]
        speaks = self.offer.language
        self.formats = QListWidget()
        self.formats.setAccessibleName(translate("NewRunDialog", "Format"))
        self.formats.setMinimumWidth(210)
        # Rows are measured when the first is chosen, which is before the dialog is shown and dressed.
        self.formats.ensurePolished()
        ids = [each.id for each in self._formats]
        self._offer_formats(offered[1] if offered[1] in ids else "standup")
        self.formats.currentRowChanged.connect(self._format_changed)
        self.beside = QWidget()
        self.beside.setMaximumWidth(216)
        vbox(get_label(translate("NewRunDialog", "Format"), "strong"), (self.formats, 1), within=self.beside, margins=0)
        self.ask("policy", translate("NewRunDialog", "Next speaker"), kind="choice", choices=policies(speaks))
        self.ask("greeting", translate("NewRunDialog", "Begins with"), kind="choice", choices=())
        greeting = self.editors["greeting"]
        assert isinstance(greeting, QComboBox)
        self.greeting = greeting
        self._offer_greetings()
        self.people.changed.connect(self._offer_greetings)
        drawn = translate("NewRunDialog", "drawn within the format's range")
        self.ask("turns", translate("NewRunDialog", "Turns"), empty=drawn)

    def _offer_formats(self, chosen: str) -> None:
        """Offer all formats, one of them chosen; a heading stands above each kind where there are several."""
        speaks = self.offer.language
        kinds = [(title, [each for each in self._formats if each.kind == kind]) for kind, title in KINDS.items()]
        kinds = [(title, found) for title, found in kinds if found]
        for title, found in kinds:
            if len(kinds) > 1:
                heading = QListWidgetItem(title.text(speaks))
                heading.setFlags(Qt.ItemFlag.NoItemFlags)  # the arrow keys pass over it
                face = self.formats.font()
                face.setWeight(QFont.Weight.DemiBold)
                face.setPixelSize(round(11 * LOOK.scale))
                heading.setFont(face)  # the style sheet reaches no single item
                self.formats.addItem(heading)
            for each in found:
                item = QListWidgetItem(each.name.text(speaks))
                item.setData(Qt.ItemDataRole.UserRole, each.id)
                item.setToolTip(make_tip(each.purpose.text(speaks)))
                self.formats.addItem(item)
                if each.id == chosen:
                    self.formats.setCurrentItem(item)

    def format(self) -> Format:
        """Return the chosen format."""
        item = self.formats.currentItem()
        chosen = item.data(Qt.ItemDataRole.UserRole) if item is not None else ""
        return next((each for each in self._formats if each.id == chosen), self._formats[0])  # before any is chosen

    def list_rows(self) -> Sequence[Row]:
        return [*self.people.rows.values(), *self.list_own_rows("greeting")]

    def _offer_greetings(self) -> None:
        offer_greetings(self.greeting, self.people.figure(), self.people.members.list_chosen())

    def list_more_rows(self) -> Sequence[Row]:
        return self.list_own_rows("policy", "turns")

    def map_shown_rows(self) -> Mapping[QWidget, bool]:
        low, high = self.format().members
        count = len(self.people.members.list_chosen())
        usual = translate("NewRunDialog", "{0} are chosen; a {1} usually has {2} to {3}.")
        self.people.advice.setText(usual.format(count, self.format().name.text(self.offer.language), low, high))
        return {self.people.advice: not low <= count <= high, self.greeting: has_greetings(self.greeting)}

    def get_contents(self) -> dict[QWidget, object]:
        return {self.formats: self.formats.currentRow()}

    def enter_page(self) -> None:
        self.people.set_hint(translate("NewRunDialog", "Empty: one is drawn from the cast's own topics"))
        self.people.offer_members(self.format().members[1])

    def get_purpose(self) -> str:
        form = self.format()
        told = translate("NewRunDialog", "{0} Usually {1} to {2} members and {3} to {4} turns.")
        return told.format(form.purpose.text(self.offer.language), *form.members, *form.turns)

    def find_problem(self) -> str:
        chosen = len(self.people.members.list_chosen())
        if chosen < FEWEST_MEMBERS:
            return translate("NewRunDialog", "A roundtable needs at least two members.")
        if chosen > MOST_MEMBERS:
            return translate("NewRunDialog", "A roundtable has at most {0} members.").format(MOST_MEMBERS)
        return ""

    def answers(self) -> dict[str, Any]:
        return super().answers() | {"format": self.format().id}

    def recall_answers(self, config: RunConfig) -> dict[str, Any]:
        return super().recall_answers(config) | {"format": config.format.id}

    def set_answers(self, answers: Mapping[str, Any]) -> None:
        for row in range(self.formats.count()):
            if self.formats.item(row).data(Qt.ItemDataRole.UserRole) == answers.get("format"):
                self.formats.setCurrentRow(row)
        super().set_answers(answers)

    def is_written(self, topic: str) -> bool:
        return topic in self.people.figure().written

    def list_topics(self) -> Sequence[str]:
        return [topic.text(self.offer.language) for topic in self.format().topics]

    def _format_changed(self) -> None:
        if "members" not in self.people.chosen:  # whom somebody chose by hand stays
            self.people.offer_members(self.format().members[1])
        self.changed.emit()
