from __future__ import annotations

import pickle

from parley.core.base.errors import (
    RunError,
)


def test_an_error_can_be_raised_from_another_process() -> None:
    assert str(pickle.loads(pickle.dumps(RunError("No.")))) == "No."
