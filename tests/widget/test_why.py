"""The bars that say why this speaker."""

from __future__ import annotations

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from parley.desktop.inspector.figures import InspectorFigure
from parley.desktop.inspector.view.pages import AFFINITY, BASE, BONUS, JITTER, OFF, PARTS, TERMS, WhyBars, WhyPane
from parley.desktop.run.figures import MemberFigure
from parley.desktop.speaker_flow.figures import WhyFigure
from tests.standup_events import candidate
from tests.widget.widgets_alone import on_screen

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


def shown(qtbot: QtBot, why: WhyFigure) -> WhyBars:
    bars = on_screen(qtbot, WhyBars())
    bars.show_figure(why, MEMBERS)
    return bars


def test_the_numbers_are_the_events_own(qtbot: QtBot) -> None:
    bars = shown(qtbot, WHY)
    assert (bars.get_heading(), bars.draw_text()) == ("Why Hustler spoke at turn 14", "drawn among 2 · needle at 0.41")
    assert [bars.item(1, column).text() for column in range(4)] == ["Hustler", "", "3.00", "0.75"]
    told = "Hustler: base 1.00, affinity +0.40, share of talk −0.20, jitter +0.10, bonus +1.70; weight 3.00, 75%"
    assert bars.describe_bar(BARS[2]) == told
    assert "Not in the draw: Boss" in bars.accessibleDescription()
    bars.show_figure(WHY, MEMBERS, coming=True)
    assert bars.get_heading() == "Why Hustler speaks at turn 14"


def test_a_bar_ends_where_its_terms_do_and_what_is_taken_off_lies_upon_its_end(qtbot: QtBot) -> None:
    bars = shown(qtbot, WHY)
    parts = dict(bars.item(1, TERMS).data(PARTS))
    assert [round(parts[term] * 3.2, 6) for term in (BASE, AFFINITY, JITTER, BONUS)] == [1.0, 0.4, 0.1, 1.7]
    assert round(parts[OFF] * 3.2, 6) == 0.2


def test_a_row_chooses_its_member(qtbot: QtBot) -> None:
    bars = shown(qtbot, WHY)
    place = bars.visualItemRect(bars.item(1, 0)).center()
    with qtbot.waitSignal(bars.member_chosen) as told:
        qtbot.mouseClick(bars.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert told.args == ["hustler"]


def test_among_thirty_the_row_of_whoever_speaks_is_in_sight(qtbot: QtBot) -> None:
    many = tuple(candidate(f"m{i}", 1, 0, 0, 0, 0, 1, 1 / 30) for i in range(30))
    pane = on_screen(qtbot, WhyPane(), 360, 240)
    pane.show_figure(InspectorFigure(turn=3, why=WhyFigure(3, "m27", "affinity", "", 0.9, many)))
    assert pane.bars.rowCount() == 30

    def in_sight() -> bool:
        row = pane.bars.visualItemRect(pane.bars.item(27, 0)).center()
        place = pane.bars.viewport().mapTo(pane.column.viewport(), row)
        return pane.column.viewport().rect().contains(place)

    qtbot.waitUntil(in_sight)
