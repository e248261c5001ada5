"""What a turn does is drawn from the seed, from how two get on, and from what is open."""

from __future__ import annotations

from typing import Any

import pytest

from parley.core.home import Home
from parley.core.log.events.turn import Move
from parley.core.log.state import State
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.perspective.move_text import move_words, phrase_move
from parley.core.turn_taking.moves import WAITS
from tests.played_runs import played_in

ACTS = tuple(move_words("en")["nouns"])[:-1]


def played(home: Home, **asked: Any) -> State:
    """A roundtable of that kind, played to its end on a simulated clock."""
    return played_in(
        home, RoundtableRequest(**{"topic": "A swimming pool in winter", "simulated": True, **asked})
    ).state


def moves_of(state: State) -> list[tuple[str, Move]]:
    """Who spoke, and their move, turn by turn."""
    found = [(turn.member, turn.started.move) for turn in state.turns if turn.started is not None]
    return [(member, move) for member, move in found if move is not None]


@pytest.mark.parametrize("seed", range(6))
def test_whoever_is_asked_answers_soon(home: Home, seed: int) -> None:
    state = played(home, format="cross_examination", seed=seed, turns=12)
    moves, asked = moves_of(state), 0
    for number, (_member, move) in enumerate(moves, 1):
        if move.act != "ask":
            continue
        asked += 1
        answers = [
            at
            for at, (who, later) in enumerate(moves, 1)
            if who == move.to and later.act == "answer" and later.about == number
        ]
        assert answers
        # Several may wait at once, each for their turn.
        assert answers[0] - number <= WAITS + 3
    assert asked
    assert moves[0][1].act == "open"
    assert moves[-1][1].act in {"summarise", "answer"}


@pytest.mark.parametrize("seed", range(4))
def test_sides_of_a_debate_stay(home: Home, seed: int) -> None:
    moves = moves_of(played(home, format="debate", seed=seed, turns=10))
    sides = {member: {move.stance for who, move in moves if who == member} for member, _move in moves}
    assert all(len(side) == 1 for side in sides.values())
    assert set.union(*sides.values()) == {"for", "against"}
    side = {member: next(iter(each)) for member, each in sides.items()}
    assert not [move for member, move in moves if move.act == "support" and side[move.to] != side[member]]


def test_a_planning_ends_in_promises_and_a_decision(home: Home) -> None:
    state = played(home, format="planning", seed=5, turns=12)
    moves = moves_of(state)
    promised = [member for member, move in moves if move.act == "commit"]
    assert len(promised) == len({*promised}) >= 2
    assert moves[-1][1].act == "decide"
    assert state.distilled is not None


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("act", ACTS)
def test_every_act_has_its_sentences(language: str, act: Any) -> None:
    for way in ("told", "staged"):
        for to, injected in (("", ""), ("Ilja", ""), ("", "Fire")):
            for tenth in range(10):
                move = Move(act=act, to=to, injected=injected if act == "answer" else "")
                text = phrase_move(
                    move, way, language, tenth / 10, me="Bex", to=to, topic="Opening on Sundays", about="propose"
                )  # type: ignore[arg-type]
                assert "{" not in text
                assert text[0].isupper()
                assert way == "told" or text.startswith("Bex ")
