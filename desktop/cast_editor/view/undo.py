"""Who is in the cast and in what order, as steps that can be taken back. What is typed undoes itself in its field."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from weakref import WeakMethod

from PySide6.QtGui import QUndoCommand

from desktop.cast_editor.draft import CAST, CastDraft, MemberDraft

Done = Callable[[int], None]
"""Told the key of the member to show after a step: a bound method."""


class MembersStep(QUndoCommand):
    """Other members, or in another order; what others think of one who leaves is kept in case they come back.

    Qt owns a step; it must not own the dialog whose stack it is on. In a circle the garbage collector takes the step
    away from under the stack, which then deletes it once more and brings the process down.
    """

    def __init__(self, draft: CastDraft, title: str, after: Sequence[MemberDraft], shown: int, done: Done) -> None:
        """`shown` is the key of whoever comes, goes or moves."""
        super().__init__(title)
        self._draft = draft
        self._before, self._after = list(draft.members), list(after)
        self._shown = shown
        self._told = WeakMethod(done)

    def redo(self) -> None:
        """Do it."""
        self._take(self._after, self._before)

    def undo(self) -> None:
        """Take it back."""
        self._take(self._before, self._after)

    def _take(self, members: list[MemberDraft], others: list[MemberDraft]) -> None:
        self._draft.members[:] = members
        if done := self._told():
            keys = [member.key for member in members]
            gone = next((row for row, member in enumerate(others) if member.key == self._shown), 0)
            done(self._shown if self._shown in keys else keys[min(gone, len(keys) - 1)] if keys else CAST)
