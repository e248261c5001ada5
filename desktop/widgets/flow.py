"""A layout that puts widgets side by side and goes on in the next line where there is no room."""

from __future__ import annotations

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem, QWidget


class FlowLayout(QLayout):
    """Widgets in lines, from the left, each as wide as it likes and at most as wide as there is room."""

    def __init__(self, parent: QWidget | None = None, gap: int = 6) -> None:
        super().__init__(parent)
        self._items: list[QLayoutItem] = []
        self._gap = gap
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._place(QRect(0, 0, width, 0), try_only=True)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._place(rect, try_only=False)

    def sizeHint(self) -> QSize:
        """As little as it can be; the height follows from the width."""
        return self.minimumSize()

    def minimumSize(self) -> QSize:
        """Room for the smallest of them."""
        heights = [item.sizeHint().height() for item in self._items]
        return QSize(40, max(heights, default=0))

    def _place(self, rect: QRect, *, try_only: bool) -> int:
        x, y, line = rect.x(), rect.y(), 0
        for item in self._items:
            if item.isEmpty():
                continue
            hint = item.sizeHint()
            wide = min(hint.width(), rect.width())
            if x > rect.x() and x + wide > rect.right() + 1:
                x, y, line = rect.x(), y + line + self._gap, 0
            if not try_only:
                item.setGeometry(QRect(x, y, wide, hint.height()))
            x += wide + self._gap
            line = max(line, hint.height())
        return y + line - rect.y()
