"""The pages of the editor that are forms: fields that write into the draft."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QComboBox, QLabel, QWidget

from parley.core.cast.colours import PALETTE
from parley.desktop.cast_editor.draft import CastDraft, MemberDraft
from parley.desktop.cast_editor.model import Fault
from parley.desktop.run.figures import MemberFigure
from parley.desktop.run.words import word
from parley.desktop.widgets.avatar import avatar_icon
from parley.desktop.widgets.forms.editors import answer, say
from parley.desktop.widgets.forms.field import Field
from parley.desktop.widgets.forms.form import Form
from parley.desktop.widgets.layouts import upright
from parley.desktop.widgets.themed import Themed

WIDE = 9
"""Letters of a field's title before it wraps."""
TEXT, LIST = "growing", "growing"
"""Paragraphs, and an entry a line."""
OLDEST = 2_000


def marked(fault: Fault | None) -> tuple[str, str, str]:
    """Return a fault as a form says it, marked by a sign and not by its colour alone: sentence, role and sign."""
    if fault is None:
        return "", "bad", ""
    return fault.sentence, *(("small", "△ ") if fault.warning else ("bad", "✕ "))


class FaultLabel(QLabel):
    """A fault that stands at no field of a form; gone while all is well."""

    def __init__(self) -> None:
        super().__init__()
        self.setWordWrap(True)
        self.hide()

    def show_fault(self, fault: Fault | None) -> None:
        """Show a fault, or none."""
        sentence, role, sign = marked(fault)
        say(self, sign + sentence, role)


class FormPage(QWidget):
    """A form over the draft of a member or of the cast.

    Attributes: `form`. Signal: `edited(name)` when a person changed something; by then it stands in the draft.
    """

    edited = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self._values: dict[str, Any] = {}
        self.form = Form(wide=WIDE, across=14, down=10)
        self.form.rows.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self.form.changed.connect(self._write)
        self.column = upright(self.form, within=self, margins=(2, 12, 12, 12), spacing=12)

    def note(self, text: str = "") -> QLabel:
        """Return a row that explains."""
        return self.form.add_note(text, "small")

    def show_subject(self, values: dict[str, Any]) -> None:
        """Show a draft's values; what is typed from here on is written into them."""
        self._values = values
        for name, box in self.form.editors.items():
            if isinstance(box, QComboBox) and not box.isEditable() and box.findData(values[name]) < 0:
                # What is not offered is offered as it stands.
                box.addItem(values[name], values[name])
        self.form.show_values({name: values[name] for name in self.form.editors})

    def show_member(self, draft: CastDraft, member: MemberDraft) -> None:
        """Show a member; what is typed from here on is theirs."""
        self.show_subject(member.values)

    def show_faults(self, faults: Mapping[str, Fault]) -> None:
        """Show what is wrong at each field."""
        for name in self.form.editors:
            self.form.say(name, *marked(faults.get(name)))

    def focus(self, field: str) -> None:
        """Give the keyboard to the field of that name, else to the first."""
        editors = self.form.editors
        editors.get(field, next(iter(editors.values()))).setFocus(Qt.FocusReason.OtherFocusReason)

    def _write(self, name: str) -> None:
        self._values[name] = answer(self.form.editors[name])
        self.edited.emit(name)


class PersonaPage(Themed, FormPage):
    """Everything about a person that is not their place, their voice, their character or their colleagues."""

    def __init__(self) -> None:
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
        palette = (("", self.tr("Automatic: one that is free")), *((colour, word(colour)) for colour in PALETTE))
        self.colour = form.add(Field(name="colour", title=self.tr("Colour"), kind="open", choices=palette))
        form.add(Field(name="letter", title=self.tr("Letter"), empty=self.tr("the name's first")))
        for name, title_, kind, hint in (
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
            form.add(Field(name=name, title=title_, kind=kind, empty=hint))
        self.column.addStretch(1)
        self._restyle()

    def _restyle(self) -> None:
        """Show each colour of the palette as it looks in this theme."""
        assert isinstance(self.colour, QComboBox)
        for at, colour in enumerate(PALETTE, 1):
            self.colour.setItemIcon(at, avatar_icon(MemberFigure("", "", "", colour), self.theme))


class CharacterPage(FormPage):
    """Whom they play on D&D night: name, role and description; all blank: the member plays nobody."""

    def __init__(self) -> None:
        super().__init__()
        self.note(self.tr("Whom they play on Thursday nights. Leave all of it empty for somebody who does not play."))
        kin, halfling = self.tr("Class and people"), self.tr("Halfling rogue")
        self.form.add(Field(name="character.name", title=self.tr("Character's name")))
        self.form.add(Field(name="character.role", title=kin, empty=halfling))
        self.form.add(Field(name="character.description", title=self.tr("Description"), kind=TEXT))
        self.column.addStretch(1)
