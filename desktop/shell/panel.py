"""A dock with its view, and what connects the two with the window and the run."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from parley.core.base.registry import Failed
from parley.desktop.docks import DOCKS, DockSpec, load
from parley.desktop.shell.actions import translate_text
from parley.desktop.shell.dock import Dock
from parley.desktop.widgets.language import said

if TYPE_CHECKING:
    from parley.desktop.run.model import RunModel


class Panel:
    """A dock with its view, which is shown a figure of the run; panels that do more derive from it.

    A view is a widget, `parley.desktop.widgets.themed.Themed` where it paints itself, with `show_figure` where its row
    names a figure. It may have the signals `member_chosen(str)` and `turn_chosen(int)`, the methods
    `select_member(str)` and `settle()`, and `caption()` with `caption_changed(str)` for the dock's title. Attributes:
    `dock`; `made`, the view, None until it is needed; `model`, what the feature derives from the run beside its
    figures; `window`; `fault`, why a package's dock shows nothing.
    """

    def __init__(self, spec: DockSpec, window: Any) -> None:
        """`window` is a `parley.desktop.shell.window.Window`, which itself knows the panels."""
        self.spec = spec
        self.window = window
        self.dock = Dock(spec.name, translate_text(spec.title), bare=spec.bare)
        self.made: Any = None
        self.model: Any = None
        self.fault: Failed | None = None
        self._wanted: list[Callable[[Any], None]] = []

    @property
    def run(self) -> RunModel:
        """The run model."""
        model: RunModel = self.window.model
        return model

    @property
    def view(self) -> Any:
        """The view, which is made where it was not."""
        if self.made is None:
            made = self.made = self._create_view()  # first: what it is connected with may ask for the view
            self.put_into(self.dock, made)
            self.connect_view(made)
            if self.window.attached:  # else `attach_model` connects it later
                self.connect_run(made)
            for tell in self._wanted:
                tell(made)
        return self.made

    def _create_view(self) -> Any:
        """Return the view; where a package's own cannot be made, what is to be said of it."""
        try:
            with DOCKS.blame_package(self.spec.name):
                return load(self.spec.view)()
        except Failed as fault:
            return self._excuse(fault)

    def _excuse(self, fault: Failed) -> QLabel:
        """Return what stands in the dock instead: the window goes on without the view."""
        self.fault = fault
        made = QLabel(said(fault))
        made.setWordWrap(True)
        made.setTextFormat(Qt.TextFormat.PlainText)
        made.setContentsMargins(12, 8, 12, 8)
        made.setAlignment(Qt.AlignmentFlag.AlignTop)
        return made

    def when_made(self, tell: Callable[[Any], None]) -> None:
        """Tell of the view, now or as soon as it is made."""
        self._wanted.append(tell)
        if self.made is not None:
            tell(self.made)

    @property
    def in_front(self) -> bool:
        """Whether the dock can be seen."""
        return bool(self.window.in_front(self.spec.name))

    def put_into(self, dock: Dock, view: Any) -> None:
        dock.set_view(view)

    def connect_view(self, view: Any) -> None:
        """Connect the view with the window."""
        if hasattr(view, "member_chosen"):  # a view of a package need not have it
            view.member_chosen.connect(self.window.select_member)

    def attach_model(self) -> None:
        """Connect the view, if it was made already, with the run model that has come."""
        if self.made is not None:
            self.connect_run(self.made)

    def connect_run(self, view: Any) -> None:
        """Connect the view with the run."""
        if hasattr(view, "turn_chosen"):
            view.turn_chosen.connect(self.run.show)

    def show_run(self, view: Any) -> None:
        """Show the run as it is at the shown turn."""
        if self.spec.figure is None or self.fault is not None:
            return
        try:
            with DOCKS.blame_package(self.spec.name):
                view.show_figure(self.spec.figure(self.run))
        except Failed as fault:
            self.made = self._excuse(fault)
            self.put_into(self.dock, self.made)  # deletes the view that failed

    def refresh(self) -> None:
        """Show the run where the view can be seen."""
        if self.made is not None and self.in_front:
            self.show_run(self.made)

    def refresh_near(self) -> None:
        """Refresh the view at once if it cannot wait for the other views."""
        if self.spec.streams:
            self.refresh()

    def settle(self) -> None:
        """Finish at once what is waiting or moving: for pictures."""
        self.refresh()
        if hasattr(self.made, "settle"):
            self.made.settle()
