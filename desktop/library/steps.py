"""What was tidied up in the library, as steps that can be taken back and taken again."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from pathlib import Path

from PySide6.QtCore import QObject, Signal

MOST_STEPS = 50
"""Steps that can be taken back."""

Act = Callable[[], Awaitable[None]]


@dataclass(eq=False, slots=True)
class TidyingStep:
    """`told` is the sentence that says what was done, `told_back` the one once it was taken back; `files` are the logs
    in the trash without which it cannot be."""

    told: str
    told_back: str
    undo: Act
    redo: Act
    files: list[Path] = field(default_factory=list)


class TidyingSteps(QObject):
    """The steps in their order; they are taken one after the other, however fast somebody asks for them.

    Signal: `changed()` when there are others to be taken back or taken again.
    """

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self._done: list[TidyingStep] = []
        self._undone: list[TidyingStep] = []
        self._taking = asyncio.Lock()

    def conditions(self) -> frozenset[str]:
        """Return the conditions of the action table that hold now."""
        held = {"tidied": self._done, "untidied": self._undone}
        return frozenset(name for name, steps in held.items() if steps)

    def add(self, step: TidyingStep) -> None:
        """Note what was just done; what had been taken back before cannot be taken again any more."""
        self._done.append(step)
        del self._done[:-MOST_STEPS]
        self._undone.clear()
        self.changed.emit()

    def files(self) -> list[Path]:
        """Return the logs in the trash that steps need."""
        return [file for step in self._done for file in step.files]

    def forget(self, files: Collection[Path]) -> None:
        """Forget logs that are no longer in the trash; steps that need them cannot be undone."""
        for step in [step for step in self._done if step.files]:
            step.files[:] = [file for file in step.files if file not in files]
            if not step.files:
                self._done.remove(step)
        self.changed.emit()

    async def undo(self, step: TidyingStep | None = None) -> TidyingStep | None:
        """Take a step back, without one the last, and return it; what fails is not tried again."""
        return await self._take(self._done, self._undone, step, lambda step: step.undo())

    async def redo(self, step: TidyingStep | None = None) -> TidyingStep | None:
        """Take a step again that was taken back."""
        return await self._take(self._undone, self._done, step, lambda step: step.redo())

    async def _take(
        self,
        here: list[TidyingStep],
        there: list[TidyingStep],
        step: TidyingStep | None,
        act: Callable[[TidyingStep], Awaitable[None]],
    ) -> TidyingStep | None:
        async with self._taking:
            taken = step if step is not None else here[-1] if here else None
            if taken is None or taken not in here:
                return None
            here.remove(taken)
            try:
                await act(taken)
                there.append(taken)
            finally:
                self.changed.emit()
            return taken
