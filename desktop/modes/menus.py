"""The menus of single modes, in the order in which they stand in the menu bar."""

from __future__ import annotations

from desktop.shell.action import packaged_menu

MODE_MENUS = {name: packaged_menu(name) for name in ("scene", "story")}
