"""The bars that say why this speaker."""

from __future__ import annotations

from dataclasses import replace

from msgspec import structs
from PySide6.QtCore import QCoreApplication, QPoint, Qt
from pytestqt.qtbot import QtBot

from parley.core.log.events.turn import Candidate
from parley.desktop.inspector.candidate_parts import AFFINITY, BASE, BONUS, DENSE, ROW
from parley.desktop.inspector.candidates import WhyBars
from parley.desktop.inspector.figures import InspectorFigure
from parley.desktop.inspector.view.pages import WhyPane
from parley.desktop.run.figures import MemberFigure
from parley.desktop.speaker_flow.figures import WhyFigure
from parley.desktop.widgets.theme import DARK, LIGHT
from tests.standup_events import candidate
from tests.widget.widgets_alone import take_look

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


def replace_member(bar: Candidate, member: str) -> Candidate:
    return structs.replace(bar, member=member)


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


def test_a_bar_ends_where_its_terms_do_and_is_hatched_back_to_its_weight(qtbot: QtBot) -> None:
    bars = shown(qtbot, WHY)
    image, columns = bars.grab().toImage(), bars._columns()
    y = round(16 + 24 * 1.5)
    unit = columns.width / 3.2
    ends = [columns.bars + unit * weight for weight in (0.5, 1.2, 2.5)]
    colours = [image.pixelColor(round(x), y).name() for x in ends]
    assert colours == [bars._shade(part).name() for part in (BASE, AFFINITY, BONUS)]
    # The tick is two pixels wide, and may begin between two of them.
    tick = {image.pixelColor(round(columns.bars + 3 * unit) + off, y - 8).name() for off in (-1, 0, 1)}
    assert LIGHT.text in tick, "the tick at the weight"


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


def test_it_paints_whatever_it_is_given(qtbot: QtBot) -> None:
    certain = tuple(
        candidate(each.id, float(not i), 0, 0, 0, 0, float(not i), float(not i)) for i, each in enumerate(MEMBERS)
    )
    for why in (
        WHY,
        None,
        WhyFigure(1, "boss", "round_robin", "next in order", -1, certain),
        WhyFigure(1, "x", "", "", -1, ()),
    ):
        for height in (30, 80, 300):
            bars = shown(qtbot, why, height, width=160)
            bars.grab()
            take_look(DARK, 1.6)
            bars.grab()


def test_the_legend_is_whole_in_a_narrow_view(qtbot: QtBot) -> None:
    wide, narrow = shown(qtbot, WHY, width=500), shown(qtbot, WHY, width=170)
    told = [text for line in narrow._legend_lines() for _, text, _ in line]
    assert told == list(narrow._legend())
    assert len(narrow._legend_lines()) > len(wide._legend_lines()) == 1
    assert narrow.sizeHint().height() > wide.sizeHint().height()


def test_where_it_scrolls_nobody_is_left_out(qtbot: QtBot) -> None:
    bars = shown(qtbot, WHY)
    assert bars.minimumSizeHint().height() < bars.sizeHint().height()
    bars.whole = True
    assert bars.minimumSizeHint().height() == bars.sizeHint().height()


def test_rows_stand_closer_where_all_have_room_then(qtbot: QtBot) -> None:
    many = replace(WHY, bars=(*BARS[1:], *(replace_member(BARS[1], f"m{i}") for i in range(6))))
    bars = shown(qtbot, many)
    bars.whole = True
    usual = bars.sizeHint().height()
    bars.fit(usual)
    assert bars.row == ROW
    bars.fit(usual - 30)
    assert DENSE < bars.row < ROW
    assert bars.sizeHint().height() <= usual - 30
    bars.fit(40)
    assert bars.row == DENSE, "closer nobody could read them"


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
