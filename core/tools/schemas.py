"""What a server says of its tools, as it can be shown to any model: a guest's text, bounded and made plain."""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from typing import Any, NamedTuple

import msgspec

from parley.core.base.errors import ParleyError
from parley.core.base.line import repair_text

CALL_SECONDS = 30.0
"""For one call of a tool."""

LONGEST_DESCRIPTION = 1_000
LONGEST_SCHEMA = 8_000
"""Bytes of a tool's schema, as it is sent with every request."""
DEEPEST, MOST_PARTS = 8, 300
"""How deep a schema is, and of how many parts, with what it refers to written out."""

_PLAIN = re.compile(r"[A-Za-z0-9_./-]{1,128}")
_TYPES = frozenset({"object", "array", "string", "integer", "number", "boolean"})
_NUMBERS = frozenset({"minimum", "maximum", "minLength", "maxLength", "maxItems", "minItems"})


class ToolFault(ParleyError):
    """A tool that cannot be had, or does not keep to what is agreed."""


class ServedTool(NamedTuple):
    """A tool of a server, or a function; `fault` says why it cannot be offered."""

    name: str
    description: str = ""
    schema: Mapping[str, Any] = {}
    fault: str = ""


SEEN: dict[tuple[str, ...], tuple[ServedTool, ...]] = {}
"""What each server listed last, by its command, since the program was started."""


def is_plain(name: str) -> bool:
    """Return whether a tool's name is one that the protocol knows: letters, digits, `_`, `-`, `.` and `/`."""
    return _PLAIN.fullmatch(name) is not None


def clip_description(text: str | None) -> str:
    """Return a description on few lines, as long as it may be."""
    text = re.sub(r"\s*\n\s*", "\n", repair_text(text or "")).strip()
    return text if len(text) <= LONGEST_DESCRIPTION else text[: LONGEST_DESCRIPTION - 1].rstrip() + "…"


def simplify(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema of a tool's arguments in the keywords that every model takes, references written out.

    Raises `ValueError` where it is no schema of an object, endless, or too large to be sent with every request.
    """
    left = [MOST_PARTS]  # a list, as the whole recursion counts it down
    found = _simplify(schema, schema, left, 0)
    if found.get("type") != "object":
        raise ValueError("it takes no object of arguments")
    if len(msgspec.json.encode(found)) > LONGEST_SCHEMA:
        raise ValueError("its schema is too large")
    return found


def _simplify(part: Any, whole: Mapping[str, Any], left: list[int], depth: int) -> dict[str, Any]:
    left[0] -= 1
    if left[0] < 0 or depth > DEEPEST:
        raise ValueError("its schema is too large")
    if not isinstance(part, Mapping):
        return {}  # JSON Schema's `true`: anything
    if isinstance(reference := part.get("$ref"), str):
        return _simplify(_resolve(reference, whole), whole, left, depth + 1)
    choices: list[Any] = next((part[key] for key in ("anyOf", "oneOf") if isinstance(part.get(key), list)), [])
    choices = [each for each in choices if not (isinstance(each, Mapping) and each.get("type") == "null")]
    if len(choices) == 1 and "type" not in part and isinstance(choices[0], Mapping):  # how pydantic writes an optional
        about = {"description": part["description"]} if "description" in part else {}
        return _simplify({**choices[0], **about}, whole, left, depth + 1)
    found: dict[str, Any] = {}
    kind = part.get("type")
    if isinstance(kind, list):
        kinds = [each for each in kind if each != "null"]
        kind = kinds[0] if len(kinds) == 1 else None
    if isinstance(kind, str) and kind in _TYPES:
        found["type"] = kind
    if isinstance(text := part.get("description"), str):
        found["description"] = clip_description(text)
    values = part["enum"] if isinstance(part.get("enum"), list) else [part["const"]] if "const" in part else []
    if values and all(isinstance(each, str | bool) or _is_number(each) for each in values):
        found["enum"] = values
    found |= {key: part[key] for key in sorted(_NUMBERS & part.keys()) if _is_number(part[key])}  # a set has no order
    if len(choices) > 1 and "type" not in found:
        found["anyOf"] = [_simplify(each, whole, left, depth + 1) for each in choices]
    if found.get("type") == "array":
        found["items"] = _simplify(part.get("items", {}), whole, left, depth + 1)
    if found.get("type") == "object":
        inner = part.get("properties")
        properties = inner if isinstance(inner, Mapping) else {}
        found["properties"] = {
            str(name): _simplify(each, whole, left, depth + 1)
            for name, each in properties.items()
            if is_plain(str(name))
        }
        asked = part.get("required")
        asked = asked if isinstance(asked, list) else []
        required = [name for name in asked if isinstance(name, str) and name in found["properties"]]
        if len(required) < len(asked):
            raise ValueError("an argument that it needs cannot be named")
        if required:
            found["required"] = required
    return found


def _is_number(value: object) -> bool:
    """Return whether it is a number that a log gives back as it is: endless ones are none."""
    return type(value) is int or (type(value) is float and math.isfinite(value))  # not `isinstance`: True is an int


def _resolve(reference: str, whole: Mapping[str, Any]) -> Any:
    if not reference.startswith("#/"):
        raise ValueError("its schema refers to another file")
    found: Any = whole
    for step in reference[2:].split("/"):
        if not isinstance(found, Mapping) or step not in found:
            raise ValueError("its schema refers to what is not there")
        found = found[step]
    return found
