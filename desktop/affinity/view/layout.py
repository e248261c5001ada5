"""Where the members of the network stand: forces that leave them where they were when little changes, and pixels."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
from PySide6.QtCore import QPointF

LARGEST = 24.0
"""Pixels of the largest circle's radius."""
LEAST = 17 / 24
"""The smallest circle's radius as a part of the largest one's."""
WIDEST = (2.0, 200.0)
"""Times its height that the network is wide at most, and pixels beyond that."""
ZOOM = (0.4, 40.0)
"""The least and the greatest zoom; 1 shows everybody."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A canvas of some size that looks at a part of the unit square. `x` and `y` are what stands in its middle.

    Margins leave room for circles and names.
    """

    width: float = 60.0
    height: float = 60.0
    members: int = 0
    scale: float = 1.0
    zoom: float = 1.0
    x: float = 0.5
    y: float = 0.5

    @property
    def margins(self) -> tuple[float, float, float]:
        """Left and right, above, below, in pixels."""
        # In a small dock names and outlines have to make do with less.
        part = self.scale * min(1.0, max(0.74, self.height / (230.0 * self.scale)))
        side = min((36.0 if self.members > 12 else 52.0) * part, self.width * 0.14)
        return side, 42.0 * part, 45.0 * part

    @property
    def room(self) -> tuple[float, float]:
        """Pixels of the unit square at zoom 1."""
        side, above, below = self.margins
        down = max(20.0, self.height - above - below)
        # A very wide picture would be all lines.
        return max(20.0, min(self.width - 2 * side, WIDEST[0] * down + WIDEST[1] * self.scale)), down

    @property
    def pixels(self) -> tuple[float, float]:
        """Pixels of a unit across and down."""
        across, down = self.room
        return across * self.zoom, down * self.zoom

    @property
    def corner(self) -> tuple[float, float]:
        """The upper left corner in units. The middle of the square stands in the middle of what the margins leave."""
        _, above, below = self.margins
        across, down = self.pixels
        return self.x - self.width / 2 / across, self.y - (self.height / 2 + (above - below) / 2) / down

    @property
    def origin(self) -> QPointF:
        """The upper left corner in pixels of the unit square."""
        (left, top), (across, down) = self.corner, self.pixels
        return QPointF(left * across, top * down)

    def convert_spot(self, spot: QPointF) -> tuple[float, float]:
        """Return a place on the canvas, in units."""
        found = spot + self.origin
        across, down = self.pixels
        return found.x() / across, found.y() / down

    def compute_radii(self, shares: Sequence[float]) -> list[float]:
        """Return radii by the root of each share, so that areas compare; smaller for many members or in little room."""
        if not shares:
            return []
        across, down = self.room
        largest = min(LARGEST * self.scale, 0.36 * math.sqrt(across * down / len(shares)), 0.5 * down)
        # In a low dock lines need the room more than circles do.
        largest = min(largest, 4.0 + 0.11 * self.height)
        # In a narrow dock a circle at the edge, and the ring of who speaks, have only the margin.
        largest = min(largest, max(8.0, self.margins[0] - 3.5))
        # In steps, so that most frames of a zoom draw the circles of the one before.
        largest = max(4.0, largest * min(1.6, max(1.0, round(self.zoom**0.35 * 8) / 8)))
        top = max(1e-9, *shares)
        return [largest * (LEAST + (1 - LEAST) * math.sqrt(max(0.0, share) / top)) for share in shares]


Points = npt.NDArray[np.float64]

SMALL = 80
"""Members up to whom the layout is found with care, and lines are smooth."""
FIRST, AGAIN = 140, 30
"""Iterations of a first layout and of one after a change."""
LARGE_FIRST = 90
WARM = 0.02
"""Temperature after a change: nobody moves far."""
INWARD = 3.0
"""How strongly the middle attracts: alone it would make a disc of a radius of √(1/3)."""
LOOSE, CLOSE = 0.35, 0.95
"""Affinity from which a pair attracts, and where it attracts most."""


