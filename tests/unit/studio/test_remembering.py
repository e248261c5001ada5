"""Talks stay apart: what of earlier runs a run remembers, and what somebody may choose instead."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from parley.core.base.definition import parse_toml
from parley.core.base.errors import NoSuchRun, UsageError
from parley.core.cast.member import VoiceSpec
from parley.core.engine.run import Run
from parley.core.home import Home
from parley.core.log.codec import encode
from parley.core.log.config import RunConfig
from parley.core.log.events.run import RunStarted
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.request import SceneRequest
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.studio.experiments.plan import Plan
from parley.core.studio.experiments.running import Running
from parley.core.studio.experiments.service import ExperimentService
from parley.core.studio.experiments.spec import Experiment
from parley.core.studio.hand_written import hand_written
from parley.core.studio.studio import Studio
from parley.core.voices import pool
from parley.core.voices.base import Request
from tests.played_runs import played_in
from tests.scripted_voices import Actor, finished
from tests.standup_events import sample_events

MODEL = VoiceSpec(provider="anthropic", model="any")
REHEARSAL = VoiceSpec(provider="rehearsal")
EXPERIMENT = """
name = "Little"
repetitions = 2

[roundtable]
voice = "{voice}"
turns = 6
"""


def _say(request: Request) -> str:
    if request.purpose != "distillation":
        return f"A model's line {request.turn}."
    memory = {"member": "boss", "kind": "insight", "text": "A model's memory.", "confidence": 0.9, "turns": [1]}
    relation = {"a": "boss", "b": "analyst", "change": 0.05, "reason": "They agreed."}
    return json.dumps({"summary": "All is said.", "memories": [memory], "relations": [relation], "actions": []})


@pytest.fixture
def model(monkeypatch: pytest.MonkeyPatch) -> Actor:
    """The voice of Claude, played by an actor whose talks leave a memory and a change of affinity."""
    actor, make = Actor(*[_say] * 200, spec=MODEL), pool.make_voice
    monkeypatch.setattr(
        pool, "make_voice", lambda spec, *given, **named: actor if spec == MODEL else make(spec, *given, **named)
    )
    return actor


def _play(home: Home, request: Any = None, **values: Any) -> Run:
    """A run that has ended."""
    return played_in(home, request or RoundtableRequest(**{"seed": 7, "turns": 6, "voice": REHEARSAL} | values))


def _experiment(home: Home, voice: str = "rehearsal", *, more: str = "") -> list[RunConfig]:
    """Run one, and give back the configurations of its runs."""
    plan = Plan(parse_toml(EXPERIMENT.format(voice=voice) + more, "spec.toml", Experiment))

    async def main() -> list[RunConfig]:
        studio = ExperimentService(home)
        assert (await Running(studio, plan, home.path).live()).whole
        configs = [studio.open(each.run).state.setup for each in plan.runs]
        await studio.close()
        return configs

    return asyncio.run(main())


def _carried(config: RunConfig) -> set[str]:
    """The runs of which something is remembered."""
    office = config.find(OfficeConfig)
    return {each.run for each in (*config.memories, *(office.records if office else ()))}


def _moved(config: RunConfig) -> bool:
    """Whether earlier runs moved an affinity."""
    return any(each.home is not None for each in config.affinities)


def _brought(home: Home, run: str, **changes: Any) -> None:
    """A run of the cast's that was brought in."""
    first, *others = sample_events(6, run_id=run, cast_id="startup", provider="anthropic")
    assert isinstance(first, RunStarted)
    events = [RunStarted(at=first.at, config=first.config | changes), *others]
    path = home.runs / f"2026-01-05-roundtable-{run}.jsonl"
    path.write_bytes(b"".join(encode(event) + b"\n" for event in events))


@pytest.mark.parametrize("voice", ["rehearsal", "anthropic:any"])
def test_what_an_experiment_leaves_is_for_nobody(home: Home, model: Actor, voice: str) -> None:
    configs = _experiment(home, voice)
    for spec in (REHEARSAL, MODEL):
        config = _play(home, voice=spec, seed=8).state.setup
        assert not _carried(config) & {each.id for each in configs}
    assert {config.experiment for config in configs} == {"little"}


def test_what_a_rehearsal_leaves_is_sent_to_no_model(home: Home, model: Actor) -> None:
    rehearsed = _play(home, hand_written("standup")).state
    assert rehearsed.distilled is not None
    lines = [each.text for each in rehearsed.distilled.memories]
    assert lines
    config = _play(home, voice=MODEL, seed=8).state.setup
    assert (_carried(config), _moved(config)) == (set(), False)
    assert not any(line in json.dumps(model.bodies, ensure_ascii=False) for line in lines)
    # Another rehearsal has both, a model the model's alone.
    assert _carried(_play(home, seed=9).state.setup) == {rehearsed.run, config.id}
    again = _play(home, voice=MODEL, seed=10).state.setup
    assert (_carried(again), _moved(again)) == ({config.id}, True)


def test_one_line_of_a_script_makes_a_rehearsal(home: Home, model: Actor) -> None:
    """Who goes on with another voice does not make a model's words of what was rehearsed."""
    rehearsed = _play(home)

    async def main() -> Run:
        studio = Studio(home)
        run = studio.fork(rehearsed.state.run, 4, {"voice": MODEL.model_dump(mode="json")})
        await finished(run)
        await studio.close()
        return run

    assert asyncio.run(main()).state.distilled is not None
    assert _carried(_play(home, voice=MODEL, seed=8).state.setup) == set()


