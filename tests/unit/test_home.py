"""The folder of the data."""

from __future__ import annotations

import pytest

from parley.core.home import Home


@pytest.mark.parametrize("run", ["../../etc/x", "/etc/x", "a/b", "", "x\0y", "\ud800", "ä" * 300])
def test_whatever_a_run_is_called_its_lock_lies_in_the_home(home: Home, run: str) -> None:
    lock = home.lock(run)
    assert lock.parent == home.locks
    assert lock.name.removesuffix(".lock").isalnum()
    assert home.lock("b97861e5b1").name == "b97861e5b1.lock"
