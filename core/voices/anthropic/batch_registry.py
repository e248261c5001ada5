"""The batches that are out, and which of their results nobody waits for."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from core.voices.anthropic.batch_notes import Batch, Notes, mark_in, run_mark


@dataclass(frozen=True)
class Out:
    """What is out: so many calls in so many batches, the oldest sent at `since`; `trouble` is why none can be asked."""

    calls: int = 0
    batches: int = 0
    since: datetime | None = None
    trouble: str = ""


class BatchRegistry:
    """Sheets by what is wanted of them; `notes` keeps them on disk."""

    def __init__(self, notes: Notes) -> None:
        self.notes = notes
        self.batches: list[Batch] = []
        self._unclaimed: dict[tuple[str, str], list[tuple[Batch, str]]] = {}

    @property
    def out(self) -> Out:
        """What is waited for."""
        waited = [batch for batch in self.batches if batch.tickets]
        return Out(
            sum(len(batch.tickets) for batch in waited),
            len(waited),
            min((batch.note.at for batch in waited), default=None),
            next((batch.trouble for batch in waited if batch.trouble), ""),
        )

    def add(self, batch: Batch) -> None:
        """A batch that is out, or about to be."""
        self.batches.append(batch)
        for call in batch.note.calls:
            if call not in batch.tickets:
                self.release(batch, call)

    def release(self, batch: Batch, call: str) -> None:
        """Nobody waits for this result any more."""
        self._unclaimed.setdefault((batch.note.address, call.rpartition("-")[0]), []).append((batch, call))

    def claim(self, address: str, key: str) -> tuple[Batch, str] | None:
        """A result that was asked for, and that nobody waits for."""
        waiting = self._unclaimed.get((address, key), [])
        while waiting:
            batch, call = waiting.pop(0)
            wanted = call in batch.note.calls and call not in batch.used and call not in batch.tickets
            if wanted and not batch.gone:
                return batch, call
        return None

    def discard(self, batch: Batch) -> None:
        """The batch is no more."""
        self.notes.remove(batch)
        if batch in self.batches:
            self.batches.remove(batch)

    def sweep(self) -> None:
        """Remove the notes of batches all of whose results were handed out a while ago, and are in logs by now."""
        for batch in [each for each in self.batches if each.finished]:
            self.discard(batch)

    def forget(self, run: str) -> None:
        """The run has ended: of its results none is wanted any more."""
        mark = run_mark(run)
        for batch in tuple(self.batches):
            self.notes.drop(batch, [call for call in batch.note.calls if mark_in(call) == mark])
            if not batch.note.calls:
                self.discard(batch)

    def clear(self) -> None:
        """Put all down, and leave to the next process what is still wanted."""
        self.sweep()
        for batch in self.batches:
            self.notes.drop(batch, batch.used)
        self.batches.clear()
        self._unclaimed.clear()
