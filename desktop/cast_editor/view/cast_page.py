"""The cast itself: its name, language, floor plan and topics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtWidgets import QComboBox

from desktop.cast_editor.draft import CastDraft, Fault, PlanChoice
from desktop.cast_editor.view.page import LIST, TEXT, FaultLabel, FormPage
from desktop.widgets.forms.field import Field


class CastPage(FormPage):
    """What all members have in common."""

    def __init__(self, plans: Sequence[PlanChoice]) -> None:
        super().__init__()
        form, spoken = self.form, (("en", "English"), ("de", "Deutsch"))
        floors = tuple((each.name, each.title) for each in plans)
        form.add(Field(name="name", title=self.tr("Name")))
        form.add(Field(name="id", title=self.tr("Id"), empty=self.tr("made from the name")))
        self.id_note = self.note()
        form.add(Field(name="description", title=self.tr("Description"), kind=TEXT))
        form.add(Field(name="language", title=self.tr("Language"), kind="choice", choices=spoken))
        form.add(Field(name="plan", title=self.tr("Floor plan"), kind="choice", choices=floors))
        hint = self.tr("what they might talk about, one a line")
        form.add(Field(name="topics", title=self.tr("Topics"), kind=LIST, empty=hint))
        self.members_fault = FaultLabel()
        form.rows.addRow("", self.members_fault)
        self.column.addStretch(1)

    def show_faults(self, faults: Mapping[str, Fault]) -> None:
        """Show what is wrong at each field, and with the members as a whole."""
        super().show_faults(faults)
        self.members_fault.show_fault(faults.get("members"))

    def show_cast(self, draft: CastDraft) -> None:
        """Show a cast; what is typed from here on is written into its draft."""
        for name in ("language", "plan"):
            box = self.form.editors[name]
            if isinstance(box, QComboBox) and box.findData(draft.text[name]) < 0:
                # What is not offered is offered as it stands.
                box.addItem(draft.text[name], draft.text[name])
        self.show_subject(draft)
        self.form.editors["id"].setEnabled(not draft.origin)
        self.id_note.setText(
            self.tr("Runs and memories know the cast by its id, so it stays. Duplicate the cast to have another.")
            if draft.origin
            else self.tr("The file's name, and what runs and memories know the cast by. It cannot be changed later.")
        )
