"""Files that a request names by paths, which a worker finds from anywhere, and the logs of runs by their ids."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

from pydantic import BaseModel

from parley.core.cast.characters import list_character_endings
from parley.core.cast.member import VoiceSpec
from parley.core.engine.run_request import RunRequest, get_hints
from parley.core.home import Home, is_file, parse_path

_DEFINED = ("cast", "story", "awareness", "router")
"""Widgets of fields that may be the path of a TOML file."""


def anchor_paths(request: RunRequest, folder: Path) -> RunRequest:
    """Return the same with whole paths for files that are named from `folder`: a worker is somewhere else."""
    found = _anchor_file_paths(request, folder)
    assert isinstance(found, RunRequest)
    return found


def _list_endings(widget: str) -> tuple[str, ...]:
    """Return how the files end that a field with this widget may name; none where it names no file."""
    if widget in _DEFINED:
        return (".toml",)
    return list_character_endings() if widget == "person" else ()  # `endswith(())` is false of every text


def _anchor_file_paths(value: Any, folder: Path, widget: str = "") -> Any:
    match value:
        case str() if value.lower().endswith(_list_endings(widget)):
            return str((folder / parse_path(value)).absolute())
        case VoiceSpec() if value.model and is_file(folder / parse_path(value.model)):
            return value.model_copy(update={"model": str((folder / parse_path(value.model)).absolute())})
        case tuple():
            return tuple(_anchor_file_paths(each, folder, widget) for each in value)
        case BaseModel():
            fields = type(value).model_fields
            changed = {
                name: found
                for name in value.model_fields_set  # the others are not written into the job
                if name in fields
                and (
                    found := _anchor_file_paths(
                        old := getattr(value, name), folder, str(get_hints(fields[name]).get("widget"))
                    )
                )
                is not old  # what had no path comes back as the same object
            }
            return value.model_copy(update=changed) if changed else value
        case _:
            return value


def log_of(home: Home, run: str) -> Path | None:
    """Return the log of the run with that id, as files are called; None where there is none."""
    ending = f"-{run}.jsonl"
    try:
        with os.scandir(home.runs) as entries:
            return next((Path(entry.path) for entry in entries if entry.name.endswith(ending)), None)
    except FileNotFoundError:
        return None  # a home in which no run was begun yet
