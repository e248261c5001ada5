"""What a member brought along in a character card, and what comes to their mind."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QCoreApplication

from parley.desktop.cast_editor.draft import find_books_in
from parley.desktop.cast_editor.view.page import TEXT, FormPage
from parley.desktop.widgets.forms.field import Field


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
