"""Contrasts and questions in the dialog of an experiment, by hand at the real window."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLineEdit, QMessageBox, QWidget

from parley.core.base.definition import parse_toml
from parley.core.home import Home
from parley.core.studio.experiments import drafting, logs
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.running import Running
from parley.core.studio.experiments.service import ExperimentService
from parley.core.studio.experiments.spec import Experiment, read_spec
from parley.core.studio.interviews.questions import Questionnaire
from parley.desktop.experiments.planned import text_of, weights_of
from parley.desktop.experiments.spec_view.dialog import ExperimentDialog
from parley.desktop.experiments.spec_view.questions import QuestionnaireDialog
from parley.desktop.experiments.view.view import CHANGES
from tests.widget.real_window import Desk

SPEC = """
name = "Floor"
metrics = ["words"]
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
    """Type a text in place of what stands in a field."""
    line = field.lineEdit() if isinstance(field, QComboBox) else field
    assert isinstance(line, QLineEdit)
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, text)


async def edited(desk: Desk) -> ExperimentDialog:
    """The dialog of the experiment, all looked at."""
    commands = desk.desktop.commands.experiments
    desk.action("experiments").trigger()
    await desk.idle()
    assert commands.frame is not None
    desk.click(commands.frame.view.head.tools["edit"])
    dialog = await desk.dialog(ExperimentDialog)
    await desk.until(lambda: "Climate" in dialog.asked.summary.text() and dialog.size_told.text(), "it is looked at")
    return dialog


async def saved(desk: Desk, home: Home, dialog: ExperimentDialog) -> Experiment:
    """The experiment as it was saved by a click."""
    await desk.until(dialog.save.isEnabled, "it can be saved")
    desk.click(dialog.save)
    await desk.until(lambda: desk.find(ExperimentDialog) is None, "the dialog goes")
    await desk.idle()
    return read_spec(logs.spec_path(home, "floor"))[0]


async def test_a_roundtable_with_contrasts_and_questions_comes_out_of_the_dialog_as_it_went_in(
    desk: Desk, home: Home
) -> None:
    experiment = kept(home)
    dialog = await edited(desk)
    assert dialog.talk.values()["voice"] == "rehearsal", "a voice goes by its name"
    rows = dialog.contrasts.rows
    assert rows[0].minus.currentText() == "policy = affinity | policy = round_robin"
    assert not rows[1].plus.isVisibleTo(dialog), "what is no difference of two means is not bent into one"
    assert "4 questions · before the run, after it · all members · climate.toml" in dialog.asked.summary.text()
    # The name stays; what is changed is the question alone.
    write(dialog.head.editors["note"], "Who gets the floor?")
    assert await saved(desk, home, dialog) == experiment.model_copy(update={"note": "Who gets the floor?"})


