"""Rows that are painted, not widgets, as a screen reader finds them: a list, with an item for every row."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QPoint, QRect, QSize
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QAccessibleEvent, QAccessibleInterface
from PySide6.QtWidgets import QAccessibleWidget
from shiboken6 import isValid

if TYPE_CHECKING:
    from parley.desktop.widgets.windowed.area import WindowedRows

MOST_SAID = 3
"""New rows that are announced one by one; of more at once the newest is."""


class AccessibleRow(QAccessibleInterface):
    """One row of a view. It asks the view whenever it is asked: rows come and go, the interface stays."""

    def __init__(self, view: Any, row: int) -> None:
        """`view` is a `WindowedRows`, or what has rows in words otherwise."""
        super().__init__()
        self._view = view
        self.row = row

    def isValid(self) -> bool:
        return isValid(self._view) and self.row < len(self._view.heights)

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
        return QAccessible.Role.ListItem

    def rect(self) -> QRect:
        view = self._view
        top = view.top_of(self.row) if self.isValid() else None
        if top is None:
            return QRect()
        port = view.viewport()
        return QRect(port.mapToGlobal(QPoint(0, top)), QSize(port.width(), view.heights[self.row]))

    def state(self) -> QAccessible.State:
        """Whether it is chosen, and in sight."""
        found = QAccessible.State()
        if not self.isValid():
            found.invalid = True
            return found
        found.focusable = found.selectable = found.readOnly = True
        if self.row == self._view.current:
            found.selected = True
            found.focused = self._view.hasFocus()
        if self._view.top_of(self.row) is None:
            found.offscreen = True
        return found

    def text(self, what: QAccessible.Text) -> str:
        return self._view.spoken_row(self.row) if what == QAccessible.Text.Name and self.isValid() else ""

    def setText(self, what: QAccessible.Text, text: str) -> None:
        """Nothing can be written here."""


class AccessibleRows(QAccessibleWidget):
    """A view of rows as a list."""

    def __init__(self, view: WindowedRows) -> None:
        super().__init__(view, QAccessible.Role.List)
        self._view = view
        self._rows: dict[int, AccessibleRow] = {}
        view.destroyed.connect(lambda _gone, rows=self._rows: forget(rows))

    def childCount(self) -> int:
        return len(self._view.heights)

    def child(self, index: int) -> QAccessibleInterface | None:  # type: ignore[override]
        if not 0 <= index < len(self._view.heights):
            return None
        found = self._rows.get(index)
        if found is None:
            found = self._rows[index] = AccessibleRow(self._view, index)
            QAccessible.registerAccessibleInterface(found)
        return found

    def indexOfChild(self, child: QAccessibleInterface) -> int:
        return child.row if isinstance(child, AccessibleRow) else -1

    def childAt(self, x: int, y: int) -> QAccessibleInterface | None:  # type: ignore[override]
        port = self._view.viewport()
        at = port.mapFromGlobal(QPoint(x, y))
        return self.child(self._view.row_at(at.y())) if port.rect().contains(at) else None

    def focusChild(self) -> QAccessibleInterface | None:  # type: ignore[override]
        return self.child(self._view.current) if self._view.hasFocus() else None


@cache
def install() -> None:
    """Let Qt find the rows of views. Once is enough."""
    QAccessible.installFactory(_made)


def tell_current(view: WindowedRows) -> None:
    """Another row is the current one: it is read out where the keyboard is in the view."""
    if view.hasFocus() and 0 <= view.current < len(view.heights):
        event = QAccessibleEvent(view, QAccessible.Event.Focus)
        event.setChild(view.current)
        QAccessible.updateAccessibility(event)


def tell_new(view: WindowedRows, first: int, last: int) -> None:
    """Rows have come at the end: they are there, and are read out wherever the keyboard is."""
    if not QAccessible.isActive():
        return
    for row in range(first, last + 1):
        event = QAccessibleEvent(view, QAccessible.Event.ObjectCreated)
        event.setChild(row)
        QAccessible.updateAccessibility(event)
    for row in range(max(first, last if last - first >= MOST_SAID else first), last + 1):
        if text := view.spoken_row(row):
            announce(view, text)


def announce(view: WindowedRows, text: str) -> None:
    """Have a text read out."""
    QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(view, text))


def forget(rows: Mapping[int, AccessibleRow]) -> None:
    """What has no object of its own is not forgotten with one."""
    for row in rows.values():
        QAccessible.deleteAccessibleInterface(QAccessible.uniqueId(row))


def _made(_class: str, about: QObject) -> QAccessibleInterface | None:
    from parley.desktop.widgets import spoken
    from parley.desktop.widgets.windowed.area import WindowedRows

    if not isinstance(about, WindowedRows):
        return spoken.made(about)
    # Qt owns it; Python must not take it away before.
    about.accessible = AccessibleRows(about)
    return about.accessible
