"""What a member brought along in a character card, and what comes to their mind."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt

from parley.desktop.cast_editor.draft import books_in
from parley.desktop.cast_editor.model import Fault
from parley.desktop.cast_editor.view.lore import LoreEditor
from parley.desktop.cast_editor.view.page import TEXT, FormPage
from parley.desktop.widgets.forms.field import Field


class CardPage(FormPage):
    """Scenario, reminder and greetings; whose card it is, and its lore book."""

    def __init__(self) -> None:
        super().__init__()
        self.about = self.note()
        scenario = self.tr("the situation, as they know it")
        self.form.add(Field(name="card.scenario", title=self.tr("Scenario"), kind=TEXT, empty=scenario))
        reminder = self.tr("told behind every stage direction")
        self.form.add(Field(name="card.reminder", title=self.tr("Reminder"), kind=TEXT, empty=reminder))
        greetings = self.tr("first lines to choose from, a line of ===== between two")
        self.form.add(Field(name="card.greetings", title=self.tr("Greetings"), kind=TEXT, empty=greetings))
        self.lore = LoreEditor(self.tr("Lore: what comes to their mind when certain words are said."))
        self.lore.edited.connect(lambda: self.edited.emit("card.lore"))
        self.column.addWidget(self.lore)
        self.column.addStretch(1)

    def show_subject(self, values: dict[str, Any]) -> None:
        """Show a member's card; what is typed from here on is theirs."""
        super().show_subject(values)
        card = values["card"] or {}
        none = self.tr("Import a character card to bring a member along; what is written here makes one, too.")
        maker = self.tr("A card by {0}.").format(card["maker"]) if card.get("maker") else ""
        told = [maker or self.tr("From a character card."), card.get("notes", ""), ", ".join(card.get("tags", ()))]
        self.about.setText("\n\n".join(part for part in told if part) if card.get("file") or maker else none)
        self.lore.show_books(books_in(values), values["name"])

    def show_faults(self, faults: Mapping[str, Fault]) -> None:
        """Show what is wrong at each field, and with the lore."""
        super().show_faults(faults)
        self.lore.show_fault(faults.get("card.lore"))

    def focus(self, field: str) -> None:
        """Give the keyboard to a field, or to the entries."""
        if field == "card.lore":
            self.lore.list.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().focus(field)
