"""Rows that are made when somebody looks at them: a run of 100,000 turns opens before one of them is."""

from __future__ import annotations

from collections.abc import Callable, MutableSequence, Sequence
from typing import Any, Generic, Protocol, TypeVar

from desktop.run.figures import TurnFigure


class Numbered(Protocol):
    """What a row can be made of: a turn."""

    @property
    def number(self) -> int: ...


S = TypeVar("S", bound=Numbered)


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

    def numbered(self, counts: Callable[[TurnFigure], bool]) -> dict[int, int]:
        """The row of each turn by its number; of finished figures only those that count as a turn."""
        return {
            item.number: at for at, item in enumerate(self._items) if not isinstance(item, TurnFigure) or counts(item)
        }

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
