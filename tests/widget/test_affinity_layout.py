"""Where the members of the network stand."""

from __future__ import annotations

import numpy as np
import pytest

from parley.desktop.affinity.view.layout import Frame, Layout, apart

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


def test_a_small_change_moves_nobody_far_and_none_nobody() -> None:
    layout = settled()
    before = layout.points
    layout.set_network(IDS, ENDS, CAMPS)
    assert layout.points is before
    layout.set_network(IDS, ENDS, [each + 0.03 for each in CAMPS])
    assert np.abs(layout.points - before).max() < 0.06


def test_a_newcomer_leaves_the_others_about_where_they_were() -> None:
    layout = settled()
    before = layout.points
    layout.set_network([*IDS, "new"], ENDS, CAMPS)
    assert np.abs(layout.points[:8] - before).max() < 0.35


def test_who_was_put_somewhere_stays_there() -> None:
    layout = settled()
    layout.pin(2, 0.5, 0.25)
    layout.set_network(IDS, ENDS, [0.5] * len(ENDS))
    assert layout.points[2] == pytest.approx([0.5, 0.25])


@pytest.mark.parametrize("n", [0, 1, 2, 3, 200])
def test_any_number_can_be_laid_out_without_a_single_tie(n: int) -> None:
    layout = Layout()
    layout.set_network([f"m{i}" for i in range(n)], [], [])
    assert layout.points.shape == (n, 2)
    assert np.isfinite(layout.points).all()


def test_circles_are_moved_apart() -> None:
    points = np.array([[0.5, 0.5], [0.51, 0.5], [0.5, 0.52]])
    found = apart(points, np.array([10.0, 10.0, 10.0]), (300.0, 300.0), 4.0) * 300
    for a, b in ((0, 1), (0, 2), (1, 2)):
        assert np.linalg.norm(found[a] - found[b]) > 20


@pytest.mark.parametrize("zoom", [0.4, 1.0, 7.0])
def test_a_frame_turns_units_into_pixels_and_back(zoom: float) -> None:
    frame = Frame(width=300, height=240, members=5, zoom=zoom, x=0.3, y=0.8)
    across, down = frame.pixels
    left, top = frame.corner
    assert frame.units(frame.origin * 0) == pytest.approx((left, top))
    assert (frame.origin.x(), frame.origin.y()) == pytest.approx((left * across, top * down))


def test_circles_shrink_with_their_number_and_their_share() -> None:
    frame = Frame(width=300, height=240, members=2)
    few, many = frame.radii([0.5, 0.1]), frame.radii([0.05] * 60)
    assert few[0] > few[1] > many[0] >= 4.0 * 0.58
    assert frame.radii([]) == []


@pytest.mark.parametrize("width", [98.0, 160.0, 400.0])
def test_a_circle_at_the_edge_is_whole(width: float) -> None:
    frame = Frame(width, 190.0, members=2)
    assert max(frame.radii([0.5, 0.5])) + 3.5 <= frame.margins[0]
