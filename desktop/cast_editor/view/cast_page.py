"""The cast itself: its name, language, floor plan and topics."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from desktop.cast_editor.draft import CastDraft, Fault, PlanChoice
from desktop.cast_editor.view.fields import Choice, FaultLabel, Field
from desktop.cast_editor.view.page import FormPage


class CastPage(FormPage):
    """What all members have in common."""

    def __init__(self, plans: Sequence[PlanChoice]) -> None:
        super().__init__()
        self.add(Field("name", self.tr("Name")))
        self.id = Field("id", self.tr("Id"), hint=self.tr("made from the name"))
        self.add(self.id)
        self.id_note = self.note("")
        self.add(Field("description", self.tr("Description"), "text"))
        language = Choice("language", self.tr("Language"))
        for value, title in (("en", "English"), ("de", "Deutsch")):
            language.box.addItem(title, value)
        self.add(language)
        plan = Choice("plan", self.tr("Floor plan"))
        for each in plans:
            plan.box.addItem(each.title, each.name)
        self.add(plan)
        hint = self.tr("what they might talk about, one a line")
        self.add(Field("topics", self.tr("Topics"), "list", hint))
        self.members_fault = FaultLabel()
        self.form.addRow("", self.members_fault)
        self.column.addStretch(1)

    def show_faults(self, faults: Mapping[str, Fault]) -> None:
        """Show what is wrong at each field, and with the members as a whole."""
        super().show_faults(faults)
        self.members_fault.show_fault(faults.get("members"))

    def show_cast(self, draft: CastDraft) -> None:
        """Show a cast; what is typed from here on is written into its draft."""
        self.show_texts(draft.text)
        self.id.set_fixed(bool(draft.origin))
        self.id_note.setText(
            self.tr("Runs and memories know the cast by its id, so it stays. Duplicate the cast to have another.")
            if draft.origin
            else self.tr("The file's name, and what runs and memories know the cast by. It cannot be changed later.")
        )
