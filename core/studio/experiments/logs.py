"""What the home has of an experiment: its spec's copy, and its runs' logs."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

from core.errors import FileError, ParleyError, UnknownName
from core.home import Home, is_file, named
from core.studio import runs
from core.studio.experiments.spec import Experiment, read_spec


def logs_of(home: Home) -> dict[str, Path]:
    """The log of every run of the home by its id."""
    return {runs.id_of(path): path for path in runs.all_files(home)}


def finished(path: Path | None) -> bool:
    """Whether the run in a log has ended, its last line being whole."""
    if path is None:
        return False
    try:
        data = path.read_bytes()
    except OSError:
        return False
    at = data.rfind(b'\n{"type":"run.ended"')
    return at >= 0 and data.find(b"\n", at + 1) >= 0


def begun(path: Path) -> bool:
    """Whether a log has its first line whole: from there on it can be resumed."""
    try:
        with path.open("rb") as file:
            return file.readline().endswith(b"\n")
    except OSError:
        return False


def keep(home: Home, experiment: Experiment, text: str) -> Path:
    """Copy a spec into the home, so that the experiment can be shown by its name. Raises `FileError`."""
    path = home.experiments / f"{experiment.id}.toml"
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, "utf-8")
        part.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise FileError(path, f"the spec cannot be kept ({error.strerror or error}).") from None
    return path


def kept(home: Home) -> tuple[list[Experiment], list[ParleyError]]:
    """All experiments of the home by name, and what is wrong with the others."""
    found: list[Experiment] = []
    faults: list[ParleyError] = []
    for path in sorted(home.experiments.glob("*.toml")) if home.experiments.is_dir() else []:
        try:
            found.append(read_spec(path)[0])
        except ParleyError as fault:
            faults.append(fault)
    return sorted(found, key=lambda one: one.id), faults


def find(home: Home, ref: str) -> Experiment:
    """An experiment by its name, its id, the beginning of one, or its TOML file. Raises `UnknownName`, `FileError`."""
    if ref.endswith(".toml") or is_file(named(ref)):
        return read_spec(named(ref))[0]
    all_of_them, faults = kept(home)
    exact = [one for one in all_of_them if ref.casefold() in (one.id, one.name.casefold())]
    found = exact or [one for one in all_of_them if ref and one.id.startswith(ref.casefold())]
    if len(found) != 1:
        if faults and not found:
            raise faults[0]
        raise UnknownName("experiment", ref, [one.id for one in all_of_them])
    return found[0]
