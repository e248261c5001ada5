"""What ships with Parley: definitions, prompts, phrases and pictures in the `resources` package."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path

from parley.core.base.errors import UnknownName

APP_ID = "io.github.parley_studio.parley"
"""What desktops know Parley by: the names of its entry, its icons and its AppStream data, and of its windows."""


def get_resource(*parts: str) -> Traversable:
    """Return a file or folder under `resources`."""
    return _locate_resources().joinpath(*parts)


@cache
def _locate_resources() -> Traversable:
    return files("parley.resources")


def names(folder: str, suffix: str = ".toml") -> list[str]:
    """Return the names, without suffix, of what lies in a folder of `resources`."""
    return list(_list_folder_names(folder, suffix))  # a copy: the cached one is shared


@cache
def _list_folder_names(folder: str, suffix: str) -> tuple[str, ...]:
    # Every turn of a written talk asks.
    found = [entry.name for entry in get_resource(folder).iterdir()]
    return tuple(sorted([name.removesuffix(suffix) for name in found if name.endswith(suffix)]))


@cache
def get_path_of(what: str, folder: str, name: str, suffix: str = ".toml") -> Path:
    """Return the path of a packaged file. Raises `UnknownName`, which lists what there is."""
    known = names(folder, suffix)
    if name not in known:
        raise UnknownName(what, name, known)
    return Path(str(get_resource(folder, name + suffix)))
