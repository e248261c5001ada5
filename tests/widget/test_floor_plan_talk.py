"""What the plan says of a talk: to whom a line is said, the board in the room, bubbles that hide nobody, shadows."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PySide6.QtGui import QColor
from pytestqt.qtbot import QtBot

from parley.core.base.clock import REHEARSAL_EPOCH
from parley.core.cast.member import Member
from parley.core.log.events.run import RunStarted
from parley.core.log.fold import fold
from parley.desktop.floor_plan.figures import BoardFigure, FloorFigure
from parley.desktop.floor_plan.view.board import GROUND, INK, LEAST, QUIET
from parley.desktop.floor_plan.view.layer import measure_gap, overlap
from parley.desktop.floor_plan.view.view import FloorPlanView
from parley.desktop.run.talking import Talk, said_to
from parley.desktop.widgets.painted import luminance
from tests.standup_events import sample_config
from tests.widget.test_floor_plan import LINE, LONG, box_of, shown, talk

BOARD = BoardFigure("Should we replace the office with a boat?", ("Debate", "turn 8 of 14"))


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
        circle = (*view.people.find_point(member), view.people.radius)  # type: ignore[misc]
        assert 0 < measure_gap((at.x(), at.y(), at.x(), at.y()), circle) < 20
    assert view.bubble.speech.to == ("Member 3", "purple")
    view.show_figure(talk())
    view.grab()
    assert not view.arc.points
    assert view.bubble.speech.to == ("", "")
    view.show_figure(replace(talk(line=""), to=("m3",)))
    view.grab()
    assert not view.arc.points, "nothing is said"


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


def test_the_board_has_the_topic_and_its_words_can_be_read(qtbot: QtBot) -> None:
    view = seen(qtbot, replace(talk(), board=BOARD))
    left, top, right, bottom = box_of(view.board.box)
    room = view.rooms.locate_room()
    assert room is not None
    assert room.left() < left < right < room.right()
    assert room.top() < top < bottom < room.center().y()
    assert not overlap((left, top, right, bottom), box_of(view.rooms.sign_of("conference")))
    assert BOARD.topic in view.accessibleDescription()
    for ink in (INK, QUIET):
        light, dark = luminance(QColor(GROUND)), luminance(QColor(ink))
        assert (light + 0.05) / (dark + 0.05) >= 5.0
    pixel = view.grab().toImage().pixelColor(round(left + 5), round(top + 5))
    assert pixel == QColor(GROUND), "it is lit by day and by night"
    long = replace(BOARD, topic="A word " * 60)
    view.show_figure(replace(talk(), board=long))
    view.grab()
    assert box_of(view.board.box)[2] < room.right()
    view.show_figure(replace(talk(), board=BoardFigure("Why?")))
    view.grab()
    assert box_of(view.board.box)[2] - box_of(view.board.box)[0] >= LEAST, "a short topic has a board too"
    view.show_figure(replace(talk(), board=BoardFigure("\u202eWhy\n\x07not?")))
    view.grab()
    assert view.board._topic == "Why not?", "it is one line, and nobody turns it around"
    view.show_figure(talk())
    view.grab()
    assert view.board.box is None


@pytest.mark.parametrize("size", [(888, 416), (712, 250)])
@pytest.mark.parametrize("speaker", [0, 3, 7])
@pytest.mark.slow
def test_a_bubble_hides_no_face_no_name_and_not_the_board(qtbot: QtBot, size: tuple[int, int], speaker: int) -> None:
    for line in (LINE, LONG[:180]):
        figure = replace(talk(8, speaker=f"m{speaker}", line=line), board=BOARD, to=(f"m{(speaker + 3) % 8}",))
        view = seen(qtbot, figure, *size)
        box = box_of(view.bubble.box)
        for i, at in enumerate(view.people.list_points()):
            assert measure_gap(box, (*at, view.people.radius)) >= 0, f"m{i}"
        assert not [label.text for label in view.labels.labels if overlap(label.box, box)]
        if view.board.box is not None:
            assert not overlap(box, view.board.box)
        view.close()


def test_nobody_turns_the_words_of_a_bubble_around(qtbot: QtBot) -> None:
    view = seen(qtbot, talk(line="We keep \u202eit\u2066 all."))
    assert view.bubble.shown_text == "We keep \u2060it\u2060 all."
