"""What is painted, not made of widgets, as a screen reader finds it: a table or a list, with a row for each thing."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from PySide6.QtCore import QObject, QPoint, QRect
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget, QWidget
from shiboken6 import isValid

MOST_SEARCHED = 2_000
"""Rows among which the one at a point is looked for."""
MOST_SAID = 3
"""New rows that are announced one by one; of more at once the newest is."""


@cache
def _install() -> None:
    """Let Qt find the rows of views. Once is enough."""
    QAccessible.installFactory(_create_spoken_rows)


class Spoken:
    """A first base of a widget that draws several things: lines, turns, people, points. They are asked for one by one,
    so that a run of 100,000 turns costs nothing."""

    spoken_role = QAccessible.Role.Table
    """`Table` for a plot, `List` for lines and people."""
    accessible: QAccessibleInterface | None = None
    """What a screen reader has of it, once one asked."""

    def __init_subclass__(cls, **given: Any) -> None:
        super().__init_subclass__(**given)
        _install()

    def count_accessible_rows(self) -> int:
        """Return how many rows there are."""
        raise NotImplementedError

    def get_accessible_text(self, row: int) -> str:
        """Return a row in words."""
        raise NotImplementedError

    def get_accessible_current(self) -> int:
        """Return the row that is chosen; −1: none."""
        return -1

    def get_accessible_rect(self, row: int) -> QRect:
        """Return where a row is drawn, in pixels of the widget; nowhere where it is out of sight."""
        return QRect()

    def find_accessible_row(self, at: QPoint) -> int:
        """Return the row at a point of the widget; −1: none."""
        rows = range(min(MOST_SEARCHED, self.count_accessible_rows()))
        return next((row for row in rows if self.get_accessible_rect(row).contains(at)), -1)


class SpokenRow(QAccessibleInterface):
    """One row of a view. It asks the view whenever it is asked: rows come and go, the interface stays."""

    def __init__(self, view: Any, row: int) -> None:
        """`view` is a `Spoken`."""
        super().__init__()
        self._view = view
        self.row = row

    def isValid(self) -> bool:
        return isValid(self._view) and self.row < self._view.count_accessible_rows()  # a reader may keep it longer

    def object(self) -> QObject | None:  # type: ignore[override]
        return None

    def parent(self) -> QAccessibleInterface | None:  # type: ignore[override]
        return QAccessible.queryAccessibleInterface(self._view) if isValid(self._view) else None

    def child(self, _index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def childCount(self) -> int:
        return 0

    def childAt(self, _x: int, _y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        return None

    def indexOfChild(self, _child: QAccessibleInterface) -> int:
        return -1

    def window(self) -> Any:
        return self._view.window().windowHandle() if isValid(self._view) else None

    def role(self) -> QAccessible.Role:
        table = isValid(self._view) and self._view.spoken_role == QAccessible.Role.Table
        return QAccessible.Role.Row if table else QAccessible.Role.ListItem

    def rect(self) -> QRect:
        place = self._view.get_accessible_rect(self.row) if self.isValid() else QRect()
        return QRect(self._view.mapToGlobal(place.topLeft()), place.size()) if not place.isEmpty() else QRect()

    def state(self) -> QAccessible.State:
        """Return whether the row is chosen, has the keyboard, and is in sight."""
        found = QAccessible.State()
        if not self.isValid():
            found.invalid = True
            return found
        found.focusable = found.selectable = found.readOnly = True
        if self.row == self._view.get_accessible_current():
            found.selected = True
            found.focused = self._view.hasFocus()
        found.offscreen = self._view.get_accessible_rect(self.row).isEmpty()
        return found

    def text(self, what: QAccessible.Text) -> str:
        return self._view.get_accessible_text(self.row) if what == QAccessible.Text.Name and self.isValid() else ""

    def setText(self, what: QAccessible.Text, text: str) -> None:
        """Do nothing: rows are read only."""


class SpokenRows(QAccessibleWidget):
    """A view as a table or a list of its rows."""

    def __init__(self, view: Any) -> None:
        """`view` is a `Spoken`."""
        super().__init__(view, view.spoken_role)
        self._view = view
        self._rows: dict[int, SpokenRow] = {}
        view.destroyed.connect(lambda _gone, rows=self._rows: _forget_rows(rows))  # not `self`: Qt may delete it first

    def childCount(self) -> int:
        return int(self._view.count_accessible_rows())

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        if not 0 <= index < self.childCount():
            return None
        found = self._rows.get(index)  # one a row: Qt keeps what is registered until it is told to forget it
        if found is None:
            found = self._rows[index] = SpokenRow(self._view, index)
            QAccessible.registerAccessibleInterface(found)  # Qt registers by itself only those of objects
        return found

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return child.row if isinstance(child, SpokenRow) else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        at = self._view.mapFromGlobal(QPoint(x, y))  # screen readers ask in coordinates of the screen
        return self.child(self._view.find_accessible_row(at)) if self._view.rect().contains(at) else None

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        return self.child(self._view.get_accessible_current()) if self._view.hasFocus() else None


def tell_current(view: QWidget) -> None:
    """Have the row that was just chosen read out, where the keyboard is in the view."""
    assert isinstance(view, Spoken)
    if view.hasFocus() and 0 <= view.get_accessible_current() < view.count_accessible_rows():
        event = QAccessibleEvent(view, QAccessible.Event.Focus)
        event.setChild(view.get_accessible_current())
        QAccessible.updateAccessibility(event)


def tell_new(view: QWidget, first: int, last: int) -> None:
    """Tell screen readers of rows that came at the end; they are read out wherever the keyboard is."""
    assert isinstance(view, Spoken)
    if not QAccessible.isActive():  # nobody listens: no text is made
        return
    for row in range(first, last + 1):
        event = QAccessibleEvent(view, QAccessible.Event.ObjectCreated)
        event.setChild(row)
        QAccessible.updateAccessibility(event)
    for row in range(max(first, last if last - first >= MOST_SAID else first), last + 1):
        if text := view.get_accessible_text(row):
            announce(view, text)


def announce(view: QWidget, text: str) -> None:
    """Have a text read out."""
    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(view, text))


def _create_spoken_rows(_class: str, about: QObject) -> QAccessibleInterface | None:
    """Return the rows of a `Spoken`; None of anything else."""
    if not isinstance(about, Spoken) or not isinstance(about, QWidget):
        return None
    about.accessible = SpokenRows(about)  # Qt owns it; Python must not take it away before
    return about.accessible


def _forget_rows(rows: Mapping[int, SpokenRow]) -> None:
    """Forget the rows; having no object of their own, they are not forgotten with one."""
    for row in rows.values():
        QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(row))