class Layout:
    """Points in the unit square by T. Fruchterman and E. Reingold, Graph Drawing by Force-directed Placement, 1991.

    All repel, pairs attract by affinity, and the middle attracts a little. The start is a circle in the order of the
    communities, so that the same network always gives the same picture.

    Forces act in a plane of their own. How that plane is fitted to the unit square is found with the first layout and
    then kept: were it found anew each time, one member who moves would move all the others.

    Attribute: `points`, shape (n, 2), in the unit square.
    """

    def __init__(self) -> None:
        self.points: Points = np.zeros((0, 2))
        self._plane: Points = np.zeros((0, 2))
        self._low, self._span = np.zeros(2), np.ones(2)
        self._ids: tuple[str, ...] = ()
        self._ends: npt.NDArray[np.int64] = np.zeros((0, 2), np.int64)
        self._pull: Points = np.zeros(0)
        self._pinned: set[int] = set()
        self._square: npt.NDArray[np.float32] = np.empty((0, 0), np.float32)
        self._other = self._square

    def set_network(
        self,
        ids: Sequence[str],
        ends: Sequence[tuple[int, int]],
        affinities: Sequence[float],
        community: Sequence[int] = (),
    ) -> None:
        """Take a network; who was there keeps their place. `ends[e]` are the indices of pair e."""
        ends_array = np.asarray(ends, np.int64).reshape(-1, 2)
        pull = _pull(len(ids), ends_array, np.asarray(affinities, float))
        if tuple(ids) == self._ids:
            if np.array_equal(ends_array, self._ends) and np.allclose(pull, self._pull, atol=1e-3):
                return
            self._ends, self._pull = ends_array, pull
            self._apply_forces(AGAIN, WARM)
            return
        known = dict(zip(self._ids, self._plane, strict=True))
        self._ids, self._ends, self._pull = tuple(ids), ends_array, pull
        stay = [i for i, name in enumerate(ids) if name in known]
        if len(stay) * 2 < max(len(ids), len(known)):
            # Mostly other people: begin anew rather than keep a few old places.
            self.start_again(community)
            return
        self._plane = _arrange_in_circle(len(ids), community)
        for i in stay:
            self._plane[i] = known[ids[i]]
        self._pinned = set()
        self._apply_forces(AGAIN * 2, WARM * 2)  # Newcomers have farther to go

    def start_again(self, community: Sequence[int] = ()) -> None:
        """Forget who was moved by hand, and begin from the circle."""
        self._plane = _arrange_in_circle(len(self._ids), community)
        self._pinned = set()
        self._apply_forces(FIRST if len(self._ids) <= SMALL else LARGE_FIRST, 0.12, fit=True)

    def pin(self, index: int, x: float, y: float) -> None:
        """Put somebody somewhere for good."""
        self._plane[index] = np.array((x, y)) * self._span + self._low
        self._pinned.add(index)
        self.points = self._fit_points_to_square()

    def _apply_forces(self, steps: int, heat: float, *, fit: bool = False) -> None:
        """Let the forces act in so many steps, in each a little less far; `fit` the plane to the square anew."""
        for left in range(steps, 0, -1):
            self._iterate(heat * left / steps)
        if fit:
            self._low, self._span = _compute_bounding_box(self._plane)
        self.points = self._fit_points_to_square()

    def _fit_points_to_square(self) -> Points:
        return np.asarray(np.clip((self._plane - self._low) / self._span, -0.04, 1.04))

    def _iterate(self, heat: float) -> None:
        points, n = self._plane, len(self._plane)
        if n < 2:
            return
        k = math.sqrt(1.0 / n)
        move = self._compute_repulsion(k)
        if len(self._ends):
            a, b = self._ends[:, 0], self._ends[:, 1]
            between = points[a] - points[b]
            length = np.linalg.norm(between, axis=1)
            force = between * (length * self._pull / k)[:, None]
            for axis in (0, 1):
                # `move[a] -= force` would count one pair only of a member who has several.
                move[:, axis] -= np.bincount(a, weights=force[:, axis], minlength=n)
                move[:, axis] += np.bincount(b, weights=force[:, axis], minlength=n)
        move -= (points - 0.5) * INWARD
        length = np.linalg.norm(move, axis=1)
        move *= (np.minimum(length, heat) / np.maximum(length, 1e-9))[:, None]  # A step is at most `heat` long
        if self._pinned:
            move[list(self._pinned)] = 0.0
        self._plane = points + move

    def _compute_repulsion(self, k: float) -> Points:
        """Return `Σ_j (p_i − p_j)·k²/d²`, in single precision and reused buffers: a sixth of the plain way's time."""
        n = len(self._plane)
        if len(self._square) != n:
            self._square, self._other = np.empty((n, n), np.float32), np.empty((n, n), np.float32)
        x, y = (np.ascontiguousarray(self._plane[:, axis], np.float32) for axis in (0, 1))
        square, other = self._square, self._other
        for axis, out in ((x, square), (y, other)):
            np.subtract(axis[:, None], axis[None, :], out=out)
            np.multiply(out, out, out=out)
        square += other
        np.maximum(square, np.float32(1e-6), out=square)  # Two points at one place would repel infinitely
        np.divide(np.float32(k * k), square, out=square)
        np.fill_diagonal(square, 0.0)
        total = square @ np.ones(n, np.float32)
        return np.stack((x * total - square @ x, y * total - square @ y), axis=1).astype(np.float64)  # p_i·Σw − Σw·p_j


