"""A window of docks around a stage: which there are, where they stand, what of them can be seen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QByteArray, QSettings, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QMainWindow, QWidget
from shiboken6 import isValid

from core.base.errors import ParleyError
from desktop.docks import DOCKS
from desktop.shell import places
from desktop.shell.actions import add_panel_action, translated
from desktop.shell.dock import Card, Dock, DockArea
from desktop.shell.notices import Notice, NoticeStack
from desktop.shell.panel import Panel, load
from desktop.widgets.language import said
from desktop.widgets.layouts import upright
from desktop.widgets.themed import Themed

if TYPE_CHECKING:
    from desktop.run.model import RunModel
    from desktop.shell.keys import PlainKeys

LAYOUT_VERSION = 4
QWIDGETSIZE_MAX = (1 << 24) - 1


class DockWindow(Themed, QMainWindow):
    """The docks of the registry around a view in the middle, which a mode's own dock may take the place of.

    Attributes: `panels`, the docks with their views, by name; `model`, what they show, once it is there.
    """

    model: RunModel
    keys: PlainKeys

    def __init__(self, middle: QWidget) -> None:
        super().__init__()
        self.actions_by_id: dict[str, QAction] = {}
        self.attached = self.complete = self._seen = False
        self._shown_tabs: dict[str, bool] = {}
        self._stage_dock = ""
        self._stage_wanted = True
        self._raised: dict[str, str] = {}
        self.area = DockArea()
        self.stage = Card(translated("Floor plan"), middle)
        # Where the middle is hidden Qt widens the docks at the sides; a flat one leaves its width to the story.
        self.centre = QWidget()
        upright(self.stage, within=self.centre, margins=0)
        self.area.setCentralWidget(self.centre)
        self.notices = NoticeStack(self.area)
        self.panels: dict[str, Panel] = {}
        # Those of other packages are found later: looking for them takes longer than the window itself.
        for name in DOCKS.shipped:
            self._add_panel(name)
        for panel in self.panels.values():
            if panel.spec.made == "start":
                _ = panel.view
        self.place_docks()
        self.notices.raise_()
        self._default_state = self.area.saveState(LAYOUT_VERSION)

    def refresh(self) -> None:
        """Give every visible view its figure."""
        raise NotImplementedError

    def _add_panel(self, name: str) -> Panel:
        spec = DOCKS[name]
        panel: Panel = load(spec.panel)(spec, self)
        self.panels[name] = panel
        panel.dock.visibilityChanged.connect(lambda shown: self._dock_changed(name, shown))
        return panel

    def view(self, name: str) -> Any:
        """A dock's view, which is made where nobody has seen it yet."""
        return self.panels[name].view

    @property
    def docks(self) -> dict[str, Dock]:
        """The docks by name."""
        return {name: panel.dock for name, panel in self.panels.items()}

    def add_foreign_docks(self) -> None:
        """Those of other packages, hidden until a run of their mode is opened or somebody wants them."""
        for name in DOCKS.names():
            if name in self.panels:
                continue
            try:
                with DOCKS.blaming(name):
                    panel = self._add_panel(name)
            except ParleyError as error:
                self.notices.show_notice(Notice(said(error), kind="warning"))
                continue
            places.add(self.area, panel, self.panels)
            self.area.restoreDockWidget(panel.dock)
            if self.actions_by_id:
                self.actions_by_id |= add_panel_action(self, panel.spec, partial(self.toggle_dock, name))
                self.keys.watch(panel.dock)

    def place_docks(self) -> None:
        places.place(self.area, self.panels)
        if self._seen and places.small(self.width(), self.height()):
            places.fold(self.area, self.panels)
        self.size_docks()

    def size_docks(self) -> None:
        """The docks' usual shares of the window."""
        places.share(self.area, self.panels, self.width(), self.height())

    def size_docks_later(self) -> None:
        """Size the docks once the window has its real size, unless their places were restored."""
        if not self.property("restored"):
            if places.small(self.width(), self.height()):
                places.fold(self.area, self.panels)
            self.size_docks()

    def show_stage(self, shown: bool) -> None:
        """Show or hide the floor plan."""
        self.stage.setVisible(shown)
        self.centre.setMaximumHeight(QWIDGETSIZE_MAX if shown else 0)
        if (action := self.actions_by_id.get("panel.floor_plan")) is not None:
            action.setChecked(shown)
        if shown:
            self.refresh()

    def make_room(self) -> None:
        """Give the mode of the opened run its place: a dock where the plan stands, others in front."""
        if not self.model.loaded:
            return
        mode = self.model.mode
        self._raise_docks(dict(mode.front))
        if mode.stage != self._stage_dock:
            if not self._stage_dock:
                self._stage_wanted = not self.stage.isHidden()
            self._stage_dock = mode.stage
            self._place_stage()
        for name, panel in self.panels.items():
            if name not in DOCKS.shipped and panel.spec.modes:
                panel.dock.setVisible(self.model.replay.live.setup.mode in panel.spec.modes)

    def _raise_docks(self, wanted: dict[str, str]) -> None:
        """Bring docks before those named; those of the mode before go back behind what they hid."""
        back = {over: name for name, over in self._raised.items() if name not in wanted}
        new = {name: over for name, over in wanted.items() if name not in self._raised}
        self._raised = wanted
        for front, behind in (back | new).items():
            # In a small window they share their place with the transcript, which is not hidden unasked.
            beside = self.docks["transcript"] not in self.area.tabifiedDockWidgets(self.docks[front])
            if beside and not self.docks[front].isHidden() and not self.docks[behind].isHidden():
                self.docks[front].raise_()

    def _place_stage(self) -> None:
        self.show_stage(self._stage_wanted and not self._stage_dock)
        for name, panel in self.panels.items():
            if name == self._stage_dock:
                self.show_dock(name)
            elif panel.spec.hidden:
                panel.dock.hide()
        self._check_panels()
        # The docks have their places after the next layout.
        QTimer.singleShot(0, self, self.size_docks)

    def toggle_dock(self, name: str) -> None:
        """Hide a dock that is in sight, show one that is not; one behind another's tab comes to the front."""
        if self.in_front(name):
            self.panels[name].dock.hide()
        else:
            self.show_dock(name)
        self._check_panels()

    def show_dock(self, name: str) -> None:
        """Show a dock, in front of those it shares its place with."""
        self.panels[name].dock.show()
        self.panels[name].dock.raise_()

    def in_front(self, name: str) -> bool:
        """Whether a dock can be seen: it is shown, and not behind another's tab."""
        return self.panels[name].dock.isVisible() and self._shown_tabs.get(name, True)

    def _dock_changed(self, name: str, shown: bool) -> None:
        if not isValid(self):
            # Docks tell of their going while the window they stand in is being taken down.
            return
        self._shown_tabs[name] = shown
        self.make_where_seen(name)
        # A tab that is brought to the front is raised above what is told.
        QTimer.singleShot(0, self.notices, self.notices.raise_)
        self._check_panels()
        self.refresh()

    def make_where_seen(self, name: str) -> None:
        """Make the view of a dock that can be seen."""
        if self.in_front(name) and (self.complete or self.panels[name].spec.made == "seen"):
            _ = self.panels[name].view

    def _check_panels(self) -> None:
        for name, panel in self.panels.items():
            if (action := self.actions_by_id.get(f"panel.{name}")) is not None:
                action.setChecked(panel.dock.isVisible())

    def restore(self, store: QSettings) -> None:
        """Where everything stood the last time."""
        geometry, docks = store.value("geometry"), store.value("docks")
        # What somebody else wrote into the file is no reason not to open.
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)
        restored = isinstance(docks, QByteArray) and self.area.restoreState(docks, LAYOUT_VERSION)
        self.setProperty("restored", restored)
        # Which run was open is not known yet: a story takes its place when it is there.
        for panel in self.panels.values():
            if panel.spec.hidden:
                panel.dock.hide()
        self.show_stage(str(store.value("floor_plan", True)).lower() != "false")

    def remember(self, store: QSettings) -> None:
        """Keep where everything stands."""
        store.setValue("geometry", self.saveGeometry())
        store.setValue("docks", self.area.saveState(LAYOUT_VERSION))
        store.setValue("floor_plan", self._stage_wanted if self._stage_dock else self.stage.isVisible())

    def reset_layout(self) -> None:
        """Put the panels back where they belong."""
        self._stage_wanted = True
        self.area.restoreState(self._default_state, LAYOUT_VERSION)
        self.place_docks()
        self._place_stage()
