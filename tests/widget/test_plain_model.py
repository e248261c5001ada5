"""Somebody whose only model is a plain one: what is written comes first, and the model for a topic of one's own."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from parley.core import settings as settings_file
from parley.core.voices.models.catalogue import OFFERED, Catalogue
from parley.desktop.new_run.figures import VoiceFigure
from parley.desktop.new_run.view import NewRunDialog
from tests.widget.new_run_forms import OFFER, new_run, pick, turn_to
from tests.widget.real_window import Desk
from tests.widget.widgets_alone import on_screen

TOLD = "Qwen on this machine: plain and dutiful, about"
SMALL = VoiceFigure(
    "embedded", "Embedded", "Free.", models=(("coder", "Coder"),), model="coder", spoken=(("coder", ("en",)),),
    abilities=(("coder", "Plain and dutiful."),), plain=("coder",),
)  # fmt: skip
NO_KEY, REHEARSAL = OFFER.voices[0], OFFER.voices[2]
Made = Callable[..., NewRunDialog]


@pytest.fixture
def made(qtbot: QtBot) -> Made:
    """The dialog where a plain model alone is here, with a topic that the first cast has lines to."""

    def make(*args: Any, **changes: Any) -> NewRunDialog:
        first = replace(OFFER.casts[0], topics=("Sundays", "The demo slipped"), written=("Sundays",))
        return on_screen(
            qtbot, new_run(*args, **{"casts": (first, OFFER.casts[1]), "voices": (NO_KEY, SMALL, REHEARSAL), **changes})
        )

    return make


@pytest.fixture
def only(monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Have but one model be here."""

    def here(name: str) -> None:
        monkeypatch.setattr(Catalogue, "has", lambda _self, model: model.id == name)

    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    return here


def chosen(dialog: NewRunDialog) -> tuple[str, str]:
    answers = dialog.get_answers()
    return answers["voice"]["provider"], answers.get("topic", "")


def write(dialog: NewRunDialog, topic: str) -> None:
    """Type a topic over the one that stands there."""
    line = dialog.people.topic.lineEdit()
    assert line is not None
    line.setFocus()
    QTest.keySequence(line, "Ctrl+A")
    QTest.keyClicks(line, topic)


def test_the_voice_follows_the_topic_until_somebody_chooses_it(made: Made) -> None:
    dialog = made(own="embedded")
    assert chosen(dialog) == ("rehearsal", "Sundays")
    assert dialog.voice_note.text().endswith("A topic of your own is for the model. Plain and dutiful.")
    write(dialog, "A dog?")
    assert chosen(dialog) == ("embedded", "A dog?")
    assert dialog.voice_note.text() == "Plain and dutiful."
    write(dialog, "Sundays")
    assert chosen(dialog) == ("rehearsal", "Sundays")
    QTest.keyClick(dialog.people.topic, Qt.Key.Key_Down)
    QTest.keyClick(dialog.people.topic, Qt.Key.Key_Down)
    assert chosen(dialog) == ("embedded", "The demo slipped"), "to it nothing is written"
    pick(dialog.voice, "rehearsal")
    write(dialog, "A dog?")
    assert chosen(dialog) == ("rehearsal", "A dog?"), "it was chosen"


def test_what_is_written_is_proposed_in_every_kind_that_has_it(made: Made) -> None:
    dialog = made(own="embedded", office="startup")
    for kind, found in (
        ("scene", ("rehearsal", "")), ("day", ("rehearsal", "")), ("story", ("embedded", "")),
        ("duologue", ("embedded", "")), ("roundtable", ("rehearsal", "Sundays")),
    ):  # fmt: skip
        turn_to(dialog, kind)
        assert chosen(dialog) == found, kind
    assert not dialog.changed_since_shown()
    write(dialog, "A dog?")
    turn_to(dialog, "scene")
    assert chosen(dialog) == ("embedded", "A dog?"), "what somebody typed stays"
    turn_to(dialog, "roundtable")
    dialog.people.choose("startup-de")
    assert chosen(dialog) == ("rehearsal", ""), "the model does not speak German"
    assert dialog.start.isEnabled()
    assert "the model" not in dialog.voice_note.text()
    dialog.people.choose("startup")
    assert chosen(dialog) == ("rehearsal", "Sundays")


@pytest.mark.parametrize("default", ["auto", "embedded"])
async def test_somebody_with_the_fetched_model_hears_written_lines_and_is_told_what_it_is(
    desk: Desk, only: Callable[[str], None], default: str
) -> None:
    only(OFFERED)
    desk.desktop.session.set_speed(0.0)
    settings = settings_file.set_group(desk.studio.settings, "voices", default=default)
    desk.desktop.setup.settings.save_settings(settings)
    dialog = await desk.open("new_run", NewRunDialog)
    assert chosen(dialog) == ("rehearsal", "Opening on Sundays")
    assert TOLD in dialog.voice_note.text()
    desk.click(dialog.people.topic)
    write(dialog, "Shall we get a dog?")
    assert chosen(dialog) == ("embedded", "Shall we get a dog?")
    assert dialog.voice_note.text().startswith(TOLD)
    write(dialog, "Opening on Sundays")
    before = desk.state.run
    desk.click(dialog.start)
    await desk.until(lambda: desk.state.run != before and desk.turns, "somebody has spoken")
    assert desk.desktop.model.replay.live.turns[0].author.kind == "writer"
    # Whoever heard them is offered the same the next time, and the model for their own topic.
    offer, _faults = desk.desktop.setup.runs.collect_offer()
    assert (offer.voice, offer.own, offer.firm) == ("rehearsal", "embedded", False)
