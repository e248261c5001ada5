"""The settings schema as figures: the dialog is made from it, field by field."""

from __future__ import annotations

from typing import Any, Literal, get_args, get_origin

from pydantic.fields import FieldInfo

from core.settings import Group, Settings
from desktop.run.figures import FieldFigure, GroupFigure

UNBOUNDED = 1_000_000.0
_TITLES = {"system": "As the system", "en": "English", "de": "Deutsch"}
"""Titles of choices that their values do not spell."""


def group_figures(settings: Settings) -> tuple[GroupFigure, ...]:
    """Every page with its fields and present values, in the order of the schema."""
    pages: list[GroupFigure] = []
    for name in type(settings).model_fields:
        group = getattr(settings, name)
        if isinstance(group, Group):
            title = (type(group).__doc__ or name).split(".")[0]
            known = type(group).model_fields
            fields = tuple(_field(name, key, info, getattr(group, key)) for key, info in known.items())
            pages.append(GroupFigure(name, title, fields))
    return tuple(pages)


def _field(group: str, name: str, info: FieldInfo, value: Any) -> FieldFigure:
    low, high = 0.0, UNBOUNDED
    for bound in info.metadata:
        low = float(getattr(bound, "ge", low))
        high = float(getattr(bound, "le", high))
    extra = info.json_schema_extra
    shown: dict[str, Any] = extra if isinstance(extra, dict) else {}
    if callable(extra):
        extra(shown)
    values = shown.get("enum") or (get_args(info.annotation) if get_origin(info.annotation) is Literal else ())
    choices = tuple((each, _TITLES.get(each) or each.replace("_", " ").capitalize()) for each in values)
    if choices:
        kind = "choice"
    else:
        kinds: dict[object, str] = {bool: "bool", int: "int", float: "float"}
        kind = "list" if get_origin(info.annotation) is tuple else kinds.get(info.annotation, "text")
    lowest = str(shown.get("lowest", ""))
    return FieldFigure(group, name, info.title or name, info.description or "", kind, value, low, high, choices, lowest)
