"""The menus of single modes, in the order in which they stand in the menu bar: files of `resources/menus`."""

MODE_MENUS = ("scene", "story")
