"""A command of this program in a process of its own, steered from the window.

What plays runs takes locks, brings lines to the disk and computes: on the window's loop, or on a thread beside it that
has Python's lock as often as the window, each of these would keep it from painting. Keys are not handed on: the process
finds them where the window does. It ends with the window, however that ends: its input does.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from PySide6.QtCore import QObject, QProcess, QTimer

from parley.core.base.errors import ParleyError, RunError
from parley.core.base.sentences import Sentence
from parley.core.home import Home

GRACE = 3.0
"""Seconds that replies under way have to come to their end when the window closes."""
DROP_MS = 5_000
"""How long a process that was told to drop everything has to end."""
COMPLAINT = 400
"""Characters of what a process said last that are told."""


class ChildLost(RunError):
    """The process has ended by itself, without a word."""


class Child(QObject):
    """One process, which lives as long as `live` does.

    Attributes: `ended`, set when it is over; `stopping`, `dropping`: it was told to end.
    """

    def __init__(self, home: Home, arguments: Sequence[str], parent: QObject, *, allowed: Iterable[str] = ()) -> None:
        """`arguments` are those of a command that takes `--steered`; its runs may talk to the servers that are
        `allowed`."""
        super().__init__(parent)
        self.ended = asyncio.Event()
        self.stopping = self.dropping = False
        leave = [part for host in allowed for part in ("--allow-host", host)]
        self._arguments = [*arguments, *leave, "--home", str(home.path), "--steered"]
        self._fault: ParleyError | None = None
        self._left = b""
        # What it says is known where the commands are, and those bring typer: the window is there sooner without it.
        from parley.core.cli.steered import Line

        self._process = QProcess(self)
        self._process.readyReadStandardOutput.connect(self._read_lines)
        self._decoder = msgspec.json.Decoder(Line)

    async def live(self) -> None:
        """Start it and wait for its end. Raises the error that ended it, `ChildLost` where it said none."""
        over: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def mark_over() -> None:
            if not over.done():  # whoever waits may have been cancelled, which ends the future too
                over.set_result(None)

        process = self._process
        process.finished.connect(mark_over)
        process.errorOccurred.connect(  # a process that could not start emits no `finished`
            lambda error: mark_over() if error == QProcess.ProcessError.FailedToStart else None
        )
        process.start(sys.executable, ["-P", "-m", "parley.core.cli", *self._arguments])
        try:
            await over
        finally:
            if process.state() != QProcess.ProcessState.NotRunning:  # this task was cancelled
                process.kill()
                process.waitForFinished(DROP_MS)
            self._read_lines()  # what came between the last signal and the end
            self.ended.set()  # `end` waits for it, also where this task was cancelled
        if self._fault is not None:
            raise self._fault
        broken = process.exitStatus() == QProcess.ExitStatus.CrashExit or process.exitCode() != 0
        if broken and not self.dropping:  # one that was told to drop everything is killed by us
            raise ChildLost("The process that plays it has ended by itself ({why}).", why=self._explain_failure())

    def stop(self, *, cancel: bool = False) -> None:
        """Have it end: replies under way are finished, or with `cancel` dropped."""
        self.stopping, self.dropping = True, self.dropping or cancel  # a later `stop` takes no `drop` back
        self._process.write(b"drop\n" if cancel else b"stop\n")
        if cancel:
            QTimer.singleShot(DROP_MS, self, self._process.kill)

    async def end(self) -> None:
        """Stop it and wait for its end; replies under way have a moment to come to theirs."""
        self.stop()
        try:
            async with asyncio.timeout(GRACE):
                await self.ended.wait()
        except TimeoutError:
            self.stop(cancel=True)
            await self.ended.wait()

    @property
    def pid(self) -> int:
        """The number of the process, 0 while there is none."""
        return int(self._process.processId())

    def on_figures(self, figures: dict[str, Any]) -> None:
        """Take in how far it is, a few times a second."""

    def on_told(self, sentence: Sentence) -> None:
        """Take in a sentence that the child has told."""

    def _read_lines(self) -> None:
        # Qt signals whatever has arrived: the last piece may be half a line, or end within a character.
        *lines, self._left = (self._left + bytes(self._process.readAllStandardOutput().data())).split(b"\n")
        for each in lines:
            try:
                line = self._decoder.decode(each)
            except msgspec.DecodeError:
                # A package may print what it likes.
                continue
            self._fault = line.build_error() or self._fault
            if line.told is not None:
                self.on_told(line.told.sentence)
            if line.figures is not None:
                self.on_figures(line.figures)

    def _explain_failure(self) -> str:
        process = self._process
        if process.error() == QProcess.ProcessError.FailedToStart:
            return process.errorString()
        said = bytes(process.readAllStandardError().data()).decode("utf-8", "replace").strip()
        code = Sentence("exit code {code}", code=process.exitCode())
        # The last line of a traceback is the one that names the error.
        return said[said.rfind("\n") + 1 :][-COMPLAINT:] or (Sentence("it was killed") if self._has_crashed() else code)

    def _has_crashed(self) -> bool:
        return self._process.exitStatus() == QProcess.ExitStatus.CrashExit
