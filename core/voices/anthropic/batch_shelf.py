"""The batches that are out, and which of their results nobody waits for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from core.voices.anthropic.batch_notes import Notes, Sheet, mark_in, run_mark


@dataclass(frozen=True)
class Out:
    """What is out: so many calls in so many batches, the oldest sent at `since`; `trouble` is why none can be asked."""

    calls: int = 0
    batches: int = 0
    since: datetime | None = None
    trouble: str = ""


class Shelf:
    """Sheets by what is wanted of them; `notes` keeps them on disk."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.sheets: list[Sheet] = []
        self._unclaimed: dict[tuple[str, str], list[tuple[Sheet, str]]] = {}

    @property
    def out(self) -> Out:
        """What is waited for."""
        waited = [sheet for sheet in self.sheets if sheet.tickets]
        return Out(
            sum(len(sheet.tickets) for sheet in waited),
            len(waited),
            min((sheet.note.at for sheet in waited), default=None),
            next((sheet.trouble for sheet in waited if sheet.trouble), ""),
        )

    def add(self, sheet: Sheet) -> None:
        """A batch that is out, or about to be."""
        self.sheets.append(sheet)
        for call in sheet.note.calls:
            if call not in sheet.tickets:
                self.release(sheet, call)

    def release(self, sheet: Sheet, call: str) -> None:
        """Nobody waits for this result any more."""
        self._unclaimed.setdefault((sheet.note.address, call.rpartition("-")[0]), []).append((sheet, call))

    def claim(self, address: str, key: str) -> tuple[Sheet, str] | None:
        """A result that was asked for, and that nobody waits for."""
        waiting = self._unclaimed.get((address, key), [])
        while waiting:
            sheet, call = waiting.pop(0)
            wanted = call in sheet.note.calls and call not in sheet.used and call not in sheet.tickets
            if wanted and not sheet.gone:
                return sheet, call
        return None

    def discard(self, sheet: Sheet) -> None:
        """The batch is no more."""
        self.notes.remove(sheet)
        if sheet in self.sheets:
            self.sheets.remove(sheet)

    def sweep(self) -> None:
        """Remove the notes of batches all of whose results were handed out a while ago, and are in logs by now."""
        for sheet in [each for each in self.sheets if each.finished]:
            self.discard(sheet)

    def forget(self, run: str) -> None:
        """The run has ended: of its results none is wanted any more."""
        mark = run_mark(run)
        for sheet in tuple(self.sheets):
            self.notes.drop(sheet, [call for call in sheet.note.calls if mark_in(call) == mark])
            if not sheet.note.calls:
                self.discard(sheet)

    def clear(self) -> None:
        """Put all down, and leave to the next process what is still wanted."""
        self.sweep()
        for sheet in self.sheets:
            self.notes.drop(sheet, sheet.used)
        self.sheets.clear()
        self._unclaimed.clear()
