"""The card of a step: what it says, what it asks for, and the way on, back and out."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QWidget

from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import STRETCH, hbox, vbox
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
        asked: QHBoxLayout = hbox(
            (self.sign, 0, Qt.AlignmentFlag.AlignTop), (self.task, 1), within=self._asked, margins=0, spacing=8
        )
        asked.setAlignment(Qt.AlignmentFlag.AlignTop)
        head = hbox((self.title, 1), (self.progress, 0, Qt.AlignmentFlag.AlignTop), spacing=10)
        foot = hbox(self.end, STRETCH, self.back, self.next, spacing=4)
        vbox(head, self.text, self._asked, foot, within=self, margins=(18, 14, 14, 12), spacing=8)
        self._apply_theme()

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
        self._apply_theme()
        if name != said:
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, name))

    def fit(self) -> None:
        """Take the size that the words want."""
        self.setFixedWidth(round(WIDE * self.scale))
        layout = self.layout()
        if layout is not None:
            layout.activate()
            self.setFixedHeight(layout.totalHeightForWidth(self.width()))  # wrapping words have no size hint

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Go on with Enter while the card itself has the keyboard."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.hasFocus():
            self.next_wanted.emit()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Keep clicks and the wheel on the card from what lies below it."""
        mouse = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonRelease, QEvent.Type.Wheel)
        return super().event(event) or event.type() in mouse  # True: Qt does not hand it on to the parent

    def _apply_theme(self) -> None:
        done = self.figure.done
        sign, role = ("ph.check-circle-fill", "good") if done else ("ph.hand-pointing-fill", "accent")
        side = round(18 * self.scale)
        self.sign.setPixmap(icon(sign, self.theme.colour(role)).pixmap(side, side))
