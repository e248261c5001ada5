"""Keys, menus, intents: every action of the table does what it says, and never while somebody types."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QFileDialog, QInputDialog

from parley.desktop.changes.view import ForkDialog, PolicyDialog, VoiceDialog
from parley.desktop.export.view import ExportDialog
from parley.desktop.guide.view.window import GuideWindow
from parley.desktop.new_run.view import NewRunDialog
from parley.desktop.settings.view import SettingsDialog
from parley.desktop.shell.action_table import ACTIONS
from tests.widget.real_window import CTRL, SHIFT, Desk


async def test_space_and_a_click_play_and_pause_and_the_arrows_step(desk: Desk) -> None:
    assert {action.id for action in ACTIONS} == set(desk.window.actions_by_id)
    await desk.begin(turns=12)
    session, model = desk.desktop.session, desk.desktop.model
    desk.key(Qt.Key.Key_Right)
    await desk.until(lambda: desk.turns == 1 and desk.state.status == "paused", "one turn was taken")
    desk.key(Qt.Key.Key_Right)
    await desk.until(lambda: desk.turns == 2 and desk.state.status == "paused", "another turn was taken")
    desk.key(Qt.Key.Key_Left)
    assert model.shown == 1
    desk.key(Qt.Key.Key_Right)
    assert model.live, "in a rewound run the arrow shows the next turn"
    assert desk.turns == 2
    desk.key(Qt.Key.Key_Home)
    assert model.shown == 1
    desk.key(Qt.Key.Key_End)
    assert model.live
    session.set_speed(0.25)
    desk.key(Qt.Key.Key_Space)
    await desk.until(lambda: desk.turns > 2, "it plays")
    assert session.playing
    desk.key(Qt.Key.Key_Space)
    await desk.until(lambda: desk.state.status == "paused", "it holds")
    assert not session.playing
    for view in (desk.window.transcript.lines, desk.window.library.runs):
        model.show(2)
        view.setFocus()
        desk.key(Qt.Key.Key_Left)
        assert model.shown == 1, view
        desk.key(Qt.Key.Key_Right)
        assert model.shown == 2, view
    session.set_speed(0.0)
    desk.click(desk.window.timeline.transport.play)
    await desk.ended()
    assert len([row for row in desk.window.transcript.model().rows if row.member]) == desk.turns == 12


async def test_typing_never_plays(desk: Desk) -> None:
    await desk.begin()
    window = desk.window
    for field in (window.toolbar.inject.field, window.transcript.speak.field, window.library.search):
        field.setFocus()
        desk.type("a b [c]")
        desk.key(Qt.Key.Key_Left)
        desk.key(Qt.Key.Key_Home)
        assert field.text() == "a b [c]"
        field.clear()
    await desk.idle()
    assert (desk.turns, desk.state.status) == (0, "ready")


async def test_injecting_whispering_and_speaking(desk: Desk) -> None:
    await desk.begin()
    desk.key(Qt.Key.Key_I, CTRL)
    desk.type("   ")
    desk.key(Qt.Key.Key_Return)
    desk.type(" What about the budget? ")
    desk.key(Qt.Key.Key_Return)
    await desk.until(lambda: desk.window.transcript.model().rows, "the topic is written")
    desk.window.select_member("writer")
    desk.key(Qt.Key.Key_W, CTRL | SHIFT)
    desk.type("psst")
    desk.click(desk.window.toolbar.inject.button)
    await desk.until(lambda: len(desk.window.transcript.model().rows) == 2, "the whisper is written")
    assert "everybody" in desk.window.toolbar.inject.to.text(), "the next word is for all again"
    desk.key(Qt.Key.Key_T, CTRL)
    desk.type("I say this by hand.")
    desk.key(Qt.Key.Key_Return)
    await desk.until(lambda: desk.turns == 1, "the line is written")
    rows = desk.window.transcript.model().rows
    assert [(row.kind, row.to, row.member) for row in rows] == [
        ("topic", "", ""),
        ("whisper", "Writer", ""),
        ("director", "", "writer"),
    ]
    assert rows[0].text == "What about the budget?"
    # It stands on the board, in the timeline and over each head that has heard it, until somebody has taken it up.
    floor = desk.window.floor
    await desk.until(lambda: floor.figure.board and floor.figure.board.topic == rows[0].text, "it is on the board")
    assert all(floor.people.look(member).told for member in floor.people.members)
    assert (rows[0].text in floor.make_tooltip("boss"), "psst" in floor.make_tooltip("writer")) == (True, True)
    assert [mark.icon for mark in desk.desktop.model.timeline().marks] == ["ph.hourglass-medium-fill", "ph.ear"]
    assert [row.fate for row in rows[:2]] == ["not taken up yet", "waits for the next turn of Writer"]
    desk.action("step").trigger()
    await desk.until(lambda: desk.turns == 2, "it is answered")
    await desk.until(lambda: not (floor.figure.board and floor.figure.board.put_in), "the board has the topic again")
    fate = f"taken up by {desk.state.name_of(desk.state.turns[1].member)} in turn 2"
    assert desk.window.transcript.model().rows[0].fate == fate
    assert [mark.text.endswith(fate) for mark in desk.desktop.model.timeline().marks] == [True, False]
    assert [floor.people.look(each).told for each in floor.people.members].count(None) == len(floor.people.members) - 1
    desk.action("stop").trigger()
    await desk.ended()
    assert desk.window.transcript.model().rows[1].fate == "the run ended before"


async def test_breakpoints_at_a_convergence_are_set_shown_and_taken_away(desk: Desk) -> None:
    await desk.begin(turns=12)
    assert not desk.action("breakpoints").isEnabled()
    desk.key(Qt.Key.Key_V, CTRL | SHIFT)
    ask = await desk.dialog(QInputDialog)
    assert ask.doubleValue() == 0.8
    ask.setDoubleValue(0.35)
    ask.accept()
    await desk.until(lambda: "convergence:0.35" in desk.state.breakpoints, "it is set")
    await desk.until(lambda: any("0.35" in sentence for sentence in desk.notices()), "a sentence says so")
    run = await desk.desktop.session.ensure_run()
    run.director.break_at(turn=9)
    run.director.break_at(convergence=0.9)
    run.director.break_at(convergence=0.901)
    await desk.until(lambda: len(desk.state.breakpoints) == 4, "there are more")
    desk.action("breakpoints").trigger()
    shown = await desk.dialog(QInputDialog)
    alike = "When two reach a convergence of {}"
    twice = [alike.format(f"0.90 (convergence:{threshold})") for threshold in ("0.9", "0.901")]
    assert shown.comboBoxItems() == [alike.format("0.35"), "Before turn 9", *twice], "no two read alike"
    shown.setTextValue("Before turn 9")
    shown.accept()
    await desk.until(lambda: len(desk.state.breakpoints) == 3, "one is gone")
    desk.action("play_pause").trigger()
    await desk.until(lambda: desk.state.reason == "breakpoint", "it holds")
    assert "sound alike: convergence" in desk.state.detail
    assert any("sound alike" in sentence for sentence in desk.notices())
    desk.action("breakpoints_clear").trigger()
    await desk.until(lambda: not desk.state.breakpoints, "all are gone")


async def test_members_are_steered(desk: Desk) -> None:
    await desk.begin(turns=12)
    assert not desk.action("mute").isEnabled()
    desk.action("panel.cast").trigger()
    await desk.until(lambda: desk.window.in_front("cast") and desk.window.cast.view.model().rowCount(), "the cast")
    QTest.mouseClick(desk.window.cast.view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(40, 75))
    member = desk.window.selected_member
    assert member
    desk.key(Qt.Key.Key_M, CTRL)
    await desk.until(lambda: member in desk.state.muted, "the member is muted")
    desk.key(Qt.Key.Key_G, CTRL)
    await desk.until(lambda: any("muted" in sentence for sentence in desk.notices()), "a sentence says why not")
    desk.key(Qt.Key.Key_M, CTRL)
    await desk.until(lambda: not desk.state.muted, "the member is back")
    desk.key(Qt.Key.Key_G, CTRL)
    await desk.idle()
    desk.blur()
    desk.key(Qt.Key.Key_Right)
    await desk.until(lambda: desk.turns == 1, "one turn was taken")
    assert desk.state.turns[0].member == member
    desk.key(Qt.Key.Key_M, CTRL | SHIFT)
    await desk.until(lambda: desk.state.breakpoints, "the breakpoint is set")
    desk.action("breakpoints_clear").trigger()
    await desk.until(lambda: not desk.state.breakpoints, "the breakpoint is gone")
    desk.key(Qt.Key.Key_T, CTRL | SHIFT)
    ask = await desk.dialog(QInputDialog)
    ask.setIntValue(3)
    ask.accept()
    await desk.until(lambda: [point.turn for point in desk.state.breakpoints.values()] == [3], "it holds at 3")
    other = await desk.open("change_voice", VoiceDialog)
    assert other.form.values()["who"] == member
    provider = other.voice.provider
    provider.setCurrentIndex(provider.findText("Embedded model"))
    assert not other.ok.isEnabled(), "no model is installed"
    provider.setCurrentIndex(provider.findText("Rehearsal"))
    desk.click(other.ok)
    await desk.until(lambda: desk.find(VoiceDialog) is None, "the voice is changed")
    await desk.until(lambda: member in desk.state.voices, "the member has a voice of their own")
    policy = await desk.open("change_policy", PolicyDialog)
    policy.form.fill_in({"policy": "round_robin"})
    desk.click(policy.ok)
    await desk.until(lambda: desk.state.policy == "round_robin", "the policy is another")


@pytest.mark.slow
async def test_bookmark_retry_fork_and_edit(desk: Desk) -> None:
    await desk.begin(turns=6)
    for turn in (1, 2, 3):
        desk.key(Qt.Key.Key_Right)
        await desk.until(lambda turn=turn: desk.turns == turn and desk.state.status == "paused")  # type: ignore[misc]
    desk.key(Qt.Key.Key_D, CTRL)
    await desk.until(lambda: 3 in desk.state.bookmarks, "the turn is marked")
    said = desk.state.turns[2].text
    desk.key(Qt.Key.Key_R, CTRL)
    await desk.until(lambda: desk.turns == 3 and desk.state.turns[2].text != said, "the turn was taken again")
    await desk.until(lambda: desk.state.status == "paused")
    first = desk.state.run
    desk.key(Qt.Key.Key_Left)
    desk.key(Qt.Key.Key_B, CTRL)
    await desk.until(lambda: desk.state.run != first, "the fork is shown")
    assert (desk.turns, desk.state.parent) == (2, first)
    await desk.idle()
    assert desk.desktop.model.branches[0].run == first
    desk.key(Qt.Key.Key_B, CTRL | SHIFT)
    desk.focused().selectAll()  # type: ignore[attr-defined]
    desk.type("No, another line.")
    desk.key(Qt.Key.Key_Return, CTRL)
    await desk.until(lambda: desk.turns == 2 and desk.state.turns[1].text == "No, another line.", "it is edited")
    assert desk.state.turns[1].ended.edited
    await desk.desktop.session.open(first)
    await desk.idle()
    timeline = desk.window.timeline
    await desk.until(lambda: any(mark.kind == "fork" for mark in timeline._figure.marks), "the forks are marked")
    assert timeline.branch.text() == "main"
    names = [branch.name for branch in desk.desktop.model.branches if branch.depth == 2]
    assert names == ["“No, another line.”"], "a branch is named by how it differs"


async def test_a_fork_with_changes(desk: Desk) -> None:
    await desk.played()
    first = desk.state.run
    desk.desktop.model.show(3)
    dialog = await desk.open("fork_changed", ForkDialog)
    dialog.form.fill_in({"topic": "Something else", "turns": 9, "seed": "nine"})
    desk.click(dialog.ok)
    await desk.until(dialog.problem.isVisible, "the seed is refused")
    dialog.form.fill_in({"seed": "9"})
    desk.click(dialog.ok)
    await desk.until(lambda: desk.state.run != first, "the fork is shown")
    assert (desk.state.setup.topic, desk.state.setup.turns, desk.state.setup.seed) == ("Something else", 9, 9)
    assert desk.turns == 3


@pytest.mark.slow
async def test_a_run_that_has_ended_says_how_to_go_on(desk: Desk) -> None:
    await desk.played()
    first, topic = desk.state.run, desk.state.setup.topic
    button, offered = (
        desk.window.end_bar,
        ("new_run", "play_again", "again_with", "fork", "what_if", "export", "compare"),
    )
    assert button.isVisible()
    assert "All 6 turns were spoken." in button.told
    assert button.fill_menu().actions()[2:] == [desk.action(name) for name in offered]
    desk.click(desk.window.timeline.transport.play)
    assert [button.title for button in desk.notice().buttons] == ["Play again", "Fork here"]
    dialog = await desk.open("fork", ForkDialog)
    assert dialog.form.values()["turns"] == 12, "after the last turn it goes on as long once more"
    dialog.reject()
    desk.action("play_again").trigger()
    await desk.until(lambda: desk.state.run != first, "it is played again")
    assert (desk.state.setup.topic, desk.state.setup.turns) == (topic, 6)
    assert desk.state.setup.seed != 7
    assert not button.isVisible()
    await desk.ended()
    desk.desktop.model.show(3)
    desk.action("fork").trigger()
    await desk.until(lambda: desk.turns == 3, "the fork is shown")


@pytest.mark.parametrize("turn", [3, 6])
@pytest.mark.slow
async def test_what_is_typed_for_an_ended_run_stays_and_goes_into_a_fork(desk: Desk, turn: int) -> None:
    await desk.played()
    first, box = desk.state.run, desk.window.toolbar.inject
    desk.desktop.model.show(turn)
    desk.window.select_member("writer")
    desk.key(Qt.Key.Key_W, CTRL | SHIFT)
    desk.type("Say who told you.")
    desk.key(Qt.Key.Key_Return)
    await desk.idle()
    assert (box.field.text(), box.button.text()) == ("Say who told you.", "Whisper")
    assert desk.notice().sentence.startswith("This run has ended, so nobody would hear it.")
    desk.notice().buttons[0].pressed()
    if turn == 6:
        dialog = await desk.dialog(ForkDialog)
        desk.click(dialog.ok)
    await desk.until(lambda: desk.state.run != first, "the fork is open")
    assert (box.field.text(), box.button.text()) == ("Say who told you.", "Whisper")
    desk.click(box.button)
    await desk.until(lambda: desk.state.entries[-1].kind == "topic", "it is in the fork")
    entry = desk.state.entries[-1]
    assert (entry.text, entry.heard_by, desk.turns) == ("Say who told you.", ("writer",), turn)
    assert box.field.text() == ""


async def test_what_was_typed_while_a_run_ended_is_put_back(desk: Desk) -> None:
    await desk.begin()
    desk.key(Qt.Key.Key_I, CTRL)
    desk.type("What about Friday?")
    run = await desk.desktop.session.ensure_run()
    await run.stop()
    # The window has not been told yet.
    assert desk.state.status != "ended"
    desk.key(Qt.Key.Key_Return)
    await desk.until(lambda: desk.state.status == "ended", "the end is shown")
    await desk.idle()
    assert desk.window.toolbar.inject.field.text() == "What about Friday?"


async def test_finding_and_searching(desk: Desk) -> None:
    await desk.played(topic="Only about pumpernickel")
    desk.key(Qt.Key.Key_F, CTRL)
    desk.type("the")
    await desk.until(lambda: desk.window.transcript.search.isVisible())
    desk.key(Qt.Key.Key_Escape)
    assert not desk.window.transcript.search.isVisible()
    desk.key(Qt.Key.Key_F, CTRL | SHIFT)
    assert desk.focused() is desk.window.library.search
    word = next(word for word in desk.state.turns[-1].text.split() if word.isalpha() and len(word) > 3)
    desk.type(word)
    await desk.until(lambda: desk.window.library._listing.lines > 0, "lines are found")
    desk.window.library.hit_chosen.emit(desk.state.run, 6)
    await desk.idle()
    assert desk.desktop.model.shown == 6


@pytest.mark.slow
async def test_help_and_dialogs_open_by_their_keys(desk: Desk) -> None:
    window = desk.window
    desk.blur()
    desk.key(Qt.Key.Key_F1)
    page = await desk.dialog(GuideWindow)
    assert page.page == "plan"
    page.close()
    for key, kind in ((Qt.Key.Key_N, NewRunDialog), (Qt.Key.Key_E, ExportDialog), (Qt.Key.Key_Comma, SettingsDialog)):
        window.activateWindow()
        await desk.until(window.isActiveWindow)
        desk.key(key, CTRL)
        dialog = await desk.dialog(kind)
        QTest.keyClick(dialog, Qt.Key.Key_Escape)
        await desk.until(lambda kind=kind: desk.find(kind) is None, "Escape closes it")  # type: ignore[misc]
        await desk.idle()


async def test_speed_look_and_notices(desk: Desk) -> None:
    window, session = desk.window, desk.desktop.session
    before = session.speed
    desk.key(Qt.Key.Key_BracketRight)
    assert session.speed > before
    desk.key(Qt.Key.Key_BracketLeft)
    assert session.speed == before
    desk.key(Qt.Key.Key_F, SHIFT)
    assert session.speed == before, "what is typed where no field is does nothing"
    desk.action("as_fast_as_it_goes").trigger()
    assert session.speed == 0.0
    assert math.isinf(window.timeline.speed.get_speed())
    told = desk.notice()
    assert (told.sentence, told.key) == ("Speed: As fast as it goes", "speed")
    desk.action("as_fast_as_it_goes").trigger()
    assert (session.speed, window.timeline.speed.get_speed()) == (before, before)
    desk.key(Qt.Key.Key_Escape)
    window.keys.single_keys = False
    desk.key(Qt.Key.Key_BracketRight)
    assert session.speed == before, "who wants no keys that write something has none"
    desk.key(Qt.Key.Key_Plus, CTRL)
    assert window.scale == 1.1
    desk.key(Qt.Key.Key_Minus, CTRL)
    desk.key(Qt.Key.Key_0, CTRL)
    assert window.scale == 1.0
    desk.action("theme_dark").trigger()
    assert window.theme.dark
    assert (desk.action("theme_dark").isChecked(), desk.action("theme_system").isChecked()) == (True, False)
    desk.action("about").trigger()
    assert "Parley" in desk.notices()[0]
    desk.key(Qt.Key.Key_Escape)
    assert desk.notices() == []


async def test_views_are_saved_as_pictures(desk: Desk, tmp_path: Path) -> None:
    for kind in ("png", "svg"):
        desk.window.floor.setFocus()
        dialog = await desk.open(f"save_{kind}", QFileDialog)
        dialog.fileSelected.emit(str(tmp_path / f"view.{kind}"))
        dialog.reject()
        await desk.idle()
    assert (tmp_path / "view.png").read_bytes().startswith(b"\x89PNG")
    assert b"<svg" in (tmp_path / "view.svg").read_bytes()
    desk.desktop.commands._views.write_view(desk.window.floor, tmp_path / "no" / "such" / "place.png", "png")
    assert desk.notice().kind == "error"
