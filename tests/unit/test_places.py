"""Where things stand in TOML: told by the text, and as the standard library reads it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parley.core.base.places import Location, Place, find_places, place_of

ROOT = Path(__file__).parents[2]

TRICKY = '''\
# [not.a] table
a = 1  # b = 2
"b c".'d e'.f = "a # \\" = ["
text = """
x = 1
[no] "" \\""" """
raw = \'\'\'
y = 2 ''\'\'\'
when = 1979-05-27 07:32:00
list = [ # one
  1, [2, { x = "]", y.z = [3] }],
  "}",
]

[t]
k = { a = 1, "b,c" = [ {d = 'e'}, ] }
[[t.many]]
n = 1
[t.many.of]
n = 2
[[t.many]]
n = 3
[[t.many.inner]]
[[t.many.inner]]
'''


def locations(value: Any, here: Location = ()) -> Iterator[Location]:
    if here:
        yield here
    if isinstance(value, dict | list):
        for key, each in value.items() if isinstance(value, dict) else enumerate(value):
            yield from locations(each, (*here, key))


@pytest.mark.parametrize(
    "text", [TRICKY, *(path.read_text("utf-8") for path in sorted(ROOT.glob("resources/[cfps]*/st*.toml")))]
)
def test_what_has_a_place_is_in_the_text_and_every_key_of_a_table_has_one(text: str) -> None:
    found, read = set(find_places(text)), tomllib.loads(text)
    assert found <= set(locations(read))
    assert {(key,) for key in read} <= found
    tables = [(key, at) for key, each in read.items() if isinstance(each, list) for at in range(len(each))]
    assert all((*table, key) in found for table in tables if table in found for key in read[table[0]][table[1]])


def test_lines_and_columns_are_those_of_the_text() -> None:
    lines = TRICKY.splitlines()

    def there(*location: int | str) -> str:
        place = place_of(TRICKY, location)
        return lines[place.line - 1][place.column - 1 :]

    assert there("b c", "d e", "f").startswith('"b c".')
    assert there("when").startswith("when = ")
    # What stands within a value has the place of its key.
    assert there("list", 1, 1, "y", "z", 0).startswith("list = [")
    assert there("t", "k", "b,c", 0, "d").startswith("k = {")
    assert (place_of(TRICKY, ("t", "many", 1, "n")), there("t", "many", 1, "n")) == (Place(22, 1), "n = 3")
    assert place_of(TRICKY, ("t", "many", 0, "of", "n", "deeper")).line == 20
    assert place_of(TRICKY, ("nothing",)) == place_of(TRICKY, ()) == Place(0, 0)


def test_a_text_that_is_no_toml_has_the_places_of_what_looks_like_keys() -> None:
    assert find_places("a = [1\nb = 2") == {("a",): Place(1, 1), ("b",): Place(2, 1)}
    assert find_places("a = " + "[" * 100_000) == {("a",): Place(1, 1)}
