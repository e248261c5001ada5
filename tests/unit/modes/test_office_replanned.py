"""What the director puts into a day brings scenes that its twin of the same seed has not."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest

from parley.core.engine.run import Run
from parley.core.log.log import read
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.events import SceneStarted
from parley.core.modes.office.export import EXPORT
from parley.core.modes.office.replanning import tell_replanned
from parley.core.modes.office.state import OfficeState
from parley.core.voices.base import Request
from tests.office_configs import day_config, studio_in
from tests.scripted_voices import Actor, begun, finished

PUT_IN = {
    "studio": ("The power fails", "The publisher calls at two", "A journalist stands at the door"),
    "studio-de": ("Der Strom fällt aus", "Der Verlag ruft um zwei an", "Eine Journalistin steht vor der Tür"),
}


async def lived(run: Run, *put_in: str) -> list[SceneStarted]:
    """The scenes of a day into which each text is put after nine more turns."""
    for at, text in enumerate(put_in, 1):
        while len(run.state.turns) < 9 * at:
            await run._mode.step(run.stage)
        run.director.inject(text)
    await finished(run)
    return [scene.started for scene in run.state[OfficeState].scenes]


@pytest.mark.parametrize("cast", PUT_IN)
async def test_three_events_bring_scenes_that_the_twin_has_not(tmp_path: Path, cast: str) -> None:
    config = day_config(tmp_path, cast=cast, seed=1, translate="")
    runs = [studio_in(tmp_path / name).start(config) for name in ("plain", "steered", "again")]
    plain, steered, again = [await lived(run, *PUT_IN[cast][: 3 * bool(at)]) for at, run in enumerate(runs)]
    for scenes in (plain, steered):
        print(*(f"{each.clock} {each.scene_type}: {each.topic or each.members}" for each in scenes), "", sep="\n")
    assert steered == again
    new, old = [each for each in steered if each.cause], [each for each in steered if not each.cause]
    assert len(new) >= 3
    assert {each.topic for each in new} == {*PUT_IN[cast]} == {each.cause for each in new}
    assert {each.scene_type for each in new} == {"meeting", "encounter", "work"}, "all gather, two talk, some do it"
    assert "14:00" in [each.clock for each in new if each.cause == PUT_IN[cast][1]], "it has its hour"
    fixed = {slot.types[0] for slot in config[OfficeConfig].agenda.slots if slot.fixed}
    assert fixed <= {each.scene_type for each in old}, "what is fixed is held"
    seen = read(runs[1].stage.log.path).events
    for event in runs[1].state[OfficeState].replans:
        assert not {each.clock for each in event.gone} & {each.clock for each in old}
        (told,) = tell_replanned(runs[1].state, event, config.language)
        assert all(text in told.text for text in (event.text, event.gone[0].clock, event.tasks[0].task))
        assert told.text in [row.text for row in EXPORT.rows(runs[1].state, seen, config.language)]
    for scene in [each for each in runs[1].state[OfficeState].scenes if each.started.cause]:
        said = runs[1].state.turns[scene.first - 1 : scene.last]
        assert {turn.staged for turn in said} == {True}, "rules report what they did, and speak for nobody"


def test_a_voice_says_how_the_day_goes_on(tmp_path: Path) -> None:
    tasks = [{"member": "svea", "task": "find candles"}, {"member": "kaspar", "task": "leave"}]
    answers = ["[]", json.dumps({"scenes": [2, 2, 99, 0], "tasks": tasks, "reason": "It is dark."})]

    def act(request: Request) -> str:
        if "scenes" in (request.schema or {}).get("properties", {}):
            return answers.pop(0)
        return "{}" if request.schema else f"Line {request.turn}."

    run = begun(tmp_path / "run.jsonl", Actor(*[act] * 400), day_config(tmp_path, seed=1, translate=""))
    scenes = asyncio.run(lived(run, "Der Strom fällt aus", "Um 1900 Ecken ist es dunkel"))
    ruled, told = run.state[OfficeState].replans
    assert (ruled.method, "nicht zu lesen" in ruled.reason, bool(ruled.came)) == ("rules", True, True)
    assert [(told.reason, each.place, each.clock) for each in told.came] == [("It is dark.", at, "") for at in (2, 0)]
    assert [(each.member, each.task) for each in told.tasks] == [("svea", "find candles")]
    assert ({each.cause for each in scenes}, told.method) == ({"", ruled.text, told.text}, "voice")
