"""Python functions as tools: what they take is said by their signature, what they are for by their docstring."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import json
import sys
import threading
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, TextIO, TypeVar, cast

from pydantic import BaseModel, ConfigDict, ValidationError, create_model

from parley.core.base.errors import ParleyError
from parley.core.base.line import repair_text
from parley.core.base.sentences import Sentence
from parley.core.tools.book import FUNCTIONS
from parley.core.tools.schemas import CALL_SECONDS, ServedTool, ToolFault, clip_description, simplify

T = TypeVar("T")
THREAD = "tools-function"
"""How the threads are called in which functions work."""


class _Aside:
    """Standard output without what functions print, which goes to standard error: a program may read the former."""

    def __init__(self, usual: TextIO) -> None:
        self._usual = usual

    def __getattr__(self, name: str) -> Any:
        return getattr(sys.stderr if threading.current_thread().name == THREAD else self._usual, name)


def describe_tool(name: str) -> ServedTool:
    """Return a function as a tool. Raises `ParleyError` where its package is broken, or its arguments have no names."""
    function = FUNCTIONS[name]
    with FUNCTIONS.blame_package(name):
        return ServedTool(
            name, clip_description(inspect.getdoc(function)), simplify(_model_of(function).model_json_schema())
        )


async def run_function(name: str, arguments: Mapping[str, Any]) -> tuple[str, bool]:
    """Return what a function says, and whether it failed. Raises `ToolFault` where it takes too long."""
    function = FUNCTIONS[name]
    try:
        given = _model_of(function).model_validate(dict(arguments))
        values = {field: getattr(given, field) for field in type(given).model_fields}
        if not isinstance(sys.stdout, _Aside | None):  # None: a Windows program without a console
            sys.stdout = cast("TextIO", _Aside(sys.stdout))
        async with asyncio.timeout(CALL_SECONDS):
            return await do_apart(lambda: _run(function, values))
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
    for name, each in inspect.signature(function, eval_str=True).parameters.items():  # annotations may be strings
        if each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD, each.POSITIONAL_ONLY) or name.startswith("_"):
            raise ParleyError(Sentence("a tool names each of its arguments, which {name} does not", name=name))
        kind = Any if each.annotation is each.empty else each.annotation
        fields[name] = (kind, ... if each.default is each.empty else each.default)  # `...` is pydantic's "required"
    return create_model("Arguments", __config__=ConfigDict(extra="forbid", arbitrary_types_allowed=True), **fields)


def _run(function: Callable[..., Any], values: Mapping[str, Any]) -> tuple[str, bool]:
    try:
        found = function(**values)
        if inspect.iscoroutine(found):
            found = asyncio.run(_bound(found))  # this thread has no loop yet
        told = found if isinstance(found, str) else json.dumps(found, ensure_ascii=False, default=str)
        return repair_text(told), False
    except BaseException as error:  # noqa: BLE001  # anybody's code: for the voice it is a result like any other
        return _format_fault(error)


async def _bound(found: Awaitable[Any]) -> Any:
    async with asyncio.timeout(CALL_SECONDS + 1):  # ends a moment after nobody waits for it any more
        return await found


async def do_apart(act: Callable[[], T], name: str = THREAD) -> T:
    """Do it in a thread of its own: what blocks there delays neither the window nor, as a pool's would, the exit."""
    loop = asyncio.get_running_loop()
    done: asyncio.Future[T] = loop.create_future()

    def run_action() -> None:
        came = act()
        with contextlib.suppress(RuntimeError):  # the program may have ended meanwhile
            loop.call_soon_threadsafe(lambda: done.done() or done.set_result(came))  # type: ignore[func-returns-value]

    threading.Thread(target=run_action, name=name, daemon=True).start()
    return await done


def _format_fault(error: BaseException) -> tuple[str, bool]:
    return repair_text(f"{type(error).__name__}: {error}")[:2_000], True
