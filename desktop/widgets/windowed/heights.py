"""The heights of a million rows: most of them guessed, every sum at hand."""

from __future__ import annotations

from array import array

BLOCK = 256


class RowHeights:
    """Heights of rows in pixels, with prefix sums.

    Rows stand in blocks of 256; a Fenwick tree holds the blocks' sums, so that a change, a prefix sum and a search each
    cost a walk over one block and log₂(n / 256) nodes. A row that was not measured has the guessed height.
    """

    def __init__(self, guess: int = 56) -> None:
        self.guess = guess
        self._heights = array("i")
        self._known = bytearray()
        self._sums: list[int] = []
        self._tree: list[int] = [0]

    def __len__(self) -> int:
        return len(self._heights)

    def __getitem__(self, row: int) -> int:
        return self._heights[row]

    def reset(self, count: int, guess: int) -> None:
        """Forget everything: `count` rows of the guessed height."""
        self.guess = guess
        self._heights = array("i", [guess]) * count
        self._known = bytearray(count)
        full, rest = divmod(count, BLOCK)
        self._sums = [guess * BLOCK] * full + ([guess * rest] if rest else [])
        self._build()

    def known(self, row: int) -> bool:
        """Whether the row was measured since it last changed."""
        return bool(self._known[row])

    def measured(self, row: int, height: int) -> int:
        """Set a row's height and return by how much it grew."""
        grown = height - self._heights[row]
        self._known[row] = 1
        if grown:
            self._heights[row] = height
            self._add(row // BLOCK, grown)
        return grown

    def forget(self, row: int) -> None:
        """Measure the row again when it is next seen; until then it keeps its height."""
        self._known[row] = 0

    def append(self, count: int) -> None:
        """Add rows of the guessed height at the end."""
        self._heights.extend(array("i", [self.guess]) * count)
        self._known.extend(bytes(count))
        while count > 0:
            last = len(self._sums) - 1
            used = (len(self._heights) - count) % BLOCK
            if used == 0:
                self._push(0)
                last += 1
            fits = min(count, BLOCK - used)
            self._add(last, fits * self.guess)
            count -= fits

    def truncate(self, count: int) -> None:
        """Keep the first `count` rows."""
        del self._heights[count:]
        del self._known[count:]
        blocks = -(-count // BLOCK)
        del self._sums[blocks:]
        if blocks:
            self._sums[-1] = sum(self._heights[(blocks - 1) * BLOCK :])
        self._build()

    def total(self) -> int:
        """The height of all rows."""
        return self._prefix(len(self._sums))

    def top(self, row: int) -> int:
        """Where `row` begins: the height of all rows before it."""
        block = row // BLOCK
        return self._prefix(block) + sum(self._heights[block * BLOCK : row])

    def row_at(self, y: int) -> tuple[int, int]:
        """The row at `y` pixels from the start, and how far inside it; beyond the end: the last row."""
        if not self._heights:
            return 0, 0
        if y < 0:
            return 0, 0
        block, left = self._descend(y)
        row = block * BLOCK
        end = min(row + BLOCK, len(self._heights))
        if row >= end:
            last = len(self._heights) - 1
            return last, max(0, self._heights[last] - 1)
        while row < end - 1 and left >= self._heights[row]:
            left -= self._heights[row]
            row += 1
        return row, min(left, max(0, self._heights[row] - 1))

    # -- the Fenwick tree over blocks ----------------------------------------------------------------------------

    def _build(self) -> None:
        size = len(self._sums)
        tree = [0, *self._sums]
        for i in range(1, size + 1):
            parent = i + (i & -i)
            if parent <= size:
                tree[parent] += tree[i]
        self._tree = tree

    def _push(self, value: int) -> None:
        self._sums.append(value)
        i = len(self._sums)
        self._tree.append(value + self._prefix(i - 1) - self._prefix(i - (i & -i)))

    def _add(self, block: int, change: int) -> None:
        self._sums[block] += change
        i = block + 1
        while i <= len(self._sums):
            self._tree[i] += change
            i += i & -i

    def _prefix(self, blocks: int) -> int:
        found = 0
        while blocks > 0:
            found += self._tree[blocks]
            blocks -= blocks & -blocks
        return found

    def _descend(self, y: int) -> tuple[int, int]:
        at, step = 0, 1 << len(self._sums).bit_length()
        while step:
            ahead = at + step
            if ahead <= len(self._sums) and self._tree[ahead] <= y:
                at = ahead
                y -= self._tree[ahead]
            step >>= 1
        return at, y
