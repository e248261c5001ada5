"""What is drawn as one picture, as a screen reader finds it: a table or a list, with a row for each thing in it."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget
from shiboken6 import isValid

from parley.desktop.widgets.windowed.accessible import AccessibleRow, forget, install

MOST_SEARCHED = 2_000
"""Rows among which the one at a point is looked for."""


class Spoken:
    """A first base of a widget that draws several things: turns, people, points. They are asked for one by one, so that
    a run of 100,000 turns costs nothing."""

    spoken_role = QAccessible.Role.Table
    """`Table` for a plot, `List` for people."""
    accessible: QAccessibleInterface | None = None

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        install()

    def spoken_count(self) -> int:
        """How many rows there are."""
        raise NotImplementedError

    def spoken_row(self, row: int) -> str:
        """A row in words."""
        raise NotImplementedError

    def spoken_current(self) -> int:
        """The row that is chosen; −1: none."""
        return -1

    def spoken_place(self, row: int) -> QRect:
        """Where a row is drawn, in pixels of the widget; nowhere where it is out of sight."""
        return QRect()


class SpokenRow(AccessibleRow):
    """One thing in a picture."""

    def isValid(self) -> bool:
        return isValid(self._view) and self.row < self._view.spoken_count()

    def role(self) -> QAccessible.Role:
        table = self._view.spoken_role == QAccessible.Role.Table
        return QAccessible.Role.Row if table else QAccessible.Role.ListItem

    def rect(self) -> QRect:
        place = self._view.spoken_place(self.row) if self.isValid() else QRect()
        return QRect(self._view.mapToGlobal(place.topLeft()), place.size()) if not place.isEmpty() else QRect()

    def state(self) -> QAccessible.State:
        found = QAccessible.State()
        if not self.isValid():
            found.invalid = True
            return found
        found.focusable = found.selectable = found.readOnly = True
        if self.row == self._view.spoken_current():
            found.selected = True
            found.focused = self._view.hasFocus()
        found.offscreen = self._view.spoken_place(self.row).isEmpty()
        return found


class SpokenRows(QAccessibleWidget):
    """A picture as a table or a list."""

    def __init__(self, view: QWidget) -> None:
        super().__init__(view, view.spoken_role)  # type: ignore[attr-defined]  # a `Spoken`
        self._view = view
        self._rows: dict[int, SpokenRow] = {}
        view.destroyed.connect(lambda _gone, rows=self._rows: forget(rows))

    def childCount(self) -> int:
        return int(self._view.spoken_count())  # type: ignore[attr-defined]

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        if not 0 <= index < self.childCount():
            return None
        found = self._rows.get(index)
        if found is None:
            found = self._rows[index] = SpokenRow(self._view, index)
            QAccessible.registerAccessibleInterface(found)
        return found

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return child.row if isinstance(child, SpokenRow) else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        at = self._view.mapFromGlobal(QPoint(x, y))
        rows = range(min(MOST_SEARCHED, self.childCount()))
        return next((self.child(row) for row in rows if self._view.spoken_place(row).contains(at)), None)  # type: ignore[attr-defined]

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        return self.child(self._view.spoken_current()) if self._view.hasFocus() else None  # type: ignore[attr-defined]


def tell_current(view: QWidget) -> None:
    """Another row is the chosen one: it is read out where the keyboard is in the picture."""
    assert isinstance(view, Spoken)
    if view.hasFocus() and 0 <= view.spoken_current() < view.spoken_count():
        event = QAccessibleEvent(view, QAccessible.Event.Focus)
        event.setChild(view.spoken_current())
        QAccessible.updateAccessibility(event)


def made(about: QObject) -> QAccessibleInterface | None:
    """The rows of a `Spoken`; None of anything else."""
    if not isinstance(about, Spoken) or not isinstance(about, QWidget):
        return None
    # Qt owns it; Python must not take it away before.
    about.accessible = SpokenRows(about)
    return about.accessible
