"""Casts, formats, plans and settings by name: the user's own first, then those that ship. Own casts can be saved."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel

from core.base.definition import D, read_toml
from core.base.errors import FileError, ParleyError, UnknownName, UsageError
from core.base.packaged import names, path_of
from core.base.sentences import Sentence, os_reason
from core.cast.cast import Cast
from core.cast.saving import save_cast
from core.formats import Format
from core.home import Home, named
from core.modes.story.rules.setting import Setting
from core.office.plan import Plan


class Library:
    """What can be put on. What was edited while Parley runs is read again."""

    def __init__(self, home: Home) -> None:
        self._home = home

    def cast(self, name: str) -> Cast:
        """A cast by name, or by a TOML file's path."""
        if name.endswith(".toml") or "/" in name or "\\" in name:
            return read_toml(named(name), Cast)
        return self._load("cast", "casts", self._home.casts, name, Cast)

    def format(self, name: str) -> Format:
        """A format by name."""
        return self._load("format", "formats", self._home.formats, name, Format)

    def plan(self, name: str) -> Plan:
        """A floor plan by name."""
        return self._load("floor plan", "plans", self._home.plans, name, Plan)

    def setting(self, name: str) -> Setting:
        """A story's setting by name, or by a TOML file's path."""
        if name.endswith(".toml") or "/" in name or "\\" in name:
            return read_toml(named(name), Setting)
        return self._load("setting", "stories", self._home.stories, name, Setting)

    def casts(self) -> tuple[list[Cast], list[ParleyError]]:
        """All casts, and what was wrong with those that cannot be read."""
        return self._all("casts", self._home.casts, self.cast)

    def formats(self) -> tuple[list[Format], list[ParleyError]]:
        """All formats, and what was wrong with those that cannot be read."""
        return self._all("formats", self._home.formats, self.format)

    def settings(self) -> tuple[list[Setting], list[ParleyError]]:
        """All settings, and what was wrong with those that cannot be read."""
        return self._all("stories", self._home.stories, self.setting)

    def plans(self) -> list[str]:
        """The names of all plans."""
        return self._names("plans", self._home.plans)

    # Own casts ----------------------------------------------------------------------------------------------------

    def cast_names(self) -> list[str]:
        """The names of all casts, also of those that cannot be read."""
        return self._names("casts", self._home.casts)

    def is_own(self, cast: str) -> bool:
        """Whether the cast of that name lies in the data folder: only those can be changed and deleted."""
        return cast in self._own(self._home.casts)

    def save_cast(self, cast: Cast, name: str = "") -> Path:
        """Write an own cast and return its file: `name` is the one that is written anew, empty for a new cast.

        What the file said before is kept beside it as `.bak`. Raises `UsageError` where a new cast would hide another,
        `FileError` where it cannot be written.
        """
        if not name and cast.id in self.cast_names():
            raise UsageError("There is already a cast called '{name}'.", name=cast.id, hint="Give this one another id.")
        if name and not self.is_own(name):
            raise UsageError("The cast '{name}' ships with Parley.", name=name, hint="Save it under an id of its own.")
        path = self._home.casts / f"{name or cast.id}.toml"
        save_cast(path, cast)
        return path

    def delete_cast(self, name: str) -> Path:
        """Take an own cast away; its file stays beside the others as `.bak`. Raises `UsageError`, `FileError`."""
        path = self._own(self._home.casts).get(name)
        if path is None:
            raise UsageError("The cast '{name}' ships with Parley and cannot be deleted.", name=name)
        return _moved(path, _backup(path))

    def restore_cast(self, name: str) -> Path:
        """Bring a deleted cast back. Raises `UsageError` where its name was given away, `FileError`."""
        path = self._home.casts / f"{name}.toml"
        if path.exists():
            raise UsageError(
                "There is another cast called '{name}' by now.",
                name=name,
                hint=Sentence("The old one is {backup}.", backup=_backup(path)),
            )
        return _moved(_backup(path), path)

    def _load(self, what: str, folder: str, own: Path, name: str, model: type[D]) -> D:
        mine = self._own(own)
        if name in mine:
            return _read(mine[name], model)
        if name not in names(folder):
            raise UnknownName(what, name, self._names(folder, own))
        return _read(path_of(what, folder, name), model)

    def _names(self, folder: str, own: Path) -> list[str]:
        return sorted({*names(folder), *self._own(own)})

    def _own(self, folder: Path) -> dict[str, Path]:
        return {path.stem: path for path in folder.glob("*.toml")} if folder.is_dir() else {}

    def _all(self, folder: str, own: Path, load: Callable[[str], D]) -> tuple[list[D], list[ParleyError]]:
        found: list[D] = []
        faults: list[ParleyError] = []
        for name in self._names(folder, own):
            try:
                found.append(load(name))
            except ParleyError as fault:
                faults.append(fault)
        return found, faults


def _backup(path: Path) -> Path:
    return path.with_name(path.name + ".bak")


def _moved(path: Path, target: Path) -> Path:
    try:
        return path.replace(target)
    except OSError as error:
        raise FileError(path, "the file cannot be moved ({why}).", why=os_reason(error)) from None


def _read(path: Path, model: type[D]) -> D:
    """The definition in a file; one that has not changed since is not read again."""
    try:
        stamp = path.stat().st_mtime_ns
    except OSError:
        return read_toml(path, model)
    found = _parsed(path, stamp, model)
    assert isinstance(found, model)
    return found


@lru_cache(maxsize=256)
def _parsed(path: Path, _stamp: int, model: type[BaseModel]) -> BaseModel:
    return read_toml(path, model)
