"""What is seen of a run on its card of the start page: the run itself, turn after turn, in its mode's own picture."""

from __future__ import annotations

import asyncio
import threading
from dataclasses import replace
from typing import Protocol

from PySide6.QtCore import QCoreApplication, QRect, QRectF, QSize, Qt
from PySide6.QtGui import QPainter, QPixmap
from PySide6.QtWidgets import QWidget

from parley.core.engine.run_request import request_specs
from parley.core.office.plan import Plan
from parley.core.settings import Settings
from parley.core.studio.hand_written import get_kind_of
from parley.core.studio.reading import Opened
from parley.core.voices.rehearsal.written import read_written
from parley.desktop.docks import load
from parley.desktop.first_run.figures import WatchFigure
from parley.desktop.floor_plan.view.canvas import PlanCanvas
from parley.desktop.run.model import RunModel
from parley.desktop.widgets.counts import format_turns

translate = QCoreApplication.translate
ENLARGED = 1.3
"""The plan is drawn so much larger and then made smaller, so that a bubble leaves room for the faces."""
FIRST = 0.5
"""The part of a run from which on its card may begin: at first nobody has said anything."""


class Picture(Protocol):
    """A mode's own picture of a run on a card; it is made with the widget that it is seen in."""

    def __init__(self, host: QWidget) -> None: ...

    def paint(self, painter: QPainter, box: QRectF, run: RunModel) -> str:
        """Paint the shown turn, and say in a few words when and where it is."""
        ...


class PlanPicture:
    """The room of the talk on the floor plan."""

    def __init__(self, host: QWidget) -> None:
        self._view = PlanCanvas(host)
        self._view.hide()  # pictures are taken of it; it must not lie upon the page
        self._view.set_animated(False)
        self._view.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._room: tuple[Plan | None, str] = (None, "")

    def paint(self, painter: QPainter, box: QRectF, run: RunModel) -> str:
        view, figure = self._view, run.floor()
        size = QSize(round(box.width() * ENLARGED), round(box.height() * ENLARGED))
        if view.size() != size:
            view.resize(size)
            view.grab(QRect(0, 0, 1, 1))  # A hidden view hears of its size when it is drawn
            self._room = (None, "")
        view.show_figure(figure)
        if figure.plan is not self._room[0] or figure.active_room != self._room[1]:
            self._room = figure.plan, figure.active_room
            view.fit_talk()
        view.arrive()  # people walk, and the picture is taken now
        painter.setRenderHint(QPainter.RenderHint.SmoothPixmapTransform)
        seen = view.grab()
        painter.drawPixmap(box, seen, QRectF(seen.rect()))
        if figure.scene is not None:
            return f"{figure.scene.clock} · {figure.scene.what}"
        return figure.clock or turn_of(run)


def turn_of(run: RunModel) -> str:
    """Return which turn is shown."""
    return translate("StartPage", "turn {0} of {1}").format(run.shown, run.replay.turns)


def find_liveliest(run: RunModel) -> int:
    """Return the turn in a run's second half that most people hear, the first of several."""
    last = run.replay.turns
    later = range(max(1, round(last * FIRST)), last)
    return max(later, key=lambda turn: (len(run.mode.said(run.replay.state_at_turn(turn)).heard), -turn), default=1)


class Thumbnail:
    """A played run and its picture where most are together."""

    def __init__(self, opened: Opened, plan: Plan, language: str, host: QWidget) -> None:
        self.run = RunModel()
        self.run.language = language
        self.run.open(opened, plan)
        self.run.show(find_liveliest(self.run))
        picture: type[Picture] = load(self.run.mode.picture)  # by its name: no mode is imported here
        self._picture = picture(host)

    def paint(self, size: QSize, ratio: float) -> tuple[QPixmap, str]:
        """Return the picture at the shown turn, and when and where that is."""
        made = QPixmap(size * ratio)
        made.setDevicePixelRatio(ratio)
        made.fill(Qt.GlobalColor.transparent)
        painter = QPainter(made)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        told = self._picture.paint(painter, QRectF(0, 0, size.width(), size.height()), self.run)
        painter.end()
        return made, told


translate = QCoreApplication.translate
A_LINE = 0.7
"""Seconds that a line of the rehearsal takes itself, in the mean."""


def with_icon(figure: WatchFigure) -> WatchFigure:
    """Return a figure with the icon of its run's kind. All modes are loaded for it: the page can be clicked before."""
    return replace(figure, icon=request_specs()[get_kind_of(figure.id)].icon)


def add_details(figure: WatchFigure, thumbnail: Thumbnail, settings: Settings) -> WatchFigure:
    """Return what a card says of its run once it was played."""
    told = [translate("StartPage", "by hand")]
    if read_written(figure.id).played:
        told.append(translate("StartPage", "your choices lead"))
    else:
        turns = thumbnail.run.replay.turns
        told += [format_turns(turns), format_minutes(turns, settings)]
    members = tuple(replace(each, speaking=False) for each in thumbnail.run.members())  # nobody speaks on a card
    return replace(figure, told=" · ".join(each for each in told if each), members=members)


def format_minutes(turns: int, settings: Settings) -> str:
    """Return how long so many turns are watched, by the pauses and the speed that are set; "" without
    pauses.
    """
    talk = settings.talk
    if talk.unpaced:
        return ""
    seconds = turns * ((talk.pace_shortest + talk.pace_longest) / 2 / talk.speed + A_LINE)
    return translate("StartPage", "{0} min").format(max(1, round(seconds / 60)))


async def get_thumbnail_of(
    name: str, settings: Settings, language: str, host: QWidget, stop: threading.Event
) -> Thumbnail | None:
    """Return a written run as its card shows it; None where `stop` was set before it was played. Raises
    `ParleyError`.
    """
    from parley.core.studio.demonstration import run_demonstration

    played = await asyncio.to_thread(run_demonstration, name, settings, stop)
    if played is None:
        return None
    return Thumbnail(*played, language, host)
