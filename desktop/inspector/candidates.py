"""Why this speaker: the candidates' weights as stacked bars, and the draw among them."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QBrush,
    QColor,
    QFont,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QPen,
    QPolygonF,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from desktop.run.figures import MemberFigure
from desktop.speaker_flow.figures import WhyFigure
from desktop.widgets.bars import Bars, mixed

if TYPE_CHECKING:
    from core.log.events.turn import Candidate

ROW = 22
BAR = 12
STRIP = 40
LEGEND = 20
LEGEND_LINE = 16
SHADES = (0.42, 0.85, 0.62, 1.0, 0.0)
"""How much of the member's colour: base, affinity, jitter, bonus, what was taken off."""


LEFT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
RIGHT = int(Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight)


class _Columns(NamedTuple):
    """Where the bars begin, how wide they may be, how wide their numbers are, and where the shares begin: pixels."""

    bars: float
    width: float
    numbers: float
    share: float


class WhyBars(Bars):
    """One bar a candidate, likeliest first: base, affinity, jitter and bonus stacked, what was taken off outlined.

    Below them all chances on one strip in the order of the draw, with the draw marked. Where there is little room the
    least likely are told in one line; `sizeHint` has room for everybody, and so has `minimumSizeHint` where `whole`.

    Signals: `member_chosen(id)` when a row is clicked.
    """

    member_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._why: WhyFigure | None = None
        self._members: dict[str, MemberFigure] = {}
        self._order: tuple[Candidate, ...] = ()
        self.whole = False
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Why this speaker"))

    def show_figure(self, why: WhyFigure | None, members: tuple[MemberFigure, ...]) -> None:
        """Show one speaker selection (None: nobody was selected at this turn)."""
        by_id = {member.id: member for member in members}
        if why == self._why and by_id == self._members:
            return
        self._why, self._members = why, by_id
        bars = why.bars if why else ()
        self._order = tuple(sorted(bars, key=lambda bar: -bar.probability))
        self.setAccessibleDescription(self._spoken())
        self.updateGeometry()
        self.update()

    def heading(self) -> str:
        """The line to put above the bars: "Why Analyst spoke at turn 14"."""
        if self._why is None:
            return ""
        return self.tr("Why {name} spoke at turn {turn}").format(
            name=self._name(self._why.member), turn=self.locale().toString(self._why.turn)
        )

    def draw_text(self) -> str:
        """What was drawn, such as "draw 0.41", or "" where nothing was."""
        if self._why is None or self._why.draw < 0:
            return ""
        return self.tr("draw {value}").format(value=self.decimal(self._why.draw))

    def sizeHint(self) -> QSize:
        rows = len(self._order) or 3
        return QSize(320, round((rows * ROW + self._foot()) * self.scale) + 2)

    def minimumSizeHint(self) -> QSize:
        """Room for the likeliest three, the others being told in one line; for everybody where `whole`."""
        if self.whole:
            return QSize(160, self.sizeHint().height())
        rows = min(3, len(self._order) or 3)
        return QSize(160, round(rows * ROW * self.scale) + 2)

    def paintEvent(self, _: QPaintEvent) -> None:
        """Draw the rows that fit, then the strip and the legend if there is room."""
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if self._why is None or not self._order:
            self._paint_empty(painter)
            return
        columns, shown = self._columns(), self._shown()
        for row, bar in enumerate(shown):
            self._paint_row(painter, columns, row * ROW * self.scale, bar)
        y = len(shown) * ROW * self.scale
        if len(shown) < len(self._order):
            rest = [bar for bar in self._order if bar not in shown]
            line = QRectF(0, y, self.width(), ROW * self.scale)
            self._write(painter, line, self.tr("and {count} more").format(count=len(rest)), "secondary", self._plain())
            share = self._percent(sum(bar.probability for bar in rest))
            self._write(painter, line, share, "secondary", self._plain(), RIGHT)
            y += ROW * self.scale
        if self._foot_fits():
            if self._why.draw >= 0:
                self._paint_strip(painter, columns, y)
                y += STRIP * self.scale
            self._paint_legend(painter, y)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Ask for another height where the legend needs more or fewer lines."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def tip_at(self, at: QPointF) -> str:
        bar = self._bar_at(at.y())
        return self._terms(bar) if bar else ""

    def mousePressEvent(self, event: QMouseEvent) -> None:
        bar = self._bar_at(event.position().y())
        if bar is not None and event.button() == Qt.MouseButton.LeftButton:
            self.member_chosen.emit(bar.member)
            return
        super().mousePressEvent(event)

    # -- what fits -----------------------------------------------------------------------------------------------

    def _foot(self) -> float:
        strip = STRIP if self._why is not None and self._why.draw >= 0 else 0
        # The second line of the legend stands closer than the first does to what is above it.
        return (strip + LEGEND + (len(self._legend_lines()) - 1) * LEGEND_LINE) if self._order else 0

    def _foot_fits(self) -> bool:
        return self.height() >= (min(3, len(self._order)) * ROW + self._foot()) * self.scale

    def _shown(self) -> tuple[Candidate, ...]:
        foot = self._foot() if self._foot_fits() else 0.0
        room = int((self.height() / self.scale - foot) / ROW + 0.05)
        if room >= len(self._order):
            return self._order
        head = self._order[: max(1, room - 1)]
        chosen = [bar for bar in self._order if self._why is not None and bar.member == self._why.member]
        # Whoever spoke is never among those told in one line.
        return head if not chosen or chosen[0] in head else (*head[:-1], chosen[0])

    def _bar_at(self, y: float) -> Candidate | None:
        row = int(y // (ROW * self.scale))
        shown = self._shown()
        return shown[row] if 0 <= row < len(shown) else None

    def _columns(self) -> _Columns:
        metrics = QFontMetricsF(self.face())
        names = max(metrics.horizontalAdvance(self._name(bar.member)) for bar in self._order)
        name = min(names + 12, self.width() * 0.3, 130 * self.scale)
        share = metrics.horizontalAdvance("100 %") + 4
        bold = max(metrics.horizontalAdvance(self._short(bar)) for bar in self._order)
        numbers = bold + 10 if bold and self.width() > 250 * self.scale else 6.0
        width = max(20.0, self.width() - name - numbers - share)
        return _Columns(name, width, numbers, self.width() - share)

    # -- words ---------------------------------------------------------------------------------------------------

    def _name(self, member: str) -> str:
        found = self._members.get(member)
        return found.name if found else member or self.tr("Director")

    def _percent(self, probability: float) -> str:
        if 0 < probability < 0.005:
            return self.tr("<1%")
        return self.tr("{share}%").format(share=round(probability * 100))

    def _short(self, bar: Candidate) -> str:
        """The terms that tell candidates apart, as "+0.42 −0.09"."""
        terms = [value for value in (bar.affinity, bar.bonus, bar.recency) if value]
        return " ".join(self.signed(value) for value in terms)

    def _terms(self, bar: Candidate) -> str:
        name = self._name(bar.member)
        if bar.probability <= 0 and bar.weight <= 0:
            return self.tr("{name} could not be chosen at this turn.").format(name=name)
        parts = [
            self.tr("base {value}").format(value=self.decimal(bar.base)),
            self.tr("affinity {value}").format(value=self.signed(bar.affinity)),
            self.tr("share of talk {value}").format(value=self.signed(bar.recency)),
            self.tr("jitter {value}").format(value=self.signed(bar.jitter)),
        ]
        if bar.bonus:
            parts.append(self.tr("bonus {value}").format(value=self.signed(bar.bonus)))
        weight = self.tr("weight {value}").format(value=self.decimal(bar.weight))
        return f"{name}: {', '.join(parts)}; {weight}, {self._percent(bar.probability)}"

    def _spoken(self) -> str:
        if self._why is None:
            return self.tr("Nobody was selected at this turn.")
        head = ". ".join(part for part in (self.heading(), self._why.reason, self.draw_text()) if part)
        return head + ". " + ". ".join(self._terms(bar) for bar in self._order[:12])

    # -- drawing -------------------------------------------------------------------------------------------------

    def _plain(self) -> QFont:
        font = self.face()
        font.setWeight(QFont.Weight.Normal)
        return font

    def _write(
        self, painter: QPainter, box: QRectF, text: str, role: str, font: QFont | None = None, flags: int = LEFT
    ) -> None:
        painter.setFont(font or self.face(small=True))
        painter.setPen(self.theme.colour(role))
        painter.drawText(box, flags, text)

    def _paint_empty(self, painter: QPainter) -> None:
        text = self.tr(
            "Nobody was weighed at this turn. When a speaker is selected, each candidate's chances stand here."
        )
        if self._why is not None:
            text = self._why.reason or self.tr("This speaker was chosen without a draw.")
        flags = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap
        room = self.rect().adjusted(0, 2, 0, 0).toRectF()
        self._write(painter, room, text, "secondary", self._plain(), int(flags))

    def _paint_row(self, painter: QPainter, columns: _Columns, top: float, bar: Candidate) -> None:
        height = ROW * self.scale
        chosen = self._why is not None and bar.member == self._why.member
        font = self.face(strong=chosen)
        name = QFontMetricsF(font).elidedText(self._name(bar.member), Qt.TextElideMode.ElideMiddle, columns.bars - 8)
        role = "text" if bar.probability > 0 else "faint"
        self._write(painter, QRectF(0, top, columns.bars - 8, height), name, role, font)
        share = QRectF(columns.share, top, self.width() - columns.share, height)
        if bar.probability <= 0 and bar.weight <= 0:
            painter.setPen(QPen(self.theme.colour("border"), 1.0, Qt.PenStyle.DotLine))
            y = top + height / 2
            painter.drawLine(QPointF(columns.bars, y), QPointF(columns.share - columns.numbers, y))
            self._write(painter, share, "–", "faint", font, RIGHT)
            return
        self._write(painter, share, self._percent(bar.probability), "accent" if chosen else "secondary", font, RIGHT)
        end = self._paint_bar(painter, columns, top + (ROW - BAR) / 2 * self.scale, bar)
        if columns.numbers > 6:
            self._write(painter, QRectF(end + 8, top, columns.numbers, height), self._short(bar), "secondary")

    def _paint_bar(self, painter: QPainter, columns: _Columns, top: float, bar: Candidate) -> float:
        """Draw one stacked bar and return its right end."""
        height = BAR * self.scale
        ground, colour = self.theme.colour("surface"), self._colour(bar.member)
        unit = columns.width / max(0.01, *(_gross(each) for each in self._order))
        x, net = columns.bars, columns.bars + max(0.0, min(bar.weight, _gross(bar))) * unit
        end = columns.bars + _gross(bar) * unit
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(columns.bars, top, max(2.0, end - columns.bars), height), 3, 3)
        painter.save()
        painter.setClipPath(outline)
        for part, value in enumerate((bar.base, bar.affinity, max(0.0, bar.jitter), bar.bonus)):
            width = max(0.0, value) * unit
            rect = QRectF(x, top, width, height)
            painter.fillRect(rect, mixed(colour, ground, SHADES[part]))
            if part == 3 and width:
                painter.fillRect(rect, QBrush(mixed(colour, ground, 0.5), Qt.BrushStyle.BDiagPattern))
            x += width
            if part and width > 1:
                painter.fillRect(QRectF(x - width, top, 1.0, height), ground)
        if end - net > 0.5:
            painter.fillRect(QRectF(net, top, end - net, height), ground)
        painter.restore()
        if end - net > 0.5:
            painter.setPen(QPen(mixed(colour, ground, 0.7), 1.0))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(QRectF(net + 0.5, top + 0.5, max(1.0, end - net - 1.0), height - 1.0), 2, 2)
        return end

    def _paint_strip(self, painter: QPainter, columns: _Columns, top: float) -> None:
        """All chances side by side, in the order in which the draw walks over them."""
        assert self._why is not None
        theme, scale = self.theme, self.scale
        left, width = columns.bars, self.width() - columns.bars
        y, height = top + 17 * scale, 13 * scale
        self._write(painter, QRectF(0, y, left - 8, height), self.tr("Draw"), "secondary")
        outline = QPainterPath()
        outline.addRoundedRect(QRectF(left, y, width, height), 3, 3)
        painter.save()
        painter.setClipPath(outline)
        painter.setFont(self.face(small=True, strong=True))
        x, needle = left, left + min(1.0, self._why.draw) * width
        for bar in self._why.bars:
            part = bar.probability * width
            rect = QRectF(x, y, part, height)
            won = bar.member == self._why.member
            painter.fillRect(rect, mixed(self._colour(bar.member), theme.colour("surface"), 1.0 if won else 0.3))
            painter.fillRect(QRectF(x, y, 1.0, height), theme.colour("surface"))
            if part > 13 * scale:
                member = self._members.get(bar.member)
                painter.setPen(theme.on_member() if won else theme.colour("text"))
                if abs(rect.center().x() - needle) < 8 * scale and part > 40 * scale:
                    rect.translate(-14 * scale, 0)
                painter.drawText(rect, int(Qt.AlignmentFlag.AlignCenter), member.initial if member else "?")
            x += part
        painter.restore()
        painter.setPen(QPen(theme.colour("text"), 1.5))
        painter.drawLine(QPointF(needle, y - 2), QPointF(needle, y + height + 2))
        painter.setBrush(theme.colour("text"))
        painter.setPen(Qt.PenStyle.NoPen)
        size = 4 * scale
        corners = ((needle - size, y - 2 - size), (needle + size, y - 2 - size), (needle, y - 1))
        painter.drawPolygon(QPolygonF([QPointF(*corner) for corner in corners]))
        text = self.decimal(self._why.draw)
        painter.setFont(self.face(small=True, strong=True))
        painter.setPen(theme.colour("text"))
        wide = QFontMetricsF(painter.font()).horizontalAdvance(text)
        fits = needle + size + 3 + wide < self.width()
        painter.drawText(QPointF(needle + size + 3 if fits else needle - size - 3 - wide, y - 3), text)

    def _paint_legend(self, painter: QPainter, top: float) -> None:
        painter.setFont(self.face(small=True))
        metrics = QFontMetricsF(painter.font())
        ground, grey = self.theme.colour("surface"), self.theme.colour("secondary")
        size = 9 * self.scale
        middle = top + LEGEND * self.scale / 2 + 2
        for line in self._legend_lines():
            for part, text, x in line:
                box = QRectF(x + 0.5, middle - size / 2, size, size)
                painter.setPen(QPen(grey, 1.0) if part == 4 else Qt.PenStyle.NoPen)
                painter.setBrush(mixed(grey, ground, SHADES[part]))
                painter.drawRoundedRect(box, 2, 2)
                if part == 3:
                    painter.fillRect(box, QBrush(mixed(grey, ground, 0.4), Qt.BrushStyle.BDiagPattern))
                painter.setPen(grey)
                painter.drawText(QPointF(x + size + 5, middle + metrics.capHeight() / 2), text)
            middle += LEGEND_LINE * self.scale

    def _legend_lines(self) -> list[list[tuple[int, str, float]]]:
        """The legend's (part, word, left edge), wrapped to the width."""
        return self.wrapped(self._legend(), 9 * self.scale + 5)

    def _legend(self) -> tuple[str, ...]:
        return (self.tr("base"), self.tr("affinity"), self.tr("jitter"), self.tr("bonus"), self.tr("taken off"))

    def _colour(self, member: str) -> QColor:
        found = self._members.get(member)
        return self.theme.member(found.colour if found else "slate")


def _gross(bar: Candidate) -> float:
    """A bar's length before anything is taken off; a candidate with a chance but without terms has that chance."""
    found = bar.base + max(0.0, bar.affinity) + max(0.0, bar.jitter) + max(0.0, bar.bonus)
    return found if found > 0 else max(bar.weight, bar.probability)
