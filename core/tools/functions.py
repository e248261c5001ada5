"""Python functions as tools: what they take is said by their signature, what they are for by their docstring."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import json
import sys
import threading
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, TextIO, cast

from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from parley.core.base.errors import ParleyError
from parley.core.base.line import encodable
from parley.core.base.sentences import Sentence
from parley.core.tools.book import FUNCTIONS
from parley.core.tools.schemas import CALL_SECONDS, ServedTool, ToolFault, clip_description, simplify

THREAD = "tools-function"
"""How the threads are called in which functions work."""


class _Aside:
    """Standard output, of which functions have no part: what they print goes beside it, for a program may read it."""

    def __init__(self, usual: TextIO) -> None:
        self._usual = usual

    def __getattr__(self, name: str) -> Any:
        return getattr(sys.stderr if threading.current_thread().name == THREAD else self._usual, name)


def describe(name: str) -> ServedTool:
    """Return a function as a tool. Raises `ParleyError` where its package is broken, or its arguments have no names."""
    function = FUNCTIONS[name]
    with FUNCTIONS.blaming(name):
        return ServedTool(
            name, clip_description(inspect.getdoc(function)), simplify(_model_of(function).model_json_schema())
        )


async def call(name: str, arguments: Mapping[str, Any]) -> tuple[str, bool]:
    """Return what a function says, and whether it failed. Raises `ToolFault` where it takes too long."""
    function = FUNCTIONS[name]
    try:
        given = _model_of(function).model_validate(dict(arguments))
        async with asyncio.timeout(CALL_SECONDS):
            return await _run(function, {field: getattr(given, field) for field in type(given).model_fields})
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        return f"{'.'.join(map(str, first['loc']))}: {first['msg']}", True
    except TimeoutError:
        template = "The function '{name}' gave no answer within {seconds:.0f} seconds."
        raise ToolFault(template, name=name, seconds=CALL_SECONDS) from None
    except Exception as error:  # noqa: BLE001  # anybody's signature
        return _format_fault(error)


def _model_of(function: Callable[..., Any]) -> type[BaseModel]:
    """Return the arguments as a model. Raises `ParleyError` for a function that takes any number of them."""
    fields: dict[str, Any] = {}
    for name, each in inspect.signature(function, eval_str=True).parameters.items():
        if each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD, each.POSITIONAL_ONLY) or name.startswith("_"):
            raise ParleyError(Sentence("a tool names each of its arguments, which {name} does not", name=name))
        kind = Any if each.annotation is each.empty else each.annotation
        fields[name] = (kind, ... if each.default is each.empty else each.default)
    return create_model("Arguments", __config__=ConfigDict(extra="forbid", arbitrary_types_allowed=True), **fields)


async def _run(function: Callable[..., Any], values: Mapping[str, Any]) -> tuple[str, bool]:
    """Have it done in a thread, also what is a coroutine: one that blocks must not hold the window up."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[tuple[str, bool]] = loop.create_future()
    working: list[tuple[asyncio.AbstractEventLoop, asyncio.Task[Any]]] = []

    async def work_on(found: Coroutine[Any, Any, Any]) -> Any:
        task = asyncio.ensure_future(found)
        working.append((asyncio.get_running_loop(), task))
        return await task

    def work() -> None:
        try:
            found = function(**values)
            if inspect.iscoroutine(found):
                found = asyncio.run(work_on(found))
            told = found if isinstance(found, str) else json.dumps(found, ensure_ascii=False, default=str)
            came = encodable(told), False
        except BaseException as error:  # noqa: BLE001  # anybody's code: for the voice it is a result like any other
            came = _format_fault(error)
        # The program may have ended meanwhile.
        with contextlib.suppress(RuntimeError):
            loop.call_soon_threadsafe(lambda: done.done() or done.set_result(came))  # type: ignore[func-returns-value]

    if not isinstance(sys.stdout, _Aside | None):
        sys.stdout = cast("TextIO", _Aside(sys.stdout))
    # One that never ends must not hold the program up, as a pool's thread would.
    threading.Thread(target=work, name=THREAD, daemon=True).start()
    try:
        return await done
    finally:
        # Whoever waits no more has a coroutine end; one that is done has closed its loop.
        for its_loop, task in working:
            with contextlib.suppress(RuntimeError):
                its_loop.call_soon_threadsafe(task.cancel)


def _format_fault(error: BaseException) -> tuple[str, bool]:
    return encodable(f"{type(error).__name__}: {error}")[:2_000], True
