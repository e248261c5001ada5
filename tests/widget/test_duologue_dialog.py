"""Putting on a duologue, its topology, and bringing runs in."""

from __future__ import annotations

from pathlib import Path

import pytest
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from parley.core.cast.member import VoiceSpec
from parley.core.home import Home
from parley.core.modes.duologue.config import DuologueConfig
from parley.core.settings import Settings
from parley.core.studio.library import Library
from parley.core.studio.studio import Studio
from parley.desktop.modes.duologue.form import DuologuePage
from parley.desktop.new_run.view import NewRunDialog
from parley.desktop.widgets.forms.editors import put
from tests.widget.new_run_forms import PEOPLE, editor, new_run, pick, turn_to
from tests.widget.real_window import Desk
from tests.widget.widgets_alone import on_screen


@pytest.fixture
def dialog(qtbot: QtBot) -> NewRunDialog:
    return on_screen(qtbot, new_run("duologue"))


def page_of(dialog: NewRunDialog) -> DuologuePage:
    turn_to(dialog, "duologue")
    page = dialog.pages["duologue"]
    assert isinstance(page, DuologuePage)
    return page


async def test_a_duologue_is_put_on_as_it_was_asked_for(desk: Desk) -> None:
    dialog = await desk.open("new_run", NewRunDialog)
    page = page_of(dialog)
    dialog.voice.setCurrentIndex(dialog.voice.findData("rehearsal"))
    QTest.keyClicks(page.sides[0].name, "Ada")
    QTest.keyClicks(page.sides[1].name, "Bob")
    desk.click(page.more_sides)
    QTest.keyClicks(page.sides[2].name, "Cy")
    QTest.keyClicks(page.sides[1].system, "You doubt everything.")
    pick(page.sides[0].awareness, "high")
    put(page.editors["router"], "star")
    page.hub.setCurrentIndex(1)
    page.editors["opening"].setPlainText("What is a bridge?")
    page.editors["turns"].setValue(4)
    assert not page.map_shown_rows()[page.editors["stop_profile"]]
    for name, value in (("stop_at", 0.85), ("on_convergence", "pause"), ("stop_profile", "strict")):
        put(page.editors[name], value)
    assert page.map_shown_rows()[page.editors["stop_profile"]]
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


def test_what_does_not_fit_is_said_at_once(dialog: NewRunDialog) -> None:
    page = page_of(dialog)
    for side in page.sides:
        side.name.setText("Ada")
    assert "same name" in dialog.problem.text()
    assert not dialog.start.isEnabled()
    page.sides[0].name.setText("Bob")
    page.more_sides.click()
    put(page.editors["router"], "alternation")
    assert "for two" in dialog.problem.text()
    page.sides[2].remove.click()
    assert len(page.sides) == 2
    assert not page.sides[0].remove.isVisible()
    put(page.editors["router"], "")
    while page.more_sides.isEnabled():
        page.more_sides.click()
    assert len(page.sides) == 30
    assert not dialog.problem.text()


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


@pytest.mark.slow
async def test_rules_files_temperature_and_context_reach_the_run(desk: Desk, tmp_path: Path) -> None:
    own, rules = tmp_path / "own.toml", tmp_path / "rules.toml"
    own.write_text(OWN, encoding="utf-8")
    rules.write_text(RULES, encoding="utf-8")
    dialog = await desk.open("new_run", NewRunDialog)
    page = page_of(dialog)
    dialog.voice.setCurrentIndex(dialog.voice.findData("rehearsal"))
    page.sides[0].name.setText("Ada")
    page.sides[1].name.setText("Bob")
    put(page.sides[1].awareness, str(own))
    page.sides[0].temperature.setValue(1.3)
    wanted = {"router": str(rules), "context": 4096, "when_full": "summarise", "stop_at": 0.85, "stop_by": "classic"}
    for name, value in wanted.items():
        put(page.editors[name], value)
    answers = page.answers()
    desk.desktop.session.set_speed(0.0)
    dialog.start.click()
    await desk.until(lambda: desk.desktop.model.loaded and desk.state.setup.mode == "duologue", "it has begun")
    talk, ada = desk.state.setup[DuologueConfig], desk.state.setup.member("ada")
    assert [(rule.words, rule.to) for rule in talk.router.rules] == [(("bridge", "river"), "bob")]
    assert talk.router.voice
    assert talk.sides["bob"].awareness.id == "own"
    assert talk.sides["ada"].awareness.id == "basic"
    assert (ada.voice and ada.voice.temperature, talk.context, talk.when_full) == (1.3, 4096, "summarise")
    assert talk.stop is not None
    assert talk.stop.calculator == "classic"
    await desk.idle()
    # The next one begins with what was chosen here.
    again = await desk.open("new_run", NewRunDialog)
    assert again.get_kind() == "duologue"
    assert again.pages["duologue"].answers() == answers
    again.reject()
    await desk.idle()


def test_members_of_a_cast_are_sides(dialog: NewRunDialog, home: Home) -> None:
    page = page_of(dialog)
    pick(editor(dialog, "cast"), "startup")
    page.more_sides.click()
    assert [side.get_name() for side in page.sides] == [member.name for member in PEOPLE[:3]]
    page.sides[1].member.setCurrentIndex(0)
    assert "twice" in dialog.problem.text()
    page.sides[1].member.setCurrentIndex(4)
    while page.more_sides.isEnabled():
        page.more_sides.click()
    assert len(page.sides) == len(PEOPLE)
    put(page.editors["router"], "panel")
    page.hub.setCurrentIndex(2)
    answers = page.answers() | {"voice": VoiceSpec(provider="rehearsal")}
    # The members of the cast that ships stand where those of the sample do.
    cast = Library(home).cast("startup")
    ids = dict(zip([member.id for member in PEOPLE], cast.members, strict=True))
    answers["sides"] = [side | {"member": ids[side["member"]].id} for side in answers["sides"]]
    answers["hub"] = ids[PEOPLE[2].id].name
    config = Studio(home, Settings()).compose(page.request(answers))
    assert config.cast_id == "startup"
    assert config.members[1].id == cast.members[4].id
    assert config[DuologueConfig].router.hub == cast.members[2].id
