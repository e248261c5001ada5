"""Where the members of the network stand."""

from __future__ import annotations

import numpy as np
import pytest

from parley.desktop.affinity.view.layout import Layout, move_apart

ENDS = [(a, b) for a in range(8) for b in range(a + 1, 8)]
CAMPS = [0.9 if (a < 4) == (b < 4) else 0.25 for a, b in ENDS]
IDS = [f"m{i}" for i in range(8)]


def settled() -> Layout:
    layout = Layout()
    layout.set_network(IDS, ENDS, CAMPS)
    return layout


def test_who_gets_on_stands_together_in_the_unit_square() -> None:
    points = settled().points
    assert np.array_equal(settled().points, points), "the same network gives the same places"
    assert points.min(axis=0) == pytest.approx([0.0, 0.0])
    assert points.max(axis=0) == pytest.approx([1.0, 1.0])
    distance = np.linalg.norm(points[:, None] - points[None, :], axis=2)
    near = np.mean([distance[a, b] for a, b in ENDS if (a < 4) == (b < 4)])
    far = np.mean([distance[a, b] for a, b in ENDS if (a < 4) != (b < 4)])
    assert near < 0.75 * far


@pytest.mark.parametrize("n", [0, 1, 200])
def test_any_number_can_be_laid_out_without_a_single_tie(n: int) -> None:
    layout = Layout()
    layout.set_network([f"m{i}" for i in range(n)], [], [])
    assert layout.points.shape == (n, 2)
    assert np.isfinite(layout.points).all()


def test_circles_are_moved_apart() -> None:
    points = np.array([[0.5, 0.5], [0.51, 0.5], [0.5, 0.52]])
    found = move_apart(points, np.array([10.0, 10.0, 10.0]), (300.0, 300.0), 4.0) * 300
    for a, b in ((0, 1), (0, 2), (1, 2)):
        assert np.linalg.norm(found[a] - found[b]) > 20
