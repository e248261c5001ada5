"""The scripted story of fifty turns is the same for a seed; that it goes on from any turn is in `tests/contract`."""

from __future__ import annotations

from pathlib import Path

from parley.core.home import Home
from parley.core.modes.story.events import DialogueSummarised
from tests.scripted_voices import of_type
from tests.story_configs import the_fifty_turns, told

GOLDEN = Path(__file__).parents[2] / "golden" / "story-seed-1.jsonl"


def test_the_golden_story_is_told(home: Home) -> None:
    played = told(home, the_fifty_turns())
    assert (played.state.status, played.state.reason) == ("ended", "story")
    assert len(of_type(played.replay.events, DialogueSummarised)) > 1
    # Without its first line, which is the setting's.
    log = b"".join(played.path.read_bytes().splitlines(keepends=True)[1:])
    assert log == GOLDEN.read_bytes(), f"if this is meant, replace {GOLDEN.name} by the new log"
