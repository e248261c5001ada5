"""The persona: who a member is, how they talk, and how they are shown."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QSpinBox, QVBoxLayout, QWidget

from desktop.cast_editor.draft import CastDraft, Fault, MemberDraft
from desktop.cast_editor.view.fields import FaultLabel, Field, field_label
from desktop.cast_editor.view.page import FormPage
from desktop.cast_editor.view.swatches import Swatches

NO_AGE = -1


class PersonaPage(FormPage):
    """Everything about a person that is not their place, their voice, their character or their colleagues."""

    def __init__(self, colours: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self._member = MemberDraft(0)
        self.add(Field("name", self.tr("Name")))
        self.add(Field("id", self.tr("Id"), hint=self.tr("made from the name")))
        self.add(Field("role", self.tr("Role"), hint=self.tr("what they do here")))
        self._add_age()
        self._add_colour(colours)
        for name, title, kind, hint in (
            ("identity", self.tr("Identity"), "text", self.tr("who they are, spoken to as 'you'")),
            ("biography", self.tr("Biography"), "text", ""),
            ("personality", self.tr("Personality"), "text", ""),
            ("working_style", self.tr("Working style"), "text", ""),
            ("tone", self.tr("Tone"), "line", self.tr("dry, warm, in a hurry …")),
            ("quirk", self.tr("Quirk"), "line", self.tr("what they do again and again")),
            ("private_life", self.tr("Private life"), "text", ""),
            ("favourite_games", self.tr("Favourite games"), "list", self.tr("one a line")),
            ("lines", self.tr("Signature lines"), "list", self.tr("one a line, as they would say it")),
            ("directive", self.tr("Directive"), "text", self.tr("anything else the voice should be told")),
        ):
            self.add(Field(name, title, kind, hint))
        self.column.addStretch(1)

    def _add_age(self) -> None:
        self.age = QSpinBox()
        self.age.setRange(NO_AGE, 2_000)
        self.age.setSpecialValueText("–")
        self.age.setAccessibleName(self.tr("Age"))
        self.age.setMaximumWidth(self.age.sizeHint().width() + 24)
        self.age.valueChanged.connect(self._write_age)
        label = field_label(self.tr("Age"))
        label.setBuddy(self.age)
        self.form.addRow(label, self.age)
        self.add(Field("pronouns", self.tr("Pronouns")))
        self.coordinator = QCheckBox(self.tr("Coordinator"))
        self.coordinator.setToolTip(self.tr("Opens the formats that are opened by a coordinator, such as a standup."))
        self.coordinator.toggled.connect(self._write_coordinator)
        self.coordinator_fault = FaultLabel()
        cell = QWidget()
        column = QVBoxLayout(cell)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.coordinator)
        column.addWidget(self.coordinator_fault)
        self.form.addRow("", cell)

    def _add_colour(self, colours: Sequence[tuple[str, str]]) -> None:
        self._palette = {colour for colour, _title in colours}
        self.swatches = Swatches(colours)
        self.swatches.chosen.connect(self._choose_colour)
        self.form.addRow(field_label(self.tr("Colour")), self.swatches)
        colour = Field("colour", self.tr("Another colour"), hint="#3b5bfd")
        self.fields["colour"] = colour
        colour.changed.connect(self._write)
        letter = Field("letter", self.tr("Letter"), hint=self.tr("the name's first"))
        self.form.addRow(colour.label, self._beside(colour, letter))

    def _beside(self, first: QWidget, second: Field) -> QWidget:
        """Two short fields in a row."""
        self.fields[second.name] = second
        second.changed.connect(self._write)
        second.label = field_label(second.label.text(), wide=False)
        second.label.setBuddy(second.editor)
        cell = QWidget()
        row = QHBoxLayout(cell)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        row.addWidget(first, 1, Qt.AlignmentFlag.AlignTop)
        row.addWidget(second.label, 0, Qt.AlignmentFlag.AlignTop)
        row.addWidget(second, 1, Qt.AlignmentFlag.AlignTop)
        return cell

    def show_texts(self, text: dict[str, str]) -> None:
        """Show these texts; a colour of the palette is shown there, and not by its name too."""
        super().show_texts(text)
        self.fields["colour"].show_text("" if text["colour"] in self._palette else text["colour"])

    def show_member(self, draft: CastDraft, member: MemberDraft) -> None:
        """Show a member; what is typed from here on is theirs."""
        self._member = member
        super().show_member(draft, member)
        self.age.blockSignals(True)
        self.age.setValue(NO_AGE if member.age is None else member.age)
        self.age.blockSignals(False)
        self.coordinator.blockSignals(True)
        self.coordinator.setChecked(member.coordinator)
        self.coordinator.blockSignals(False)
        self.swatches.show_colour(member.text["colour"])
        taken = {
            other.text["colour"]: (other.text["letter"] or other.name[:1].upper(), other.name)
            for other in reversed(draft.members)
            if other.key != member.key and other.text["colour"]
        }
        self.swatches.show_taken(taken)

    def show_faults(self, faults: Mapping[str, Fault]) -> None:
        """Show what is wrong at each field."""
        super().show_faults(faults)
        self.coordinator_fault.show_fault(faults.get("coordinator"))

    def show_id(self, text: str) -> None:
        """Show the id that was made from the name."""
        self.fields["id"].show_text(text)

    def _choose_colour(self, colour: str) -> None:
        self._member.text["colour"] = colour
        self.fields["colour"].show_text("")
        self.edited.emit("colour")

    def _write(self, name: str, text: str) -> None:
        super()._write(name, text)
        if name == "colour":
            self.swatches.show_colour(text)

    def _write_age(self, age: int) -> None:
        self._member.age = None if age == NO_AGE else age
        self.edited.emit("age")

    def _write_coordinator(self, on: bool) -> None:
        self._member.coordinator = on
        self.edited.emit("coordinator")
