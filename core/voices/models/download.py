"""One file over HTTP: it goes on where it stopped, ends at once when it is told to, and says what went wrong."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import re
import ssl
import threading
from collections.abc import AsyncIterator, Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, BinaryIO, TypeVar

from parley.core.base.errors import ParleyError
from parley.core.base.sentences import Sentence

if TYPE_CHECKING:
    import httpx2

T = TypeVar("T")

CHUNK = 1 << 20
TRIES = 5
"""Tries in a row that bring nothing, before it is given up; one that brings bytes begins the count anew."""
PAUSE = 1.0
"""Seconds before the second try, doubled for each after it, where the server does not say itself how long."""
LONGEST_PAUSE = 120.0
QUIET = 60.0
"""Seconds without a byte that are taken for a broken connection."""
WATCH = 0.1
"""Seconds between two looks at whether to stop."""


class FetchStopped(ParleyError):
    """The fetch was cancelled; what had arrived is kept."""


@dataclass(frozen=True, slots=True)
class Remote:
    """A file elsewhere. `size` 0 and `sha256` empty where they are not known; `authorisation` goes to its own host
    alone, and to nobody that this sends us on to."""

    what: str
    url: str
    size: int = 0
    sha256: str = ""
    authorisation: str = ""

    @property
    def headers(self) -> dict[str, str]:
        """What is sent with every request."""
        # A file that is packed on its way has no place where one could go on.
        plain = {"Accept-Encoding": "identity"}
        return plain | ({"Authorization": self.authorisation} if self.authorisation else {})


def stopped(what: str) -> FetchStopped:
    """Return the fetch of `what` was cancelled."""
    return FetchStopped(
        "The fetch of {what} was stopped.", what=what, hint="What had arrived is kept for the next time."
    )


def through(work: Callable[[httpx2.AsyncClient], Coroutine[Any, Any, T]], cancel: threading.Event, what: str) -> T:
    """Do `work` to its end in a loop of its own, or end it at once when cancelled. Raises `FetchStopped`."""
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        return runner.run(_run_until_cancelled(work, cancel, what))


async def _run_until_cancelled(
    work: Callable[[httpx2.AsyncClient], Coroutine[Any, Any, T]], cancel: threading.Event, what: str
) -> T:
    if cancel.is_set():
        raise stopped(what)
    async with _open_http_client() as client:
        task = asyncio.ensure_future(work(client))
        while not task.done():
            await asyncio.wait({task}, timeout=WATCH)
            if cancel.is_set() and not task.done():
                task.cancel()
                await asyncio.wait({task})
                if not task.cancelled() and task.exception() is None:
                    break
                raise stopped(what)
        return task.result()


@contextlib.asynccontextmanager
async def _open_http_client() -> AsyncIterator[httpx2.AsyncClient]:
    # It takes a while to import, and most who look at the catalogue fetch nothing.
    import httpx2

    verify: ssl.SSLContext | bool = True
    if file := next(filter(None, map(os.environ.get, ("PIP_CERT", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"))), ""):
        with contextlib.suppress(OSError):
            verify = ssl.create_default_context(cafile=file)
    timeout = httpx2.Timeout(QUIET, connect=20.0)
    async with httpx2.AsyncClient(timeout=timeout, verify=verify, headers={"User-Agent": "parley-studio"}) as client:
        yield client


async def download(client: httpx2.AsyncClient, remote: Remote, path: Path, told: Callable[[int], None]) -> None:
    """Bring the remote file to `path`, going on behind what is there of the very same file. Raises `ParleyError`.

    `told` hears how many bytes are there. Nothing is checked here but the size: see `check`.
    """
    _discard_other_file(remote, path)
    failures = 0
    while True:
        before = _measure_file_size(path)
        try:
            await _fetch_remaining_bytes(client, remote, path, told)
        except _AgainError as again:
            failures = 0 if _measure_file_size(path) > before else failures + 1
            if failures >= TRIES:
                raise again.reason from None
            await asyncio.sleep(min(LONGEST_PAUSE, PAUSE * 2**failures if again.seconds is None else again.seconds))
        else:
            return


class _AgainError(Exception):
    """It may go better the next time; `seconds` is how long the server asks to wait."""

    def __init__(self, reason: ParleyError, seconds: float | None = None) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.seconds = seconds


def _discard_other_file(remote: Remote, path: Path) -> None:
    """Forget what is there of another file."""
    whose = path.with_name(path.name + ".from")
    known = remote.sha256 or f"{remote.url.partition('?')[0]} {remote.size}"
    if not whose.exists() or whose.read_text("utf-8", "replace") != known:
        path.unlink(missing_ok=True)
        whose.write_text(known, "utf-8")


async def _fetch_remaining_bytes(
    client: httpx2.AsyncClient, remote: Remote, path: Path, told: Callable[[int], None]
) -> None:
    import httpx2

    begun = _measure_file_size(path)
    if remote.size and begun == remote.size:
        told(begun)
        return
    if remote.size and begun > remote.size:
        begun = _forget(path)
    headers = remote.headers | ({"Range": f"bytes={begun}-"} if begun else {})
    try:
        async with client.stream("GET", remote.url, headers=headers, follow_redirects=True) as response:
            if response.status_code == 416:
                _forget(path)
                raise _AgainError(mismatch(remote.what), 0.0)
            refuse(response, remote.what)
            # A server that cannot go on sends the whole file once more.
            start = _start(response) if response.status_code == 206 else 0
            if start not in {0, begun}:
                _forget(path)
                raise _AgainError(mismatch(remote.what), 0.0)
            with _open_file_from(path, start) as file:
                await _take(response, remote, file, told)
    except httpx2.TransportError as error:
        raise _AgainError(unreached(remote.what, error)) from None
    except (httpx2.InvalidURL, httpx2.TooManyRedirects, httpx2.UnsupportedProtocol) as error:
        raise _build_fetch_error(remote.what, type(error).__name__) from None
    arrived = _measure_file_size(path)
    if remote.size and arrived > remote.size:
        _forget(path)
        raise mismatch(remote.what)
    if arrived < remote.size:
        raise _AgainError(unreached(remote.what, None))


async def _take(response: httpx2.Response, remote: Remote, file: BinaryIO, told: Callable[[int], None]) -> None:
    done = file.tell()
    told(done)
    async for chunk in response.aiter_bytes():
        done += len(chunk)
        file.write(chunk)
        if remote.size and done > remote.size:
            return
        # Whoever is killed now finds it again.
        file.flush()
        told(done)


def _start(response: httpx2.Response) -> int:
    found = re.match(r"bytes (\d+)-", response.headers.get("Content-Range", ""))
    return int(found[1]) if found else -1


def _measure_file_size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def _forget(path: Path) -> int:
    """Delete what is there; how much there is now."""
    path.unlink(missing_ok=True)
    return 0


def _open_file_from(path: Path, start: int) -> BinaryIO:
    """Return the file, to be written on from `start`; what it has beyond that is cut off."""
    file = path.open("r+b" if path.exists() else "wb")
    file.truncate(start)
    file.seek(start)
    return file


def check(path: Path, what: str, sha256: str, cancel: threading.Event, size: int = 0) -> None:
    """Raise `ParleyError` for other bytes than promised, and delete them."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            if cancel.is_set():
                raise stopped(what)
            digest.update(chunk)
    if (size and path.stat().st_size != size) or (sha256 and digest.hexdigest() != sha256):
        path.unlink()
        raise mismatch(what)


