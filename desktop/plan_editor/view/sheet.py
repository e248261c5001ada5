"""The sheet that the plan lies on: click, drag, pull, zoom; the arrow keys do the same."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QAccessible, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QWidget

from parley.desktop.plan_editor.draft import DOOR, FURNITURE, RING, ROOM, SEAT, ItemKey
from parley.desktop.plan_editor.model import ItemFigure, PlanEditor
from parley.desktop.plan_editor.view.drawing import SIZED, Drawing, Lens, handles
from parley.desktop.plan_editor.view.panel import item_name, kind_name
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.spoken import Spoken, tell_current
from parley.desktop.widgets.themed import Themed

MARGIN = 28.0
"""Pixels around the whole plan when it is fitted."""

STEP, LEAP = 0.5, 5.0
"""Plan units of an arrow key; with Ctrl."""

NEAREST, FARTHEST = 40.0, 1.0
"""Pixels a plan unit, at most and at least."""

TAKE = 5.0
"""Pixels around a small item in which a click still means it."""

_ARROWS = {
    Qt.Key.Key_Left: (-1, 0), Qt.Key.Key_Right: (1, 0), Qt.Key.Key_Up: (0, -1), Qt.Key.Key_Down: (0, 1),
}  # fmt: skip
_CURSORS = {
    (1, 1): Qt.CursorShape.SizeFDiagCursor, (-1, -1): Qt.CursorShape.SizeFDiagCursor,
    (1, -1): Qt.CursorShape.SizeBDiagCursor, (-1, 1): Qt.CursorShape.SizeBDiagCursor,
    (1, 0): Qt.CursorShape.SizeHorCursor, (-1, 0): Qt.CursorShape.SizeHorCursor,
    (0, 1): Qt.CursorShape.SizeVerCursor, (0, -1): Qt.CursorShape.SizeVerCursor,
}  # fmt: skip


class Sheet(Spoken, Themed, QWidget):
    """Shows the plan that is edited; the hand and the arrow keys edit it. For a screen reader it is a list of what
    lies on it."""

    spoken_role = QAccessible.Role.List

    def __init__(self, editor: PlanEditor, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.editor = editor
        self.lens = Lens()
        self._drawing = Drawing(self.lens)
        self._fitted = True
        self._told = editor.selected
        self._from: QPointF | None = None
        self._edges: tuple[int, int] | None = None
        self._under_way = False
        self._panned: QPointF | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.setAccessibleName(self.tr("Floor plan"))
        self.setAccessibleDescription(self.tr("Arrow keys move what is selected, with Shift they resize it."))

    def minimumSizeHint(self) -> QSize:
        return QSize(280, 220)

    # Showing --------------------------------------------------------------------------------------------------------

    def follow(self) -> None:
        """Show the plan as it is now."""
        if self._fitted and not self._under_way:
            self.fit()
        if self.editor.selected != self._told:
            self._told = self.editor.selected
            tell_current(self)
        self.update()

    def spoken_count(self) -> int:
        return len(self.editor.items)

    def spoken_row(self, row: int) -> str:
        """What it is, where it lies, how large it is, and what is wrong with it."""
        item, fault, number = self.editor.items[row], self.editor.fault, self.locale().toString
        at = self.tr("at {0}, {1}").format(number(item.x), number(item.y))
        size = self.tr("{0} wide, {1} high").format(number(item.width), number(item.height))
        parts = (kind_name(item.key.kind), item_name(item), at, size, fault.sentence if fault.at == item.key else "")
        return ", ".join(dict.fromkeys(part for part in parts if part))

    def spoken_current(self) -> int:
        chosen = self.editor.selected
        return next((row for row, item in enumerate(self.editor.items) if item.key == chosen), -1)

    def spoken_place(self, row: int) -> QRect:
        return self.lens.box(self.editor.items[row]).toAlignedRect() & self.rect()

    def spoken_at(self, at: QPoint) -> int:
        item = self.item_at(QPointF(at))
        return self.editor.items.index(item) if item is not None else -1

    def fit(self) -> None:
        """Show all of the plan, and go on showing it when the sheet's size changes."""
        self._fitted = True
        if self.width() < 2 * MARGIN:
            return
        rooms = self.editor.draft.rooms
        left, top = min(room.x for room in rooms), min(room.y for room in rooms)
        width, height = max(room.right for room in rooms) - left, max(room.bottom for room in rooms) - top
        across, down = (self.width() - 2 * MARGIN) / width, (self.height() - 2 * MARGIN) / height
        self.lens.scale = scale = max(0.05, min(NEAREST, across, down))
        self.lens.dx = (self.width() - width * scale) / 2 - left * scale
        self.lens.dy = (self.height() - height * scale) / 2 - top * scale
        self.update()

    def zoom(self, factor: float, about: QPointF | None = None) -> None:
        """Closer or farther, about a point of the sheet (its middle)."""
        about = about or QPointF(self.width() / 2, self.height() / 2)
        x, y = self.lens.units(about)
        self.lens.scale = max(FARTHEST, min(NEAREST, self.lens.scale * factor))
        self.lens.dx, self.lens.dy = about.x() - x * self.lens.scale, about.y() - y * self.lens.scale
        self._fitted = False
        self.update()

    def item_at(self, point: QPointF) -> ItemFigure | None:
        """What is drawn there, the smallest first: seats and doors, then furniture, then rooms."""
        for kinds, extra in (((SEAT, DOOR), TAKE), ((FURNITURE,), 0.0), ((RING,), 0.0), ((ROOM,), 0.0)):
            for item in reversed(self.editor.items):
                box = self.lens.box(item).adjusted(-extra, -extra, extra, extra)
                if item.key.kind in kinds and (_on_edge(box, point) if RING in kinds else box.contains(point)):
                    return item
        return None

    def _handle_at(self, point: QPointF) -> tuple[int, int] | None:
        chosen = self.editor.item(self.editor.selected)
        if chosen is None or chosen.key.kind not in SIZED:
            return None
        grips = handles(self.lens.box(chosen))
        return next((edges for edges, grip in grips if grip.adjusted(-3, -3, 3, 3).contains(point)), None)

    # Hands ----------------------------------------------------------------------------------------------------------

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        sheet = QRectF(self.rect())
        painter.fillRect(sheet, self._drawing.theme.colour("window"))
        self._drawing.draw(painter, self.editor, sheet)
        if self.hasFocus():
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.setPen(QPen(self._drawing.theme.colour("accent"), 1.0))
            painter.drawRect(sheet.adjusted(0.5, 0.5, -0.5, -0.5))
        painter.end()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self._fitted:
            self.fit()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        point = event.position()
        if event.button() == Qt.MouseButton.MiddleButton:
            self._panned = point
            return
        if event.button() != Qt.MouseButton.LeftButton:
            return
        self._edges = self._handle_at(point)
        if self._edges is None:
            item = self.item_at(point)
            self.editor.select(item.key if item else None)
            if item is None:
                self._panned = point
                return
        self._from = point

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        point = event.position()
        if self._panned is not None:
            way = point - self._panned
            self.lens.dx, self.lens.dy = self.lens.dx + way.x(), self.lens.dy + way.y()
            self._panned = point
            self._fitted = False
            self.update()
            return
        if self._from is None:
            self._point(point)
            return
        if not self._under_way:
            if (point - self._from).manhattanLength() < 4:
                return
            self._under_way = True
            self.editor.grab()
        dx, dy = ((point - self._from) / self.lens.scale).toTuple()
        if self._edges is None:
            self.editor.drag(dx, dy)
        else:
            across, down = self._edges
            self.editor.pull(dx * (across < 0), dy * (down < 0), dx * (across > 0), dy * (down > 0))

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        if self._under_way:
            self.editor.drop()
        self._rest()
        self._point(event.position())

    def _rest(self) -> None:
        self._from = self._edges = self._panned = None
        self._under_way = False

    def _point(self, point: QPointF) -> None:
        edges, item = self._handle_at(point), self.item_at(point)
        mine = item is not None and item.key == self.editor.selected
        plain = Qt.CursorShape.SizeAllCursor if mine else Qt.CursorShape.ArrowCursor
        self.setCursor(_CURSORS[edges] if edges else plain)
        self.setToolTip(tooltip(item.label if item is not None and item.key.kind in {SEAT, DOOR} else ""))

    def wheelEvent(self, event: QWheelEvent) -> None:
        if turned := event.angleDelta().y():
            self.zoom(1.0015**turned, event.position())
        event.accept()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key(event.key())
        if key in _ARROWS:
            across, down = _ARROWS[key]
            far = LEAP if event.modifiers() & Qt.KeyboardModifier.ControlModifier else STEP
            resize = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            (self.editor.grow if resize else self.editor.move)(across * far, down * far)
        elif key in (Qt.Key.Key_Plus, Qt.Key.Key_Equal):
            self.zoom(1.25)
        elif key == Qt.Key.Key_Minus:
            self.zoom(0.8)
        elif key == Qt.Key.Key_0:
            self.fit()
        elif key == Qt.Key.Key_Escape and self._under_way:
            self._rest()
            self.editor.let_go()
        elif key == Qt.Key.Key_Escape and self.editor.item(self.editor.selected):
            self.editor.select(None)
        elif key in (Qt.Key.Key_PageDown, Qt.Key.Key_PageUp) and self.editor.items:
            self.editor.select(self._next(1 if key == Qt.Key.Key_PageDown else -1))
        else:
            super().keyPressEvent(event)

    def _next(self, step: int) -> ItemKey:
        keys = [item.key for item in self.editor.items]
        if self.editor.selected not in keys:
            return keys[0 if step > 0 else -1]
        return keys[(keys.index(self.editor.selected) + step) % len(keys)]

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        self.update()


def _on_edge(box: QRectF, point: QPointF) -> bool:
    """Whether a point is near an ellipse's line."""
    across, down = box.width() / 2, box.height() / 2
    if across <= 0 or down <= 0:
        return False
    x, y = (point.x() - box.center().x()) / across, (point.y() - box.center().y()) / down
    away = abs((x * x + y * y) ** 0.5 - 1) * min(across, down)
    return bool(away <= TAKE)
