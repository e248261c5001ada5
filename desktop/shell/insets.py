"""What of a dock lies upon the stage in small while the dock itself is not in sight."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from parley.desktop.shell.panel import load

if TYPE_CHECKING:
    from parley.desktop.shell.window import Window


class StageInset:
    """Follows the workspace of the window: `Workspace.inset` names the dock, `DockSpec.inset` the widget."""

    def __init__(self, window: Window) -> None:
        self._window = window
        self._made: dict[str, Any] = {}

    def refresh(self) -> None:
        """Show it where it is wanted, and put it away where it is not."""
        before = self._window.floor.corner
        self._refresh()
        if self._window.floor.corner is not before:
            # Notices stand beside it.
            self._window.notices.place()

    def _refresh(self) -> None:
        window, name = self._window, self._window.workspace.inset
        wanted = bool(name) and window.complete and window.model.loaded and window.stage.isVisible()
        # Where the dock is in sight nobody needs it twice.
        if not wanted or window.in_front(name):
            window.floor.set_corner(None)
            return
        spec = window.panels[name].spec
        if name not in self._made:
            inset = self._made[name] = load(spec.inset)(window.floor)
            inset.wanted.connect(lambda: window.show_dock(name))
            inset.member_chosen.connect(window.select_member)
            inset.select_member(window.selected_member)
        inset = self._made[name]
        assert spec.figure is not None
        fits = len(window.model.replay.live.setup.members) <= inset.most
        if fits:
            # Of a crowd it would be reckoned for nothing.
            inset.show_figure(spec.figure(window.model))
            fits = inset.fits()
        window.floor.set_corner(inset if fits else None)

    def select_member(self, member: str) -> None:
        """Mark a member in what is there."""
        for inset in self._made.values():
            inset.select_member(member)
