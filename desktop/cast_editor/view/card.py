"""The page of the cast itself; what a member brought along in a character card, and what comes to their mind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import QCoreApplication

from parley.core.office.plan import Plan
from parley.desktop.cast_editor.draft import CastDraft, find_books_in
from parley.desktop.cast_editor.model import Fault
from parley.desktop.cast_editor.view.page import LIST, TEXT, FaultLabel, FormPage
from parley.desktop.widgets.forms.field import Field
from parley.desktop.widgets.language import current


class CardPage(FormPage):
    """Scenario, reminder and greetings; whose card it is, and how much lore came with it."""

    def __init__(self) -> None:
        super().__init__()
        self.about = self.note()
        scenario = self.tr("the situation, as they know it")
        self.form.add(Field(name="card.scenario", title=self.tr("Scenario"), kind=TEXT, empty=scenario))
        reminder = self.tr("told behind every stage direction")
        self.form.add(Field(name="card.reminder", title=self.tr("Reminder"), kind=TEXT, empty=reminder))
        greetings = self.tr("first lines to choose from, a line of ===== between two")
        self.form.add(Field(name="card.greetings", title=self.tr("Greetings"), kind=TEXT, empty=greetings))
        self.lore = self.note()
        self.column.addStretch(1)

    def show_subject(self, values: dict[str, Any]) -> None:
        """Show a member's card; what is typed from here on is theirs."""
        super().show_subject(values)
        card = values["card"] or {}
        none = self.tr("Import a character card to bring a member along; what is written here makes one, too.")
        maker = self.tr("A card by {0}.").format(card["maker"]) if card.get("maker") else ""
        told = [maker or self.tr("From a character card."), card.get("notes", ""), ", ".join(card.get("tags", ()))]
        self.about.setText("\n\n".join(part for part in told if part) if card.get("file") or maker else none)
        self.lore.setText(format_lore(values))


def format_lore(values: dict[str, Any]) -> str:
    """Return how much lore a cast or a member has; it is written in the cast's file, or by the program that made the
    card.
    """
    entries = sum(len(book["entries"]) for book in find_books_in(values))
    told = QCoreApplication.translate("CardPage", "Lore: {0} entries, written in its file.")
    return told.format(entries) if entries else ""


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
