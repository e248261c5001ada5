"""Putting on a duologue, its topology, and bringing runs in."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from desktop.commands.importing import dropped
from desktop.dialogs.new_run import DUOLOGUE, NewRunDialog
from desktop.models.duologue_words import talks
from desktop.models.figures import MemberFigure, TopologyFigure
from desktop.theme import DARK, LIGHT
from desktop.views.speaker_flow.topology import TopologyPicture
from tests.widget.desk import Desk, Opener

LEFT = Qt.MouseButton.LeftButton


def choose_duologue(dialog: NewRunDialog) -> None:
    """The tab of duologues."""
    at = next(at for at in range(dialog.what.count()) if dialog.what.tabData(at) == DUOLOGUE)
    dialog.what.setCurrentIndex(at)


def test_a_duologue_is_put_on_as_it_was_asked_for(opened: Opener) -> None:
    async def body(desk: Desk) -> None:
        desk.action("new_run").trigger()
        dialog = await desk.dialog(NewRunDialog)
        choose_duologue(dialog)
        dialog.voice.setCurrentIndex(dialog.voice.findData("rehearsal"))
        fields = dialog.duologue
        QTest.keyClicks(fields.sides[0].name, "Ada")
        QTest.keyClicks(fields.sides[1].name, "Bob")
        desk.click(fields.add)
        assert fields.router.currentData() == "round_table"
        QTest.keyClicks(fields.sides[2].name, "Cy")
        QTest.keyClicks(fields.sides[1].system, "You doubt everything.")
        fields.sides[0].awareness.setCurrentIndex(fields.sides[0].awareness.findData("high"))
        fields.router.setCurrentIndex(fields.router.findData("star"))
        fields.hub.setCurrentIndex(1)
        fields.opening.setPlainText("What is a bridge?")
        fields.turns.setValue(4)
        fields.action.setCurrentIndex(fields.action.findData("pause"))
        fields.profile.setCurrentIndex(fields.profile.findData("strict"))
        assert dialog.start.isEnabled(), dialog.problem.text()
        desk.desktop.session.set_speed(0.0)
        dialog.start.click()
        await desk.until(lambda: desk.desktop.model.loaded and desk.state.setup.mode == "duologue", "it has begun")
        talk = desk.state.setup.talk
        assert [member.name for member in desk.state.setup.members] == ["Ada", "Bob", "Cy"]
        assert (talk.router.kind, talk.router.hub, talk.opening) == ("star", "bob", "What is a bridge?")
        assert talk.sides["ada"].awareness.id == "high"
        assert talk.sides["bob"].system == "You doubt everything."
        assert talk.stop is not None
        assert (talk.stop.action, talk.stop.profile) == ("pause", "strict")

    opened(body)


def test_what_does_not_fit_is_said_at_once(opened: Opener) -> None:
    async def body(desk: Desk) -> None:
        desk.action("new_run").trigger()
        dialog = await desk.dialog(NewRunDialog)
        choose_duologue(dialog)
        fields = dialog.duologue
        for side in fields.sides:
            side.name.setText("Ada")
        assert "same name" in dialog.problem.text()
        assert not dialog.start.isEnabled()
        fields.sides[0].name.setText("Bob")
        fields.add.click()
        fields.router.setCurrentIndex(fields.router.findData("alternation"))
        assert "for two" in dialog.problem.text()
        fields.sides[2].remove.click()
        assert len(fields.sides) == 2
        assert not fields.sides[0].remove.isEnabled()
        dialog.reject()
        await desk.idle()

    opened(body)


def test_the_levels_are_offered_from_the_least_on() -> None:
    assert [id_ for id_, _name in talks("de").awareness] == ["none", "basic", "intermediate", "high", "research"]


def test_a_topology_is_drawn_and_told(qtbot: QtBot) -> None:
    members = tuple(MemberFigure(f"m{at}", f"Member {at}", "M", "blue") for at in range(5))
    star = tuple((a, b) for a in range(5) for b in range(5) if a != b and 0 in (a, b))
    view = TopologyPicture()
    qtbot.addWidget(view)
    view.resize(300, 140)
    view.show_figure(TopologyFigure(members, star, 0, "Star"))
    view.show()
    assert view.accessibleDescription() == "Star. In the middle: Member 0."
    assert view._heard_by(members[2]) == "Member 2 is heard by Member 0."
    with qtbot.waitSignal(view.member_chosen) as chosen:
        QTest.mouseClick(view, LEFT, pos=view.places()[3].toPoint())
    assert chosen.args == ["m3"]
    for theme, figure in (
        (DARK, TopologyFigure(members[:2], ((0, 1), (1, 0)))),
        (LIGHT, TopologyFigure(members * 6, tuple((a, b) for a in range(30) for b in range(30) if a != b))),
    ):
        view.set_theme(theme)
        view.show_figure(figure)
        assert not view.grab().isNull()


def chat(path: Path) -> Path:
    """A small chat of another program, with a broken line."""
    path.write_text(
        '{"user_name": "Kim", "character_name": "Ada", "create_date": "2025-03-01@12h00m00s"}\n'
        '{"name": "Ada", "is_user": false, "mes": "Hello there.", "send_date": "March 1, 2025 12:00pm"}\n'
        "{broken\n"
        '{"name": "Kim", "is_user": true, "mes": "Hello, Ada!", "send_date": "March 1, 2025 12:01pm"}\n',
        encoding="utf-8",
    )
    return path


def test_a_dropped_chat_is_brought_in_and_opened(opened: Opener, tmp_path: Path) -> None:
    path = chat(tmp_path / "Ada.jsonl")

    async def body(desk: Desk) -> None:
        data = QMimeData()
        data.setUrls([QUrl.fromLocalFile(str(path))])
        none, copy = Qt.KeyboardModifier.NoModifier, Qt.DropAction.CopyAction
        enter = QDragEnterEvent(QPoint(300, 300), copy, data, LEFT, none)
        QApplication.sendEvent(desk.window, enter)
        assert enter.isAccepted()
        QApplication.sendEvent(desk.window, QDropEvent(QPointF(300, 300), copy, data, LEFT, none))
        await desk.until(lambda: desk.desktop.model.loaded and desk.state.setup.imported, "it is open")
        await desk.idle()
        assert desk.turns == 2
        assert any("Imported" in sentence for sentence in desk.notices())
        await desk.until(lambda: any(run.imported for run in desk.desktop.commands._runs), "the library has it")

    opened(body)


def test_what_is_no_log_is_told(opened: Opener, tmp_path: Path) -> None:
    path = tmp_path / "nothing.jsonl"
    path.write_text("nothing at all", encoding="utf-8")

    async def body(desk: Desk) -> None:
        desk.desktop.commands.importing.start([path])
        await desk.idle()
        assert desk.notice().kind == "error"
        assert "nothing.jsonl" in desk.notice().sentence

    opened(body, empty=True)


def test_only_logs_and_chats_are_taken(tmp_path: Path) -> None:
    urls = [QUrl.fromLocalFile(str(tmp_path / name)) for name in ("a.jsonl", "b.png", "c.JSON")]
    assert dropped([*urls, QUrl("https://example.org/d.jsonl")]) == [tmp_path / "a.jsonl", tmp_path / "c.JSON"]
