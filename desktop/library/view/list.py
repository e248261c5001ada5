"""The library's list: how rows are painted; several can be chosen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import (
    QItemSelection,
    QItemSelectionModel,
    QPointF,
    QRect,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QColor,
    QFont,
    QFontMetrics,
    QGuiApplication,
    QKeyEvent,
    QPainter,
    QPixmap,
)
from PySide6.QtWidgets import QAbstractItemView, QStyle, QStyleOptionViewItem, QWidget

from parley.desktop.library.figures import (
    Listed,
    ListedHeading,
    ListedLine,
    ListedRun,
    RunFigure,
    format_state,
    get_standing,
    say_about,
    when,
)
from parley.desktop.library.model import LibraryModel
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.avatar import paint_avatar
from parley.desktop.widgets.figure_model import FIGURE_ROLE, AnyIndex
from parley.desktop.widgets.icons import paint_icon
from parley.desktop.widgets.parts import ask_text
from parley.desktop.widgets.plain import mask_bidi
from parley.desktop.widgets.rows import ListView, RowDelegate
from parley.desktop.widgets.theme import Theme, font

HELD = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier


class RunsList(ListView):
    """A click opens a run, with Ctrl or Shift it chooses more of them.

    Signals, beside those of `ListView`: `renamed(run, text)`.
    """

    renamed = Signal(str, str)

    def __init__(self, model: LibraryModel, name: str, parent: QWidget | None = None) -> None:
        super().__init__(model, LibraryDelegate, name, parent)
        self.runs = model
        self.setUniformItemSizes(False)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        self.clicked.disconnect()  # `ListView` opens at every click, also with Ctrl
        self.clicked.connect(self._on_clicked)

    def selected(self) -> list[RunFigure]:
        """Return the runs that are selected, from top to bottom."""
        rows = sorted(index.row() for index in self.selectionModel().selectedIndexes())  # Qt: in order of choosing
        return [found.run for row in rows if (found := self.runs.run_at(row)) is not None]

    def select(self, ids: set[str]) -> None:
        """Select these runs, as far as they are listed."""
        wanted = QItemSelection()
        for row, listed in enumerate(self.runs.list_figures()):
            if isinstance(listed, ListedRun) and listed.run.id in ids:
                index = self.runs.index(row)
                wanted.select(index, index)
        self.selectionModel().select(wanted, QItemSelectionModel.SelectionFlag.ClearAndSelect)  # In one call

    def rename(self, row: int) -> None:
        """Ask for another name of a run."""
        if (found := self.runs.run_at(row)) is not None and not found.run.trash:
            run = found.run.id
            title, label = self.tr("Rename"), self.tr("Name of the run")
            ask_text(self, title, label, lambda text: self.renamed.emit(run, text), found.run.title)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Rename by F2; let go of several chosen runs by Esc."""
        if event.key() == Qt.Key.Key_F2:
            self.rename(self.currentIndex().row())
        elif event.key() == Qt.Key.Key_Escape and len(self.selected()) > 1:
            self.clearSelection()
        else:
            super().keyPressEvent(event)

    def _on_clicked(self, index: AnyIndex) -> None:
        if not QGuiApplication.keyboardModifiers() & HELD:  # `clicked` does not say which keys are down
            self.opened.emit(index.row())


Weight = QFont.Weight
HEIGHTS = {ListedRun: 52, ListedHeading: 30, ListedLine: 26}
MOST_FACES = 7
STEP = 1.6
"""From one face to the next, in radii."""
AMBER = {"light": "#9a4a00", "dark": "#f0b35f", "contrast": "#ffd08a"}
"""The colour of stars and of what waits for a person, for each theme."""
DEEPEST, STEP_IN = 3, 18
"""How far forks of forks are indented, and by how many pixels each."""
ROOMY = 440
"""Pixels of a line from which on how a run stands is told in words."""
STATE_ICONS = {
    "playing": "ph.play-fill", "paused": "ph.pause-fill", "waiting": "ph.hand-pointing", "failed": "ph.warning-circle",
    "ended": "ph.check-bold", "broken": "ph.warning", "deleted": "ph.trash",
}  # fmt: skip


