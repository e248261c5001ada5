"""The scripted story of fifty turns: the same for a seed, and it goes on from any turn."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path

from parley.core.home import Home
from parley.core.log.report import report
from parley.core.modes.story.events import DialogueSummarised
from parley.core.studio.reading import Opened
from parley.core.studio.studio import Studio, Watching
from tests.scripted_voices import to_the_end
from tests.story_configs import of, the_fifty_turns, told

GOLDEN = Path(__file__).parents[2] / "golden" / "story-seed-1.jsonl"
FORKS = 4


def forked(home: Home, played: Opened, turn: int, **changes: int) -> Opened:
    """A fork of the story, told to its end."""

    async def main() -> str:
        studio = Studio(home)
        try:
            run = studio.fork(played.state.run, turn, dict(changes), watching=Watching())
            try:
                await to_the_end(run)
            finally:
                await run.close()
            return run.state.run
        finally:
            await studio.close()

    return Studio(home).open(asyncio.run(main()))


def test_the_golden_story_is_told_and_a_fork_tells_the_same_end_and_with_another_seed_another(home: Home) -> None:
    played = told(home, the_fifty_turns())
    assert (played.state.status, played.state.reason) == ("ended", "story")
    assert len(of(played.replay.events, DialogueSummarised)) > 1
    # Without its first line, which is the setting's.
    log = b"".join(played.path.read_bytes().splitlines(keepends=True)[1:])
    assert log == GOLDEN.read_bytes(), f"if this is meant, replace {GOLDEN.name} by the new log"
    last = len(played.state.turns) - 1
    texts = [turn.text for turn in played.state.turns]
    for turn in [0, last, *random.Random(5).sample(range(1, last), FORKS - 2)]:
        other = forked(home, played, turn)
        assert other.state.parent_turn == turn
        assert [each.text for each in other.state.turns] == texts, turn
        assert report(other.state)["story"] == report(played.state)["story"], turn
    other = forked(home, played, 20, seed=9)
    assert (other.state.status, other.state.reason) == ("ended", "story")
    assert [each.text for each in other.state.turns[:20]] == texts[:20]
    assert [each.text for each in other.state.turns] != texts
