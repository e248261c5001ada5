"""A clip: a span of turns as an animated picture of the plan and the bubbles, or of what the mode shows instead."""

from __future__ import annotations

import asyncio
import io
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from PySide6.QtCore import QRect, QRectF, QSize, Qt
from PySide6.QtGui import QFont, QFontMetricsF, QImage, QPainter, QRegion
from PySide6.QtWidgets import QWidget

from parley.core.base.errors import ParleyError
from parley.core.export.base import Progress, save
from parley.core.office.plan import Plan
from parley.core.studio.reading import Opened
from parley.desktop.docks import load
from parley.desktop.floor_plan.figures import FloorFigure
from parley.desktop.floor_plan.view.view import FloorPlanView
from parley.desktop.run.model import RunModel
from parley.desktop.widgets.theme import LOOK, font

if TYPE_CHECKING:
    from PIL.Image import Image

FORMATS = {"gif": "GIF", "webp": "WEBP", "png": "PNG"}
"""The kinds of animated picture, each with its name in Pillow."""
STRIP = 40
"""Pixels of the strip below the picture, which says what it is of."""
FIRST, EACH, LONGEST = 0.9, 0.042, 9.0
"""Seconds for a line at all, for each of its characters (about 24 a second, as subtitles are read), and at most."""
STEPS = 6
"""In how many steps a line grows, at most."""
GROWS = 0.55
"""The part of a line's time in which it grows; afterwards it stands."""
WALK_MS = 120
"""Milliseconds of a frame while somebody walks."""
MOST_WALKING = 16
"""Frames of a walk, at most."""
PATIENCE = 60
"""Seconds after which a frame is taken never to come."""


def compute_seconds(text: str) -> float:
    """Return how long a line is shown at the usual speed."""
    return min(FIRST + EACH * len(text), LONGEST)


class Frame(NamedTuple):
    """What is to be seen for so many milliseconds: turn and how much of its line; `walks`: people are on their way."""

    turn: int
    line: str
    ms: int
    walks: bool = False


class ClipScene(Protocol):
    """What a mode shows in a clip in place of the floor plan."""

    def close(self) -> None:
        """Let go of what it draws with."""

    def paint(self, painter: QPainter, box: QRectF, run: RunModel, line: str) -> None:
        """Fill a box with the shown turn of a run, of which so much of its `line` has been said."""


