"""Write the page of all fields from the schemas that ship: `python -m scripts.fields`."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from parley.core.authoring import kinds, schemas
from parley.core.authoring.kinds import EVENTS, RUN

PAGE = Path(__file__).resolve().parents[1] / "docs" / "fields.md"
HEAD = """# What stands in files

Made from the schemas in `resources/schemas` (`python -m scripts.fields`); [schemas](schemas.md) says how to use them.
`parley new KIND NAME` begins a file, `parley check FILE` tells what is wrong with one.
"""
WORDS = {"string": "text", "integer": "whole number", "number": "number", "boolean": "true or false", "null": ""}
LONGEST_DEFAULT = 40
LONGEST_CHOICE = 12


def page() -> str:
    """The page as Markdown."""
    names = [name for name in kinds.names() if name not in (EVENTS, RUN)]
    loaded = {name: json.loads(schemas.shipped(name)) for name in (*names, RUN, EVENTS)}
    contents = " · ".join(f"[{name}](#{name})" for name in loaded)
    parts = [HEAD, contents + "\n", *(_kind(name, loaded[name]) for name in names)]
    parts += [_run(loaded[RUN]), _events(loaded[EVENTS])]
    return "\n".join(parts)


def _kind(name: str, schema: Mapping[str, Any]) -> str:
    head = [f"## {name}\n", f"`{schema['$id']}`\n", f"{_cell(schema.get('description', ''))}\n", _table(schema, name)]
    return "\n".join([*head, *_parts(name, schema)])


def _parts(name: str, schema: Mapping[str, Any]) -> Iterator[str]:
    for part, found in schema.get("$defs", {}).items():
        table = schemas.whole(found)
        if "properties" in table:
            short = " It may be written as one text." if table is not found else ""
            yield f"### {name}: {part}\n\n{_cell(table.get('description', ''))}{short}\n"
            yield _table(table, name)


def _run(schema: Mapping[str, Any]) -> str:
    text = (
        "What the first line of a log holds, whole, so that the log stands alone. Its members, format and world are "
        "those above; a mode's own configuration stands under the mode's name.\n"
    )
    return "\n".join([f"## {RUN}\n", f"`{schema['$id']}`\n", text, _table(schema)])


def _events(schema: Mapping[str, Any]) -> str:
    parts = schema["$defs"]
    events = [parts[each["$ref"].rpartition("/")[2]] for each in schema["oneOf"]]
    rows = [
        f"| `{event['properties']['type']['const']}` | {_cell(event.get('description', ''))} "
        f"| {', '.join(f'`{name}`' for name in event['properties'] if name not in ('type', 'at'))} |"
        for event in events
    ]
    text = "A run's log holds one on each line, with its `type` and the moment `at` which it was written.\n"
    table = ["| Type | What happened | Fields |", "|---|---|---|", *rows]
    return "\n".join([f"## {EVENTS}\n", f"`{schema['$id']}`\n", text, *table]) + "\n"


def _table(schema: Mapping[str, Any], kind: str = "") -> str:
    """The fields of a part of a kind, whose other parts have headings of their own."""
    needed = set(schema.get("required", ()))
    rows = [
        f"| `{name}` | {_cell(_type(found, kind))} | {'needed' if name in needed else _default(found)} "
        f"| {_cell(' '.join(filter(None, (found.get('description', ''), _bounds(found)))))} |"
        for name, found in schema.get("properties", {}).items()
    ]
    return "\n".join(["| Field | Kind | Usually | What |", "|---|---|---|---|", *rows]) + "\n"


def _type(found: Mapping[str, Any], kind: str) -> str:
    """What a value is, in words."""
    if "$ref" in found:
        part = found["$ref"].rpartition("/")[2]
        return f"[{part}](#{kind}-{part.lower()})" if kind else part
    if "const" in found:
        return f"`{found['const']}`"
    if "enum" in found:
        shown = [f"`{value}`" if value != "" else "empty" for value in found["enum"][:LONGEST_CHOICE]]
        return ", ".join(shown)
    for several in ("anyOf", "oneOf"):
        if several in found:
            return " or ".join(dict.fromkeys(filter(None, (_type(each, kind) for each in found[several]))))
    if found.get("type") == "array":
        if "prefixItems" in found:
            return f"{len(found['prefixItems'])} of: {_type(found['prefixItems'][0], kind)}"
        return f"list of {_type(found.get('items', {}), kind) or 'anything'}"
    if found.get("type") == "object":
        values = found.get("additionalProperties")
        return f"table of {_type(values, kind) or 'anything'}" if isinstance(values, dict) else "table"
    return WORDS.get(found.get("type", ""), str(found.get("type", "")))


def _default(found: Mapping[str, Any]) -> str:
    value = found.get("default")
    if value in (None, "", [], {}):
        return ""
    text = json.dumps(value, ensure_ascii=False)
    if isinstance(value, dict):
        return ""
    return _cell(f"`{text if len(text) <= LONGEST_DEFAULT else text[:LONGEST_DEFAULT] + '…'}`")


def _bounds(found: Mapping[str, Any]) -> str:
    """The least and the most, of a number, a text or a list; nothing where there is none."""
    shown = next((each for each in found.get("anyOf", ()) if each.get("type") != "null"), found)
    least = shown.get("minimum", shown.get("exclusiveMinimum"))
    if "exclusiveMaximum" in shown:
        return f"({_number(least)} or more, below {_number(shown['exclusiveMaximum'])})"
    most = shown.get("maximum")
    if least is not None or most is not None:
        return f"({_number(least)} to {_number(most)})" if None not in (least, most) else f"({_one_side(least, most)})"
    letters, items = shown.get("maxLength"), shown.get("maxItems")
    if letters is not None:
        return f"(at most {letters:,} characters)"
    return f"(at most {items:,})" if items is not None and items != shown.get("minItems") else ""


def _one_side(least: float | None, most: float | None) -> str:
    return f"{_number(least)} or more" if most is None else f"at most {_number(most)}"


def _number(value: float | None) -> str:
    return f"{value:,}" if isinstance(value, int) else f"{value:g}"


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


if __name__ == "__main__":
    PAGE.write_text(page(), "utf-8")
