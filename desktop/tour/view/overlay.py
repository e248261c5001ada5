"""The dimmed window of the tour, with a hole at what a step points at; beside the hole the step's card: what it says,
what it asks for, and the way on, back and out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QColor,
    QKeyEvent,
    QPainter,
    QPainterPath,
    QPaintEvent,
    QRegion,
)
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import STRETCH, across, upright
from parley.desktop.widgets.painted import ink, stroke
from parley.desktop.widgets.parts import worded
from parley.desktop.widgets.themed import Themed

WIDE = 340
"""Pixels at a text scale of 1."""


@dataclass(frozen=True, slots=True)
class CardFigure:
    """What stands on it. `at` counts from 0; `task` is "" where nothing is asked for; `done`, whether it was done."""

    at: int
    steps: int
    title: str
    text: str
    task: str = ""
    done: bool = False

    @property
    def last(self) -> bool:
        """Whether no step comes behind it."""
        return self.at + 1 == self.steps


class StepCard(Themed, QFrame):
    """The keyboard stands on the card itself, so that the keys of the run still go to the run; Tab leads to its
    buttons.

    Signals: `next_wanted()`, `back_wanted()`, `end_wanted()`.
    """

    next_wanted = Signal()
    back_wanted = Signal()
    end_wanted = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("StepCard")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.figure = CardFigure(0, 1, "", "")
        self.title, self.text = worded("", "heading"), worded()
        self.sign, self.task = QLabel(), worded("", "strong")
        self.progress = worded("", "small", wrap=False)
        self.end = QPushButton(self.tr("End the tour"))
        self.back, self.next = QPushButton(self.tr("Back")), QPushButton(self.tr("Next"))
        self.end.setToolTip(self.tr("End the tour (Esc)"))
        for button in (self.end, self.back):
            button.setProperty("quiet", True)
        self.next.setProperty("primary", True)
        for button, signal in (
            (self.end, self.end_wanted), (self.back, self.back_wanted), (self.next, self.next_wanted),
        ):  # fmt: skip
            button.clicked.connect(signal)
        self._asked = QWidget()
        asked: QHBoxLayout = across(
            (self.sign, 0, Qt.AlignmentFlag.AlignTop), (self.task, 1), within=self._asked, margins=0, spacing=8
        )
        asked.setAlignment(Qt.AlignmentFlag.AlignTop)
        head = across((self.title, 1), (self.progress, 0, Qt.AlignmentFlag.AlignTop), spacing=10)
        foot = across(self.end, STRETCH, self.back, self.next, spacing=4)
        upright(head, self.text, self._asked, foot, within=self, margins=(18, 14, 14, 12), spacing=8)
        self._restyle()

    def show_figure(self, figure: CardFigure) -> None:
        """Show a step, and have it read out where it says something new."""
        said, self.figure = self.accessibleName(), figure
        self.title.setText(figure.title)
        self.text.setText(figure.text)
        self.task.setText(figure.task)
        self._asked.setVisible(bool(figure.task))
        self.progress.setText(self.tr("{0} of {1}").format(figure.at + 1, figure.steps))
        self.back.setVisible(figure.at > 0)
        self.next.setText(self.tr("My own run…") if figure.last else self.tr("Next"))
        done = self.tr("Done.") if figure.done else ""
        parts = (self.progress.text(), figure.title, figure.text, figure.task, done)
        name = " ".join(part for part in parts if part)
        self.setAccessibleName(name)
        self._restyle()
        if name != said:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, name))

    def fit(self) -> None:
        """Take the size that the words want."""
        self.setFixedWidth(round(WIDE * self.scale))
        layout = self.layout()
        if layout is not None:
            layout.activate()
            self.setFixedHeight(layout.totalHeightForWidth(self.width()))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter goes on where nothing is asked for; Esc ends it from the buttons too."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.hasFocus():
            self.next_wanted.emit()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Return a click on the card is no click on what lies below it."""
        mouse = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease, QEvent.Type.Wheel)
        return super().event(event) or event.type() in mouse

    def _restyle(self) -> None:
        done = self.figure.done
        sign, role = ("ph.check-circle-fill", "good") if done else ("ph.hand-pointing-fill", "accent")
        side = round(18 * self.scale)
        self.sign.setPixmap(icon(sign, self.theme.colour(role)).pixmap(side, side))


