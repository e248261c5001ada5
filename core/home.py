"""Where Parley keeps its data: one folder."""

from __future__ import annotations

import contextlib
import hashlib
import os
import re
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from parley.core.base.errors import FileError
from parley.core.base.sentences import os_reason

if TYPE_CHECKING:
    from pydantic import BaseModel

# The models of definitions are slow to import: the window is painted before.
D = TypeVar("D", bound="BaseModel")

TRASH_DAYS = 30
"""How long a deleted run can be brought back."""
_PLAIN = re.compile(r"[\w-]{1,64}", re.ASCII)


def parse_path(text: str | Path) -> Path:
    """Return the path that a person wrote, `~` for their own folder. Raises `FileError` for what cannot be a path."""
    try:
        if "\0" in str(text):  # pathlib accepts it, and only some later call of the system would refuse it
            raise ValueError
        return Path(text).expanduser()
    except (RuntimeError, ValueError):  # RuntimeError: `~name` of somebody who is not known here
        raise FileError(repr(str(text))[:80], "this cannot be a path.", hint="Write another.") from None


def is_file(path: Path) -> bool:
    """Return whether there is such a file; False also where the name is longer than any that the system knows."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _find_settings(config: Path, data: Path) -> Path:
    """Return the settings' file: in its own folder, unless only the data folder has one, as of earlier versions."""
    new, old = config / "settings.toml", data / "settings.toml"
    return old if new != old and is_file(old) and not is_file(new) else new


@dataclass(frozen=True)
class Definitions(Generic[D]):
    """A kind of file that people write: what one is called, the folder of those that ship and of the user's own (empty:
    they lie anywhere), and its model. `name` is how commands and schemas call it, where that is not `what`."""

    what: str
    folder: str
    model: type[D]
    name: str = ""

    def __post_init__(self) -> None:
        if not self.name:
            object.__setattr__(self, "name", self.what)


class Home:
    """The data folder: `runs/`, `casts/`, `cards/`, `worlds/`, `plans/`, `stories/`, `parley.db` and so on.

    `config` is the folder of the settings, `state` that of the program's own log; in a home that was named both are it.
    """

    def __init__(self, path: Path, config: Path | None = None, state: Path | None = None) -> None:
        self.path = path
        self.runs = path / "runs"
        self.casts = path / "casts"
        self.cards = path / "cards"
        self.plans = path / "plans"
        self.formats = path / "formats"
        self.stories = path / "stories"
        self.schemas = path / "schemas"
        self.models = path / "models"
        self.schedules = path / "schedules"
        self.schedule_logs = path / "schedule"
        self.experiments = path / "experiments"
        self.interviews = path / "interviews"
        self.attempts = path / "attempts"
        self.trash = path / "trash"
        self.marks = path / "library.jsonl"
        self.queue = path / "queue" / "queue.jsonl"
        self.locks = path / "locks"
        self.database = path / "parley.db"
        self.vectors = path / "vectors.db"
        self.settings = _find_settings(config or path, path)
        self.servers = path / "servers.json"
        self.log = (state or path) / "logs" / "parley.log"
        self.window = path / "window.ini"
        self.crashes = path / "crashes"

    @classmethod
    def find(cls, given: str | Path | None = None) -> Home:
        """Return the folder that was named, else `PARLEY_HOME`, else the user's data folder."""
        chosen = given or os.environ.get("PARLEY_HOME")
        if not chosen:
            # Whoever names a home need not wait for it.
            import platformdirs

            config, state = (
                platformdirs.user_config_path("Parley", False),  # False: no author's folder around it on Windows
                platformdirs.user_state_path("Parley", False),
            )
            return cls(platformdirs.user_data_path("Parley", False), config, state)
        try:
            path = parse_path(chosen).resolve()
            # That it is not there yet is no fault; a name that is too long for the system is.
            with contextlib.suppress(FileNotFoundError):
                path.stat()
        except (OSError, RuntimeError) as error:
            why = os_reason(error) if isinstance(error, OSError) else str(error)
            raise FileError(
                chosen, "the data folder cannot be here ({why}).", why=why, hint="Name another with --home."
            ) from None
        return cls(path)

    def prepare(self) -> None:
        """Make the folders that every session needs; a home that is there and cannot be written is looked at as it is.

        Raises `FileError`.
        """
        try:
            for folder in (self.runs, self.locks):
                folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            if self.path.is_dir() and not os.access(self.path, os.W_OK):
                return
            raise FileError(
                self.path,
                "the data folder cannot be made ({why}).",
                why=os_reason(error),
                hint="Name another with --home or PARLEY_HOME.",
            ) from None

    def lock(self, run: str) -> Path:
        """Return the file that whoever writes the run locks; a log from elsewhere may have any id, also `../x`."""
        name = (
            run if _PLAIN.fullmatch(run) else hashlib.blake2b(run.encode("utf-8", "replace"), digest_size=8).hexdigest()
        )
        return self.locks / f"{name}.lock"
