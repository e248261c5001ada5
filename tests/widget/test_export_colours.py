"""One colour a member, in the window and on paper."""

from __future__ import annotations

import pytest

from parley.core.cast.colours import PALETTE, both
from parley.desktop.widgets.theme import DARK, LIGHT


@pytest.mark.parametrize("colour", [*PALETTE, "#123456", ""])
def test_a_member_has_one_colour_in_the_window_and_in_exports(colour: str) -> None:
    assert (LIGHT.member(colour).name(), DARK.member(colour).name()) == both(colour)
