"""The window shows a run of any mode at every turn, and its dialog asks for any kind of run."""

from __future__ import annotations

import weakref
from pathlib import Path

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from parley.core.base.sentences import said
from parley.core.engine.mode_spec import MODES
from parley.core.engine.run_request import request_specs
from parley.core.log.events.turn import TurnEnded
from parley.core.studio.studio import Studio
from parley.desktop.docks import DOCKS
from parley.desktop.modes.registry import view_of
from parley.desktop.run.model import RunModel
from parley.desktop.shell.shot import save_shot
from parley.desktop.transcript.rows import other_row
from tests.contract.conftest import Played
from tests.contract.kinds import KINDS, ONE_A_MODE
from tests.widget.new_run_forms import new_run, turn_to
from tests.widget.widgets_alone import on_screen


@pytest.mark.parametrize("kind", ONE_A_MODE)
@pytest.mark.usefixtures("qapp")
def test_every_figure_can_be_made_at_any_turn(played: Played, studio: Studio, kind: str) -> None:
    opened = studio.open(str(played(kind)))
    model = RunModel()
    plan = studio.plan_of(opened.state.setup) or studio.library.plan("studio")
    model.open(opened, plan)
    turns = opened.replay.turns
    for turn in sorted({0, 1, turns // 3, turns // 2, turns}):
        model.show(turn)
        assert model.shown == turn
        for dock in DOCKS.values():
            if dock.figure is not None:
                assert dock.figure(model) is not None or dock.modes, dock.name
        assert model.timeline()
        assert model.floor()
        assert model.build_inspector(studio)
    assert [row.number for row in model.transcript.rows if row.is_turn] == list(range(1, turns + 1))


@pytest.mark.usefixtures("qapp")
def test_a_run_that_was_closed_is_let_go(played: Played, studio: Studio) -> None:
    opened = studio.open(str(played("roundtable")))
    model, held = RunModel(), weakref.ref(opened.replay)
    model.open(opened, studio.library.plan("studio"))
    assert model.build_inspector(studio)
    del opened
    model.close()
    assert held() is None


@pytest.mark.parametrize("kind", ["quiz"])
@pytest.mark.usefixtures("qapp")
def test_what_a_mode_says_between_lines_is_a_quiet_row(played: Played, studio: Studio, kind: str) -> None:
    opened = studio.open(str(played(kind)))
    between = MODES[opened.state.setup.mode].between
    assert between is not None
    for language in ("en", "de"):
        view, spoken, found = view_of(opened.replay, language), 0, []
        for event in opened.replay.events:
            spoken += isinstance(event, TurnEnded)
            for happened in between(opened.state, event, language):
                row = other_row(view, opened.state, event, spoken)
                assert row is not None
                assert row.quiet
                assert happened.text == row.text
                found.append(row)
        assert found


@pytest.mark.parametrize("kind", ["quiz", "toasts"])
def test_the_new_run_dialog_asks_for_a_kind_that_no_page_was_written_for(qtbot: QtBot, kind: str) -> None:
    dialog = on_screen(qtbot, new_run())
    turn_to(dialog, kind)
    assert dialog.get_kind() == kind
    spec = request_specs()[kind]
    # Rows that all kinds have are read by the command.
    answers = {name: value for name, value in dialog.get_answers().items() if name in spec.model.model_fields}
    request = dialog.pages[kind].request(answers | {"seed": None, "voice": None, "limits": None})
    assert isinstance(request, spec.model)
    assert request.rounds == spec.model.model_fields["rounds"].default  # type: ignore[attr-defined]


def test_every_kind_of_run_has_a_page(qtbot: QtBot) -> None:
    dialog = new_run()
    qtbot.addWidget(dialog)
    assert list(dialog.pages) == list(request_specs())
    assert {command for command, _values in KINDS.values()} <= set(dialog.pages)


@pytest.mark.parametrize("view", ["window", "scoreboard"])
@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.slow
def test_a_quiz_has_its_picture(
    played: Played, studio: Studio, tmp_path: Path, qapp: QApplication, view: str, theme: str
) -> None:
    sheet, palette, letters = qapp.styleSheet(), qapp.palette(), qapp.font()
    out = tmp_path / f"{view}.png"
    try:
        save_shot(studio, studio.open(str(played("quiz", rounds=1))), view, out, theme=theme, size="1024x700")
    finally:
        qapp.setStyleSheet(sheet)
        qapp.setPalette(palette)
        qapp.setFont(letters)
    assert out.read_bytes().startswith(b"\x89PNG")


def test_a_package_brings_its_own_german(played: Played, studio: Studio) -> None:
    opened = studio.open(str(played("quiz", rounds=1)))
    assert "won with" in opened.state.detail
    assert "gewonnen" in said(opened.state.detail, "de")
    assert said(DOCKS["scoreboard"].title, "de") == "Punktestand"
