"""The judges' dock and the page for grading by hand: real keys at a real window, and what stands in the log after."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QInputDialog

from parley.core.base.errors import VoiceError
from parley.core.home import Home
from parley.core.judges.log import JudgeLog
from parley.core.judges.report import grade_by_hand
from parley.core.judges.rubric import Rubric
from parley.core.judges.units import list_units
from parley.core.studio.hand_written import build_watched
from parley.core.voices import pool
from parley.desktop.judges.commands import build_picture
from parley.desktop.judges.sheet import SheetDialog
from tests.scripted_voices import finished
from tests.unit.judges.conftest import Judge
from tests.widget.real_window import Desk


async def test_lines_are_graded_by_a_model_and_blind_by_hand_and_the_run_stays_as_it_is(
    desk: Desk, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    Judge.asked, Judge.answers, Judge.waits = [], staticmethod(lambda request: "4"), None
    monkeypatch.setenv("ANTHROPIC_API_KEY", "sk-test")
    window, model = desk.window, desk.desktop.model
    played = desk.studio.start(desk.studio.compose(build_watched("debate").model_copy(update={"simulated": True})))
    await finished(played)
    run = played.state.run
    monkeypatch.setattr(pool, "make_voice", lambda spec, *_args, **_values: Judge(spec))
    await desk.desktop.session.open(run)
    before = model.path.read_bytes() if model.path else b""
    await desk.idle()
    desk.action("grade_by_hand").trigger()
    await desk.dialog(QInputDialog)
    desk.key(Qt.Key.Key_Return)
    assert (await desk.dialog(SheetDialog)).count.text() == "0 of 10 graded", "also where the dock was never seen"
    desk.key(Qt.Key.Key_Escape)
    view = window.panels["judges"].made
    await desk.until(lambda: view.table.rowCount() == 10 and view.voice.count(), "lines and models are listed")
    names = [view.voice.itemData(at) for at in range(view.voice.count())]
    assert not any(name.startswith("rehearsal") for name in names)
    assert not view.told.isVisible()
    # The cost is told first, and nothing is asked before somebody says yes to it.
    view.voice.setCurrentIndex(next(at for at, name in enumerate(names) if name.startswith("anthropic")))
    desk.click(view.grade)
    await desk.until(lambda: view.progress.text(), "the cost is told")
    assert "at most" in view.progress.text()
    assert (len(Judge.asked), view.grade.text()) == (0, "Yes, grade")
    desk.click(view.grade)
    await desk.until(lambda: view.table.columnCount() == 3 and view.grade.isVisible(), "the model has graded")
    assert len(Judge.asked) == 30
    assert {view.table.item(row, 2).text() for row in range(10)} == {"4 · on the topic"}
    assert "Because of" in view.table.item(0, 2).toolTip()
    view.table.itemActivated.emit(view.table.item(4, 0))
    assert model.shown == 5
    # By hand: digits grade, Backspace takes back, and it goes on where somebody stopped.
    desk.click(view.hand)
    (await desk.dialog(QInputDialog)).setTextValue("Zoë")
    desk.key(Qt.Key.Key_Return)
    page = await desk.dialog(SheetDialog)
    seen = []
    for key in (Qt.Key.Key_4, Qt.Key.Key_2, Qt.Key.Key_9, Qt.Key.Key_Backspace, Qt.Key.Key_5):
        seen.append(page.text.text())
        assert not any(member.name in page.text.text() for member in model.replay.live.setup.members)
        desk.key(key)
    assert seen[2] == seen[3], "there is no grade 9"
    assert seen[4] == seen[1], "back at the line whose grade was taken back"
    assert page.count.text() == "2 of 10 graded"
    desk.key(Qt.Key.Key_Escape)
    await desk.until(lambda: view.table.columnCount() == 4, "the person's grades are listed")
    log = JudgeLog(home, run)
    assert [each.grade for each in log.read() if each.person] == ["4", "5"]
    assert "Zoë" in view.told.text()
    assert "kappa" in view.told.text()
    desk.action("grade_by_hand").trigger()
    await desk.dialog(QInputDialog)
    desk.key(Qt.Key.Key_Return)
    page = await desk.dialog(SheetDialog)
    assert page.count.text() == "2 of 10 graded"
    for _line in range(8):
        desk.click(page.grades[3])
    assert page.over.text()
    assert not page.grades[0].isEnabled()
    desk.click(page.leave)
    await desk.idle()
    assert [each.grade for each in log.read() if each.person] == ["4", "5", *"4" * 8]
    assert model.path is not None
    assert model.path.read_bytes() == before
    # A picture shows them too, and so does the dock whatever the run was graded by; two runs are a terminal's.
    assert [len(row.grades) for row in build_picture(desk.studio, model).rows] == [2] * 10
    own = Rubric(id="own", name="Own", question="Is it?", scale="binary")
    grade_by_hand(home, own, "Zoë", [(unit, "yes") for unit in list_units(own, [model.replay.live])])
    assert build_picture(desk.studio, model).rubric == "own"
    view.rubric_chosen.emit("reads_better")
    assert f"parley judge {run} RUN --rubric reads_better" in view.empty.text()
    # Another rubric has no grades yet; a failure is told, and the key is asked for by nobody else.
    view.rubric_chosen.emit("takes_up")
    assert view.table.columnCount() == 2
    Judge.answers = staticmethod(lambda request: VoiceError("auth", "The key is wrong."))
    desk.click(view.grade)
    await desk.until(lambda: view.grade.text() == "Yes, grade", "the cost is told")
    desk.click(view.grade)
    await desk.until(lambda: view.problem.text() == "The key is wrong.", "it is told")
