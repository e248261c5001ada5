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
from core.engine.run import Run
from core.log.config import RunConfig
from core.log.events.run import RunEnded, RunPaused
from core.log.events.turn import TurnEnded, TurnFailed, VoiceReplied
from core.log.report import report
from core.modes.office.contributing import contribution_request
from core.modes.office.director import OfficeDirector
from core.modes.office.events import (
    ContributionAsked,
    DayEnded,
    MemberReflected,
    SceneEnded,
    SceneRanked,
    SceneStarted,
    SceneTranslated,
    SceneWoven,
    WeaveRejected,
)
from core.modes.office.state import CONVERSATIONS, OfficeState
from core.perspective.perspective import perspective
from core.studio.reading import Opened
from core.voices.base import Delta, Reply, Request, Waiting
from tests.office_configs import asked, day_config, heard, leaks, lines_of, runs_of_four, scene_config, studio_in
from tests.scripted_voices import Actor, begun, fault, recorded

GOLDEN = Path(__file__).resolve().parents[2] / "golden"


def played(folder: Path, config: RunConfig) -> Opened:
    """The config played to its end by the rehearsal voice."""
    studio = studio_in(folder)

    async def main() -> Path:
        run = studio.start(config)
        run.play()
        await run.live(until_paused=True)
        await run.close()
        await studio.close()
        return run.stage.log.path

    return studio_in(folder).open(str(asyncio.run(main())))


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


def test_a_thursday_has_many_kinds_of_scenes_and_ends_with_dragons(day: Opened) -> None:
    scenes = day.state[OfficeState].scenes
    assert len(scenes) >= 5
    assert len({scene.started.scene_type for scene in scenes}) >= 4
    assert [scene.started.kind for scene in scenes if scene.started.scene_type == "event"] == ["dnd"]
    assert day.state[OfficeState].date == "2026-01-08"
    assert isinstance(day.replay.events[-1], RunEnded)
    assert day.replay.events[-1].reason == "day"
    assert all(scene.last >= scene.first for scene in scenes)


def test_never_three_conversations_in_a_row(day: Opened) -> None:
    types = [scene.started.scene_type for scene in day.state[OfficeState].scenes]
    for three in zip(types, types[1:], types[2:], strict=False):
        assert not set(three) <= CONVERSATIONS


def test_every_choice_is_logged_with_its_terms(day: Opened) -> None:
    choices = [event for event in day.replay.events if isinstance(event, SceneRanked)]
    assert len(choices) == len(day.state[OfficeState].scenes)
    for event in choices:
        scores = [candidate.terms.score for candidate in event.candidates]
        assert scores == sorted(scores, reverse=True)
        assert event.reason
        if event.method == "rank":
            assert event.chosen == 0


def test_members_words_are_their_own(day: Opened) -> None:
    """The weave orders and trims; it never writes."""
    state = day.state
    contributions: dict[str, str] = {}
    for event in day.replay.events:
        if isinstance(event, VoiceReplied) and event.purpose == "contribution":
            contributions[event.member] = event.text
        elif isinstance(event, SceneWoven):
            for line in event.lines:
                own = " ".join(contributions[line.member].replace("[", " ").replace("]", " ").split())
                for sentence in filter(None, line.says.rstrip("…").split(". ")):
                    assert sentence.rstrip(".") in own
    assert state.turns


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
    live(run)
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


def test_bystanders_know_that_but_not_what(day: Opened) -> None:
    seen = 0
    for scene in day.state[OfficeState].scenes:
        said = [turn.text for turn in day.state.turns[scene.first - 1 : scene.last]]
        overheard = set().union(*(runs_of_four(text) for text in said)) if said else set()
        notes = [memory for memory in scene.ended.memories if memory.type == "observation"]
        assert {memory.member for memory in notes} == set(scene.started.bystanders)
        for memory in notes:
            seen += 1
            assert not runs_of_four(memory.text) & overheard
    assert seen


def test_everybody_remembers_each_scene_they_were_in(day: Opened) -> None:
    world = day.state[OfficeState]
    for scene in world.scenes:
        mine = {memory.member for memory in scene.ended.memories if memory.type != "observation"}
        assert mine == set(scene.started.members)
    assert [memory.id for memory in world.memories] == [f"m{i}" for i in range(1, len(world.memories) + 1)]
    assert all(1 <= memory.importance <= 10 for memory in world.memories)
    plans = [memory for memory in world.memories if memory.type == "plan"]
    assert {memory.member for memory in plans} == {member.id for member in day.state.setup.members}
    told = report(day.state)["office"] if "office" in report(day.state) else report(day.state)
    talks = [memory for memory in told["memories"] if memory["type"] == "conversation"]
    assert all(memory["metadata"]["exchange"] for memory in talks)


