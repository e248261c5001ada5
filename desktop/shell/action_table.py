"""The one table of actions: data alone. `desktop.shell.actions` makes menus and shortcuts of it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from desktop.docks import DOCKS, DockSpec
from desktop.modes.menus import MODE_MENUS
from desktop.shell.action import Action, Menu, packaged_menu


def panel_action(spec: DockSpec) -> Action:
    """What shows and hides a dock."""
    keys = (spec.key,) if spec.key else ()
    return Action(f"panel.{spec.name}", spec.title, "view/panels", keys, spec.icon, checkable=True, tip=spec.tip)


def _with_panels(view: Menu) -> Menu:
    panels = [panel_action(DOCKS[name]) for name in DOCKS.shipped]
    floor_plan, *others = view.actions
    return replace(view, actions=(*panels[:2], floor_plan, *panels[2:], *others))


MENUS: tuple[Menu, ...] = (
    packaged_menu("file"),
    packaged_menu("run"),
    *MODE_MENUS.values(),
    packaged_menu("turn"),
    packaged_menu("member"),
    _with_panels(packaged_menu("view")),
    packaged_menu("help"),
)
"""The menus in their order."""

ACTIONS: tuple[Action, ...] = tuple(action for menu in MENUS for action in menu.actions)
BY_ID: dict[str, Action] = {action.id: action for action in ACTIONS}
SUBMENUS: dict[str, str] = {name: title for menu in MENUS for name, title in menu.submenus.items()}
MISSING: dict[str, str] = {name: sentence for menu in MENUS for name, sentence in menu.conditions.items()}
"""The sentences of all conditions that an action may ask for: what is missing where one does not hold."""


def texts() -> Iterator[str]:
    """All that is translated under the context "Action"."""
    for menu in MENUS:
        yield menu.title
        for action in menu.actions:
            yield from (text for text in (action.title, action.tip) if text)
    yield from SUBMENUS.values()
    yield from MISSING.values()
