"""What the pages of the editor have in common: fields in a form that write into the draft."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QWidget

from desktop.cast_editor.draft import CastDraft, Fault, MemberDraft
from desktop.widgets.forms.editors import answer, labelled, say
from desktop.widgets.forms.field import Field
from desktop.widgets.forms.form import Form
from desktop.widgets.layouts import upright

WIDE = 9
"""Letters of a field's title before it wraps."""
TEXT, LIST = "growing", "growing"
"""Paragraphs, and an entry a line."""


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

    def __init__(self, fields: Sequence[Field] = ()) -> None:
        super().__init__()
        self._subject: MemberDraft | CastDraft = MemberDraft(0)
        self.form = Form(fields, wide=WIDE, across=14, down=10)
        self.form.rows.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self.form.changed.connect(self._write)
        self.column = upright(self.form, within=self, margins=(2, 12, 12, 12), spacing=12)

    def note(self, text: str = "") -> QLabel:
        """A row that explains."""
        label = labelled(text, "small")
        self.form.rows.addRow(label)
        return label

    def show_subject(self, subject: MemberDraft | CastDraft) -> None:
        """Show a draft; what is typed from here on is written into it."""
        self._subject = subject
        self.form.show_values({name: subject.value(name) for name in self.form.editors})

    def show_member(self, draft: CastDraft, member: MemberDraft) -> None:
        """Show a member; what is typed from here on is theirs."""
        self.show_subject(member)

    def show_faults(self, faults: Mapping[str, Fault]) -> None:
        """Show what is wrong at each field."""
        for name in self.form.editors:
            self.form.say(name, *marked(faults.get(name)))

    def focus(self, field: str) -> None:
        """Give the keyboard to the field of that name, else to the first."""
        editors = self.form.editors
        found = editors.get(field) or next(iter(editors.values()), None)
        if found is not None:
            found.setFocus(Qt.FocusReason.OtherFocusReason)

    def _write(self, name: str) -> None:
        self._subject.write(name, answer(self.form.editors[name]))
        self.edited.emit(name)
