"""A duologue in a clip and on its card of the start page: its two columns, as its workspace has them."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QPoint, QPointF, QRectF, Qt
from PySide6.QtGui import QPainter, QRegion
from PySide6.QtWidgets import QFrame, QWidget
from shiboken6 import isValid

from parley.desktop.first_run.thumbs import turn_of
from parley.desktop.modes.duologue.columns import Columns, Faces
from parley.desktop.modes.duologue.facing import FacingModel
from parley.desktop.run.model import RunModel
from parley.desktop.widgets.layouts import vbox
from parley.desktop.widgets.theme import LOOK

SMALLER = 1.8
"""How much smaller they are on a card, so that a few lines have room."""
WIDTH = 640.0
"""Pixels for which the columns are laid out; a larger picture has larger letters."""


class FacingClip:
    """Draws both sides and what they have said up to a turn. Its widgets are seen by nobody."""

    def __init__(self) -> None:
        self._lines = FacingModel()
        self._faces, self._columns = Faces(), Columns()
        self._columns.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._columns.setFrameShape(QFrame.Shape.NoFrame)
        self._columns.viewport().setAutoFillBackground(False)  # the caller has painted the background
        self._both = QWidget()
        self._both.setAttribute(Qt.WidgetAttribute.WA_DontShowOnScreen)  # Qt lays out only what is shown
        vbox(self._faces, (self._columns, 1), within=self._both, margins=0, spacing=0)

    def close(self) -> None:
        """Let go of what it draws with; at the program's end Qt has done so already."""
        if isValid(self._both):
            self._both.close()
            self._both.deleteLater()

    def paint(self, painter: QPainter, box: QRectF, run: RunModel, line: str) -> None:
        """Fill a box with the talk at the shown turn, of which so much of its `line` has been said."""
        factor = max(1.0, box.width() / WIDTH)  # a small box gets narrow columns, not letters that nobody can read
        size = (box.size() / factor).toSize()
        if self._both.size() != size or self._both.isHidden():  # a hidden widget gets no resize event, and so no layout
            self._both.resize(size)
            self._both.show()
        figure = self._lines.figure(run.replay.live, run.shown, run.members(), {}, at_end=False, language=run.language)
        now = figure.lines[run.shown - 1]
        if line != now.text:  # the words that were taken over are marked once all of them are there
            figure = replace(figure, shown=run.shown - 1, streaming=replace(now, text=line, taken=(), open=True))
        self._faces.show_figure(figure)
        self._columns.show_figure(figure)
        self._columns.scroll_to_end()
        painter.save()
        # Letters are laid out at their usual size and painted larger: they stay sharp in a picture of any size.
        painter.translate(box.topLeft())
        painter.scale(factor, factor)
        self._both.render(painter, QPoint(), QRegion(), QWidget.RenderFlag.DrawChildren)  # without their own background
        painter.restore()


class DuologuePicture:
    """The same on a card of the start page, so much smaller that a few lines have room."""

    def __init__(self, host: QWidget) -> None:
        self._scene = FacingClip()
        # A widget of nobody would be taken apart by whichever thread collects what is left over.
        host.destroyed.connect(self._scene.close)

    def paint(self, painter: QPainter, box: QRectF, run: RunModel) -> str:
        """Paint the talk at the shown turn."""
        painter.fillRect(box, LOOK.theme.colour("surface"))
        painter.save()
        painter.translate(box.topLeft())
        painter.scale(1 / SMALLER, 1 / SMALLER)
        line = run.replay.live.turns[run.shown - 1].text if run.shown else ""
        self._scene.paint(painter, QRectF(QPointF(0, 0), box.size() * SMALLER), run, line)
        painter.restore()
        return turn_of(run)
