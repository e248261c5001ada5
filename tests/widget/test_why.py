"""The bars that say why this speaker."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QPoint, Qt
from pytestqt.qtbot import QtBot

from parley.desktop.inspector.candidates import WhyBars
from parley.desktop.inspector.figures import InspectorFigure
from parley.desktop.inspector.view.pages import WhyPane
from parley.desktop.run.figures import MemberFigure
from parley.desktop.speaker_flow.figures import WhyFigure
from tests.standup_events import candidate

MEMBERS = tuple(
    MemberFigure(name.lower(), name, name[0], colour)
    for name, colour in (("Boss", "rust"), ("Analyst", "blue"), ("Hustler", "green"))
)
BARS = (
    candidate("boss", 0, 0, 0, 0, 0, 0, 0),
    candidate("analyst", 1.0, 0.2, -0.1, -0.1, 0.0, 1.0, 0.25),
    candidate("hustler", 1.0, 0.4, -0.2, 0.1, 1.7, 3.0, 0.75),
)
WHY = WhyFigure(14, "hustler", "affinity", "weighted draw", 0.41, BARS)


def shown(qtbot: QtBot, why: WhyFigure | None, height: int = 200, width: int = 400) -> WhyBars:
    bars = WhyBars()
    qtbot.addWidget(bars)
    bars.resize(width, height)
    bars.show_figure(why, MEMBERS)
    bars.show()
    return bars


def test_the_numbers_are_the_events_own(qtbot: QtBot) -> None:
    bars = shown(qtbot, WHY)
    assert (bars.heading(), bars.draw_text()) == ("Why Hustler spoke at turn 14", "drawn among 2 · needle at 0.41")
    said = bars.accessibleDescription()
    assert (
        "Hustler: base 1.00, affinity +0.40, share of talk −0.20, jitter +0.10, bonus +1.70; weight 3.00, 75%" in said
    )
    assert "Not in the draw: Boss" in said
    bars.show_figure(WHY, MEMBERS, coming=True)
    assert bars.heading() == "Why Hustler speaks at turn 14"


def test_a_row_chooses_its_member(qtbot: QtBot) -> None:
    bars = shown(qtbot, WHY)
    with qtbot.waitSignal(bars.member_chosen) as told:
        qtbot.mouseClick(bars, Qt.MouseButton.LeftButton, pos=QPoint(20, 52))
    assert told.args == ["hustler"]


def test_the_chosen_one_is_shown_however_little_room_there_is(qtbot: QtBot) -> None:
    many = tuple(candidate(f"m{i}", 1, 0, 0, 0, 0, 1, (30 - i) / 465) for i in range(30))
    bars = shown(qtbot, WhyFigure(2, "m29", "random", "equal chances", 0.99, many), height=120)
    assert "m29" in [bar.member for bar in bars._shown()]
    assert len(bars._shown()) < 30
    bars.resize(400, bars.sizeHint().height())
    assert len(bars._shown()) == 30


def test_among_thirty_the_row_of_whoever_speaks_is_in_sight(qtbot: QtBot) -> None:
    names = [f"m{number}" for number in range(30)]
    bars = tuple(candidate(name, 1.0, 0, 0, 0, 0, 1.0, 1 / 30) for name in names)
    pane = WhyPane()
    qtbot.addWidget(pane)
    pane.resize(400, 220)
    pane.show()
    bar = pane.column.verticalScrollBar()
    for turn, speaker in enumerate(("m28", "m0", "m15"), 1):
        figure = InspectorFigure(turn=turn, why=WhyFigure(turn, speaker, "affinity", "weighted draw", 0.41, bars))
        pane.show_figure(figure)
        QCoreApplication.processEvents()
        place = pane.bars.spoken_place(pane.bars.spoken_current())
        top = pane.bars.mapTo(pane.column.viewport(), place.topLeft()).y()
        assert 0 <= top <= pane.column.viewport().height() - place.height(), speaker
    assert bar.value() > 0
    # Whoever reads on elsewhere is left there while the turn is the same.
    bar.setValue(0)
    pane.show_figure(replace(figure, raw="{}"))
    QCoreApplication.processEvents()
    assert bar.value() == 0
