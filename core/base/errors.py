"""The errors a person can act on.

    ParleyError                 one sentence for the user, and what to do about it
    ├── UsageError              a name or number that cannot be used (CLI exit 2)
    │   └── UnknownName         no such format, cast, member, policy, view …
    ├── NoSuchRun               no run has this id
    ├── FileError               a file that is missing, unreadable or wrong
    │   ├── DefinitionError     a TOML file with a wrong value: file, line, what was expected
    │   ├── DiskFullError       the disk is full
    │   └── LogError            a run's log that cannot be read or written
    │       ├── LogFullError    the disk is full
    │       ├── NewerLogError   written by a newer Parley
    │       ├── NeverBegunError interrupted inside its first line
    │       ├── UnknownModeError of a mode that is not installed, or that cannot be loaded
    │       ├── LogLockedError  somebody else is writing it
    │       └── LogLostError    deleted, replaced or changed by another program while it was written
    ├── RunError                what was asked does not fit the run's state
    └── VoiceError              a voice that could not speak; `kind` says which way
        └── VoiceUnavailable    not installed, no key, no model: nothing was sent
            └── HostNotAllowed  somebody else's server, which nobody has allowed

Everything else that is raised is a fault of ours and goes to the crash page.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any, Literal

from parley.core.base.sentences import Argument, Sentence, joined, said


class ParleyError(Exception):
    """An error whose text is a sentence for the user. `hint` says what to do about it.

    `args` are what the sentence's template takes: UsageError("There is no room {room}.", room=name). Without any the
    sentence is taken as it is. `str` says it in English, `said` in the reader's language.
    """

    exit_code = 1
    code = "failed"
    """What scripts know it by (`docs/cli.md`): it stays when the sentence is written anew."""
    field = ""
    """The option, the argument or the value in a file that it is about, where that is known."""
    passes = False
    """Whether it may be over by itself when the same is tried again later: a lock is given back, a disk emptied."""

    def __init__(self, sentence: str, /, *, hint: str = "", **args: Argument) -> None:
        self.sentence = _made(sentence, args)
        self.hint = hint
        super().__init__(self.sentence)

    def __str__(self) -> str:
        return str(self.text)

    @property
    def text(self) -> str:
        """Sentence and hint in one."""
        return joined(self.sentence, self.hint)

    def __reduce__(self) -> tuple[Any, ...]:
        # Raised in another process: it is not what it was made with that comes back, but what it is.
        return _restore_error, (type(self), self.args), self.__dict__

    def said(self, language: str) -> str:
        """Return sentence and hint in a language."""
        return said(self.text, language)


def _restore_error(kind: type[ParleyError], args: tuple[Any, ...]) -> ParleyError:
    error = kind.__new__(kind)  # not by `__init__`, whose parameters differ from class to class
    error.args = args
    return error


def convert_to_sentence(text: str) -> Sentence:
    """Return a text that is an argument of another sentence: without arguments of its own it may still be a
    template.
    """
    return text if isinstance(text, Sentence) else Sentence.make_stored(text, text, {})


def _made(sentence: str, args: Mapping[str, Argument]) -> str:
    return Sentence.of(sentence, args) if args else sentence  # braces in a ready text are no placeholders


class UsageError(ParleyError):
    """A name or number that cannot be used."""

    exit_code = 2
    code = "usage"


class UnknownName(UsageError):
    """No such thing; names what there is, the nearest first."""

    code = "unknown-name"

    def __init__(self, what: str, name: str, known: Iterable[str]) -> None:
        # From Python the name may be of any type.
        name, names = str(name), list(known)  # `known` may be an iterator, and is gone through twice
        near = difflib.get_close_matches(name, names, n=1)
        shown = name if len(name) <= 60 else name[:57] + "…"
        meant = Sentence("Did you mean '{name}'?", name=near[0]) if near else ""
        listed = Sentence("Known: {names}.", names=sorted(names)[:24] or Sentence("none"))
        thing = what if isinstance(what, Sentence) else Sentence(what)
        self.field = str(thing)
        super().__init__("There is no {what} called '{name}'.", hint=joined(meant, listed), what=thing, name=shown)


class NoSuchRun(ParleyError):
    """No run has this id, or begins so."""

    code = UnknownName.code  # one code for whatever there is none of; `field` says of what kind
    field = "run"


class FileError(ParleyError):
    """A file that is missing, unreadable or wrong."""

    code = "file"

    def __init__(self, path: Path | str, sentence: str, /, *, hint: str = "", **args: Argument) -> None:
        self.fault = _made(sentence, args)
        super().__init__("{path}: {fault}", hint=hint, path=str(path), fault=convert_to_sentence(self.fault))
        self.path = Path(path)


def _add_place(bare: str, line: int, column: int) -> str:
    """Return a fault of a file with where it is, as far as that is known (0: it is not)."""
    fault = convert_to_sentence(bare)
    if line and column:
        return Sentence("line {line}, column {column}: {fault}", line=str(line), column=str(column), fault=fault)
    return Sentence("line {line}: {fault}", line=str(line), fault=fault) if line else bare


class DefinitionError(FileError):
    """A TOML file with a wrong value.

    `line` and `column` are 1-based, 0 where they are not known; `location` is the value's way from the top.
    `bare` is the sentence without file and line; where it was `pointed` at, the whole says the column too. `others` are
    what else is wrong, in the order in which it was found.
    """

    code = "definition"
    others: tuple[DefinitionError, ...] = ()

    def __init__(
        self,
        path: Path | str,
        sentence: str,
        /,
        *,
        line: int = 0,
        column: int = 0,
        location: tuple[int | str, ...] = (),
        hint: str = "",
        pointed: bool = False,
        **args: Argument,
    ) -> None:
        self.bare = _made(sentence, args)
        super().__init__(
            path,
            _add_place(self.bare, line, column if pointed else 0),
            hint=hint,
        )
        self.line, self.column, self.location = line, column, location
        self.field = ".".join(map(str, location))


class DiskFullError(FileError):
    """A file that cannot be written because the disk is full."""

    code = "disk-full"
    passes = True


class LogError(FileError):
    """A run's log that cannot be read or written."""

    code = "log"


