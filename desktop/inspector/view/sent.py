"""Whose payload is shown, how much of it there is, and what was answered: above and below its rows."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QPainter, QPainterPath, QPaintEvent, QPen
from PySide6.QtWidgets import QButtonGroup, QFrame, QHBoxLayout, QPushButton, QSizePolicy, QWidget

from parley.desktop.inspector.figures import SentFigure
from parley.desktop.inspector.view.pane import Label
from parley.desktop.run.figures import MemberFigure
from parley.desktop.widgets.bars import mixed
from parley.desktop.widgets.layouts import across, upright
from parley.desktop.widgets.plain import literal, tooltip
from parley.desktop.widgets.themed import Themed

BAR = 12
"""Pixels of the bar's height at a text scale of 1."""
LONGEST_ANSWER = 420
"""Characters of an answer that are shown below what was sent."""


class Lens(Themed, QFrame):
    """Whose side is seen, as switches in one frame. Signals: `side_chosen(place)`."""

    side_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self.setObjectName("lens")
        self.setAccessibleName(self.tr("Whose side is seen"))
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        self._group = QButtonGroup(self)
        self._group.idClicked.connect(self.side_chosen)
        self._row = QHBoxLayout(self)
        self._row.setContentsMargins(2, 2, 2, 2)
        self._row.setSpacing(2)
        self.buttons: list[QPushButton] = []
        self._restyle()

    def show_sides(self, members: Sequence[MemberFigure], chosen: int) -> None:
        """Offer these, of which one is seen; with fewer than two there is nothing to choose."""
        while len(self.buttons) < len(members):
            button = QPushButton()
            button.setCheckable(True)
            self._group.addButton(button, len(self.buttons))
            self._row.addWidget(button)
            self.buttons.append(button)
        for at, button in enumerate(self.buttons):
            button.setVisible(at < len(members))
            if at < len(members):
                name = self.tr("{0}'s side").format(members[at].name)
                button.setText(literal(name))
                button.setToolTip(tooltip(name))
                button.setChecked(at == chosen)
        self.setVisible(len(members) > 1)

    def _restyle(self) -> None:
        theme, size = self.theme, round(11.5 * self.scale)
        self.setStyleSheet(
            f"#lens {{ background: {theme.raised}; border: 1px solid {theme.border}; border-radius: 8px; }}"
            f"#lens QPushButton {{ border: 1px solid transparent; border-radius: 6px; background: transparent;"
            f" color: {theme.secondary}; padding: 2px 9px; font-size: {size}px; font-weight: 600; min-height: 16px; }}"
            f"#lens QPushButton:checked {{ background: {theme.surface}; border-color: {theme.border};"
            f" color: {theme.text}; }}"
            f"#lens QPushButton:focus {{ border-color: {theme.accent}; }}"
        )


class TokenBar(Themed, QWidget):
    """All that was sent as one bar, in scale with its tokens: how much of it came from the cache, and where the system
    prompt ends, which is reckoned by letters."""

    def __init__(self) -> None:
        super().__init__()
        self.cached, self.system = 0.0, 0.0
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_parts(self, cached: float, system: float, told: str) -> None:
        """Show these parts of the whole, 0 to 1."""
        self.cached, self.system = cached, system
        self.setAccessibleName(told)
        self.setToolTip(tooltip(told))
        self.update()

    def sizeHint(self) -> QSize:
        return QSize(160, round(BAR * self.scale))

    def paintEvent(self, _event: QPaintEvent) -> None:
        painter, theme = QPainter(self), self.theme
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box, outline = QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), QPainterPath()
        outline.addRoundedRect(box, 3, 3)
        painter.fillPath(outline, theme.colour("surface"))
        painter.setClipPath(outline)
        accent, surface = theme.colour("accent"), theme.colour("surface")
        kept = QRectF(box.left(), box.top(), box.width() * self.cached, box.height())
        painter.fillRect(kept, mixed(accent, surface, 0.28))
        first = QRectF(box.left(), box.top(), box.width() * self.system, box.height())
        painter.fillRect(first, mixed(accent, surface, 0.52 if self.system <= self.cached else 0.16))
        painter.setClipping(False)
        painter.setPen(QPen(theme.colour("border"), 1.0))
        painter.drawPath(outline)
        if 0 < self.cached < 1:
            painter.setPen(QPen(accent, 2.0))
            painter.drawLine(kept.topRight(), kept.bottomRight())
        painter.end()


