"""Who stands where, and who did what to whom, as the moves of turns have it."""

from __future__ import annotations

import pytest

from parley.core.measures.relations import Deed, find_stances, list_relations


@pytest.mark.parametrize(
    ("said", "stances", "deeds"),
    [
        ("a open, b propose, c warn b 2, b ask a", {}, [3, 4]),
        ("a open, b propose, a support b 2, c object b 2", {"a": 1, "c": -1}, [3, 4]),
        ("a open, b propose, c warn b 2, b object c 3", {"b": 1}, [3, 4]),
        ("b propose, c object b 1, a support c 2, c inform, b object c 4", {"c": -1, "a": -1, "b": 1}, [2, 3, 5]),
        ("c object, a concede c, c commit, b support c 3", {"c": 1, "a": -1, "b": 1}, [2, 4]),
        ("A open, B object A 1, A concede B 2", {"A": 1, "B": -1}, [2, 3]),
    ],
)
def test_stances_follow_from_what_was_backed_and_objected_to(
    said: str, stances: dict[str, int], deeds: list[int]
) -> None:
    told = (line.split() for line in said.split(", "))
    found = [
        Deed(turn, who, act, "".join(to[:1]), int("".join(to[1:]) or 0), {"A": 1, "B": -1}.get(who, 0))  # type: ignore[arg-type]
        for turn, (who, act, *to) in enumerate(told, 1)
    ]
    assert find_stances(found) == stances
    assert [deed.turn for deed in list_relations(found)] == deeds
