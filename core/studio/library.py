"""Casts, formats and plans by name: the user's own first, then those that ship."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from pathlib import Path

from pydantic import BaseModel

from core.cast.cast import Cast
from core.definition import D, read_toml
from core.errors import ParleyError, UnknownName
from core.formats import Format
from core.home import Home, named
from core.office.plan import Plan
from core.packaged import names, path_of


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

    def casts(self) -> tuple[list[Cast], list[ParleyError]]:
        """All casts, and what was wrong with those that cannot be read."""
        return self._all("casts", self._home.casts, self.cast)

    def formats(self) -> tuple[list[Format], list[ParleyError]]:
        """All formats, and what was wrong with those that cannot be read."""
        return self._all("formats", self._home.formats, self.format)

    def plans(self) -> list[str]:
        """The names of all plans."""
        return self._names("plans", self._home.plans)

    def _load(self, what: str, folder: str, own: Path, name: str, model: type[D]) -> D:
        mine = self._own(own)
        if name in mine:
            return _read(mine[name], model)
        known = self._names(folder, own)
        if name not in known:
            raise UnknownName(what, name, known)
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
