"""Character cards in the cast editor: a member or a lore book that comes in, and a member that goes out."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from parley.desktop.cast_editor.draft import book_draft, member_draft
from parley.desktop.widgets.language import said

if TYPE_CHECKING:
    # Imported when it is asked for: the window is painted sooner.
    from parley.core.cast.member import Member
    from parley.core.home import Home
    from parley.desktop.cast_editor.view.dialog import CastEditorDialog

MOST_TOLD = 3
"""Sentences about a card that are told in a row."""

translate = QCoreApplication.translate


class CardFiles:
    """Files of character cards."""

    endings = (".png", ".json", ".charx")

    def bring_in(self, dialog: CastEditorDialog, home: Home, path: Path) -> None:
        """Add the member or the lore book of a card. Raises `FileError`."""
        from parley.core.studio import cards

        found = cards.look(path)
        if found.book is not None:
            dialog.add_book(book_draft(found.book))
            told = translate("CastEditing", "The lore book “{0}” came in: its entries come to everybody's mind.")
            told = told.format(found.name)
            if (member := dialog.draft.member(dialog.key)) is not None:
                told = translate("CastEditing", "The lore book “{0}” came in: its entries come to the mind of {1}.")
                told = told.format(found.name, member.name)
        else:
            assert found.member is not None
            added, _dropped = member_draft(found.member, dialog.draft)
            dialog.add_member(added)
            told = translate("CastEditing", "{0} came in.").format(found.name)
        cards.keep(home, found)
        dialog.check()
        dialog.show_done(" ".join([told, *(said(each) for each in found.warnings[:MOST_TOLD])]))

    def export(self, home: Home, member: Member, path: Path) -> list[str]:
        """Write a member as a card. Raises `FileError` and `UsageError`."""
        from parley.core.studio import cards

        return [said(each) for each in cards.export(home, member, path)[:MOST_TOLD]]


CARDS = CardFiles()
