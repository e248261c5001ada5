"""JSON Schema (2020-12) of every kind of file, made from the models that read them.

What is published knows no packages. A version is MAJOR.MINOR: files that were right stay right while MAJOR is the same
(docs/schemas.md).
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Any

import msgspec

from parley.core.authoring.kinds import EVENTS, RUN, RUNS, check_kind, map_toml_kinds
from parley.core.base.packaged import get_resource
from parley.core.engine.mode_spec import MODES, ModeSpec
from parley.core.log.codec import event_types_of
from parley.core.log.config import RunConfig

FOLDER = "schemas"
DIALECT = "https://json-schema.org/draft/2020-12/schema"
VERSIONS: dict[str, str] = {}
"""By kind, where it is not the first."""
FIRST = "1.0"

_WITHIN = {RUN: ("cast", "world", "story"), EVENTS: ("cast", "world", "story")}
"""Kinds whose parts others have in them."""
_OURS = frozenset(
    {
        "advanced", "choices", "de", "empty", "fallback", "group", "lowest", "needed", "option", "option_default",
        "repeated", "sentence", "unit", "widget",
    }
)  # fmt: skip
"""Hints of fields that only our forms and options read."""


def get_published(kind: str) -> str:
    """Return the schema of a kind with what ships alone, as text. Raises `UnknownName`."""
    return get_text_of(get_schema_of(kind, [MODES[name] for name in MODES.shipped]))


def get_text_of(schema: Mapping[str, Any]) -> str:
    """Return a schema as it stands in a file."""
    return json.dumps(schema, ensure_ascii=False, indent=2) + "\n"


def get_schema_of(kind: str, modes: Sequence[ModeSpec] | None = None) -> dict[str, Any]:
    """Return the schema of a kind with those modes; without them, with all that are installed here. Raises
    `UnknownName`.
    """
    modes = MODES.values() if modes is None else modes
    found = {EVENTS: _build_event_schemas, RUN: _run}.get(kind)
    definition = map_toml_kinds().get(check_kind(kind))
    made = found(modes) if found else _strip_schema(definition.model.model_json_schema() if definition else {})
    _describe_fields(kind, made)
    head = {"$schema": DIALECT, "$id": get_id_of(kind), "title": f"Parley: {_get_title(kind)}"}
    return {**head, **{key: value for key, value in made.items() if key != "title"}}


def get_id_of(kind: str) -> str:
    """Return the `$id` of a kind's schema, with its version."""
    return f"urn:parley:schema:{kind}:{VERSIONS.get(kind, FIRST)}"


@cache
def read_about() -> dict[str, Any]:
    """Return what fields are for, where their models do not say it: by kind (or "shared"), then by part or field."""
    return tomllib.loads(get_resource(FOLDER, "about.toml").read_text("utf-8"))


def _describe_fields(kind: str, schema: dict[str, Any]) -> None:
    kinds = (kind, "shared", *_WITHIN.get(kind, ()))
    for name, part in (("", schema), *schema.get("$defs", {}).items()):
        tables = [table.get(name, {}) if name else table for table in (read_about().get(each, {}) for each in kinds)]
        for field, found in whole(part).get("properties", {}).items():
            told = next((table[field] for table in tables if isinstance(table.get(field), str)), "")
            if told and "description" not in found:
                found["description"] = told


def whole(part: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return the table that a part is, where it may be written in short as well."""
    return next((each for each in part.get("anyOf", ()) if each.get("type") == "object"), part)


def _get_title(kind: str) -> str:
    return {EVENTS: "an event, which is a line of a run's log", RUN: RUNS.what}.get(kind) or map_toml_kinds()[kind].what


def _run(modes: Sequence[ModeSpec]) -> dict[str, Any]:
    """Return the configuration of a run, with the section of every mode that has one."""
    made: dict[str, Any] = _strip_schema(RunConfig.model_json_schema())
    parts = made.setdefault("$defs", {})
    for mode in modes:
        if mode.config is None:
            continue
        section = _strip_schema(mode.config.model_json_schema())
        parts |= section.pop("$defs", {})
        parts[mode.config.__name__] = section
        made["properties"][mode.section] = {"$ref": f"#/$defs/{mode.config.__name__}"}
    return made | {"additionalProperties": False}  # the model allows more for modes' sections: all are here


def _build_event_schemas(modes: Sequence[ModeSpec]) -> dict[str, Any]:
    types = event_types_of(modes)
    references, parts = msgspec.json.schema_components(types, ref_template="#/$defs/{name}")
    run = _run(modes)
    # A log that an earlier version wrote lacks what was added since: what is there is what has to fit.
    config = {key: value for key, value in run.items() if key != "$defs"}
    shared = set(parts) & set(run["$defs"])  # an event's part and the configuration's may be called alike
    renamed = _rename_definitions({"RunConfig": config, **run["$defs"]}, shared)
    events = {name: _pin_type_tag(_strip_schema(each)) for name, each in parts.items()}
    events["RunStarted"]["properties"]["config"] = {"$ref": "#/$defs/RunConfig"}
    return {
        "description": "What a line of a run's log holds; its `type` says which event it is.",
        "oneOf": list(references),
        "$defs": dict(sorted((events | renamed).items())),
    }


def _pin_type_tag(event: dict[str, Any]) -> dict[str, Any]:
    tag = event.get("properties", {}).get("type", {}).get("enum", [])
    if len(tag) == 1:  # msgspec writes a tag as an enum of one
        event["properties"]["type"] = {"const": tag[0]}
    return event


def _rename_definitions(parts: Mapping[str, Any], taken: Iterable[str]) -> dict[str, Any]:
    """Return definitions under names that no event's have."""
    new = {f"#/$defs/{name}": f"#/$defs/Config{name}" for name in taken}

    def rename_refs(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: new.get(each, each) if key == "$ref" else rename_refs(each) for key, each in value.items()}
        return [rename_refs(each) for each in value] if isinstance(value, list) else value

    return {f"Config{name}" if name in taken else name: rename_refs(part) for name, part in parts.items()}


def _strip_schema(schema: Any) -> Any:
    """Return a schema without what only our forms read, and without titles that repeat a name."""
    if isinstance(schema, list):
        return [_strip_schema(each) for each in schema]
    if not isinstance(schema, dict):
        return schema
    found: dict[str, Any] = {}
    for key, value in schema.items():
        if key in ("properties", "$defs"):  # below these stand names, which may be those of keywords
            found[key] = {name: _strip_schema(each) for name, each in value.items()}
        elif key == "choices" and isinstance(value, list):
            found["examples"] = value
        elif key == "description":
            found[key] = _join_paragraph_lines(str(value))
        elif key in ("default", "enum", "const", "examples"):  # values: no schemas, whatever keys they have
            found[key] = value
        elif key not in _OURS and (key != "title" or " " in str(value)):
            found[key] = _strip_schema(value)
    return found


def _join_paragraph_lines(text: str) -> str:
    """Return a docstring's paragraphs, each on one line."""
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))
