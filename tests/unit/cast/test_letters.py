"""The letters on members' marks."""

from __future__ import annotations

import pytest

from parley.core.cast.letters import MOST, assign_letters
from parley.core.cast.member import Member


def marks(*names: str, chosen: dict[str, str] | None = None) -> list[str]:
    """The marks of members with these names."""
    members = [Member(id=f"m{at}", name=name, letter=(chosen or {}).get(name, "")) for at, name in enumerate(names)]
    return list(assign_letters(members).values())


@pytest.mark.parametrize(
    ("names", "expected"),
    [
        (["Ada", "Bo"], ["A", "B"]),
        (["rehearsal", "rehearsal 2", "rehearsal 12"], ["R", "R2", "12"]),
        (["Mind 3", "Mind 4", "Mind 100", "Mind"], ["M3", "M4", "M", "Mi"]),
        (["claude-3-opus", "claude-3-haiku", "Claude"], ["C", "CH", "Cl"]),
        (["Side A", "Side B", "Seite C"], ["A", "B", "C"]),
        (["Anna", "Anna Schmidt", "Änne", "ändy"], ["A", "AS", "Ä", "Än"]),
    ],
)
def test_no_two_have_the_same(names: list[str], expected: list[str]) -> None:
    assert marks(*names) == expected


def test_a_chosen_letter_stands() -> None:
    assert marks("Bo", "Ada", "Eve", chosen={"Ada": "B"}) == ["Bo", "B", "E"]


def test_newcomers_change_nobodys() -> None:
    names = ["Ada", "Anton", "Anna", "Aaron"]
    whole = marks(*names)
    for count in range(1, len(names)):
        assert marks(*names[:count]) == whole[:count]


def test_as_many_as_there_are_marks_for() -> None:
    found = marks(*["x"] * MOST)
    assert len(set(found)) == MOST - 1 + 1
    assert all(len(mark) <= 2 for mark in found)
    # Above that they repeat rather than fail.
    assert len(marks(*["x"] * (MOST + 10))) == MOST + 10
