"""The button that says which runs the library lists."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from parley.desktop.library.arranging import Arrangement
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.plain import literal
from parley.desktop.widgets.themed import Themed


class OrderButton(Themed, QToolButton):
    """A button whose menu says what is listed. Signal: `changed(Arrangement)`."""

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.how = Arrangement()
        self.kinds: Mapping[str, str] = {}
        self.tags: Sequence[str] = ()
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setAccessibleName(self.tr("What is listed"))
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self.setMenu(self._menu)
        self._restyle()

    def show_arrangement(self, how: Arrangement) -> None:
        """Say what is listed."""
        self.how = how
        self._restyle()

    def _build_place_titles(self) -> Mapping[str, str]:
        return {
            "runs": self.tr("All runs"), "starred": self.tr("Starred"), "archive": self.tr("Archive"),
            "trash": self.tr("Trash"),
        }  # fmt: skip

    def _restyle(self) -> None:
        how = self.how
        away = how.place != "runs" or bool(how.tag or how.mode)
        colour = self.theme.colour("accent" if away else "secondary")
        self.setIcon(icon("ph.funnel-simple", colour))
        self.setIconSize(QSize(14, 14) * self.scale)

    def _fill(self) -> None:
        menu, how = self._menu, self.how
        menu.clear()
        self._add_menu_choices(menu, self._build_place_titles(), how.place, "place")
        if len(self.kinds) > 1:
            menu.addSeparator()
            self._add_menu_choices(menu, {"": self.tr("All kinds"), **self.kinds}, how.mode, "mode")
        if self.tags:
            menu.addSeparator()
            tags = menu.addMenu(self.tr("With the tag"))
            self._add_menu_choices(
                tags, {"": self.tr("Any or none"), **{tag: f"#{tag}" for tag in self.tags}}, how.tag, "tag"
            )

    def _add_menu_choices(self, menu: QMenu, choices: Mapping[str, str], chosen: str, field: str) -> None:
        group = QActionGroup(menu)
        for value, title in choices.items():
            action = menu.addAction(literal(title))
            action.setObjectName(f"{field}.{value}")
            action.setCheckable(True)
            action.setChecked(value == chosen)
            group.addAction(action)
            changed: dict[str, Any] = {field: value}
            action.triggered.connect(lambda _on=False, changed=changed: self.changed.emit(replace(self.how, **changed)))
