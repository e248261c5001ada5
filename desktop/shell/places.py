"""Where the docks stand at first, and how they share the window: as a workspace says."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDockWidget, QMainWindow

from parley.desktop.docks import Area
from parley.desktop.shell.panel import Panel
from parley.desktop.workspaces import Place, Workspace, fold_docks

AREAS = {side: Qt.DockWidgetArea[f"{side.title()}DockWidgetArea"] for side in ("left", "right", "bottom", "top")}
LEVEL, UPRIGHT = Qt.Orientation.Horizontal, Qt.Orientation.Vertical
LEAST_LEFT, LEAST_RIGHT = 178, 346
"""Pixels of the docks at the sides: names and switches must be readable."""
SMALL = (1200, 740)
"""Below this width or this height the plan and the speaker flow would be too small to be read."""
PLAN, ROW = 320, 0.25
"""Pixels that the plan has above a row of docks where that has this share of the window's height at least."""
LOW = 480
"""Below this height the plan stands beside the docks: there is no room for it above them."""
ROOMY = 1760
"""From this width on there is room for the library and the cast beside all else."""


def is_small(width: float, height: float) -> bool:
    """Return whether a window of that size, in pixels at a text scale of 1, has no room for all panels side by side."""
    return width < SMALL[0] or height < SMALL[1]


def fit_workspace(workspace: Workspace, width: float, height: float) -> Workspace:
    """Return what of a workspace a window of that size has room for."""
    return fold_docks(workspace, beside=height < LOW) if is_small(width, height) else workspace


def place_docks(area: QMainWindow, panels: Mapping[str, Panel], workspace: Workspace, *, roomy: bool) -> None:
    """Put all docks where they belong. Those at the left are in sight where it is `roomy`."""
    area.setCorner(Qt.Corner.BottomRightCorner, AREAS["right"])
    for panel in panels.values():
        area.removeDockWidget(panel.dock)  # or Qt would put it beside what it stood with before
    columns: dict[Area, Sequence[Place]] = {
        "left": workspace.left, "right": workspace.right, "bottom": workspace.bottom,
        "top": [Place((workspace.stage, *workspace.behind))] if workspace.stage else [],
    }  # fmt: skip
    for name, places in columns.items():
        for each in places:
            docks = [panels[dock].dock for dock in each.docks if dock in panels]
            _put_docks(area, name, docks)
            for dock in docks:
                dock.setVisible(roomy or name != "left")  # `removeDockWidget` has hidden it
            if docks:
                docks[0].raise_()  # Qt has the last tab in front
    placed = {*workspace.docks, workspace.stage}
    for panel in panels.values():
        if panel.spec.name not in placed:
            _put_docks(area, panel.spec.area, [panel.dock], find_dock(panel, panels))
            panel.dock.hide()


def add_dock(area: QMainWindow, panel: Panel, panels: Mapping[str, Panel]) -> None:
    """Put a dock beside those that stand already, and hide it."""
    _put_docks(area, panel.spec.area, [panel.dock], find_dock(panel, panels))
    panel.dock.hide()


def find_dock(panel: Panel, panels: Mapping[str, Panel]) -> QDockWidget | None:
    """Return the dock whose tab it is, where its row names one."""
    return panels[panel.spec.behind].dock if panel.spec.behind in panels else None


def _put_docks(area: QMainWindow, side: Area, docks: Sequence[QDockWidget], before: QDockWidget | None = None) -> None:
    for dock in docks:
        if before is None:
            area.addDockWidget(AREAS[side], dock, LEVEL if side == "bottom" else UPRIGHT)
        else:
            area.tabifyDockWidget(before, dock)
        before = before or dock


Sized = list[tuple[QDockWidget, float]]


def share(area: QMainWindow, panels: Mapping[str, Panel], workspace: Workspace, width: int, height: int) -> None:
    """Give the docks their usual shares of a window of that size."""
    left = _find_front_docks(panels, workspace.left)
    if left:
        _resize(area, [(left[0][0], max(LEAST_LEFT, round(width * workspace.left_width)))], LEVEL)
    _resize(area, [(dock, round(height * part)) for dock, part in left if part], UPRIGHT)
    right, bottom = _find_front_docks(panels, workspace.right), _find_front_docks(panels, workspace.bottom)
    if right:
        _resize(area, [(right[0][0], max(LEAST_RIGHT, round(width * workspace.right_width)))], LEVEL)
    _resize(area, [(dock, round(width * part)) for dock, part in bottom if part], LEVEL)
    low, plan = round(height * workspace.height), area.centralWidget()
    beside = plan is not None and not plan.isHidden()
    if beside:
        low = min(low, max(round(height * ROW), area.contentsRect().height() - PLAN - 8))
    # A plan that is shown below such a dock has half of the middle.
    middle = (height - low) // (2 if beside else 1)
    stage = [(panels[workspace.stage].dock, middle)] if workspace.stage in panels else []  # its package may be missing
    _resize(area, [*stage, *((dock, low) for dock, _part in bottom[:1])], UPRIGHT)
    # Qt spreads what nobody asks for by what is there already: only where all is asked for it comes out alike.
    rest = max(1, area.height() - sum(round(height * part) for _dock, part in right))
    _resize(area, [(dock, round(height * part) if part else rest) for dock, part in right], UPRIGHT)


def beside_middle(area: QMainWindow) -> bool:
    """Return whether docks stand above or below the middle that reach no further than it does."""
    wide = area.corner(Qt.Corner.BottomRightCorner) == AREAS["bottom"]  # so in layouts that an earlier version kept
    sides = [AREAS["top"]] if wide else [AREAS["top"], AREAS["bottom"]]
    return any(area.dockWidgetArea(dock) in sides for dock in _list_docked_panels(area))


def _list_docked_panels(area: QMainWindow) -> list[QDockWidget]:
    """Return the docks in their places, but for those behind other tabs: Qt moves them out of sight, as large as they
    were.
    """
    docks = [dock for dock in area.findChildren(QDockWidget) if not dock.isHidden() and not dock.isFloating()]
    return [dock for dock in docks if dock.geometry().intersects(area.rect())]


def _find_front_docks(panels: Mapping[str, Panel], places: Sequence[Place]) -> Sized:
    """Return the dock in front of each place, with its share."""
    fronts = ((next((name for name in each.docks if name in panels), ""), each.share) for each in places)
    return [(panels[name].dock, part) for name, part in fronts if name]


def _resize(area: QMainWindow, sizes: Sequence[tuple[QDockWidget, int]], way: Qt.Orientation) -> None:
    if sizes:
        docks, pixels = zip(*sizes, strict=True)
        area.resizeDocks(list(docks), list(pixels), way)
