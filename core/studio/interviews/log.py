"""The log of a run's interviews: JSON lines beside the runs, append-only; the run's own log is never touched."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date
from pathlib import Path

import msgspec

from parley.core.base.errors import LogError
from parley.core.base.files import open_file, read_bytes
from parley.core.base.sentences import os_reason
from parley.core.home import Home
from parley.core.studio.interviews.events import (
    InterviewAnswered,
    InterviewAsked,
    InterviewEvent,
    InterviewFailed,
    QuestionnaireFilled,
)
from parley.core.studio.shifted import spent_in

_decoder = msgspec.json.Decoder(InterviewEvent)
PATIENCE = 10.0
"""Seconds that an append waits for another process."""


@dataclass(frozen=True)
class Interview:
    """A question with what came of it; both None while it waits, or where its process died."""

    asked: InterviewAsked
    answered: InterviewAnswered | None = None
    failed: InterviewFailed | None = None


class InterviewLog:
    """The log of one run's interviews. Several processes may append to it: numbers are given under a lock."""

    def __init__(self, home: Home, run: str) -> None:
        # A log from elsewhere may have any id, also "../x".
        self.path = home.interviews / f"{home.lock(run).stem}.jsonl"
        self._lock = home.lock(f"interviews-{run}")

    def events(self) -> list[InterviewEvent]:
        """Return all events that can be read: a torn or damaged line is left out. Raises `LogError`."""
        try:
            data = read_bytes(self.path)
        except FileNotFoundError:
            return []
        except OSError as error:
            raise LogError(self.path, "the interviews cannot be read ({why}).", why=os_reason(error)) from None
        found: list[InterviewEvent] = []
        for line in data.split(b"\n"):  # "\r" may stand between values
            with contextlib.suppress(msgspec.DecodeError):
                found.append(_decoder.decode(line))
        return found

    def list_interviews(self) -> list[Interview]:
        """Return all questions in their order, each with its answer."""
        found: dict[int, Interview] = {}
        for event in self.events():
            if isinstance(event, InterviewAsked):
                found[event.number] = Interview(event)
            elif isinstance(event, InterviewAnswered) and event.number in found:
                found[event.number] = replace(found[event.number], answered=event)
            elif isinstance(event, InterviewFailed) and event.number in found:
                found[event.number] = replace(found[event.number], failed=event)
        return [*found.values()]

    def is_filled(self, questionnaire: str) -> bool:
        """Return whether all of a questionnaire is answered."""
        return any(isinstance(one, QuestionnaireFilled) and one.questionnaire == questionnaire for one in self.events())

    def ask(self, asked: InterviewAsked) -> InterviewAsked:
        """Append a question under the next number. Raises `LogError`."""
        with self._hold_log_lock():
            numbers = [one.number for one in self.events() if isinstance(one, InterviewAsked)]
            numbered = msgspec.structs.replace(asked, number=max(numbers, default=0) + 1)  # some may be damaged
            self._append(numbered)
        return numbered

    def append(self, event: InterviewEvent) -> None:
        """Append what came of a question. Raises `LogError`."""
        with self._hold_log_lock():
            self._append(event)

    def _append(self, event: InterviewEvent) -> None:
        line = msgspec.json.encode(event) + b"\n"
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with self.path.open("ab") as file:
            if file.tell() and not _is_last_line_complete(self.path):
                # A line that was torn by a power cut stays alone.
                line = b"\n" + line
            file.write(line)
            file.flush()
            os.fsync(file.fileno())  # it was paid for and stands nowhere else

    @contextlib.contextmanager
    def _hold_log_lock(self) -> Iterator[None]:
        from filelock import FileLock, Timeout

        try:
            with FileLock(self._lock, timeout=PATIENCE):
                yield
        except Timeout:
            raise LogError(self.path, "another Parley is writing interviews of this run.") from None
        except OSError as error:
            raise LogError(self.path, "the interview cannot be kept ({why}).", why=os_reason(error)) from None


def _is_last_line_complete(path: Path) -> bool:
    with open_file(path) as file:
        file.seek(-1, os.SEEK_END)
        return file.read(1) == b"\n"


def spent_on(home: Home, day: date) -> float:
    """Return the US dollars that interviews cost on that day, by this machine's clock."""
    return spent_in(home.interviews, day)
