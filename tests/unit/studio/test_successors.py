"""Who goes on where the writing of a run ends."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

import parley
from parley.core.base.errors import RunError, UnknownName
from parley.core.cast.member import VoiceSpec
from parley.core.home import Home
from parley.core.log.events.run import RunPaused, VoiceChanged
from parley.core.settings import set_group
from parley.core.studio import successors
from parley.core.studio.going_on import explain_stop
from parley.core.studio.hand_written import build_watched
from parley.core.studio.studio import Studio
from tests.scripted_voices import one_step

REHEARSAL = VoiceSpec(provider="rehearsal")


async def steered(home: Path, then: VoiceSpec | None = None) -> tuple[Studio, str]:
    """A written run into which a topic was put after its second line, played on from there."""
    studio = Studio(Home(home))
    config = studio.compose(build_watched("standup").model_copy(update={"simulated": True}))
    run = studio.start(config)
    try:
        for _ in range(2):
            await one_step(run)
        run.director.inject("Where is the coffee?")
        await successors.play_run(run, then)
    finally:
        await run.close()
        await studio.close()
    return studio, str(run.stage.log.path)


def test_a_written_run_that_is_steered_waits_to_hear_who_goes_on(tmp_path: Path) -> None:
    studio, log = asyncio.run(steered(tmp_path))
    opened = studio.open(log)
    assert successors.written_ends(opened.state)
    assert isinstance(opened.replay.events[-1], RunPaused)
    assert "writing ends here" in str(opened.state.detail)
    assert "--then" in explain_stop(opened.state).text
    assert len(opened.state.turns) == 2


def test_whoever_was_chosen_goes_on_at_once_and_the_log_says_so(tmp_path: Path) -> None:
    studio, log = asyncio.run(steered(tmp_path, REHEARSAL))
    opened = studio.open(log)
    changes = [event for event in opened.replay.events if isinstance(event, VoiceChanged)]
    assert opened.state.status == "ended"
    assert [dict(each.voice) for each in changes] in ([{}], [{"provider": "rehearsal"}])
    assert opened.state.turns[0].author.kind == "writer"
    assert all(turn.staged for turn in opened.state.turns[2:])


def test_nobody_is_chosen_unless_somebody_says_so(tmp_path: Path) -> None:
    settings = Studio(Home(tmp_path)).settings
    assert successors.choose_voice(settings) is None
    assert successors.choose_voice(settings, "embedded:tiny") == VoiceSpec(provider="embedded", model="tiny")
    settings = set_group(settings, "voices", after_written="rehearsal")
    assert successors.choose_voice(settings) == REHEARSAL


def test_the_rehearsal_is_always_among_those_who_can_go_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def none_here() -> list[object]:
        return []

    monkeypatch.setattr(successors, "servers_here", none_here)
    found = asyncio.run(successors.find_successors(Studio(Home(tmp_path)), "en"))
    assert found[-1].kind == "rehearsal"
    fetched = next(each for each in found if each.kind == "embedded")
    assert fetched.size > 0
    assert fetched.minutes >= 1
    assert "plain and dutiful" in fetched.about


def test_a_voice_that_is_none_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownName, match="nonsense"):
        successors.choose_voice(Studio(Home(tmp_path)).settings, "nonsense")


def test_the_api_names_who_may_go_on_and_has_them_go_on(tmp_path: Path) -> None:
    _studio, log = asyncio.run(steered(tmp_path))
    run = parley.open(log, home=tmp_path)
    with pytest.raises(RunError, match="then="):
        run.resume().play()
    turns = [*parley.open(log, home=tmp_path).resume(then="rehearsal").turns()]
    assert turns
    assert all(turn.staged and str(turn) == turn.text for turn in turns)
