"""Days and scenes: what the game master does, and what members know."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from core.base.clock import SystemClock
from core.base.errors import RunError, UnknownName, UsageError
from core.engine.requests import turn_request
from core.log.config import RunConfig
from core.log.events.run import RunPaused
from core.log.events.turn import TurnFailed, VoiceReplied
from core.modes.office.contributing import contribution_request
from core.modes.office.director import OfficeDirector
from core.modes.office.events import (
    ContributionAsked,
    MemberReflected,
    SceneTranslated,
    SceneWoven,
    WeaveRejected,
)
from core.modes.office.state import OfficeState
from core.perspective.perspective import perspective
from core.studio.reading import Opened
from core.voices.base import Delta, Reply, Request, Waiting
from tests.office_configs import asked, day_config, heard, leaks, lines_of, scene_config, studio_in
from tests.scripted_voices import Actor, begun, fault, finished, of_type, recorded, to_the_end

GOLDEN = Path(__file__).resolve().parents[2] / "golden"


def played(folder: Path, config: RunConfig) -> Opened:
    """The config played to its end by the rehearsal voice."""
    run = studio_in(folder).start(config)
    asyncio.run(finished(run))
    return studio_in(folder).open(str(run.stage.log.path))


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    """A Thursday in the German studio."""
    folder = tmp_path_factory.mktemp("day")
    return played(folder, day_config(folder))


def sent(opened: Opened, seq: int, event: Any) -> str:
    """All words that the voice of whoever was asked at `seq` is given."""
    state = opened.replay.state_at(seq + 1)
    view = perspective(state, event.member)
    if isinstance(event, ContributionAsked):
        request = contribution_request(state, view, event.member)
    else:
        request = turn_request(state.setup, view, event, state)
    said = [block.text for message in view.messages() for block in message.blocks]
    return "\n".join([view.system(), *said, request.direction])


# A day -----------------------------------------------------------------------------------------------------------


def test_an_encounter_with_a_seed_is_the_same_byte_for_byte(tmp_path: Path) -> None:
    opened = played(tmp_path, scene_config(tmp_path, members=("svea", "theo"), room="kitchen", exchange="weave"))
    golden = GOLDEN / "encounter-seed-3.jsonl"
    assert opened.path.read_bytes() == golden.read_bytes(), f"if this is meant, replace {golden.name} by the new log"


def test_a_perspective_holds_what_was_witnessed_and_nothing_else(day: Opened) -> None:
    log = lines_of(day.path)
    moments = list(asked(day.replay.events))
    assert len(moments) > 40
    for seq, event in moments:
        view = perspective(day.replay.state_at(seq + 1), event.member)
        assert [block.said for block in view.witnessed() if block.speaker] == heard(log, event.member, seq)


def test_nothing_that_only_others_heard_is_in_any_request(tmp_path: Path) -> None:
    """Every line of the day is of words that occur nowhere else, so that a leak could not be a coincidence."""
    count = itertools.count()

    def act(request: Request) -> str:
        if request.schema is not None:
            return "{}"
        n = next(count)
        return f"Wa{n} wb{n} wc{n} wd{n}. We{n} wf{n} wg{n} wh{n}! [ta{n} tb{n} tc{n} td{n}]"

    run = begun(tmp_path / "run.jsonl", Actor(*[act] * 2_000), day_config(tmp_path, days=2))
    asyncio.run(finished(run))
    assert run.state.status == "ended"
    opened = studio_in(tmp_path).open(str(tmp_path / "run.jsonl"))
    texts = {seq: sent(opened, seq, event) for seq, event in asked(opened.replay.events)}
    assert len(texts) > 80
    assert leaks(lines_of(opened.path), opened, texts) == []


def test_thoughts_reach_nobody_else(day: Opened) -> None:
    thoughts = [(turn.member, thought) for turn in day.state.turns for thought in turn.ended.thoughts]
    assert thoughts
    for member in day.state.setup.members:
        view = perspective(day.state, member.id)
        shown = "\n".join(block.text for message in view.messages() for block in message.blocks)
        for thinker, thought in thoughts:
            if thinker != member.id and len(thought.split()) >= 4:
                assert thought not in shown


def test_several_days_skip_the_weekend_and_bring_reflections(tmp_path: Path) -> None:
    opened = played(tmp_path, day_config(tmp_path, days=6, first_day="2026-01-07", translate=""))
    dates = [past.date for past in opened.state[OfficeState].past]
    assert dates == ["2026-01-07", "2026-01-08", "2026-01-09", "2026-01-12", "2026-01-13", "2026-01-14"]
    reflections = [event for event in opened.replay.events if isinstance(event, MemberReflected)]
    assert reflections
    for event in reflections:
        assert event.accumulated > 100
        assert 3 <= len(event.insights) <= 5
        for insight in event.insights:
            assert insight.evidence
            evidence = [opened.state[OfficeState].memory(one) for one in insight.evidence]
            assert {memory.member for memory in evidence} == {event.member}
            assert insight.depth == 1 + max(memory.depth for memory in evidence)


# Exchanges -------------------------------------------------------------------------------------------------------


class Slow(Actor):
    """Takes its time, and remembers when."""

    seconds = 0.2
    speaking = 0
    at_once = 0

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        if request.purpose == "contribution" or request.schema is None:
            # The first one asked is ready last.
            first = request.perspective.me.id == "holger"
            self.speaking += 1
            self.at_once = max(self.at_once, self.speaking)
            await asyncio.sleep(self.seconds if first else self.seconds * 0.8)
            self.speaking -= 1
        async for piece in super().speak(request):
            yield piece


def test_both_speak_at_once_and_neither_hears_the_other(tmp_path: Path) -> None:
    def act(request: Request) -> str:
        if request.schema is not None:
            return "{}"
        return f"{request.perspective.me.name} hat genau dies eine gesagt."

    config = scene_config(tmp_path, members=("holger", "svea"), exchange="weave", translate="", simulated=False)
    actor = Slow(*[act] * 20)
    run = begun(tmp_path / "run.jsonl", actor, config, clock=SystemClock())
    seen = recorded(run)
    asyncio.run(finished(run))
    assert actor.at_once == 2
    replies = [event.member for event in seen if isinstance(event, VoiceReplied) and event.purpose == "contribution"]
    # Each is written as it comes: a finished reply waits for nobody.
    assert replies == ["svea", "holger"]
    for body in actor.bodies:
        if "hat genau dies" in json.dumps(body["messages"]):
            assert "schema" not in body
    talks = [body for body, request in zip(actor.bodies, actor.requests, strict=True) if request.schema is None]
    assert len(talks) == 2
    assert all("genau dies eine" not in json.dumps(body, ensure_ascii=False) for body in talks)


def weaving(*answers: str) -> Actor:
    """Members say two sentences each; the game master's weaves are `answers`, in turn."""
    left = list(answers)

    def act(request: Request) -> str:
        if request.purpose == "weave":
            return left.pop(0) if left else "{}"
        if request.schema is not None:
            return "{}"
        name = request.perspective.me.name
        return f"{name} mag den Nebel sehr.\n{name} kocht gleich Kaffee. [{name} ist müde]"

    return Actor(*[act] * 40)