def test_memories_come_to_mind_with_their_scores(day: Opened) -> None:
    recalled = [each for _seq, event in asked(day.replay.events) for each in event.recalled]
    assert len(recalled) > 20
    for each in recalled:
        assert all(0 <= score <= 1 for score in (each.recency, each.relevance, each.importance, each.score))


def test_feelings_move_and_are_logged_with_reasons(day: Opened) -> None:
    shifts = [shift for scene in day.state[OfficeState].scenes for shift in scene.ended.shifts]
    assert {shift.valence for shift in shifts} - {"neutral"}
    assert all(-1 <= value <= 1 for value in day.state[OfficeState].valence.values())
    for drift in day.state[OfficeState].drifted.values():
        assert day.state.affinity[(drift.a, drift.b)] == drift.after


def test_lines_are_there_in_english_too(day: Opened) -> None:
    world = day.state[OfficeState]
    assert len(world.translations) == len(world.scenes)
    share = len(world.translated()) / len(day.state.turns)
    assert share > 0.9, [event.note for event in world.translations if event.note]


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


def live(run: Run) -> None:
    """Play until it ends or stands."""

    async def main() -> None:
        run.play()
        await run.live(until_paused=True)
        await run.close()

    asyncio.run(main())


def test_both_speak_at_once_and_neither_hears_the_other(tmp_path: Path) -> None:
    def act(request: Request) -> str:
        if request.schema is not None:
            return "{}"
        return f"{request.perspective.me.name} hat genau dies eine gesagt."

    config = scene_config(tmp_path, members=("holger", "svea"), exchange="weave", translate="", simulated=False)
    actor = Slow(*[act] * 20)
    run = begun(tmp_path / "run.jsonl", actor, config, clock=SystemClock())
    seen = recorded(run)
    live(run)
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


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        ("nonsense", "JSON"),
        ('{"lines": [{"speaker": "kaspar", "says": "Hallo.", "thinks": ""}]}', "kaspar"),
        (
            json.dumps(
                {
                    "lines": [
                        {"speaker": "holger", "says": "Holger hasst den Nebel sehr.", "thinks": ""},
                        {"speaker": "svea", "says": "Svea kocht gleich Kaffee.", "thinks": ""},
                    ]
                }
            ),
            "Holger",
        ),
    ],
)
def test_a_bad_weave_is_rejected_retried_and_replaced(tmp_path: Path, answer: str, why: str) -> None:
    config = scene_config(tmp_path, members=("holger", "svea"), exchange="weave", translate="")
    run = begun(tmp_path / "run.jsonl", weaving(answer, answer), config)
    seen = recorded(run)
    live(run)
    refused = [event for event in seen if isinstance(event, WeaveRejected)]
    assert len(refused) == 2
    assert why.casefold() in refused[0].reason.casefold()
    woven = [event for event in seen if isinstance(event, SceneWoven)]
    assert [event.method for event in woven] == ["rules"]
    assert woven[0].note
    assert {line.member for line in woven[0].lines} == {"holger", "svea"}
    assert run.state.status == "ended"


def test_a_good_weave_is_taken_after_a_bad_one(tmp_path: Path) -> None:
    good = json.dumps(
        {
            "lines": [
                {"speaker": "svea", "says": "Svea kocht gleich Kaffee.", "thinks": "Svea ist müde"},
                {"speaker": "holger", "says": "Holger mag den Nebel sehr.", "thinks": ""},
            ]
        }
    )
    config = scene_config(tmp_path, members=("holger", "svea"), exchange="weave", translate="")
    run = begun(tmp_path / "run.jsonl", weaving("[]", good), config)
    seen = recorded(run)
    live(run)
    woven = next(event for event in seen if isinstance(event, SceneWoven))
    assert woven.method == "voice"
    assert [turn.member for turn in run.state.turns] == ["svea", "holger"]
    assert run.state.turns[0].ended.thoughts == ("Svea ist müde",)


def test_a_pivotal_encounter_goes_back_and_forth(tmp_path: Path) -> None:
    opened = played(tmp_path, scene_config(tmp_path, members=("holger", "svea"), exchange="sequential"))
    speakers = [turn.member for turn in opened.state.turns]
    assert 4 <= len(speakers) <= 8
    assert all(one != other for one, other in itertools.pairwise(speakers))
    started = next(event for event in opened.replay.events if isinstance(event, SceneStarted))
    assert started.exchange == "sequential"
    assert started.reason


def test_a_meeting_gives_the_floor_turn_by_turn(tmp_path: Path) -> None:
    opened = played(tmp_path, scene_config(tmp_path, scene_type="meeting", topic="Der Nebel kostet Bilder"))
    started = opened.state[OfficeState].scenes[0].started
    assert started.room == "conference"
    assert opened.state.turns[0].member == started.host == "holger"
    assert all(turn.selected is not None for turn in opened.state.turns)
    assert 6 <= len(opened.state.turns) <= 12


