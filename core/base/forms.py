"""Forms that a voice fills in: their JSON schema, and how an answer is read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

import msgspec

T = TypeVar("T")

Schema = dict[str, Any]

TEXT: Schema = {"type": "string"}
NUMBER: Schema = {"type": "number"}
INTEGER: Schema = {"type": "integer"}
FLAG: Schema = {"type": "boolean"}


def record(properties: Mapping[str, Any]) -> Schema:
    """Return an object with just these properties, all of them required."""
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def list_of(item: Mapping[str, Any], **bounds: int) -> Schema:
    """Return a list of items of one schema; `bounds` are `minItems` and `maxItems`."""
    return {"type": "array", "items": dict(item), **bounds}


def one_of(names: Sequence[str]) -> Schema:
    """Return one of these words."""
    return {"type": "string", "enum": list(names)}


def read(answer: str, form: type[T]) -> T:
    """Return the form that the answer fills in, be it fenced as code or not.

    Raises `msgspec.DecodeError` where it is none.
    """
    bare = answer.strip().removeprefix("```json").removeprefix("```").removesuffix("```")
    try:
        return msgspec.json.decode(bare, type=form, strict=False)  # models write numbers in quotation marks, too
    except (UnicodeError, RecursionError) as error:  # lone surrogates, and nesting without end
        raise msgspec.DecodeError(str(error)) from None
