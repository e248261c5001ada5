"""Casts, formats, plans and settings by name: the user's own first, then those that ship. Own casts can be saved."""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel

from parley.core.base.definition import D, read_toml
from parley.core.base.errors import FileError, LogError, ParleyError, UnknownName, UsageError
from parley.core.base.packaged import get_path_of, names
from parley.core.base.sentences import os_reason
from parley.core.cast.cast import Cast
from parley.core.cast.saving import save_cast
from parley.core.cast.world import World
from parley.core.formats import Format
from parley.core.home import Definitions, Home, parse_path
from parley.core.log.config import RunConfig
from parley.core.log.events.run import RunStarted
from parley.core.office.plan import Plan
from parley.core.studio import runs

CASTS = Definitions("cast", "casts", Cast)
FORMATS = Definitions("format", "formats", Format)
PLANS = Definitions("floor plan", "plans", Plan, "plan")
WORLDS = Definitions("world", "worlds", World)


class Library:
    """What can be put on. What was edited while Parley runs is read again."""

    def __init__(self, home: Home) -> None:
        self._home = home

    @property
    def home(self) -> Home:
        """The data folder."""
        return self._home

    def cast(self, name: str) -> Cast:
        """Return a cast by name, or by a TOML file's path."""
        return self.read(CASTS, name)

    def find_world(self, cast: str) -> World | None:
        """Return the world of a cast that lies in the data folder, under the cast's id; None where there is none."""
        return self._load(WORLDS, cast) if cast in self._list_own_files(WORLDS) else None

    def format(self, name: str) -> Format:
        """Return a format by name."""
        return self._load(FORMATS, name)

    def plan(self, name: str) -> Plan:
        """Return a floor plan by name."""
        return self._load(PLANS, name)

    def read(self, kind: Definitions[D], name: str) -> D:
        """Return a definition of any kind by name, or by a TOML file's path."""
        if name.endswith(".toml") or "/" in name or "\\" in name:
            return read_toml(parse_path(name), kind.model)
        return self._load(kind, name)

    def list_casts(self) -> tuple[list[Cast], list[ParleyError]]:
        """Return all casts, and what was wrong with those that cannot be read."""
        return self.list_all(CASTS)

    def formats(self) -> tuple[list[Format], list[ParleyError]]:
        """Return all formats, and what was wrong with those that cannot be read."""
        return self.list_all(FORMATS)

    def list_all(self, kind: Definitions[D]) -> tuple[list[D], list[ParleyError]]:
        """Return all definitions of a kind, and what was wrong with those that cannot be read."""
        found: list[D] = []
        faults: list[ParleyError] = []
        for name in self.names(kind):
            try:
                found.append(self._load(kind, name))
            except ParleyError as fault:
                faults.append(fault)
        return found, faults

    def names(self, kind: Definitions[D]) -> list[str]:
        """Return the names of all of a kind, also of those that cannot be read."""
        return sorted({*names(kind.folder), *self._list_own_files(kind)})

    def made_of(self, run: str) -> RunConfig:
        """Return what a run was made of, as the beginning of its log says. Raises `ParleyError`."""
        path = runs.find(self._home, run)
        for head in runs.read_heads(path):
            if isinstance(head, RunStarted):
                try:
                    return RunConfig.model_validate(head.config)
                except ValueError:
                    break  # pydantic's ValidationError is a ValueError
        raise LogError(path, "it does not say what the run was made of.")

    def list_plan_names(self) -> list[str]:
        """Return the names of all plans."""
        return self.names(PLANS)

    # Own casts ----------------------------------------------------------------------------------------------------

    def cast_names(self) -> list[str]:
        """Return the names of all casts, also of those that cannot be read."""
        return self.names(CASTS)

    def is_own(self, cast: str) -> bool:
        """Return whether the cast of that name lies in the data folder: only those can be changed and deleted."""
        return cast in self._list_own_files(CASTS)

    def save_cast(self, cast: Cast, name: str = "") -> Path:
        """Write an own cast and return its file: `name` is the one that is written anew, empty for a new cast.

        What the file said before is kept beside it as `.bak`. Raises `UsageError` where a new cast would hide another,
        `FileError` where it cannot be written.
        """
        if not name and cast.id in self.cast_names():
            raise UsageError("There is already a cast called '{name}'.", name=cast.id, hint="Give this one another id.")
        if name and not self.is_own(name):
            raise UsageError("The cast '{name}' ships with Parley.", name=name, hint="Save it under an id of its own.")
        path = self._home.casts / f"{name or cast.id}.toml"  # one that got another id stays in its file
        save_cast(path, cast)
        return path

    def delete_cast(self, name: str) -> Path:
        """Take an own cast away; its file stays beside the others as `.bak`. Raises `UsageError`, `FileError`."""
        path = self._list_own_files(CASTS).get(name)
        if path is None:
            raise UsageError("The cast '{name}' ships with Parley and cannot be deleted.", name=name)
        return _move_file(path, _backup(path))

    def restore_cast(self, kept: Path) -> str:
        """Bring a cast back whose file `delete_cast` returned, and return its name. Raises `UsageError` where there is
        another one by now, `FileError`."""
        path = kept.with_suffix("")
        if path.exists():
            raise UsageError("There is already a cast called '{name}'.", name=path.stem)
        return _move_file(kept, path).stem

    def _load(self, kind: Definitions[D], name: str) -> D:
        mine = self._list_own_files(kind)
        if name in mine:
            return _read_cached(mine[name], kind.model)
        if name not in names(kind.folder):
            raise UnknownName(kind.what, name, self.names(kind))
        return _read_cached(get_path_of(kind.what, kind.folder, name), kind.model)

    def _list_own_files(self, kind: Definitions[D]) -> dict[str, Path]:
        folder = self._home.path / kind.folder
        return {path.stem: path for path in folder.glob("*.toml")} if folder.is_dir() else {}


def _backup(path: Path) -> Path:
    return path.with_name(path.name + ".bak")


def _move_file(path: Path, target: Path) -> Path:
    try:
        return path.replace(target)
    except OSError as error:
        raise FileError(path, "the file cannot be moved ({why}).", why=os_reason(error)) from None


def _read_cached(path: Path, model: type[D]) -> D:
    """Return the definition in a file; one that has not changed since is not read again."""
    try:
        stamp = path.stat().st_mtime_ns
    except OSError:
        return read_toml(path, model)  # which says in a sentence what is wrong with it
    found = _parse_definition(path, stamp, model)
    assert isinstance(found, model)
    return found


@lru_cache(maxsize=256)
def _parse_definition(path: Path, _stamp: int, model: type[BaseModel]) -> BaseModel:
    return read_toml(path, model)
