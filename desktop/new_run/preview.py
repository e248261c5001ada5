"""What would begin: the room and who is in it, who opens, what is sent first, and how long and dear it will be."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QPixmap, QResizeEvent
from PySide6.QtWidgets import QFrame, QLabel, QWidget

from parley.desktop.widgets.layouts import STRETCH, upright
from parley.desktop.widgets.parts import worded
from parley.desktop.widgets.themed import Themed

WIDTH, NARROW, HIGH = 292, 216, 150
"""Pixels at a text scale of 1, of the column, where there is little room too, and of the picture."""
ALONE, ALONE_HIGH = 620, 260
"""The same where it stands in the place of the rows: its most width, and the picture's height."""
FIRST_WORDS = 420
"""Characters of what is sent first that are shown here."""


@dataclass(frozen=True, slots=True)
class PreviewFigure:
    """What is known of a run that has not begun: `opener` and `present` in words, the beginning of what is sent first,
    and how long it will be."""

    opener: str = ""
    present: str = ""
    first: str = ""
    length: str = ""


class Painted(Protocol):
    """A run that can be drawn."""

    def paint(self, size: QSize, ratio: float) -> tuple[QPixmap, str]:
        """Its picture, and what stands on it."""
        ...


class Preview(Themed, QFrame):
    """The column at the right."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Preview")
        self.setAccessibleName(self.tr("Preview"))
        self._run: Painted | None = None
        self._wide: float = WIDTH
        self._high = HIGH
        self.picture = QLabel()
        self.picture.setAlignment(Qt.AlignmentFlag.AlignCenter)
        begins, sent = self.tr("Who begins"), self.tr("What is sent first")
        heads = (self.tr("In the room"), begins, self.tr("Length and money"), sent)
        self.present, self.opener, self.length, self.first = (worded(role="small") for _head in heads)
        rows: list[QWidget] = []
        for head, words in zip(heads, (self.present, self.opener, self.length, self.first), strict=True):
            words.setAccessibleName(head)
            words.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
            words.setMinimumWidth(0)
            rows += [worded(head, "caps", wrap=False), words]
        upright(self.picture, *rows, STRETCH, within=self, margins=(12, 12, 12, 8), spacing=4)
        self._restyle()

    def show_figure(self, figure: PreviewFigure, run: Painted | None) -> None:
        """Show what would begin; of what does not fit together nothing is known."""
        self._run = run
        for label, text in (
            (self.present, figure.present), (self.opener, figure.opener), (self.length, figure.length),
            (self.first, figure.first),
        ):  # fmt: skip
            label.setText(text or "–")
        self.setAccessibleDescription(" ".join((figure.present, figure.opener, figure.length)))
        self._draw()

    def set_narrow(self, narrow: bool) -> None:
        """Take less room."""
        self._wide, self._high = NARROW if narrow else WIDTH, HIGH
        self._restyle()

    def set_alone(self, room: int) -> None:
        """Take so many pixels, as far as they are of use."""
        self._wide, self._high = min(ALONE, room / self.scale), ALONE_HIGH
        self._restyle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._draw()

    def _draw(self) -> None:
        size = QSize(max(40, self.width() - 24), round(self._high * self.scale))
        if self._run is None:
            self.picture.clear()
            return
        self.picture.setPixmap(self._run.paint(size, self.devicePixelRatioF())[0])

    def _restyle(self) -> None:
        self.setFixedWidth(round(self._wide * self.scale))
        self.picture.setFixedHeight(round(self._high * self.scale))
        self._draw()
