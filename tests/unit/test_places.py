"""Where things stand in TOML: told by the text, and as the standard library reads it."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from parley.core.base.places import Location, Place, place_of, places

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


TEXTS = [TRICKY, *(path.read_text("utf-8") for path in sorted(ROOT.glob("resources/[cfps]*/st*.toml")))]


def test_everything_that_toml_names_has_a_place_and_nothing_else() -> None:
    for text in TEXTS:
        assert set(places(text)) == set(locations(tomllib.loads(text)))


def test_lines_and_columns_are_those_of_the_text() -> None:
    lines = TRICKY.splitlines()

    def there(*location: int | str) -> str:
        place = place_of(TRICKY, location)
        return lines[place.line - 1][place.column - 1 :]

    assert there("b c", "d e", "f").startswith('"b c".')
    assert there("when").startswith("when = ")
    assert there("list", 1, 1, "y", "z", 0).startswith("3]")
    assert there("list", 2).startswith('"}"')
    assert there("t", "k", "b,c", 0, "d").startswith("d = 'e'")
    assert (place_of(TRICKY, ("t", "many", 1, "n")), there("t", "many", 1, "n")) == (Place(22, 1), "n = 3")
    assert place_of(TRICKY, ("t", "many", 0, "of", "n", "deeper")).line == 20
    assert place_of(TRICKY, ("nothing",)) == place_of(TRICKY, ()) == Place(0, 0)


@pytest.mark.parametrize("text", ["a = [1\nb = 2", "a", "[a\nb = 1", 'a = "', "a = " + "[" * 100_000, "= 1"])
def test_a_text_that_is_no_toml_has_the_places_before_its_fault(text: str) -> None:
    assert set(places(text)) <= {("a",), *((("a",) + (0,) * depth) for depth in range(64)), ("a", 1)}