class ClipStage:
    """Draws the frames of a run of its own, on the window's thread. It is seen by nobody."""

    def __init__(self, opened: Opened, plan: Plan, language: str, size: QSize) -> None:
        self._model = RunModel()  # A model of its own: the window's must stay where it is
        self._model.language = language
        self._model.open(opened, plan)
        self._size = size
        self._view = FloorPlanView()
        self._view.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)  # Shown, or Qt would not lay it out
        self._view.resize(size.width(), size.height() - STRIP)
        self._view.show()
        own = self._model.mode.clip
        self._own: ClipScene | None = load(own)() if own else None
        self._at = -1  # The turn of `_floor`: a line has several frames

    def close(self) -> None:
        """Let go of what it draws with."""
        if self._own is not None:
            self._own.close()
        self._view.close()
        self._view.deleteLater()
        self._model.close()

    def get_line_of(self, turn: int) -> str:
        """Return what is said at a turn."""
        return self._model.replay.live.turns[turn - 1].text

    def draw_frame(self, frame: Frame) -> QImage:
        """Draw one frame."""
        figure = self._get_figure(frame.turn)
        speaking = figure.speaker and not frame.walks
        shown = replace(figure, line=frame.line, streaming=frame.line != figure.line)
        shown = shown if speaking else replace(figure, speaker="", line="", thoughts=(), acts=())
        image = QImage(self._size, QImage.Format.Format_RGB888)  # A format that Pillow reads too
        image.fill(LOOK.theme.colour("surface"))
        painter = QPainter(image)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        stage = QRect(0, 0, self._size.width(), self._size.height() - STRIP)
        if self._own is not None:
            painter.fillRect(stage, LOOK.theme.colour("surface"))
            self._own.paint(painter, QRectF(stage), self._model, frame.line)
        elif self._on_plan(figure):
            self._view.set_animated(frame.walks)
            self._view.show_figure(shown)
            if frame.walks:
                self._view.advance_walks(WALK_MS)
            plain = QWidget.RenderFlag.DrawWindowBackground  # What is painted, without the switches that lie upon it
            self._view.viewport().render(painter, stage.topLeft(), QRegion(), plain)
        else:
            painter.save()  # Where the mode has no plan: the turns as its card on the start page has them
            load(self._model.mode.picture)(self._view).paint(painter, QRectF(stage), self._model)
            painter.restore()
        self._strip(painter, frame.turn)
        painter.end()
        return image

    def yield_frames(self, first: int, last: int) -> Iterator[Frame]:
        """Yield the frames of these turns, in order."""
        room = ""
        for turn in range(first, last + 1):
            figure, line = self._get_figure(turn), self.get_line_of(turn)
            if turn > first and figure.active_room != room and self._on_plan(figure):  # At first nobody moves
                yield from (Frame(turn, "", WALK_MS, walks=True) for _ in range(MOST_WALKING))
            room = figure.active_room
            words, whole = line.split(" "), 1000 * compute_seconds(line)
            steps = max(1, min(STEPS, len(words) // 3))  # Three words at least: less would flicker
            for step in range(1, steps):
                grown = " ".join(words[: round(len(words) * step / steps)])
                yield Frame(turn, grown, _round_to_hundredths(whole * GROWS / (steps - 1)))
            yield Frame(turn, line, _round_to_hundredths(whole * (1 - GROWS) if steps > 1 else whole))

    def _on_plan(self, figure: FloorFigure) -> bool:
        """Return whether it shows the floor plan."""
        return self._own is None and figure.plan is not None and not figure.why_empty

    def _get_figure(self, turn: int) -> FloorFigure:
        if turn != self._at:
            self._at = turn
            self._model.show(turn)
            self._floor = self._model.floor()
        return self._floor

    def _strip(self, painter: QPainter, turn: int) -> None:
        theme, status = LOOK.theme, self._model.status()
        top, width = self._size.height() - STRIP, self._size.width()
        painter.fillRect(0, top, width, STRIP, theme.colour("surface"))
        painter.fillRect(0, top, width, 1, theme.colour("border"))
        number = f"{turn} / {self._model.replay.turns}"
        painter.setFont(font(12))
        wide = QFontMetricsF(painter.font()).horizontalAdvance(number)
        painter.setPen(theme.colour("secondary"))
        middle = Qt.AlignmentFlag.AlignVCenter
        painter.drawText(QRectF(width - wide - 14, top, wide + 2, STRIP), middle, number)
        painter.setPen(theme.colour("text"))
        painter.setFont(font(13, QFont.Weight.DemiBold))
        title = ": ".join(part for part in (status.title, status.topic) if part)
        room = width - wide - 42
        title = QFontMetricsF(painter.font()).elidedText(title, Qt.TextElideMode.ElideRight, room)
        painter.drawText(QRectF(14, top, room, STRIP), middle, title)


def _round_to_hundredths(ms: float) -> int:
    """Return a time as a GIF can have it, in hundredths of a second."""
    return round(ms / 10) * 10


Draw = Callable[[Frame], Coroutine[Any, Any, QImage]]


def write_clip(
    target: Path, kind: str, frames: list[Frame], draw: Draw, loop: asyncio.AbstractEventLoop, progress: Progress
) -> None:
    """Write an animated picture, in a thread: each frame is drawn where the window is. Raises `ParleyError`."""

    def draw_frames() -> Iterator[Image]:
        for number, frame in enumerate(frames):
            progress(0.95 * number / len(frames))
            waiting: Future[QImage] = asyncio.run_coroutine_threadsafe(draw(frame), loop)  # Where widgets may paint
            try:
                yield as_image(waiting.result(PATIENCE))  # One by one: the window stays responsive
            except TimeoutError:
                waiting.cancel()
                template = "A picture was not drawn within {count} seconds."
                raise ParleyError(template, count=PATIENCE, hint="Try again in a moment.") from None

    pictures = draw_frames()
    whole, lasting = io.BytesIO(), [frame.ms for frame in frames]
    next(pictures).save(
        whole,
        FORMATS[kind],
        save_all=True,
        # Of a PNG the library looks at all of them beforehand.
        append_images=[*pictures] if kind == "png" else pictures,
        duration=lasting,
        loop=0,
    )
    save(target, iter([whole.getvalue()]), parents=True)  # Written at the end: a cancelled export leaves no file
    progress(1.0)


def as_image(picture: QImage) -> Image:
    """Return a picture of Qt's as one of Pillow's."""
    from PIL import Image as Pillow

    made = picture.convertToFormat(QImage.Format.Format_RGB888)
    size = made.width(), made.height()
    return Pillow.frombuffer("RGB", size, bytes(made.constBits()), "raw", "RGB", made.bytesPerLine(), 1)  # Padded rows
