"""Taking over character cards and lore books of other programs."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QObject
from PySide6.QtWidgets import QInputDialog

from parley.core.base.errors import ParleyError
from parley.core.cast.cast import Language
from parley.desktop.cast_editor.draft import book_draft, member_draft
from parley.desktop.importing.taking import undo_taking
from parley.desktop.mending.trouble import Trouble
from parley.desktop.shell.notices import Notice, NoticeButton
from parley.desktop.shell.session import Session, Talk, Tell
from parley.desktop.shell.window import Window
from parley.desktop.tasks import await_answer
from parley.desktop.widgets.language import current, said
from parley.desktop.widgets.plain import one_line

if TYPE_CHECKING:
    # Imported when something is dropped: the window is painted sooner.
    from parley.core.cast.member import Member
    from parley.core.home import Home
    from parley.core.studio.cards import FoundCard, TakenCards
    from parley.desktop.cast_editor.view.dialog import CastEditorDialog

translate = QCoreApplication.translate
LONGEST, MOST_TOLD = 54, 2
"""Characters of a name, and warnings, that are shown."""
MOST_IN_A_ROW = 3
"""Sentences about a card that the cast editor tells in a row."""


class CardCommands(QObject):
    """Takes over characters, and offers the way back and the editor."""

    def __init__(self, session: Session, tell: Tell, window: Window, talk: Talk) -> None:
        super().__init__(window)
        self._talk = talk
        self._session = session
        self._tell = tell
        self._window = window

    async def import_cards(self, found: Sequence[FoundCard]) -> None:
        """Ask into which cast these are taken over, and do so."""
        library = self._session.studio.library
        casts, _faults = await asyncio.to_thread(library.list_casts)
        named_after = next((each.name for each in found if each.book is None), "")
        choices = {self.tr("A new cast: {0}").format(one_line(named_after, LONGEST)): ""} if named_after else {}
        choices |= {f"{one_line(cast.name, LONGEST)} ({cast.id})": cast.id for cast in casts if library.is_own(cast.id)}
        if len(choices) < 2:  # nothing to choose; "" is a new cast, named by itself
            await self.take(found, next(iter(choices.values()), ""))
            return
        dialog = QInputDialog(self._window)
        dialog.setWindowTitle(self.tr("Take over characters"))
        dialog.setLabelText(self.tr("Into which cast"))
        dialog.setComboBoxItems(list(choices))  # texts only: their ids keep them apart
        if await await_answer(dialog):
            await self.take(found, choices[dialog.textValue()])

    async def take(self, found: Sequence[FoundCard], into: str = "") -> None:
        """Take cards over."""
        from parley.core.studio import cards

        studio = self._session.studio
        speaks: Language = "de" if current() == "de" else "en"
        try:
            taken = await asyncio.to_thread(cards.import_cards, studio.home, studio.library, found, into, speaks)
        except ParleyError as error:
            self._tell(Notice(error.text, kind="error", trouble=Trouble.of(error)))
            return
        self._session.library_changed.emit()
        self._tell_of(taken)

    def _tell_of(self, taken: TakenCards) -> None:
        names = {member.id: member.name for member in taken.cast.members}
        cast = one_line(taken.cast.name)
        if len(taken.members) == 1:
            told = self.tr("{0} is in the cast “{1}” now.").format(one_line(names[taken.members[0]]), cast)
        elif taken.members:
            told = self.tr("{0} characters are in the cast “{1}” now.").format(len(taken.members), cast)
        elif taken.books:
            told = self.tr("The lore book is in the cast “{0}” now.").format(cast)
        else:
            told = self.tr("The cast “{0}” had all of them already.").format(cast)
        first = taken.members[0] if taken.members else ""
        buttons = [NoticeButton(self.tr("Edit"), lambda: self._session.start_task(self._edit(taken.cast.id, first)))]
        if len(taken.members) == 1:
            begin = NoticeButton(self.tr("Talk"), lambda: self._session.start_task(self._begin(taken.cast.id, first)))
            buttons.insert(0, begin)
        if taken.members or taken.books:
            buttons.append(NoticeButton(self.tr("Undo"), lambda: undo_taking(self._session, taken.files)))
        hint = " ".join(said(each) for each in taken.warnings[:MOST_TOLD])
        self._tell(
            Notice(told, hint=hint, kind="warning" if hint else "info", key="taken", buttons=tuple(buttons), seconds=12)
        )

    async def _begin(self, cast: str, member: str) -> None:
        await self._talk(cast, member)

    async def _edit(self, cast: str, member: str) -> None:
        from parley.desktop.cast_editor.commands import get_editing_of

        editing = get_editing_of(self._session.studio, self._window, self._session.mends)
        editing.casts_changed.connect(self._session.library_changed)
        await editing.edit_cast(editing.find_cast(cast), member)


class CardFiles:
    """Files of character cards."""

    endings = (".png", ".json", ".charx")

    def bring_in(self, dialog: CastEditorDialog, home: Home, path: Path) -> None:
        """Add the member or the lore book of a card. Raises `FileError`."""
        from parley.core.studio import cards

        found = cards.read_card(path)
        if found.book is not None:
            dialog.add_book(book_draft(found.book))
            told = translate("CastEditing", "The lore book “{0}” came in: its entries come to everybody's mind.")
            told = told.format(found.name)
            if (member := dialog.draft.find_member(dialog.key)) is not None:
                told = translate("CastEditing", "The lore book “{0}” came in: its entries come to the mind of {1}.")
                told = told.format(found.name, member.name)
        else:
            assert found.member is not None
            added, _dropped = member_draft(found.member, dialog.draft)  # cards have no relations
            dialog.add_member(added)
            told = translate("CastEditing", "{0} came in.").format(found.name)
        cards.keep_card(home, found)  # only what came in is kept
        dialog.check()  # `add_book` pushes no step, which would do it
        dialog.show_done(" ".join([told, *(said(each) for each in found.warnings[:MOST_IN_A_ROW])]))

    def export(self, home: Home, member: Member, path: Path) -> list[str]:
        """Write a member as a card. Raises `FileError` and `UsageError`."""
        from parley.core.studio import cards

        return [said(each) for each in cards.export(home, member, path)[:MOST_IN_A_ROW]]


CARDS = CardFiles()
