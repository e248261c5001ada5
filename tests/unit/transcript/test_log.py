from __future__ import annotations

import errno
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from parley.core.base.errors import LogError, LogLockedError, LogLostError, NewerLogError
from parley.core.log import log as log_file
from parley.core.log.codec import encode
from parley.core.log.events.base import Event
from parley.core.log.events.run import RunEnded, TopicInjected
from parley.core.log.events.turn import TurnEnded, TurnRetried
from parley.core.log.log import Fsync, Log
from tests.standup_events import sample_events

AT = datetime(2026, 1, 5, 9, tzinfo=UTC)


@pytest.fixture
def events() -> list[Event]:
    return sample_events(3)


def written(path: Path, events: list[Event]) -> bytes:
    path.parent.mkdir(parents=True, exist_ok=True)
    data = b"".join(encode(event) + b"\n" for event in events)
    path.write_bytes(data)
    return data


def opened(path: Path, fsync: Fsync = "turn") -> tuple[Log, log_file.Recording]:
    return Log.open(path, lock=path.with_suffix(".lock"), fsync=fsync)


def created(path: Path, fsync: Fsync = "turn", **values: Any) -> Log:
    return Log.create(path, lock=path.with_suffix(".lock"), fsync=fsync, **values)


def test_what_is_appended_is_what_is_read(log_path: Path, events: list[Event]) -> None:
    log = created(log_path)
    seen: list[tuple[int, Event]] = []
    log.taps.append(lambda seq, event: seen.append((seq, event)))
    for seq, event in enumerate(events):
        assert log.append(event) == seq
    log.close()
    recording = log_file.read(log_path)
    assert recording.events == events
    assert recording.size == log_path.stat().st_size
    assert recording.damage == log_file.Damage()
    assert seen == list(enumerate(events))
    assert log_path.read_bytes().count(b"\n") == len(events)


def test_a_last_line_torn_at_any_byte_is_cut_off_and_told(log_path: Path, events: list[Event]) -> None:
    data = written(log_path, events)
    start = data.rfind(b"\n", 0, -1) + 1
    for cut in range(start, len(data)):
        log_path.write_bytes(data[:cut])
        log, recording = opened(log_path)
        whole = cut == len(data) - 1
        assert recording.events == (events if whole else events[:-1]), cut
        assert recording.damage.torn == (0 if whole else cut - start)
        assert bool(recording.damage.sentences()) == (not whole and cut > start)
        log.append(TurnRetried(at=AT, turn=1))
        log.close()
        again = log_file.read(log_path)
        assert again.events == [*recording.events, TurnRetried(at=AT, turn=1)]
        assert again.damage == log_file.Damage()


def test_what_was_read_of_a_log_is_read_again_where_somebody_wrote_since(log_path: Path, events: list[Event]) -> None:
    written(log_path, events)
    known = log_file.read(log_path)
    lock = log_path.with_suffix(".lock")
    log, recording = Log.open(log_path, lock=lock, known=known)
    assert recording is known
    log.append(events[-1])
    log.close()
    log, recording = Log.open(log_path, lock=lock, known=known)
    log.close()
    assert recording is not known
    assert recording.events == [*known.events, events[-1]]


