"""A window of docks around a stage: which there are, where they stand, what of them can be seen."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QByteArray, QEvent, QObject, QPoint, QRect, QSettings, Qt, QTimer
from PySide6.QtGui import QAction, QGuiApplication, QResizeEvent
from PySide6.QtWidgets import QMainWindow, QWidget
from shiboken6 import isValid

from parley.core.base.errors import ParleyError
from parley.desktop.docks import DOCKS, load
from parley.desktop.shell import places
from parley.desktop.shell.actions import add_panel_action, translate_text
from parley.desktop.shell.dock import Card, Dock, DockArea
from parley.desktop.shell.notices import Notice, NoticeStack
from parley.desktop.shell.panel import Panel
from parley.desktop.widgets.language import said
from parley.desktop.widgets.layouts import vbox
from parley.desktop.widgets.themed import Themed
from parley.desktop.workspaces import CANVAS, TALK, Workspace

if TYPE_CHECKING:
    from parley.desktop.run.model import RunModel
    from parley.desktop.shell.keys import PlainKeys

LAYOUT_VERSION = 6
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
        self.attached = self.complete = self._seen = self._kept = False
        self._shown_tabs: dict[str, bool] = {}
        self.workspace = TALK
        self._layouts: dict[str, QByteArray] = {}
        self._chosen: dict[str, str] = {}
        self._layout = self._last = ""
        self._stage_wanted, self._placed = True, False
        self.area = DockArea()
        self.stage = Card(translate_text("Floor plan"), middle)
        self.centre = QWidget()
        vbox((self.stage, 1), within=self.centre, margins=0)
        self.area.setCentralWidget(self.centre)
        self.notices = NoticeStack(self.area, room=self.notice_room)
        self.panels: dict[str, Panel] = {}
        # Those of other packages are found later: looking for them takes longer than the window itself.
        for name in DOCKS.shipped:
            self._add_panel(name)
        for panel in self.panels.values():
            if panel.spec.made == "start":  # what is in sight in the first paint
                _ = panel.view
        self.place_docks()
        self.notices.raise_()

    def notice_room(self) -> QRect:
        """Return where notices may stand, in pixels of the area: below the title of what is in the middle, so that no
        title and no field to search in is ever covered.
        """
        middle: Card | Dock | None = self.stage if self.stage.isVisible() else None
        if middle is None and (name := self.workspace.stage) in self.panels and self.in_front(name):
            middle = self.panels[name].dock
        title = (middle or self.stage).title.sizeHint().height()
        if middle is None or (isinstance(middle, Dock) and middle.isFloating()):
            return self.area.contentsRect().adjusted(0, title, 0, 0)
        return QRect(middle.mapTo(self.area, QPoint(0, 0)), middle.size()).adjusted(0, title, 0, 0)

    def refresh(self) -> None:
        """Give every visible view its figure."""
        raise NotImplementedError

    def _add_panel(self, name: str) -> Panel:
        spec = DOCKS[name]
        panel: Panel = load(spec.panel)(spec, self)
        self.panels[name] = panel
        panel.dock.visibilityChanged.connect(lambda shown: self._update_changed_dock(name, shown))
        return panel

    def view(self, name: str) -> Any:
        """Return a dock's view, which is made where nobody has seen it yet."""
        return self.panels[name].view

    @property
    def docks(self) -> dict[str, Dock]:
        """The docks by name."""
        return {name: panel.dock for name, panel in self.panels.items()}

    def add_foreign_docks(self) -> None:
        """Add the docks of other packages, hidden until a run of their mode is opened or somebody wants them."""
        for name in DOCKS.names():
            if name in self.panels:
                continue
            try:
                with DOCKS.blame_package(name):
                    panel = self._add_panel(name)
            except ParleyError as error:
                self.notices.show_notice(Notice(said(error), kind="warning"))
                continue
            places.add_dock(self.area, panel, self.panels)
            self.area.restoreDockWidget(panel.dock)  # the layout was restored before, and may have a place for it
            if self.actions_by_id:
                self.actions_by_id |= add_panel_action(self, panel.spec, partial(self.toggle_dock, name))
                self.keys.watch_window(panel.dock)  # a dock that floats is a window, to which keys climb

    def place_docks(self) -> None:
        """Put the docks where the workspace has them."""
        places.place_docks(self.area, self.panels, self._fit_workspace(), roomy=self.roomy)
        self.size_docks()

    def size_docks(self) -> None:
        """Give the docks their usual shares of the window."""
        places.share(self.area, self.panels, self._fit_workspace(), self.width(), self.height())

    @property
    def small(self) -> bool:
        """Whether there is no room for all panels side by side."""
        return places.is_small(self.width() / self.scale, self.height() / self.scale)

    @property
    def beside(self) -> bool:
        """Whether the plan stands beside the docks, for there is no room above them."""
        return self.height() < places.LOW * self.scale

    @property
    def roomy(self) -> bool:
        """Whether there is room for the docks at the left beside all else."""
        return self.width() >= places.ROOMY * self.scale

    @property
    def narrow(self) -> bool:
        """Whether the docks at the left are there only while somebody looks at them."""
        return self.width() < places.SMALL[0] * self.scale

    def size_placed(self) -> None:
        """Give docks that nobody has moved yet their shares once more, because views that came later need more."""
        if self._placed:
            self._placed = False
            QTimer.singleShot(0, self, self.size_docks)

    def _fit_workspace(self) -> Workspace:
        return places.fit_workspace(self.workspace, self.width() / self.scale, self.height() / self.scale)

    def _choose_size_name(self) -> str:
        """Return what the layout of a window of this size is kept by."""
        if self.small:
            return "beside" if self.beside else "small"
        return "wide" if self.roomy else "large"

    def lay_out(self) -> None:
        """Lay the window out for its workspace and its size: as it was left the last time, else as it comes."""
        size = self._choose_size_name()
        layout = f"{self.workspace.name}.{size}"  # a layout for each size: docks that were tabs come back side by side
        begins = not self._layout and self._last.endswith(f".{size}") and not (self.attached and self.model.loaded)
        if begins:
            # The run of the last time is not open yet: it is painted where it will be.
            layout = self._last
        if layout == self._layout:  # a window that is resized asks with every pixel
            return
        if self._layout and not self._kept:  # else it was kept before Qt squeezed it
            self._layouts[self._layout] = self.area.saveState(LAYOUT_VERSION)
        self._layout = layout
        if not begins:
            # First: around a plan that is away the docks would be given its room.
            self.show_stage(self._stage_wanted and not self.workspace.stage)
        self._placed = not self._restore_layout(layout)
        if self._placed:
            self.place_docks()
            # The docks have their places after the next layout.
            QTimer.singleShot(0, self, self.size_docks)
        self.hide_narrow()
        self._fit_centre()
        self._check_panels()

    def hide_narrow(self) -> None:
        """Hide the docks at the left where there is hardly room for them, such as after a choice was made there."""
        if self.narrow:
            for name in self._list_left():
                self.panels[name].dock.hide()

    def _list_left(self) -> list[str]:
        """Return the workspace's docks at the left, but for those that somebody has put elsewhere."""
        names = [name for place in self.workspace.left for name in place.docks]
        left = Qt.DockWidgetArea.LeftDockWidgetArea
        docks = self.docks
        return [one for one in names if not docks[one].isFloating() and self.area.dockWidgetArea(docks[one]) == left]

    def _restore_layout(self, layout: str) -> bool:
        left = self._layouts.get(layout)
        return left is not None and self.area.restoreState(left, LAYOUT_VERSION)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Lay out the window anew when it becomes small or large."""
        super().resizeEvent(event)
        if self._seen:
            self.lay_out()
        self._kept = False

    def eventFilter(self, window: QObject, event: QEvent) -> bool:
        """Keep the layout before Qt squeezes it into another size, which this window hears of too late."""
        if isinstance(event, QResizeEvent) and self._layout and event.size() != self.size():
            self._layouts[self._layout], self._kept = self.area.saveState(LAYOUT_VERSION), True
        return super().eventFilter(window, event)

    def show_stage(self, shown: bool) -> None:
        """Show or hide the floor plan."""
        self.stage.setVisible(shown)
        self._fit_centre()
        if (action := self.actions_by_id.get("panel.floor_plan")) is not None:
            action.setChecked(shown)
        self.notices.place()
        if shown:
            self.refresh()

    def _fit_centre(self) -> None:
        """Leave the room of a plan that is away to the docks."""
        shown = not self.stage.isHidden()
        self.centre.setMaximumHeight(QWIDGETSIZE_MAX if shown else 0)
        # Where it is hidden Qt widens the docks at the sides; a flat one leaves its width to those above and below.
        self.centre.setVisible(shown or places.beside_middle(self.area))

    def toggle_stage(self) -> None:
        """Hide the floor plan, or show it."""
        shown = not self.stage.isVisible()
        if not self.workspace.stage:  # where a dock is the middle, the plan is shown for now only
            self._stage_wanted = shown
        self.show_stage(shown)
        if shown:
            # Qt leaves all room to the docks; they have their places after the next layout.
            QTimer.singleShot(0, self, self.size_docks)

    def make_room(self) -> None:
        """Give the mode of the opened run its workspace."""
        if not self.model.loaded:
            return
        mode = self.model.mode
        chosen = self._chosen.get(mode.workspace.name)
        usual = mode.workspace if self.small else mode.choose_workspace()
        self.workspace = next((each for each in (mode.workspace, *mode.layouts) if each.name == chosen), usual)
        if self._seen:
            self.lay_out()
        for name, panel in self.panels.items():
            if name not in DOCKS.shipped and panel.spec.modes:  # in no workspace: it comes and goes with the mode
                panel.dock.setVisible(self.model.replay.live.setup.mode in panel.spec.modes)

    def choose_layout(self, name: str) -> None:
        """Lay the window out by another of the layouts that the mode of the opened run has; it is kept for the mode."""
        if self.model.loaded:
            self._chosen[self.model.mode.workspace.name] = name
            self.make_room()
            self.refresh()

    def toggle_canvas(self) -> None:
        """Give the network all of the window; the next time put everything back where it stood."""
        if self.workspace is CANVAS:
            self.make_room()
        else:
            self.workspace = CANVAS
            self.lay_out()
            self.view("affinity").canvas.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.refresh()

    def toggle_dock(self, name: str) -> None:
        """Hide a dock that is in sight, show one that is not; one behind another's tab comes to the front."""
        if self.in_front(name):
            self.panels[name].dock.hide()
        else:
            self.show_dock(name)
            panel = self.panels[name]
            if panel.spec.writes:
                getattr(panel.view, panel.spec.writes).setFocus(Qt.FocusReason.ShortcutFocusReason)
        self._check_panels()

    def show_dock(self, name: str) -> None:
        """Show a dock, in front of those it shares its place with."""
        self.panels[name].dock.show()
        self.panels[name].dock.raise_()

    def in_front(self, name: str) -> bool:
        """Return whether a dock can be seen: it is shown, and not behind another's tab."""
        return self.panels[name].dock.isVisible() and self._shown_tabs.get(name, True)

    def _update_changed_dock(self, name: str, shown: bool) -> None:
        if not isValid(self):
            return  # Docks tell of their going while the window they stand in is being taken down
        self._shown_tabs[name] = shown  # a dock behind another's tab is visible to `isVisible` too
        self.make_where_seen(name)
        self._fit_centre()
        # A tab that is brought to the front is raised above what is told.
        QTimer.singleShot(0, self.notices, self._raise_notices)
        self._check_panels()
        self.refresh()

    def _raise_notices(self) -> None:
        self.notices.raise_()
        self.notices.place()

    def make_where_seen(self, name: str) -> None:
        """Make the view of a dock that can be seen."""
        if self.in_front(name) and (self.complete or self.panels[name].spec.made == "seen"):
            _ = self.panels[name].view

    def _check_panels(self) -> None:
        for name, panel in self.panels.items():
            if (action := self.actions_by_id.get(f"panel.{name}")) is not None:
                action.setChecked(panel.dock.isVisible())
        if (action := self.actions_by_id.get("network")) is not None:
            action.setChecked(self.workspace is CANVAS)

    def restore_layout(self, store: QSettings) -> None:
        """Restore where everything stood the last time, in each workspace."""
        geometry = store.value("geometry")
        # What somebody else wrote into the file is no reason not to open.
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)
        place = store.value("place")
        if isinstance(place, QRect) and not self.isMaximized() and not self.isFullScreen() and _on_a_screen(place):
            # Qt keeps room above for the whole frame, its foot as well: near the edge it would come down each time.
            self.setGeometry(place)
        for key in store.allKeys():
            group, _, layout = key.partition("/")
            if group == "layout" and isinstance(left := store.value(key), QByteArray):
                self._layouts[layout] = left
            elif group == "chosen_layout":
                self._chosen[layout] = str(store.value(key))
        self._last = str(store.value("last_layout", ""))
        self._stage_wanted = _is_set(store, "floor_plan")
        self.show_stage(_is_set(store, "stage"))

    def save_layout(self, store: QSettings) -> None:
        """Keep where everything stands."""
        store.setValue("geometry", self.saveGeometry())  # with the screen, and whether it is maximized
        store.setValue("place", self.geometry())
        if self._layout:
            self._layouts[self._layout] = self.area.saveState(LAYOUT_VERSION)
        for layout, left in self._layouts.items():
            store.setValue(f"layout/{layout}", left)
        for workspace, name in self._chosen.items():
            store.setValue(f"chosen_layout/{workspace}", name)
        store.setValue("last_layout", self._layout)
        store.setValue("floor_plan", self._stage_wanted)
        store.setValue("stage", not self.stage.isHidden())

    def reset_layout(self) -> None:
        """Put the docks back where the workspace has them; the other workspaces stay as they are."""
        self._stage_wanted = True
        self._layouts.pop(self._layout, None)
        self._layout = self._last = ""  # or `lay_out` would keep what stands, and restore it
        self.lay_out()


def _on_a_screen(place: QRect) -> bool:
    """Return whether all of it can be seen: screens may be gone, or smaller."""
    return any(screen.availableGeometry().contains(place) for screen in QGuiApplication.screens())


def _is_set(store: QSettings, key: str) -> bool:
    return str(store.value(key, True)).lower() != "false"  # an INI file gives back the text "true"
