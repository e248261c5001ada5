"""What an action is, and what a menu: data alone, of which `desktop.shell.actions` makes Qt's."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from core.base.packaged import packaged


@dataclass(frozen=True, slots=True)
class Action:
    """Something a person can do. `title` and `tip` are English and are translated when they are shown.

    `shortcuts` are portable key sequences; `enabled_when` names conditions, all of which must hold; what is called has
    the action's id; actions of one `group` exclude each other; `section` draws a line above it in its menu, which may
    be a submenu ("view/theme"). An action without a menu is found in the palette only.
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


@dataclass(frozen=True, slots=True)
class Menu:
    """A menu with its actions. `conditions` are those that only its actions ask for, each with the sentence that says
    what is missing; `submenus` have a title by the name that actions have them by."""

    id: str
    title: str
    actions: tuple[Action, ...]
    conditions: Mapping[str, str] = field(default_factory=dict)
    submenus: Mapping[str, str] = field(default_factory=dict)


def packaged_menu(id_: str) -> Menu:
    """The menu that `resources/menus` has by that id."""
    told: dict[str, Any] = json.loads(packaged("menus", f"{id_}.json").read_text("utf-8"))
    rows = [{"menu": id_} | row for row in told.pop("actions")]
    for row in rows:
        row |= {name: tuple(row[name]) for name in ("shortcuts", "enabled_when") if name in row}
    return Menu(id_, actions=tuple(Action(**row) for row in rows), **told)
