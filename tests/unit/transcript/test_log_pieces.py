from __future__ import annotations

from pathlib import Path

import pytest

from parley.core.base.errors import LogError
from parley.core.log import codec
from parley.core.log import log as log_file
from parley.core.log.codec import decode_all, encode
from parley.core.log.events.turn import TurnEnded
from parley.core.log.log import preview_tail, read
from parley.core.log.replay import Replay
from tests.standup_events import sample_events


def data_of(turns: int) -> bytes:
    return b"".join(encode(event) + b"\n" for event in sample_events(turns))


@pytest.mark.parametrize("piece", [1, 100, 1_000, 10**9])
def test_pieces_of_any_size_give_the_same_events(piece: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(codec, "PIECE", piece)
    assert decode_all(data_of(12)) == sample_events(12)


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (b"}\n{", b"}{"),
        (b"}\n{", b"}\n\n{"),
        (b"}\n{", b"}\r{"),
        (b',"turn"', b',\n"turn"'),
        (b'"at"', b'"at'),
        (b"Z", b"\xff"),
        (b"turn.started", b"turn.unheard_of"),
    ],
)
def test_what_is_not_one_event_a_line_is_left_to_the_careful_reader(before: bytes, after: bytes) -> None:
    data = data_of(5)
    assert before in data
    assert decode_all(data.replace(before, after, 1)) is None


def test_a_glimpse_is_the_beginning_and_the_last_whole_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log_path = tmp_path / "run.jsonl"
    log_path.write_bytes(data_of(40) + b'{"type":"turn.st')
    monkeypatch.setattr(log_file, "LONG", 20_000)
    monkeypatch.setattr(log_file, "END", 6_000)
    seen, whole = preview_tail(log_path), read(log_path)
    assert seen is not None
    assert seen.events[0] == whole.events[0]
    assert 4 < len(seen.events) < len(whole.events)
    assert seen.events[1:] == whole.events[-len(seen.events) + 1 :]
    last = Replay(seen.events).live.turns[-1]
    assert last.text == Replay(whole.events).live.turns[-1].text
    assert last.number == 40


def test_a_glimpse_of_no_run_is_none_and_of_no_file_a_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    log_path = tmp_path / "run.jsonl"
    monkeypatch.setattr(log_file, "LONG", 10)
    with pytest.raises(LogError, match="cannot be read"):
        preview_tail(log_path)
    log_path.write_bytes(b"not a run at all\n" * 9)
    assert preview_tail(log_path) is None


def test_events_that_belong_to_no_turn_are_found_without_looking_for_them() -> None:
    events = sample_events(30)
    replay = Replay(events)
    kinds = {"speaker.selected", "turn.started", "voice.replied", "turn.ended"}
    assert replay.between == [seq for seq, event in enumerate(events) if event.__struct_config__.tag not in kinds]
    assert not any(isinstance(replay.events[seq], TurnEnded) for seq in replay.between)
