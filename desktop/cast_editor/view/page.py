"""The pages of the editor that are forms: fields that write into the draft."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication, QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QComboBox, QGridLayout, QLabel, QWidget

from parley.core.cast.colours import PALETTE
from parley.desktop.cast_editor.draft import CastDraft, MemberDraft
from parley.desktop.cast_editor.model import Fault
from parley.desktop.run.words import word
from parley.desktop.widgets.forms.editors import answer, say
from parley.desktop.widgets.forms.field import Field
from parley.desktop.widgets.forms.form import Form
from parley.desktop.widgets.layouts import across, upright
from parley.desktop.widgets.theme import font
from parley.desktop.widgets.themed import Themed

WIDE = 9
"""Letters of a field's title before it wraps."""
TEXT, LIST = "growing", "growing"
"""Paragraphs, and an entry a line."""
OLDEST = 2_000
EDGE = 26
COLUMNS = 7


class Swatch(Themed, QAbstractButton):
    """A colour of the palette; empty: whichever is free. `letter` is of the member who has it."""

    def __init__(self, colour: str, title: str) -> None:
        super().__init__()
        self.colour, self.letter = colour, ""
        self._title = title
        self.setCheckable(True)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setFixedSize(EDGE, EDGE)
        self.show_taken("", "")

    def show_taken(self, letter: str, name: str) -> None:
        """Say who has this colour; empty where it is free."""
        self.letter = letter
        taken = QCoreApplication.translate("Swatches", "{0}, {1} has it").format(self._title, name)
        self.setAccessibleName(taken if name else self._title)
        self.setToolTip(taken if name else self._title)
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(EDGE, EDGE)

    def paintEvent(self, event: QPaintEvent) -> None:
        """A disc with the letter of whoever has it; the chosen one has a ring, and the focus another."""
        painter, theme = QPainter(self), self.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        centre = QPointF(EDGE / 2, EDGE / 2)
        if self.isChecked() or self.hasFocus() or self.underMouse():
            chosen = self.isChecked()
            painter.setPen(QPen(theme.colour("text" if chosen else "accent"), 2 if chosen else 1.5))
            painter.drawEllipse(centre, EDGE / 2 - 1.5, EDGE / 2 - 1.5)
        painter.setPen(Qt.PenStyle.NoPen if self.colour else QPen(theme.colour("tick"), 1.2, Qt.PenStyle.DashLine))
        painter.setBrush(theme.member(self.colour) if self.colour else Qt.BrushStyle.NoBrush)
        painter.drawEllipse(centre, 8.5, 8.5)
        painter.setFont(font(10, QFont.Weight.Bold))
        painter.setPen(theme.on_member() if self.colour else theme.colour("secondary"))
        painter.drawText(QRectF(self.rect()), Qt.AlignmentFlag.AlignCenter, self.letter if self.colour else "A")
        painter.end()


class Swatches(QWidget):
    """The whole palette. Signal: `chosen(colour)` when a person chose one; empty for whichever is free."""

    chosen = Signal(str)

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(self.tr("Colour"))
        titles = {"": self.tr("Automatic: one that is free")} | {colour: word(colour) for colour in PALETTE}
        self.buttons = {colour: Swatch(colour, title) for colour, title in titles.items()}
        self._group = QButtonGroup(self)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(1)
        for i, (colour, swatch) in enumerate(self.buttons.items()):
            swatch.clicked.connect(lambda _checked=False, colour=colour: self.chosen.emit(colour))
            self._group.addButton(swatch)
            grid.addWidget(swatch, i // COLUMNS, i % COLUMNS)
        grid.setColumnStretch(COLUMNS, 1)

    def show_colour(self, colour: str) -> None:
        """Mark the colour; one that is not of the palette marks none."""
        self._group.setExclusive(False)
        for each, swatch in self.buttons.items():
            swatch.setChecked(each == colour)
        self._group.setExclusive(True)

    def show_taken(self, taken: Mapping[str, tuple[str, str]]) -> None:
        """Say which are others': by colour, their letter and name."""
        for colour, swatch in self.buttons.items():
            swatch.show_taken(*taken.get(colour, ("", "")))


def marked(fault: Fault | None) -> tuple[str, str, str]:
    """A fault as a form says it, marked by a sign and not by its colour alone: sentence, role and sign."""
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
        """A row that explains."""
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


class PersonaPage(FormPage):
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
        # The palette, and two short fields in a row: another colour, and the letter of the mark.
        self.swatches = Swatches()
        self.swatches.chosen.connect(self._choose_colour)
        colour = Field(name="colour", title=self.tr("Another colour"), empty="#3b5bfd")
        letter = Field(name="letter", title=self.tr("Letter"), empty=self.tr("the name's first"))
        top, both = Qt.AlignmentFlag.AlignTop, QWidget()
        cells = form.cell(colour), form.cell(letter)
        title = form.label(letter, wide=False)
        across((cells[0], 1, top), (title, 0, top), (cells[1], 1, top), within=both, margins=0, spacing=10)
        form.rows.addRow(self.tr("Colour"), self.swatches)
        form.rows.addRow(form.label(colour), both)
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

    def show_member(self, draft: CastDraft, member: MemberDraft) -> None:
        """Show a member; a colour of the palette is shown there, and not by its name too."""
        super().show_member(draft, member)
        colour = member.values["colour"]
        self.form.show_values({"colour": "" if colour in PALETTE else colour})
        self.swatches.show_colour(colour)
        self.swatches.show_taken(
            {
                other.values["colour"]: (other.values["letter"] or other.name[:1].upper(), other.name)
                for other in reversed(draft.members)
                if other.key != member.key and other.values["colour"]
            }
        )

    def _choose_colour(self, colour: str) -> None:
        self._values["colour"] = colour
        self.form.show_values({"colour": ""})
        self.edited.emit("colour")

    def _write(self, name: str) -> None:
        super()._write(name)
        if name == "colour":
            self.swatches.show_colour(self._values[name])


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
