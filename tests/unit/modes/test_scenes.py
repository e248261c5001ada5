"""Days and scenes: what the game master does, what members know, and the director's hand in them."""

from __future__ import annotations

import asyncio
import itertools
import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import pytest

from parley.core.base.clock import SystemClock
from parley.core.base.errors import RunError, UnknownName, UsageError
from parley.core.engine.requests import Question, turn_request
from parley.core.engine.run import Run
from parley.core.log import log as log_file
from parley.core.log.config import RunConfig
from parley.core.log.events.run import AutopilotSet, RunPaused
from parley.core.log.events.turn import TurnEnded, TurnFailed, VoiceReplied
from parley.core.log.replay import Replay
from parley.core.log.whispers import report_unused
from parley.core.modes.office.contributing import build_contribution_request
from parley.core.modes.office.events import (
    ContributionAsked,
    MemberReflected,
    SceneEnded,
    SceneRanked,
    SceneStarted,
    SceneWoven,
    WeaveRejected,
)
from parley.core.modes.office.memory import reflection
from parley.core.modes.office.mode import OfficeDirector
from parley.core.modes.office.state import CONVERSATIONS, OfficeState
from parley.core.perspective.perspective import perspective
from parley.core.studio.reading import Opened
from parley.core.voices.base import Capabilities, Delta, Reply, Request, Waiting
from tests.office_configs import asked, day_config, heard, leaks, lines_of, scene_config, studio_in
from tests.scripted_voices import Actor, begun, fault, finished, of_type, recorded, to_the_end

GOLDEN = Path(__file__).resolve().parents[2] / "golden"


def played(folder: Path, config: RunConfig, steer: Callable[[Run], None] = lambda run: None) -> Opened:
    """The config, begun, steered and played to its end by the rehearsal voice."""
    run = studio_in(folder).start(config)
    steer(run)
    asyncio.run(finished(run))
    return studio_in(folder).open(str(run.stage.log.path))


