"""Bringing in what others have made, by the menu or by dropping files upon the window: runs, and definitions."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt, QUrl
from PySide6.QtWidgets import QLineEdit, QListWidget, QListWidgetItem, QWidget

from parley.core.base.errors import ParleyError
from parley.core.studio import runs
from parley.desktop.importing.cards import CardCommands
from parley.desktop.importing.taking import TakingCommands, sort_out
from parley.desktop.mending.trouble import Trouble
from parley.desktop.shell.files import BRING_IN
from parley.desktop.shell.notices import Notice
from parley.desktop.shell.rooms import RoomCommands, Surroundings
from parley.desktop.tasks import await_answer
from parley.desktop.widgets.counts import format_lines
from parley.desktop.widgets.language import said
from parley.desktop.widgets.layouts import vbox
from parley.desktop.widgets.parts import FileDrops, worded
from parley.desktop.widgets.plain import make_tip, one_line
from parley.desktop.widgets.tab_order import Dialog

if TYPE_CHECKING:
    from parley.core.studio.importing import Imported
    from parley.core.studio.looking import Found

LONGEST_TITLE = 90
FAULT = "import.{}"
"""The key of a notice of a file that cannot be read."""
MOST_TOLD = 2
"""Warnings, and faults, that are told in the notice."""


class ImportCommands(RoomCommands, FileDrops):
    """What is imported becomes a run of the library, and the last of them is opened; definitions are asked about
    first, and files of other rooms are theirs."""

    def __init__(self, here: Surroundings) -> None:
        super().__init__(here)
        window, session = here.window, here.session
        self._files = here.files
        self._rooms = here.rooms
        self._taking = TakingCommands(session, window.tell, window)
        self._cards = CardCommands(session, window.tell, window, here.setup.runs.talk_with)
        self._session = session
        self._tell = window.tell
        self._window = window
        here.files.kinds = self.build_filters  # Ctrl+O offers them too
        self.watch_window(window)
        session.model.opened.connect(self._forget_faults)

    def map_actions(self) -> dict[str, Callable[[], None]]:
        """Map each action id to its callback."""
        return {"import": self.ask}

    def map_intents(self) -> Mapping[str, Callable[[Any], object]]:
        """Return what brings files in that were opened."""
        return {BRING_IN: self.bring_in}

    def ask(self) -> None:
        """Ask for files and import them."""
        self._files.ask_for(self._window, self.tr("Import"), self.build_filters(), self.start)

    def build_filters(self) -> str:
        """Return the filters for all that can be brought in."""
        patterns = " ".join(f"*{each}" for each in list_endings())
        kinds = self.tr("Runs, talks, characters, casts and more (*.jsonl *.json);;All files (*)")
        return kinds.replace("*.jsonl *.json", patterns)

    def start(self, files: Sequence[Path]) -> None:
        """Import files."""
        if files:
            self._files.folder = str(files[0].parent)  # the next question begins there
            self._session.start_task(self.bring_in(files))

    async def bring_in(self, dropped: Sequence[Path]) -> None:
        """Bring in files, and those of folders: each as what it is."""
        self._forget_faults()
        files = await asyncio.to_thread(self._find_dropped_files, dropped)
        if not files:
            self._tell(Notice(self.tr("There is nothing in this folder that can be brought in."), key="imported"))
            return
        found = await asyncio.to_thread(sort_out, files, self._session.studio.home, self._rooms())
        if not found.runs:  # else they are told after the import
            self._tell_faults(found.faults, len(files))
        if found.cards:
            await self._cards.import_cards(found.cards)
        if found.offers:
            await self._taking.import_offers(found.offers)
        for room, theirs in found.others:
            room.take_in(theirs)
        if found.runs:
            await self.import_run(found.runs, found.faults)

    async def import_run(self, files: Sequence[Path], others: Sequence[ParleyError] = ()) -> None:
        """Import runs, after a look at what there is: of several talks of other programs it is asked which. What cannot
        be read is told with the faults of `others`, the rest kept, and the last run opened."""
        from parley.core.studio.looking import scan_paths

        home = self._session.studio.home

        self._tell(Notice(self.tr("Looking at what there is …"), key="imported"))
        looked = await asyncio.to_thread(scan_paths, home, files)
        self._window.notices.close_key("imported")
        chosen = looked.found  # only talks of other programs are asked about
        if len(chosen) > 1 and any(each.own is None for each in chosen):
            dialog = ImportDialog(chosen, self._window)
            if not await await_answer(dialog):
                return
            chosen = [chosen[at] for at in dialog.list_chosen()]
        faults = [*others, *(each.fault for each in looked.skipped if each.fault is not None)]
        await self._write_chosen([(each, "") for each in chosen], faults, len(files) + len(others))

    async def _write_chosen(self, chosen: Sequence[tuple[Found, str]], others: Sequence[ParleyError], of: int) -> None:
        """Write what was chosen, and open the last of it; the faults of `others` are among those `of` so many."""
        from parley.core.studio.importing import bring_in

        faults, home = list(others), self._session.studio.home

        found = await asyncio.to_thread(bring_in, home, chosen, faults)
        if found:
            self._session.library_changed.emit()
            # A fork stands behind what it comes from, which is what was asked for.
            last = next((run for run in reversed(found) if not run.fork), found[-1])
            shown = await self._session.open(str(last.path))
            self._tell_of(found, shown=shown)
        self._tell_faults(faults, of)  # last: whoever opens a run is done with what was told before

    def _tell_faults(self, faults: Sequence[ParleyError], of: int) -> None:
        if len(faults) <= MOST_TOLD:
            for at, fault in enumerate(faults):  # a key each, or one would replace the other
                self._tell(Notice(fault.text, kind="error", key=FAULT.format(at), trouble=Trouble.of(fault)))
            return
        told = self.tr("{0} of {1} files could not be imported.").format(len(faults), of)
        hint = " ".join(fault.text for fault in faults[:MOST_TOLD])
        self._tell(Notice(told, hint=hint, kind="error", key=FAULT.format(0)))

    def _forget_faults(self) -> None:
        """Take away what was told of files that nobody looks at any more: other ones come, or another run."""
        for at in range(MOST_TOLD):
            self._window.notices.close_key(FAULT.format(at))

    def _find_dropped_files(self, dropped: Sequence[Path]) -> list[Path]:
        from parley.core.studio.looking import files_in

        return [file for path in dropped for file in (files_in(path, list_endings()) if path.is_dir() else [path])]

    def _tell_of(self, found: Sequence[Imported], *, shown: bool) -> None:
        several = len(found) > 1
        if not any(run.fresh for run in found):
            self._tell(Notice(self.tr("All of this was here already; nothing was imported."), key="imported"))
            return
        warnings = [
            f"{run.id}: {said(warning)}" if several else said(warning) for run in found for warning in run.warnings
        ]
        branches = sum(run.fork for run in found)
        if branches and branches == len(found) - 1:  # one talk and its branches
            sentence = self.tr("Imported: {0} turns, and what went otherwise as forks: {1}.").format(
                self._window.locale().toString(found[0].turns), branches
            )
        elif len(found) == 1:
            sentence = self.tr("Imported: {0} turns.").format(self._window.locale().toString(found[0].turns))
        elif shown:
            sentence = self.tr("{0} runs were imported; the last one is open.").format(len(found))
        else:
            sentence = self.tr("{0} runs were imported.").format(len(found))
        hint = " ".join([*warnings[:MOST_TOLD], *(["…"] if len(warnings) > MOST_TOLD else [])])
        self._tell(Notice(sentence, hint=hint, kind="warning" if hint else "info", key="imported"))

    def find_files(self, urls: Sequence[QUrl]) -> list[Path]:
        """Return what is dropped and may be something that can be brought in: folders, and files by their ending."""
        paths = [Path(url.toLocalFile()) for url in urls if url.isLocalFile()]
        return [path for path in paths if path.name.lower().endswith(tuple(list_endings())) or path.is_dir()]


def list_endings() -> list[str]:
    """Return what files end in that can be brought in."""
    # Imported when files are brought in: the window answers sooner.
    from parley.core.importing.cards.reading import ENDINGS
    from parley.core.importing.reading import IMPORTERS

    known = (ending for each in IMPORTERS.values() for ending in each.endings)
    return list(dict.fromkeys((*runs.ENDINGS, *known, ".zip", *ENDINGS, ".toml")))


class ImportDialog(Dialog):
    """A box for each conversation; those that were imported before are not checked. `list_chosen` has the checked."""

    def __init__(self, found: Sequence[Found], parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowTitle(self.tr("Import"))
        self.setModal(True)
        self.resize(620, 560)
        self.filter = QLineEdit(placeholderText=self.tr("Filter"), clearButtonEnabled=True)
        self.filter.setAccessibleName(self.tr("Filter"))
        self.filter.textChanged.connect(self._filter)
        self.list = QListWidget()
        self.list.setAccessibleName(self.tr("Conversations"))
        self.list.setUniformItemSizes(True)  # an archive may have thousands
        for each in found:
            self.list.addItem(self._build_item(each))
        self.list.itemChanged.connect(lambda _item: self._update_button())  # sent when a box is checked
        buttons, self.take = self.cancel_or(self.tr("Import"))
        note = worded(self.tr("Nothing is written before you import, and nothing in it is begun."), "small")
        vbox(
            note, self.filter, (self.list, 1), buttons, within=self, margins=(20, 18, 20, 16), spacing=10
        )  # fmt: skip
        self._update_button()

    def list_chosen(self) -> list[int]:
        """Return the places of those that are checked."""
        return [at for at in range(self.list.count()) if self.list.item(at).checkState() == Qt.CheckState.Checked]

    def _build_item(self, found: Found) -> QListWidgetItem:
        facts = [self.tr("imported before")] if found.here else []
        second = " · ".join([*facts, format_lines(found.turns), one_line(found.file, 60)])
        item = QListWidgetItem(f"{one_line(found.title, LONGEST_TITLE)}\n{second}")
        item.setToolTip(make_tip(f"{found.title}\n{found.file}"))
        item.setFlags(item.flags() | Qt.ItemFlag.ItemIsUserCheckable)
        item.setCheckState(Qt.CheckState.Unchecked if found.here else Qt.CheckState.Checked)
        return item

    def _filter(self, text: str) -> None:
        words = text.casefold().split()
        for row in range(self.list.count()):
            shown = self.list.item(row).text().casefold()
            self.list.item(row).setHidden(not all(word in shown for word in words))  # hidden ones stay chosen

    def _update_button(self) -> None:
        count = len(self.list_chosen())
        self.take.setText(self.tr("Import {0}").format(count) if count > 1 else self.tr("Import"))
        self.take.setEnabled(count > 0)
