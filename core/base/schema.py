"""Whether a value fits the schema of a tool's arguments or of a form: as much of JSON schema as our own of them use."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_TYPES: dict[str, type | tuple[type, ...]] = {  # True is an int in Python, not in JSON: checked apart
    "object": Mapping, "array": (list, tuple), "string": str, "integer": int, "number": (int, float), "boolean": bool,
}  # fmt: skip


def fits(value: Any, schema: Mapping[str, Any]) -> bool:
    """Return whether `value` fits: type, enum, bounds, required fields, no unknown ones where the object is closed.

    Nothing fits what is no schema: a stranger's log may hold anything in its place.
    """
    try:
        return _value_fits(value, schema)
    except (TypeError, KeyError, AttributeError):
        return False


def _value_fits(value: Any, schema: Mapping[str, Any]) -> bool:
    kind = schema.get("type")
    if kind and (not isinstance(value, _TYPES[kind]) or (isinstance(value, bool) and kind != "boolean")):
        return False
    if "enum" in schema and value not in schema["enum"]:
        return False
    if isinstance(value, Mapping):
        return _object_fits(value, schema)
    if isinstance(value, str):
        return bool(schema.get("minLength", 0) <= len(value) <= schema.get("maxLength", len(value)))
    if isinstance(value, list | tuple):
        inner = schema.get("items", {})
        return len(value) <= schema.get("maxItems", len(value)) and all(fits(each, inner) for each in value)
    if isinstance(value, int | float):
        return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))
    return True


def _object_fits(value: Mapping[str, Any], schema: Mapping[str, Any]) -> bool:
    known: Mapping[str, Any] = schema.get("properties", {})
    if any(name not in value for name in schema.get("required", ())):
        return False
    if schema.get("additionalProperties") is False and any(name not in known for name in value):
        return False
    return all(name not in known or fits(each, known[name]) for name, each in value.items())
