"""The kinds of runs as cards: a sign, a title, and in a line what it is."""

from __future__ import annotations

from PySide6.QtCore import QRectF, QSize
from PySide6.QtGui import QFont, QPainter, QPaintEvent
from PySide6.QtWidgets import QTabBar, QWidget

from parley.desktop.widgets.icons import has_icon, paint_icon
from parley.desktop.widgets.painted import ink, stroke, wrap_text, write
from parley.desktop.widgets.plain import escape_amp, make_tip
from parley.desktop.widgets.themed import Themed

HEIGHT, LEAST, GAP, RADIUS = 92, 112, 8, 8
"""Pixels at a text scale of 1."""
LINE, LINES, SIGN = 15, 3, 18
OTHERS = "ph.chats-circle"


class KindCards(Themed, QTabBar):
    """A row of cards, one chosen: by mouse, by Left and Right, as tabs are."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setDrawBase(False)
        self.setExpanding(True)
        self.setUsesScrollButtons(True)
        self._about: list[tuple[str, str, str]] = []

    def add(self, title: str, about: str, sign: str) -> None:
        """Add a kind: what it is called, what it is in a line, and its icon."""
        self._about.append((title, about, sign if has_icon(sign) else OTHERS))  # a package may name any
        at = self.addTab(escape_amp(title))
        self.setTabToolTip(at, make_tip(about))
        self.setAccessibleTabName(at, f"{title}: {about}")

    def tabSizeHint(self, _index: int) -> QSize:
        return QSize(round(LEAST * self.scale), round(HEIGHT * self.scale))

    def minimumTabSizeHint(self, index: int) -> QSize:
        return self.tabSizeHint(index)

    def minimumSizeHint(self) -> QSize:
        return QSize(round(LEAST * self.scale), round(HEIGHT * self.scale))

    def paintEvent(self, _event: QPaintEvent) -> None:
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme, scale = self.theme, self.scale
            for at, (title, about, sign) in enumerate(self._about):
                chosen = at == self.currentIndex()
                box = QRectF(self.tabRect(at)).adjusted(1, 1, -GAP, -1)
                edge = "accent" if chosen else "border"
                ink(painter, stroke(theme.colour(edge), 2 if chosen and self.hasFocus() else 1),
                    theme.colour("accent_soft" if chosen else "surface"))  # fmt: skip
                painter.drawRoundedRect(box, RADIUS, RADIUS)
                side = SIGN * scale
                mark = QRectF(box.left() + 10, box.top() + 10, side, side)
                paint_icon(painter, sign, mark, theme.colour("accent" if chosen else "secondary"))
                head, small = self.letters(13, QFont.Weight.DemiBold), self.letters(11.5)
                painter.setFont(head)
                first = QRectF(mark.right() + 7, mark.top(), box.right() - mark.right() - 14, side)
                (shown,) = wrap_text(painter, title, round(first.width()), 1) or [""]  # an empty title has no line
                write(painter, first, shown, head, theme.colour("text"))
                painter.setFont(small)
                for row, line in enumerate(wrap_text(painter, about, round(box.width() - 18), LINES)):
                    place = QRectF(
                        box.left() + 10, mark.bottom() + 6 + row * LINE * scale, box.width() - 18, LINE * scale
                    )
                    write(painter, place, line, small, theme.colour("secondary"))
