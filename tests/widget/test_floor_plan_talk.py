"""What the plan says of a talk: to whom a line is said, and bubbles that hide nobody."""

from __future__ import annotations

from dataclasses import replace

import pytest
from pytestqt.qtbot import QtBot

from parley.core.base.clock import REHEARSAL_EPOCH
from parley.core.cast.member import Member
from parley.core.log.events.run import RunStarted
from parley.core.log.fold import fold
from parley.desktop.floor_plan.figures import FloorFigure
from parley.desktop.floor_plan.view.arc import curve
from parley.desktop.floor_plan.view.layer import overlap, reach
from parley.desktop.floor_plan.view.view import FloorPlanView
from parley.desktop.run.talking import Talk, said_to
from parley.desktop.widgets.theme import LIGHT
from tests.standup_events import sample_config
from tests.widget.test_floor_plan import LINE, LONG, box_of, shown, talk


def seen(qtbot: QtBot, figure: FloorFigure, width: int = 888, height: int = 416) -> FloorPlanView:
    view = shown(qtbot, figure, width, height)
    view.fit_talk()
    view.arrive()
    view.grab()
    return view


def test_an_arc_leads_to_whom_a_line_is_said_and_none_to_all(qtbot: QtBot) -> None:
    view = seen(qtbot, replace(talk(), to=("m3",)))
    (arc,) = view.arc.points
    for member, at in (("m1", arc[0]), ("m3", arc[-1])):
        circle = (*view.people.point(member), view.people.radius)  # type: ignore[misc]
        assert 0 < reach((at.x(), at.y(), at.x(), at.y()), circle) < 20
    assert view.bubble.speech.to == ("Member 3", "purple")
    view.show_figure(talk())
    view.grab()
    assert not view.arc.points
    assert view.bubble.speech.to == ("", "")
    view.show_figure(replace(talk(line=""), to=("m3",)))
    view.grab()
    assert not view.arc.points, "nothing is said"


def test_an_arc_bends_to_the_middle_of_the_room_and_there_is_none_between_neighbours() -> None:
    start, end = (0.0, 0.0, 10.0), (200.0, 0.0, 10.0)
    assert all(at.y() > 0 for at in curve(start, end, (100.0, 50.0))[1:-1])
    assert all(at.y() < 0 for at in curve(start, end, (100.0, -50.0))[1:-1])
    assert curve(start, (40.0, 0.0, 10.0), (20.0, 50.0)) == []


def test_whom_a_line_is_said_to_is_what_its_words_say() -> None:
    people = tuple(Member(id=name.lower(), name=name) for name in ("Ada", "Bo", "Cleo"))
    config = sample_config().model_copy(update={"members": people, "affinities": (), "memories": ()})
    state = fold([RunStarted(at=REHEARSAL_EPOCH, config=config.as_json())])
    assert said_to(state, Talk("ada", "Cleo, who owns it?")) == ("cleo",)
    assert said_to(state, Talk("ada", "Who owns it?")) == ()
    assert said_to(state, Talk("ada", "Who owns it?", heard=("ada", "bo"))) == ("bo",), "only one hears it"
    assert said_to(state, Talk("ada", "Bo", now=True)) == (), "it may become a longer word"
    assert said_to(state, Talk("ada", "Bo, ", now=True)) == ("bo",)
    assert said_to(state, Talk("stranger", "Bo, come.")) == ()


@pytest.mark.parametrize("size", [(888, 416), (712, 250), (1600, 800)])
@pytest.mark.parametrize("speaker", range(8))
@pytest.mark.slow
def test_a_bubble_hides_no_face_and_no_name(qtbot: QtBot, size: tuple[int, int], speaker: int) -> None:
    for line in (LINE, LONG[:180]):
        figure = replace(talk(8, speaker=f"m{speaker}", line=line), to=(f"m{(speaker + 3) % 8}",))
        view = seen(qtbot, figure, *size)
        box = box_of(view.bubble.box)
        for i, at in enumerate(view.people.points()):
            assert reach(box, (*at, view.people.radius)) >= 0, f"m{i}"
        assert not [label.text for label in view.labels.labels if overlap(label.box, box)]
        view.close()


def test_a_line_that_is_being_said_ends_in_a_caret_of_the_speakers_colour(qtbot: QtBot) -> None:
    view = seen(qtbot, replace(talk(), streaming=True))
    left, top, right, bottom = (round(each) for each in box_of(view.bubble.box))
    image, colour = view.grab().toImage(), LIGHT.member("blue")
    inside = [
        (x, y) for x in range(left + 6, right - 6) for y in range(top + 26, bottom - 4)
        if image.pixelColor(x, y) == colour
    ]  # fmt: skip
    assert len({x for x, _y in inside}) >= 4
    assert len({y for _x, y in inside}) >= 10


def test_nobody_turns_the_words_of_a_bubble_around(qtbot: QtBot) -> None:
    view = seen(qtbot, talk(line="We keep \u202eit\u2066 all."))
    assert view.bubble.shown_text == "We keep \u2060it\u2060 all."
