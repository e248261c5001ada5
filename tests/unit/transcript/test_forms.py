"""Forms: their schema, and answers that are none."""

from __future__ import annotations

import msgspec
import pytest

from parley.core.base import forms


class Choice(msgspec.Struct):
    choice: int
    reason: str = ""


def test_a_schema_asks_for_all_of_it_and_for_nothing_else() -> None:
    schema = forms.record({"lines": forms.list_of(forms.record({"who": forms.one_of(["a", "b"])}), minItems=1)})
    item = {
        "type": "object",
        "properties": {"who": {"type": "string", "enum": ["a", "b"]}},
        "required": ["who"],
        "additionalProperties": False,
    }
    assert schema["properties"] == {"lines": {"type": "array", "items": item, "minItems": 1}}
    assert schema["required"] == ["lines"]


@pytest.mark.parametrize("answer", ['{"choice": 2}', '```json\n{"choice": 2}\n```', ' ```{"choice": "2"}``` '])
def test_an_answer_is_read_fenced_or_not(answer: str) -> None:
    assert forms.read(answer, Choice).choice == 2


@pytest.mark.parametrize(
    "answer", ["", "two", "[]", "{}", '{"choice": "two"}', '{"choice": 1, "reason": ' + "[" * 100_000]
)
def test_what_is_no_answer_is_told_so(answer: str) -> None:
    with pytest.raises(msgspec.DecodeError):
        forms.read(answer, Choice)
