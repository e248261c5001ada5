"""Arguments of the public functions: what cannot be one is told by its name, and not by what breaks deep inside."""

from __future__ import annotations

import functools
import inspect
import os
import types
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal, TypeVar, Union, get_args, get_origin, get_type_hints

from parley.core.base.errors import UsageError
from parley.core.base.sentences import Sentence

F = TypeVar("F", bound=Callable[..., Any])
LONGEST = 60
"""Characters of what was given that are told."""
_ARTICLES = {"str": "text", "int": "a whole number", "float": "a number", "bool": "True or False", "Path": "a path"}
_SEVERAL = {"str": "texts", "int": "whole numbers"}


def checked(function: F, called: str = "") -> F:
    """The same function (`called` so in public), which raises `UsageError` for an argument that its annotation rules
    out: which one, what was given, and what is expected. What is within lists and mappings of `Any` is not looked at.
    """
    signature = inspect.signature(function)

    @functools.wraps(function)
    def call(*args: Any, **named: Any) -> Any:
        given = signature.bind(*args, **named).arguments
        hints = _hints(function)
        for name, parameter in signature.parameters.items():
            if name not in given or name not in hints:
                continue
            value, hint = given[name], hints[name]
            if parameter.kind is parameter.VAR_POSITIONAL:
                value, hint = list(value), list[hint]  # type: ignore[valid-type]
            elif parameter.kind is parameter.VAR_KEYWORD:
                continue
            if not _fits(value, hint):
                raise wrong(f"{called or function.__qualname__}()", name, value, expected(hint))
        return function(*args, **named)

    return call  # type: ignore[return-value]


def wrong(what: str, name: str, value: object, wanted: str) -> UsageError:
    """That an argument cannot be what was given."""
    shown = repr(value)
    shown = shown if len(shown) <= LONGEST else f"{shown[: LONGEST - 1]}…"
    hint = Sentence("Expected is {wanted}.", wanted=wanted)
    template = "{what}: '{name}' cannot be {value} ({kind})."
    return UsageError(template, what=what, name=name, value=shown, kind=type(value).__name__, hint=hint)


@functools.cache
def _hints(function: Callable[..., Any]) -> dict[str, Any]:
    return {name: hint for name, hint in get_type_hints(function).items() if name != "return"}


def _fits(value: object, hint: Any) -> bool:
    origin = get_origin(hint)
    if hint is Any:
        return True
    if hint is None or hint is type(None):
        return value is None
    if origin in (Union, types.UnionType):
        return any(_fits(value, each) for each in get_args(hint))
    if origin is Literal:
        # Which of them, the function says itself.
        return isinstance(value, tuple({type(each) for each in get_args(hint)}))
    if origin is Mapping or (isinstance(origin, type) and issubclass(origin, Mapping)):
        return isinstance(value, Mapping) and all(isinstance(each, str) for each in value)
    if isinstance(origin, type) and issubclass(origin, Sequence):
        if isinstance(value, str | bytes) or not isinstance(value, Sequence):
            return False
        inner = next(iter(get_args(hint)), Any)
        return all(_fits(each, inner) for each in value)
    if hint is Path:
        return isinstance(value, os.PathLike)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return not isinstance(hint, type) or isinstance(value, hint)


def expected(hint: Any) -> str:
    """In words what an annotation asks for."""
    origin, inner = get_origin(hint), get_args(hint)
    if origin in (Union, types.UnionType):
        return " or ".join(expected(each) for each in inner)
    if origin is Literal:
        return " or ".join(repr(each) for each in inner)
    if hint is type(None):
        return "None"
    if isinstance(origin, type) and issubclass(origin, Mapping):
        return "a mapping"
    if isinstance(origin, type) and issubclass(origin, Sequence):
        kind = inner[0].__name__ if inner and isinstance(inner[0], type) else ""
        return f"a list of {_SEVERAL.get(kind, 'values')}"
    name = getattr(hint, "__name__", str(hint))
    return _ARTICLES.get(name, name)
