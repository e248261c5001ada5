"""A room can be taken out: nothing outside of it imports it, and what is left does what it did."""

from __future__ import annotations

import subprocess
import sys

import pytest

from scripts.without import (
    MOST_WITHOUT_ROOMS,
    ROOT,
    count_product_lines,
    count_studio_lines,
    files_of,
    read_rooms,
    ties_of,
)

WHOLE = ("story", "tour", "clockwork", "local", "lab", "exchange", "programs", "casting", "judges", "tools")
"""Those of `scripts/rooms.toml` that come out whole; what ties the others: `python scripts/without.py --list`."""

ALL = (*WHOLE, "shared")
"""With what several of them use."""


def test_budgets_are_kept() -> None:
    rooms = read_rooms().values()
    over = {room.name: lines for room in rooms if (lines := count_product_lines(files_of([room]))) > room.most}
    assert not over
    assert count_studio_lines() <= MOST_WITHOUT_ROOMS, "python scripts/without.py --list says what is used"


@pytest.mark.parametrize("rooms", [*((room,) for room in WHOLE), ALL], ids=[*WHOLE, "all"])
def test_nothing_outside_a_room_imports_it(rooms: tuple[str, ...]) -> None:
    assert ties_of([read_rooms()[room] for room in rooms]) == {}


@pytest.mark.slow
@pytest.mark.timeout(900)
@pytest.mark.parametrize(
    ("rooms", "how"), [*(((room,), "--quick") for room in WHOLE), (ALL, "--check")], ids=[*WHOLE, "all"]
)
def test_what_is_left_without_rooms_goes_on(rooms: tuple[str, ...], how: str) -> None:
    done = subprocess.run(
        [sys.executable, str(ROOT / "scripts" / "without.py"), *rooms, how], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
