"""`parley FILE …`: the window, with files to show."""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable, Sequence
from pathlib import Path

from parley.core.base.errors import FileError, UsageError
from parley.core.cli.manners import set_manners

Commands = Callable[[], object]
"""Loads all commands, which takes its time."""
HOW = {"-v": 1, "--verbose": 1, "-vv": 2, "-q": 0, "--quiet": 0, "--no-color": 0}
"""Options that say how to speak, and what each adds to how much is told; they may stand before the files."""


def split(given: Sequence[str], add_commands: Commands) -> tuple[str | None, list[Path]] | None:
    """Return the home and the files of a command line that asks for the window; None where it asks for something else.

    A file is told from a command by a dot or a separator of folders in its name, which no command has; another name is
    a file where there is one and no command is called so. Raises `FileError` where one of the files is missing,
    `UsageError` where options stand behind them.
    """
    home, rest = None, list(given)
    said = list(itertools.takewhile(HOW.__contains__, rest))
    if len(said) < len(rest):
        rest = rest[len(said) :]
    if len(rest) > 1 and rest[0] == "--home" and rest[1][:1] not in ("", "-"):
        home, rest = rest[1], rest[2:]
    if not rest:
        return home, []
    if not _is_file(rest[0], add_commands):
        return None
    if any(each.startswith("-") for each in rest):
        raise UsageError("Options stand before the files.", hint="See: parley --help")
    files = [Path(each).absolute() for each in rest]
    for path in files:
        if not path.exists():
            raise FileError(path, "there is no such file.", hint="Commands are listed by: parley --help")
    for each in said:
        set_manners(verbose=HOW[each] or None, quiet=each in ("-q", "--quiet") or None)
    return home, files


def _is_file(name: str, add_commands: Commands) -> bool:
    if name.startswith("-") or not name:
        return False
    if "." in name or any(separator in name for separator in (os.sep, os.altsep) if separator):
        return True
    if not os.path.lexists(name):
        return False
    from typer.main import get_command

    from parley.core.cli.program import app

    add_commands()
    return name not in getattr(get_command(app), "commands", {})