ROUND, AROUND = 10, 5
"""Pixels of the hole's corners, and between its edge and what it shows."""
GAP, EDGE = 14, 12
"""Pixels between the hole and the card, and between the card and the window's edge."""
DIM = 0.52
FOLLOW_MS = 120
"""How often it is looked whether what is pointed at has moved: docks do so without telling."""


class Overlay(Themed, QWidget):
    """Lies over a window and follows it. Clicks go through the hole, and nowhere else beside the card.

    `where` says where the hole is, in the window's pixels; empty where there is nothing to point at.
    """

    def __init__(self, window: QWidget, where: Callable[[], QRect]) -> None:
        super().__init__(window)
        self.setObjectName("TourOverlay")
        self._where = where
        self.hole = QRect()
        self.card = StepCard(self)
        self._following = QTimer(self, interval=FOLLOW_MS)
        self._following.timeout.connect(self.follow)
        self._following.start()
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Be as large as the window."""
        if watched is self.parent() and event.type() == QEvent.Type.Resize:
            self.follow()
        return False

    def follow(self) -> None:
        """Take the window's size, and stand where what is pointed at stands now."""
        window = self.parentWidget()
        if window is None:
            return
        if self.geometry() != window.rect():
            self.setGeometry(window.rect())
        found = self._where()
        hole = found.adjusted(-AROUND, -AROUND, AROUND, AROUND).intersected(self.rect()) if found.isValid() else QRect()
        if hole != self.hole:
            self.hole = hole
            self.raise_()
        self.place_card()

    def place_card(self) -> None:
        """Stand beside the hole, where there is room for the card, and cut the hole out, so that clicks go through."""
        self.card.fit()
        self.card.move(self._choose_card_spot())
        hole = QRectF(self.hole)
        through = QRegion() if hole.isEmpty() else QRegion(_make_rounded_path(hole).toFillPolygon().toPolygon())
        self.setMask(QRegion(self.rect()) - through + QRegion(self.card.geometry()))
        self.update()

    def _choose_card_spot(self) -> QPoint:
        size = self.card.size()
        room = self.rect().adjusted(EDGE, EDGE, -EDGE, -EDGE)
        for spot in self._spots(size):
            box = QRect(spot, size)
            left = max(room.left(), min(box.left(), room.right() - size.width()))
            top = max(room.top(), min(box.top(), room.bottom() - size.height()))
            moved = QRect(QPoint(left, top), size)
            if room.contains(moved) and not moved.intersects(self.hole):
                return moved.topLeft()
        # Nowhere beside it: in its lower right corner, where most views have the least.
        if not self.hole.isEmpty():
            return self.hole.bottomRight() - QPoint(size.width() + GAP, size.height() + GAP)
        return self.rect().center() - QPoint(size.width() // 2, size.height() // 2)

    def _spots(self, size: QSize) -> Iterator[QPoint]:
        """Right, left, below and above the hole."""
        hole = self.hole
        if hole.isEmpty():
            return
        across, down = hole.center().x() - size.width() // 2, hole.center().y() - size.height() // 2
        yield QPoint(hole.right() + GAP, down)
        yield QPoint(hole.left() - GAP - size.width(), down)
        yield QPoint(across, hole.bottom() + GAP)
        yield QPoint(across, hole.top() - GAP - size.height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        """Paint the dark, without the hole."""
        with QPainter(self) as painter:
            painter.setRenderHint(QPainter.RenderHint.Antialiasing)
            dark = QPainterPath()
            dark.addRect(QRectF(self.rect()))
            hole = QRectF(self.hole)
            if not hole.isEmpty():
                dark = dark.subtracted(_make_rounded_path(hole))
            shade = QColor(0, 0, 0)
            shade.setAlphaF(DIM)
            painter.fillPath(dark, shade)
            if not hole.isEmpty():
                ink(painter, stroke(self.theme.colour("accent"), 2))
                painter.drawRoundedRect(hole.adjusted(-1, -1, 1, 1), ROUND + 1, ROUND + 1)

    def end(self) -> None:
        """Go away."""
        self._following.stop()
        if (window := self.parentWidget()) is not None:
            window.removeEventFilter(self)
        self.hide()
        self.deleteLater()


def _make_rounded_path(hole: QRectF) -> QPainterPath:
    path = QPainterPath()
    path.addRoundedRect(hole, ROUND, ROUND)
    return path