@pytest.mark.parametrize(
    "bad",
    [
        b"garbage",
        b'{"type":"turn.ended"}',
        b'{"type":"no.such.event","at":"2026-01-05T09:00:00Z"}',
        b'{"type":"turn.retried","at":"2026-01-05T09:00:00","turn":1}',
        b'{"type":"turn.retried","at":"2026-01-05T09:00:00Z","turn":"one"}',
        b'{"type":"topic.injected","at":"2026-01-05T09:00:00Z","text":"\xff\xfe"}',
        b'{"type":"topic.injected","at":"2026-01-05T09:00:00Z","text":"\\ud800"}',
        b"\x00" * 4096,
        b'{"type":"run.started","at":"2026-01-05T09:00:00Z","config":{"a":' + b"[" * 100_000 + b"]" * 100_000 + b"}}",
        b"[]",
        b"{}",
        b"null",
        b"x" * 2_000_000,
    ],
    ids=[
        "garbage", "fields-missing", "unknown-type", "no-time-zone", "wrong-type", "not-utf-8", "lone-surrogate",
        "zeros", "nested-too-deep", "list", "no-type", "null", "huge",
    ],
)  # fmt: skip
def test_a_corrupt_line_in_the_middle_is_named_and_the_rest_kept(
    log_path: Path, events: list[Event], bad: bytes
) -> None:
    lines = [encode(event) for event in events]
    lines[1] = lines[1].replace(b",", b",\r", 1)  # which ends no line
    log_path.parent.mkdir()
    log_path.write_bytes(b"\n".join([*lines[:2], bad, *lines[2:]]) + b"\n")
    recording = log_file.read(log_path)
    assert recording.events == events
    assert [number for number, _why in recording.damage.lines] == [3]
    (sentence,) = recording.damage.sentences()
    assert sentence.startswith("Line 3 cannot be read and was left out: ")
    assert len(sentence) < 300
    # The bad line stays where it is: what cannot be read is not thrown away.
    log, _recording = opened(log_path)
    log.append(TurnRetried(at=AT, turn=1))
    log.close()
    assert bad in log_path.read_bytes()
    assert log_file.read(log_path).events[-1] == TurnRetried(at=AT, turn=1)


def test_a_huge_event_and_any_text_go_through(log_path: Path, events: list[Event]) -> None:
    log = created(log_path)
    log.append(events[0])
    texts = ["x" * 3_000_000, '\x00\x01\u2028\u2029\r\n"\\', "👩‍🚀" * 1000, "\ufeff"]
    for text in texts:
        log.append(TopicInjected(at=AT, text=text))
    log.close()
    assert [event.text for event in log_file.read(log_path).events[1:]] == texts  # type: ignore[union-attr]


def test_windows_line_ends_and_blank_lines_are_read(log_path: Path, events: list[Event]) -> None:
    data = written(log_path, events).replace(b"\n", b"\r\n") + b"\r\n  \r\n"
    log_path.write_bytes(data)
    recording = log_file.read(log_path)
    assert recording.events == events
    assert recording.damage.lines == ()
    assert log_file.prefix(log_path, 2) == b"".join(encode(event) + b"\n" for event in events[:2])


@pytest.mark.parametrize("content", [b"\n\n", b"hello", b"\x00" * 10, b"{}\n", b'{"type":"turn.ended"'])
def test_a_file_that_is_no_run_is_refused(log_path: Path, content: bytes) -> None:
    log_path.parent.mkdir()
    log_path.write_bytes(content)
    with pytest.raises(LogError, match="not a Parley run") as caught:
        opened(log_path)
    assert str(log_path) in str(caught.value)
    assert log_path.read_bytes() == content


@pytest.mark.parametrize("torn", [False, True])
@pytest.mark.parametrize("config", ["{}", '"another shape"'])
def test_a_newer_version_is_refused_and_left_alone(
    log_path: Path, events: list[Event], config: str, torn: bool
) -> None:
    first = f'{{"type":"run.started","at":"2026-01-05T09:00:00Z","version":99,"config":{config}}}'.encode()
    log_path.parent.mkdir()
    content = first + (b"" if torn else b"\n" + encode(events[1]) + b"\n")
    log_path.write_bytes(content)
    with pytest.raises(NewerLogError, match="version 99") as caught:
        opened(log_path)
    assert "newer Parley" in caught.value.hint
    assert log_path.read_bytes() == content
    # The lock was given back.
    with pytest.raises(NewerLogError):
        opened(log_path)


def test_a_missing_file_and_a_folder_say_so(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="no such file"):
        log_file.read(tmp_path / "none.jsonl")
    with pytest.raises(LogError, match="cannot be read"):
        log_file.read(tmp_path)
    with pytest.raises(LogError, match="cannot be"):
        created(tmp_path)
    assert list(tmp_path.glob("*.new")) == []


