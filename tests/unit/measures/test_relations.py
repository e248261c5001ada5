"""Who stands where, and who did what to whom, as the moves of turns have it."""

from __future__ import annotations

import pytest

from parley.core.base.clock import REHEARSAL_EPOCH
from parley.core.log.authors import RULES
from parley.core.log.events.turn import Move, TurnEnded, TurnStarted
from parley.core.log.state import Parts, Turn
from parley.core.measures.relations import find_stances, list_relations, read_deeds


def talk(said: str) -> list[Turn]:
    """Turns as "who act whom about"; in capitals: who keeps a side, A for, B against."""
    made = []
    for number, (who, *does) in enumerate(map(str.split, said.split(", ")), 1):
        act, to, about = (*does, "", "")[:3]
        side = {"A": "for", "B": "against"}.get(who, "")
        move = Move(act=act, to=to, about=int(about or 0), stance=side)  # type: ignore[arg-type]
        started = TurnStarted(at=REHEARSAL_EPOCH, turn=number, member=who, move=move)
        ended = TurnEnded(at=REHEARSAL_EPOCH, turn=number, member=who, text="So.")
        made.append(Turn(number, who, "So.", number, Parts(0, started, None, None, ended), RULES))
    return made


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
    found = read_deeds(talk(said))
    assert find_stances(found) == stances
    assert [deed.turn for deed in list_relations(found)] == deeds
