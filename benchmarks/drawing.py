"""Frames of the two views that draw crowds: the floor plan while everybody walks, the network while it is dragged."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from benchmarks.desk import frames
from benchmarks.figure import Figure, median_of
from parley.core.office.plan import load_plan
from parley.desktop.affinity.figures import EdgeFigure, NetworkFigure
from parley.desktop.floor_plan.model import build_floor_figure
from parley.desktop.run.figures import MemberFigure
from parley.desktop.shell.front import get_application
from parley.desktop.widgets import theme as look

COLOURS = ("rust", "blue", "green", "purple", "amber")
STAGE = (992, 688)
"""The floor plan's size in a window of 1440 x 900, as the office has it."""

DOCK = (420, 330)
NODES, EDGES = 500, 2_500
FRAME = 8.0
"""Milliseconds that a frame of the network may take."""
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
    from parley.desktop.floor_plan.view.view import FloorPlanView

    app = get_application()
    look.apply_theme(app, look.LIGHT, 1.0)
    plan = load_plan("studio")
    found = []
    for count, bound in ((100, 8.0), (1_000, 16.0)):
        view = FloorPlanView()
        view.resize(*STAGE)
        view.show()
        members = crowd(count)
        before = build_floor_figure(plan, members, "")
        view.show_figure(before)
        app.processEvents()
        view.arrive()
        view.show_figure(
            build_floor_figure(plan, members, "conference", speaker="m1", line="Where is everybody?", before=before)
        )

        def frame(_number: int, view: FloorPlanView = view) -> None:
            view.advance_walks(16.0)
            view.viewport().repaint()

        found.append(median_of(f"floor.{count}", frames(60, frame), "CPU ms a frame, all walking", "at most", bound))
        view.advance_walks(LONG)
        view.close()
    return [*found, *camera()]


def camera() -> list[Figure]:
    """The camera on its way from room to room, and the whole plan painted anew in the light of another hour."""
    from parley.desktop.floor_plan.view.view import FloorPlanView

    app = get_application()
    plan, members = load_plan("studio"), crowd(7)
    view = FloorPlanView()
    view.resize(*STAGE)
    view.show()
    figure = build_floor_figure(plan, members, "lounge")
    view.show_figure(figure)
    app.processEvents()

    def glide(number: int) -> None:
        nonlocal figure
        if not view.gliding:
            figure = build_floor_figure(plan, members, ("kitchen", "lounge", "lore")[number % 3], before=figure)
            view.show_figure(figure)
        view.advance_walks(16.0)
        view.viewport().repaint()

    gliding = frames(120, glide)
    view.set_animated(False)

    def paint(number: int) -> None:
        view.show_figure(replace(figure, clock=f"{6 + number % 16:02}:00", jumped=True))
        view.viewport().repaint()

    painting = frames(32, paint)
    view.close()
    return [
        median_of("floor.camera", gliding, "CPU ms a frame, the camera on its way", "at most", 8.0),
        median_of("floor.stage", painting, "CPU ms, painted in another light", "at most", 40.0),
    ]


def network(_folder: Path) -> list[Figure]:
    """500 members and 2,500 relations: dragged, zoomed and pointed at with the mouse from frame to frame, at other
    turns."""
    from parley.desktop.affinity.view.view import NETWORK, AffinityView

    app = get_application()
    look.apply_theme(app, look.LIGHT, 1.0)
    view = AffinityView()
    view.resize(*DOCK)
    view.show()
    figures = [acquaintances(turn) for turn in (1, 2)]
    view.show_figure(figures[0])
    view.tabs.setCurrentIndex(NETWORK)
    app.processEvents()
    canvas, surface = view.canvas, view.canvas.surface

    def drawn() -> None:
        # The scene says what changed, and it is painted: once, which `repaint` would not know.
        QApplication.processEvents()

    def dragged(number: int) -> None:
        mouse(surface, QEvent.Type.MouseMove, QPointF(10 + 3 * (number % 40), 10 + 2 * (number % 30)))
        drawn()

    def zoomed(number: int) -> None:
        canvas.zoom_by(1.06 if number % 60 < 30 else 1 / 1.06, QPointF(200, 120))
        drawn()

    def pointed(number: int) -> None:
        at = canvas._graph.get_spot(number * 37 % NODES) - canvas._frame.origin
        mouse(surface, QEvent.Type.MouseMove, at, pressed=False)
        drawn()

    def scrubbed(number: int) -> None:
        view.show_figure(figures[number % 2])
        drawn()

    mouse(surface, QEvent.Type.MouseButtonPress, QPointF(8, 8))
    pan = frames(90, dragged)
    mouse(surface, QEvent.Type.MouseButtonRelease, QPointF(40, 40))
    found = [median_of(f"network.{NODES}", pan, "CPU ms a frame, dragged", "at most", FRAME, edges=EDGES)]
    for name, what, frame in (
        ("zoom", "zoomed", zoomed),
        ("hover", "from one member to another", pointed),
        ("scrub", "at another turn, all drifts anew", scrubbed),
    ):
        bound = FRAME if name != "scrub" else 30.0
        unit = f"CPU ms a frame, {what}"
        found.append(median_of(f"network.{NODES}.{name}", frames(60, frame), unit, "at most", bound, edges=EDGES))
    return found


def acquaintances(turn: int = 1) -> NetworkFigure:
    """A network with groups, drawn by chance and always the same; how pairs have drifted is another at each turn."""
    chance, drifts = random.Random(1), random.Random(turn)
    pairs: dict[tuple[int, int], EdgeFigure] = {}
    while len(pairs) < EDGES:
        a = chance.randrange(NODES)
        b = chance.randrange(a // 50 * 50, a // 50 * 50 + 50) if chance.random() < 0.8 else chance.randrange(NODES)
        if a != b:
            one, other = sorted((a, b))
            drift = round(drifts.uniform(-0.04, 0.04), 3)
            pairs[one, other] = EdgeFigure(one, other, round(chance.uniform(0.1, 0.95), 3), drift)
    groups = tuple(i // 50 for i in range(NODES))
    return NetworkFigure(crowd(NODES), tuple(pairs.values()), groups, (0.2,) * NODES, turn=turn, reach=(0.04, 0.04))


def mouse(widget: QWidget, kind: QEvent.Type, at: QPointF, *, pressed: bool = True) -> None:
    """A mouse event as the system would send it."""
    held = Qt.MouseButton.NoButton
    if pressed and kind != QEvent.Type.MouseButtonRelease:
        held = Qt.MouseButton.LeftButton
    button = Qt.MouseButton.NoButton if kind == QEvent.Type.MouseMove else Qt.MouseButton.LeftButton
    event = QMouseEvent(kind, at, widget.mapToGlobal(at), button, held, Qt.KeyboardModifier.NoModifier)
    QApplication.sendEvent(widget, event)
