"""The heights of a million rows: most of them guessed, every sum at hand."""

from __future__ import annotations

from array import array

BLOCK = 512


class RowHeights:
    """Heights of rows in pixels, with prefix sums.

    Rows stand in blocks, whose sums are kept: a change costs nothing, a prefix sum and a search a walk over the blocks
    (2,000 of them for a million rows) and over one block. A row that was not measured has the guessed height.
    """

    def __init__(self, guess: int = 56) -> None:
        self.guess = guess
        self._heights = array("i")
        self._known = bytearray()
        self._sums: list[int] = []

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

    def measured(self, row: int, height: int) -> int:
        """Set a row's height and return by how much it grew."""
        grown = height - self._heights[row]
        self._known[row] = 1
        self._heights[row] = height
        self._sums[row // BLOCK] += grown
        return grown

    def forget(self, row: int) -> None:
        """Measure the row again when it is next seen; until then it keeps its height."""
        self._known[row] = 0

    def append(self, count: int) -> None:
        """Add rows of the guessed height at the end."""
        first = max(0, len(self._sums) - 1)
        self._heights.extend(array("i", [self.guess]) * count)
        self._known.extend(bytes(count))
        self._sum_from(first)

    def truncate(self, count: int) -> None:
        """Keep the first `count` rows."""
        del self._heights[count:]
        del self._known[count:]
        self._sum_from(count // BLOCK)

    def total(self) -> int:
        """Return the height of all rows."""
        return sum(self._sums)

    def top(self, row: int) -> int:
        """Return where `row` begins: the height of all rows before it."""
        block = row // BLOCK
        return sum(self._sums[:block]) + sum(self._heights[block * BLOCK : row])

    def find_row_at(self, y: int) -> tuple[int, int]:
        """Return the row at `y` pixels from the start, and how far inside it; beyond the end: the last row."""
        row, left = 0, max(0, y)
        for whole in self._sums[:-1]:
            if left < whole:
                break
            row, left = row + BLOCK, left - whole
        while row < len(self) - 1 and left >= self._heights[row]:
            row, left = row + 1, left - self._heights[row]
        return row, min(left, max(0, self._heights[row] - 1)) if self._heights else 0

    def _sum_from(self, block: int) -> None:
        starts = range(block * BLOCK, len(self), BLOCK)
        self._sums[block:] = [sum(self._heights[start : start + BLOCK]) for start in starts]
