"""The persona: who a member is, how they talk, and how they are shown."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QWidget

from desktop.cast_editor.draft import CastDraft, MemberDraft
from desktop.cast_editor.view.page import LIST, TEXT, FormPage
from desktop.cast_editor.view.swatches import Swatches
from desktop.widgets.forms.field import Field

OLDEST = 2_000


class PersonaPage(FormPage):
    """Everything about a person that is not their place, their voice, their character or their colleagues."""

    def __init__(self, colours: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        form = self.form
        form.add(Field(name="name", title=self.tr("Name")))
        form.add(Field(name="id", title=self.tr("Id"), empty=self.tr("made from the name")))
        form.add(Field(name="role", title=self.tr("Role"), empty=self.tr("what they do here")))
        age = form.add(Field(name="age", title=self.tr("Age"), kind="int", high=OLDEST, optional=True, empty="–"))
        age.setMaximumWidth(age.sizeHint().width() + 24)
        form.add(Field(name="pronouns", title=self.tr("Pronouns")))
        leads = self.tr("Coordinator")
        opens = self.tr("Opens the formats that are opened by a coordinator, such as a standup.")
        form.add(Field(name="coordinator", title=leads, kind="bool", label=leads, description=opens))
        self._add_colour(colours)
        for name, title, kind, hint in (
            ("identity", self.tr("Identity"), TEXT, self.tr("who they are, spoken to as 'you'")),
            ("biography", self.tr("Biography"), TEXT, ""),
            ("personality", self.tr("Personality"), TEXT, ""),
            ("working_style", self.tr("Working style"), TEXT, ""),
            ("tone", self.tr("Tone"), "text", self.tr("dry, warm, in a hurry …")),
            ("quirk", self.tr("Quirk"), "text", self.tr("what they do again and again")),
            ("private_life", self.tr("Private life"), TEXT, ""),
            ("favourite_games", self.tr("Favourite games"), LIST, self.tr("one a line")),
            ("lines", self.tr("Signature lines"), LIST, self.tr("one a line, as they would say it")),
            ("directive", self.tr("Directive"), TEXT, self.tr("anything else the voice should be told")),
        ):
            form.add(Field(name=name, title=title, kind=kind, empty=hint))
        self.column.addStretch(1)

    def _add_colour(self, colours: Sequence[tuple[str, str]]) -> None:
        """The palette, and two short fields in a row: another colour, and the letter of the mark."""
        self._palette = {colour for colour, _title in colours}
        self.swatches = Swatches(colours)
        self.swatches.chosen.connect(self._choose_colour)
        colour = Field(name="colour", title=self.tr("Another colour"), empty="#3b5bfd")
        letter = Field(name="letter", title=self.tr("Letter"), empty=self.tr("the name's first"))
        both = QWidget()
        row = QHBoxLayout(both)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(10)
        top = Qt.AlignmentFlag.AlignTop
        row.addWidget(self.form.cell(colour), 1, top)
        last = self.form.cell(letter)
        row.addWidget(self.form.label(letter, wide=False), 0, top)
        row.addWidget(last, 1, top)
        self.form.rows.addRow(self.tr("Colour"), self.swatches)
        self.form.rows.addRow(self.form.label(colour), both)

    def show_member(self, draft: CastDraft, member: MemberDraft) -> None:
        """Show a member; a colour of the palette is shown there, and not by its name too."""
        super().show_member(draft, member)
        colour = member.text["colour"]
        self.form.show_values({"colour": "" if colour in self._palette else colour})
        self.swatches.show_colour(colour)
        taken = {
            other.text["colour"]: (other.text["letter"] or other.name[:1].upper(), other.name)
            for other in reversed(draft.members)
            if other.key != member.key and other.text["colour"]
        }
        self.swatches.show_taken(taken)

    def _choose_colour(self, colour: str) -> None:
        self._subject.write("colour", colour)
        self.form.show_values({"colour": ""})
        self.edited.emit("colour")

    def _write(self, name: str) -> None:
        super()._write(name)
        if name == "colour":
            self.swatches.show_colour(self._subject.value(name))
