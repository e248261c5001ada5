"""How the rows of the library are painted: runs, headings between them, and lines that a search found."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPainterPath, QPen, QPixmap
from PySide6.QtWidgets import QLineEdit, QStyle, QStyleOptionViewItem, QWidget

from parley.desktop.library.figures import Listed, ListedHeading, ListedLine, ListedRun, RunFigure
from parley.desktop.library.view.boxes import STATE, Boxes, boxes_of, lead_in
from parley.desktop.library.words import about, standing, state_told, voice_told, when
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.avatar import paint_avatar
from parley.desktop.widgets.figure_model import FIGURE_ROLE, AnyIndex
from parley.desktop.widgets.icons import paint_icon
from parley.desktop.widgets.plain import level
from parley.desktop.widgets.rows import RowDelegate
from parley.desktop.widgets.theme import Theme, font

Weight = QFont.Weight
HEIGHTS = {ListedRun: 52, ListedHeading: 30, ListedLine: 26}
MOST_FACES = 7
STEP = 1.6
"""From one face to the next, in radii."""
LONGEST_NAME = 200
"""Characters of a name that somebody gives a run."""
AMBER = {"light": ("#fff1de", "#9a4a00"), "dark": ("#3a2c16", "#f0b35f"), "contrast": ("#33260c", "#ffd08a")}
"""Ground and letters of what waits for a person, for each theme."""
STATE_ICONS = {
    "playing": "ph.play-fill", "paused": "ph.pause-fill", "waiting": "ph.hand-pointing", "failed": "ph.warning-circle",
    "ended": "ph.check-bold", "broken": "ph.warning", "deleted": "ph.trash",
}  # fmt: skip


@lru_cache(maxsize=512)
def _make_faces_pixmap(
    marks: Sequence[str], colours: Sequence[str], radius: float, density: float, theme: Theme
) -> QPixmap:
    """Overlapping faces: most runs are of a few casts, so that they are painted once."""
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
    """Paints the rows, and edits a run's name in place. Signal: `renamed(run, text)`."""

    renamed = Signal(str, str)

    def sizeHint(self, _option: QStyleOptionViewItem, index: AnyIndex) -> QSize:
        return QSize(100, round(HEIGHTS[type(index.data(FIGURE_ROLE))] * self.scale))

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        """Paint a row: only runs and found lines have a ground."""
        row: Listed = index.data(FIGURE_ROLE)
        painter.save()
        if isinstance(row, ListedHeading):
            self._paint_heading_row(painter, option.rect, row)
        elif isinstance(row, ListedLine):
            self._line(painter, self.ground(painter, option), row)
        else:
            box = self.ground(painter, option)
            hovered = bool(option.state & QStyle.StateFlag.State_MouseOver)
            selected = bool(option.state & QStyle.StateFlag.State_Selected)
            self._run(painter, box, row, hovered=hovered, selected=selected)
        painter.restore()

    # Where things are ---------------------------------------------------------------------------------------------

    def boxes(self, box: QRect, row: ListedRun) -> Boxes:
        """Return where the parts of a run's row are, in the box that its ground leaves."""
        return boxes_of(box, len(row.rails), self.scale)

    def star_box(self, box: QRect, row: ListedRun) -> QRect:
        """Return where a click stars a run: at the end of its name."""
        boxes = self.boxes(box, row)
        room = self._title_room(boxes, row)
        wide = min(room, QFontMetrics(self._title_font()).horizontalAdvance(row.run.title))
        edge = self._scale_pixels(16)
        return QRect(
            boxes.first.left() + wide + self._scale_pixels(5), boxes.first.center().y() - edge // 2, edge, edge
        )

    def _title_room(self, boxes: Boxes, row: ListedRun) -> int:
        """Pixels that a name may take: its star and its forks come behind it."""
        branches = QFontMetrics(self._build_small_bold_font()).horizontalAdvance(
            self._format_branch_count(row, boxes)
        ) + self._scale_pixels(22)
        return max(
            self._scale_pixels(24), boxes.first.width() - self._scale_pixels(22) - (branches if row.branches else 0)
        )

    def _format_branch_count(self, row: ListedRun, boxes: Boxes) -> str:
        if boxes.first.width() < self._scale_pixels(230):
            return str(row.branches)
        return self.tr("1 branch") if row.branches == 1 else self.tr("{0} branches").format(row.branches)

    def _build_small_bold_font(self) -> QFont:
        return font(11, Weight.Medium, scale=self.scale)

    def _scale_pixels(self, pixels: float) -> int:
        return round(pixels * self.scale)

    def _title_font(self) -> QFont:
        return font(13, Weight.DemiBold, scale=self.scale)

    @staticmethod
    def _format_touched_date(run: RunFigure) -> str:
        return when(run.touched) if run.touched else ""

    # Runs ---------------------------------------------------------------------------------------------------------

    def _run(self, painter: QPainter, box: QRect, row: ListedRun, *, hovered: bool, selected: bool) -> None:
        run, theme = row.run, self.theme
        boxes = self.boxes(box, row)
        self._paint_fork_rails(painter, box, boxes.icon, row)
        fork = bool(row.rails)
        painter.setPen(Qt.PenStyle.NoPen)
        ground = theme.colour("good" if fork else "raised")
        if fork:
            ground.setAlphaF(0.12)
        elif selected or hovered:
            ground = theme.colour("surface")
        painter.setBrush(ground)
        painter.drawRoundedRect(boxes.icon, 6, 6)
        sign = boxes.icon.toRectF().adjusted(*([boxes.icon.width() * 0.24] * 2), *([-boxes.icon.width() * 0.24] * 2))
        name = "ph.git-fork" if fork else run.icon or "ph.chats-circle"
        paint_icon(painter, name, sign, theme.colour("good" if fork else "secondary"))
        self._paint_first_line(painter, box, boxes, row, hovered=hovered)
        self._paint_second_line(painter, boxes, row)
        if not boxes.faces.isEmpty():
            self._make_faces_pixmap(painter, boxes.faces, run, 10.5 * self.scale, MOST_FACES)
        # What is in the trash is known by its name alone.
        if not boxes.voice.isEmpty() and not run.trash:
            self._voice(painter, boxes.voice, run)
        if not boxes.state.isEmpty():
            self._state(painter, boxes.state, run, selected=selected)
        if not boxes.date.isEmpty():
            face = font(12, scale=self.scale)
            self.write(painter, boxes.date, self._format_touched_date(run), theme.colour("secondary"), face, right=True)

    def _paint_first_line(self, painter: QPainter, box: QRect, boxes: Boxes, row: ListedRun, *, hovered: bool) -> None:
        run, theme = row.run, self.theme
        first = QRect(boxes.first)
        first.setWidth(self._title_room(boxes, row))
        colour = theme.colour("secondary" if run.archived or run.trash else "text")
        self._paint_marked_text(painter, first, run.title, colour, self._title_font(), row.marked)
        star = self.star_box(box, row)
        if run.starred:
            paint_icon(painter, "ph.star-fill", star.toRectF(), QColor(AMBER[theme.name][1]))
        elif hovered and not run.trash:
            paint_icon(painter, "ph.star", star.toRectF(), theme.colour("faint"))
        if row.branches:
            left = star.right() + self._scale_pixels(5) if run.starred or hovered else star.left()
            sign = QRect(left, star.top() + 1, self._scale_pixels(14), self._scale_pixels(14))
            paint_icon(painter, "ph.git-fork", sign.toRectF(), theme.colour("good"))
            place = QRect(sign.right() + 3, boxes.first.top(), self._scale_pixels(110), boxes.first.height())
            self.write(
                painter,
                place,
                self._format_branch_count(row, boxes),
                theme.colour("good"),
                self._build_small_bold_font(),
            )

    def _paint_second_line(self, painter: QPainter, boxes: Boxes, row: ListedRun) -> None:
        run, theme = row.run, self.theme
        second, small = QRect(boxes.second), font(12, scale=self.scale)
        if boxes.narrow:
            second.setRight(second.right() - self._signs(painter, boxes.second, row))
        tags = " ".join(f"#{tag}" for tag in run.tags)
        told = about(run)
        if row.lines:
            count = self.tr("1 line") if row.lines == 1 else self.tr("{0} lines").format(row.lines)
            told = f"{count} · {told}" if told else count
        metrics = QFontMetrics(small)
        room = second.width()
        if tags:
            wide = min(metrics.horizontalAdvance(tags), round(room * 0.5))
            text = min(metrics.horizontalAdvance(told), room - wide - self._scale_pixels(8))
            place = QRect(
                second.left() + text + (self._scale_pixels(8) if told else 0), second.top(), wide + 2, second.height()
            )
            self._paint_marked_text(painter, place, tags, theme.colour("accent"), small, row.marked)
            second.setWidth(text + 1)
        self._paint_marked_text(painter, second, told, theme.colour("secondary"), small, row.marked)

    def _signs(self, painter: QPainter, second: QRect, row: ListedRun) -> int:
        """At the end of a narrow row: when it was written to, how it stands as a sign, and who takes part where there
        is room; the pixels that they take."""
        run, stands = row.run, standing(row.run)
        date = self._format_touched_date(run)
        used = self.write(painter, second, date, self.theme.colour("secondary"), font(11, scale=self.scale), right=True)
        used += self._scale_pixels(6)
        if stands not in ("ended", "ready"):
            edge = self._scale_pixels(13)
            sign = QRect(second.right() - used - edge, second.center().y() - edge // 2, edge, edge)
            paint_icon(
                painter, STATE_ICONS.get(stands, "ph.warning"), sign.toRectF(), self._look_up_state_colours(stands)[1]
            )
            used += edge + self._scale_pixels(5)
        if second.width() > self._scale_pixels(250) and run.marks:
            radius = self._scale_pixels(7)
            count = min(3, len(run.marks))
            wide = 2 * radius + (count - 1) * round(radius * STEP) + 2
            if len(run.marks) > count:
                wide += self._scale_pixels(20)
            place = QRect(second.right() - used - wide, second.top(), wide, second.height())
            self._make_faces_pixmap(painter, place, run, radius, count)
            used += wide + self._scale_pixels(6)
        return used

    def _make_faces_pixmap(self, painter: QPainter, box: QRect, run: RunFigure, radius: float, most: int) -> None:
        """Who takes part, overlapping; how many more there are behind the last."""
        count = len(run.marks)
        shown = count if count <= most else most - (1 if most == MOST_FACES else 0)
        density = painter.device().devicePixelRatioF()
        faces = _make_faces_pixmap(run.marks[:shown], run.colours[:shown], radius, density, self.theme)
        high = faces.height() / density
        painter.drawPixmap(QPointF(box.left(), box.center().y() + 1 - high / 2), faces)
        if count > shown:
            left = box.left() + round(faces.width() / density) + 2
            place = QRect(left, box.top(), self._scale_pixels(34), box.height())
            self.write(
                painter, place, f"+{count - shown}", self.theme.colour("secondary"), self._build_small_bold_font()
            )

    def _voice(self, painter: QPainter, box: QRect, run: RunFigure) -> None:
        who, used = voice_told(run)
        upper = QRect(box.left(), box.top(), box.width(), box.height() // 2)
        self.write(painter, upper, who, self.theme.colour("text"), font(12, Weight.Medium, scale=self.scale))
        lower = upper.translated(0, box.height() // 2)
        self.write(painter, lower, used, self.theme.colour("secondary"), font(11, scale=self.scale))

    def _look_up_state_colours(self, stands: str) -> tuple[QColor | None, QColor]:
        """Return the ground of how a run stands, None where it has none, and its letters."""
        theme = self.theme
        if stands == "playing":
            return theme.colour("accent_soft"), theme.colour("accent")
        if stands == "waiting":
            ground, letters = AMBER[theme.name]
            return QColor(ground), QColor(letters)
        if stands in ("failed", "broken"):
            return None, theme.colour("bad")
        return (theme.colour("raised") if stands == "paused" else None), theme.colour("secondary")

    def _state(self, painter: QPainter, box: QRect, run: RunFigure, *, selected: bool) -> None:
        stands = standing(run)
        ground, letters = self._look_up_state_colours(stands)
        small = font(12, Weight.Medium if ground is not None else Weight.Normal, scale=self.scale)
        sign, pad = self._scale_pixels(12), self._scale_pixels(9)
        room = box.width() - 2 * pad - sign - self._scale_pixels(6)
        told = QFontMetrics(small).elidedText(state_told(run), Qt.TextElideMode.ElideRight, room)
        wide = QFontMetrics(small).horizontalAdvance(told)
        high = self._scale_pixels(24)
        pill = QRect(box.left(), box.center().y() - high // 2, wide + sign + self._scale_pixels(6) + 2 * pad, high)
        if ground is not None:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(self.theme.colour("surface") if selected and stands != "waiting" else ground)
            painter.drawRoundedRect(pill, high / 2, high / 2)
        place = QRectF(pill.left() + pad, pill.center().y() - sign / 2 + 0.5, sign, sign)
        paint_icon(painter, STATE_ICONS.get(stands, "ph.clock"), place, letters)
        text = QRect(round(place.right()) + self._scale_pixels(6), pill.top(), wide + 4, high)
        self.write(painter, text, told, letters, small)

    def _paint_fork_rails(self, painter: QPainter, box: QRect, icon: QRect, row: ListedRun) -> None:
        """Paint the line from a parent to its forks, which ends in a ring before each."""
        if not row.rails and not row.branches:
            return
        step = self._scale_pixels(18 if box.width() / self.scale < STATE else 44)
        painter.setPen(QPen(self.theme.colour("good"), 1.4))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        top, bottom, middle = box.top() - 2, box.bottom() + 2, icon.center().y()
        shown = row.rails[-3:] if step < 30 else row.rails
        if row.branches:
            x = icon.left() + (icon.width() / 2 if step > 30 else self._scale_pixels(9))
            painter.drawLine(QPointF(x, icon.bottom() + 2), QPointF(x, bottom))
        for depth, goes_on in enumerate(reversed(shown)):
            offset = icon.width() / 2 if step > 30 else self._scale_pixels(9)
            x = icon.left() - (depth + 1) * step + offset
            if depth == 0:
                end = icon.left() - self._scale_pixels(3 if step < 30 else 10)
                bend = min(self._scale_pixels(8), end - x)
                path = QPainterPath(QPointF(x, top))
                path.lineTo(x, middle - bend)
                path.quadTo(x, middle, x + bend, middle)
                path.lineTo(max(x + bend, end - self._scale_pixels(3)), middle)
                painter.drawPath(path)
                if step > 30:
                    painter.drawEllipse(QPointF(end, middle), self._scale_pixels(3), self._scale_pixels(3))
            if goes_on:
                painter.drawLine(QPointF(x, top), QPointF(x, bottom))

    # The others ---------------------------------------------------------------------------------------------------

    def _paint_heading_row(self, painter: QPainter, box: QRect, row: ListedHeading) -> None:
        place = box.adjusted(self._scale_pixels(10), self._scale_pixels(6), -self._scale_pixels(10), 0)
        small = font(11, Weight.DemiBold, scale=self.scale)
        self.write(painter, place, row.title, self.theme.colour("secondary"), small)

    def _line(self, painter: QPainter, box: QRect, row: ListedLine) -> None:
        theme = self.theme
        left = box.left() + self._scale_pixels(32 if box.width() / self.scale < STATE else 42)
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

    def _paint_marked_text(
        self, painter: QPainter, box: QRect, text: str, colour: QColor, face: QFont, marked: Sequence[str]
    ) -> None:
        """Write one elided line in which the words that somebody looks for stand on a highlighter's ground."""
        if marked:
            metrics = QFontMetrics(face)
            shown = metrics.elidedText(text, Qt.TextElideMode.ElideRight, box.width())
            folded = shown.casefold()
            # Where case folding changes the length, nothing can be pointed at.
            for word in {word.casefold() for word in marked} if len(folded) == len(shown) else ():
                at = folded.find(word)
                while at >= 0:
                    left = metrics.horizontalAdvance(shown[:at])
                    wide = metrics.horizontalAdvance(shown[at : at + len(word)])
                    ground = QRect(box.left() + left, box.top() + 2, wide, box.height() - 4)
                    painter.fillRect(ground, self.theme.colour("highlight"))
                    at = folded.find(word, at + len(word))
        self.write(painter, box, text, colour, face)

    def write_snippet(self, painter: QPainter, box: QRect, snippet: str) -> None:
        """Write a found line, what matched on a highlighter's ground."""
        painter.setFont(font(12, scale=self.scale))
        metrics = painter.fontMetrics()
        painter.setClipRect(box)
        left = box.left()
        for number, piece in enumerate(lead_in(level(snippet)).replace("\x02", "\x01").split("\x01")):
            room = max(0, box.right() - left)
            shown = metrics.elidedText(piece, Qt.TextElideMode.ElideRight, room)
            if not shown:
                # There is no room even for the dots.
                break
            width = metrics.horizontalAdvance(shown)
            if number % 2:
                painter.fillRect(QRect(left, box.top() + 3, width, box.height() - 6), self.theme.colour("highlight"))
            painter.setPen(self.theme.colour("text" if number % 2 else "secondary"))
            painter.drawText(left, box.top(), width + 2, box.height(), int(Qt.AlignmentFlag.AlignVCenter), shown)
            left += width

    # The name -----------------------------------------------------------------------------------------------------

    def createEditor(self, parent: QWidget, _option: QStyleOptionViewItem, _index: AnyIndex) -> QWidget:
        """Return a field for the name of a run."""
        made = QLineEdit(parent)
        made.setAccessibleName(self.tr("Name of the run"))
        made.setMaxLength(LONGEST_NAME)
        return made

    def setEditorData(self, editor: QWidget, index: AnyIndex) -> None:
        row = index.data(FIGURE_ROLE)
        if isinstance(row, ListedRun) and isinstance(editor, QLineEdit):
            editor.setText(row.run.title)
            editor.selectAll()

    def setModelData(self, editor: QWidget, _model: QAbstractItemModel, index: QModelIndex | AnyIndex) -> None:
        row = index.data(FIGURE_ROLE)
        if isinstance(row, ListedRun) and isinstance(editor, QLineEdit) and editor.text().strip() != row.run.title:
            self.renamed.emit(row.run.id, editor.text().strip())

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: AnyIndex) -> None:
        row = index.data(FIGURE_ROLE)
        if isinstance(row, ListedRun):
            box = option.rect.adjusted(14, 1, -10, -1)
            first = self.boxes(box, row).first
            # Both lines are below it: nothing of them looks out.
            high = max(editor.sizeHint().height(), 2 * first.height() + 4)
            editor.setGeometry(first.left() - 6, box.center().y() - high // 2, first.width() + 6, high)
