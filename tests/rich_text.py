"""Looks for rich text in everything that is shown: widgets, tool tips, actions, items of models, items of scenes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QAbstractTableModel, QEvent, QModelIndex, QPoint, Qt
from PySide6.QtGui import QHelpEvent, QTextDocument
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QApplication,
    QDockWidget,
    QGraphicsTextItem,
    QGraphicsView,
    QGroupBox,
    QLabel,
    QMenu,
    QTabBar,
    QTextEdit,
    QToolTip,
    QWidget,
)
from shiboken6 import isValid

from tests.hostile_names import KEY

HOSTILE = re.compile(rf"<(img|b>|table|a )|{KEY}")
LONE = re.compile(r"(?<!&)R&D")
WIDEST_TIP, MOST_LINES = 200, 40
MOST_ITEMS = 60
_ROOT = QModelIndex()


def faults(window: QWidget | None = None) -> list[str]:
    """What is wrong with what is there now, or with a window and all in it, each as a sentence."""
    found: list[str] = []
    within = QApplication.allWidgets() if window is None else [window, *window.findChildren(QWidget)]
    for widget in filter(isValid, within):
        found += (f"{_told(widget)}: {fault}" for fault in _of_widget(widget))
    return found


def tips(window: QWidget) -> tuple[list[str], int]:
    """What is wrong with the tool tips that a pointer finds in a window, and how many were hostile."""
    found: list[str] = []
    seen = set[str]()
    for widget in [window, *window.findChildren(QWidget)]:
        # A tip may end a page that was about to be shown anew.
        if not isValid(widget) or not widget.isVisible() or widget.visibleRegion().isEmpty():
            continue
        for at in _points(widget):
            if not isValid(widget):
                break
            QToolTip.hideText()
            event = QHelpEvent(QEvent.Type.ToolTip, at, widget.mapToGlobal(at))
            QApplication.sendEvent(widget, event)
            text = QToolTip.text()
            if not QToolTip.isVisible() or text in seen or not HOSTILE.search(text):
                continue
            seen.add(text)
            found += (f"{_told(widget)}: {fault}" for fault in tip_faults(text))
    for shown in _tip_labels():
        if shown.isVisible() and shown.textFormat() != Qt.TextFormat.PlainText:
            found.append(f"a tool tip is rich: {shown.text()[:80]!r}")
    QToolTip.hideText()
    return found, len(seen)


def tip_faults(text: str) -> list[str]:
    """What is wrong with a text as a tool tip."""
    lines = text.splitlines() or [""]
    if len(lines) > MOST_LINES or max(map(len, lines)) > WIDEST_TIP:
        return [f"a tool tip of {len(lines)} lines, the longest of {max(map(len, lines))}: {text[:60]!r}"]
    return []


def _tip_labels() -> list[QLabel]:
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, QLabel) and one.inherits("QTipLabel")]


def _of_widget(widget: QWidget) -> Iterator[str]:
    yield from tip_faults(widget.toolTip())
    if len(widget.windowTitle()) > WIDEST_TIP or not widget.windowTitle().isprintable():
        yield f"the title is no line: {widget.windowTitle()[:80]!r}"
    for action in widget.actions():
        yield from _key(action.text())
        yield from tip_faults(action.toolTip())
    if isinstance(widget, QLabel):
        widget.ensurePolished()
        rich = widget.textFormat() != Qt.TextFormat.PlainText
        if rich and (
            widget.textFormat() == Qt.TextFormat.AutoText or "<img" in widget.text() or LONE.search(widget.text())
        ):
            yield f"rich text: {widget.text()[:80]!r}"
        if widget.buddy() is not None:
            yield from _key(widget.text())
    elif isinstance(widget, QAbstractButton):
        yield from _key(widget.text())
    elif isinstance(widget, QTabBar):
        for at in range(widget.count()):
            yield from _key(widget.tabText(at))
            yield from tip_faults(widget.tabToolTip(at))
    elif isinstance(widget, QGroupBox | QMenu):
        yield from _key(widget.title())
    elif isinstance(widget, QDockWidget):
        yield from _key(widget.windowTitle())
    elif isinstance(widget, QTextEdit):
        yield from _document(widget.document())
    elif isinstance(widget, QAbstractItemView) and widget.model() is not None:
        yield from _items(widget.model())
    elif isinstance(widget, QGraphicsView) and widget.scene() is not None:
        for item in widget.scene().items():
            yield from tip_faults(item.toolTip())
            if isinstance(item, QGraphicsTextItem):
                yield from _document(item.document())


def _key(text: str) -> Iterator[str]:
    if LONE.search(text):
        yield f"a letter is gone that follows a lone &: {text[:80]!r}"


def _document(document: QTextDocument) -> Iterator[str]:
    if KEY not in document.toPlainText():
        return
    for one in document.allFormats():
        if one.isImageFormat() and one.toImageFormat().name().endswith("c.png"):
            yield f"a document shows {one.toImageFormat().name()}"
        if one.isCharFormat() and "c.png" in one.toCharFormat().anchorHref():
            yield f"a document leads to {one.toCharFormat().anchorHref()}"


def _items(model: QAbstractItemModel) -> Iterator[str]:
    def walk(parent: QModelIndex) -> Iterator[QModelIndex]:
        # Of a list model Qt keeps the count of columns to itself.
        columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount(parent)
        for row in range(min(MOST_ITEMS, model.rowCount(parent))):
            for column in range(columns):
                index = model.index(row, column, parent)
                yield index
                if not column and not parent.isValid() and not isinstance(model, QAbstractTableModel):
                    yield from walk(index)

    for index in walk(_ROOT):
        yield from tip_faults(str(model.data(index, Qt.ItemDataRole.ToolTipRole) or ""))


def _points(widget: QWidget) -> Iterator[QPoint]:
    """Where a pointer may rest: one place of a small widget, a grid of places on a large one."""
    box = widget.rect()
    painted = box.width() >= 60 and box.height() >= 30 and not isinstance(widget, QAbstractScrollArea)
    if not painted or widget.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
        yield box.center()
        return
    across, down = min(8, max(2, box.width() // 40)), min(10, max(2, box.height() // 24))
    for x in range(across):
        for y in range(down):
            yield QPoint(box.width() * (2 * x + 1) // (2 * across), box.height() * (2 * y + 1) // (2 * down))


def _told(widget: QWidget) -> str:
    names = [each.objectName() or each.accessibleName() or type(each).__name__ for each in _line(widget)]
    return f"{type(widget).__name__} in {' < '.join(names[:3])}"


def _line(widget: QWidget) -> Iterator[QWidget]:
    above = widget.parentWidget()
    while above is not None:
        yield above
        above = above.parentWidget()
