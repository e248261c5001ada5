"""Talking points: noted by the voice that is led, once a topic, and given out one by one."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from parley.core.base.errors import VoiceError
from parley.core.engine.director import Director
from parley.core.log.events.turn import PointsNoted, VoiceReplied
from parley.core.turn_taking.points import POINTED, read_points
from parley.core.voices.base import Capabilities, Request
from tests.scripted_voices import Actor, begun, finished, of_type, recorded
from tests.standup_events import sample_config

NOTES = " hair on the sofa\n- hair on the coat\n- who pays\n" + "".join(f"- thing{at} to do\n" for at in range(12))


class LedActor(Actor):
    """A voice that wants to be told what a turn does, and notes points when it is asked to."""

    notes: str | Exception = NOTES

    @property
    def capabilities(self) -> Capabilities:
        return replace(super().capabilities, led=True)

    async def speak(self, request: Request):  # type: ignore[no-untyped-def]
        if request.purpose == "points":
            self.acts.insert(0, self.notes)
        async for piece in super().speak(request):
            yield piece

    def asked_for(self, purpose: str) -> list[Request]:
        return [request for request in self.requests if request.purpose == purpose]


@pytest.mark.parametrize(("notes", "points"), [
    ("- one thing\n* One thing more\n2) a second\n\n- a second. ", ("one thing", "a second")),
    ("- " + "far too long " * 6, ()), ("", ()),
])  # fmt: skip
def test_points_are_short_and_each_stands_once(notes: str, points: tuple[str, ...]) -> None:
    assert read_points(notes) == points


async def test_each_point_is_given_once_and_what_is_put_in_has_points_of_its_own(tmp_path: Path) -> None:
    actor = LedActor()
    run = begun(tmp_path / "run.jsonl", actor, sample_config(8))
    seen = recorded(run)
    for _ in range(4):
        run.step()
        await run.live(until_paused=True)
    Director.of(run).inject("And the cat?")
    await finished(run)
    noted = of_type(seen, PointsNoted)
    assert [event.turn for event in noted] == [2, 7]
    assert "And the cat?" in noted[1].topic
    assert [request.direction for request in actor.asked_for("points")] == [event.topic for event in noted]
    begun_turns = [turn.started for turn in run.state.turns if turn.started is not None]
    moves = [started.move for started in begun_turns if started.move is not None]
    given = [move.point for move in moves if move.point]
    assert len(set(given)) == len(given) > 1
    assert {move.act for move in moves if move.point} <= POINTED
    # The point stands in the direction.
    assert all(started.move is not None and started.move.point in started.direction for started in begun_turns)


async def test_without_points_a_talk_goes_on(tmp_path: Path) -> None:
    actor = LedActor()
    actor.notes = VoiceError("server", "It broke.")
    run = begun(tmp_path / "run.jsonl", actor, sample_config(4))
    await finished(run)
    assert len(run.state.turns) == 4
    assert run.state.points is None


async def test_notes_that_were_paid_for_are_not_asked_for_again(tmp_path: Path) -> None:
    first = begun(tmp_path / "first.jsonl", LedActor(), sample_config(4))
    await finished(first)
    actor = LedActor()
    run = begun(tmp_path / "cut.jsonl", actor, sample_config(4))
    assert first.state.points is not None
    turn = first.state.points.turn
    for _ in range(turn - 1):
        run.step()
        await run.live(until_paused=True)
    member = first.state.turns[turn - 1].member
    run.stage.append(VoiceReplied(at=run.stage.clock.now(), turn=turn, member=member, purpose="points", text=NOTES))
    await finished(run)
    assert not actor.asked_for("points")
    assert run.state.points is not None
    assert run.state.points.points[0] == "hair on the sofa"
