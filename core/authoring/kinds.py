"""The kinds of file that people write or keep, by the name that commands and schemas have for them."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from core.base.errors import UnknownName
from core.home import Definitions
from core.log.config import RunConfig
from core.log.modes import MODES
from core.queue.files import JOBS
from core.schedule.definition import SCHEDULES
from core.settings import Settings
from core.studio.experiments.spec import EXPERIMENTS
from core.studio.interviews.questions import QUESTIONNAIRES
from core.studio.library import CASTS, FORMATS, PLANS, WORLDS

EVENTS, RUN = "events", "run"
"""A run's log, and the configuration that its first line holds: the two kinds that are no TOML."""

RUNS = Definitions("configuration of a run", "", RunConfig, RUN)
SETTINGS = Definitions("settings", "", Settings)

_SCHEMA = re.compile(r"^#:schema\s+\S*?([a-z]+)(?:-[\d.]+)?\.json\s*$", re.MULTILINE)
_SHARE = 0.5
"""Of the fields that a kind needs, so many at least stand in a file of it."""


def written() -> dict[str, Definitions[Any]]:
    """The kinds that are written as TOML, those of modes among them."""
    found = {each.name: each for each in (CASTS, FORMATS, PLANS, WORLDS, SCHEDULES, EXPERIMENTS)}
    for mode in MODES.values():
        own = [mode.definitions()] if mode.definitions is not None else []
        for each in (*own, *mode.files()):
            found.setdefault(each.name, each)
    return found | {each.name: each for each in (QUESTIONNAIRES, JOBS, SETTINGS)}


def names() -> list[str]:
    """All kinds."""
    return [EVENTS, RUN, *written()]


def known(name: str) -> str:
    """The name itself. Raises `UnknownName` where there is no such kind."""
    if name not in names():
        raise UnknownName("kind of file", name, names())
    return name


def kind_of(path: Path, text: str) -> str:
    """The kind that a file is of: as its `#:schema` line says, or the folder it lies in, or the fields it has; empty
    where it is nothing that we know."""
    if path.suffix.lower() == ".jsonl":
        return EVENTS
    if path.suffix.lower() == ".json":
        return RUN if '"cast_id"' in text else ""
    found = written()
    if (said := _SCHEMA.search(text[:2_000])) and said[1] in found:
        return said[1]
    by_fields = _fitting(text, found)
    in_folder = next((name for name, each in found.items() if each.folder and each.folder == path.parent.name), "")
    return by_fields or in_folder or (SETTINGS.name if path.name == "settings.toml" else "")


def _fitting(text: str, found: Mapping[str, Definitions[Any]]) -> str:
    """The kind whose fields are in the text, if some may be missing and others wrong."""
    try:
        keys = set(tomllib.loads(text))
    except (ValueError, RecursionError):
        # What is wrong with it is told by whoever reads it.
        return ""

    def share(name: str) -> tuple[float, int, int]:
        fields = found[name].model.model_fields
        needed = {field for field, info in fields.items() if info.is_required()}
        return len(needed & keys) / max(1, len(needed)), -len(keys - set(fields)), len(keys & set(fields))

    best = max(found, key=share)
    part, _, there = share(best)
    return best if part > _SHARE or (not part and there == len(keys) > 0) else ""
