"""Runs that a program asks for, by the names of their settings."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_origin

from pydantic import ValidationError

from parley.core.base.errors import UnknownName, UsageError
from parley.core.cast.providers import simulated
from parley.core.engine.run_request import Asked, RunRequest, get_hints, request_specs
from parley.core.studio.studio import Studio


def request_named(kind: str, asked: Mapping[str, Any]) -> RunRequest:
    """Return what is asked for in a kind of run, by the names that its options have. Raises `UnknownName` for a kind or
    a name that there is not, `UsageError` for a value that cannot be.
    """
    specs = request_specs()
    if kind not in specs:
        raise UnknownName("kind of run", kind, specs)
    options = specs[kind].options()
    asked = by_fields(options, asked)
    if unknown := asked.keys() - options.model_fields.keys():
        raise UnknownName("setting of this kind of run", min(unknown), options.model_fields)
    try:
        return options(**asked).request()
    except ValidationError as error:
        raise make_value_error(error) from None


def make_value_error(error: ValidationError) -> UsageError:
    """Return the first thing that is wrong with what was given, as a sentence."""
    first = error.errors(include_url=False)[0]
    name, why = ".".join(map(str, first["loc"])), first["msg"]
    given = "" if first["type"] in ("value_error", "missing") else f", not {first['input']!r:.60}"
    return UsageError("{name}: {why}{given}", name=name, why=why, given=given)


def by_fields(options: type[Asked], asked: Mapping[str, Any]) -> dict[str, Any]:
    """Return what is asked by the names of its fields: a name may be that of an option, too (lang, name, with). A
    list may be one text with commas, as the fields are described."""
    fields = {
        str(option).split()[-1].lstrip("-").replace("-", "_"): name  # "-a --a": the long one
        for name, info in options.model_fields.items()
        if (option := get_hints(info).get("option"))
    }
    found = {}
    for name, value in asked.items():
        field = name if name in options.model_fields else fields.get(name, name)
        info = options.model_fields.get(field)
        if isinstance(value, str) and info is not None and get_origin(info.annotation) is tuple:
            between = "\n" if get_hints(info).get("widget") == "script" else ","
            value = [each.strip() for each in value.split(between) if each.strip()]
        # What is named twice over is none of the settings.
        found[name if field in asked else field] = value
    return found


def make_fast(studio: Studio, request: RunRequest, *, fast: bool) -> RunRequest:
    """Return a request that is to be `fast`: on a simulated clock, where the voice that speaks can be."""
    if not fast:
        return request
    voice = request.voice or studio.compose(request).voice  # the usual one, which depends on the language, too
    return request.model_copy(update={"voice": voice, "simulated": simulated(voice.provider)})
