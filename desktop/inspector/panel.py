"""When the inspector is told of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer

from parley.desktop.shell.panel import Panel

if TYPE_CHECKING:
    from parley.desktop.docks import DockSpec
    from parley.desktop.inspector.figures import InspectorFigure
    from parley.desktop.shell.window import Window

INSPECT_MS = 90
"""How long the shown turn must stand still before the inspector derives what was sent."""


class InspectorPanel(Panel):
    """The inspector, whose figure takes long to make: it comes once the shown turn has stood still."""

    def __init__(self, spec: DockSpec, window: Window) -> None:
        super().__init__(spec, window)
        self._wait = QTimer(window, singleShot=True, interval=INSPECT_MS)
        self._wait.timeout.connect(lambda: window.refresh_soon(self._derive))  # After the views that wait already
        self._turn = -1
        self._figure: InspectorFigure | None = None

    def refresh_near(self) -> None:
        if not self.in_front:
            return
        model = self.window.model
        # Scrubbing starts the wait anew; new turns do not, or it would never end in a run that plays fast.
        moved, self._turn = model.shown != self._turn and not model.live, model.shown
        if moved or not self._wait.isActive():
            self._wait.start()

    def settle(self) -> None:
        if self._wait.isActive():
            self._wait.stop()
            self._derive()
            self._show_figure()

    def _derive(self) -> None:
        """Make the figure; it is shown in a while of its own."""
        if self.made is not None and self.window.inspect is not None:
            self._figure = self.window.inspect()
            self.window.refresh_soon(self._show_figure)

    def _show_figure(self) -> None:
        if self.made is not None and self._figure is not None:
            self.made.show_figure(self._figure)
