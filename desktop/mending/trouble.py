"""What went wrong, as the table of mends asks of it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from pathlib import Path

from parley.core.base.errors import ParleyError

_COMMAND = re.compile(r"pip install 'parley-studio\[[a-z]+\]'(?![\w\[-]|\.\w)")
"""What our own sentences say to type, and nothing else: a sentence may hold what a server has said, or a log."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trouble:
    """`error` is its class where it was raised; `kind` is a fault of a voice (`VoiceFault`), why a run ended, or a name
    that the table has for it; `text` is what was said of it, in English; `path` is the file that it is about, `field`
    the setting.

    With `in_turn` a turn stands that can be taken again; `command` is what somebody would type in a terminal;
    `voice` is the one that could not speak, as far as that is known.
    """

    error: type[BaseException] | None = None
    kind: str = ""
    text: str = ""
    path: Path | None = None
    in_turn: bool = False
    command: str = ""
    voice: str = ""

    @classmethod
    def of(cls, error: BaseException) -> Trouble:
        """Return the trouble of an error; of a group that holds one error, that error's."""
        if isinstance(error, BaseExceptionGroup) and len(error.exceptions) == 1:  # a TaskGroup wraps it
            return cls.of(error.exceptions[0])
        text = str(error)
        path = getattr(error, "path", None)
        return cls(
            error=type(error),
            kind=str(getattr(error, "kind", "")) if isinstance(error, ParleyError) else "",
            text=text,
            path=path if isinstance(path, Path) else None,
            command=find_command_in(text),
        )


def find_command_in(text: str) -> str:
    """Return the command of ours that a sentence says to type, "" where it says none."""
    found = _COMMAND.search(text)  # the look-ahead refuses a longer name, which would be another package
    return found[0] if found else ""
