"""What a member brought along in a character card: what of it can be edited here, and what comes to their mind."""

from __future__ import annotations

from typing import Any

from parley.desktop.cast_editor.view.page import TEXT, FormPage
from parley.desktop.widgets.forms.field import Field

MOST, LONGEST = 40, 120
"""Entries of a lore book that are named, and characters of what is said of one."""


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
        self.lore.setText(self._lore(card.get("lore") or {}))

    def _lore(self, book: dict[str, Any]) -> str:
        """The entries of a book, each with what calls it to mind."""
        entries = book.get("entries") or ()
        if not entries:
            return ""
        head = self.tr("Lore book {0}: what comes to their mind, by which words").format(book.get("name", "")).strip()
        lines = [self._line(entry) for entry in entries[:MOST]]
        more = [self.tr("and {0} more").format(len(entries) - MOST)] if len(entries) > MOST else []
        return "\n".join([head, *lines, *more])

    def _line(self, entry: dict[str, Any]) -> str:
        keys = self.tr("always") if entry.get("always") else ", ".join(entry.get("keys", ()))
        says = " ".join(str(entry.get("content", "")).split())
        off = self.tr("off")
        line = f"{keys} ({off}): {says}" if entry.get("off") else f"{keys}: {says}"
        return f"• {line}" if len(line) <= LONGEST else f"• {line[:LONGEST].rstrip()}…"
