"""The embedded server as its parent sees it: started, watched, shared, stopped."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import queue
import re
import secrets
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, Literal

from parley.core.base import extras
from parley.core.base.errors import VoiceError, VoiceUnavailable
from parley.core.base.system_libraries import FOR_MODELS, how_to_install
from parley.core.voices.limits import Limits
from parley.core.voices.models.model import default_threads

START_SECONDS = 180.0
STOP_SECONDS = 3.0
INHERITED = (
    "PATH", "HOME", "LANG", "LC_ALL", "LC_CTYPE", "TMPDIR", "TEMP", "TMP", "SYSTEMROOT", "WINDIR", "PYTHONHOME",
    "PYTHONPATH", "LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "OMP_NUM_THREADS",
)  # fmt: skip
"""What the child is told of our environment: no keys, and no settings of other programs."""
Pooling = Literal["", "own", "mean"]
SCRIPT = Path(__file__).with_name("server.py")


@dataclass(frozen=True)
class Serving:
    """What a server is started with: the `model`'s file, the `context` in tokens, the threads (0: as many as
    `default_threads` gives), how many lines are drawn at once, and whether it `embeds` (it gives vectors of texts, by
    the model's own way or the mean of its tokens', and does not speak).
    """

    model: Path
    context: int = 4096
    threads: int = 0
    draws: int = 1
    embeds: Pooling = ""


class EmbeddedServer:
    """A llama.cpp server in a child process.

    Attributes: `serving`; `address` and `key`, once it is started; `starts`, how often it was; `holders`, how many
    lease it; `places`, in which calls wait for their turn: the server drops whoever calls beyond those that it has room
    for.
    """

    def __init__(self, serving: Serving) -> None:
        self.serving = serving
        self.places = Limits(1)
        self.address = ""
        self.key = ""
        self.starts = self.holders = 0
        self._process: subprocess.Popen[str] | None = None
        self._stderr: deque[str] = deque(maxlen=40)
        self._lock = threading.Lock()

    @property
    def running(self) -> bool:
        """Whether the child is alive."""
        return self._process is not None and self._process.poll() is None

    async def start(self) -> None:
        """Start it unless it runs; returns when the model is loaded.

        Raises `VoiceUnavailable` where the engine or the model is missing, `VoiceError` where the model cannot be
        loaded.
        """
        # Whoever calls while another call is loading the model waits for that: it has no address yet.
        if not self.running or not self.address:
            await asyncio.to_thread(self._start)

    async def stop(self) -> None:
        """End the child. Idempotent."""
        await asyncio.to_thread(self._stop)

    def last_words(self) -> str:
        """Return the last error that the child wrote, without its key; empty where it wrote none."""
        for line in reversed(self._stderr):
            said = re.sub(r"^[\d.]+ [A-Z] ", "", line)
            if said.strip():
                return re.sub(r"\s+", " ", said.replace(self.key, "…") if self.key else said).strip()[:200]
        return ""

    def _start(self) -> None:
        with self._lock:
            if self.running:  # another thread has started it while this one waited for the lock
                return
            if not self.serving.model.is_file():
                hint = "Fetch it again: parley models get NAME"
                raise VoiceUnavailable("The model's file {model} is not there.", model=self.serving.model, hint=hint)
            if self._process is not None:
                # It died by itself: its pipes are still ours to close.
                self._end_process(self._process)
            self.key, self.address = secrets.token_urlsafe(24), ""
            self._stderr.clear()
            process = self._process = subprocess.Popen(
                [sys.executable, "-P", str(SCRIPT)],  # -P: the script's folder is no place to import from
                env={name: os.environ[name] for name in INHERITED if name in os.environ},
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
                encoding="utf-8",
                errors="replace",
            )
            self.starts += 1
            assert process.stdin is not None
            assert process.stdout is not None
            assert process.stderr is not None
            answers: queue.Queue[str] = queue.Queue()
            for stream, keep in ((process.stdout, answers.put), (process.stderr, self._stderr.append)):
                threading.Thread(target=_read_to_end, args=(stream, keep), name="embedded-server", daemon=True).start()
            own = {"key": self.key, "threads": self.serving.threads or default_threads()}
            with contextlib.suppress(OSError):
                process.stdin.write(json.dumps(asdict(self.serving) | own, default=str) + "\n")
                process.stdin.flush()
            try:
                self.address = self._await_first_answer(process, answers)
            except VoiceError:
                self._end_process(process)
                raise

    def _await_first_answer(self, process: subprocess.Popen[str], answers: queue.Queue[str]) -> str:
        try:
            line = answers.get(timeout=START_SECONDS)
        except queue.Empty:
            template = "The model {name} did not load within {start_seconds:.0f} seconds."
            raise VoiceError("timeout", template, name=self.serving.model.name, start_seconds=START_SECONDS) from None
        with contextlib.suppress(ValueError):
            answer = json.loads(line)
            if address := answer.get("address"):
                return str(address)
            detail = str(answer.get("detail"))
            if answer.get("error") == "missing" and "cannot open shared object" in detail:
                template = "The embedded voice's engine needs the system library {library}, which is missing."
                library = detail.partition(":")[0]
                hint = how_to_install([library]) if library in FOR_MODELS else ""
                raise VoiceUnavailable(template, library=library, hint=hint)
            if answer.get("error") == "missing":
                hint = extras.get_hint("local")
                raise VoiceUnavailable("The embedded voice's engine (xllamacpp) is not installed here.", hint=hint)
        with contextlib.suppress(subprocess.TimeoutExpired):
            process.wait(STOP_SECONDS)
        killed = (process.returncode or 0) < 0  # by a signal, on POSIX
        why = "its process was ended by the system, perhaps for want of memory" if killed else self.last_words()
        value, name = ": " + why.rstrip(".") if why else "", self.serving.model.name
        hint = "Fetch it again with `parley models get NAME`, or choose another model."
        raise VoiceError("server", "The model {name} could not be loaded{value}.", name=name, value=value, hint=hint)

    def _stop(self) -> None:
        with self._lock:
            process, self._process = self._process, None
            if process is not None:
                self._end_process(process)

    def _end_process(self, process: subprocess.Popen[str]) -> None:
        if process.stdin is not None:
            with contextlib.suppress(OSError):
                process.stdin.close()  # the child reads it: its end tells it to stop
        try:
            process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


def _read_to_end(stream: IO[str], keep: Callable[[str], object]) -> None:
    """Read a pipe to its end, so that the child never waits for us."""
    with contextlib.suppress(ValueError, OSError), stream:
        for line in stream:
            keep(line.rstrip("\n"))
    keep("")  # an end of its output wakes whoever waits for an answer


_shared: dict[Serving, EmbeddedServer] = {}
"""The servers of this process that somebody holds."""
_lock = threading.Lock()


class Lease:
    """The one server of this process that is started so, leased at first use; it ends with its last holder.

    Attributes: `held`, the server from then on; one that somebody else put there is theirs to stop.
    """

    def __init__(self, serving: Serving) -> None:
        self._serving = serving
        self.held: EmbeddedServer | None = None

    @property
    def server(self) -> EmbeddedServer:
        """The server; it may not run yet."""
        if self.held is None:
            with _lock:
                self.held = _shared.setdefault(self._serving, EmbeddedServer(self._serving))
                self.held.holders += 1
        return self.held

    async def close(self) -> None:
        """Give it back. Idempotent."""
        with _lock:
            server, self.held = self.held, None
            if server is None or server is not _shared.get(self._serving):
                return
            server.holders -= 1
            if server.holders:
                return
            _shared.pop(self._serving)
        await server.stop()  # outside of the lock, for it takes seconds