def woven(*lines: tuple[str, str, str]) -> str:
    """A weave of (speaker, says, thinks)."""
    return json.dumps({"lines": [dict(zip(("speaker", "says", "thinks"), line, strict=True)) for line in lines]})


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("nonsense", "JSON"),
        (woven(("kaspar", "Hallo.", "")), "kaspar"),
        (woven(("holger", "Holger hasst den Nebel sehr.", ""), ("svea", "Svea kocht gleich Kaffee.", "")), "Holger"),
    ],
)
def test_a_bad_weave_is_rejected_retried_and_replaced(tmp_path: Path, answer: str, why: str) -> None:
    config = scene_config(tmp_path, members=("holger", "svea"), exchange="weave", translate="")
    run = begun(tmp_path / "run.jsonl", weaving(answer, answer), config)
    seen = recorded(run)
    asyncio.run(finished(run))
    refused = of_type(seen, WeaveRejected)
    assert len(refused) == 2
    assert why.casefold() in refused[0].reason.casefold()
    (told,) = of_type(seen, SceneWoven)
    assert told.method == "rules"
    assert told.note
    assert {line.member for line in told.lines} == {"holger", "svea"}
    assert run.state.status == "ended"


def test_a_good_weave_is_taken_after_a_bad_one(tmp_path: Path) -> None:
    lines = ("svea", "Svea kocht gleich Kaffee.", "Svea ist müde"), ("holger", "Holger mag den Nebel sehr.", "")
    config = scene_config(tmp_path, members=("holger", "svea"), exchange="weave", translate="")
    run = begun(tmp_path / "run.jsonl", weaving("[]", woven(*lines)), config)
    seen = recorded(run)
    asyncio.run(finished(run))
    assert of_type(seen, SceneWoven)[0].method == "voice"
    assert [turn.member for turn in run.state.turns] == ["svea", "holger"]
    assert run.state.turns[0].ended.thoughts == ("Svea ist müde",)


async def test_a_failed_voice_pauses_and_only_it_is_asked_again(tmp_path: Path) -> None:
    calls: list[str] = []

    def act(request: Request) -> str | Exception:
        if request.schema is not None:
            return "{}"
        calls.append(request.perspective.me.id)
        if calls == ["holger", "svea"]:
            return fault()
        return f"{request.perspective.me.name} ist da. Es regnet."

    config = scene_config(tmp_path, members=("holger", "svea"), exchange="weave", translate="")
    run = begun(tmp_path / "run.jsonl", Actor(*[act] * 20), config)
    seen = recorded(run)
    await to_the_end(run)
    assert run.state.reason == "failure"
    await finished(run)
    assert calls == ["holger", "svea", "svea"]
    assert [event.member for event in seen if isinstance(event, TurnFailed)] == ["svea"]
    assert run.state.status == "ended"


