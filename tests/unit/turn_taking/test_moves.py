"""What a turn does is drawn from the seed, from how two get on, and from what is open."""

from __future__ import annotations

import asyncio
from collections import Counter
from typing import Any

import pytest

from parley.core.base.clock import SeededRandom
from parley.core.home import Home
from parley.core.log.events.turn import Move
from parley.core.log.state import State
from parley.core.modes.roundtable.request import RoundtableRequest
from parley.core.perspective.move_text import move_words, phrase_move
from parley.core.studio.studio import Studio
from parley.core.turn_taking.moves import WAITS, WINDS_UP, stance
from tests.played_runs import played_in
from tests.scripted_voices import one_step

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


@pytest.mark.parametrize("affinity", [0.1, 0.5, 0.95])
def test_tension_brings_challenges_and_liking_support(affinity: float) -> None:
    draws, number = SeededRandom(4), 8_000
    counts = Counter(stance(affinity, draws.uniform(turn, "stance")) for turn in range(number))
    tense = 1 - affinity
    for mood, share in (("challenge", tense**2), ("support", affinity**2), ("neutral", 2 * tense * affinity)):
        assert abs(counts[mood] / number - share) < 4 * (share * (1 - share) / number) ** 0.5, mood


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


def test_whoever_speaks_next_answers_what_was_put_in(home: Home) -> None:
    async def main() -> list[Move | None]:
        studio = Studio(home)
        run = studio.start(studio.compose(RoundtableRequest(format="strategy", seed=2, turns=8, simulated=True)))
        for _ in range(3):
            await one_step(run)
        run.director.inject("The server room is on fire")
        await one_step(run)
        # A whisper is answered by whoever heard it, once they speak.
        await one_step(run)
        found = [turn.started.move for turn in run.state.turns if turn.started]
        assert "The server room is on fire" in run.state.turns[3].started.direction  # type: ignore[union-attr]
        await run.close()
        await studio.close()
        return found

    moves = asyncio.run(main())
    assert moves[3] is not None
    assert (moves[3].act, moves[3].injected) == ("answer", "The server room is on fire")
    assert moves[4] is not None
    assert not moves[4].injected


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


@pytest.mark.parametrize("seed", range(3))
def test_whoever_has_promised_something_brings_up_nothing_new(home: Home, seed: int) -> None:
    promised = set[str]()
    for member, move in moves_of(played(home, format="standup", seed=seed, turns=24))[:-1]:
        assert member not in promised or move.act in {*WINDS_UP, "answer"}
        if move.act == "commit":
            promised.add(member)
