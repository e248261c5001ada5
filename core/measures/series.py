"""All measures of a talk over its turns, taken a turn at a time: a turn costs the same late as early."""

from __future__ import annotations

import math
from array import array
from collections import deque
from collections.abc import Mapping, Sequence

from parley.core.measures.convergence import CALCULATORS, COMPONENTS, WINDOW, Calculator, Profile, components, weighed
from parley.core.measures.counting import Heard, count_features, make_side
from parley.core.measures.language import OF_LINE, OF_PAIR, Line, get_line_of
from parley.core.measures.reading import reading

PARTS = tuple(f"{calculator}.{name}" for calculator in CALCULATORS for name in COMPONENTS)
"""The components of convergence, by calculator."""

NOBODY = -1


class Places:
    """Where the newest messages of each of `n` members stand, so that the windows of any two are found at once."""

    def __init__(self, n: int) -> None:
        self._places = [deque[int](maxlen=WINDOW) for _ in range(n)]

    def add(self, place: int, member: int) -> None:
        """Take in the place of a member's message, the newest of all."""
        self._places[member].append(place)

    def per_side(self, a: int, b: int) -> int:
        """Return how many messages of either are in their window, which is that of `convergence.slice_window`."""
        mine, yours = self._places[a], self._places[b]
        # The newest of both are within the newest of each.
        newest = sorted([*mine, *yours])[-WINDOW:]
        of_mine = len([place for place in mine if place >= newest[0]])
        return min(of_mine, len(newest) - of_mine)


class Series:
    """The measures of a talk among `members` (ids), in columns that grow by one number a turn.

    `columns` holds one array of floats a measure, NaN where there is none: those of the line (`OF_LINE`), those of the
    line and the newest one of whoever it answers (`OF_PAIR`), and the components of their convergence by calculator
    ("classic.content").
    `numbers` are the turns' numbers, `speakers` and `answered` indices into `members` (−1: nobody).

    A line by nobody of the members (the director's) is not measured and breaks the chain of answers.
    """

    def __init__(self, members: Sequence[str], language: str = "en") -> None:
        self.members = tuple(members)
        self.language = language
        self.numbers = array("q")
        self.speakers = array("h")  # signed, for NOBODY; 16 bits are enough for members
        self.answered = array("h")
        self.columns = {name: array("d") for name in (*OF_LINE, *OF_PAIR, *PARTS)}
        self._index = {member: at for at, member in enumerate(self.members)}
        self._speaker = NOBODY
        self._line: Line | None = None
        self._places = Places(len(self.members))
        self._latest = [deque[Heard](maxlen=WINDOW // 2) for _ in self.members]  # a side takes half a window

    def __len__(self) -> int:
        return len(self.numbers)

    def add(self, turn: int, member: str, text: str) -> bool:
        """Measure the next turn; return False where no member spoke it."""
        me = self._index.get(member, NOBODY)
        if me == NOBODY:
            self._speaker = NOBODY
            return False
        other = self._speaker if self._speaker != me else NOBODY  # who goes on speaking answers nobody
        found = reading(text)
        line, before = get_line_of(found, self.language), self._line if other != NOBODY else None
        self._line, self._speaker = line, me
        self._places.add(len(self), me)
        self._latest[me].append(count_features(found))
        answers = [of(line, before) for of in OF_PAIR.values()] if before is not None else [math.nan] * len(OF_PAIR)
        alike = self._compute_convergence_parts(me, other) if before is not None else [math.nan] * len(PARTS)
        row = [of(line) for of in OF_LINE.values()] + answers + alike  # in the order of the columns
        self.numbers.append(turn)
        self.speakers.append(me)
        self.answered.append(other)
        for column, value in zip(self.columns.values(), row, strict=True):
            column.append(value)
        return True

    def score(self, at: int, calculator: Calculator, profile: Profile = "balanced") -> float:
        """Compute the convergence at the turn of that place; NaN where it answers nobody."""
        found = self.get_parts(at, calculator)
        exact = weighed(calculator, found, profile)
        return round(exact, 2) if calculator == "classic" else exact

    def get_parts(self, at: int, calculator: Calculator) -> Mapping[str, float]:
        """Return what the convergence at the turn of that place is made of."""
        return {name: self.columns[f"{calculator}.{name}"][at] for name in COMPONENTS}

    def _compute_convergence_parts(self, me: int, other: int) -> list[float]:
        """Compute the components of the two, in the order of `PARTS`."""
        a, b = sorted((me, other))
        count = self._places.per_side(a, b)
        found = components(*(make_side(*[*self._latest[each]][-count:]) for each in (a, b)))
        return [parts[name] for parts in found.values() for name in COMPONENTS]
