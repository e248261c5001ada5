"""JSON schemas as structured output takes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_UNSUPPORTED = {
    "minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minLength", "maxLength",
    "maxItems", "uniqueItems", "minProperties", "maxProperties", "pattern", "default", "examples",
}  # fmt: skip
"""Keywords of JSON schema that structured output refuses."""


def portable(schema: Mapping[str, Any]) -> dict[str, Any]:
    """Return the schema as structured output takes it: closed objects, and bounds said in words."""
    kept: dict[str, Any] = {}
    said: list[str] = []
    for key, value in schema.items():
        if key in _UNSUPPORTED or (key == "minItems" and value not in (0, 1)):
            if key not in {"default", "examples"}:
                said.append(f"{key}: {value}")
        elif key in {"properties", "$defs"}:
            kept[key] = {name: portable(part) for name, part in value.items()}
        elif key == "items" and isinstance(value, Mapping):
            kept[key] = portable(value)
        elif key in {"anyOf", "oneOf", "allOf"}:
            kept["anyOf" if key == "oneOf" else key] = [portable(part) for part in value]
        elif key == "const":
            kept["enum"] = [value]
        else:
            kept[key] = value
    if kept.get("type") == "object" or "properties" in kept:
        kept["additionalProperties"] = False
    if said:
        kept["description"] = f"{kept.get('description', '')} ({', '.join(said)})".strip()
    return kept
