"""Steps that can be taken back."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakMethod

from PySide6.QtGui import QUndoCommand


class Step(QUndoCommand):
    """From one state to another.

    Qt owns a step; it must not own whom it belongs to. In a circle the garbage collector takes the step away from under
    the stack, which then deletes it once more and brings the process down.
    """

    def __init__(self, title: str, before: object, after: object, take: Callable[[Any], object]) -> None:
        """`take`, a bound method, brings a state about."""
        super().__init__(title)
        self._before, self._after = before, after
        self._take = WeakMethod(take)

    def undo(self) -> None:
        self._restore_state(self._before)

    def redo(self) -> None:
        self._restore_state(self._after)

    def _restore_state(self, state: object) -> None:
        if take := self._take():
            take(state)
