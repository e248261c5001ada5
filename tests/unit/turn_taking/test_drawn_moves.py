"""Which move is drawn in a talk that was made by hand, with chances that are given by name."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from parley.core.base.clock import REHEARSAL_EPOCH, SeededRandom
from parley.core.formats import Moves
from parley.core.log.events.run import RunContinued, RunStarted
from parley.core.log.events.turn import Move, TurnEnded, TurnKind, TurnStarted
from parley.core.log.fold import apply
from parley.core.log.state import DIRECTOR, Entry, State
from parley.core.turn_taking.moves import draw_move, find_overdue, open_questions, pick_side
from parley.core.turn_taking.selection import find_addressees, said_to
from tests.standup_events import sample_config

AT = REHEARSAL_EPOCH
CONFIG = sample_config(turns=60)
A, B, C = [member.id for member in CONFIG.members][:3]
PLAIN, COMMITS, SIDES = Moves(), Moves(commits=True), Moves(sides=True)


class Chances(SeededRandom):
    """Chances that are given, by purpose; any other is one that nothing here should ask for."""

    def __init__(self, given: Mapping[str, float]) -> None:
        super().__init__(1)
        self.given = {"stance": 0.0, "move": 0.0, "asked": 0.0} | {
            f"side:{one}": n / 10 for n, one in enumerate((A, B, C))
        }
        self.given |= given

    def draw_float(self, turn: int, purpose: str, low: float = 0.0, high: float = 1.0) -> float:
        """The one given; it must be asked for in the turn that it belongs to."""
        assert (turn == 0) == purpose.startswith("side:")
        return self.given[purpose]


def said(*turns: tuple[str, Move | None]) -> State:
    """A talk in which these had these moves."""
    state = State()
    apply(state, RunStarted(at=AT, config=CONFIG.as_json()))
    apply(state, RunContinued(at=AT))
    state.affinity.clear()
    for member, move in turns:
        turn = state.next_turn
        apply(state, TurnStarted(at=AT, turn=turn, member=member, move=move))
        apply(state, TurnEnded(at=AT, turn=turn, member=member, text="Well.", author="rehearsal"))
    return state


def inform(*members: str) -> list[tuple[str, Move | None]]:
    return [(member, Move(act="inform")) for member in members]


def drawn(
    state: State, member: str, moves: Moves = PLAIN, *, of: Sequence[str] = (A, B, C), left: int = 15, turns: int = 20,
    kind: TurnKind = "line", **chances: float
) -> Move:  # fmt: skip
    """The move of a member with `left` of `turns` turns to go."""
    first = left - turns + state.next_turn
    return draw_move(state, Chances(chances), member, moves=moves, members=of, kind=kind, first=first, turns=turns)


def test_the_stance_has_its_bounds() -> None:
    assert [pick_side(0.5, draw) for draw in (0.0, 0.2499, 0.25, 0.7499, 0.75)] == [
        "challenge", "challenge", "neutral", "neutral", "support",
    ]  # fmt: skip
    assert [pick_side(0.8, draw) for draw in (0.03, 0.05, 0.35, 0.37)] == ["challenge", "neutral", "neutral", "support"]


def test_the_first_and_last_turn_have_moves_of_their_own() -> None:
    assert drawn(said(), A, kind="opening") == Move(act="open")
    assert drawn(said(), A, SIDES, kind="opening") == Move(act="open", stance="for")
    assert drawn(said(), B, SIDES, kind="opening") == Move(act="open", stance="against")
    assert drawn(said(*inform(B)), A, Moves(ends="decide"), kind="closing") == Move(act="decide")
    asked = said((B, Move(act="ask", to=A)))
    assert drawn(asked, A, kind="closing") == Move(act="answer", to=B, about=1)


@pytest.mark.parametrize(
    ("how", "move"),
    [
        ({"stance": 0.1}, Move(act="object", to=B, about=2)),
        ({"stance": 0.1, "move": 0.99}, Move(act="warn", to=B, about=2)),
        ({"stance": 0.9}, Move(act="support", to=B, about=2)),
        ({"stance": 0.5}, Move(act="inform")),
        ({"stance": 0.5, "move": 3.0 / 6.9}, Move(act="propose")),
        ({"stance": 0.1, "move": 0.6, "asked": 0.66}, Move(act="ask", to=B)),
        ({"stance": 0.1, "move": 0.6, "asked": 2 / 3}, Move(act="ask", to=C)),
        # Nobody is asked who has no turn left to answer.
        ({"stance": 0.1, "move": 0.6, "left": 3}, Move(act="ask", to=B)),
        ({"stance": 0.1, "move": 0.6, "left": 2}, Move(act="object", to=B, about=2)),
    ],
)
def test_what_is_drawn_is_about_what_was_said_last(how: dict[str, Any], move: Move) -> None:
    assert drawn(said(*inform(B, B)), A, **how) == move


def test_nobody_answers_to_themselves_or_to_whoever_left() -> None:
    for state, of in ((said(), (A, B, C)), (said(*inform(A)), (A, B, C)), (said(*inform(B)), (A, C))):
        # As strangers to the topic: neither at odds with anybody nor of one mind.
        assert drawn(state, A, of=of, stance=0.0) == Move(act="inform")


def test_a_formats_factor_makes_an_act_likelier() -> None:
    assert drawn(said(), A, Moves(weights={"inform": 0.0}), move=0.0) == Move(act="propose")
    # Where a format leaves none, it is the first.
    assert drawn(said(), A, Moves(weights=dict.fromkeys(("inform", "propose", "ask", "joke"), 0.0))).act == "inform"
    # 3 of 9.9, with twice the usual weight of another.
    assert drawn(said(), A, Moves(weights={"ask": 3.0}), move=3.05 / 9.9) == Move(act="propose")


def test_whoever_keeps_a_side_grants_something_before_the_end() -> None:
    state = said(*inform(B))
    assert drawn(state, A, SIDES, stance=0.9) == Move(act="object", to=B, about=1, stance="for")
    assert drawn(said(*inform(C)), A, SIDES, stance=0.0) == Move(act="support", to=C, about=1, stance="for")
    assert drawn(state, A, SIDES, move=0.9, left=3).act == "warn"
    assert drawn(state, A, SIDES, move=0.9, left=2) == Move(act="concede", to=B, about=1, stance="for")
    # Of 13, less what cannot be asked: the half that is granted begins behind 4.5 of 11.
    assert drawn(state, A, SIDES, move=0.42, left=2).act == "concede"
    assert drawn(state, A, move=0.9, left=2).act != "concede"
    assert drawn(said(*inform(C)), A, SIDES, move=0.99, left=2).act != "concede"


def test_promises_come_in_the_last_turns_once_each() -> None:
    state = said(*inform(B))
    assert [drawn(state, A, COMMITS, left=left).act == "commit" for left in (5, 4)] == [False, True]
    # Where nothing else is said, a talk is as long as its run, from the first turn on.
    for spoken, act in ((55, "support"), (56, "commit")):
        chances = Chances({"stance": 0.9})
        move = draw_move(said(*inform(*[B] * spoken)), chances, A, moves=COMMITS, members=(A, B, C), kind="line")
        assert move.act == act
    # In a short talk the second half at most.
    assert [drawn(state, A, COMMITS, left=left, turns=6).act == "commit" for left in (4, 3)] == [False, True]
    promised = said((A, Move(act="commit")), *inform(B))
    assert drawn(promised, A, COMMITS, left=4) == Move(act="support", to=B, about=2)
    assert drawn(promised, A, COMMITS, left=4, move=0.7) == Move(act="joke")
    assert drawn(promised, B, COMMITS, left=4) == Move(act="commit")
    for last, of in ((A, (A, B, C)), (B, (A, C))):
        ended = said((A, Move(act="commit")), *inform(last))
        assert drawn(ended, A, COMMITS, left=3, of=of) == Move(act="summarise")


def test_a_question_is_open_until_it_is_answered_or_forgotten() -> None:
    ask = (B, Move(act="ask", to=A))
    state = said(*inform(C), ask)
    assert {member: turn.number for member, turn in open_questions(state).items()} == {A: 2}
    assert open_questions(state, 3) == {}
    assert set(open_questions(state, 2)) == {A}
    assert not open_questions(said(ask, (A, Move(act="answer", to=B, about=1))))
    assert open_questions(said(ask, (C, Move(act="answer", to=B, about=1))))
    assert open_questions(said(ask, (C, None)))
    assert open_questions(said(ask, *inform(*[C] * 11)))
    assert not open_questions(said(ask, *inform(*[C] * 12)))
    # The oldest first.
    assert open_questions(said(ask, *inform(C), ask))[A].number == 1


def test_whoever_was_asked_waits_three_turns_or_until_the_end() -> None:
    ask = (B, Move(act="ask", to=A))
    everybody = frozenset({A, B, C})
    assert find_overdue(said(), everybody, 9) == ""
    assert [find_overdue(said(ask, *inform(*[C] * waited)), everybody, 9) for waited in (2, 3)] == ["", A]
    assert [find_overdue(said(ask), everybody, left) for left in (3, 2)] == ["", A]
    assert find_overdue(said(ask, *inform(C, C, C)), frozenset({B, C}), 1) == ""
    two = said((A, Move(act="ask", to=C)), ask)
    assert find_overdue(two, everybody, 3) == C


def test_whoever_is_muted_is_not_asked() -> None:
    state = said(*inform(B, C))
    state.muted = frozenset({C})
    assert drawn(state, A, stance=0.1, move=0.6, of=(A, B, C)).to == B
    assert drawn(said(*inform(C, C, B)), A, stance=0.1, move=0.6, asked=0.9).to == B
    # Who has said nothing has said less than who spoke once; where there is nobody else, nobody is.
    assert drawn(said(*inform(B)), A, stance=0.1, move=0.6, asked=0.9).to == C
    assert drawn(said(*inform(A)), A, move=0.8, of=(A,)) == Move(act="ask")


def put_in(state: State, text: str, heard_by: tuple[str, ...] = (), name: str = "") -> State:
    state.entries.append(Entry("topic", state.seq, state.next_turn, "", text, heard_by, name=name))
    return state


def test_what_was_put_in_comes_first_but_for_the_opening() -> None:
    asked = said((B, Move(act="ask", to=A)))
    assert drawn(put_in(asked, "Fire"), A) == Move(act="answer", injected="Fire")
    assert drawn(put_in(said(), "Fire"), A, kind="opening") == Move(act="open")
    assert drawn(put_in(put_in(said(), "Fire"), "Psst", (A,)), A).injected == "Psst"
    assert not drawn(put_in(said(), "Psst", (B,)), A).injected
    # What others said since has answered what was for all, and no whisper; one's own line ends both.
    for whispered, then, answers in (
        ((), (B,), ""), ((A,), (B,), "Fire"), ((A,), (A, B), ""), ((A,), (B,) * 35, "Fire"), ((A,), (B,) * 36, "")
    ):  # fmt: skip
        state = put_in(said(), "Fire", whispered)
        for turn, member in enumerate(then, 1):
            apply(state, TurnEnded(at=AT, turn=turn, member=member, text="Well."))
        assert drawn(state, A).injected == answers
    assert drawn(said((DIRECTOR, None)), A) == Move(act="answer", injected="Well.")
    assert not drawn(put_in(said(), "Rain", name="The weather"), A).injected, "it has a name: nobody's question"
    apply(under_way := said(), TurnStarted(at=AT, turn=1, member=B))
    apply(put_in(under_way, "Fire"), TurnEnded(at=AT, turn=1, member=B, text="Well."))
    assert drawn(under_way, A).injected == "Fire"


def test_a_turn_is_said_to_whom_its_move_has_or_its_words_name() -> None:
    names = {A: "Anneke", B: "Bartosz", C: "Cosima"}
    assert find_addressees("Bartosz, are you sure?", A, names) == {B}
    assert find_addressees("Anneke, that is me.", A, names) == frozenset()
    assert find_addressees("Well.", A, names) == frozenset()
    # The only one who hears it needs no name.
    assert find_addressees("Well.", A, names, (A, B)) == find_addressees("Cosima, not you.", A, names, (A, B)) == {B}
    told = said((A, Move(act="ask", to=B)), (A, Move(act="inform")))
    assert [said_to(turn, names) for turn in told.turns] == [{B}, frozenset()]
