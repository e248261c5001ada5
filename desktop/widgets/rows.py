"""Lists of two-line rows: their ground, their writing, their keys."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractItemModel, QPoint, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QKeyEvent, QPainter
from PySide6.QtWidgets import QListView, QStyle, QStyledItemDelegate, QStyleOptionViewItem, QWidget

from parley.desktop.widgets.figure_model import FIGURE_ROLE, AnyIndex
from parley.desktop.widgets.plain import mask_bidi
from parley.desktop.widgets.themed import Looks, Themed

LEAST_WIDTH = 190
"""Pixels at a text scale of 1 below which the names of a list can no longer be read."""


class RowDelegate(Looks, QStyledItemDelegate):
    """What the rows of the library have in common: a rounded ground, an accent bar, two lines of text."""

    row_height = 50

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint a row: its ground, and its figure upon it."""
        figure = index.data(FIGURE_ROLE)
        if figure is not None:
            painter.save()
            self.draw(painter, self.paint_ground(painter, option), figure)
            painter.restore()

    def draw(self, painter: QPainter, box: QRect, figure: Any) -> None:
        """Draw a figure of the model; the painter is put back afterwards."""
        raise NotImplementedError

    def sizeHint(self, _option: QStyleOptionViewItem, _index: AnyIndex) -> QSize:
        """Return one height for all rows, so that a list of thousands is laid out without measuring each."""
        return QSize(100, round(self.row_height * self.scale))

    def paint_ground(self, painter: QPainter, option: QStyleOptionViewItem) -> QRect:
        """Paint the row's ground and return the box for its contents."""
        box: QRect = option.rect.adjusted(2, 1, -2, -1)
        state: QStyle.StateFlag = option.state
        selected = bool(state & QStyle.StateFlag.State_Selected)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        if selected or state & QStyle.StateFlag.State_MouseOver:
            painter.setBrush(self.theme.colour("accent_soft" if selected else "raised"))
            painter.drawRoundedRect(box, 6, 6)
        if selected:
            painter.setBrush(self.theme.colour("accent"))
            painter.drawRoundedRect(QRect(box.left(), box.top() + 6, 3, box.height() - 12), 1.5, 1.5)
        if state & QStyle.StateFlag.State_HasFocus and state & QStyle.StateFlag.State_KeyboardFocusChange:
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(self.theme.colour("accent"))
            painter.drawRoundedRect(box, 6, 6)
        return box.adjusted(12, 0, -8, 0)

    def write(
        self,
        painter: QPainter,
        box: QRect,
        text: str,
        colour: QColor,
        face: QFont,
        *,
        right: bool = False,
        elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight,
    ) -> int:
        """Write one elided line and return how wide it became, in pixels."""
        painter.setFont(face)
        painter.setPen(colour)
        shown = painter.fontMetrics().elidedText(mask_bidi(text), elide, box.width())
        side = Qt.AlignmentFlag.AlignRight if right else Qt.AlignmentFlag.AlignLeft
        painter.drawText(box, int(side | Qt.AlignmentFlag.AlignVCenter), shown)
        return painter.fontMetrics().horizontalAdvance(shown)

    def draw_bar(self, painter: QPainter, groove: QRectF, part: float, colour: QColor, least: float) -> None:
        """Draw a low bar of which a part (0 to 1) is filled, at least so many pixels of it."""
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self.theme.colour("border"))
        painter.drawRoundedRect(groove, 1.5, 1.5)
        if part > 0:
            filled = QRectF(groove)
            filled.setWidth(max(least, groove.width() * min(1.0, part)))
            painter.setBrush(colour)
            painter.drawRoundedRect(filled, 1.5, 1.5)


class ListView(Themed, QListView):
    """A list that opens a row with Enter and asks for its menu with the mouse or the menu key.

    Signals: `opened(int)`, `menu_wanted(int, QPoint)` (row, global place), `delete_wanted(int)`.
    """

    opened = Signal(int)
    menu_wanted = Signal(int, QPoint)
    delete_wanted = Signal(int)

    def __init__(
        self, model: QAbstractItemModel, delegate: type[RowDelegate], name: str, parent: QWidget | None = None
    ) -> None:
        """`name` is what a screen reader calls it."""
        super().__init__(parent)
        self.setModel(model)
        self.setItemDelegate(delegate(self))
        self.setAccessibleName(name)
        self.setUniformItemSizes(True)  # Qt measures one row, not all
        self.setMouseTracking(True)
        self.setVerticalScrollMode(QListView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setEditTriggers(QListView.EditTrigger.NoEditTriggers)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.customContextMenuRequested.connect(self._ask_menu)
        self.clicked.connect(lambda index: self.opened.emit(index.row()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Open a row with Enter, delete it with Delete; leave Space, Left and Right to the run."""
        row = self.currentIndex().row()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and row >= 0:
            self.opened.emit(row)
        elif event.key() == Qt.Key.Key_Delete and row >= 0:
            self.delete_wanted.emit(row)
        elif event.key() in (Qt.Key.Key_Space, Qt.Key.Key_Left, Qt.Key.Key_Right):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _apply_theme(self) -> None:
        self.scheduleDelayedItemsLayout()  # The rows' heights follow the text scale
        self.viewport().update()

    def _ask_menu(self, place: QPoint) -> None:
        index = self.indexAt(place)
        if not index.isValid():  # the menu key, or a click below the last row
            index = self.currentIndex()
            place = self.visualRect(index).center()
        if index.isValid():
            self.menu_wanted.emit(index.row(), self.viewport().mapToGlobal(place))
