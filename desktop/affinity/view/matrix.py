"""The network as a matrix, for casts in which lines would hide one another: how pairs stand, and how far they moved."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QImage, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QFrame, QScrollArea, QWidget

from parley.desktop.affinity.view.picture import LEVELS, Picture, community_name, signed, stand_colour, trust_told
from parley.desktop.affinity.view.telling import decimal, told_edge
from parley.desktop.widgets.matrix import Matrix, letters_on
from parley.desktop.widgets.painted import MIDDLE, NO_BRUSH, RIGHT, ink, write

LEAST, MOST = 4.0, 44.0
"""Pixels of a cell at a text scale of 1."""
NAMED_FROM = 10.0
"""Pixels of a cell from which rows have names; below it communities have."""
LETTERED_FROM, NUMBERED_FROM = 14.0, 34.0
"""Pixels of a cell from which members stand on the diagonal by letter, and cells have numbers."""
STEPS = 10
"""Steps of the colour of an affinity."""


class MatrixCells(Matrix):
    """Communities side by side. The upper right half says how a pair stands, the lower left how far it moved; who
    stands as strangers do has no colour."""

    cell = (0, 1)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._picture = Picture()
        self._order: list[int] = []
        self._ids: list[str] = []
        self._place: dict[int, int] = {}
        self._edges: dict[tuple[int, int], int] = {}
        self._image = QImage()
        self._under = (-1, -1)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Affinities as a matrix"))

    def row_ids(self) -> list[str]:
        return self._ids

    def show_picture(self, picture: Picture) -> None:
        """Show what the network shows."""
        before, self._picture = self._picture, picture
        figure = picture.figure
        same = figure is before.figure and (picture.span, picture.theme) == (before.span, before.theme)
        if not same:
            numbers = figure.community
            n = len(figure.members)
            # Who belongs to no community comes last.
            alone = max(numbers, default=0) + 1
            group = [numbers[i] if i < len(numbers) and numbers[i] >= 0 else alone for i in range(n)]
            self._order = sorted(range(n), key=lambda member: (group[member], member))
            self._ids = [figure.members[member].id for member in self._order]
            self._place = {member: place for place, member in enumerate(self._order)}
            self._edges = {(edge.a, edge.b): index for index, edge in enumerate(figure.edges)}
            self._image = self._drawn()
            self.move_to(*self.cell)
            self.updateGeometry()
        self.update()

    def _drawn(self) -> QImage:
        """The cells, a pixel each."""
        picture, n = self._picture, len(self._order)
        if not n:
            return QImage()
        theme = picture.theme
        ground = theme.colour("raised")
        stands = _table([stand_colour(step / STEPS, theme) for step in range(STEPS + 1)])
        moved = _table([picture.level_colour(level) for level in range(-LEVELS, LEVELS + 1)])
        cells = np.empty((n, n, 4), np.uint8)
        cells[:, :] = _table([ground])[0]
        place = self._place
        linked = [edge for edge in picture.figure.edges if edge.linked]
        if linked:
            ends = np.array([(place[edge.a], place[edge.b]) for edge in linked])
            low, high = ends.min(axis=1), ends.max(axis=1)
            steps = np.array([max(0, min(STEPS, round(edge.affinity * STEPS))) for edge in linked])
            levels = np.array(picture.levels(linked))
            cells[low, high] = stands[steps]
            there = levels != 0
            cells[high[there], low[there]] = moved[levels[there] + LEVELS]
        own = _table([theme.member(picture.figure.members[member].colour) for member in self._order])
        cells[np.arange(n), np.arange(n)] = own
        made = QImage(cells.tobytes(), n, n, 4 * n, QImage.Format.Format_RGB32)
        return made.copy()

    def minimumSizeHint(self) -> QSize:
        """Cells of the least size; the scroll area around does the rest."""
        n, left, top = len(self._order), self._left(), self._top()
        return QSize(round(left + n * LEAST * self.scale) + 2, round(top + n * LEAST * self.scale) + 2)

    def cell_size(self) -> float:
        """Pixels of a cell: as large as there is room."""
        n = max(1, len(self._order))
        room = min(self.width() - self._left(), self.height() - self._top()) / n
        found = max(LEAST * self.scale, min(MOST * self.scale, room))
        return float(int(found)) if found >= 6 else found

    def _left(self) -> float:
        return 92.0 * self.scale

    def _top(self) -> float:
        return 4.0 * self.scale

    def cell_rect(self, row: int, column: int) -> QRectF:
        """Where a cell is drawn."""
        size = self.cell_size()
        return QRectF(self._left() + column * size, self._top() + row * size, size, size)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Draw the image, what divides the communities, names, and the cell."""
        n, size = len(self._order), self.cell_size()
        if not n:
            return
        with QPainter(self) as painter:
            whole = QRectF(self._left(), self._top(), n * size, n * size)
            painter.drawImage(whole, self._image)
            theme = self.theme
            if size >= 7:
                ink(painter, QPen(theme.colour("surface"), 1.0), NO_BRUSH)
                for at in range(n + 1):
                    x, y = whole.left() + at * size, whole.top() + at * size
                    painter.drawLine(QPointF(x, whole.top()), QPointF(x, whole.bottom()))
                    painter.drawLine(QPointF(whole.left(), y), QPointF(whole.right(), y))
            self._paint_names(painter, QRectF(event.rect()), size)
            if size >= LETTERED_FROM * self.scale:
                self._paint_cells(painter, QRectF(event.rect()), size)
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            for row, column in ((self._under, theme.colour("text")), (self.cell, theme.colour("accent"))):
                if row[0] >= 0 and (row != self.cell or self.hasFocus()):
                    ink(painter, QPen(column, 1.5), NO_BRUSH)
                    painter.drawRect(self.cell_rect(*row).adjusted(-0.5, -0.5, 0.5, 0.5))

    def _paint_cells(self, painter: QPainter, area: QRectF, size: float) -> None:
        """Letters on the diagonal, and numbers where there is room."""
        picture, members = self._picture, self._picture.figure.members
        bold = self.letters(min(13.0, size / self.scale * 0.55), QFont.Weight.Bold)
        for place, member in enumerate(self._order):
            box = self.cell_rect(place, place)
            if box.intersects(area):
                write(painter, box, members[member].initial, bold, self.theme.on_member(), MIDDLE)
        if size < NUMBERED_FROM * self.scale:
            return
        font = self.letters(10, QFont.Weight.Medium)
        for (a, b), index in self._edges.items():
            edge = picture.figure.edges[index]
            if not edge.linked:
                continue
            row, column = sorted((self._place[a], self._place[b]))
            drift = edge.drift(picture.span)
            told = trust_told(edge.affinity) if picture.trust else decimal(edge.affinity)
            moved = signed(drift, trust=picture.trust) if abs(drift) >= 0.0005 else ""
            for at, text in (((row, column), told), ((column, row), moved)):
                ground = self._image.pixelColor(at[1], at[0])
                write(painter, self.cell_rect(*at), text, font, letters_on(ground), MIDDLE)

    def _paint_names(self, painter: QPainter, area: QRectF, size: float) -> None:
        """A name for each row, or where there is no room for each community; a frame around each community."""
        members, theme, left = self._picture.figure.members, self.theme, self._left()
        font = self.letters(11, QFont.Weight.Medium)
        groups = [sorted(self._place[member] for member in group) for group in self._picture.groups()]
        rows: list[tuple[QRectF, str, bool]] = []
        if size >= NAMED_FROM * self.scale:
            for place, member in enumerate(self._order):
                box = QRectF(0, self._top() + place * size, left - 8, size)
                rows.append((box, members[member].name, place in (self._under[0], self._under[1])))
        for group in groups:
            first, last = group[0], group[-1]
            frame = self.cell_rect(first, first).united(self.cell_rect(last, last))
            ink(painter, QPen(theme.colour("secondary"), 1.0), NO_BRUSH)
            painter.drawRect(frame)
            if not rows or size < NAMED_FROM * self.scale:
                name = community_name([members[self._order[place]].name for place in group], 1)
                rows.append((QRectF(0, frame.top(), left - 8, frame.height()), name, False))
        metrics = QFontMetricsF(font)
        for box, name, strong in rows:
            if box.height() >= 9 and box.intersects(area):
                told = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, box.width())
                write(painter, box, told, font, theme.colour("accent" if strong else "secondary"), RIGHT)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        """Mark the cell under the pointer."""
        under = self.cell_at(event.position()) or (-1, -1)
        if under != self._under:
            self._under = under
            self.update()

    def leaveEvent(self, event: object) -> None:
        """Nothing is under the pointer any more."""
        self._under = (-1, -1)
        self.update()

    def told_cell(self, row: int, column: int) -> str:
        if not self._order:
            return ""
        a, b = sorted((self._order[row], self._order[column]))
        members = self._picture.figure.members
        if a == b:
            return members[a].name
        edge = self._edges.get((a, b), -1)
        if edge < 0 or not self._picture.figure.edges[edge].linked:
            told = self.tr("{first} – {second}: as strangers")
            return told.format(first=members[a].name, second=members[b].name)
        return told_edge(self._picture, edge)


class AffinityMatrix(QScrollArea):
    """The cells, which scroll where they have to.

    Signals: `pair_chosen(id, id)`.
    """

    pair_chosen = Signal(str, str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.cells = MatrixCells()
        self.setWidget(self.cells)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setStyleSheet("QScrollArea, QScrollArea > QWidget > QWidget { background: transparent; }")
        self.cells.pair_chosen.connect(self.pair_chosen)
        self.cells.cell_moved.connect(self._show_cell)

    def _show_cell(self) -> None:
        spot = self.cells.cell_rect(*self.cells.cell).center().toPoint()
        self.ensureVisible(spot.x(), spot.y(), 20, 20)


def _table(colours: list[QColor]) -> npt.NDArray[np.uint8]:
    """Colours as rows of blue, green, red and nothing, as an image of 32 bits has them."""
    return np.array([(each.blue(), each.green(), each.red(), 255) for each in colours], np.uint8)
