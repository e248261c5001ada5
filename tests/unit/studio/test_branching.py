"""Branches of a duologue with other settings."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from parley.core.base.errors import ParleyError, UsageError
from parley.core.cast.member import VoiceSpec
from parley.core.engine.run import Run
from parley.core.home import Home
from parley.core.log.state import State
from parley.core.modes.duologue.branching import SideChange, TalkBranch
from parley.core.modes.duologue.config import DuologueConfig
from parley.core.modes.duologue.request import DuologueRequest, SideRequest
from parley.core.modes.duologue.state import DuologueState
from parley.core.studio.studio import Studio
from tests.scripted_voices import finished, to_the_end

REHEARSAL = VoiceSpec(provider="rehearsal")
AWARE = """
id = "own"
name = { en = "Own", de = "Eigen" }
system = { en = "You are {me}.", de = "Du bist {me}." }
[[injections]]
turn = 5
text = { en = "Hurry.", de = "Eil dich." }
"""


async def talked(home: Home, names: tuple[str, ...] = ("Ada", "Bo", "Cy"), **wish: Any) -> State:
    """A finished talk of six turns."""
    asked: dict[str, Any] = {"seed": 7, "simulated": True, "voice": REHEARSAL, "turns": 6}
    return await _live(home, lambda studio: studio.start(
        studio.compose(DuologueRequest(sides=[SideRequest(name) for name in names], **(asked | wish)))
    ))  # fmt: skip


async def branched(home: Home, parent: State, turn: int, branch: TalkBranch | None = None, **changes: Any) -> State:
    """The finished branch."""
    return await _live(home, lambda studio: studio.fork(parent.run, turn, changes, branch=branch))


async def _live(home: Home, begin: Any) -> State:
    studio = Studio(home)
    run: Run = begin(studio)
    await finished(run)
    await studio.close()
    return run.state


async def test_a_voice_for_all_leaves_each_their_temperature(home: Home) -> None:
    parent = await talked(home)
    warm = await branched(home, parent, 2, TalkBranch(sides={"ada": SideChange(temperature=0.2)}))
    state = await branched(home, warm, 3, voice={"provider": "rehearsal", "model": "other"})
    assert {state.get_voice_of(one.id).model for one in state.setup.members} == {"other"}
    assert state.get_voice_of("ada").temperature == 0.2


async def test_another_topology_and_where_it_stops(home: Home) -> None:
    parent = await talked(home)
    state = await branched(home, parent, 3, TalkBranch(router="star", hub="Bo", stop_at=0.99, on_convergence="pause"))
    assert (state.setup[DuologueConfig].router.kind, state.setup[DuologueConfig].router.hub) == ("star", "bo")
    assert state.setup[DuologueConfig].stop is not None
    assert (state.setup[DuologueConfig].stop.threshold, state.setup[DuologueConfig].stop.action) == (0.99, "pause")
    other = await branched(home, state, 4, TalkBranch(hub="cy"))
    assert (other.setup[DuologueConfig].router.kind, other.setup[DuologueConfig].router.hub) == ("star", "cy")
    free = await branched(home, state, 4, TalkBranch(stop_at=-1))
    assert free.setup[DuologueConfig].stop is None
    ruled = {"kind": "content", "rules": [{"words": ["the"], "to": "Cy"}]}
    content = await branched(home, parent, 3, TalkBranch(router=ruled), turns=9)
    assert content.setup[DuologueConfig].router.rules[0].to == "cy"
    assert len(content.turns) == 9


async def test_what_the_director_changed_for_others_stays(studio: Studio) -> None:
    config = studio.compose(
        DuologueRequest(sides=[SideRequest("Ada"), SideRequest("Bo")], voice=REHEARSAL, turns=4, seed=1)
    )
    run = studio.start(config)
    run.director.change_voice(REHEARSAL.model_copy(update={"model": "his"}), "bo")
    await finished(run)
    fork = studio.fork(run.state.run, 2, branch=TalkBranch(sides={"ada": SideChange(temperature=1.0)}))
    await fork.close()
    parent, state = run.state, fork.state
    assert parent.get_voice_of("bo").model == "his"
    assert state.get_voice_of("bo").model == "his"
    assert state.get_voice_of("ada").temperature == 1.0


async def test_of_another_awareness_a_side_is_told_anew(home: Home, tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text(AWARE, encoding="utf-8")
    parent = await talked(home, awareness=str(path), turns=8)
    assert parent[DuologueState].told == dict.fromkeys([("ada", 0), ("bo", 0), ("cy", 0)], 5)
    path.write_text(AWARE.replace("Hurry", "Take your time"), encoding="utf-8")
    state = await branched(home, parent, 6, TalkBranch(sides={"a": SideChange(awareness=str(path))}))
    told = [entry.text for entry in state.entries if entry.kind == "event" and entry.turn == 7]
    assert told == ["Take your time."]


async def test_the_opening_can_be_another_one_before_the_first_turn(home: Home) -> None:
    parent = await talked(home)
    state = await branched(home, parent, 0, topic="What is a bridge?")
    assert (state.setup[DuologueConfig].opening, state.setup.topic) == ("What is a bridge?", "What is a bridge?")
    with pytest.raises(UsageError, match="has been answered by turn 2"):
        await branched(home, parent, 2, topic="What is a bridge?")


@pytest.mark.parametrize(
    ("branch", "changes", "sentence"),
    [
        (TalkBranch(sides={"zoe": SideChange(temperature=1.0)}), {}, "no side called 'zoe'"),
        (TalkBranch(sides={"a": SideChange(temperature=3.0)}), {}, "temperature of 3 is not possible"),
        (TalkBranch(sides={"a": SideChange(awareness="total")}), {}, "no awareness called 'total'"),
        (TalkBranch(router="alternation"), {}, "Alternation is for two"),
        (TalkBranch(router={"kind": "content"}), {}, "needs rules"),
        (TalkBranch(router="star", hub="zoe"), {}, "'zoe', who is not in the talk"),
        (TalkBranch(on_convergence="pause"), {}, "stops at no convergence"),
        (TalkBranch(stop_at=2.0), {}, "convergence of 2 is not possible"),
        (None, {"policy": "random"}, "no policy"),
        (None, {"turns": 0}, "0 turns are not possible"),
    ],
)
async def test_what_cannot_be_is_a_sentence(
    home: Home, branch: TalkBranch | None, changes: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(ParleyError, match=sentence):
        await branched(home, await talked(home), 2, branch, **changes)


@pytest.mark.parametrize("action", ["stop", "pause"])
@pytest.mark.parametrize("lowered", [False, True], ids=["as it ended", "a lower threshold"])
async def test_a_fork_that_begins_alike_takes_a_turn_before_it_stops(
    home: Home, studio: Studio, action: str, lowered: bool
) -> None:
    parent = await talked(home, ("Ada", "Bo"), turns=30, stop_at=None if lowered else 0.3, on_convergence="stop")
    turns = 20 if lowered else len(parent.turns)
    if not lowered:
        assert (parent.status, parent.reason) == ("ended", "convergence")
    run = studio.fork(parent.run, turns, {"turns": 40}, branch=TalkBranch(stop_at=0.05, on_convergence=action))
    await to_the_end(run)
    await run.close()
    state = run.state
    # The first line of its own is the first that may stop it.
    assert (state.status, state.reason) == ("ended" if action == "stop" else "paused", "convergence")
    assert len(state.turns) == turns + 1
