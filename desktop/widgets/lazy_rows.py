"""Rows that are made when somebody looks at them: a run of 100,000 turns opens before one of them is."""

from __future__ import annotations

from array import array
from collections.abc import Callable, MutableSequence, Sequence
from typing import Any, Generic, Protocol, TypeVar

from parley.desktop.run.figures import TurnFigure


class Numbered(Protocol):
    """What a row can be made of: a turn."""

    @property
    def number(self) -> int: ...


S = TypeVar("S", bound=Numbered)


class RowsByNumber:
    """The row of each turn: four bytes a turn, for their numbers follow one another."""

    def __init__(self) -> None:
        self._rows = array("i")
        self._far: dict[int, int] = {}

    def get(self, number: int) -> int:
        """Return the turn's row; −1 where it has none."""
        if 0 <= number < len(self._rows):
            return self._rows[number]
        return self._far.get(number, -1)

    def __setitem__(self, number: int, row: int) -> None:
        if 0 <= number < len(self._rows):
            self._rows[number] = row
        elif 0 <= number < len(self._rows) + 100:
            self._rows.extend([-1] * (number - len(self._rows)))
            self._rows.append(row)
        else:
            # A log that somebody wrote by hand.
            self._far[number] = row

    def forget(self, number: int) -> None:
        """Forget the row of a turn that has none any more."""
        if 0 <= number < len(self._rows):
            self._rows[number] = -1
        self._far.pop(number, None)


class LazyRows(MutableSequence[TurnFigure], Generic[S]):
    """A list of figures, of which some are still what they will be made of.

    `make` turns a source into its figure, once; sources must not be figures themselves.
    """

    def __init__(self, make: Callable[[S], TurnFigure]) -> None:
        self._make = make
        self._items: list[TurnFigure | S] = []

    def put(self, sources: Sequence[S]) -> None:
        """Add a row for each source at the end."""
        self._items.extend(sources)

    def numbered(self, counts: Callable[[TurnFigure], bool]) -> RowsByNumber:
        """Return the row of each turn by its number; of finished figures only those that count as a turn."""
        found = RowsByNumber()
        for at, item in enumerate(self._items):
            if not isinstance(item, TurnFigure) or counts(item):
                found[item.number] = at
        return found

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [self[each] for each in range(*at.indices(len(self)))]
        item = self._items[at]
        if not isinstance(item, TurnFigure):
            item = self._items[at] = self._make(item)
        return item

    def __setitem__(self, at: Any, value: Any) -> None:
        self._items[at] = value

    def __delitem__(self, at: int | slice) -> None:
        del self._items[at]

    def insert(self, at: int, value: TurnFigure) -> None:
        self._items.insert(at, value)
