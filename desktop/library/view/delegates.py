"""How a run and a found line are painted."""

from __future__ import annotations

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QFont, QPainter

from desktop.library.figures import HitFigure, RunFigure
from desktop.widgets.counts import turns_told
from desktop.widgets.icons import paint_icon
from desktop.widgets.rows import RowDelegate
from desktop.widgets.theme import font

INDENT = 16


class RunDelegate(RowDelegate):
    """A run: title and topic, its turns or where it stands; a fork is indented and says where it left its parent."""

    def draw(self, painter: QPainter, box: QRect, run: RunFigure) -> None:
        theme, scale = self.theme, self.scale
        first = QRect(box.left(), box.top() + round(5 * scale), box.width(), round(19 * scale))
        second = first.translated(0, round(19 * scale))
        indent = min(run.depth, 4) * round(INDENT * scale)
        if run.depth:
            sign = QRect(box.left() + indent - round(15 * scale), first.top() + 3, round(13 * scale), round(13 * scale))
            paint_icon(painter, "ph.arrow-elbow-down-right", sign.toRectF(), theme.colour("faint"))
            first.setLeft(first.left() + indent)
            second.setLeft(second.left() + indent)
        word, colour = self._state(run)
        small = font(11, QFont.Weight.DemiBold if run.live else QFont.Weight.Medium, scale=scale)
        width = self.write(painter, first, word, colour, small, right=True)
        if run.live and run.status == "playing":
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(colour)
            painter.drawEllipse(QRect(first.right() - width - 10, first.center().y() - 2, 6, 6))
            width += 10
        face = font(13, QFont.Weight.DemiBold, scale=scale)
        self.write(painter, first.adjusted(0, 0, -width - 8, 0), run.title, theme.colour("text"), face)
        self.write(painter, second, self._about(run), theme.colour("secondary"), font(12, scale=scale))

    def _state(self, run: RunFigure) -> tuple[str, QColor]:
        if run.live and run.status == "playing":
            return self.tr("live"), self.theme.colour("accent")
        if run.status in ("paused", "playing"):
            # What is not driven from here was cut short.
            return self.tr("paused"), self.theme.colour("secondary")
        if run.status == "broken":
            return self.tr("damaged"), self.theme.colour("bad")
        return turns_told(run.turns), self.theme.colour("faint")

    def _about(self, run: RunFigure) -> str:
        if run.parent:
            return self.tr("from turn {0} · {1}").format(run.parent_turn, run.topic or run.date)
        what = self.tr("Imported") if run.imported else run.kind
        if what and what != run.title:
            return f"{what} · {run.topic}" if run.topic else what
        return run.topic or run.date


class HitDelegate(RowDelegate):
    """A found line: who said it in which run, and the words with what matched on a highlighter's ground."""

    def draw(self, painter: QPainter, box: QRect, hit: HitFigure) -> None:
        theme, scale = self.theme, self.scale
        first = QRect(box.left(), box.top() + round(5 * scale), box.width(), round(19 * scale))
        number = font(11, QFont.Weight.Medium, scale=scale)
        where = self.tr("turn {0}").format(hit.turn)
        width = self.write(painter, first, where, theme.colour("faint"), number, right=True)
        name = font(12, QFont.Weight.DemiBold, scale=scale)
        who = f"{hit.name} · {hit.title}"
        self.write(painter, first.adjusted(0, 0, -width - 8, 0), who, theme.colour("text"), name)
        self._write_snippet(painter, first.translated(0, round(19 * scale)), hit.snippet)

    def _write_snippet(self, painter: QPainter, box: QRect, snippet: str) -> None:
        painter.setFont(font(12, scale=self.scale))
        metrics = painter.fontMetrics()
        painter.setClipRect(box)
        left = box.left()
        for number, piece in enumerate(lead_in(snippet).replace("\x02", "\x01").split("\x01")):
            room = max(0, box.right() - left)
            shown = metrics.elidedText(piece, Qt.TextElideMode.ElideRight, room)
            if not shown:
                # There is no room even for the dots.
                break
            width = metrics.horizontalAdvance(shown)
            if number % 2:
                painter.fillRect(QRect(left, box.top() + 1, width, box.height() - 2), self.theme.colour("highlight"))
            painter.setPen(self.theme.colour("text" if number % 2 else "secondary"))
            painter.drawText(left, box.top(), width + 2, box.height(), int(Qt.AlignmentFlag.AlignVCenter), shown)
            left += width


def lead_in(snippet: str) -> str:
    """The snippet on one line, starting a few words before the first match, which a narrow dock would else cut off."""
    flat = " ".join(snippet.split(" ")).replace("\n", " ")
    start = flat.find("\x01")
    if start <= 18:
        return flat
    cut = flat.rfind(" ", 0, start - 10)
    return "…" + flat[cut + 1 :] if cut > 0 else flat
