"""Whether two have come to sound alike: after which turn, and how it was one turn before."""

from __future__ import annotations

import itertools
from dataclasses import dataclass

from parley.core.base.sentences import Sentence
from parley.core.log.events.run import BreakpointSet
from parley.core.log.played import get_behaviour_of
from parley.core.log.state import State
from parley.core.measures.convergence import CALCULATORS, PROFILES, WINDOW, Calculator, Message, Profile


@dataclass(frozen=True, slots=True)
class Convergence:
    """How alike a turn's speaker and the other who spoke last are after it, in [0, 1]; `members` in the cast's order.

    `before` is how alike the same two were a turn earlier; None where one of them had not spoken.
    """

    members: tuple[str, str]
    score: float
    before: float | None

    def is_crossing(self, threshold: float) -> bool:
        """Return whether it was this turn that brought them to the threshold."""
        return self.score >= threshold and (self.before is None or self.before < threshold)


def measure_turn(state: State, turn: int, calculator: Calculator, profile: Profile) -> Convergence | None:
    """Return what turn number `turn` made of the two; None where there are no two members who have both spoken.

    Only the lines of the scene under way count, where there is one.
    """
    last = state.turns[turn - 1]
    began = get_behaviour_of(state.setup).get_moment(state).first
    first = began if began <= turn else 1  # the same step may have begun the next scene
    earlier = (state.turns[at - 1].member for at in range(turn - 1, first - 1, -1))
    other = next((member for member in earlier if member != last.member), "")
    if not state.setup.has(other) or not state.setup.has(last.member):
        return None
    one, two = [each.id for each in state.setup.members if each.id in (other, last.member)]
    score = _score_pair(_select_newest_lines(state, (one, two), turn), one, two, calculator, profile)
    if score is None:
        return None
    return Convergence(
        (one, two), score, _score_pair(_select_newest_lines(state, (one, two), turn - 1), one, two, calculator, profile)
    )


def describe_pair(state: State, members: tuple[str, str], score: float, threshold: float) -> str:
    """Return the sentence that says that they sound alike."""
    one, other = (state.name_of(member) for member in members)
    return Sentence(
        "{one} and {other} sound alike: convergence {score:.2f}, threshold {threshold:.2f}.",
        one=one, other=other, score=score, threshold=threshold,
    )  # fmt: skip


def find_crossing(state: State, first: int) -> tuple[BreakpointSet, Convergence] | None:
    """Return the breakpoint that one of the turns from number `first` on reached, and its convergence."""
    points = [point for point in state.breakpoints.values() if point.kind == "convergence"]
    for point, turn in itertools.product(points, range(first, state.next_turn) if points else ()):
        # A log that somebody wrote by hand may name a score that nobody knows.
        calculator = next((name for name in CALCULATORS if name == point.calculator), None)
        profile = next((name for name in PROFILES if name == point.profile), None)
        found = measure_turn(state, turn, calculator, profile) if calculator and profile else None
        if found is not None and found.is_crossing(point.threshold):
            return point, found
    return None


def _score_pair(messages: list[Message], a: str, b: str, calculator: Calculator, profile: Profile) -> float | None:
    found = CALCULATORS[calculator](messages, a, b, profile)
    return found.score if found.per_side else None


def _select_newest_lines(state: State, two: tuple[str, str], until: int) -> list[Message]:
    """Return the newest lines of the two up to turn number `until`, as many as a window takes."""
    found: list[Message] = []
    for at in range(until - 1, -1, -1):  # from the end: of a long run only a window is looked at
        turn = state.turns[at]
        if turn.member in two:
            found.append((turn.member, turn.text))
            if len(found) == WINDOW:
                break
    return found[::-1]
