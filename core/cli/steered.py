"""A command that another process steers: it says what it does in lines of JSON on its standard output, and takes orders
from its standard input.

The window has its worker, its schedule and its experiments played so: nothing that they do keeps it from painting. An
order is a line, `stop` (replies under way are finished) or `drop` (they are dropped). Where the input ends, whoever
steered is gone, and the command ends as after `drop`.
"""

from __future__ import annotations

import asyncio
import contextlib
import functools
import os
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator
from typing import Annotated, Any, ParamSpec

import msgspec
import typer

from parley.core.base.errors import HostNotAllowed, ParleyError
from parley.core.base.sentences import Sentence
from parley.core.cli.common import get_listener, set_listener
from parley.core.log.events.base import Message, sentence_of
from parley.core.studio.going_on import first_of

SteeredOption = Annotated[bool, typer.Option("--steered", hidden=True)]

ORDERS = b"stop", b"drop"
STDIN, STDOUT = 0, 1
NICE = 5
"""How far a steered command steps back where others want the processor too: a window waits for it."""


class Said(msgspec.Struct, frozen=True, omit_defaults=True):
    """A sentence with what it was made of, so that it can be said in the reader's language."""

    text: str
    message: Message | None = None

    @classmethod
    def of(cls, text: str) -> Said:
        """Return a text as it is sent."""
        return cls(str(text), Message.of(text))

    @property
    def sentence(self) -> Sentence:
        """The text as it is shown."""
        return sentence_of(self.text, self.message)


def pack_sentence(text: str) -> dict[str, Any]:
    """Return a sentence among figures."""
    made: dict[str, Any] = msgspec.to_builtins(Said.of(text))
    return made


def unpack_sentence(value: Any) -> Sentence:
    """Return the sentence that was packed."""
    return msgspec.convert(value, Said).sentence


class Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """What a steered command says: a sentence for the user; figures, by their names; or the error that ended it.

    `hosts` are those of a `HostNotAllowed`, as `named_by` has them.
    """

    told: Said | None = None
    figures: dict[str, Any] | None = None
    error: Said | None = None
    hint: Said | None = None
    hosts: tuple[str, ...] = ()
    named_by: Said | None = None

    @classmethod
    def make_failed(cls, error: ParleyError) -> Line:
        """Return the line of an error."""
        refused = error if isinstance(error, HostNotAllowed) else None
        return cls(
            error=Said.of(error.sentence),
            hint=Said.of(error.hint) if error.hint else None,
            hosts=refused.hosts if refused else (),
            named_by=Said.of(refused.named_by) if refused else None,
        )

    def build_error(self) -> ParleyError | None:
        """Return the error of the line, None where it has none."""
        if self.error is None:
            return None
        if self.hosts:
            return HostNotAllowed(self.hosts, self.named_by.sentence if self.named_by else "")
        return ParleyError(self.error.sentence, hint=self.hint.sentence if self.hint else "")


class Steering:
    """The command's end of the line to the window."""

    def __init__(self) -> None:
        self._shown: dict[str, Any] | None = None
        self._saying = threading.Lock()  # threads tell too, and a line may take several writes

    def tell(self, sentence: str) -> None:
        """Say a sentence for the user."""
        self._send_line(Line(told=Said.of(sentence)))

    def show(self, figures: dict[str, Any]) -> None:
        """Say how far it is, where that is another thing than before."""
        if figures != self._shown:
            self._shown = figures
            self._send_line(Line(figures=figures))

    def report_error(self, error: ParleyError) -> None:
        """Say what ended it."""
        self._send_line(Line.make_failed(error))

    def listen(self, stop: Callable[[], object], drop: Callable[[], object]) -> None:
        """Have these called on the running loop as they are ordered."""
        loop = asyncio.get_running_loop()

        def read_orders() -> None:
            # A thread that waits in a buffered reader would keep the interpreter from ending.
            left = b""
            while chunk := _read_stdin():
                *lines, left = (left + chunk).split(b"\n")
                for line in lines:
                    if (order := line.strip()) in ORDERS:
                        _call_soon(loop, stop if order == b"stop" else drop)
            _call_soon(loop, drop)

        threading.Thread(target=read_orders, name="orders", daemon=True).start()  # daemon: nothing ends its read

    def _send_line(self, line: Line) -> None:
        data = msgspec.json.encode(line) + b"\n"
        # Whoever steered may be gone: then the input has ended as well, which is heard of there.
        with self._saying, contextlib.suppress(OSError):
            while data:
                data = data[os.write(STDOUT, data) :]  # a pipe may take a part


def _read_stdin() -> bytes:
    try:
        return os.read(STDIN, 4096)
    except OSError:
        return b""


def _call_soon(loop: asyncio.AbstractEventLoop, what: Callable[[], object]) -> None:
    # It may be over by now, and its loop closed.
    with contextlib.suppress(RuntimeError):
        loop.call_soon_threadsafe(what)


def get_steering() -> Steering | None:
    """Return who steers this command; None where nobody does."""
    listener = get_listener()
    return listener if isinstance(listener, Steering) else None


@contextlib.contextmanager
def allow_steering(on: bool) -> Iterator[None]:
    """Be steered for the length of the block, if `on`. An error that ends it is said, and its exit code kept."""
    if not on:
        yield
        return
    steering = Steering()
    set_listener(steering)
    if hasattr(os, "nice"):
        with contextlib.suppress(OSError):
            os.nice(NICE)
    # What anybody prints would be among the lines.
    sys.stdout = sys.stderr
    try:
        yield
    except ParleyError as error:
        steering.report_error(error)
        raise typer.Exit(error.exit_code) from None  # said already: `main` would tell it once more
    finally:
        sys.stdout = sys.__stdout__
        set_listener(None)  # a process may run another command, as tests do


P = ParamSpec("P")


def make_steerable(command: Callable[P, None]) -> Callable[P, None]:
    """Return a command with an option `by_a_window`, which it is steered with."""

    @functools.wraps(command)
    def run_steered(*args: P.args, **kwargs: P.kwargs) -> None:
        with allow_steering(bool(kwargs.get("by_a_window"))):
            command(*args, **kwargs)

    return run_steered


LOOK_SECONDS = 0.25
"""How often is told what is under way: turns may end hundreds of times a second."""


@contextlib.asynccontextmanager
async def keep_looking(look: Callable[[], object]) -> AsyncIterator[None]:
    """Call `look` again and again while the block is under way, and once more at its end."""

    async def repeat_look() -> None:
        while True:
            look()
            await asyncio.sleep(LOOK_SECONDS)

    try:
        async with asyncio.TaskGroup() as group:
            looks = group.create_task(repeat_look())
            try:
                yield
            finally:
                looks.cancel()  # it never ends by itself
    except BaseExceptionGroup as faults:
        raise first_of(faults) from None
    finally:
        look()
