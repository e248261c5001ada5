"""The settings schema as pages of fields: the dialog is made from it, field by field."""

from __future__ import annotations

from dataclasses import dataclass

from core.settings import Group, Settings
from desktop.widgets.forms.field import Field, Translate, fields_of


@dataclass(frozen=True, slots=True)
class Page:
    """A page of the settings dialog: a group of the schema."""

    name: str
    title: str
    fields: tuple[Field, ...]


def pages(settings: Settings, translate: Translate = str) -> tuple[Page, ...]:
    """Every page with its fields and present values, in the order of the schema."""
    groups = {name: getattr(settings, name) for name in type(settings).model_fields}
    return tuple(
        Page(name, translate((type(group).__doc__ or name).split(".")[0]), fields_of(group, translate))
        for name, group in groups.items()
        if isinstance(group, Group)
    )
