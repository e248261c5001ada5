"""The smallest value that a JSON schema allows, and values made to fit one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Any

Schema = Mapping[str, Any]
DEPTH = 16
"""Deeper than this, a recursive schema is answered with nothing more."""


def smallest(schema: Schema, root: Schema | None = None) -> Any:
    """A minimal valid instance: first choices, required properties only, numbers nearest to 0 that are allowed."""
    return _made(schema, schema if root is None else root, lambda _name: "", None)


def improvised(schema: Schema, say: Callable[[str], str], random: Random) -> Any:
    """An instance with something in it: choices and numbers by chance, and for a text what is said for its name."""
    return _made(schema, schema, say, random)


def _made(
    schema: Schema, root: Schema, say: Callable[[str], str], random: Random | None, name: str = "", depth: int = 0
) -> Any:
    """An instance; by chance where there is one, else the smallest."""
    if depth > DEPTH:
        return None

    def within(part: Schema, name: str) -> Any:
        return _made(part, root, say, random, name, depth + 1)

    schema = _resolved(schema, root)
    if "const" in schema or ("default" in schema and not schema.get("enum")):
        return schema.get("const", schema.get("default"))
    if choices := schema.get("enum"):
        return random.choice(choices) if random else choices[0]
    if alternatives := schema.get("anyOf") or schema.get("oneOf"):
        return within(alternatives[0], name)
    match kind := _kind(schema):
        case "object":
            forms = schema.get("properties", {})
            return {one: within(forms.get(one, {}), one) for one in schema.get("required", ())}
        case "array":
            count = int(schema.get("minItems", 0))
            if random and "items" in schema:
                count = min(max(1, count), schema.get("maxItems", 1))
            return [within(schema.get("items", {}), name) for _ in range(count)]
        case "string":
            return say(name).ljust(int(schema.get("minLength", 0)), "…")
        case "integer" | "number":
            step = 1 if kind == "integer" else 0.001
            low = schema.get("minimum", schema.get("exclusiveMinimum", -step) + step)
            high = schema.get("maximum", schema.get("exclusiveMaximum", float("inf")) - step)
            if kind == "integer" and random and "minimum" in schema and "maximum" in schema:
                return random.randint(low, high)
            value = min(max(0, low), high)
            return int(value) if kind == "integer" else value
        case "boolean":
            return bool(random and random.random() < 0.5)
    return None


def _resolved(schema: Schema, root: Schema) -> Schema:
    """The schema with a local `$ref` followed and `allOf` merged."""
    for _ in range(DEPTH):
        reference = schema.get("$ref")
        if not isinstance(reference, str) or not reference.startswith("#/"):
            break
        target: Any = root
        for step in reference[2:].split("/"):
            target = target.get(step, {}) if isinstance(target, Mapping) else {}
        schema = {**target, **{key: value for key, value in schema.items() if key != "$ref"}}
    for part in schema.get("allOf", ()):
        part = _resolved(part, root)
        properties = {**schema.get("properties", {}), **part.get("properties", {})}
        required = dict.fromkeys([*schema.get("required", ()), *part.get("required", ())])
        schema = {**schema, **part}
        schema |= {"properties": properties} if properties else {}
        schema |= {"required": list(required)} if required else {}
    return schema


def _kind(schema: Schema) -> str:
    """The (first) type the schema names, else the one that its keywords imply."""
    named = schema.get("type")
    if isinstance(named, list):
        named = next(iter(named), None)
    implied = {
        "properties": "object",
        "required": "object",
        "items": "array",
        "minLength": "string",
        "pattern": "string",
    }
    return str(named or next((kind for word, kind in implied.items() if word in schema), "null"))


def fitted(value: Any, schema: Schema, root: Schema | None = None) -> Any:
    """`value` made to fit: surplus properties, items that an enum forbids and overlong lists and texts cut away.

    What is required and missing is filled with the smallest instance.
    """
    root = schema if root is None else root
    schema = _resolved(schema, root)
    if isinstance(value, dict):
        properties: Mapping[str, Any] = schema.get("properties", {})
        kept = {name: fitted(one, properties[name], root) for name, one in value.items() if name in properties}
        missing = [name for name in schema.get("required", ()) if name not in kept]
        return kept | {name: smallest(properties.get(name, {}), root) for name in missing}
    if isinstance(value, list):
        items = schema.get("items", {})
        allowed = [fitted(one, items, root) for one in value if _allows(one, items, root)][: schema.get("maxItems")]
        return allowed + [smallest(items, root) for _ in range(schema.get("minItems", 0) - len(allowed))]
    if isinstance(value, str) and len(value) > schema.get("maxLength", len(value)):
        return value[: max(0, schema["maxLength"] - 1)] + "…"
    return value


def _allows(value: Any, schema: Schema, root: Schema) -> bool:
    """Whether the enums and bounds in the schema allow the value."""
    schema = _resolved(schema, root)
    if "enum" in schema and value not in schema["enum"]:
        return False
    if isinstance(value, dict):
        properties = schema.get("properties", {})
        return all(_allows(one, properties[name], root) for name, one in value.items() if name in properties)
    if isinstance(value, int | float):
        return bool(schema.get("minimum", value) <= value <= schema.get("maximum", value))
    return True
