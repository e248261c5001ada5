"""Branching off a duologue with other settings, and two branches side by side."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt, QUrl
from PySide6.QtTest import QTest

from parley.core.cast.member import VoiceSpec
from parley.core.modes.duologue.config import DuologueConfig
from parley.core.modes.duologue.request import DuologueRequest, SideRequest
from parley.desktop.compare.view.view import CompareView
from parley.desktop.modes.duologue.fork import TalkForkDialog
from tests.widget.real_window import Desk

REHEARSAL = VoiceSpec(provider="rehearsal")


async def talk(desk: Desk, turns: int = 6) -> str:
    session = desk.desktop.session
    session.set_speed(0.0)
    sides = [SideRequest("rehearsal"), SideRequest("rehearsal")]
    wish = DuologueRequest(sides=sides, turns=turns, seed=3, voice=REHEARSAL, simulated=True)
    await session.start(desk.studio.compose(wish))
    await desk.ended()
    return desk.state.run


async def test_a_branch_has_what_was_changed_and_nothing_else(desk: Desk) -> None:
    parent = await talk(desk)
    before = desk.state.setup
    assert "policy" not in desk.desktop.commands.get_conditions(), "the topology says who is next"
    desk.desktop.model.show(3)
    dialog = await desk.open("fork_changed", TalkForkDialog)
    assert dialog.find_changes() == {}
    dialog.form.fill_in({"who": "rehearsal-2", "awareness": "high", "system": "You doubt.", "temperature": 1.5})
    dialog.form.fill_in({"turns": 8, "seed": "nine", "stop_at": 0.85})
    dialog.ok.click()
    await desk.until(lambda: "nine" in dialog.problem.text(), "it is told")
    dialog.form.fill_in({"seed": "9"})
    dialog.ok.click()
    await desk.until(lambda: desk.state.parent == parent, "the fork is open")
    config = desk.state.setup
    assert (config.turns, config.seed, desk.state.parent_turn) == (8, 9, 3)
    assert config[DuologueConfig].sides["rehearsal-2"].awareness.id == "high"
    assert config[DuologueConfig].sides["rehearsal-2"].system == "You doubt."
    assert config[DuologueConfig].sides["rehearsal"] == before[DuologueConfig].sides["rehearsal"]
    assert config.member("rehearsal-2").voice == REHEARSAL.model_copy(update={"temperature": 1.5})
    assert config.member("rehearsal") == before.member("rehearsal")
    assert config[DuologueConfig].stop is not None
    assert (config[DuologueConfig].router, config[DuologueConfig].opening) == (
        before[DuologueConfig].router,
        before[DuologueConfig].opening,
    )


@pytest.mark.slow
async def test_a_fork_is_compared_with_what_it_came_from(desk: Desk) -> None:
    parent = await talk(desk)
    await desk.desktop.session.fork(3, {"seed": 99})
    desk.desktop.session.play()
    await desk.ended()
    fork = desk.state
    await desk.until(lambda: any(run.parent == parent for run in desk.desktop.commands._runs), "the library knows")

    def named() -> str:
        return next(run.title for run in desk.desktop.commands._runs if run.parent == parent)

    await desk.until(lambda: named().startswith("drawn again: "), "it is called by how it differs")
    view = await desk.open("compare", CompareView)
    assert (view.other.currentData(), view.settings.list_shown()[0].title) == (parent, "Seed")
    same = view.rows.folded
    assert same >= 3
    assert f"1 to {same}" in view.rows.folded_words()
    view.rows.anchorClicked.emit(QUrl("unfold"))
    assert view.rows.folded == 0
    view.rows.anchorClicked.emit(QUrl("turn:2"))
    assert desk.desktop.model.shown == 2
    told = len(view.settings.list_shown())
    view.all.setChecked(True)
    assert len(view.settings.list_shown()) > told
    view.tabs.setFocus()
    for page in (view.affinities, view.outcomes):
        QTest.keyClick(view.tabs, Qt.Key.Key_Right)
        assert page.isVisible()
    assert not view.grab().isNull()
    # Another one to compare with is shown in the same window.
    at = next(at for at in range(view.other.count()) if view.other.itemData(at) not in (parent, fork.run))
    view.other.setCurrentIndex(at)
    view.other.activated.emit(at)
    await desk.idle()
    assert view.rows.folded == 0
    view.close()
    await desk.idle()
    assert desk.find(CompareView) is None


@pytest.mark.slow
async def test_compare_begins_with_what_the_director_did(desk: Desk) -> None:
    await talk(desk)
    session = desk.desktop.session
    await session.fork(3, {})
    assert "goes the same way again" in desk.notice().hint, "a rehearsal that nobody changes"
    assert session.run is not None
    branch = desk.window.timeline.branch
    await desk.until(lambda: branch.text() == "from turn 3", "it is not known yet what sets it apart")
    session.run.director.inject("A dog comes in.")
    await desk.until(lambda: branch.accessibleDescription() == "“A dog comes in.”", "it is")
    session.play()
    await desk.ended()
    assert branch.accessibleDescription() == "“A dog comes in.”"
    await desk.until(lambda: any(run.parent for run in desk.desktop.commands._runs), "the library knows")
    view = await desk.open("compare", CompareView)
    first = view.settings.list_shown()[0]
    assert (first.title, first.one, first.other) == ("Topic injected before turn 4", "A dog comes in.", "–")
    assert "All settings are the same. The director did one thing in one of them only." in view.summary.text()
    # Of selected turns the first is in sight, also where both share it.
    view.close()
    desk.desktop.model.select_span(2, 3)
    view = await desk.open("compare", CompareView)
    await desk.until(lambda: view.rows.folded == 0, "what both share stands line by line")
    assert desk.state.turns[1].text.split()[0] in view.rows.toPlainText()


@pytest.mark.window(empty=True)
@pytest.mark.slow
async def test_who_has_nothing_to_compare_with_is_told(desk: Desk) -> None:
    await talk(desk)
    await desk.until(lambda: desk.desktop.commands._runs, "the library knows")
    assert not desk.action("compare").isEnabled()
    assert "no other run" in desk.action("compare").toolTip()