def test_an_import_is_remembered_where_it_is_asked_for_alone(home: Home, model: Actor) -> None:
    _brought(home, "brought", imported="program · file.json")
    _brought(home, "talk")
    assert _carried(_play(home, voice=MODEL).state.setup) == {"talk"}
    asked = _play(home, voice=MODEL, remember=("brought",)).state.setup
    assert (_carried(asked), asked.remember) == ({"brought"}, ("brought",))
    assert _carried(_play(home, voice=MODEL, remember=("cast", "brought"), turns=2).state.setup) >= {"talk", "brought"}


def test_whoever_names_a_run_remembers_it_whatever_it_is(home: Home, model: Actor) -> None:
    rehearsed = _play(home, hand_written("standup")).state.run
    config = _play(home, voice=MODEL, remember=(rehearsed[:6],)).state.setup
    assert (_carried(config), config.remember) == ({rehearsed}, (rehearsed,))
    (one, *_others) = _experiment(home, more=f'remember = ["{rehearsed}"]\n')
    assert (_carried(one), one.remember) == ({rehearsed}, (rehearsed,))


@pytest.mark.parametrize("asked", [{"remember": ("none",)}, {"fresh": True}])
def test_whoever_forgets_says_so_in_the_log(home: Home, asked: dict[str, Any]) -> None:
    _play(home, hand_written("standup"))
    config = _play(home, seed=8, **asked).state.setup
    assert (_carried(config), _moved(config), config.remember) == (set(), False, ("none",))


def test_the_usual_choice_leaves_no_trace(home: Home) -> None:
    _play(home, hand_written("standup"))
    for remember in ((), ("cast",), ["cast"]):
        config = Studio(home).compose(RoundtableRequest(seed=8, remember=remember, voice=REHEARSAL))
        assert _carried(config)
        assert "remember" not in config.as_json()


def test_forks_resumed_runs_and_another_one_alike_keep_the_choice(home: Home) -> None:
    earlier = _play(home, hand_written("standup")).state.run
    run = _play(home, seed=8, remember=(earlier,)).state.run

    async def main() -> list[RunConfig]:
        studio = Studio(home)
        fork = studio.fork(run, 3)
        forked = fork.state.run
        await fork.close()
        resumed = studio.resume(forked)
        found = [resumed.state.setup, studio.renew_config(resumed.state.setup)]
        await resumed.close()
        await studio.close()
        return found

    for config in asyncio.run(main()):
        assert (_carried(config), config.remember) == ({earlier}, (earlier,))


@pytest.mark.parametrize(
    ("remember", "told"),
    [
        (("nowhere",), "There is no run 'nowhere'"),
        (("none", "cast"), "A run that forgets cannot remember another run too"),
        (("paused",), "The run paused has not ended"),
        (("others",), "Nobody of this run took part in the run others"),
    ],
)
def test_what_cannot_be_remembered_is_told_in_a_sentence(home: Home, remember: Sequence[str], told: str) -> None:
    _brought(home, "others", members=[{"id": "zoe", "name": "Zoe"}, {"id": "yan", "name": "Yan"}])
    path = home.runs / "2026-01-05-roundtable-paused.jsonl"
    path.write_bytes(b"".join(encode(event) + b"\n" for event in sample_events(6, run_id="paused", ended=False)))
    with pytest.raises((UsageError, NoSuchRun), match=told):
        Studio(home).compose(RoundtableRequest(remember=remember, voice=REHEARSAL))


def test_a_file_outside_the_home_is_not_among_its_runs(home: Home, tmp_path: Path) -> None:
    path = tmp_path / "elsewhere.jsonl"
    path.write_bytes(b"".join(encode(event) + b"\n" for event in sample_events(6)))
    with pytest.raises(UsageError, match=r"elsewhere\.jsonl is not among the runs of this home"):
        Studio(home).compose(RoundtableRequest(remember=(str(path),)))


def test_the_office_follows_the_same_rule(home: Home, model: Actor) -> None:
    scene = SceneRequest(voice=REHEARSAL, seed=3)
    rehearsed = _play(home, scene).state.run
    studio = Studio(home)
    for voice, remember, found in (
        (REHEARSAL, (), {rehearsed}),
        (MODEL, (), set()),
        (MODEL, (rehearsed,), {rehearsed}),
    ):
        config = studio.compose(SceneRequest(voice=voice, seed=4, remember=remember))
        assert _carried(config) == found
    asyncio.run(studio.close())


def test_where_a_run_is_from_is_read_from_its_log_alone(home: Home, model: Actor) -> None:
    _experiment(home)
    _play(home)
    _play(home, voice=MODEL)
    _brought(home, "brought", imported="program · file.json")
    home.database.unlink(missing_ok=True)
    studio = Studio(home)
    before = sorted((row.id, row.origin) for row in studio.projection.runs())
    assert sorted(origin for _run, origin in before) == ["", "experiment", "experiment", "import", "rehearsal"]
    studio.reindex()
    assert sorted((row.id, row.origin) for row in studio.projection.runs()) == before
    asyncio.run(studio.close())
