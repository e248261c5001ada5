"""What a form asks for, field by field, taken from a pydantic model."""

from __future__ import annotations

import types
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, Union, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

UNBOUNDED = 1_000_000.0
Choices = tuple[tuple[Any, str], ...]
Translate = Callable[[str], str]


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """A field as its schema describes it.

    `kind` names its editor: bool, choice, open (a choice in which anything may be written), int, float, budget, text,
    long (so many pixels), growing (as many lines as it has) or list. `choices` are (value, title). `lowest` is what the
    lowest value of a number is called, `optional`: it may be left open, and is None then; `empty` says what that means,
    or stands in an empty text. `label` stands beside a box that is ticked. `more`: it is seldom needed.
    """

    name: str
    title: str
    kind: str = "text"
    description: str = ""
    value: Any = None
    low: float = 0.0
    high: float = UNBOUNDED
    step: float = 0.0
    unit: str = ""
    lowest: str = ""
    empty: str = ""
    label: str = ""
    longest: int = 0
    choices: Choices = ()
    optional: bool = False
    more: bool = False
    extra: Mapping[str, Any] = field(default_factory=dict)


def get_fields_of(
    model: type[BaseModel] | BaseModel,
    translate: Translate = str,
    names: Iterable[str] = (),
    others: Mapping[str, Mapping[str, Any]] | None = None,
    language: str = "",
) -> tuple[Field, ...]:
    """Return the fields of a model, or those that are named, in that order, with the model's values or its defaults.

    Title, description, bounds and hints (`parley.core.engine.run_request.asked`) are the schema's, each text
    translated. A hint with the name of the `language` has the texts in it, by their names. `others` are attributes by
    field that take the place of the schema's. Fields that no editor can show (a part with fields of its own) are left
    out.
    """
    kind = model if isinstance(model, type) else type(model)
    found = []
    for name in names or kind.model_fields:
        info = kind.model_fields[name]
        value = info.get_default(call_default_factory=True) if isinstance(model, type) else getattr(model, name)
        described = (
            _describe_field(name, info, translate, language) | {"value": value} | dict((others or {}).get(name, {}))
        )
        if described["kind"]:
            found.append(Field(**described))
    return tuple(found)


def _describe_field(name: str, info: FieldInfo, translate: Translate, language: str) -> dict[str, Any]:
    hints = info.json_schema_extra
    extra: dict[str, Any] = dict(hints) if isinstance(hints, Mapping) else {}
    if callable(hints):  # pydantic allows a function, which changes the schema
        hints(extra)
    annotation, optional = _strip_none(info.annotation)
    own = extra.get(language, {})

    def get_text(key: str, text: Any) -> str:
        return str(own.get(key) or translate(str(text or "")))

    bounds = {side: bound for each in info.metadata for side in ("ge", "le", "max_length")
              if (bound := getattr(each, side, None)) is not None}  # fmt: skip
    kind, choices = _parse_kind(annotation)
    left_open = get_text("fallback", extra.get("fallback"))
    if kind == "text" and isinstance(values := extra.get("enum", extra.get("choices")), list | tuple):
        kind, choices = "choice", tuple((value, get_title_of(str(value))) for value in values)
        if left_open and "" not in values:  # a text that may stay empty
            choices = ("", left_open), *choices
    elif extra.get("widget") == "text":
        kind = "long"
    return {
        "name": name,
        "title": get_text("title", info.title or get_title_of(name)),
        "kind": kind,
        "description": get_text("description", info.description),
        "low": float(bounds.get("ge", 0.0)),
        "high": float(bounds.get("le", UNBOUNDED)),
        "longest": int(bounds.get("max_length", 0)) if kind == "text" else 0,
        "choices": tuple((value, translate(title)) for value, title in choices),
        "unit": f" {get_text('unit', extra['unit'])}" if "unit" in extra else "",
        "lowest": get_text("lowest", extra.get("lowest")),
        "empty": left_open,
        "optional": optional,
        "more": bool(extra.get("advanced")),
        "extra": extra,
    }


def _strip_none(annotation: Any) -> tuple[Any, bool]:
    """Return an annotation without None, and whether it had it."""
    if get_origin(annotation) in (Union, types.UnionType):
        parts = [part for part in get_args(annotation) if part is not type(None)]
        if len(parts) < len(get_args(annotation)):
            return (parts[0] if len(parts) == 1 else annotation), True
    return annotation, False


def _parse_kind(annotation: Any) -> tuple[str, Choices]:
    if get_origin(annotation) is Literal:
        return "choice", tuple((each, get_title_of(str(each))) for each in get_args(annotation))
    if annotation in (bool, int, float, str):
        return {bool: "bool", int: "int", float: "float", str: "text"}[annotation], ()
    items = get_args(annotation)
    texts = bool(items) and (items[0] is str or get_args(items[0])[:1] == (str,))  # or Annotated[str, …]
    return ("list" if texts else ""), ()


_TITLES = {"system": "As the system", "contrast": "High contrast", "en": "English", "de": "Deutsch",
    "alt": "When Alt is pressed", "openai": "OpenAI",
}  # fmt: skip
"""Titles of values that do not spell them."""


def get_title_of(value: str) -> str:
    """Return what a value of a choice is called where nobody says."""
    return _TITLES.get(value) or value.replace("_", " ").capitalize()