def test_a_failed_voice_pauses_and_only_it_is_asked_again(tmp_path: Path) -> None:
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

    async def main() -> None:
        run.play()
        await run.live(until_paused=True)
        assert run.state.reason == "failure"
        run.play()
        await run.live(until_paused=True)
        await run.close()

    asyncio.run(main())
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
    live(run)
    told = next(event for event in seen if isinstance(event, SceneTranslated))
    assert told.note
    assert not told.lines
    assert run.state.status == "ended"


# The director ----------------------------------------------------------------------------------------------------


def test_without_autopilot_the_run_stands_after_each_scene(tmp_path: Path) -> None:
    config = day_config(tmp_path, autopilot=False)
    run = studio_in(tmp_path).start(config)
    seen = recorded(run)

    async def main() -> None:
        run.play()
        await run.live(until_paused=True)
        assert (run.state.reason, len(run.state[OfficeState].scenes)) == ("scene", 1)
        OfficeDirector.of(run).request_scene("meeting", members=("svea", "holger"), topic="Der Trailer")
        run.director.inject("Denkt an den Klang.")
        run.play()
        await run.live(until_paused=True)
        assert len(run.state[OfficeState].scenes) == 2
        OfficeDirector.of(run).autopilot(on=True)
        run.play()
        while len(run.state[OfficeState].scenes) < 4:
            await run._mode.step(run.stage)
        OfficeDirector.of(run).end_day()
        await run.live(until_paused=True)
        await run.close()

    asyncio.run(main())
    called = run.state[OfficeState].scenes[1].started
    assert (called.scene_type, called.members, called.topic) == ("meeting", ("holger", "svea"), "Der Trailer")
    assert run.state.status == "ended"
    assert len(run.state[OfficeState].scenes) <= 5
    assert sum(isinstance(event, RunPaused) and event.reason == "scene" for event in seen) == 2
    told = [memory for memory in run.state[OfficeState].memories if "director" in memory.tags]
    assert {memory.member for memory in told} == {member.id for member in config.members}


def test_a_skipped_scene_ends_with_what_was_said(tmp_path: Path) -> None:
    run = studio_in(tmp_path).start(day_config(tmp_path))

    async def main() -> None:
        run.play()
        while len(run.state.turns) < 2:
            await run._mode.step(run.stage)
        OfficeDirector.of(run).skip_scene()
        while not run.state[OfficeState].scenes:
            await run._mode.step(run.stage)
        await run.close()

    asyncio.run(main())
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
    ("wishes", "word"),
    [
        ({"members": ("holger",)}, "two members"),
        ({"room": "cellar"}, "cellar"),
        ({"scene_type": "party"}, "party"),
        ({"kind": "sad"}, "sad"),
        ({"exchange": "shout"}, "shout"),
        ({"clock": "25:00"}, "25:00"),
        ({"members": ("holger", "svea", "ilja", "theo")}, "two or three"),
    ],
)
def test_a_scene_that_cannot_be_is_refused(tmp_path: Path, wishes: dict[str, Any], word: str) -> None:
    with pytest.raises(UsageError, match=word):
        scene_config(tmp_path, **wishes)


@pytest.mark.parametrize(
    ("wishes", "word"),
    [({"days": 0}, "0 days"), ({"first_day": "someday"}, "no day"), ({"members": ("holger",)}, "two")],
)
def test_a_day_that_cannot_be_is_refused(tmp_path: Path, wishes: dict[str, Any], word: str) -> None:
    with pytest.raises(UsageError, match=word):
        day_config(tmp_path, **wishes)


# Resuming --------------------------------------------------------------------------------------------------------


def test_a_fork_in_the_middle_of_a_scene_goes_on(day: Opened) -> None:
    studio = studio_in(day.path.parent.parent)
    run = studio.fork(str(day.path), 9, edit="Ich habe es mir anders überlegt.")
    live(run)
    assert run.state.turns[8].text == "Ich habe es mir anders überlegt."
    assert run.state.turns[:8] == day.state.turns[:8]
    assert run.state.status == "ended"
    assert len(run.state[OfficeState].scenes) >= 5


def test_days_end_with_a_summary(day: Opened) -> None:
    ended = [event for event in day.replay.events if isinstance(event, DayEnded)]
    assert len(ended) == 1
    assert "Donnerstag" in ended[0].summary
    scenes = [event for event in day.replay.events if isinstance(event, SceneEnded)]
    assert all(event.summary for event in scenes)
    assert [event for event in day.replay.events if isinstance(event, TurnEnded)]
