"""The interview's dock: whom and when one asks, what is answered, and that the run stays as it is."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from parley.core.base.errors import VoiceError
from parley.core.home import Home
from parley.core.studio.interviews.log import InterviewLog
from parley.core.voices.base import Delta, Reply, Request, Waiting
from parley.core.voices.rehearsal.voice import RehearsalVoice
from tests.widget.real_window import Desk


async def test_it_asks_at_the_shown_turn_and_the_run_stays_as_it_is(
    desk: Desk, home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    await desk.played(turns=6)
    window, model = desk.window, desk.desktop.model
    window.show_dock("interview")
    await desk.idle()
    view = window.panels["interview"].made
    run, before = model.replay.live.run, list(model.replay.events)
    log = InterviewLog(home, run)
    model.show(3)
    view.question.setPlainText("How do you get on with the others?")
    view.member.setCurrentIndex(view.member.count() - 1)
    desk.click(view.ask)
    everybody = len(model.replay.live.setup.members)
    await desk.until(lambda: view.answers.count() == everybody and not view.cancel.isVisible(), "all have answered")
    assert {one.asked.turn for one in log.list_interviews()} == {3}
    assert "Rehearsed" in view.answers.item(0).text()
    assert view.question.toPlainText() == ""
    assert list(model.replay.events) == before
    # What fails is told, what hangs is taken back, and both can be read afterwards.
    begun = asyncio.Event()

    async def speak(self: RehearsalVoice, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        if "break" in request.direction:
            raise VoiceError("server", "It broke.")
        begun.set()
        await asyncio.Event().wait()
        yield Reply(text="")

    monkeypatch.setattr(RehearsalVoice, "speak", speak)
    view.member.setCurrentIndex(0)
    view.question.setPlainText("Does it break?")
    desk.click(view.ask)
    await desk.until(lambda: view.problem.text() == "It broke.", "it is told")
    view.question.setPlainText("Does it hang?")
    desk.click(view.ask)
    await desk.until(begun.is_set, "it is asked")
    desk.click(view.cancel)
    await desk.until(lambda: not view.cancel.isVisible(), "it is taken back")
    kinds = [one.failed.kind if one.failed else "" for one in log.list_interviews()]
    assert kinds == [""] * everybody + ["server", "cancelled"]
    assert "taken back" in view.answers.item(0).text()
    monkeypatch.setattr("parley.desktop.widgets.language._speaks", "de")
    model.opened.emit()
    assert "zurückgenommen" in view.answers.item(0).text()
