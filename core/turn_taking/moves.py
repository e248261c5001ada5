"""What a turn is to do: its move, drawn by seed before the voice is asked.

The weights of the acts come from how two stand to each other (`pick_side`), the format's own factors, what is open, and
how many turns are left. What is open comes first: a topic that was injected, then a question to this member.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import islice

from parley.core.base.acts import Act, Stance
from parley.core.base.clock import SeededRandom
from parley.core.cast.affinity import compute_tension
from parley.core.formats import Moves
from parley.core.log.events.turn import Move, TurnKind
from parley.core.log.state import DIRECTOR, State, Turn
from parley.core.log.whispers import find_answer, is_put_in

LOOKS_BACK = 12
"""Turns in which a question stays open."""
WAITS = 3
"""Turns after which whoever has a question to answer is given the floor."""

FAMILIES: Mapping[str, Mapping[Act, float]] = {
    "challenge": {"object": 3.0, "ask": 2.0, "warn": 1.5},
    "neutral": {"inform": 3.0, "propose": 2.0, "ask": 1.5, "joke": 0.4},
    "support": {"support": 3.0, "propose": 1.5, "inform": 0.5},
}
"""The acts that are likely where two are at odds, neither, or get on, with their weights."""
WINDS_UP: Mapping[Act, float] = {"support": 3.0, "joke": 1.0, "summarise": 1.0}
"""The acts of whoever has said what they take on, until the talk ends."""
ADDRESSED: frozenset[Act] = frozenset({"answer", "object", "support", "warn", "concede", "ask"})
"""Acts that are said to somebody."""


def pick_side(affinity: float, draw: float) -> str:
    """Return challenge, support or neutral: with t = 1 − affinity, probabilities t², affinity² and 2·t·affinity."""
    tense = compute_tension(affinity)
    if draw < tense * tense:
        return "challenge"
    return "support" if draw >= 1 - affinity * affinity else "neutral"


def draw_move(
    state: State,
    rng: SeededRandom,
    member: str,
    *,
    kind: TurnKind,
    moves: Moves,
    members: Sequence[str],
    first: int = 1,
    turns: int | None = None,
) -> Move:
    """Draw what `member` is to do in the next turn.

    `moves` is what the format asks for, `members` who takes part; the talk began at turn `first` and has `turns` turns
    (None: as many as the run). A draw is a function of (seed, turn, "move") and of what was said.
    """
    side = get_side_of(rng, member, members) if moves.sides else ""
    if (injected := injected_for(state, member)) and kind != "opening":  # who opens has the topic to begin with
        return Move(act="answer", injected=injected, stance=side)
    if kind == "opening":
        return Move(act="open", stance=side)
    if (asked := open_questions(state, first).get(member)) is not None:
        return Move(act="answer", to=asked.member, about=asked.number, stance=side)
    if kind == "closing":
        return Move(act=moves.ends, stance=side)
    turns = state.setup.turns if turns is None else turns
    left = turns - (state.next_turn - first)
    if moves.commits and left <= min(len(members) + 1, turns // 2):  # a turn each, and one to close
        if not _has_committed(state, member, first):
            return Move(act="commit", stance=side)
        return _choose_closing_move(state, rng, member, members, side)
    return _choose_weighted_move(state, rng, member, moves, members, left, side)


def _choose_closing_move(state: State, rng: SeededRandom, member: str, members: Sequence[str], side: Stance) -> Move:
    """Return a move of whoever has said what they take on, while the others do: nothing new is brought up any more."""
    last = state.turns[-1] if state.turns else None
    if last is None or last.member == member or last.member not in members:  # there is nobody to support
        return Move(act="summarise", stance=side)
    act = _pick_act(WINDS_UP, rng.draw_float(state.next_turn, "move"))
    said_to = act in ADDRESSED
    return Move(act=act, to=last.member if said_to else "", about=last.number if said_to else 0, stance=side)


def _choose_weighted_move(
    state: State,
    rng: SeededRandom,
    member: str,
    moves: Moves,
    members: Sequence[str],
    left: int,
    side: Stance,
) -> Move:
    """Return a move by weights, about what was said last."""
    turn, last = state.next_turn, state.turns[-1] if state.turns else None
    to = last.member if last is not None and last.member in members and last.member != member else ""
    family = pick_side(state.get_affinity_of(member, to), rng.draw_float(turn, "stance")) if to else "neutral"
    if to and side:
        family = "support" if get_side_of(rng, to, members) == side else "challenge"
    weights = {act: weight * moves.weights.get(act, 1.0) for act, weight in FAMILIES[family].items()}
    if to and side and family == "challenge" and left <= 2:
        # Who keeps a side to the end grants what is true before it.
        weights["concede"] = sum(weights.values())
    if left <= 2:
        weights.pop("ask", None)  # Nobody is asked what they have no turn left to answer
    act = _pick_act(weights, rng.draw_float(turn, "move"))
    if act == "ask":
        to, about = _choose_addressee(state, rng, member, to, members), 0
    else:
        about = last.number if to and act in ADDRESSED and last is not None else 0
    return Move(act=act, to=to if act in ADDRESSED else "", about=about, stance=side)


def _pick_act(weights: Mapping[Act, float], draw: float) -> Act:
    """Return the act in whose stretch of the weights `draw` (in [0, 1)) falls."""
    left = draw * sum(weights.values())
    for act, weight in weights.items():
        if left < weight:
            return act
        left -= weight
    return next(iter(weights))  # a format's factors may leave no weight at all


def _choose_addressee(state: State, rng: SeededRandom, member: str, last: str, members: Sequence[str]) -> str:
    """Return whom a question goes to: in two of three cases who spoke last, else who has said the least."""
    others = [one for one in members if one != member and one not in state.muted]
    if last in others and rng.draw_float(state.next_turn, "asked") < 2 / 3:
        return last
    return min(others, key=lambda one: state.spoken.get(one, 0), default="")  # "": alone, or all others are muted


def get_side_of(rng: SeededRandom, member: str, members: Sequence[str]) -> Stance:
    """Return the side that a member keeps for the whole run: of two one each, of more as evenly as can be."""
    order = sorted(members, key=lambda one: rng.draw_float(0, f"side:{one}"))  # turn 0: the same all run
    return "for" if order.index(member) % 2 == 0 else "against"


def injected_for(state: State, member: str) -> str:
    """Return what the director has put in, said or whispered that `member` is to answer now; empty: nothing.

    Whoever is asked next answers it, or who heard a whisper: a line that was under way when it came does not.
    """
    for entry in islice(reversed(state.entries), LOOKS_BACK * 3):  # a turn may make several entries
        put_in = is_put_in(entry) or (entry.kind == "line" and entry.speaker == DIRECTOR)
        if put_in and entry.witnessed_by(member) and not find_answer(state, entry, member if entry.heard_by else ""):
            return entry.text
    return ""


def open_questions(state: State, first: int = 1) -> dict[str, Turn]:
    """Return the oldest turn since `first` that asked a member something which they have not answered yet, by
    member.
    """
    found: dict[str, Turn] = {}
    answered: set[tuple[str, int]] = set()
    for turn, move in _iterate_recent_moves(state, first):
        if move.act == "answer":
            answered.add((turn.member, move.about))  # walked backwards: an answer is met before its question
        elif move.act == "ask" and (move.to, turn.number) not in answered:
            found[move.to] = turn  # the newest comes first: what is left is the oldest
    return found


def _iterate_recent_moves(state: State, first: int) -> Iterator[tuple[Turn, Move]]:
    """Yield the last turns that had a move, the newest first, but none before `first`."""
    for turn in reversed(state.turns[max(first - 1, len(state.turns) - LOOKS_BACK, 0) :]):  # turn n stands at n - 1
        started = turn.started
        if started is not None and started.move is not None:
            yield turn, started.move


def find_overdue(state: State, eligible: frozenset[str], left: int) -> str:
    """Return who is to answer a question now, for it has waited, or no turns are left to wait; empty: nobody."""
    waiting = {member: asked.number for member, asked in open_questions(state).items() if member in eligible}
    if not waiting:
        return ""
    member = min(waiting, key=lambda one: (waiting[one], one))
    waited = len(state.turns) - waiting[member]
    return member if waited >= WAITS or left <= len(waiting) + 1 else ""  # a turn for each, and the one that closes


def _has_committed(state: State, member: str, first: int) -> bool:
    """Return whether the member has said what they take on, in the stretch of the talk where all do."""
    return any(turn.member == member and move.act == "commit" for turn, move in _iterate_recent_moves(state, first))