@pytest.fixture(scope="module")
def day(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    """A Thursday in the German studio."""
    folder = tmp_path_factory.mktemp("day")
    return played(folder, day_config(folder))


def sent(opened: Opened, seq: int, event: Any) -> str:
    """All words that the voice of whoever was asked at `seq` is given."""
    state = opened.replay.find_state_at(seq + 1)
    view = perspective(state, event.member)
    if isinstance(event, ContributionAsked):
        request = build_contribution_request(state, view, event.member)
    else:
        request = turn_request(state.setup, view, event, state)
    said = [block.text for message in view.messages() for block in message.blocks]
    return "\n".join([view.get_system_text(), *said, request.direction])


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
        view = perspective(day.replay.find_state_at(seq + 1), event.member)
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
            evidence = [opened.state[OfficeState].get_memory(one) for one in insight.evidence]
            assert {memory.member for memory in evidence} == {event.member}
            assert insight.depth == 1 + max(memory.depth for memory in evidence)


# Exchanges -------------------------------------------------------------------------------------------------------


class Together(Actor):
    """Nobody is ready before both were asked, and Holger, who is asked first, not before Svea's reply is written."""

    def __init__(self, *acts: Any) -> None:
        super().__init__(*acts)
        self.speaking = self.at_once = 0
        self.both, self.written = asyncio.Event(), asyncio.Event()

    async def speak(self, request: Request) -> AsyncIterator[Delta | Waiting | Reply]:
        first = request.perspective.me.id == "holger"
        if talks := request.purpose == "contribution" or request.schema is None:
            self.speaking += 1
            self.at_once = max(self.at_once, self.speaking)
            if self.speaking == 2:
                self.both.set()
            await (self.written if first else self.both).wait()
            self.speaking -= 1
        async for piece in super().speak(request):
            yield piece
        if talks:
            asyncio.get_running_loop().call_soon(self.written.set)


def test_both_speak_at_once_and_neither_hears_the_other(tmp_path: Path) -> None:
    def act(request: Request) -> str:
        if request.schema is not None:
            return "{}"
        return f"{request.perspective.me.name} hat genau dies eine gesagt."

    config = scene_config(tmp_path, members=("holger", "svea"), exchange="weave", translate="", simulated=False)
    actor = Together(*[act] * 20)
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


def woven(*order: str) -> str:
    """A weave of these lines."""
    return json.dumps({"order": order})


@pytest.mark.parametrize(
    ("answer", "why"), [("nonsense", "JSON"), (woven("kaspar.1"), "kaspar"), (woven("holger.1", "holger.2"), "Svea")]
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
    config = scene_config(tmp_path, members=("holger", "svea"), exchange="weave", translate="")
    run = begun(tmp_path / "run.jsonl", weaving("[]", woven("svea.2", "holger.1")), config)
    seen = recorded(run)
    asyncio.run(finished(run))
    assert of_type(seen, SceneWoven)[0].method == "voice"
    assert [turn.member for turn in run.state.turns] == ["svea", "holger"]
    assert run.state.turns[0].ended.thoughts == ("Svea ist müde",)


def test_a_voice_that_has_to_be_led_is_asked_for_no_form(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Actor, "capabilities", Capabilities(structured=True, led=True))
    config = scene_config(tmp_path, members=("holger", "svea"), exchange="weave", translate="")
    run = begun(tmp_path / "run.jsonl", weaving(), config)
    seen = recorded(run)
    asyncio.run(finished(run))
    assert {"weave", "aftermath"}.isdisjoint(event.purpose for event in of_type(seen, VoiceReplied))
    assert [told.method for told in of_type(seen, SceneWoven)] == ["rules"]
    assert {turn.member for turn in run.state.turns} == {"holger", "svea"}


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
    OfficeDirector.of(run).set_autopilot(on=True)
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
    await until(run, lambda: len(run.state.turns) == 2)
    OfficeDirector.of(run).skip_scene()
    await until(run, lambda: bool(run.state[OfficeState].scenes))
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


# Resuming --------------------------------------------------------------------------------------------------------


def test_a_fork_in_the_middle_of_a_scene_goes_on(day: Opened) -> None:
    studio = studio_in(day.path.parent.parent)
    run = studio.fork(str(day.path), 9, edit="Ich habe es mir anders überlegt.")
    asyncio.run(finished(run))
    assert run.state.turns[8].text == "Ich habe es mir anders überlegt."
    assert run.state.turns[:8] == day.state.turns[:8]
    assert run.state.status == "ended"
    assert len(run.state[OfficeState].scenes) >= 5


def speech(request: Request) -> str:
    """What somebody says who has nothing to say."""
    return "{}" if request.schema is not None else f"{request.perspective.me.name} ist da. Es regnet."


def acting(run_at: Path, config: RunConfig, **values: Any) -> tuple[Run, Actor]:
    """A run whose voices say the least."""
    actor = Actor(*[speech] * 3_000)
    return begun(run_at / "run.jsonl", actor, config, **values), actor


async def until(run: Run, reached: Callable[[], bool], most: int = 3_000) -> None:
    """Step after step, as far as that."""
    if run.state.status != "playing":
        run.play()
    for _ in range(most):
        if reached():
            return
        await run._mode.step(run.stage)
    raise AssertionError("never reached")


def two_at_once(folder: Path, **wishes: Any) -> RunConfig:
    """A woven encounter of two."""
    return scene_config(folder, members=("holger", "svea"), exchange="weave", translate="", **wishes)


# Contributions that are cut off ------------------------------------------------------------------------------------


async def test_a_reply_that_was_paid_for_is_kept_when_the_other_is_cancelled(tmp_path: Path) -> None:
    config = two_at_once(tmp_path).model_copy(update={"simulated": False})
    run, actor = acting(tmp_path, config, clock=SystemClock())
    actor.stall_at, actor.cost = {0}, 0.5
    seen = recorded(run)
    run.play()
    loop = asyncio.create_task(run.live(until_paused=True))
    await actor.stalled.wait()
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    run.pause(cancel=True)
    await loop
    assert [reply.member for reply in of_type(seen, VoiceReplied)] == ["svea"]
    assert run.state.cost == 0.5
    run.director.inject("Fasst euch kurz.")
    await to_the_end(run)
    spoke = [request.perspective.me.id for request in actor.requests if request.purpose == "contribution"]
    assert spoke == ["holger", "svea", "holger"]
    # What he was asked the second time follows from the log up to that question.
    replay = Replay(log_file.read(run.stage.log.path).events)
    last = max(seq for seq, event in enumerate(replay.events) if isinstance(event, ContributionAsked))
    before = replay.find_state_at(last + 1)
    assert replay.events[last].member == "holger"  # type: ignore[union-attr]
    derived = build_contribution_request(before, perspective(before, "holger"), "holger")
    assert derived.direction == actor.requests[2].direction
    assert "Fasst euch kurz." in [block.said for block in derived.perspective.witnessed()]
    assert actor.requests[2].perspective.count == derived.perspective.count


async def test_a_pause_comes_between_the_contributions_and_the_weave(tmp_path: Path) -> None:
    run, actor = acting(tmp_path, two_at_once(tmp_path))
    actor.stall_at = {1}
    run.play()
    loop = asyncio.create_task(run.live(until_paused=True))
    await actor.stalled.wait()
    run.pause()
    actor.go_on.set()
    await loop
    assert [request.purpose for request in actor.requests] == ["contribution", "contribution"]


@pytest.mark.parametrize("retry", [False, True])
async def test_a_failed_voice_pauses_and_only_it_is_asked_again(tmp_path: Path, retry: bool) -> None:
    run, actor = acting(tmp_path, two_at_once(tmp_path))
    actor.acts[1] = fault()
    seen = recorded(run)
    await to_the_end(run)
    assert run.state.reason == "failure"
    if retry:
        run.director.retry()
        await run.live(until_paused=True)
        assert len(run.state.turns) == 1
    await finished(run)
    asked = [request.perspective.me.id for request in actor.requests if request.purpose == "contribution"]
    assert asked[:3] == ["holger", "svea", "svea"]
    assert [event.member for event in of_type(seen, TurnFailed)] == ["svea"]
    assert run.state.status == "ended"


async def test_an_answer_for_one_member_is_never_taken_for_anothers(tmp_path: Path) -> None:
    run, actor = acting(tmp_path, day_config(tmp_path))
    question = Question("task", "What have you learned?", reflection.schema())
    await run.stage.ask("reflection", question, member="svea")
    await run.stage.ask("reflection", question, member="svea")
    assert len(actor.requests) == 1
    assert (await run.stage.ask("reflection", question, member="holger")).member == "holger"


# Skipping, calling, muting -----------------------------------------------------------------------------------------


async def test_a_single_scene_that_was_skipped_does_not_take_place(tmp_path: Path) -> None:
    run, _actor = acting(tmp_path, two_at_once(tmp_path))
    with pytest.raises(RunError, match="No day"):
        OfficeDirector.of(run).skip_scene()
    await until(run, lambda: run.state[OfficeState].running)
    OfficeDirector.of(run).skip_scene()
    await run.live(until_paused=True)
    assert run.state.status == "ended"
    assert not run.state.turns


async def test_no_scene_is_called_that_could_not_come(tmp_path: Path) -> None:
    single, _actor = acting(tmp_path, two_at_once(tmp_path))
    with pytest.raises(RunError, match="one scene"):
        OfficeDirector.of(single).request_scene("meeting")
    folder = tmp_path / "day"
    folder.mkdir()
    run, _actor = acting(folder, day_config(folder))
    await until(run, lambda: run.state[OfficeState].running)
    OfficeDirector.of(run).end_day()
    with pytest.raises(RunError, match="last day"):
        OfficeDirector.of(run).request_scene("meeting")
    OfficeDirector.of(run).set_autopilot(on=True, days=2)
    OfficeDirector.of(run).request_scene("meeting", topic="Der Trailer")
    await until(run, lambda: bool(run.state[OfficeState].scenes))
    first = run.state[OfficeState].scenes[0].started
    assert (first.day, first.topic) == (2, "Der Trailer")


async def test_a_choice_that_a_skipped_slot_left_behind_is_asked_anew(tmp_path: Path) -> None:
    run, _actor = acting(tmp_path, day_config(tmp_path))
    await until(run, lambda: len(run.state[OfficeState].scenes) == 1)
    run.stage.append(VoiceReplied(at=run.stage.clock.now(), turn=1, member="", purpose="scene", text="{}"))
    OfficeDirector.of(run).skip_scene()
    assert "scene" not in run.state.pending


async def test_whoever_is_left_alone_works_and_holds_no_meeting(tmp_path: Path) -> None:
    config = day_config(tmp_path)
    run, _actor = acting(tmp_path, config)
    for member in config.members[1:]:
        run.director.mute(member.id)
    await until(run, lambda: len(run.state[OfficeState].scenes) == 4)
    OfficeDirector.of(run).request_scene("encounter")
    await run.live(until_paused=True)
    assert (run.state.reason, run.state.detail) == (
        "floor", "The scene needs more who may speak: bring somebody back."
    )  # fmt: skip
    for member in config.members[1:]:
        run.director.unmute(member.id)
    await until(run, lambda: len(run.state[OfficeState].scenes) == 5)
    types = [scene.started.scene_type for scene in run.state[OfficeState].scenes]
    assert not CONVERSATIONS & set(types[:4])
    assert types[4] == "encounter"


async def test_the_floor_is_given_in_a_scene_and_for_it(tmp_path: Path) -> None:
    config = scene_config(tmp_path, scene_type="meeting", members=("holger", "svea", "ilja"), translate="")
    run, _actor = acting(tmp_path, config)
    await until(run, lambda: len(run.state.turns) == 1)
    with pytest.raises(RunError, match="not in this scene"):
        run.director.give_floor("theo")
    run.director.give_floor("ilja")
    await until(run, lambda: len(run.state.turns) == 2)
    assert run.state.turns[1].member == "ilja"
    run.director.give_floor("svea")
    OfficeDirector.of(run).skip_scene()
    await until(run, lambda: bool(run.state[OfficeState].scenes))
    assert run.state.floor == ""


async def test_nobody_has_the_floor_where_all_speak_at_once(tmp_path: Path) -> None:
    run, _actor = acting(tmp_path, two_at_once(tmp_path))
    await until(run, lambda: run.state[OfficeState].scene is not None)
    with pytest.raises(RunError, match="all speak at once"):
        run.director.give_floor("svea")


# Lines of the director's hand --------------------------------------------------------------------------------------


async def test_a_line_by_hand_is_heard_by_those_who_would_hear_it(tmp_path: Path) -> None:
    run, _actor = acting(tmp_path, scene_config(tmp_path, scene_type="reflection", translate=""))
    world = run.state[OfficeState]
    room = world.places["svea"].room
    await run.director.speak_as("svea", "Ist schon jemand da?")
    assert run.state.turns[-1].ended.heard_by == tuple(world.present(room))
    await run.director.speak_as("director", "Guten Morgen!")
    assert not run.state.turns[-1].ended.heard_by
    await until(run, lambda: world.scene is not None)
    assert world.scene is not None
    await run.director.speak_as("svea", "Ich bin müde.")
    assert run.state.turns[-1].ended.heard_by == ("svea",)
    await run.director.speak_as("director", "Denkt an morgen.")
    assert run.state.turns[-1].ended.heard_by == world.scene.started.members


async def test_what_is_only_done_by_hand_is_no_line(tmp_path: Path) -> None:
    run, _actor = acting(tmp_path, scene_config(tmp_path, scene_type="reflection", translate=""))
    await run.director.speak_as("svea", "*gähnt*")
    assert (run.state.turns[-1].text, run.state.turns[-1].ended.acts) == ("", ("gähnt",))


# Forks -------------------------------------------------------------------------------------------------------------


def forked(opened: Opened, turn: int, *members: str) -> Run:
    """A fork of the run with those members alone, played to its end."""
    studio = studio_in(opened.path.parent.parent)
    left = [one for one in opened.state.setup.members if one.id in members]
    run = studio.fork(
        str(opened.path), turn, {"members": [one.model_dump(mode="json", exclude_defaults=True) for one in left]}
    )
    asyncio.run(finished(run))
    return run


@pytest.fixture(scope="module")
def directed(tmp_path_factory: pytest.TempPathFactory) -> Opened:
    """A Thursday in the German studio, with so much said by the director that everybody is about to reflect."""

    def steer(run: Run) -> None:
        for _ in range(12):
            run.director.inject("Denkt an den Klang.")

    folder = tmp_path_factory.mktemp("steered")
    return played(folder, day_config(folder), steer)


@pytest.mark.parametrize("turn", [1, 14, 30, 44])
def test_a_fork_goes_on_without_those_who_left(directed: Opened, turn: int) -> None:
    opened = directed.replay.state_at_turn(turn)[OfficeState].scene
    assert opened is not None
    gone = {opened.started.host or opened.started.members[0], opened.started.members[-1]}
    left = [member.id for member in directed.state.setup.members if member.id not in gone]
    run = forked(directed, turn, *left)
    assert run.state.status == "ended"
    own = log_file.read(run.stage.log.path).events[run.state[OfficeState].scenes[0].started_seq :]
    at = next(seq for seq, event in enumerate(own) if type(event).__name__ == "RunForked")
    after = own[at + 1 :]
    spoke = {event.member for event in of_type(after, TurnEnded, ContributionAsked, MemberReflected)}
    assert spoke <= set(left)
    for event in of_type(after, SceneStarted):
        assert {*event.members, *event.bystanders, *(place.member for place in event.places)} <= set(left)
    for event in of_type(after, SceneEnded):
        assert {memory.member for memory in event.memories} <= set(left)
    assert set(run.state[OfficeState].places) == set(left)


def test_a_scene_that_all_have_left_ends(directed: Opened) -> None:
    scene = next(each for each in directed.state[OfficeState].scenes if each.started.scene_type == "encounter")
    left = [member.id for member in directed.state.setup.members if member.id not in scene.started.members]
    run = forked(directed, scene.first, *left)
    assert run.state.status == "ended"
    cut = run.state[OfficeState].scenes[scene.started.scene - 1]
    assert cut.last == scene.first


def test_a_single_scene_begins_anew_without_somebody(tmp_path: Path) -> None:
    opened = played(tmp_path, scene_config(tmp_path, members=("holger", "svea", "ilja"), translate=""))
    run = forked(opened, 0, "svea", "ilja", "theo")
    assert run.state[OfficeState].scenes[0].started.members == ("svea", "ilja")
    other = forked(opened, 0, "ilja", "theo")
    assert other.state[OfficeState].scenes[0].started.members == ("ilja", "theo")


def test_whoever_left_is_muted_no_more(tmp_path: Path) -> None:
    opened = played(tmp_path, day_config(tmp_path), lambda run: run.director.mute("svea"))
    run = forked(opened, 3, "holger", "ilja", "theo")
    assert not run.state.muted


def test_a_fork_needs_two_who_have_a_place(directed: Opened) -> None:
    with pytest.raises(UsageError, match="at least two"):
        forked(directed, 3, "holger")
    with pytest.raises(UsageError, match="no place"):
        studio_in(directed.path.parent.parent).fork(
            str(directed.path), 3, {"members": [{"id": "anna", "name": "Anna"}, {"id": "bo", "name": "Bo"}]}
        )


def test_a_fork_keeps_what_the_director_set_for_the_days(tmp_path: Path) -> None:
    def steer(run: Run) -> None:
        OfficeDirector.of(run).set_autopilot(on=True, days=2)

    opened = played(tmp_path, day_config(tmp_path), steer)
    assert any(isinstance(event, AutopilotSet) for event in opened.replay.events)
    studio = studio_in(tmp_path)
    run = studio.fork(str(opened.path), 5)
    asyncio.run(run.close())
    assert run.state[OfficeState].days == opened.state[OfficeState].days == 2


def interrupted(folder: Path, config: RunConfig, reached: Callable[[OfficeState], object]) -> Opened:
    """The config played until the office is there, and left with a line by the director's hand."""
    run = studio_in(folder).start(config)

    async def main() -> None:
        await until(run, lambda: bool(reached(run.state[OfficeState])))
        await run.director.speak_as("director", "Einen Moment noch.")
        await run.close()

    asyncio.run(main())
    return studio_in(folder).open(str(run.stage.log.path))


def test_a_line_by_hand_between_choice_and_scene_can_be_forked_from(tmp_path: Path) -> None:
    """Whoever the game master had chosen may be gone then, or was no candidate in a damaged log: it chooses again."""
    config = day_config(tmp_path)
    opened = interrupted(tmp_path, config, lambda office: office.ranked and office.scenes)
    choice = of_type(opened.replay.events, SceneRanked)[-1]
    gone = choice.candidates[choice.chosen].members
    left = [member.id for member in config.members if member.id not in gone]
    assert forked(opened, len(opened.state.turns), *left).state.status == "ended"
    opened.path.write_text(opened.path.read_text("utf-8").replace('"chosen":0', '"chosen":99'), "utf-8")
    assert forked(opened, len(opened.state.turns), *opened.state.setup.names).state.status == "ended"


def test_a_beat_goes_on_without_whoever_was_asked_for_it(tmp_path: Path) -> None:
    """Forked at a line by hand between the question and the replies."""
    config = scene_config(tmp_path, members=("holger", "svea", "ilja"), exchange="weave")
    opened = interrupted(tmp_path, config, lambda office: office.scene and office.scene.asked)
    run = forked(opened, 1, "svea", "ilja")
    assert run.state.status == "ended"
    woven = of_type(log_file.read(run.stage.log.path).events, SceneWoven)
    assert {line.member for event in woven for line in event.lines} == {"svea", "ilja"}


async def test_who_is_muted_in_the_middle_of_a_weave_falls_silent(tmp_path: Path) -> None:
    run = studio_in(tmp_path).start(scene_config(tmp_path, members=("holger", "svea"), exchange="weave"))
    await until(run, lambda: bool(run.state.turns))
    run.director.mute(run.state.turns[0].member)
    await run.live(until_paused=True)
    await run.close()
    first, *others = [turn.member for turn in run.state.turns]
    assert first not in others
    assert run.state.status == "ended"


async def test_a_whisper_waits_for_the_next_scene_in_which_its_hearer_speaks(tmp_path: Path) -> None:
    run, actor = acting(tmp_path, day_config(tmp_path))
    await until(run, lambda: len(run.state.turns) == 2)
    hearer, before = run.state.turns[0].member, len(actor.requests)
    run.director.inject("Frag nach dem Trailer.", (hearer,))
    OfficeDirector.of(run).skip_scene()
    await to_the_end(run)
    asked = [one for one in actor.requests[before:] if one.perspective.me.id == hearer and one.direction]
    told = ["dir allein das geflüstert" in one.direction for one in asked]
    assert told == [True] + [False] * (len(told) - 1)
    assert report_unused(run.state) is None


async def test_a_whisper_that_nobody_could_act_on_is_told_at_the_end(tmp_path: Path) -> None:
    run, _actor = acting(tmp_path, day_config(tmp_path))
    await until(run, lambda: bool(run.state.turns))
    run.director.inject("Frag nach dem Trailer.", ("svea",))
    assert report_unused(run.state) is None, "there is time"
    await run.stop()
    await run.close()
    lost = report_unused(run.state)
    assert lost is not None
    assert str(lost) == "The run ended before a whisper was used: Svea did not speak again."
