"""Chats and logs of other programs, brought into a home."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from parley.core.home import Home
from parley.core.log import log
from parley.core.log.fold import fold
from parley.core.log.state import State
from parley.core.studio.importing import Imported, import_run

REAL = Path(__file__).parents[2] / "golden" / "pidgin-events.jsonl"
"""What pidgin itself wrote."""
Bring = Callable[..., tuple[Imported, State]]


@pytest.fixture
def bring(home: Home, tmp_path: Path) -> Bring:
    """Bring a file of these lines in: its one run, and its state."""

    def brought(*lines: dict[str, Any] | str) -> tuple[Imported, State]:
        path = tmp_path / "brought.jsonl"
        path.write_text(
            "\n".join(each if isinstance(each, str) else json.dumps(each) for each in lines) + "\n", "utf-8"
        )
        (run,) = import_run(home, path)
        return run, fold(log.read(run.path).events)

    return brought
