"""Who stands where, and who did what to whom, as the moves of turns have it."""

from __future__ import annotations

import pytest

from parley.core.base.clock import REHEARSAL_EPOCH
from parley.core.log.authors import RULES
from parley.core.log.events.turn import Move, TurnEnded, TurnStarted
from parley.core.log.state import Parts, Turn
from parley.core.measures.relations import Relations


def talk(said: str, at: int = 0) -> list[Turn]:
    """Turns as "who act whom about"; in capitals: who keeps a side, A for, B against. `at` tells two talks apart."""
    made = []
    for number, (who, *does) in enumerate(map(str.split, said.split(", ")), 1):
        act, to, about = (*does, "", "")[:3]
        side = {"A": "for", "B": "against"}.get(who, "")
        move = Move(act=act, to=to, about=int(about or 0), stance=side)  # type: ignore[arg-type]
        started = TurnStarted(at=REHEARSAL_EPOCH, turn=number, member=who, move=move)
        ended = TurnEnded(at=REHEARSAL_EPOCH, turn=number, member=who, text="So.")
        made.append(Turn(number, who, "So.", at + number, Parts(0, started, None, None, ended), RULES))
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
    relations = Relations()
    # All of this is taken back, and said anew.
    relations.follow(talk("b object, b warn a, c support b 1, a ask c, c object a 4", at=50))
    relations.follow(talk(said))
    assert relations.find_stances(range(1, 9)) == stances
    assert [deed.turn for deed in relations.list_deeds(range(1, 9))] == deeds
    assert not relations.find_stances(range(9, 9)), "a scene that has just begun"
