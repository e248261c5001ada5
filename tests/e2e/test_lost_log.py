"""A log that is taken away from under a run: the run stops at once and says so, and what it had said is kept."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from parley.core.log import log as log_file
from parley.core.log.events.base import Event
from parley.core.log.events.run import RunForked
from parley.core.log.events.turn import TurnEnded, VoiceReplied
from tests.parley_processes import Starter
from tests.strict_server import Answer, StrictServer, plain_reply

COMMON = ("--voice", "anthropic", "--fast")
Harm = Callable[[Path], object]


def replaced(path: Path) -> None:
    shutil.copyfile(path, other := path.with_name("other.tmp"))
    other.replace(path)


def cut(path: Path) -> None:
    with path.open("r+b") as file:
        file.truncate(path.stat().st_size // 2)


class Harmed:
    """Commands as processes of their own, in a home, at a server with one of whose answers something happens to the
    log of the run that is played."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.runs = home / "runs"
        self.starter: Starter
        self._harm: Harm = Path.unlink
        self._at = self._calls = 0
        self._log = b""

    def answer(self, body: dict[str, Any]) -> Answer:
        self._calls += 1
        if self._calls == self._at:
            path = max(self.runs.glob("*.jsonl"), key=lambda one: one.stat().st_mtime_ns)
            self._log = path.read_bytes()
            self._harm(path)
        return plain_reply(body)

    def stopped(self, harm: Harm, at: int, *arguments: str, beside: int = 0) -> list[Event]:
        """Play; with the answer to call `at` it happens, and no other call is made; `beside` may be under way already,
        where several are asked at once. What is kept then, if anything."""
        self._harm, self._at, self._calls = harm, at, 0
        self.starter.begin(*arguments, "--home", str(self.home))
        code, said = self.starter.status(), self.starter.out.read_text()
        assert code == 1, said
        assert at <= self._calls <= at + beside, said
        assert "Traceback" not in said
        assert "another program" in said
        if not (copy := self.kept()):
            return []
        assert str(copy) in said
        # What was paid for when it happened is in it, too.
        assert copy.read_bytes().startswith(self._log)
        assert copy.stat().st_size > len(self._log)
        return log_file.read(copy).events

    def kept(self) -> Path | None:
        return next(self.runs.glob("*.recovered.jsonl"), None)


@pytest.fixture
def harmed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Harmed]:
    found = Harmed(tmp_path / "home")
    with StrictServer(reply=found.answer) as server:
        assert server.key
        monkeypatch.setenv("ANTHROPIC_API_KEY", server.key)
        monkeypatch.setenv("ANTHROPIC_BASE_URL", server.url)
        with Starter(tmp_path / "said.txt", "parley.core.voices.anthropic.voice") as found.starter:
            yield found


def count(kind: type[Event], events: list[Event]) -> int:
    return sum(isinstance(each, kind) for each in events)


@pytest.mark.slow
def test_a_run_a_resumed_one_a_fork_and_a_day_stop_where_their_log_is_taken_away(harmed: Harmed) -> None:
    begun = harmed.stopped(Path.unlink, 3, "run", "roundtable", "--turns", "9", *COMMON)
    assert (count(VoiceReplied, begun), count(TurnEnded, begun)) == (3, 3)
    copy = harmed.kept()
    assert copy is not None
    # What is kept goes on from where it was, and is taken away once more.
    log = copy.rename(copy.with_name(copy.name.replace(".recovered", "")))
    gone_on = harmed.stopped(replaced, 2, "resume", str(log), "--fast")
    assert gone_on[: len(begun)] == begun
    assert count(VoiceReplied, gone_on) == 5
    copy = harmed.kept()
    assert copy is not None
    forked = harmed.stopped(lambda path: shutil.rmtree(path.parent), 1, "fork", str(copy), "--turn", "2", *COMMON)
    assert count(RunForked, forked) == 1
    assert count(VoiceReplied, forked) == 3
    # Of one that was cut there is nothing that anybody had kept.
    shutil.rmtree(harmed.runs)
    assert harmed.stopped(cut, 4, "run", "day", "--lang", "en", *COMMON, beside=2) == []
