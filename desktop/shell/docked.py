"""What a window of docks needs of a panel, which itself knows the window."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Protocol

from parley.core.base.registry import Failed, late
from parley.desktop.docks import DockSpec
from parley.desktop.shell.dock import Dock


def load(place: str) -> Any:
    """Return the attribute of "module:attribute"."""
    return late(place)()


class Docked(Protocol):
    """A dock with its view; `parley.desktop.shell.panel.Panel` says what each part of it does."""

    spec: DockSpec
    dock: Dock
    made: Any
    model: Any
    fault: Failed | None

    @property
    def view(self) -> Any: ...

    @property
    def in_front(self) -> bool: ...

    def when_made(self, tell: Callable[[Any], None]) -> None: ...

    def attach(self) -> None: ...

    def refresh(self) -> None: ...

    def refresh_near(self) -> None: ...

    def settle(self) -> None: ...
