"""What the dialog of an experiment leaves as it is, and other kinds of run in it."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QLineEdit, QMessageBox, QWidget

from parley.core.base.definition import parse_toml
from parley.core.home import Home
from parley.core.studio.experiments import logs
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.running import Running
from parley.core.studio.experiments.service import ExperimentService
from parley.core.studio.experiments.spec import Experiment, read_spec
from parley.desktop.experiments.spec_view.dialog import ExperimentDialog
from parley.desktop.experiments.view.view import CHANGES
from tests.widget.real_window import Desk

SPEC = """
name = "Floor"
metrics = ["words", "ask.after.trust"]
questionnaire = "climate.toml"

[roundtable]
voice = "rehearsal"
format = "standup"
turns = 4
limits = { turns = 9 }

[grid]
policy = ["affinity", "random", "round_robin"]
cast = ["startup", "shop"]

[contrasts]
"by chance" = { "policy = random" = 1, "policy = affinity" = -0.5, "policy = round_robin" = -0.5 }
"bent" = { "policy = random" = 2, "policy = affinity" = -1, "policy = round_robin" = -1 }
"""
CLIMATE = Path(__file__).parents[2] / "examples" / "questionnaires" / "climate.toml"


def kept(home: Home) -> Experiment:
    """A roundtable experiment of the home, with contrasts and the questionnaire of a file beside it."""
    folder = home.path / "specs"
    folder.mkdir()
    (folder / CLIMATE.name).write_text(CLIMATE.read_text("utf-8"), "utf-8")
    experiment = parse_toml(SPEC, "spec.toml", Experiment)
    logs.keep(home, experiment, SPEC, folder)
    return experiment


def write(field: QWidget, text: str) -> None:
    line = field.lineEdit() if isinstance(field, QComboBox) else field
    assert isinstance(line, QLineEdit)
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, text)


async def edited(desk: Desk) -> ExperimentDialog:
    """The dialog of the experiment, all looked at."""
    commands = desk.desktop.commands.rooms["experiments"].desk
    desk.action("experiments").trigger()
    await desk.idle()
    assert commands.frame is not None
    desk.click(commands.frame.view.head.tools["edit"])
    dialog = await desk.dialog(ExperimentDialog)
    await desk.until(lambda: bool(dialog.size_told.text()), "it is looked at")
    return dialog


async def saved(desk: Desk, home: Home, dialog: ExperimentDialog) -> Experiment:
    """The experiment as it was saved by a click."""
    await desk.until(dialog.save.isEnabled, "it can be saved")
    desk.click(dialog.save)
    await desk.until(lambda: desk.find(ExperimentDialog) is None, "the dialog goes")
    await desk.idle()
    return read_spec(logs.get_spec_path(home, "floor"))[0]


@pytest.mark.slow
async def test_a_roundtable_with_contrasts_and_questions_comes_out_of_the_dialog_as_it_went_in(
    desk: Desk, home: Home
) -> None:
    experiment = kept(home)
    dialog = await edited(desk)
    assert dialog.talk.values()["voice"] == "rehearsal", "a voice goes by its name"
    # The name stays; what is changed is the question alone.
    write(dialog.head.editors["note"], "Who gets the floor?")
    after = await saved(desk, home, dialog)
    assert after == experiment.model_copy(update={"note": "Who gets the floor?"})
    # Played and measured, the answers are compared as any other figure is; what was planned stands first.
    commands = desk.desktop.commands.rooms["experiments"].desk
    assert commands.frame is not None
    view = commands.frame.view
    studio = ExperimentService(home)
    await Running(studio, Plan(after), home.path / "specs").live()
    await studio.close()
    await commands.refresh("floor")
    await desk.until(lambda: view.cells.model.rows, "it is measured")
    await desk.idle()
    figures = {row.key[0] for row in view.cells.model.rows}
    assert {"words", "ask.after.trust"} <= figures
    view.open_page(CHANGES)
    assert [row.values[4] for row in view.changes.model.rows[:2]] == ["planned contrast"] * 2


@pytest.mark.slow
async def test_another_kind_of_run_asks_only_where_something_would_be_lost(desk: Desk) -> None:
    first = await desk.open("new_experiment", ExperimentDialog)
    first.kinds.setFocus()
    QTest.keyClick(first.kinds, Qt.Key.Key_Home)
    await desk.until(
        lambda: "policy" in getattr(desk.find(ExperimentDialog), "talk", first.talk).editors, "roundtables"
    )
    dialog = await desk.dialog(ExperimentDialog)
    assert dialog.varied[0].name() == "policy"
    assert "voice" in dialog.talk.editors
    write(dialog.head.editors["note"], "Why?")
    dialog.kinds.setFocus()
    QTest.keyClick(dialog.kinds, Qt.Key.Key_End)
    box = await desk.dialog(QMessageBox)
    desk.click(next(each for each in box.buttons() if each.text() == "Go on editing"))
    await desk.until(lambda: dialog.kinds.currentData() == "roundtable", "the kind stays too")
    assert dialog.head.values()["note"] == "Why?"
    dialog.discard()
    await desk.until(lambda: desk.find(ExperimentDialog) is None, "it goes")
