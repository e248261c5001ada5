"""A turn drawn again: what else could have been said, side by side, each to be kept as a branch."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QSizePolicy, QToolButton, QWidget

from parley.desktop.what_if.figures import CardFigure, WhatIfFigure
from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import across, upright
from parley.desktop.widgets.plain import tooltip
from parley.desktop.widgets.theme import font
from parley.desktop.widgets.themed import Themed

CARD = (268, 86)
"""The least width of a card and its height, in pixels at a text scale of 1."""


class Card(Themed, QFrame):
    """One way; Enter keeps it. Signals: `kept(number)`."""

    kept = Signal(int)

    def __init__(self, figure: CardFigure, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Card")
        self.figure = figure
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.name, self.beside, self.words = ElidedLabel(), QLabel(), QLabel()
        self.beside.setProperty("role", "secondary")
        self.words.setWordWrap(True)
        self.words.setTextFormat(Qt.TextFormat.PlainText)
        self.words.setAlignment(Qt.AlignmentFlag.AlignTop | Qt.AlignmentFlag.AlignLeft)
        # A long line is seen as far as there is room; the tool tip has all of it.
        self.words.setMinimumHeight(0)
        self.words.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Ignored)
        self.keep = QPushButton()
        self.keep.setProperty("quiet", True)
        self.keep.setToolTip(self.tr("Keep as branch"))
        self.keep.clicked.connect(lambda: self.kept.emit(self.figure.number))
        head = across((self.name, 1), self.beside, self.keep, spacing=6)
        upright(head, (self.words, 1), within=self, margins=(10, 6, 10, 6), spacing=2)
        self.show_figure(figure)
        self._restyle()

    def show_figure(self, figure: CardFigure) -> None:
        """Show a way."""
        self.figure = figure
        self.keep.setVisible(bool(figure.number and figure.member and not figure.problem))
        self.keep.setEnabled(not figure.kept)
        self.keep.setText(self.tr("Kept") if figure.kept else self.tr("Keep"))
        told = self.told()
        self.setAccessibleName(told)
        self.keep.setAccessibleDescription(told)
        self.setToolTip(tooltip(figure.problem or figure.text))
        spoken = figure.member is not None and not figure.problem
        self.name.set_whole(figure.member.name if figure.member is not None else "")
        self.beside.setText(self.note())
        self.words.setText(f"“{' '.join(figure.text.split())}”" if spoken else told)
        self._colour_member_name()

    def told(self) -> str:
        """Return the card in words."""
        figure = self.figure
        if figure.problem:
            return figure.problem
        if figure.member is None:
            return self.tr("being drawn…")
        return ", ".join(part for part in (figure.member.name, self.note(), figure.text) if part)

    def note(self) -> str:
        """Return what stands beside the name."""
        figure, parts = self.figure, []
        if not figure.number:
            parts.append(self.tr("as it was"))
        if figure.chance >= 0:
            parts.append(f"p {self.locale().toString(figure.chance, 'f', 2)}")
        if figure.same:
            parts.append(self.tr("the same words"))
        return " · ".join(parts)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter keeps it."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.keep.isVisible() and self.keep.isEnabled():
            self.kept.emit(self.figure.number)
        else:
            super().keyPressEvent(event)

    def _colour_member_name(self) -> None:
        member = self.figure.member
        colour = self.theme.member(member.colour) if member is not None else self.theme.colour("secondary")
        self.name.setStyleSheet(f"color: {colour.name()};")

    def _restyle(self) -> None:
        theme = self.theme
        self.setStyleSheet(
            f"#Card {{ background: {theme.raised}; border: 1px solid {theme.border}; border-radius: 8px; }}"
            f"#Card:focus {{ border-color: {theme.accent}; }}"
        )
        self.beside.setFont(font(12, scale=self.scale))
        self.name.setFont(font(13, QFont.Weight.DemiBold, scale=self.scale))
        self.words.setFont(font(13, scale=self.scale))
        self.keep.setIcon(icon("ph.git-branch", self.theme.colour("accent")))
        pad = round(6 * self.scale)
        self.keep.setStyleSheet(f"QPushButton {{ padding: 0 {pad}px; min-height: 0; }}")
        width, low = (round(each * self.scale) for each in CARD)
        self.setMinimumWidth(width)
        self.setFixedHeight(low)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._colour_member_name()


class WhatIfView(Themed, QFrame):
    """A strip above the timeline.

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
        self._update_more_icon()
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
                self.cards.append(card)
                self._row.addWidget(card, 1)
            elif self.cards[at].figure != each:
                self.cards[at].show_figure(each)
        self._area.setVisible(bool(figures))
        self._fit()

    def _on_more(self) -> None:
        if self._figure.drawing:
            self.cancelled.emit()
        else:
            self.more_wanted.emit()

    def _update_more_icon(self) -> None:
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
        self._update_more_icon()
        self.close_button.setIcon(icon("ph.x", theme.colour("secondary")))
        self._fit()
