"""A turn drawn again on forks that are no runs until one of them is kept."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from parley.core.base.errors import RunError
from parley.core.home import Home
from parley.core.log.events.run import RunStarted
from parley.core.log.events.turn import VoiceReplied
from parley.core.log.replay import Replay
from parley.core.modes.duologue.request import DuologueRequest, SideRequest
from parley.core.modes.office.request import DayRequest
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.studio import attempts, runs
from parley.core.studio.branching import find_parting, get_parting_of
from parley.core.studio.reading import Opened
from parley.core.studio.studio import Studio
from tests.scripted_voices import finished, one_step, to_the_end
from tests.unit.studio.test_branching import REHEARSAL


async def debate(studio: Studio, **asked: Any) -> Opened:
    """A debate of eight turns; before the fifth one a topic was put in, the fourth was written by hand."""
    run = studio.start(
        studio.compose(RoundtableRequest(format="debate", turns=8, seed=7, simulated=True, voice=REHEARSAL, **asked))
    )
    for _ in range(3):
        await one_step(run)
    await run.director.speak_as(run.state.setup.members[0].id, "By hand.")
    run.director.inject("The berth costs 310.")
    await finished(run)
    return studio.open(run.state.run)


async def test_a_turn_is_drawn_again_with_all_that_was_done_before_it(studio: Studio, home: Home) -> None:
    opened = await debate(studio)
    listed = runs.all_files(home)
    seeds = attempts.draw_seeds(opened.state, 5, 4)
    assert len({*seeds, opened.state.setup.seed}) == 5
    assert attempts.draw_seeds(opened.state, 5, 2, seeds[:2]) == seeds[2:]
    made = [await attempts.attempt(studio, opened, 5, seed) for seed in seeds]
    assert all(each.text and 0 < each.probability <= 1 and not each.problem for each in made)
    assert {(each.member, each.text) for each in made} - {(opened.state.turns[4].member, opened.state.turns[4].text)}
    assert runs.all_files(home) == listed, "nothing of it is a run yet"
    assert attempts.expected_cost(opened.replay, 5, 3) == 0
    kept = studio.open(str(attempts.keep_attempt(home, made[0])))
    assert [turn.text for turn in kept.state.turns[:4]] == [turn.text for turn in opened.state.turns[:4]]
    assert "The berth costs 310." in [entry.text for entry in kept.state.entries]
    assert (kept.state.turns[4].text, kept.state.parent_turn, len(kept.state.turns)) == (made[0].text, 4, 5)
    found = find_parting(kept.replay.events)
    assert found == get_parting_of(kept.path)
    assert found is not None
    assert (found.turn, found.overrides["seed"], found.speaker, found.acts) == (4, seeds[0], made[0].member, ())
    assert studio.list_recent()[0].id == made[0].run, "it is listed like any other"
    for each in made[1:]:
        attempts.discard(each)
    assert not list(home.attempts.iterdir())
    with pytest.raises(RunError, match="not there any more"):
        attempts.keep_attempt(home, made[1])


async def test_lines_that_were_woven_together_are_drawn_again_together(studio: Studio, home: Home) -> None:
    run = studio.start(studio.compose(DayRequest(cast="studio", seed=3, simulated=True)))
    while not any(turn.started is None for turn in run.state.turns):
        await to_the_end(run)
    await run.close()
    opened = studio.open(run.state.run)
    turn = next(turn.number for turn in opened.state.turns if turn.started is None)
    draw = attempts.draw_of(opened.replay, turn + 1)
    assert draw.first == turn < draw.last
    made = await attempts.attempt(studio, opened, turn + 1, 99)
    assert (made.turn, made.problem, len(made.more)) == (turn, "", draw.last - draw.first)
    kept = studio.open(str(attempts.keep_attempt(home, made))).state
    assert [each.text for each in kept.turns[turn - 1 :]] == [made.text, *(text for _member, text in made.more)]
    assert kept.turns[: turn - 1] == opened.state.turns[: turn - 1]


async def test_a_voice_that_costs_says_how_much(studio: Studio, home: Home) -> None:
    run = studio.start(
        studio.compose(DuologueRequest(sides=[SideRequest("Ada"), SideRequest("Bo")], voice=REHEARSAL, turns=4, seed=1))
    )
    await finished(run)
    events = studio.open(run.state.run).replay.events

    def dear(cost: float) -> Replay:
        voice = {"provider": "anthropic", "model": "claude-haiku-4-5"}
        found = []
        for event in events:
            if isinstance(event, RunStarted):
                members = [member | {"voice": voice} for member in event.config["members"]]
                event = msgspec.structs.replace(event, config=event.config | {"voice": voice, "members": members})
            elif isinstance(event, VoiceReplied):
                event = msgspec.structs.replace(event, provider="anthropic" if cost else "rehearsal", cost=cost)
            found.append(event)
        return Replay(found)

    assert attempts.expected_cost(dear(0.002), 3, 3) == pytest.approx(0.006)
    assert attempts.expected_cost(dear(0.0), 3, 3) is None
    # What was paid for and not kept counts for the day's budget, as long as the day lasts.
    home.attempts.mkdir()
    made = attempts.Attempt(3, 1, path=home.attempts / "x.jsonl", cost=0.002)
    assert made.path is not None
    made.path.write_bytes(b"".join(msgspec.json.encode(event) + b"\n" for event in dear(0.002).events))
    attempts.discard(made)
    attempts.sweep(home)
    assert studio._spent_today() == pytest.approx(0.002 * 4)
