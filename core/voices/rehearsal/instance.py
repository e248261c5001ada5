"""The smallest value that a JSON schema allows, and values made to fit one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

Schema = Mapping[str, Any]


def build_smallest(schema: Schema) -> Any:
    """Return a minimal valid instance: first choices, required properties only, allowed numbers nearest to 0."""
    return _build_instance(schema, lambda _name: "", None)


def build_random(schema: Schema, say: Callable[[str], str], random: Random) -> Any:
    """Return an instance with something in it: choices and numbers by chance, and texts by their names."""
    return _build_instance(schema, say, random)


def _build_instance(schema: Schema, say: Callable[[str], str], random: Random | None, name: str = "") -> Any:
    """Return an instance; by chance where there is one, else the smallest."""

    def build_part(part: Schema, name: str) -> Any:
        return _build_instance(part, say, random, name)

    if "const" in schema or ("default" in schema and not schema.get("enum")):
        return schema.get("const", schema.get("default"))
    if choices := schema.get("enum"):
        return random.choice(choices) if random else choices[0]
    if alternatives := schema.get("anyOf"):
        return build_part(alternatives[0], name)  # `tool_schema` has the form without a call first
    match kind := schema.get("type"):
        case "object":
            forms = schema.get("properties", {})
            return {one: build_part(forms.get(one, {}), one) for one in schema.get("required", ())}
        case "array":
            count = int(schema.get("minItems", 0))
            if random and "items" in schema:
                count = min(max(1, count), schema.get("maxItems", 1))  # one item, so that something is seen
            return [build_part(schema.get("items", {}), name) for _ in range(count)]
        case "string":
            return say(name).ljust(int(schema.get("minLength", 0)), "…")
        case "integer" | "number":
            step = 1 if kind == "integer" else 0.001  # from an exclusive bound to the next value
            low = schema.get("minimum", schema.get("exclusiveMinimum", -step) + step)
            high = schema.get("maximum", schema.get("exclusiveMaximum", float("inf")) - step)
            if kind == "integer" and random and "minimum" in schema and "maximum" in schema:
                return random.randint(low, high)
            value = min(max(0, low), high)
            return int(value) if kind == "integer" else value
        case "boolean":
            return bool(random and random.random() < 0.5)
    return None


def fit_value(value: Any, schema: Schema) -> Any:
    """Return `value` made to fit: surplus properties, items that an enum forbids and overlong lists and texts cut away.

    What is required and missing is filled with the smallest instance.
    """
    if isinstance(value, dict):
        properties: Mapping[str, Any] = schema.get("properties", {})
        kept = {name: fit_value(one, properties[name]) for name, one in value.items() if name in properties}
        missing = [name for name in schema.get("required", ()) if name not in kept]
        return kept | {name: build_smallest(properties.get(name, {})) for name in missing}
    if isinstance(value, list):
        items = schema.get("items", {})
        allowed = [fit_value(one, items) for one in value if _is_allowed_value(one, items)][: schema.get("maxItems")]
        return allowed + [build_smallest(items) for _ in range(schema.get("minItems", 0) - len(allowed))]
    if isinstance(value, str) and len(value) > schema.get("maxLength", len(value)):
        return value[: max(0, schema["maxLength"] - 1)] + "…"
    return value


def _is_allowed_value(value: Any, schema: Schema) -> bool:
    """Return whether the enums and bounds in the schema allow the value."""
    if "enum" in schema and value not in schema["enum"]:
        return False
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        return all(_is_allowed_value(one, properties[name]) for name, one in value.items() if name in properties)
    if isinstance(value, int | float):
        return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))
    return True
