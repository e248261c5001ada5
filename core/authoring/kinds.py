"""The kinds of file that people write or keep, by the name that commands and schemas have for them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from parley.core.base.definition import toml
from parley.core.base.errors import UnknownName
from parley.core.engine.mode_spec import MODES
from parley.core.home import Definitions
from parley.core.log.config import RunConfig
from parley.core.settings import Settings
from parley.core.studio.library import CASTS, FORMATS, PLANS, WORLDS
from parley.core.studio.taking import ROOM_KINDS, find_kind

EVENTS, RUN = "events", "run"
"""A run's log, and the configuration that its first line holds: the two kinds that are no TOML."""

RUNS = Definitions("configuration of a run", "", RunConfig, RUN)
SETTINGS = Definitions("settings", "", Settings)

_SCHEMA = re.compile(r"^#:schema\s+\S*?([a-z]+)(?:-[\d.]+)?\.json\s*$", re.MULTILINE)


def map_toml_kinds() -> dict[str, Definitions[Any]]:
    """Return the kinds that are written as TOML, those of modes among them."""
    shared: tuple[Definitions[Any], ...] = (CASTS, FORMATS, PLANS, WORLDS, *ROOM_KINDS.values())
    found = {each.name: each for each in shared}
    for mode in MODES.values():
        own = [mode.definitions()] if mode.definitions is not None else []
        for each in (*own, *mode.files()):
            found.setdefault(each.name, each)
    return found | {SETTINGS.name: SETTINGS}


def names() -> list[str]:
    """Return all kinds."""
    return [EVENTS, RUN, *map_toml_kinds()]


def check_kind(name: str) -> str:
    """Return the name itself. Raises `UnknownName` where there is no such kind."""
    if name not in names():
        raise UnknownName("kind of file", name, names())
    return name


def get_kind_of(path: Path, text: str) -> str:
    """Return the kind that a file is of: as its `#:schema` line says, or the fields it has, or the folder it lies in;
    empty where it is nothing that we know.
    """
    if path.suffix.lower() == ".jsonl":
        return EVENTS
    if path.suffix.lower() == ".json":
        return RUN if '"cast_id"' in text else ""  # a key of every run's configuration
    found = map_toml_kinds()
    if (said := _SCHEMA.search(text[:2_000])) and said[1] in found:  # it stands near the top
        return said[1]
    try:
        by_fields = find_kind(set(toml(text)), found.values())
    except (ValueError, RecursionError):
        # Whoever reads it reports what is wrong.
        by_fields = None
    if by_fields is not None:
        return by_fields.name
    in_folder = next((name for name, each in found.items() if each.folder and each.folder == path.parent.name), "")
    return in_folder or (SETTINGS.name if path.name == "settings.toml" else "")
