"""Rows that are made when somebody looks at them: a run of 100,000 turns opens before one of them is."""

from __future__ import annotations

from array import array
from collections.abc import Callable, MutableSequence, Sequence
from typing import Any

from parley.desktop.run.figures import TurnFigure


class LazyRows(MutableSequence[TurnFigure]):
    """A list of figures, of which some are still what they will be made of.

    `make` turns a source, such as a turn, into its figure, once; it is no figure itself.
    """

    def __init__(self, make: Callable[[Any], TurnFigure]) -> None:
        self._make = make
        self._items: list[Any] = []

    def add_rows(self, sources: Sequence[Any]) -> None:
        """Add a row for each source at the end."""
        self._items.extend(sources)

    def find_turn_rows(self) -> array[int]:
        """Return the rows that are turns, rising; each source is one."""
        return array("q", (at for at, item in enumerate(self._items) if getattr(item, "is_turn", True)))

    def __len__(self) -> int:
        return len(self._items)

    def __getitem__(self, at: Any) -> Any:
        if isinstance(at, slice):
            return [self[each] for each in range(*at.indices(len(self)))]
        item = self._items[at]
        if not isinstance(item, TurnFigure):
            item = self._items[at] = self._make(item)  # kept: views come back to the same rows at every paint
        return item

    def __setitem__(self, at: Any, value: Any) -> None:
        self._items[at] = value

    def __delitem__(self, at: int | slice) -> None:
        del self._items[at]

    def insert(self, at: int, value: TurnFigure) -> None:
        self._items.insert(at, value)
