"""One file over HTTP: it goes on where it stopped, ends at once when it is told to, and says what went wrong."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import os
import re
import ssl
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from parley.core.base.errors import ParleyError
from parley.core.base.sentences import Sentence

if TYPE_CHECKING:
    import httpx2

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
LOCAL = Sentence("Or add a GGUF file that is here already: parley models add FILE --name NAME")


class FetchStopped(ParleyError):
    """The fetch was cancelled; what had arrived is kept."""


@dataclass(frozen=True, slots=True)
class Remote:
    """A file elsewhere, `size` in bytes. Its `token` goes to its own host alone, and to nobody that this sends us on
    to."""

    what: str
    url: str
    size: int
    sha256: str = ""
    token: str = ""


Locate = Callable[["httpx2.AsyncClient"], Awaitable[Remote]]
"""Finds out where a file lies."""


def stopped(what: str) -> FetchStopped:
    """Return that the fetch of `what` was cancelled."""
    return FetchStopped(
        "The fetch of {what} was stopped.", what=what, hint="What had arrived is kept for the next time."
    )


def download(locate: Locate, path: Path, what: str, told: Callable[[int], None], cancel: threading.Event) -> None:
    """Bring a file to `path`, going on behind what is there of it, and check its sum; blocking, for a thread.

    `told` hears how many bytes are there. Raises `FetchStopped` at once when cancelled, `ParleyError` with the reason
    otherwise.
    """
    if cancel.is_set():
        raise stopped(what)
    with asyncio.Runner(loop_factory=asyncio.SelectorEventLoop) as runner:
        remote = runner.run(_run_until_cancelled(_download(locate, path, what, told), cancel, what))
    check(path, what, remote.sha256, cancel)


async def _run_until_cancelled(work: Coroutine[Any, Any, Remote], cancel: threading.Event, what: str) -> Remote:
    task = asyncio.ensure_future(work)
    while not task.done():
        await asyncio.wait({task}, timeout=WATCH)
        if cancel.is_set() and not task.done():
            task.cancel()
            await asyncio.wait({task})
            raise stopped(what)
    return task.result()


async def _download(locate: Locate, path: Path, what: str, told: Callable[[int], None]) -> Remote:
    # It takes a while to import, and most who look at the catalogue fetch nothing.
    import httpx2

    failures = 0
    remote: Remote | None = None
    async with _open_http_client() as client:
        while True:
            before = _measure_file_size(path)
            try:
                remote = remote or await locate(client)
                await _fetch_remaining_bytes(client, remote, path, told)
                return remote
            except httpx2.TransportError as error:
                again = _AgainError(_unreached(what, error))
            except _AgainError as error:
                again = error
            except (httpx2.InvalidURL, httpx2.TooManyRedirects) as error:
                raise _build_fetch_error(what, type(error).__name__) from None
            failures = 0 if _measure_file_size(path) > before else failures + 1
            if failures >= TRIES:
                raise again.reason from None
            await asyncio.sleep(min(LONGEST_PAUSE, PAUSE * 2**failures if again.seconds is None else again.seconds))


@contextlib.asynccontextmanager
async def _open_http_client() -> AsyncIterator[httpx2.AsyncClient]:
    import httpx2

    verify: ssl.SSLContext | bool = True
    if file := next(filter(None, map(os.environ.get, ("PIP_CERT", "REQUESTS_CA_BUNDLE", "CURL_CA_BUNDLE"))), ""):
        with contextlib.suppress(OSError):
            verify = ssl.create_default_context(cafile=file)
    timeout = httpx2.Timeout(QUIET, connect=20.0)
    # A file that is packed on its way has no place where one could go on.
    headers = {"User-Agent": "parley-studio", "Accept-Encoding": "identity"}
    async with httpx2.AsyncClient(timeout=timeout, verify=verify, headers=headers, follow_redirects=True) as client:
        yield client


class _AgainError(Exception):
    """It may go better the next time; `seconds` is how long the server asks to wait."""

    def __init__(self, reason: ParleyError, seconds: float | None = None) -> None:
        super().__init__(str(reason))
        self.reason = reason
        self.seconds = seconds


async def _fetch_remaining_bytes(
    client: httpx2.AsyncClient, remote: Remote, path: Path, told: Callable[[int], None]
) -> None:
    begun = _measure_file_size(path)
    told(begun)
    if begun >= remote.size:
        return
    headers = {"Authorization": f"Bearer {remote.token}"} if remote.token else {}
    headers |= {"Range": f"bytes={begun}-"} if begun else {}
    async with client.stream("GET", remote.url, headers=headers) as response:
        refuse(response, remote.what)
        with path.open("r+b" if begun else "wb") as file:
            # A server that cannot go on sends the whole file once more.
            done = file.seek(begun if response.status_code == 206 else 0)
            file.truncate()
            async for chunk in response.aiter_bytes():
                done += file.write(chunk)
                # Whoever is killed now finds it again.
                file.flush()
                told(min(done, remote.size))
                if done > remote.size:
                    break
    if done < remote.size:
        raise _AgainError(_unreached(remote.what, None))


def _measure_file_size(path: Path) -> int:
    return path.stat().st_size if path.exists() else 0


def check(path: Path, what: str, sha256: str, cancel: threading.Event) -> None:
    """Raise `ParleyError` for other bytes than promised, and delete them; an empty `sha256` promises nothing."""
    digest = hashlib.sha256()
    with path.open("rb") as file:
        while chunk := file.read(CHUNK):
            if cancel.is_set():
                raise stopped(what)
            digest.update(chunk)
    if sha256 and digest.hexdigest() != sha256:
        path.unlink()
        raise mismatch(what)


def mismatch(what: str) -> ParleyError:
    """Return that other bytes arrived than were promised."""
    template = "What arrived for {what} is not what the catalogue describes: its size or its sum differs."
    return ParleyError(template, what=what, hint="Nothing was installed. Fetch it again.")


def refuse(response: httpx2.Response, what: str) -> None:
    """Raise what an answer other than the file means. What may pass is tried again."""
    status = response.status_code
    if status < 300:
        return
    if status in {408, 425, 429} or status >= 500:
        template = "{what} could not be fetched: the server is too busy (it answered {status})."
        told = response.headers.get("Retry-After", "")
        raise _AgainError(
            ParleyError(template, what=what, status=status, hint="Try again in a while."),
            float(told) if re.fullmatch(r"\d{1,6}(\.\d+)?", told) else None,
        )
    if status in {404, 410, 451}:
        template = "{what} could not be fetched: it is not there any more, or not in this index."
        raise ParleyError(template, what=what, hint=LOCAL)
    if status in {401, 403, 407}:
        hint = Sentence("Accept its licence on the hub's page, put your token into HF_TOKEN, and try again. {local}",
                        local=LOCAL)  # fmt: skip
        raise ParleyError("{what} could not be fetched: access was refused.", what=what, hint=hint)
    raise _build_fetch_error(what, str(status))


def _unreached(what: str, error: Exception | None) -> ParleyError:
    """Return why there is no connection."""
    if "CERTIFICATE_VERIFY_FAILED" in str(error):
        template = "{what} could not be fetched: the server's certificate was not accepted."
        hint = "Check the clock; a certificate of your own is named by SSL_CERT_FILE."
        return ParleyError(template, what=what, hint=hint)
    template = "{what} could not be fetched: no connection to where it lies."
    advice = Sentence("Check the network, or the proxy and index that are set, and try again. {local}", local=LOCAL)
    return ParleyError(template, what=what, hint=advice)


def _build_fetch_error(what: str, why: str) -> ParleyError:
    return ParleyError("{what} could not be fetched: {last}", what=what, last=why, hint=LOCAL)
