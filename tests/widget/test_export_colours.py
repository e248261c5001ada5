from __future__ import annotations

from core.export.colours import PALETTE
from desktop.theme import MEMBER_COLOURS


def test_a_member_has_one_colour_in_the_window_and_in_exports() -> None:
    assert PALETTE == MEMBER_COLOURS
