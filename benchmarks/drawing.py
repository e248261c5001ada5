"""Frames of the two views that draw crowds: the floor plan while everybody walks, the network while it is dragged."""

from __future__ import annotations

import random
from pathlib import Path

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from benchmarks.desk import frames
from benchmarks.figure import Figure, median_of
from core.office.plan import load_plan
from desktop.affinity.figures import EdgeFigure, NetworkFigure
from desktop.floor_plan.model import floor_figure
from desktop.run.figures import MemberFigure
from desktop.shell.front import application
from desktop.widgets import theme as look

COLOURS = ("rust", "blue", "green", "purple", "amber")
STAGE = (760, 430)
"""The floor plan's size in a window of 1440 x 900."""

DOCK = (420, 330)
NODES, EDGES = 500, 2_500
LONG = 10_000.0
"""Milliseconds in which everybody has arrived."""


def crowd(count: int) -> tuple[MemberFigure, ...]:
    """So many members."""
    return tuple(
        MemberFigure(f"m{i}", f"Member {i}", chr(65 + i % 26), COLOURS[i % 5], "Analyst", turns=3, share=1 / count)
        for i in range(count)
    )


def floor(_folder: Path) -> list[Figure]:
    """100 and 1,000 members on their way from their desks to the conference room, somebody's bubble over them."""
    from desktop.floor_plan.view.view import FloorPlanView

    app = application()
    look.apply(app, look.LIGHT, 1.0)
    plan = load_plan("studio")
    found = []
    for count, bound in ((100, 1_000 / 60), (1_000, 1_000 / 30)):
        view = FloorPlanView()
        view.resize(*STAGE)
        view.show()
        members = crowd(count)
        before = floor_figure(plan, members, "")
        view.show_figure(before)
        app.processEvents()
        view.arrive()
        view.show_figure(
            floor_figure(plan, members, "conference", speaker="m1", line="Where is everybody?", before=before)
        )

        def frame(_number: int, view: FloorPlanView = view) -> None:
            view.advance(16.0)
            view.viewport().repaint()

        found.append(median_of(f"floor.{count}", frames(60, frame), "CPU ms a frame, all walking", "at most", bound))
        view.advance(LONG)
        view.close()
    return found


def network(_folder: Path) -> list[Figure]:
    """500 members and 2,500 relations, dragged with the mouse from frame to frame."""
    from desktop.affinity.view.view import AffinityView

    app = application()
    look.apply(app, look.LIGHT, 1.0)
    view = AffinityView()
    view.resize(*DOCK)
    view.show()
    view.show_figure(acquaintances())
    view.settle()
    app.processEvents()
    surface = view.canvas.surface
    mouse(surface, QEvent.Type.MouseButtonPress, QPointF(8, 8))

    def frame(number: int) -> None:
        mouse(surface, QEvent.Type.MouseMove, QPointF(10 + 3 * (number % 40), 10 + 2 * (number % 30)))
        QApplication.processEvents()
        surface.repaint()

    spent = frames(90, frame)
    mouse(surface, QEvent.Type.MouseButtonRelease, QPointF(40, 40))
    return [
        median_of(f"network.{NODES}", spent, "CPU ms a frame, dragged", "at most", 1_000 / 60, edges=EDGES),
    ]


def acquaintances() -> NetworkFigure:
    """A network with groups, drawn by chance and always the same."""
    chance = random.Random(1)
    pairs: dict[tuple[int, int], EdgeFigure] = {}
    while len(pairs) < EDGES:
        a = chance.randrange(NODES)
        b = chance.randrange(a // 50 * 50, a // 50 * 50 + 50) if chance.random() < 0.8 else chance.randrange(NODES)
        if a != b:
            one, other = sorted((a, b))
            pairs[one, other] = EdgeFigure(one, other, round(chance.uniform(0.1, 0.95), 3))
    return NetworkFigure(crowd(NODES), tuple(pairs.values()), tuple(i // 50 for i in range(NODES)), (0.2,) * NODES)


def mouse(widget: QWidget, kind: QEvent.Type, at: QPointF) -> None:
    """A mouse event as the system would send it."""
    held = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseButtonRelease else Qt.MouseButton.LeftButton
    button = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else Qt.MouseButton.LeftButton
    event = QMouseEvent(kind, at, widget.mapToGlobal(at), button, held, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, event)
