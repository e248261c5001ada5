"""The menus of single modes, in the order in which they stand in the menu bar."""

from __future__ import annotations

from core.base.registry import Registry
from desktop.shell.action import Menu

MODE_MENUS: Registry[Menu] = Registry(
    "menu",
    shipped={
        "scene": "desktop.modes.office.actions:SCENE",
        "story": "desktop.modes.story.actions:STORY",
    },
)
