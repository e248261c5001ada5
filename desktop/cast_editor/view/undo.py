"""Who is in the cast and in what order, as steps that can be taken back. What is typed undoes itself in its field."""

from __future__ import annotations

from collections.abc import Callable
from weakref import WeakMethod

from PySide6.QtGui import QUndoCommand

from desktop.cast_editor.draft import CAST, CastDraft, MemberDraft

Done = Callable[[int], None]
"""Told the key of the member to show after a step: a bound method."""


class _Step(QUndoCommand):
    """A step on a draft. Qt owns it; it must not own the dialog whose stack it is on.

    In a circle the garbage collector takes the step away from under the stack, which then deletes it once more and
    brings the process down.
    """

    def __init__(self, draft: CastDraft, title: str, done: Done) -> None:
        super().__init__(title)
        self._draft = draft
        self._told = WeakMethod(done)

    def _done(self, key: int) -> None:
        if done := self._told():
            done(key)


class AddMember(_Step):
    """A member comes in."""

    def __init__(self, draft: CastDraft, row: int, member: MemberDraft, title: str, done: Done) -> None:
        super().__init__(draft, title, done)
        self._row, self._member = row, member

    def redo(self) -> None:
        """Put them in."""
        self._draft.members.insert(self._row, self._member)
        self._done(self._member.key)

    def undo(self) -> None:
        """Take them out."""
        self._row = self._draft.row(self._member.key)
        self._draft.members.pop(self._row)
        self._done(beside(self._draft, self._row))


class RemoveMember(_Step):
    """A member leaves; what others think of them is kept in case they come back."""

    def __init__(self, draft: CastDraft, member: MemberDraft, title: str, done: Done) -> None:
        super().__init__(draft, title, done)
        self._row, self._member = draft.row(member.key), member

    def redo(self) -> None:
        """Take them out."""
        self._row = self._draft.row(self._member.key)
        self._draft.members.pop(self._row)
        self._done(beside(self._draft, self._row))

    def undo(self) -> None:
        """Put them in where they were."""
        self._draft.members.insert(self._row, self._member)
        self._done(self._member.key)


class MoveMember(_Step):
    """A member takes another place in the order."""

    def __init__(self, draft: CastDraft, key: int, by: int, title: str, done: Done) -> None:
        super().__init__(draft, title, done)
        self._key, self._by = key, by

    def redo(self) -> None:
        """Move them."""
        self._move(self._by)

    def undo(self) -> None:
        """Move them back."""
        self._move(-self._by)

    def _move(self, by: int) -> None:
        row = self._draft.row(self._key)
        member = self._draft.members.pop(row)
        self._draft.members.insert(row + by, member)
        self._done(self._key)


def beside(draft: CastDraft, row: int) -> int:
    """The key of whoever stands nearest to a row now; the cast's where nobody is left."""
    return draft.members[min(max(0, row), len(draft.members) - 1)].key if draft.members else CAST