def move_apart(points: Points, radii: Points, pixels: tuple[float, float], gap: float) -> Points:
    """Return the points, moved so far that no circle lies upon another. `pixels` are those of a unit across and down.

    Names stand above or below, so there a little more is kept free than beside.
    """
    found = points * pixels
    n = len(found)
    if n < 2:
        return points
    least = radii[:, None] + radii[None, :] + gap
    stretch = np.array((1.0, 0.8))  # Vertical distances count less, which leaves room for names
    upper = np.array(pixels)
    for _ in range(60):
        between = (found[:, None, :] - found[None, :, :]) * stretch
        distance = np.linalg.norm(between, axis=2) + np.eye(n) * 1e9  # The distance to oneself must not count
        over = least - distance
        if over.max() <= 0.5:
            break
        push = np.where(over > 0, over / np.maximum(distance, 1e-3), 0.0)
        found = np.clip(found + (between * push[:, :, None]).sum(axis=1) * 0.4, 0.0, upper)  # Damped, or it oscillates
    return np.asarray(found / pixels)


def _pull(n: int, ends: npt.NDArray[np.int64], affinities: Points) -> Points:
    """Return how strongly each pair attracts, so that the mean member is pulled alike in sparse and dense networks."""
    if not len(ends):
        return np.zeros(0)
    wanted = np.clip((affinities - LOOSE) / (CLOSE - LOOSE), 0.0, 1.0) ** 1.5
    whole = float(wanted.sum())
    return wanted * (1.6 * n / (2 * whole)) if whole else wanted


def _arrange_in_circle(n: int, community: Sequence[int]) -> Points:
    """Return a circle in the order of the communities, the first member at the upper left."""
    order = sorted(range(n), key=lambda i: (community[i] if i < len(community) else 0, i))
    points = np.zeros((n, 2))
    for place, member in enumerate(order):
        # Not quite a circle, on which forces would cancel one another out.
        radius = 0.42 + 0.02 * ((place * 7) % 5)
        angle = 2 * math.pi * place / max(1, n) - math.pi * 0.75  # Upper left: y grows downwards
        points[member] = (0.5 + radius * math.cos(angle), 0.5 + radius * math.sin(angle))
    if n == 2:
        points[:] = [(0.15, 0.5), (0.85, 0.5)]  # Side by side: names are wider than high
    return points


def _compute_bounding_box(points: Points) -> tuple[Points, Points]:
    """Return the corner and the size of what is to fill the unit square; what is flat keeps its shape."""
    if len(points) < 2:
        return (points[0] - 0.5 if len(points) else np.zeros(2)), np.ones(2)
    low, high = points.min(axis=0), points.max(axis=0)
    span = high - low
    if len(points) == 2 or span.min() < 0.08:
        size = max(float(span.max()), 1e-6) / 0.9
        return (low + high) / 2 - size / 2, np.full(2, size)
    return low, span
