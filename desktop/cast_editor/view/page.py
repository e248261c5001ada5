"""What the pages of the editor have in common: fields in a form that write into the draft."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFormLayout, QLabel, QVBoxLayout, QWidget

from desktop.cast_editor.draft import CastDraft, Fault, MemberDraft
from desktop.cast_editor.view.fields import Choice, Field


class FormPage(QWidget):
    """A form over texts of the draft.

    Attributes: `fields` by the name of what they show. Signal: `edited(name)` when a person changed something; by then
    it stands in the draft.
    """

    edited = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.fields: dict[str, Field | Choice] = {}
        self._text: dict[str, str] = {}
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(2, 12, 12, 12)
        self.column.setSpacing(12)
        self.form = QFormLayout()
        self.form.setHorizontalSpacing(14)
        self.form.setVerticalSpacing(10)
        self.form.setLabelAlignment(Qt.AlignmentFlag.AlignLeft)
        self.form.setFieldGrowthPolicy(QFormLayout.FieldGrowthPolicy.AllNonFixedFieldsGrow)
        self.column.addLayout(self.form)

    def add(self, field: Field | Choice) -> None:
        """A row of the form."""
        self.fields[field.name] = field
        field.changed.connect(self._write)
        self.form.addRow(field.label, field)

    def note(self, text: str) -> QLabel:
        """A row that explains."""
        label = QLabel(text)
        label.setProperty("role", "small")
        label.setWordWrap(True)
        self.form.addRow(label)
        return label

    def show_texts(self, text: dict[str, str]) -> None:
        """Show these texts; what is typed from here on is written into them."""
        self._text = text
        for name, field in self.fields.items():
            field.show_text(text[name])

    def show_member(self, draft: CastDraft, member: MemberDraft) -> None:
        """Show a member; what is typed from here on is theirs."""
        self.show_texts(member.text)

    def show_faults(self, faults: Mapping[str, Fault]) -> None:
        """Show what is wrong at each field."""
        for name, field in self.fields.items():
            field.show_fault(faults.get(name))

    def focus(self, field: str) -> None:
        """Give the keyboard to the field of that name, else to the first."""
        found = self.fields.get(field) or next(iter(self.fields.values()), None)
        if found is not None:
            found.setFocus(Qt.FocusReason.OtherFocusReason)

    def _write(self, name: str, text: str) -> None:
        if name in self._text:
            self._text[name] = text
            self.edited.emit(name)
