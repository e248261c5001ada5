"""All measures of a talk over its turns, taken a turn at a time: a turn costs the same late as early."""

from __future__ import annotations

import math
from array import array
from collections import deque
from collections.abc import Mapping, Sequence
from typing import Generic, TypeVar

from core.measures import participation
from core.measures.convergence import CALCULATORS, COMPONENTS, WINDOW, Calculator, Profile, weighed
from core.measures.language import OF_LINE, OF_PAIR, Line, read

OF_TALK = (
    "new_words", "talk_share", "gini", "evenness", "answer_reciprocity", "answer_density",
)  # fmt: skip
"""Measures of the whole talk up to a turn; see `Series`."""

NOBODY = -1
T = TypeVar("T")


class Recent(Generic[T]):
    """The newest messages of each of `members`, so that those of any two together are found at once."""

    def __init__(self, members: Sequence[str]) -> None:
        self._members = members
        self._kept = [deque[tuple[int, T]](maxlen=WINDOW) for _ in members]

    def add(self, place: int, member: int, what: T) -> None:
        """Take in the message of that place, the newest of all."""
        self._kept[member].append((place, what))

    def of(self, a: int, b: int) -> list[tuple[str, T]]:
        """The newest messages of both and who sent them, in their order: they are within the newest of each."""
        both = [(place, self._members[who], what) for who in {a, b} for place, what in self._kept[who]]
        return [(who, what) for _place, who, what in sorted(both, key=lambda message: message[0])[-WINDOW:]]


class Series:
    """The measures of a talk among `members` (ids), in columns that grow by one number a turn.

    `columns` holds one array of floats a measure, NaN where there is none: those of the line (`OF_LINE`), those of the
    line and the newest one of whoever it answers (`OF_PAIR`), the components of their convergence by calculator
    ("classic.content"), and of the talk up to here (`OF_TALK`): `new_words`, the part of the line's different words
    that nobody has said before; `talk_share`, the speaker's part of all words; `gini` and `evenness` of the words a
    member; `answer_reciprocity`, the part of the answers that were answered back (as `flow.reciprocity`); and
    `answer_density`, how many of the ordered pairs have answered each other at all, in [0, 1].
    `numbers` are the turns' numbers, `speakers` and `answered` indices into `members` (−1: nobody).

    A line by nobody of the members (the director's) is not measured and breaks the chain of answers.
    """

    def __init__(self, members: Sequence[str], language: str = "en") -> None:
        self.members = tuple(members)
        self.language = language
        self.numbers = array("q")
        self.speakers = array("h")
        self.answered = array("h")
        parts = [f"{calculator}.{name}" for calculator in CALCULATORS for name in COMPONENTS]
        self.columns = {name: array("d") for name in (*OF_LINE, *OF_PAIR, *parts, *OF_TALK)}
        self._index = {member: at for at, member in enumerate(self.members)}
        self._speaker = NOBODY
        self._newest: dict[int, Line] = {}
        self._recent = Recent[str](self.members)
        self._words = [0] * len(self.members)
        self._known: set[str] = set()
        self._answers: dict[tuple[int, int], int] = {}
        self._back = 0
        self._whole = 0

    def __len__(self) -> int:
        return len(self.numbers)

    def add(self, turn: int, member: str, text: str) -> bool:
        """Measure the next turn; False where it is nobody's of the members."""
        me = self._index.get(member, NOBODY)
        if me == NOBODY:
            self._speaker = NOBODY
            return False
        other = self._speaker if self._speaker != me else NOBODY
        line, before = read(text, self.language), self._newest.get(other)
        values = {name: float(of(line)) for name, of in OF_LINE.items()}
        if before is not None:
            values |= {name: of(line, before) for name, of in OF_PAIR.items()}
        fresh = len(set(line.counts) - self._known) / len(line.counts) if line.counts else 0.0
        self._count(me, other, line)
        self._recent.add(len(self), me, text)
        values |= self._talk(me, fresh)
        if before is not None:
            values |= self._converged(me, other)
        self.numbers.append(turn)
        self.speakers.append(me)
        self.answered.append(other)
        for name, column in self.columns.items():
            column.append(values.get(name, math.nan))
        return True

    def score(self, at: int, calculator: Calculator, profile: Profile = "balanced") -> float:
        """The convergence at the turn of that place; NaN where it answers nobody."""
        found = self.components(at, calculator)
        exact = weighed(calculator, found, profile)
        return round(exact, 2) if calculator == "classic" else exact

    def components(self, at: int, calculator: Calculator) -> Mapping[str, float]:
        """What the convergence at the turn of that place is made of."""
        return {name: self.columns[f"{calculator}.{name}"][at] for name in COMPONENTS}

    def _count(self, me: int, other: int, line: Line) -> None:
        # Not `|=`, which would make all that is known anew.
        self._known.update(line.counts)
        self._words[me] += len(line.words)
        self._newest[me] = line
        self._speaker = me
        if other != NOBODY:
            mine = self._answers[me, other] = self._answers.get((me, other), 0) + 1
            self._whole += 1
            # Of a pair both directions count as answered back as far as the rarer of them goes.
            self._back += 2 if mine <= self._answers.get((other, me), 0) else 0

    def _talk(self, me: int, fresh: float) -> dict[str, float]:
        said, pairs = sum(self._words), len(self.members) * (len(self.members) - 1)
        return {
            "new_words": fresh,
            "talk_share": self._words[me] / said if said else 0.0,
            "gini": participation.gini(self._words),
            "evenness": participation.evenness(self._words),
            "answer_reciprocity": self._back / self._whole if self._whole else 0.0,
            "answer_density": len(self._answers) / pairs if pairs else 0.0,
        }

    def _converged(self, me: int, other: int) -> dict[str, float]:
        messages = self._recent.of(me, other)
        a, b = sorted((me, other))
        found: dict[str, float] = {}
        for name, score in CALCULATORS.items():
            parts = score(messages, self.members[a], self.members[b], "balanced").components
            found |= {f"{name}.{part}": value for part, value in parts.items()}
        return found