class LogFullError(DiskFullError, LogError):  # in this order: `code` and `passes` are a full disk's
    """A run's log that cannot be written because the disk is full."""


class NewerLogError(LogError):
    """A log written by a newer Parley than this one."""

    code = "log-newer"


class NeverBegunError(LogError):
    """A log that was interrupted inside its first line: nothing happened in it."""

    code = "log-never-begun"


class UnknownModeError(LogError):
    """A run of a mode that is not installed, or whose package cannot be loaded: with it, the log can be read."""

    code = "log-mode"


class LogLockedError(LogError):
    """Another process holds the run's lock."""

    code = "log-locked"
    passes = True


class LogLostError(LogError):
    """A log that another program deleted, replaced or changed while this one wrote it."""

    code = "log-lost"


class RunError(ParleyError):
    """What was asked does not fit the run's state."""

    code = "run-state"


VoiceFault = Literal[
    "auth", "credit", "rate_limited", "overloaded", "server", "connection", "timeout", "dropped",
    "bad_request", "context_full", "empty", "refused", "invalid", "unavailable", "unwritten",
]  # fmt: skip
LASTING: frozenset[str] = frozenset({"auth", "credit", "unavailable", "bad_request", "context_full"})
"""Kinds that come again, however often the same is sent."""


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
        /,
        *,
        hint: str = "",
        partial: str = "",
        retry_after: float = 0.0,
        request_id: str = "",
        tokens: Mapping[str, Any] | None = None,
        cost: float = 0.0,
        **args: Argument,
    ) -> None:
        super().__init__(_made(sentence, args), hint=hint)
        self.kind = kind
        self.passes = kind not in LASTING
        self.code = f"voice-{kind.replace('_', '-')}"
        self.partial = partial
        self.retry_after = retry_after
        self.request_id = request_id
        self.tokens: dict[str, Any] = dict(tokens or {})  # no `Usage`: `core.log` is above this package
        self.cost = cost


class VoiceUnavailable(VoiceError):
    """The voice cannot be used at all: nothing was sent."""

    def __init__(self, sentence: str, /, *, hint: str = "", **args: Argument) -> None:
        super().__init__("unavailable", _made(sentence, args), hint=hint)  # an argument may be named as one of these


class HostNotAllowed(VoiceUnavailable):
    """A run would talk to servers that are neither the provider's own nor set by the user, or that the user pays for
    without having chosen them, and nobody has allowed it.

    `hosts` are these, as `named_by` (a cast, a log) has them.
    """

    def __init__(self, hosts: Iterable[str], named_by: str) -> None:
        self.hosts = tuple(dict.fromkeys(hosts))  # several members may speak by one server
        self.named_by = named_by
        if self.own:
            hint = Sentence(
                "To let it: --allow-host {host}, or let casts choose that server in the settings.", host=self.hosts[0]
            )
            super().__init__(
                "{named_by} would have lines written by a server of yours that may cost you money: {hosts}.",
                hint=hint,
                named_by=named_by,
                hosts=[host.removeprefix("@") for host in self.hosts],
            )
            return
        hint = Sentence(
            "To send the conversation there, without any key: --allow-host {host}, or add it to the allowed servers in "
            "the settings.",
            host=self.hosts[0],
        )
        super().__init__(
            "{named_by} would have lines written at a server that is not yours: {hosts}.",
            hint=hint,
            named_by=named_by,
            hosts=self.hosts,
        )
        self.code, self.field = "host-not-allowed", self.hosts[0]

    @property
    def own(self) -> bool:
        """Whether all are servers of the user's own ("@NAME"), which they pay for."""
        return all(host.startswith("@") for host in self.hosts)
