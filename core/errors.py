"""The errors a person can act on.

    ParleyError                 one sentence for the user, and what to do about it
    ├── UsageError              a name or number that cannot be used (CLI exit 2)
    │   └── UnknownName         no such format, cast, member, policy, view …
    ├── FileError               a file that is missing, unreadable or wrong
    │   ├── DefinitionError     a TOML file with a wrong value: file, line, what was expected
    │   └── LogError            a run's log that cannot be read or written
    │       ├── NewerLogError   written by a newer Parley
    │       └── LogLockedError  somebody else is writing it
    ├── RunError                what was asked does not fit the run's state
    └── VoiceError              a voice that could not speak; `kind` says which way
        └── VoiceUnavailable    not installed, no key, no model: nothing was sent

Everything else that is raised is a fault of ours and goes to the crash page.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Literal


class ParleyError(Exception):
    """An error whose text is a sentence for the user. `hint` says what to do about it."""

    exit_code = 1

    def __init__(self, sentence: str, *, hint: str = "") -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.hint = hint

    def __str__(self) -> str:
        return f"{self.sentence} {self.hint}".strip()


class UsageError(ParleyError):
    """A name or number that cannot be used."""

    exit_code = 2


class UnknownName(UsageError):
    """No such thing; names what there is, the nearest first."""

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        names = list(known)
        near = difflib.get_close_matches(name, names, n=1)
        shown = name if len(name) <= 60 else name[:57] + "…"
        hint = f"Did you mean '{near[0]}'? " if near else ""
        listed = ", ".join(sorted(names)[:24]) or "none"
        super().__init__(f"There is no {what} called '{shown}'.", hint=f"{hint}Known: {listed}.")


class FileError(ParleyError):
    """A file that is missing, unreadable or wrong."""

    def __init__(self, path: Path | str, sentence: str, *, hint: str = "") -> None:
        super().__init__(f"{path}: {sentence}", hint=hint)
        self.path = Path(path)


class DefinitionError(FileError):
    """A TOML file with a wrong value. `line` is 1-based, 0 where it is not known."""

    def __init__(self, path: Path | str, sentence: str, *, line: int = 0, hint: str = "") -> None:
        where = f"line {line}: " if line else ""
        super().__init__(path, where + sentence, hint=hint)
        self.line = line


class LogError(FileError):
    """A run's log that cannot be read or written."""


class NewerLogError(LogError):
    """A log written by a newer Parley than this one."""


class LogLockedError(LogError):
    """Another process holds the run's lock."""


class RunError(ParleyError):
    """What was asked does not fit the run's state."""


VoiceFault = Literal[
    "auth", "credit", "rate_limited", "overloaded", "server", "connection", "timeout", "dropped",
    "bad_request", "context_full", "empty", "refused", "invalid", "unavailable",
]  # fmt: skip


class VoiceError(ParleyError):
    """A voice that could not speak.

    `kind` is one of `VoiceFault`; `partial` keeps what had arrived of a broken stream (never shown as the
    member's words); `retry_after` is in seconds, 0 where the server named none. A call that failed may have been
    billed all the same: `tokens` are the fields of a `Usage`, `cost` is in US dollars.
    """

    def __init__(
        self,
        kind: VoiceFault,
        sentence: str,
        *,
        hint: str = "",
        partial: str = "",
        retry_after: float = 0.0,
        request_id: str = "",
        tokens: Mapping[str, int] | None = None,
        cost: float = 0.0,
    ) -> None:
        super().__init__(sentence, hint=hint)
        self.kind = kind
        self.partial = partial
        self.retry_after = retry_after
        self.request_id = request_id
        self.tokens = dict(tokens or {})
        self.cost = cost


class VoiceUnavailable(VoiceError):
    """The voice cannot be used at all: nothing was sent."""

    def __init__(self, sentence: str, *, hint: str = "") -> None:
        super().__init__("unavailable", sentence, hint=hint)
