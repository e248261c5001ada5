"""What the home has of an experiment: its spec's copy, and its runs' logs."""

from __future__ import annotations

import contextlib
import os
from pathlib import Path

import msgspec

from parley.core.base.definition import Definition
from parley.core.base.errors import FileError, ParleyError, UnknownName, UsageError
from parley.core.base.files import read_bytes
from parley.core.base.sentences import os_reason
from parley.core.home import Home, is_file, parse_path
from parley.core.log.codec import decode
from parley.core.log.config import RunConfig
from parley.core.log.events.run import RunEnded, RunStarted
from parley.core.studio import runs
from parley.core.studio.experiments.spec import Experiment, read_spec


def get_logs_of(home: Home) -> dict[str, Path]:
    """Return the log of every run of the home by its id."""
    return {runs.get_id_of(path): path for path in runs.all_files(home)}


def is_finished(path: Path | None) -> bool:
    """Return whether the run in a log has ended, its last line being whole."""
    if path is None:
        return False
    try:
        data = read_bytes(path)
    except OSError:
        return False
    at = data.rfind(b'"run.ended"')  # from the end: a table looks at every log, and decodes none for this
    begin, end = data.rfind(b"\n", 0, max(0, at)) + 1, data.find(b"\n", at)
    if at < 0 or end < 0:
        return False
    try:
        return isinstance(decode(data[begin:end]), RunEnded)  # some value may be just these words
    except msgspec.DecodeError:
        return False


def told_in(path: Path) -> Definition | None:
    """Return what the members of the run in a log were told as it began; None where that cannot be read."""
    head = next(runs.read_heads(path), None)
    try:
        return get_section_of(RunConfig.model_validate(head.config)) if isinstance(head, RunStarted) else None
    except ValueError:
        return None


def get_section_of(config: RunConfig) -> Definition | None:
    """Return the configuration's section of its mode; None where it has none."""
    return next((each for each in (config.model_extra or {}).values() if isinstance(each, Definition)), None)


def keep(home: Home, experiment: Experiment, text: str, folder: Path | None = None) -> Path:
    """Copy a spec into the home, so that the experiment can be shown by its name. Raises `FileError`.

    `folder` is where its relative paths begin, where that is not the home's own folder of specs. Raises `UsageError`
    where the id is that of an experiment with another name.
    """
    path = get_spec_path(home, experiment.id)
    with contextlib.suppress(FileError):
        # What cannot be read is replaced, and so is an earlier spec of the same name.
        if (other := read_spec(path)[0].name) and other.casefold() != experiment.name.casefold():
            raise UsageError(
                "The experiments '{name}' and '{other}' would both go by '{name_2}'.",
                name=experiment.name,
                other=other,
                name_2=experiment.id,
                hint="Give this one another name.",
            )
    _write_spec(path, text)
    if folder is not None and folder != home.experiments:
        _write_spec(_build_folder_file_path(path), f"{folder}\n")
    else:
        with contextlib.suppress(OSError):
            _build_folder_file_path(path).unlink(missing_ok=True)  # of an earlier spec of this name
    return path


def get_spec_path(home: Home, experiment: str) -> Path:
    """Return where the home keeps the spec of the experiment with that id."""
    return home.experiments / f"{experiment}.toml"


def folder_of(home: Home, experiment: str) -> Path:
    """Return where the relative paths of a kept spec begin."""
    try:
        text = _build_folder_file_path(get_spec_path(home, experiment)).read_text("utf-8").strip()
    except (OSError, UnicodeDecodeError):
        text = ""
    return Path(text) if text else home.experiments


def _build_folder_file_path(path: Path) -> Path:
    return path.with_suffix(".folder")


def _write_spec(path: Path, text: str) -> None:
    part = path.with_name(f".{path.name}.{os.getpid()}.part")  # moved whole: no reader finds half of a spec
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, "utf-8")
        part.replace(path)
    except OSError as error:
        with contextlib.suppress(OSError):
            part.unlink(missing_ok=True)
        raise FileError(path, "the spec cannot be kept ({why}).", why=os_reason(error)) from None


def kept(home: Home) -> tuple[list[Experiment], list[ParleyError]]:
    """Return all experiments of the home by name, and what is wrong with the others."""
    found: list[Experiment] = []
    faults: list[ParleyError] = []
    for path in sorted(home.experiments.glob("*.toml")) if home.experiments.is_dir() else []:
        try:
            found.append(read_spec(path)[0])
        except ParleyError as fault:
            faults.append(fault)
    return sorted(found, key=lambda one: one.id), faults


def find(home: Home, ref: str) -> Experiment:
    """Return an experiment by its name, its id, the beginning of one, or its TOML file. Raises `UnknownName`,
    `FileError`.
    """
    if ref.endswith(".toml") or is_file(parse_path(ref)):
        return read_spec(parse_path(ref))[0]
    all_of_them, faults = kept(home)
    exact = [one for one in all_of_them if ref.casefold() in (one.id, one.name.casefold())]
    found = exact or [one for one in all_of_them if ref and one.id.startswith(ref.casefold())]
    if len(found) != 1:
        if faults and not found:
            raise faults[0]  # it may well be the one that is meant
        raise UnknownName("experiment", ref, [one.id for one in all_of_them])
    return found[0]
