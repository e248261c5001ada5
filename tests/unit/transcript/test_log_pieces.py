from __future__ import annotations

import pytest

from parley.core.log import codec
from parley.core.log.codec import decode_all, encode
from parley.core.log.events.turn import TurnEnded
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


def test_events_that_belong_to_no_turn_are_found_without_looking_for_them() -> None:
    events = sample_events(30)
    replay = Replay(events)
    kinds = {"speaker.selected", "turn.started", "voice.replied", "turn.ended"}
    assert replay.between == [seq for seq, event in enumerate(events) if event.__struct_config__.tag not in kinds]
    assert not any(isinstance(replay.events[seq], TurnEnded) for seq in replay.between)
