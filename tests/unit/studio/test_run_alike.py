"""Breakpoints at a convergence: where they hold in every mode, and that going on does not hold again."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from parley.core.base.errors import RunError, UnknownName, UsageError
from parley.core.cast.member import VoiceSpec
from parley.core.home import Home
from parley.core.log import log as log_file
from parley.core.log.config import RunConfig
from parley.core.log.events.run import BreakpointSet, RunPaused
from parley.core.log.fold import fold
from parley.core.log.state import State
from parley.core.measures.convergence import compute_classic, parley
from parley.core.modes.duologue.request import DuologueRequest, SideRequest
from parley.core.modes.office.request import DayRequest, SceneRequest
from parley.core.modes.office.state import OfficeState
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.modes.story.request import DialogueRequest, StoryRequest
from parley.core.studio.studio import Studio
from tests.run_configs import composed
from tests.scripted_voices import Actor, begun, finished, of_type, one_step, recorded, to_the_end

REHEARSAL = VoiceSpec(provider="rehearsal")
FIRST, OTHER = "What do you think of the sea?", "The tide is late, and so are we!"


COMMON: dict[str, Any] = {"seed": 11, "voice": REHEARSAL, "simulated": True, "language": "en"}
THREE = [SideRequest(name) for name in ("Ada", "Bo", "Cy")]
MODES = {
    "roundtable": RoundtableRequest(format="strategy", cast="startup", turns=14, **COMMON),
    "woven": SceneRequest(cast="studio-de", exchange="weave", **COMMON),
    "sequential": SceneRequest(cast="studio-de", scene_type="meeting", exchange="sequential", **COMMON),
    "day": DayRequest(cast="studio-de", **COMMON),
    "story": StoryRequest(setting="ferry", autoplay=True, turns=6, **COMMON),
    "dialogue": DialogueRequest(setting="ferry", partner="ada", autoplay=True, turns=6, **COMMON),
    "duologue": DuologueRequest(sides=THREE[:2], turns=24, **COMMON),
    "ring": DuologueRequest(sides=THREE, turns=24, router="ring", **COMMON),
}


def scores(state: State, scenes: list[int]) -> list[tuple[int, float, float]]:
    """Turns with their score and that of the turn before, counted anew from who said what; `scenes`: first turns."""
    members = {member.id for member in state.setup.members}
    said = [(turn.member, turn.text) for turn in state.turns]
    found = []
    for turn in range(1, len(said) + 1):
        speaker = said[turn - 1][0]
        first = max((number for number in scenes if number <= turn), default=1)
        other = next((who for who, _text in reversed(said[first - 1 : turn]) if who != speaker), "")
        if not {speaker, other} <= members:
            continue
        now, before = parley(said[:turn], speaker, other), parley(said[: turn - 1], speaker, other)
        if now.per_side:
            found.append((turn, now.score, before.score if before.per_side else -1.0))
    return found


def first_turns(state: State) -> list[int]:
    return [scene.first for scene in state[OfficeState].scenes] if state.find(OfficeState) else []


@pytest.mark.parametrize("mode", MODES)
async def test_it_holds_once_a_crossing_in_every_mode(studio: Studio, mode: str, tmp_path: Path) -> None:
    config = studio.compose(MODES[mode])
    plain = studio.start(config)
    await finished(plain)
    all_scores = sorted(score for _turn, score, _before in scores(plain.state, first_turns(plain.state)))
    # High enough that they are now above and now below it.
    threshold = all_scores[len(all_scores) * 2 // 3]
    other = Studio(Home(tmp_path / "other"))
    run = other.start(config)
    run.director.break_at(convergence=threshold)
    held = []
    while run.state.status != "ended":
        await to_the_end(run)
        if run.state.status == "paused":
            assert run.state.reason == "breakpoint"
            assert f"threshold {threshold:.2f}." in run.state.detail
            held.append(len(run.state.turns))
    await run.close()
    await other.close()
    state = run.state
    assert [turn.text for turn in state.turns] == [turn.text for turn in plain.state.turns]
    found = scores(state, first_turns(state))
    assert held == [turn for turn, score, before in found if score >= threshold > before]
    assert held


def _duologue(stop_at: float | None = None) -> RunConfig:
    wish = DuologueRequest(
        sides=[SideRequest("Ada"), SideRequest("Bo")], turns=8, seed=7, stop_at=stop_at, on_convergence="pause"
    )
    return composed(wish, VoiceSpec())


async def test_the_sentence_says_who_and_how_much_and_clearing_it_ends_it(tmp_path: Path) -> None:
    run = begun(tmp_path / "run.jsonl", Actor(FIRST, OTHER, OTHER, OTHER), _duologue())
    point = run.director.break_at(convergence=0.9)
    assert (point, run.director.break_at(convergence=0.9)) == ("convergence:0.9", point)
    seen = recorded(run)
    await to_the_end(run)
    (paused,) = of_type(seen, RunPaused)
    score = parley([(turn.member, turn.text) for turn in run.state.turns], "ada", "bo").score
    assert paused.reason == "breakpoint"
    assert paused.detail == f"Ada and Bo sound alike: convergence {score:.2f}, threshold 0.90."
    run.director.clear_breakpoint(point)
    await to_the_end(run)
    assert run.state.status == "ended"
    assert not run.state.breakpoints
    assert fold(log_file.read(run.stage.log.path).events) == run.state


async def test_a_step_that_crosses_says_so_instead_of_having_stepped(tmp_path: Path) -> None:
    run = begun(tmp_path / "run.jsonl", Actor(FIRST, FIRST), _duologue())
    run.director.break_at(convergence=1.0)

    async def step() -> str:
        await one_step(run)
        return run.state.reason

    assert [await step() for _ in range(2)] == ["step", "breakpoint"]
    run.director.break_at(member=run.state.turns[0].member)
    # It stands here already: the other breakpoint holds the next time.
    assert await step() == "step"


async def test_another_score_is_another_breakpoint(tmp_path: Path) -> None:
    lines = (FIRST, OTHER, FIRST, OTHER, OTHER, OTHER, FIRST, FIRST)
    run = begun(tmp_path / "run.jsonl", Actor(*lines), _duologue())
    theirs = run.director.break_at(convergence=0.8, calculator="classic", profile="strict")
    kept = run.state.breakpoints[theirs]
    assert (kept.calculator, kept.profile, kept.threshold) == ("classic", "strict", 0.8)
    await to_the_end(run)
    said = [(("ada", "bo")[at % 2], line) for at, line in enumerate(lines)]
    above = [compute_classic(said[: at + 1], "ada", "bo", "strict").score >= 0.8 for at in range(len(said))]
    assert len(run.state.turns) == above.index(True) + 1
    # By our score they never come to it.
    assert all(parley(said[: at + 1], "ada", "bo").score < 0.8 for at in range(len(said)))
    assert run.director.break_at(convergence=0.8) != theirs


async def test_the_talks_own_threshold_does_not_hold_a_second_time_at_the_same_turn(tmp_path: Path) -> None:
    run = begun(tmp_path / "run.jsonl", Actor(FIRST, OTHER, "Nothing at all.", FIRST, FIRST), _duologue(0.6))
    run.director.break_at(convergence=0.6)
    held = []
    while run.state.status != "ended":
        await to_the_end(run)
        held.append(len(run.state.turns))
    assert len(held) == len(set(held))


async def test_what_cannot_be_a_breakpoint_is_a_sentence(tmp_path: Path) -> None:
    run = begun(tmp_path / "run.jsonl", Actor(), _duologue())
    for wrong in (0.0, -0.1, 1.01, float("nan"), float("inf")):
        with pytest.raises(UsageError, match="not possible"):
            run.director.break_at(convergence=wrong)
    with pytest.raises(UsageError, match="nothing else"):
        run.director.break_at(convergence=0.8, turn=3)
    with pytest.raises(UnknownName, match="calculator"):
        run.director.break_at(convergence=0.8, calculator="other")  # type: ignore[arg-type]
    with pytest.raises(UnknownName, match="profile"):
        run.director.break_at(convergence=0.8, profile="other")  # type: ignore[arg-type]
    assert not run.state.breakpoints
    # A log that was written by hand may ask for a score that nobody knows: it holds nobody up.
    run.stage.append(
        BreakpointSet(at=run.stage.clock.now(), id="c", kind="convergence", threshold=0.1, calculator="theirs")
    )
    await to_the_end(run)
    assert run.state.status == "ended"
    with pytest.raises(RunError):
        run.director.break_at(convergence=0.8)
