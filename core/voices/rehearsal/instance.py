"""The smallest value that a JSON schema allows, and values made to fit one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

Schema = Mapping[str, Any]
_NUMBER = (int, float)
DEPTH = 16
"""Deeper than this, a recursive schema is answered with nothing more."""


def smallest(schema: Schema, root: Schema | None = None, depth: int = 0) -> Any:
    """A minimal valid instance: first choices, required properties only, numbers nearest to 0 that are allowed."""
    return _made(schema, schema if root is None else root, depth)


def improvised(schema: Schema, say: Callable[[str], str], random: Random) -> Any:
    """An instance with something in it: choices and numbers by chance, and for a text what is said for its name."""
    return _made(schema, schema, 0, say=say, random=random)


def _made(
    schema: Schema, root: Schema, depth: int, name: str = "", *,
    say: Callable[[str], str] | None = None, random: Random | None = None,
) -> Any:  # fmt: skip
    """An instance; by chance where there is one, else the smallest."""
    if depth > DEPTH:
        return None

    def within(part: Schema, name: str) -> Any:
        return _made(part, root, depth + 1, name, say=say, random=random)

    schema = resolved(schema, root)
    kind = kind_of(schema)
    if "const" in schema or ("default" in schema and not schema.get("enum")):
        return schema.get("const", schema.get("default"))
    if choices := schema.get("enum"):
        return random.choice(choices) if random else choices[0]
    for alternatives in ("anyOf", "oneOf"):
        if schema.get(alternatives):
            return within(schema[alternatives][0], name)
    least = int(schema.get("minItems", 0))
    match kind:
        case "object":
            forms = schema.get("properties", {})
            return {one: within(forms.get(one, {}), one) for one in schema.get("required", ())}
        case "array":
            count = min(max(1, least), schema.get("maxItems", 1)) if random and "items" in schema else least
            return [within(schema.get("items", {}), name) for _ in range(count)]
        case "string":
            return (say(name) if say else "").ljust(int(schema.get("minLength", 0)), "…")
        case "integer" if random and "minimum" in schema and "maximum" in schema:
            return random.randint(schema["minimum"], schema["maximum"])
        case "integer" | "number":
            return _number(schema, whole=kind == "integer")
        case "boolean":
            return bool(random and random.random() < 0.5)
    return None


def resolved(schema: Schema, root: Schema) -> Schema:
    """The schema with a local `$ref` followed and `allOf` merged."""
    if "$ref" not in schema and "allOf" not in schema:
        return schema
    for _ in range(DEPTH):
        reference = schema.get("$ref")
        if not isinstance(reference, str) or not reference.startswith("#/"):
            break
        target: Any = root
        for step in reference[2:].split("/"):
            target = target.get(step, {}) if isinstance(target, Mapping) else {}
        schema = {**target, **{key: value for key, value in schema.items() if key != "$ref"}}
    if "allOf" not in schema:
        return schema
    merged: dict[str, Any] = {key: value for key, value in schema.items() if key != "allOf"}
    for part in schema["allOf"]:
        part = resolved(part, root)
        properties = {**merged.get("properties", {}), **part.get("properties", {})}
        required = [*merged.get("required", ()), *part.get("required", ())]
        merged = {**merged, **part}
        if properties:
            merged["properties"] = properties
        if required:
            merged["required"] = list(dict.fromkeys(required))
    return merged


def kind_of(schema: Schema) -> str:
    """The (first) type the schema names, else the one that its keywords imply."""
    named = schema.get("type")
    if isinstance(named, list):
        named = named[0] if named else None
    if named:
        return str(named)
    if "properties" in schema or "required" in schema:
        return "object"
    return "array" if "items" in schema else "string" if "minLength" in schema or "pattern" in schema else "null"


def _number(schema: Schema, *, whole: bool) -> float | int:
    step = 1 if whole else 0.001
    low = schema.get("minimum", schema["exclusiveMinimum"] + step if "exclusiveMinimum" in schema else None)
    high = schema.get("maximum", schema["exclusiveMaximum"] - step if "exclusiveMaximum" in schema else None)
    value = max(0, low) if low is not None else 0
    if high is not None:
        value = min(value, high)
    return int(value) if whole else value


def fitted(value: Any, schema: Schema, root: Schema | None = None) -> Any:
    """`value` made to fit: surplus properties, items that an enum forbids and overlong lists and texts cut away.

    What is required and missing is filled with the smallest instance.
    """
    root = schema if root is None else root
    schema = resolved(schema, root)
    if isinstance(value, dict):
        properties: Mapping[str, Any] = schema.get("properties", {})
        kept = {name: fitted(one, properties[name], root) for name, one in value.items() if name in properties}
        for name in schema.get("required", ()):
            if name not in kept:
                kept[name] = smallest(properties.get(name, {}), root)
        return kept
    if isinstance(value, list):
        items = schema.get("items", {})
        allowed = [fitted(one, items, root) for one in value if allows(one, items, root)]
        allowed = allowed[: schema.get("maxItems", len(allowed))]
        while len(allowed) < schema.get("minItems", 0):
            allowed.append(smallest(items, root))
        return allowed
    if isinstance(value, str) and len(value) > schema.get("maxLength", len(value)):
        return value[: max(0, schema["maxLength"] - 1)] + "…"
    return value


def allows(value: Any, schema: Schema, root: Schema) -> bool:
    """Whether the enums and bounds in the schema allow the value."""
    schema = resolved(schema, root)
    if "enum" in schema and value not in schema["enum"]:
        return False
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        return all(allows(one, properties[name], root) for name, one in value.items() if name in properties)
    if isinstance(value, _NUMBER):
        return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))
    return True
