"""A turn drawn again: what else could have been said, side by side, each to be kept as a branch."""

from __future__ import annotations

from PySide6.QtCore import QPointF, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetricsF, QKeyEvent, QPainter, QPaintEvent, QPen, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QPushButton, QScrollArea, QSizePolicy, QToolButton, QWidget

from parley.desktop.what_if.figures import CardFigure, WhatIfFigure
from parley.desktop.widgets.avatar import paint_avatar
from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import across, upright
from parley.desktop.widgets.painted import LEFT, NO_PEN, ink, write
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.theme import font
from parley.desktop.widgets.themed import Themed

WIDGET_MOST = 16_777_215
"""What Qt takes for no limit of a height."""
CARD = (268, 86)
"""The least width of a card and its height, in pixels at a text scale of 1."""
SHOWN_LINES, LINE = 2, 20
"""Lines of a low card, and pixels of each at a text scale of 1; a tall one shows what it has room for."""


class Card(Themed, QFrame):
    """One way. Signals: `kept(number)`."""

    kept = Signal(int)

    def __init__(self, figure: CardFigure, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.figure = figure
        self._tall = False
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.keep = QPushButton(self)
        self.keep.setProperty("quiet", True)
        self.keep.clicked.connect(lambda: self.kept.emit(self.figure.number))
        self.show_figure(figure)
        self._restyle()

    def show_figure(self, figure: CardFigure) -> None:
        """Show a way."""
        self.figure = figure
        self.keep.setVisible(bool(figure.number and figure.member and not figure.problem))
        self.keep.setEnabled(not figure.kept)
        told = self.told()
        self.setAccessibleName(told)
        self.setToolTip(tooltip(figure.problem or figure.text))
        self.keep.setToolTip(self.tr("Keep as branch"))
        self.keep.setAccessibleDescription(told)
        self._place()
        self.update()

    def set_tall(self, tall: bool) -> None:
        """Take all the height that there is, or as little as can be."""
        if tall != self._tall:
            self._tall = tall
            self._restyle()

    def told(self) -> str:
        """The card in words."""
        figure = self.figure
        if figure.problem:
            return figure.problem
        if figure.member is None:
            return self.tr("being drawn…")
        return ", ".join(part for part in (figure.member.name, self.note(), figure.text) if part)

    def note(self) -> str:
        """What stands beside the name."""
        figure, parts = self.figure, []
        if not figure.number:
            parts.append(self.tr("as it was"))
        if figure.chance >= 0:
            parts.append(f"p {self.locale().toString(figure.chance, 'f', 2)}")
        if figure.same:
            parts.append(self.tr("the same words"))
        return " · ".join(parts)

    def sizeHint(self) -> QSize:
        return QSize(round(CARD[0] * self.scale), round(CARD[1] * self.scale))

    def minimumSizeHint(self) -> QSize:
        return self.sizeHint()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._place()

    def _place(self) -> None:
        # In a narrow card the name and the probability come first.
        words = self.tr("Keep as branch") if self.width() >= round(320 * self.scale) else self.tr("Keep")
        self.keep.setText(self.tr("Kept") if self.figure.kept else words)
        hint = self.keep.sizeHint()
        self.keep.setGeometry(
            self.width() - hint.width() - round(6 * self.scale),
            round(6 * self.scale),
            hint.width(),
            round(26 * self.scale),
        )

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter keeps it."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.keep.isVisible() and self.keep.isEnabled():
            self.kept.emit(self.figure.number)
        else:
            super().keyPressEvent(event)

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint who, how likely, and what."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            theme, scale, figure = self.theme, self.scale, self.figure
            frame = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            edge = theme.colour("accent" if self.hasFocus() or figure.kept else "border")
            pen = QPen(edge, 1.5 if self.hasFocus() else 1)
            if figure.member is None and not figure.problem:
                pen.setDashPattern([4, 3])
            ink(painter, pen, theme.colour("raised" if figure.number else "surface"))
            painter.drawRoundedRect(frame, 8, 8)
            pad = 12 * scale
            head = QRectF(pad, 8 * scale, self.width() - 2 * pad, 22 * scale)
            if figure.member is None:
                words = figure.problem or self.tr("being drawn…")
                box = QRectF(pad, 8 * scale, self.width() - 2 * pad, self.height() - 16 * scale)
                flags = int(LEFT) | int(Qt.TextFlag.TextWordWrap)
                write(painter, box, words, font(13, scale=scale), theme.colour("secondary"), flags)
                return
            radius = 11 * scale
            paint_avatar(painter, QPointF(pad + radius, head.center().y()), radius, figure.member, theme)
            left = pad + 2 * radius + 8 * scale
            right = self.keep.x() - 6 * scale if not self.keep.isHidden() else self.width() - pad
            face = font(13, QFont.Weight.DemiBold, scale=scale)
            small = font(12, scale=scale)
            note = self.note()
            room = max(0.0, right - left)
            name = QFontMetricsF(face).elidedText(figure.member.name, Qt.TextElideMode.ElideRight, room)
            write(
                painter, QRectF(left, head.top(), room, head.height()), name, face, theme.member(figure.member.colour)
            )
            left += QFontMetricsF(face).horizontalAdvance(name) + 8 * scale
            if right - left > 30 * scale:
                note = QFontMetricsF(small).elidedText(note, Qt.TextElideMode.ElideRight, right - left)
                write(
                    painter,
                    QRectF(left, head.top(), right - left, head.height()),
                    note,
                    small,
                    theme.colour("secondary"),
                )
            top = head.bottom() + 6 * scale
            room = self.height() - 8 * scale - top if self._tall else 44 * scale
            self._write_words(painter, QRectF(pad, top, self.width() - 2 * pad, room))

    def _write_words(self, painter: QPainter, box: QRectF) -> None:
        """The line, as many rows of it as have room."""
        face = font(13, scale=self.scale)
        metrics = QFontMetricsF(face)
        high = LINE * self.scale
        most = max(SHOWN_LINES, int(box.height() / high))
        words, rows = f"“{' '.join(self.figure.text.split())}”".split(" "), [""]
        for at, word in enumerate(words):
            longer = f"{rows[-1]} {word}".strip()
            if metrics.horizontalAdvance(longer) <= box.width() or not rows[-1]:
                rows[-1] = longer
            elif len(rows) < most:
                rows.append(word)
            else:
                rows[-1] = " ".join([rows[-1], *words[at:]])
                break
        for at, row in enumerate(rows):
            shown = metrics.elidedText(row, Qt.TextElideMode.ElideRight, box.width())
            write(
                painter,
                QRectF(box.left(), box.top() + at * high, box.width(), high),
                shown,
                face,
                self.theme.colour("text"),
            )
        ink(painter, NO_PEN)

    def _restyle(self) -> None:
        self.keep.setFont(font(12, QFont.Weight.DemiBold, scale=self.scale))
        self.keep.setIcon(icon("ph.git-branch", self.theme.colour("accent")))
        pad = round(6 * self.scale)
        self.keep.setStyleSheet(f"QPushButton {{ padding: 0 {pad}px; min-height: 0; }}")
        low = round(CARD[1] * self.scale)
        self.setMinimumHeight(low)
        self.setMaximumHeight(WIDGET_MOST if self._tall else low)
        vertical = QSizePolicy.Policy.Expanding if self._tall else QSizePolicy.Policy.Fixed
        self.setSizePolicy(QSizePolicy.Policy.Expanding, vertical)
        self.setMinimumWidth(round(CARD[0] * self.scale))
        self._place()
        self.update()


class WhatIfView(Themed, QFrame):
    """A strip below the stage, or a drawer over what stands there.

    Signals: `more_wanted()`, `cancelled()`, `kept(number)`, `closed()`, which also gives up what is being drawn.
    """

    more_wanted = Signal()
    cancelled = Signal()
    kept = Signal(int)
    closed = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("WhatIf")
        self.setAccessibleName(self.tr("What if"))
        self._figure = WhatIfFigure()
        self._tall = False
        self.caption, self.title, self.note = ElidedLabel(self.tr("What if").upper()), ElidedLabel(), ElidedLabel()
        self.note.setProperty("role", "secondary")
        self.more = QPushButton()
        self.more.clicked.connect(self._on_more)
        self.close_button = QToolButton()
        self.close_button.setAccessibleName(self.tr("Close"))
        self.close_button.setToolTip(self.tr("Close; what was not kept is let go (Esc)"))
        self.close_button.clicked.connect(self.closed)
        self.cards: list[Card] = []
        row = QWidget()
        self._row = QHBoxLayout(row)
        self._row.setContentsMargins(0, 0, 0, 0)
        self._row.setSpacing(10)
        self._area = QScrollArea()
        self._area.setWidget(row)
        self._area.setWidgetResizable(True)
        self._area.setFrameShape(QFrame.Shape.NoFrame)
        self._area.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        head = across(self.caption, self.title, (self.note, 1), self.more, self.close_button, spacing=8)
        upright(head, (self._area, 1), within=self, margins=(16, 8, 16, 8), spacing=6)
        self._restyle()
        self.hide()

    def show_figure(self, figure: WhatIfFigure) -> None:
        """Show the ways of a turn."""
        self._figure = figure
        number = self.locale().toString(figure.turn)
        if figure.last > figure.turn:
            last = self.locale().toString(figure.last)
            self.title.set_whole(self.tr("Draw turns {0} to {1} again").format(number, last))
        else:
            self.title.set_whole(self.tr("Draw turn {0} again").format(number))
        before = self.locale().toString(figure.turn - 1)
        shared = (
            self.tr("same talk up to turn {0}, other dice").format(before) if figure.turn > 1 else self.tr("other dice")
        )
        self.note.set_whole(figure.problem or figure.question or shared)
        self.more.setEnabled(not figure.problem)
        words = self.tr("Draw three") if figure.question else self.tr("Three more")
        self.more.setText(self.tr("Cancel") if figure.drawing else words)
        self._icon_more()
        pending = [CardFigure(-at - 1) for at in range(figure.drawing)]
        figures = [*figure.cards, *pending]
        while len(self.cards) > len(figures):
            card = self.cards.pop()
            card.hide()
            card.deleteLater()
        for at, each in enumerate(figures):
            if at == len(self.cards):
                card = Card(each)
                card.kept.connect(self.kept)
                card.set_tall(self._tall)
                self.cards.append(card)
                self._row.addWidget(card, 1)
            elif self.cards[at].figure != each:
                self.cards[at].show_figure(each)
        self._area.setVisible(bool(figures))
        self._fit()

    def set_tall(self, tall: bool) -> None:
        """Be as high as somebody makes it, its cards with all their words, or as low as can be."""
        if tall != self._tall:
            self._tall = tall
            for card in self.cards:
                card.set_tall(tall)
            self._fit()

    def _on_more(self) -> None:
        if self._figure.drawing:
            self.cancelled.emit()
        else:
            self.more_wanted.emit()

    def _icon_more(self) -> None:
        name = "ph.x-circle" if self._figure.drawing else "ph.shuffle"
        self.more.setIcon(icon(name, self.theme.colour("text"), self.theme.colour("faint")))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Escape closes it."""
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        """As high as its cards; a bar to scroll them needs room of its own."""
        if self._tall:
            for part in (self._area, self):
                part.setMinimumHeight(0)
                part.setMaximumHeight(WIDGET_MOST)
            return
        needed = len(self.cards) * (CARD[0] * self.scale + 10) - 10
        bar = 12 if needed > self.width() - 32 else 0
        self._area.setFixedHeight(round(CARD[1] * self.scale) + bar)
        self.setFixedHeight(round((50 if self._area.isHidden() else 54 + CARD[1]) * self.scale) + bar)

    def _restyle(self) -> None:
        theme, scale = self.theme, self.scale
        self.setStyleSheet(
            f"#WhatIf {{ background: {theme.surface}; border: 1px solid {theme.border}; border-radius: 8px; }}"
            f"#WhatIf QScrollArea, #WhatIf QScrollArea > QWidget > QWidget {{ background: transparent; }}"
        )
        self.caption.setFont(font(11, QFont.Weight.DemiBold, scale=scale))
        self.caption.setStyleSheet(f"color: {theme.secondary};")
        self.title.setFont(font(13, QFont.Weight.DemiBold, scale=scale))
        self.note.setFont(font(12, scale=scale))
        self._icon_more()
        self.close_button.setIcon(icon("ph.x", theme.colour("secondary")))
        self._fit()
