from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from parley.core.base.errors import LogError, UsageError
from parley.core.log import reader
from parley.core.log import replay as replay_file
from parley.core.log.codec import encode
from parley.core.log.events.turn import TurnEnded, TurnRetried
from parley.core.log.fold import fold
from parley.core.log.replay import Replay
from parley.core.log.state import Kept
from tests.standup_events import sample_events


@pytest.mark.parametrize("stride", [1, 3, 7, 512])
def test_the_state_at_every_turn_is_a_fresh_fold(stride: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_file, "STRIDE", stride)
    events = sample_events(30)
    replay = Replay(events)
    assert replay.turns == 30
    # Of a turn that was taken again the last end counts.
    for turn, end in {event.turn: seq for seq, event in enumerate(events, 1) if isinstance(event, TurnEnded)}.items():
        assert replay.seq_of_turn(turn) == end
        expected = fold(events) if turn == 30 else fold(events[:end])
        assert replay.state_at_turn(turn) == expected
    assert replay.state_at_turn(0) == fold(events[:1])
    for seq in range(len(events) + 1):
        assert replay.find_state_at(seq) == fold(events[:seq])


@settings(max_examples=25, deadline=None)
@given(stride=st.integers(1, 9), cut=st.integers(1, 150))
def test_a_growing_replay_and_a_whole_one_agree(stride: int, cut: int) -> None:
    events = sample_events(30)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(replay_file, "STRIDE", stride)
        patch.setattr(replay_file, "MOST_KEPT", 4)
        grown = Replay(events[:cut])
        for event in events[cut:]:
            grown.append(event)
        whole = Replay(events)
        assert len(grown._kept) <= 2 * replay_file.MOST_KEPT + 1
        for turn in range(31):
            assert grown.state_at_turn(turn) == whole.state_at_turn(turn)


def test_a_turn_taken_back_is_gone_until_it_is_spoken_again() -> None:
    events = sample_events(8, ended=False)
    retry = next(i for i, event in enumerate(events) if isinstance(event, TurnRetried) and event.turn == 7)
    replay = Replay(events[: retry + 1])
    assert replay.turns == 6
    assert replay.state_at_turn(6).revision == 1
    with pytest.raises(UsageError, match="no turn 7"):
        replay.seq_of_turn(7)
    assert Replay(events).turns == 8


@pytest.mark.parametrize("turn", [-1, 13, 10**9])
def test_a_turn_that_does_not_exist_says_which_do(turn: int) -> None:
    with pytest.raises(UsageError, match=f"no turn {turn}") as caught:
        Replay(sample_events(12)).state_at_turn(turn)
    assert caught.value.hint == "Choose 0 to 12."


def test_a_run_whose_events_stay_in_its_file_is_the_one_that_is_kept_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, size in (("READ", 5_000), ("BLOCK", 1_500), ("RECENT", 3)):
        monkeypatch.setattr(reader, name, size)
    events = sample_events(30)
    cut = next(seq for seq, event in enumerate(events) if isinstance(event, TurnRetried)) - 3
    path = tmp_path / "run.jsonl"
    lines = [encode(event) + b"\n" for event in events]
    # A line of somebody else's, and a last one whose end was lost.
    path.write_bytes(b"".join([*lines[:7], b"nonsense\n", *lines[7:cut]])[:-1])
    replay, damage = Replay.read(path)
    assert [number for number, _why in damage.lines] == [8]
    assert fold(events[:cut]) == replay.live
    with path.open("ab") as file:
        file.write(b"\n")
        for line, event in zip(lines[cut:], events[cut:], strict=True):
            file.write(line)
            file.flush()
            replay.append(event)
    assert list(replay.events) == events == replay.events[:]
    assert replay.events[-5:] == events[-5:]
    assert replay.events[3:9:2] == events[3:9:2]
    assert all(isinstance(turn.held, Kept) for turn in replay.live.turns)
    whole = Replay(events)
    for turn in range(31):
        assert replay.state_at_turn(turn) == whole.state_at_turn(turn)
    # Somebody changes it under our hands.
    path.write_bytes(b"{}\n" * 50)
    with pytest.raises(LogError, match="changed by another program"):
        list(replay.events)