def mismatch(what: str) -> ParleyError:
    """Other bytes arrived than were promised."""
    template = "What arrived for {what} is not what the catalogue describes: its size or its sum differs."
    return ParleyError(template, what=what, hint="Nothing was installed. Fetch it again.")


LOCAL = Sentence("Or add a GGUF file that is here already: parley models add FILE --name NAME")


def refuse(response: httpx2.Response, what: str) -> None:
    """Raise what an answer other than the file means. What may pass is tried again."""
    status = response.status_code
    if status < 300:
        return
    if status in {408, 425, 429} or status >= 500:
        template = "{what} could not be fetched: the server is too busy (it answered {status})."
        raise _AgainError(
            ParleyError(template, what=what, status=status, hint="Try again in a while."), _wait(response)
        )
    missing = response.headers.get("X-Error-Code", "") in {"RepoNotFound", "EntryNotFound", "RevisionNotFound"}
    if status in {404, 410, 451} or missing:
        template = "{what} could not be fetched: it is not there any more, or not in this index."
        raise ParleyError(template, what=what, hint=LOCAL)
    if status in {401, 403, 407}:
        hint = Sentence("Accept its licence on the hub's page, put your token into HF_TOKEN, and try again. {local}",
                        local=LOCAL)  # fmt: skip
        raise ParleyError("{what} could not be fetched: access was refused.", what=what, hint=hint)
    raise _build_fetch_error(what, str(status))


def _wait(response: httpx2.Response) -> float | None:
    told = response.headers.get("Retry-After", "")
    return float(told) if re.fullmatch(r"\d{1,6}(\.\d+)?", told) else None


def unreached(what: str, error: Exception | None) -> ParleyError:
    """Why there is no connection."""
    if "CERTIFICATE_VERIFY_FAILED" in str(error):
        template = "{what} could not be fetched: the server's certificate was not accepted."
        hint: str = "Check the clock; a certificate of your own is named by SSL_CERT_FILE."
        return ParleyError(template, what=what, hint=hint)
    template = "Check the network, or the proxy and index that are set, and try again. {local}"
    return ParleyError(
        "{what} could not be fetched: no connection to where it lies.", what=what, hint=Sentence(template, local=LOCAL)
    )


def _build_fetch_error(what: str, why: str) -> ParleyError:
    return ParleyError("{what} could not be fetched: {last}", what=what, last=why, hint=LOCAL)


async def asked(client: httpx2.AsyncClient, method: str, remote: Remote, headers: dict[str, str]) -> httpx2.Response:
    """Return the answer to a small question, asked again while the server is busy; nobody else's redirects are
    followed. Raises `ParleyError` where nobody answers; what the answer says is for the caller (`refuse`).
    """
    import httpx2

    for attempt in range(TRIES):
        try:
            response = await client.request(method, remote.url, headers=remote.headers | headers)
        except httpx2.TransportError as error:
            again = _AgainError(unreached(remote.what, error))
        except (httpx2.InvalidURL, httpx2.UnsupportedProtocol) as error:
            raise _build_fetch_error(remote.what, type(error).__name__) from None
        else:
            try:
                if response.status_code >= 400:
                    refuse(response, remote.what)
            except _AgainError as error:
                again = error
            except ParleyError:
                return response
            else:
                return response
        if attempt < TRIES - 1:
            await asyncio.sleep(min(LONGEST_PAUSE, PAUSE * 2**attempt if again.seconds is None else again.seconds))
    raise again.reason
