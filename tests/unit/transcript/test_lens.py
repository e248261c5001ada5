"""A run through one member's eyes: what they heard, what they missed, what they remember."""

from __future__ import annotations

from parley.core.log.codec import decode
from parley.core.log.replay import Replay
from parley.core.perspective.lens import Lens
from parley.core.perspective.perspective import perspective
from tests.day_events import a_day
from tests.hostile_logs import rows, written
from tests.standup_events import sample_events


def test_a_member_sees_what_they_heard_at_every_turn_and_nothing_else() -> None:
    story = [decode(line) for line in written(rows("story-seed-1")).splitlines()]
    for events in (a_day("en"), sample_events(), story):
        replay = Replay(events)
        for turn in range(0, replay.turns + 1, 5):
            state = replay.state_at_turn(turn)
            for member in state.setup.members:
                seen, sent = Lens(state, member.id), perspective(state, member.id)
                told = {block.seq for block in sent.blocks[: sent.count] if not block.calls}
                for entry in state.entries:
                    if entry.kind != "calls":
                        hears = not entry.heard_by or member.id in {*entry.heard_by, entry.speaker}
                        assert seen.witnessed(entry) == (hears and not entry.hidden), entry
                        assert seen.reached(entry.seq) == (entry.seq in told), entry