def test_a_failed_translation_leaves_the_original_and_says_so(tmp_path: Path) -> None:
    def act(request: Request) -> str | Exception:
        if request.purpose == "translation":
            return fault()
        if request.schema is not None:
            return "{}"
        return f"{request.perspective.me.name} ist da. Es regnet."

    config = scene_config(tmp_path, members=("holger", "svea"), exchange="weave")
    run = begun(tmp_path / "run.jsonl", Actor(*[act] * 20), config)
    seen = recorded(run)
    asyncio.run(finished(run))
    told = next(event for event in seen if isinstance(event, SceneTranslated))
    assert told.note
    assert not told.lines
    assert run.state.status == "ended"


# The director ----------------------------------------------------------------------------------------------------


async def test_without_autopilot_the_run_stands_after_each_scene(tmp_path: Path) -> None:
    config = day_config(tmp_path, autopilot=False)
    run = studio_in(tmp_path).start(config)
    seen = recorded(run)
    await to_the_end(run)
    assert (run.state.reason, len(run.state[OfficeState].scenes)) == ("scene", 1)
    OfficeDirector.of(run).request_scene("meeting", members=("svea", "holger"), topic="Der Trailer")
    run.director.inject("Denkt an den Klang.")
    await to_the_end(run)
    assert len(run.state[OfficeState].scenes) == 2
    OfficeDirector.of(run).autopilot(on=True)
    run.play()
    while len(run.state[OfficeState].scenes) < 4:
        await run._mode.step(run.stage)
    OfficeDirector.of(run).end_day()
    await run.live(until_paused=True)
    await run.close()
    called = run.state[OfficeState].scenes[1].started
    assert (called.scene_type, called.members, called.topic) == ("meeting", ("holger", "svea"), "Der Trailer")
    assert run.state.status == "ended"
    assert len(run.state[OfficeState].scenes) <= 5
    assert sum(isinstance(event, RunPaused) and event.reason == "scene" for event in seen) == 2
    told = [memory for memory in run.state[OfficeState].memories if "director" in memory.tags]
    assert {memory.member for memory in told} == {member.id for member in config.members}


async def test_a_skipped_scene_ends_with_what_was_said(tmp_path: Path) -> None:
    run = studio_in(tmp_path).start(day_config(tmp_path))
    run.play()
    while len(run.state.turns) < 2:
        await run._mode.step(run.stage)
    OfficeDirector.of(run).skip_scene()
    while not run.state[OfficeState].scenes:
        await run._mode.step(run.stage)
    await run.close()
    scene = run.state[OfficeState].scenes[0]
    assert (scene.ended.reason, scene.last) == ("skipped", 2)


def test_what_cannot_be_asked_for_is_said(tmp_path: Path) -> None:
    run = studio_in(tmp_path).start(day_config(tmp_path))
    try:
        with pytest.raises(UsageError, match="two members"):
            OfficeDirector.of(run).request_scene("meeting", members=("holger",))
        with pytest.raises(UnknownName, match="cellar"):
            OfficeDirector.of(run).request_scene("meeting", room="cellar")
        with pytest.raises(UnknownName, match="kaspar"):
            OfficeDirector.of(run).request_scene("encounter", members=("holger", "kaspar"))
        with pytest.raises(RunError, match="No day"):
            OfficeDirector.of(run).end_day()
    finally:
        asyncio.run(run.close())


@pytest.mark.parametrize(
    ("make", "wishes", "word"),
    [
        (scene_config, {"members": ("holger",)}, "two members"),
        (scene_config, {"room": "cellar"}, "cellar"),
        (scene_config, {"scene_type": "party"}, "party"),
        (scene_config, {"kind": "sad"}, "sad"),
        (scene_config, {"exchange": "shout"}, "shout"),
        (scene_config, {"clock": "25:00"}, "25:00"),
        (scene_config, {"members": ("holger", "svea", "ilja", "theo")}, "two or three"),
        (day_config, {"days": 0}, "0 days"),
        (day_config, {"first_day": "someday"}, "no day"),
        (day_config, {"members": ("holger",)}, "two"),
    ],
)
def test_what_cannot_be_is_refused(tmp_path: Path, make: Any, wishes: dict[str, Any], word: str) -> None:
    with pytest.raises(UsageError, match=word):
        make(tmp_path, **wishes)


# Resuming --------------------------------------------------------------------------------------------------------


def test_a_fork_in_the_middle_of_a_scene_goes_on(day: Opened) -> None:
    studio = studio_in(day.path.parent.parent)
    run = studio.fork(str(day.path), 9, edit="Ich habe es mir anders überlegt.")
    asyncio.run(finished(run))
    assert run.state.turns[8].text == "Ich habe es mir anders überlegt."
    assert run.state.turns[:8] == day.state.turns[:8]
    assert run.state.status == "ended"
    assert len(run.state[OfficeState].scenes) >= 5
