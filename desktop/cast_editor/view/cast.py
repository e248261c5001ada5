"""The page of the cast itself."""

from __future__ import annotations

from collections.abc import Mapping

from parley.core.office.plan import Plan
from parley.desktop.cast_editor.draft import CastDraft
from parley.desktop.cast_editor.model import Fault
from parley.desktop.cast_editor.view.card import format_lore
from parley.desktop.cast_editor.view.page import LIST, TEXT, FaultLabel, FormPage
from parley.desktop.widgets.forms.field import Field
from parley.desktop.widgets.language import current


class CastPage(FormPage):
    """What all members have in common: the cast's name, language, floor plan and topics."""

    def __init__(self, plans: Mapping[str, Plan]) -> None:
        super().__init__()
        form, spoken = self.form, (("en", "English"), ("de", "Deutsch"))
        floors = tuple((name, plan.title(current())) for name, plan in plans.items())
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
        self.lore = self.note()
        self.column.addStretch(1)

    def show_faults(self, faults: Mapping[str, Fault]) -> None:
        """Show what is wrong at each field, and with the members as a whole."""
        super().show_faults(faults)
        self.members_fault.show_fault(faults.get("members"))

    def show_cast(self, draft: CastDraft) -> None:
        """Show a cast; what is typed from here on is written into its draft."""
        self.show_subject(draft.values)
        self.lore.setText(format_lore(draft.values))
        self.form.editors["id"].setEnabled(not draft.origin)
        self.id_note.setText(
            self.tr("Runs and memories know the cast by its id, so it stays. Duplicate the cast to have another.")
            if draft.origin
            else self.tr("The file's name, and what runs and memories know the cast by. It cannot be changed later.")
        )
