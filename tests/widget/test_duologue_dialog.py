"""Putting on a duologue, its topology, and bringing runs in."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import QMimeData, QPoint, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox
from pytestqt.qtbot import QtBot

from core.modes.duologue.config import DuologueConfig
from desktop.importing.commands import dropped
from desktop.modes.duologue.words import talks
from desktop.new_run.view import DUOLOGUE, NewRunDialog
from desktop.run.figures import MemberFigure, TopologyFigure
from desktop.speaker_flow.view.topology import TopologyPicture
from desktop.widgets.theme import DARK, LIGHT
from tests.widget.desk import Desk, Opener
from tests.widget.looks import take_look

LEFT = Qt.MouseButton.LeftButton


def choose_duologue(dialog: NewRunDialog) -> None:
    """The tab of duologues."""
    at = next(at for at in range(dialog.what.count()) if dialog.what.tabData(at) == DUOLOGUE)
    dialog.what.setCurrentIndex(at)


def choose(box: QComboBox, data: str) -> None:
    """Choose as a person does."""
    box.setCurrentIndex(box.findData(data))
    box.activated.emit(box.currentIndex())


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
        assert fields.topology.kind() == "round_table"
        QTest.keyClicks(fields.sides[2].name, "Cy")
        QTest.keyClicks(fields.sides[1].system, "You doubt everything.")
        choose(fields.sides[0].awareness, "high")
        fields.topology.choose("star")
        fields.topology.hub.setCurrentIndex(1)
        fields.opening.setPlainText("What is a bridge?")
        fields.turns.setValue(4)
        stop = fields.stop
        stop.action.setCurrentIndex(stop.action.findData("pause"))
        stop.profile.setCurrentIndex(stop.profile.findData("strict"))
        assert dialog.start.isEnabled(), dialog.problem.text()
        desk.desktop.session.set_speed(0.0)
        dialog.start.click()
        await desk.until(lambda: desk.desktop.model.loaded and desk.state.setup.mode == "duologue", "it has begun")
        talk = desk.state.setup[DuologueConfig]
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
        fields.topology.choose("alternation")
        assert "for two" in dialog.problem.text()
        fields.sides[2].remove.click()
        assert len(fields.sides) == 2
        assert not fields.sides[0].remove.isVisible()
        dialog.discard()
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
        take_look(theme)
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


RULES = """
kind = "content"
voice = true
[[rules]]
words = ["bridge", "river"]
to = "bob"
"""
OWN = """
id = "own"
name = { en = "Own level", de = "Eigene Stufe" }
[[injections]]
turn = 5
text = { en = "Hurry.", de = "Eil dich." }
side = "b"
"""


def test_rules_files_warmth_and_context_reach_the_run(opened: Opener, tmp_path: Path) -> None:
    own, rules = tmp_path / "own.toml", tmp_path / "rules.toml"
    own.write_text(OWN, encoding="utf-8")
    rules.write_text(RULES, encoding="utf-8")

    async def body(desk: Desk) -> None:
        desk.action("new_run").trigger()
        dialog = await desk.dialog(NewRunDialog)
        choose_duologue(dialog)
        dialog.voice.setCurrentIndex(dialog.voice.findData("rehearsal"))
        fields = dialog.duologue
        fields.topology.take_file(str(rules))
        assert "bob" in fields.topology.fault.text()
        fields.sides[0].name.setText("Ada")
        fields.sides[1].name.setText("Bob")
        fields.topology.take_file(str(rules))
        assert not fields.topology.fault.text()
        assert fields.topology.kind() == "content"
        fields.topology.add.click()
        fields.topology.rules[1].words.setText("sea , ")
        fields.sides[1].take_awareness(str(own))
        assert "B alone is told: Hurry." in fields.sides[1].note.text()
        fields.sides[0].warmth.setValue(1.3)
        fields.context.tokens.setValue(4096)
        choose(fields.context.full, "summarise")
        choose(fields.stop.action, "stop")
        choose(fields.stop.calculator, "classic")
        answers = fields.answers()
        desk.desktop.session.set_speed(0.0)
        dialog.start.click()
        await desk.until(lambda: desk.desktop.model.loaded and desk.state.setup.mode == "duologue", "it has begun")
        talk, ada = desk.state.setup[DuologueConfig], desk.state.setup.member("ada")
        assert [(rule.words, rule.to) for rule in talk.router.rules] == [
            (("bridge", "river"), "bob"),
            (("sea",), "ada"),
        ]
        assert talk.router.voice
        assert talk.sides["bob"].awareness.id == "own"
        assert talk.sides["ada"].awareness.id == "basic"
        assert (ada.voice and ada.voice.warmth, talk.context, talk.when_full) == (1.3, 4096, "summarise")
        assert talk.stop is not None
        assert talk.stop.calculator == "classic"
        await desk.idle()
        # The next one begins with what was chosen here.
        desk.action("new_run").trigger()
        again = await desk.dialog(NewRunDialog)
        assert again.chosen() == DUOLOGUE
        assert again.duologue.answers() == answers
        again.reject()
        await desk.idle()

    opened(body)


def test_a_file_that_cannot_be_read_is_told_and_changes_nothing(opened: Opener, tmp_path: Path) -> None:
    bad = tmp_path / "bad.toml"
    bad.write_text("kind = 3", encoding="utf-8")

    async def body(desk: Desk) -> None:
        desk.action("new_run").trigger()
        dialog = await desk.dialog(NewRunDialog)
        choose_duologue(dialog)
        fields = dialog.duologue
        before = fields.answers()
        fields.topology.take_file(str(bad))
        fields.sides[0].take_awareness(str(bad))
        assert "bad.toml" in fields.topology.fault.text()
        assert "bad.toml" in fields.sides[0].note.text()
        assert fields.answers() == before
        dialog.discard()
        await desk.idle()

    opened(body)


def test_members_of_a_cast_are_sides(opened: Opener) -> None:
    async def body(desk: Desk) -> None:
        desk.action("new_run").trigger()
        dialog = await desk.dialog(NewRunDialog)
        choose_duologue(dialog)
        dialog.voice.setCurrentIndex(dialog.voice.findData("rehearsal"))
        fields = dialog.duologue
        choose(fields.cast, "startup")
        fields.add.click()
        cast = fields.cast_figure()
        assert cast is not None
        assert [side.called() for side in fields.sides] == [member.name for member in cast.members[:3]]
        fields.sides[1].member.setCurrentIndex(0)
        assert "twice" in dialog.problem.text()
        fields.sides[1].member.setCurrentIndex(4)
        while fields.add.isEnabled():
            fields.add.click()
        assert len(fields.sides) == len(cast.members)
        fields.topology.choose("panel")
        fields.topology.hub.setCurrentIndex(2)
        fields.topology.round.setValue(2)
        desk.desktop.session.set_speed(0.0)
        dialog.start.click()
        await desk.until(lambda: desk.desktop.model.loaded and desk.state.setup.mode == "duologue", "it has begun")
        config = desk.state.setup
        assert config.cast_id == "startup"
        assert config.members[1].id == cast.members[4].id
        assert (config[DuologueConfig].router.hub, config[DuologueConfig].router.round) == (
            config.members[2].id,
            2,
        )

    opened(body)


def test_thirty_sides_are_the_most(opened: Opener) -> None:
    async def body(desk: Desk) -> None:
        desk.action("new_run").trigger()
        dialog = await desk.dialog(NewRunDialog)
        choose_duologue(dialog)
        fields = dialog.duologue
        while fields.add.isEnabled():
            fields.add.click()
        assert len(fields.sides) == 30
        assert not dialog.problem.text()
        dialog.discard()
        await desk.idle()

    opened(body)