class SentHead(QWidget):
    """For which turn, as whom, how many tokens. Signals: `side_chosen(place)`."""

    side_chosen = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._low = self._turns = False
        self.lens, self.bar = Lens(), TokenBar()
        self.lens.side_chosen.connect(self.side_chosen)
        self.title = Label(weight=QFont.Weight.DemiBold)
        self.spent = Label(role="secondary", size=11)
        self.spent.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.spent.setWordWrap(False)
        self.parts = Label(role="secondary", size=11)
        self.note = Label(role="secondary", size=11)
        head = across((self.title, 1), self.spent, margins=0, spacing=8)
        upright(self.lens, head, self.bar, self.parts, self.note, within=self, margins=(0, 2, 10, 4), spacing=5)

    def set_low(self, low: bool) -> None:
        """Leave out what is not needed to read the rest."""
        self._low = low
        self.note.setVisible(self._turns and not low)

    def show_sent(self, sides: Sequence[SentFigure], chosen: int) -> None:
        """Show what was sent to one of the sides."""
        sent = sides[chosen]
        number = self.locale().toString
        self.lens.show_sides([side.member for side in sides if side.member is not None], chosen)
        name = sent.member.name if sent.member else ""
        self.title.setText(self.tr("For turn {0}, as {1} saw it").format(number(sent.turn), name) if name else "")
        whole = sent.fresh + sent.read + sent.written
        words = [self.tr("{0} tokens").format(number(whole))] if whole else []
        if sent.latency:
            words.append(self.tr("{seconds} s").format(seconds=number(float(sent.latency), "f", 1)))
        self.spent.setText(" · ".join(words))
        share = sent.read / whole if whole else 0.0
        letters = sum(len(row.text) for row in sent.rows)
        first = sum(len(row.text) for row in sent.rows if row.role == "system")
        system = first / letters if letters else 0.0
        told = [self.tr("system about {0}").format(number(round(whole * system)))] if first and whole else []
        if whole:
            told.append(self.tr("cached {0} · {1} %").format(number(sent.read), number(round(100 * share))))
            told.append(self.tr("new {0}").format(number(whole - sent.read)))
        self.parts.setText("   ".join(told))
        self.bar.show_parts(share, system, ", ".join(told))
        for part in (self.bar, self.parts):
            part.setVisible(bool(whole))
        self.note.setText(
            self.tr("Roles turn with the side: each reads itself as the assistant, the other as the user.")
        )
        self._turns = len(sides) > 1
        self.note.setVisible(self._turns and not self._low)


class Answer(Themed, QFrame):
    """What was answered to it."""

    def __init__(self) -> None:
        super().__init__()
        self.there = False
        self.name = Label(weight=QFont.Weight.DemiBold)
        self.spent = Label(role="secondary", size=11)
        self.spent.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.spent.setWordWrap(False)
        self.text = Label()
        head = across((self.name, 1), self.spent, margins=0)
        upright(head, self.text, within=self, margins=(2, 7, 10, 4), spacing=3)

    def show_answer(self, sent: SentFigure) -> None:
        """Have the answer of a side; without one there is nothing to show."""
        self.there = bool(sent.answer) and sent.member is not None
        if sent.member is None:
            return
        number, text = self.locale().toString, sent.answer
        self.name.setText(self.tr("{0} answered").format(sent.member.name))
        words = [self.tr("{0} tokens").format(number(sent.out))] if sent.out else []
        self.spent.setText(" · ".join([*words, self.tr("turn {0}").format(number(sent.turn))]))
        self.text.setText(text if len(text) <= LONGEST_ANSWER else text[: LONGEST_ANSWER - 1] + "…")
        self.text.setToolTip(tooltip(text) if len(text) > LONGEST_ANSWER else "")
