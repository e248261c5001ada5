"""Frames of the speaker flow's score over 100,000 turns: dragged, with the whole run in sight, and as it grows."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, QPointF
from PySide6.QtWidgets import QApplication

from benchmarks.desk import frames
from benchmarks.drawing import crowd, mouse
from benchmarks.figure import Figure, median_of
from parley.desktop.run.figures import MarkFigure, PartFigure
from parley.desktop.shell.front import get_application
from parley.desktop.speaker_flow.figures import FlowFigure
from parley.desktop.widgets import theme as look

DOCK = (1_376, 200)
TURNS, MEMBERS = 100_000, 30
SCENE, MARKED = 40, 200
"""Turns of a scene, and from one mark to the next."""
FRAME = 16.0
HELD = QPointF(8, 8)
"""Where the pointer takes hold of it."""


def long_talk(turns: int) -> FlowFigure:
    """So many turns with their scenes and marks, drawn by chance and always the same."""
    chance = random.Random(1)
    lanes = tuple(chance.randrange(MEMBERS) for _ in range(turns))
    words = tuple(chance.randrange(3, 60) for _ in range(turns))
    bands = tuple(
        PartFigure(at, 1 + at * SCENE, min(turns, (at + 1) * SCENE), f"{9 + at % 9}:20 Kitchen")
        for at in range(turns // SCENE)
    )
    marks = tuple(
        MarkFigure("topic", at, "Injected: cake", "ph.hand-pointing", "accent") for at in range(0, turns, MARKED)
    )
    return FlowFigure(crowd(MEMBERS), lanes, words, turns, turns, bands=bands, marks=marks)


def hundred_thousand(_folder: Path) -> list[Figure]:
    """Thirty members share the lanes; each frame is painted."""
    from parley.desktop.speaker_flow.view.view import SpeakerFlowView

    app = get_application()
    look.apply_theme(app, look.DARK, 1.0)
    view = SpeakerFlowView()
    view.resize(*DOCK)
    view.show()
    talk = long_talk(TURNS)
    view.show_figure(talk)
    app.processEvents()
    surface = view.surface

    def drag(number: int) -> None:
        # From where the part in sight began, so that each frame shows other turns.
        words = begin - surface.score.spread.start(1 + number * 331 % TURNS)
        mouse(surface, QEvent.Type.MouseMove, HELD + QPointF(words * surface.score.pixels, 0))
        QApplication.processEvents()

    def scrub(number: int) -> None:
        view.show_figure(replace(talk, shown=1 + number * 33_013 % TURNS))
        QApplication.processEvents()

    def grow(number: int) -> None:
        lanes, words = (*talk.lanes, *(number % MEMBERS,) * (number + 1)), (*talk.words, *(7,) * (number + 1))
        view.show_figure(replace(talk, lanes=lanes, words=words, shown=len(lanes)))
        QApplication.processEvents()

    found = []
    surface.zoom(1.0)
    begin = surface.score.left
    mouse(surface, QEvent.Type.MouseButtonPress, HELD)
    found.append(("score.dragged", "CPU ms a frame, dragged", frames(60, drag)))
    mouse(surface, QEvent.Type.MouseButtonRelease, HELD)
    surface.show_whole()
    found.append(("score.whole", "CPU ms a frame, the whole run in sight, scrubbed", frames(40, scrub)))
    surface.fit()
    found.append(("score.grown", "CPU ms a new turn, its making among them", frames(20, grow)))
    view.close()
    return [median_of(name, spent, unit, "at most", FRAME, turns=TURNS, members=MEMBERS) for name, unit, spent in found]