@lru_cache(maxsize=512)
def _make_faces_pixmap(
    marks: Sequence[str], colours: Sequence[str], radius: float, density: float, theme: Theme
) -> QPixmap:
    """Return overlapping faces, painted once for each cast: most runs are of a few."""
    step, edge = round(radius * STEP), math.ceil(2 * radius + 4)
    made = QPixmap(QSize(edge + step * max(0, len(marks) - 1), edge) * density)
    made.setDevicePixelRatio(density)
    made.fill(Qt.GlobalColor.transparent)
    painter = QPainter(made)
    painter.setRenderHint(QPainter.RenderHint.Antialiasing)
    painter.setFont(font(10))
    for number, (mark, colour) in enumerate(zip(marks, colours, strict=False)):
        centre = QPointF(radius + 2 + number * step, edge / 2)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(theme.colour("surface"))
        painter.drawEllipse(centre, radius + 1.5, radius + 1.5)
        paint_avatar(painter, centre, radius, MemberFigure(mark, mark, mark, colour), theme)
    painter.end()
    return made


class LibraryDelegate(RowDelegate):
    """Paints the rows."""

    def sizeHint(self, _option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(100, round(HEIGHTS[type(index.data(FIGURE_ROLE))] * self.scale))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint a row: only runs and found lines have a ground."""
        row: Listed = index.data(FIGURE_ROLE)
        painter.save()
        if isinstance(row, ListedHeading):
            self._paint_heading_row(painter, option.rect, row)
        elif isinstance(row, ListedLine):
            self._paint_line(painter, self.paint_ground(painter, option), row)
        else:
            box = self.paint_ground(painter, option)
            hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
            selected = bool(option.state & QStyle.StateFlag.State_Selected)
            self._run(painter, box, row, hovered=hovered, selected=selected)
        painter.restore()

    # Where things are ---------------------------------------------------------------------------------------------

    def lines_of(self, box: QRect, row: ListedRun) -> tuple[QRect, QRect, QRect]:
        """Return where the icon and the two lines of a run's row are, in the box that its ground leaves."""
        edge = self._scale_pixels(28)
        left = box.left() - self._scale_pixels(4) + min(row.depth, DEEPEST) * self._scale_pixels(STEP_IN)
        icon = QRect(left, box.center().y() - edge // 2 + 1, edge, edge)
        text, line = icon.right() + self._scale_pixels(9), self._scale_pixels(19)
        first = QRect(text, box.center().y() - line, box.right() - text, line)
        return icon, first, first.translated(0, line)

    def _compute_star_box(self, box: QRect, row: ListedRun) -> QRect:
        """Return where a run's star is: at the end of its name."""
        first = self.lines_of(box, row)[1]
        room = self._title_room(first, row)
        wide = min(room, QFontMetrics(self._title_font()).horizontalAdvance(row.run.title))
        edge = self._scale_pixels(16)
        return QRect(first.left() + wide + self._scale_pixels(5), first.center().y() - edge // 2, edge, edge)

    def _title_room(self, first: QRect, row: ListedRun) -> int:
        """Return the pixels that a name may take: its star and its forks come behind it."""
        branches = QFontMetrics(self._small_font()).horizontalAdvance(str(row.branches)) + self._scale_pixels(22)
        room = first.width() - self._scale_pixels(22) - (branches if row.branches else 0)
        return max(self._scale_pixels(24), room)

    def _small_font(self) -> QFont:
        return font(11, Weight.Medium, scale=self.scale)

    def _scale_pixels(self, pixels: float) -> int:
        return round(pixels * self.scale)

    def _title_font(self) -> QFont:
        return font(13, Weight.DemiBold, scale=self.scale)

    # Runs ---------------------------------------------------------------------------------------------------------

    def _run(self, painter: QPainter, box: QRect, row: ListedRun, *, hovered: bool, selected: bool) -> None:
        run, theme = row.run, self.theme
        icon, first, second = self.lines_of(box, row)
        fork = row.depth > 0
        ground = theme.colour("good" if fork else "raised")
        if fork:
            ground.setAlphaF(0.12)  # `colour` returns a copy
        elif selected or hovered:
            ground = theme.colour("surface")
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(ground)
        painter.drawRoundedRect(icon, 6, 6)
        sign = icon.toRectF().adjusted(*([icon.width() * 0.24] * 2), *([-icon.width() * 0.24] * 2))
        name = "ph.git-fork" if fork else run.icon or "ph.chats-circle"
        paint_icon(painter, name, sign, theme.colour("good" if fork else "secondary"))
        self._paint_first_line(painter, box, first, row)
        self._paint_second_line(painter, second, row)

    def _paint_first_line(self, painter: QPainter, box: QRect, line: QRect, row: ListedRun) -> None:
        run, theme = row.run, self.theme
        first = QRect(line)
        first.setWidth(self._title_room(line, row))
        colour = theme.colour("secondary" if run.archived or run.trash else "text")
        self.write(painter, first, run.title, colour, self._title_font())
        star = self._compute_star_box(box, row)
        if run.starred:
            paint_icon(painter, "ph.star-fill", star.toRectF(), QColor(AMBER[theme.name]))
        if row.branches:
            left = star.right() + self._scale_pixels(5) if run.starred else star.left()
            sign = QRect(left, star.top() + 1, self._scale_pixels(14), self._scale_pixels(14))
            paint_icon(painter, "ph.git-fork", sign.toRectF(), theme.colour("good"))
            place = QRect(sign.right() + 3, line.top(), self._scale_pixels(40), line.height())
            self.write(painter, place, str(row.branches), theme.colour("good"), self._small_font())

    def _paint_second_line(self, painter: QPainter, line: QRect, row: ListedRun) -> None:
        run, theme = row.run, self.theme
        second, small = QRect(line), font(12, scale=self.scale)
        second.setRight(second.right() - self._paint_signs(painter, line, row))
        tags = " ".join(f"#{tag}" for tag in run.tags)
        told = say_about(run)
        if row.lines:
            count = self.tr("1 line") if row.lines == 1 else self.tr("{0} lines").format(row.lines)
            told = f"{count} · {told}" if told else count
        metrics = QFontMetrics(small)
        room = second.width()
        if tags:
            wide = min(metrics.horizontalAdvance(tags), round(room * 0.5))
            text = min(metrics.horizontalAdvance(told), room - wide - self._scale_pixels(8))
            left = second.left() + text + (self._scale_pixels(8) if told else 0)
            place = QRect(left, second.top(), wide + 2, second.height())
            self.write(painter, place, tags, theme.colour("accent"), small)
            second.setWidth(text + 1)
        self.write(painter, second, told, theme.colour("secondary"), small)

    def _paint_signs(self, painter: QPainter, second: QRect, row: ListedRun) -> int:
        """Paint at the end of the second line when it was written to, how it stands (in words where there is room), and
        who takes part; return the pixels that they take."""
        run, stands, face = row.run, get_standing(row.run), font(11, scale=self.scale)
        date, colour = when(run.touched) if run.touched else "", self._look_up_state_colour(stands)
        used = self.write(painter, second, date, self.theme.colour("secondary"), face, right=True)
        used += self._scale_pixels(8)
        roomy = second.width() > self._scale_pixels(ROOMY)
        if roomy:
            place = second.adjusted(0, 0, -used, 0)
            used += self.write(painter, place, format_state(run), colour, face, right=True) + self._scale_pixels(5)
        if roomy or stands not in ("ended", "ready"):
            edge = self._scale_pixels(13)
            sign = QRect(second.right() - used - edge, second.center().y() - edge // 2, edge, edge)
            paint_icon(painter, STATE_ICONS.get(stands, "ph.clock"), sign.toRectF(), colour)
            used += edge + self._scale_pixels(8)
        if second.width() > self._scale_pixels(250) and run.marks:
            radius = self._scale_pixels(7)
            count = min(MOST_FACES if roomy else 3, len(run.marks))
            wide = 2 * radius + (count - 1) * round(radius * STEP) + 2
            if len(run.marks) > count:
                wide += self._scale_pixels(20)
            place = QRect(second.right() - used - wide, second.top(), wide, second.height())
            self._make_faces_pixmap(painter, place, run, radius, count)
            used += wide + self._scale_pixels(6)
        return used

    def _make_faces_pixmap(self, painter: QPainter, box: QRect, run: RunFigure, radius: float, most: int) -> None:
        """Paint the overlapping faces of who takes part, and behind the last how many more there are."""
        count = len(run.marks)
        shown = min(count, most)
        density = painter.device().devicePixelRatioF()
        faces = _make_faces_pixmap(run.marks[:shown], run.colours[:shown], radius, density, self.theme)
        high = faces.height() / density
        painter.drawPixmap(QPointF(box.left(), box.center().y() + 1 - high / 2), faces)
        if count > shown:
            left = box.left() + round(faces.width() / density) + 2
            place = QRect(left, box.top(), self._scale_pixels(34), box.height())
            self.write(painter, place, f"+{count - shown}", self.theme.colour("secondary"), self._small_font())

    def _look_up_state_colour(self, stands: str) -> QColor:
        if stands == "waiting":
            return QColor(AMBER[self.theme.name])
        roles = {"playing": "accent", "failed": "bad", "broken": "bad"}
        return self.theme.colour(roles.get(stands, "secondary"))

    # The others ---------------------------------------------------------------------------------------------------

    def _paint_heading_row(self, painter: QPainter, box: QRect, row: ListedHeading) -> None:
        place = box.adjusted(self._scale_pixels(10), self._scale_pixels(6), -self._scale_pixels(10), 0)
        small = font(11, Weight.DemiBold, scale=self.scale)
        self.write(painter, place, row.title, self.theme.colour("secondary"), small)

    def _paint_line(self, painter: QPainter, box: QRect, row: ListedLine) -> None:
        theme = self.theme
        left = box.left() + self._scale_pixels(32)
        place = QRect(left, box.top(), box.right() - left, box.height())
        if row.hit is None:
            told = self.tr("1 more line") if row.more == 1 else self.tr("{0} more lines").format(row.more)
            self.write(painter, place, told, theme.colour("accent"), font(12, Weight.Medium, scale=self.scale))
            return
        hit = row.hit
        number = font(11, scale=self.scale)
        wide = self.write(
            painter, place, self.tr("turn {0}").format(hit.turn), theme.colour("secondary"), number, right=True
        )
        place.setRight(place.right() - wide - self._scale_pixels(10))
        name = font(12, Weight.DemiBold, scale=self.scale)
        named = QRect(place.left(), place.top(), round(place.width() * 0.35), place.height())
        used = self.write(painter, named, hit.name, theme.colour("text"), name)
        self.write_snippet(painter, place.adjusted(used + self._scale_pixels(7), 0, 0, 0), hit.snippet)

    # Letters ------------------------------------------------------------------------------------------------------

    def write_snippet(self, painter: QPainter, box: QRect, snippet: str) -> None:
        """Write a found line, what matched on a highlighter's ground."""
        painter.setFont(font(12, scale=self.scale))
        metrics = painter.fontMetrics()
        painter.setClipRect(box)
        left = box.left()
        for number, piece in enumerate(lead_in(mask_bidi(snippet)).replace("\x02", "\x01").split("\x01")):
            room = max(0, box.right() - left)
            shown = metrics.elidedText(piece, Qt.TextElideMode.ElideRight, room)
            if not shown:
                break  # There is no room even for the dots
            width = metrics.horizontalAdvance(shown)
            if number % 2:  # Marks come in pairs: every second piece is what matched
                painter.fillRect(QRect(left, box.top() + 3, width, box.height() - 6), self.theme.colour("highlight"))
            painter.setPen(self.theme.colour("text" if number % 2 else "secondary"))
            painter.drawText(left, box.top(), width + 2, box.height(), int(Qt.AlignmentFlag.AlignVCenter), shown)
            left += width


def lead_in(snippet: str) -> str:
    """Return the snippet on one line, starting a few words before the first match, which a narrow dock would else cut
    off.
    """
    flat = " ".join(snippet.split(" ")).replace("\n", " ")
    start = flat.find("\x01")
    if start <= 18:  # The match is in sight anyway
        return flat
    cut = flat.rfind(" ", 0, start - 10)  # About ten letters before the match, at a word's start
    return "…" + flat[cut + 1 :] if cut > 0 else flat