def test_a_second_writer_is_kept_out(log_path: Path, events: list[Event]) -> None:
    written(log_path, events)
    log, _recording = opened(log_path)
    with pytest.raises(LogLockedError, match="another Parley"):
        opened(log_path)
    program = (
        "import sys; from pathlib import Path; from parley.core.base.errors import LogLockedError\n"
        "from parley.core.log.log import Log\n"
        "path = Path(sys.argv[1])\n"
        "try: Log.open(path, lock=path.with_suffix('.lock'))\n"
        "except LogLockedError as error: print(error)\n"
    )
    command = [sys.executable, "-c", program, str(log_path)]
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    assert "another Parley" in told.stdout
    assert log_file.read(log_path).events == events
    log.close()
    log.close()
    told = subprocess.run(command, capture_output=True, text=True, check=True)
    assert told.stdout == ""


class FullDisk:
    """Stands in for `os.write`: writes so many bytes more, then the disk is full."""

    def __init__(self, room: int, *, partly: bool) -> None:
        self.room = room
        self.partly = partly
        self.write = os.write

    def __call__(self, file: int, data: bytes) -> int:
        if len(data) <= self.room:
            self.room -= len(data)
            return self.write(file, data)
        if self.partly and self.room:
            part, self.room = self.room, 0
            return self.write(file, data[:part])
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.mark.parametrize("partly", [True, False])
@pytest.mark.parametrize("room", [0, 1, 40, 10_000])
def test_a_full_disk_leaves_the_file_as_it_was(
    log_path: Path, events: list[Event], room: int, partly: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = created(log_path)
    log.append(events[0])
    seen: list[int] = []
    log.taps.append(lambda seq, event: seen.append(seq))
    disk = FullDisk(room, partly=partly)
    monkeypatch.setattr(os, "write", disk)
    kept = 1
    with pytest.raises(LogError, match="disk is full") as caught:  # noqa: PT012
        for number in range(1_000):
            log.append(TopicInjected(at=AT, text=f"topic {number}"))
            kept += 1
    assert "Free some space" in caught.value.hint
    assert log.count == kept
    assert len(seen) == kept - 1
    assert len(log_file.read(log_path).events) == kept
    assert log_file.read(log_path).damage == log_file.Damage()
    # There is space again: it goes on as if nothing had been.
    monkeypatch.undo()
    assert log.append(TurnRetried(at=AT, turn=1)) == kept
    log.close()
    assert log_file.read(log_path).events[-1] == TurnRetried(at=AT, turn=1)


def test_a_new_log_on_a_full_disk_leaves_nothing(log_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(self: Path, data: bytes) -> int:
        self.touch()
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(Path, "write_bytes", full)
    with pytest.raises(LogError, match="disk is full"):
        created(log_path, first=b"x")
    assert [path.name for path in log_path.parent.iterdir() if path.suffix != ".lock"] == []


def put_again(path: Path) -> None:
    path.with_suffix(".tmp").write_bytes(path.read_bytes())
    path.with_suffix(".tmp").replace(path)


@pytest.mark.parametrize(
    ("harm", "told", "kept"),
    [
        (Path.unlink, "deleted the log", True),
        (lambda path: shutil.rmtree(path.parent), "deleted the log", True),
        (put_again, "put another file in the log's place", True),
        (lambda path: os.truncate(path, 10), "bytes, not ", False),
        (lambda path: os.truncate(path, path.stat().st_size + 1), "changed the log", False),
    ],
    ids=["deleted", "with its folder", "replaced", "cut", "written to"],
)
def test_a_log_that_is_taken_away_while_it_is_written_is_told_and_kept(
    tmp_path: Path, events: list[Event], harm: Callable[[Path], object], told: str, kept: bool
) -> None:
    path = tmp_path / "runs" / "run.jsonl"
    log = Log.create(path, lock=tmp_path / "lock")
    log.ensure_whole()
    for event in events[:2]:
        log.append(event)
    log.ensure_whole()
    harm(path)
    log.append(events[2])
    with pytest.raises(LogLostError, match=told) as caught:
        log.ensure_whole()
    copy = path.with_name("run.recovered.jsonl")
    assert copy.exists() == kept == (str(copy) in caught.value.hint)
    if kept:
        assert log_file.read(copy).events == events[:3]
    before = {each: each.read_bytes() for each in path.parent.iterdir()}
    # Nothing is written to what nobody would read.
    with pytest.raises(LogLostError, match=told):
        log.append(events[3])
    assert {each: each.read_bytes() for each in path.parent.iterdir()} == before
    log.close()


def test_a_run_does_not_end_in_a_log_that_is_gone(log_path: Path, events: list[Event]) -> None:
    for number in ("", "-2"):
        log = created(log_path)
        log.append(events[0])
        log_path.unlink()
        with pytest.raises(LogLostError, match="deleted"):
            log.append(RunEnded(at=AT, reason="turns"))
        # What was kept before stays.
        assert log_file.read(log_path.with_name(f"{log_path.stem}.recovered{number}.jsonl")).events == events[:1]
        log.close()


def ended(number: int) -> TurnEnded:
    return TurnEnded(at=AT, turn=number, member="boss", text="Yes.")


def test_an_event_that_cannot_be_made_safe_is_taken_out_again(
    log_path: Path, events: list[Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    log = created(log_path)
    log.append(events[0])

    def broken(file: int) -> None:
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    monkeypatch.setattr(os, "fsync", broken)
    with pytest.raises(LogError, match="cannot be written"):
        log.append(ended(1))
    # Nobody folded it, so it must not be in the file: it will be written again.
    assert log.count == 1
    assert log_file.read(log_path).events == [events[0]]
    monkeypatch.undo()
    log.append(ended(1))
    log.close()
    assert log_file.read(log_path).events == [events[0], ended(1)]


@pytest.mark.parametrize(("policy", "syncs"), [("turn", 4), ("grouped", 2), ("never", 0)])
def test_fsync_policies(
    log_path: Path, events: list[Event], policy: Fsync, syncs: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    synced: list[int] = []
    monkeypatch.setattr(os, "fsync", synced.append)
    monkeypatch.setattr(time, "monotonic", lambda: 1_000.0)
    log = created(log_path, policy)
    log.append(events[0])
    for number in (1, 2, 3):
        log.append(ended(number))
    log.append(RunEnded(at=AT, reason="turns"))
    log.close()
    # Within 50 ms, grouped commits once; the end of a run is always committed.
    assert len(synced) == syncs


def test_a_prefix_counts_readable_events(log_path: Path, events: list[Event]) -> None:
    lines = [encode(event) for event in events]
    log_path.parent.mkdir()
    log_path.write_bytes(b"\n".join([lines[0], b"garbage", b"", *lines[1:]]))
    for count in range(len(events) + 1):
        assert log_file.prefix(log_path, count) == b"".join(line + b"\n" for line in lines[:count])


def test_a_new_log_is_there_with_its_first_event_and_not_before(log_path: Path, events: list[Event]) -> None:
    before = written(log_path, events)
    log = created(log_path, first=encode(events[0]) + b"\n", count=1)
    assert log_path.read_bytes() == before
    log.close()
    assert log_path.read_bytes() == before
    assert [path.name for path in log_path.parent.iterdir() if path.suffix != ".lock"] == [log_path.name]
    log = created(log_path, first=encode(events[0]) + b"\n", count=1)
    assert log.append(events[1]) == 1
    assert log_file.read(log_path).events == events[:2]
    log.append(events[2])
    log.close()
    assert log_file.read(log_path).events == events[:3]


def test_what_is_no_file_is_not_waited_for(tmp_path: Path) -> None:
    pipe, endless = tmp_path / "pipe.jsonl", tmp_path / "endless.jsonl"
    os.mkfifo(pipe)
    endless.symlink_to("/dev/zero")
    for path in (pipe, endless):
        with pytest.raises(LogError, match="this is no file"):
            log_file.read(path)
