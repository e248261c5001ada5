"""The one table of actions: data alone. `parley.desktop.shell.actions` makes menus and shortcuts of it."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from parley.core.base.packaged import get_resource
from parley.desktop.docks import DOCKS, DockSpec
from parley.desktop.modes.menus import MODE_MENUS


@dataclass(frozen=True, slots=True)
class Action:
    """Something a person can do. `title` and `tip` are English and are translated when they are shown.

    `shortcuts` are portable key sequences; `enabled_when` names conditions, all of which must hold; what is called has
    the action's id; actions of one `group` exclude each other; `section` draws a line above it in its menu, which may
    be a submenu ("view/theme"). An action without a menu is found in the palette only. Where there is a `scope`, keys
    do it in the views of that name alone.
    """

    id: str
    title: str
    menu: str = ""
    shortcuts: tuple[str, ...] = ()
    icon: str = ""
    enabled_when: tuple[str, ...] = ()
    checkable: bool = False
    group: str = ""
    section: bool = False
    tip: str = ""
    scope: str = ""


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu with its actions. `conditions` are those that only its actions ask for, each with the sentence that says
    what is missing; `submenus` have a title by the name that actions have them by."""

    id: str
    title: str
    actions: tuple[Action, ...]
    conditions: Mapping[str, str] = field(default_factory=dict)
    submenus: Mapping[str, str] = field(default_factory=dict)


def packaged_menu(id_: str) -> Menu:  # JSON: no TOML parser is loaded before the first paint
    """Return the menu that `resources/menus` has by that id."""
    told: dict[str, Any] = json.loads(get_resource("menus", f"{id_}.json").read_text("utf-8"))
    rows = [{"menu": id_} | row for row in told.pop("actions")]
    for row in rows:
        row |= {name: tuple(row[name]) for name in ("shortcuts", "enabled_when") if name in row}
    return Menu(id_, actions=tuple(Action(**row) for row in rows), **told)


def panel_action(spec: DockSpec) -> Action:
    """Return what shows and hides a dock."""
    keys = (spec.key,) if spec.key else ()
    return Action(f"panel.{spec.name}", spec.title, "view/panels", keys, spec.icon, checkable=True, tip=spec.tip)


def _add_panel_actions(view: Menu) -> Menu:
    panels = [panel_action(DOCKS[name]) for name in DOCKS.shipped]
    floor_plan, *others = view.actions  # the plan is the middle of the window and no dock, but is listed among them
    return replace(view, actions=(*panels[:2], floor_plan, *panels[2:], *others))


MENUS: tuple[Menu, ...] = (
    *map(packaged_menu, ("file", "run", *MODE_MENUS, "turn", "member")),
    _add_panel_actions(packaged_menu("view")),
    packaged_menu("help"),
)
"""The menus in their order."""

ACTIONS: tuple[Action, ...] = tuple(action for menu in MENUS for action in menu.actions)
BY_ID: dict[str, Action] = {action.id: action for action in ACTIONS}
SUBMENUS: dict[str, str] = {name: title for menu in MENUS for name, title in menu.submenus.items()}
MISSING: dict[str, str] = {name: sentence for menu in MENUS for name, sentence in menu.conditions.items()}
"""The sentences of all conditions that an action may ask for: what is missing where one does not hold."""
