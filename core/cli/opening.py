"""What opens the window: handed to the command line by whoever has one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from parley.core.home import Home

Window = Callable[[Home, Sequence[Path]], int]
"""Opens the window on a home, with files to show; returns the exit code."""