async def test_a_contrast_is_planned_blamed_and_mended(desk: Desk, home: Home) -> None:
    kept(home)
    dialog = await edited(desk)
    await desk.until(lambda: dialog.contrasts.rows[0].plus.count() > 5, "levels and cells are offered")
    desk.click(dialog.contrasts.rows[1].remove)
    desk.click(dialog.contrasts.add)
    row = dialog.contrasts.rows[-1]
    assert QApplication.focusWidget() is row.plus
    await desk.until(lambda: row.plus.visibleRegion().boundingRect() == row.plus.rect(), "all of it is in sight")
    assert [row.plus.currentText(), row.minus.currentText()] == ["policy = affinity", "policy = random"]
    for plus, said in (
        ("policy = random", "Both sides are the same cells."),
        ("policy = rondo", "no cell is 'policy = rondo'"),
        ("mood = good", "nothing of a setting that is varied (policy, cast)"),
    ):
        write(row.plus, plus)
        await desk.until(lambda said=said: said in row.problem.text(), said)
        assert not dialog.save.isEnabled()
    QTest.keyClick(row.plus, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(row.plus, Qt.Key.Key_Delete)
    await desk.until(lambda: "on both sides" in row.problem.text(), "an empty side is told")
    write(row.plus, "policy = affinity, cast = shop")
    write(row.minus, "policy = random, cast = shop")
    experiment = await saved(desk, home, dialog)
    name = "policy = affinity, cast = shop − policy = random, cast = shop"
    assert list(experiment.contrasts) == ["by chance", name]
    assert experiment.contrasts[name] == {"policy = affinity, cast = shop": 1.0, "policy = random, cast = shop": -1.0}


@pytest.mark.slow
async def test_questions_are_written_asked_and_compared(desk: Desk, home: Home) -> None:
    kept(home)
    dialog = await edited(desk)
    desk.click(dialog.asked.edit)
    asked = await desk.dialog(QuestionnaireDialog)
    desk.click(asked.add)
    new = asked.items[-1]
    assert QApplication.focusWidget() is new.text
    assert not asked.take.isEnabled()
    assert "1 to 2,000 characters" in new.problem.text()
    write(new.text, "Would you do it again?")
    assert asked.take.isEnabled()
    new.type.setFocus()
    QTest.keyClick(new.type, Qt.Key.Key_Down)
    assert "two options" in new.problem.text()
    write(new.options, "yes | no")
    write(new.id, "Trust!")
    assert "small letters" in new.problem.text()
    write(new.id, "trust")
    assert "an id stands there twice" in asked.problem.text().lower()
    write(new.id, "again")
    write(asked.during, "2, x")
    assert "'x' is no moment" in asked.problem.text()
    write(asked.during, "2")
    desk.click(asked.before)
    for item in asked.items[1:4]:
        desk.click(item.remove)
    desk.click(asked.take)
    await desk.until(lambda: "2 questions · after turn 2, after it" in dialog.asked.summary.text(), "it is taken")
    assert dialog.metrics.chosen() == ["words", "ask.2.trust", "ask.2.again", "ask.after.again"], "what is new"
    experiment = await saved(desk, home, dialog)
    asks = experiment.questionnaire
    assert isinstance(asks, Questionnaire)
    assert [item.id for item in asks.items] == ["trust", "again"]
    assert asks.items[0].text.de == "Wie sehr vertraust du den anderen hier?", "what nobody changed keeps its German"
    # Played and measured, the answers are compared as any other figure is; what was planned stands first.
    commands = desk.desktop.commands.experiments
    assert commands.frame is not None
    view = commands.frame.view
    studio = ExperimentService(home)
    await Running(studio, Plan(experiment), home.path / "specs").live()
    await studio.close()
    await commands.refresh("floor")
    await desk.until(lambda: view.cells.model.rows, "it is measured")
    await desk.idle()
    figures = {row.key[0] for row in view.cells.model.rows}
    assert {"words", "ask.2.trust"} <= figures
    assert {"ask.after.again.share_yes", "ask.after.again.share_no"} <= figures
    assert not any(str(name).endswith(".a") for name in figures), "a mean that is named is not what each one answered"
    assert "Answer · trust · turn 2" in {row.values[0] for row in view.cells.model.rows}
    view.open_page(CHANGES)
    assert [row.values[4] for row in view.changes.model.rows[:2]] == ["planned contrast"] * 2
    assert "filled in the questionnaire “Climate” off the record" in view.methods.toPlainText()


def test_weights_of_two_groups_come_back() -> None:
    for weights in ({"a = 1": 1.0, "a = 2": -1.0}, {"a = 1": 1.0, "a = 2": -1 / 3, "a = 3": -1 / 3, "a = 4": -1 / 3}):
        again = weights_of(text_of("x", weights))
        assert again.keys() == weights.keys()
        data = {"name": "X", "duologue": {}, "grid": {"cap": [1, 2, 3, 4]}}
        named = {key.replace("a =", "cap ="): weight for key, weight in again.items()}
        assert drafting.checked({**data, "contrasts": {"x": named}}).contrasts["x"] == named
    uneven = {"a = 1": 1.0, "a = 2": -0.75, "a = 3": -0.25}
    assert weights_of(text_of("x", uneven)) == uneven


async def test_another_kind_of_run_asks_only_where_something_would_be_lost(desk: Desk) -> None:
    desk.action("new_experiment").trigger()
    first = await desk.dialog(ExperimentDialog)
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
