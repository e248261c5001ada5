"""Coroutines from plain code, also where a loop runs already, as in a notebook: on a loop in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import AsyncGenerator, Coroutine, Iterator
from concurrent.futures import Future
from contextlib import suppress
from functools import cache
from typing import Any, TypeVar

T = TypeVar("T")


@cache
def _start_event_loop() -> asyncio.AbstractEventLoop:
    loop = asyncio.new_event_loop()
    threading.Thread(target=loop.run_forever, name="parley", daemon=True).start()  # the program need not wait for it
    return loop


def wait(coroutine: Coroutine[Any, Any, T]) -> T:
    """Return what a coroutine returns. Ctrl+C cancels it, and waits until it has put things in order."""
    loop, answer, begun = _start_event_loop(), Future[T](), list[asyncio.Task[T]]()

    def begin() -> None:
        begun.append(loop.create_task(coroutine))  # on the loop's own thread, as asyncio wants it
        begun[0].add_done_callback(tell)

    def tell(task: asyncio.Task[T]) -> None:
        if task.cancelled():
            answer.set_exception(asyncio.CancelledError())
        elif (fault := task.exception()) is not None:
            answer.set_exception(fault)
        else:
            answer.set_result(task.result())

    def drop() -> None:
        begun[0].cancel()

    loop.call_soon_threadsafe(begin)
    try:
        return answer.result()
    except KeyboardInterrupt:
        loop.call_soon_threadsafe(drop)
        with suppress(BaseException):  # whatever comes of it: the Ctrl+C is raised
            answer.result()
        raise


def iterate(values: AsyncGenerator[T, None]) -> Iterator[T]:
    """Yield the values of an asynchronous generator, each when it is asked for; it is closed with the iterator."""
    try:
        while True:
            try:
                yield wait(_await_next_value(values))
            except StopAsyncIteration:
                return
    finally:
        wait(values.aclose())  # also where the caller's loop is left early


async def _await_next_value(values: AsyncGenerator[T, None]) -> T:
    return await anext(values)  # `anext` gives an awaitable, and a task wants a coroutine
