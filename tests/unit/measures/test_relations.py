"""Who stands where, and who did what to whom, as the moves of turns have it."""

from __future__ import annotations

import pytest

from parley.core.base.clock import REHEARSAL_EPOCH
from parley.core.log.authors import RULES
from parley.core.log.events.turn import Move, TurnEnded, TurnStarted
from parley.core.log.state import Parts, Turn
from parley.core.measures.relations import Relations

OPENS, PROPOSES, WARNS = ("a", "open", "", 0), ("b", "propose", "", 0), ("c", "warn", "b", 2)


def talk(*said: tuple[str, str, str, int]) -> list[Turn]:
    """Turns of members who do something, to somebody, about a turn; in capitals: who keeps a side, A for, B against."""
    made = []
    for number, (who, act, to, about) in enumerate(said, 1):
        side = {"A": "for", "B": "against"}.get(who, "")
        move = Move(act=act, to=to, about=about, stance=side) if act else None  # type: ignore[arg-type]
        started = TurnStarted(at=REHEARSAL_EPOCH, turn=number, member=who, move=move)
        ended = TurnEnded(at=REHEARSAL_EPOCH, turn=number, member=who, text="So.")
        made.append(Turn(number, who, "So.", number, Parts(0, started, None, None, ended), RULES))
    return made


@pytest.mark.parametrize(
    ("said", "stances"),
    [
        ((), {}),
        ((("a", "", "", 0),), {}),
        ((OPENS, PROPOSES, WARNS), {}),
        ((OPENS, PROPOSES, ("a", "support", "b", 2), ("c", "object", "b", 2)), {"a": 1, "c": -1}),
        ((OPENS, PROPOSES, WARNS, ("b", "object", "c", 3)), {"b": 1}),
        ((OPENS, PROPOSES, ("c", "object", "b", 2), ("a", "support", "c", 3)), {"c": -1, "a": -1}),
        ((("c", "object", "", 0), ("c", "inform", "", 0), ("a", "object", "c", 2)), {"c": -1, "a": 1}),
        ((("c", "object", "", 0), ("a", "concede", "c", 0)), {"c": -1, "a": -1}),
        ((("c", "object", "", 0), ("c", "commit", "", 0), ("a", "support", "c", 2)), {"c": 1, "a": 1}),
        ((("A", "open", "", 0), ("B", "object", "A", 1), ("A", "concede", "B", 2)), {"A": 1, "B": -1}),
    ],
)
def test_a_stance_follows_from_what_was_backed_and_objected_to(
    said: tuple[tuple[str, str, str, int], ...], stances: dict[str, int]
) -> None:
    relations = Relations()
    relations.follow(talk(*said))
    assert relations.find_stances(range(1, len(said) + 1)) == stances


def test_what_a_retry_took_back_counts_no_more() -> None:
    relations, turns = Relations(), talk(OPENS, PROPOSES, WARNS, ("a", "ask", "c", 0))
    relations.follow(turns)
    told = [(deed.turn, deed.member, deed.act, deed.to) for deed in relations.list_deeds(range(1, 5))]
    assert told == [(3, "c", "warn", "b"), (4, "a", "ask", "c")]
    assert [deed.turn for deed in relations.list_deeds(range(4, 5))] == [4], "of one scene"
    again = talk(OPENS, PROPOSES, ("b", "support", "a", 1))
    again[2] = Turn(3, "b", "So.", 30, again[2].held, RULES)
    relations.follow(again)
    assert [deed.member for deed in relations.list_deeds(range(1, 5))] == ["b"]
    assert relations.find_stances(range(1, 5)) == {"b": 1}
