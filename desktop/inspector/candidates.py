"""Why this speaker: the candidates' weights as stacked bars, and the draw among them."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import (
    QFont,
    QFontMetricsF,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QSizePolicy, QWidget

from parley.desktop.inspector.candidate_parts import (
    BAR,
    DENSE,
    FACE,
    LEGEND,
    LEGEND_LINE,
    MEDIUM,
    RIGHT,
    ROW,
    STRIP,
    TITLES,
    WIDE,
    CandidateParts,
    Columns,
)  # fmt: skip
from parley.desktop.run.figures import MemberFigure
from parley.desktop.speaker_flow.figures import WhyFigure
from parley.desktop.widgets.avatar import paint_avatar
from parley.desktop.widgets.spoken import Spoken

if TYPE_CHECKING:
    from parley.core.log.events.turn import Candidate


class WhyBars(Spoken, CandidateParts):
    """One bar a candidate in the order of the draw: base, affinity, jitter and bonus stacked, what is taken off hatched
    back from the end, a tick at the weight that is left; beside it the weight and the probability as numbers.

    Below them all chances as one bar with a needle at the draw. Where there is little room the least likely are told in
    one line; `sizeHint` has room for everybody, and so has `minimumSizeHint` where `whole`. Who could not be chosen has
    no row, but is named.

    Signals: `member_chosen(id)` when a row is clicked.
    """

    member_chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._out: tuple[str, ...] = ()
        self._coming = False
        self.whole = False
        self.row: float = ROW
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.setMouseTracking(True)
        self.setAccessibleName(self.tr("Why this speaker"))

    def show_figure(self, why: WhyFigure | None, members: tuple[MemberFigure, ...], *, coming: bool = False) -> None:
        """Show one speaker selection (None: nobody was selected at this turn); `coming`: the turn is not over."""
        by_id = {member.id: member for member in members}
        if why == self._why and by_id == self._members and coming == self._coming:
            return
        asked = self.sizeHint(), self.minimumSizeHint()
        self._why, self._members, self._coming = why, by_id, coming
        bars = why.bars if why else ()
        self._order = tuple(bar for bar in bars if bar.probability > 0 or bar.weight > 0)
        self._out = tuple(self._name(bar.member) for bar in bars if bar not in self._order)
        self.setAccessibleDescription(self._describe_selection_aloud())
        if (self.sizeHint(), self.minimumSizeHint()) != asked:
            self.updateGeometry()
        self.update()

    def fit(self, pixels: float) -> None:
        """Let rows stand closer where all of them have room in so many pixels then."""
        room = pixels / self.scale - TITLES - self._compute_foot_height() - 2
        row = min(ROW, max(DENSE, int(room / max(1, len(self._order)))))
        if row != self.row:
            self.row = row
            self.updateGeometry()
            self.update()

    def heading(self) -> str:
        """Return the line to put above the bars: "Why Analyst spoke at turn 14"."""
        if self._why is None:
            return ""
        told = (
            self.tr("Why {name} speaks at turn {turn}") if self._coming else self.tr("Why {name} spoke at turn {turn}")
        )
        return told.format(name=self._name(self._why.member), turn=self.locale().toString(self._why.turn))

    def draw_text(self) -> str:
        """Return what was drawn, such as "drawn among 4 · needle at 0.41", or "" where nothing was."""
        if self._why is None or self._why.draw < 0:
            return ""
        told = self.tr("drawn among {count} · needle at {value}")
        return told.format(count=len(self._order), value=self.decimal(self._why.draw))

    def sizeHint(self) -> QSize:
        rows = len(self._order) or 3
        return QSize(320, round((TITLES + rows * self.row + self._compute_foot_height()) * self.scale) + 2)

    def minimumSizeHint(self) -> QSize:
        """Room for the likeliest three, the others being told in one line; for everybody where `whole`."""
        if self.whole:
            return QSize(160, self.sizeHint().height())
        rows = min(3, len(self._order) or 3)
        return QSize(160, round((TITLES + rows * self.row) * self.scale) + 2)

    def paintEvent(self, _: QPaintEvent) -> None:
        """Draw the rows that fit, then the strip and the legend if there is room."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            if self._why is None or not self._order:
                self._paint_empty(painter)
                return
            columns, shown = self._columns(), self._shown()
            self._paint_titles(painter, columns)
            for row, bar in enumerate(shown):
                self._paint_row(painter, columns, (TITLES + row * self.row) * self.scale, bar)
            y = (TITLES + len(shown) * self.row) * self.scale
            if len(shown) < len(self._order):
                rest = [bar for bar in self._order if bar not in shown]
                line = QRectF(0, y, self.width(), self.row * self.scale)
                self._write(
                    painter,
                    line,
                    self.tr("and {count} more").format(count=len(rest)),
                    "secondary",
                    self._build_plain_font(),
                )
                share = self._format_percent(sum(bar.probability for bar in rest))
                self._write(painter, line, share, "secondary", self._build_plain_font(), RIGHT)
                y += self.row * self.scale
            if self._does_foot_fit():
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
        bar = self._find_bar_at(at.y())
        return self._terms(bar) if bar else ""

    def spoken_count(self) -> int:
        return len(self._order)

    def spoken_row(self, row: int) -> str:
        return self._terms(self._order[row])

    def spoken_current(self) -> int:
        won = self._why.member if self._why is not None else ""
        return next((row for row, bar in enumerate(self._order) if bar.member == won), -1)

    def spoken_place(self, row: int) -> QRect:
        shown, high = self._shown(), self.row * self.scale
        if self._order[row] not in shown:
            return QRect()
        top = TITLES * self.scale + shown.index(self._order[row]) * high
        return QRectF(0, top, self.width(), high).toAlignedRect() & self.rect()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        bar = self._find_bar_at(event.position().y())
        if bar is not None and event.button() == Qt.MouseButton.LeftButton:
            self.member_chosen.emit(bar.member)
            return
        super().mousePressEvent(event)

    # -- what fits -----------------------------------------------------------------------------------------------

    def _compute_foot_height(self) -> float:
        strip = STRIP if self._why is not None and self._why.draw >= 0 else 0
        # The second line of the legend stands closer than the first does to what is above it.
        return (strip + LEGEND + (len(self._legend_lines()) - 1) * LEGEND_LINE) if self._order else 0

    def _does_foot_fit(self) -> bool:
        return (
            self.height() >= (TITLES + min(3, len(self._order)) * self.row + self._compute_foot_height()) * self.scale
        )

    def _shown(self) -> tuple[Candidate, ...]:
        foot = self._compute_foot_height() if self._does_foot_fit() else 0.0
        room = int((self.height() / self.scale - foot - TITLES) / self.row + 0.05)
        if room >= len(self._order):
            return self._order
        won = self._why.member if self._why is not None else ""
        # Whoever spoke is never among those told in one line.
        best = sorted(self._order, key=lambda bar: (bar.member != won, -bar.probability))[: max(1, room - 1)]
        return tuple(bar for bar in self._order if bar in best)

    def _find_bar_at(self, y: float) -> Candidate | None:
        row = int((y - TITLES * self.scale) // (self.row * self.scale))
        shown = self._shown()
        return shown[row] if 0 <= row < len(shown) else None

    def _columns(self) -> Columns:
        metrics = QFontMetricsF(self.face(strong=True))
        names = max(metrics.horizontalAdvance(self._name(bar.member)) for bar in self._order)
        face = 2 * FACE * self.scale + 6
        bars = face + min(names + 12, self.width() * 0.24, 120 * self.scale)
        if self._why is not None and self._why.draw >= 0:
            bars = max(bars, self._title_width(self._draw_word()) + 4)
        number, wide = metrics.horizontalAdvance("0.00") + 12, self.width() / self.scale
        share = max(number, self._title_width(self.tr("probability")))
        gauge = 44 * self.scale if wide >= WIDE else 0.0
        weight = max(number, self._title_width(self.tr("weight"))) if wide >= MEDIUM else 0.0
        end = self.width() - 4 - max(share, gauge + number + 12 if gauge else 0.0)
        return Columns(bars, max(20.0, end - weight - bars - 4), end if weight else 0.0, self.width() - 4, gauge)

    def _title_width(self, title: str) -> float:
        return QFontMetricsF(self.face(small=True)).horizontalAdvance(title) + 8

    # -- words ---------------------------------------------------------------------------------------------------

    def _format_percent(self, probability: float) -> str:
        if 0 < probability < 0.005:
            return self.tr("<1%")
        return self.tr("{share}%").format(share=round(probability * 100))

    def _measure_left_out_room(self, columns: Columns) -> float:
        """Pixels that there are beside the columns' titles for who could not be chosen."""
        title = self.tr("weight") if columns.weight else self.tr("probability")
        return (columns.weight or columns.share) - self._title_width(title) - 8

    def _format_left_out(self, columns: Columns | None = None) -> str:
        """Return who could not be chosen, as far as there is room beside the columns' titles."""
        told = self.tr("Not in the draw: {names}").format(names=", ".join(self._out))
        if columns is None:
            return told
        metrics = QFontMetricsF(self.face(small=True))
        return metrics.elidedText(told, Qt.TextElideMode.ElideRight, self._measure_left_out_room(columns))

    def _terms(self, bar: Candidate) -> str:
        name = self._name(bar.member)
        parts = [
            self.tr("base {value}").format(value=self.decimal(bar.base)),
            self.tr("affinity {value}").format(value=self.signed(bar.affinity)),
            self.tr("share of talk {value}").format(value=self.signed(bar.recency)),
            self.tr("jitter {value}").format(value=self.signed(bar.jitter)),
        ]
        if bar.bonus:
            parts.append(self.tr("bonus {value}").format(value=self.signed(bar.bonus)))
        weight = self.tr("weight {value}").format(value=self.decimal(bar.weight))
        return f"{name}: {', '.join(parts)}; {weight}, {self._format_percent(bar.probability)}"

    def _describe_selection_aloud(self) -> str:
        if self._why is None:
            return self.tr("Nobody was selected at this turn.")
        head = ". ".join(part for part in (self.heading(), self._why.reason, self.draw_text()) if part)
        out = [self._format_left_out()] if self._out else []
        ranked = sorted(self._order, key=lambda bar: -bar.probability)[:12]
        return ". ".join([head, *map(self._terms, ranked), *out])

    # -- drawing -------------------------------------------------------------------------------------------------

    def _build_plain_font(self) -> QFont:
        font = self.face()
        font.setWeight(QFont.Weight.Normal)
        return font

    def _paint_empty(self, painter: QPainter) -> None:
        text = self.tr(
            "Nobody was weighed at this turn. When a speaker is selected, each candidate's chances stand here."
        )
        if self._why is not None:
            text = self._why.reason or self.tr("This speaker was chosen without a draw.")
        flags = Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft | Qt.TextFlag.TextWordWrap
        room = self.rect().adjusted(0, 2, 0, 0).toRectF()
        self._write(painter, room, text, "secondary", self._build_plain_font(), int(flags))

    def _paint_titles(self, painter: QPainter, columns: Columns) -> None:
        tall = TITLES * self.scale
        if self._out:
            self._write(
                painter,
                QRectF(0, 0, self._measure_left_out_room(columns), tall),
                self._format_left_out(columns),
                "secondary",
            )
        if columns.weight:
            self._write(painter, QRectF(0, 0, columns.weight, tall), self.tr("weight"), "secondary", None, RIGHT)
        self._write(painter, QRectF(0, 0, columns.share, tall), self.tr("probability"), "secondary", None, RIGHT)

    def _paint_row(self, painter: QPainter, columns: Columns, top: float, bar: Candidate) -> None:
        theme, height = self.theme, self.row * self.scale
        chosen = self._why is not None and bar.member == self._why.member
        if chosen:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(theme.colour("accent_soft"))
            painter.drawRoundedRect(QRectF(0, top + 1, self.width(), height - 2), 5, 5)
        font, radius = self.face(strong=chosen), FACE * self.scale
        if (member := self._members.get(bar.member)) is not None:
            paint_avatar(painter, QPointF(radius + 2, top + height / 2), radius, replace(member, speaking=False), theme)
        left = 2 * radius + 8
        name = QFontMetricsF(font).elidedText(
            self._name(bar.member), Qt.TextElideMode.ElideMiddle, columns.bars - left - 6
        )
        self._write(painter, QRectF(left, top, columns.bars - left, height), name, "text", font)
        self._paint_bar(painter, columns, top + (self.row - BAR) / 2 * self.scale, bar)
        if columns.weight:
            room = QRectF(0, top, columns.weight, height)
            self._write(painter, room, self.decimal(bar.weight), "text" if chosen else "secondary", font, RIGHT)
        told = self.decimal(bar.probability)
        self._write(
            painter, QRectF(0, top, columns.share, height), told, "text" if chosen else "secondary", font, RIGHT
        )
        if columns.gauge:
            right = columns.share - QFontMetricsF(font).horizontalAdvance("0.00") - 8
            gauge = QRectF(right - columns.gauge, top + height / 2 - 1.5, columns.gauge, 3)
            painter.fillRect(gauge, theme.colour("border"))
            gauge.setWidth(columns.gauge * min(1.0, bar.probability))
            painter.fillRect(gauge, theme.colour("accent" if chosen else "secondary"))
