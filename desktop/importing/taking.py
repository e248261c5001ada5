"""Taking over what others have written: casts, worlds, floor plans, formats, settings of stories, schedules."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QMessageBox, QWidget

from parley.core.base.errors import ParleyError
from parley.core.home import Home
from parley.desktop.shell.notices import Notice, NoticeButton
from parley.desktop.shell.session import Session, Tell
from parley.desktop.tasks import await_answer
from parley.desktop.widgets.language import current
from parley.desktop.widgets.plain import one_line

if TYPE_CHECKING:
    # Imported when something is dropped: the window is painted sooner.
    from parley.core.studio.cards import FoundCard
    from parley.core.studio.taking import Offer, Taken
    from parley.desktop.shell.rooms import RoomCommands

LARGEST = 4_000_000
"""Bytes of a JSON file that is looked into to see whether it is a floor plan: runs may be far larger."""
LONGEST, MOST_NAMED = 54, 12
"""Characters of a name, and names, that a question shows."""


def undo_taking(session: Session, taken: Mapping[Path, Taken]) -> None:
    """Have files say what they said before they were taken over; one that was changed since stays, and is told."""
    from parley.core.studio.taking import put_back

    async def undo() -> None:
        try:
            await asyncio.to_thread(put_back, taken)
        finally:
            session.library_changed.emit()  # also where one was refused: the others are back

    session.start_task(undo())


class Sorted(NamedTuple):
    """Files by what is to become of them: definitions, characters, what another room takes in, runs, and what is
    wrong with others."""

    offers: list[Offer]
    cards: list[FoundCard]
    others: list[tuple[RoomCommands, list[Path]]]
    runs: list[Path]
    faults: list[ParleyError]


def sort_out(files: Sequence[Path], home: Home, rooms: Sequence[RoomCommands] = ()) -> Sorted:
    """Return what these files are, asking the rooms first; they are read, and nothing else."""
    from parley.core.studio import cards
    from parley.core.studio.taking import ROOM_KINDS, is_tiled, list_kinds, looked_at

    known = (*list_kinds(), *(kind for kind in ROOM_KINDS.values() if kind.folder))
    found = Sorted([], [], [(room, []) for room in rooms], [], [])
    for path in files:
        ending = path.suffix.lower()
        theirs = next((taken for room, taken in found.others if room.fits(path)), None)
        if theirs is not None:
            theirs.append(path)
        elif ending == ".toml" or (ending == ".json" and _is_small_enough(path) and is_tiled(path)):
            try:
                found.offers.append(looked_at(path, home, known))
            except ParleyError as fault:
                found.faults.append(fault)
        elif cards.is_meant(path):
            try:
                found.cards.append(cards.read_card(path))
            except ParleyError as fault:
                if ending != ".png" or len(files) == 1:  # among many, a picture without a card is just a picture
                    found.faults.append(fault)
        else:
            found.runs.append(path)
    return found._replace(others=[(room, taken) for room, taken in found.others if taken])


def _is_small_enough(path: Path) -> bool:
    try:
        return path.stat().st_size <= LARGEST
    except OSError:
        return False  # it is then read as a run, which says why


class TakingCommands(QObject):
    """Takes over what there is, and offers the way back."""

    def __init__(self, session: Session, tell: Tell, window: QWidget) -> None:
        super().__init__(window)
        self._session = session
        self._tell = tell
        self._window = window

    async def import_offers(self, offers: Sequence[Offer]) -> None:
        """Take these over, and ask before anything is replaced."""
        from parley.core.studio.taking import apply_offers

        replaced = [each for each in offers if each.standing in ("own", "shipped")]
        if replaced and not await self._ask_to_replace(replaced):
            offers = [each for each in offers if each.standing == "new"]
        chosen: dict[Path, Offer] = {}
        for each in offers:
            if each.standing != "same":
                chosen.setdefault(each.target, each)  # of several for the same file the first
        taken = await asyncio.to_thread(apply_offers, chosen.values())
        self._session.library_changed.emit()
        if not taken:
            return  # dropped twice: what was told of the first time, and its way back, still hold
        first = next(iter(chosen.values()))
        told = self.tr("“{0}” was taken over.").format(one_line(first.name.text(current())) or first.id)
        if len(chosen) > 1:
            told = self.tr("{0} definitions were taken over.").format(len(chosen))
        undo = NoticeButton(self.tr("Undo"), lambda: undo_taking(self._session, taken))
        self._tell(Notice(told, key="taken", buttons=(undo,), seconds=12))

    async def _ask_to_replace(self, offers: Sequence[Offer]) -> bool:
        """Ask whether these may take the place of what is there; yours are kept beside them."""
        buttons = QMessageBox.StandardButton
        asked = self.tr("These are here already by their ids. Replace them? Yours are kept beside them as .bak.")
        box = QMessageBox(
            QMessageBox.Icon.Question, self.tr("Take over"), asked, buttons.Yes | buttons.No, self._window
        )  # fmt: skip
        names = [one_line(each.name.text(current()), LONGEST) or each.id for each in offers[:MOST_NAMED]]
        box.setInformativeText("\n".join([*names, "…"] if len(offers) > MOST_NAMED else names))
        await await_answer(box)
        return box.result() == buttons.Yes.value  # a message box is never Accepted: its result is a button
