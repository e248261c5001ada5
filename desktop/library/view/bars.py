"""What stands around the library's list: kinds to choose from, its order, and what is done with several runs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QButtonGroup, QFrame, QMenu, QPushButton, QToolButton, QWidget

from parley.desktop.library.arranging import Arrangement
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import STRETCH, across
from parley.desktop.widgets.parts import small_button, worded
from parley.desktop.widgets.plain import literal
from parley.desktop.widgets.themed import Themed


class Kinds(QFrame):
    """Chips side by side: all runs, or those of one mode. Signal: `chosen(mode)`, empty for all."""

    chosen = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("segmented", True)
        self.setAccessibleName(self.tr("Kinds of runs"))
        self._group = QButtonGroup(self, exclusive=True)
        self._row = across(within=self, margins=2, spacing=2)
        self._offered: Mapping[str, str] = {}

    def offer(self, kinds: Mapping[str, str], mode: str) -> None:
        """Offer these kinds, what they are called by their mode; `mode` is the one that is chosen."""
        if dict(kinds) != dict(self._offered):
            for button in self._group.buttons():
                self._group.removeButton(button)
                self._row.removeWidget(button)
                button.setParent(None)
                button.deleteLater()
            self._offered = dict(kinds)
            for name, title in {"": self.tr("All"), **kinds}.items():
                button = QPushButton(literal(title))
                button.setCheckable(True)
                button.setProperty("segment", True)
                button.setObjectName(name)
                button.clicked.connect(lambda _on=False, name=name: self.chosen.emit(name))
                self._group.addButton(button)
                self._row.addWidget(button)
        for button in self._group.buttons():
            button.setChecked(button.objectName() == mode)

    @property
    def worth_showing(self) -> bool:
        """Whether there is more than one kind to choose from."""
        return len(self._offered) > 1


class OrderButton(Themed, QToolButton):
    """A button whose menu says what is listed and in which order. Signal: `changed(Arrangement)`."""

    changed = Signal(object)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.how = Arrangement()
        self.kinds: Mapping[str, str] = {}
        self.tags: Sequence[str] = ()
        self.with_kinds = self.worded = False
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.setAccessibleName(self.tr("What is listed, and in which order"))
        self._menu = QMenu(self)
        self._menu.aboutToShow.connect(self._fill)
        self.setMenu(self._menu)
        self._restyle()

    def show_arrangement(self, how: Arrangement) -> None:
        """Say how the list is ordered."""
        self.how = how
        self._restyle()

    def _build_sort_titles(self) -> Mapping[str, str]:
        return {
            "newest": self.tr("Newest"), "title": self.tr("By name"), "turns": self.tr("Longest"),
            "cost": self.tr("Costliest"),
        }  # fmt: skip

    def _build_place_titles(self) -> Mapping[str, str]:
        return {
            "runs": self.tr("All runs"), "starred": self.tr("Starred"), "archive": self.tr("Archive"),
            "trash": self.tr("Trash"),
        }  # fmt: skip

    def _restyle(self) -> None:
        how = self.how
        away = how.place != "runs" or bool(how.tag) or (bool(how.mode) and self.with_kinds)
        colour = self.theme.colour("accent" if away else "secondary")
        style = Qt.ToolButtonStyle
        self.setToolButtonStyle(style.ToolButtonTextBesideIcon if self.worded else style.ToolButtonIconOnly)
        self.setIcon(icon("ph.caret-down" if self.worded and not away else "ph.funnel-simple", colour))
        self.setIconSize(QSize(14, 14) * self.scale)
        named = self._build_place_titles()[how.place] if how.place != "runs" else f"#{how.tag}" if how.tag else ""
        self.setText(literal(named or self._build_sort_titles()[how.sort]))

    def _fill(self) -> None:
        menu, how = self._menu, self.how
        menu.clear()
        self._add_menu_choices(menu, self._build_place_titles(), how.place, "place")
        if self.with_kinds and len(self.kinds) > 1:
            menu.addSeparator()
            self._add_menu_choices(menu, {"": self.tr("All kinds"), **self.kinds}, how.mode, "mode")
        if self.tags:
            menu.addSeparator()
            tags = menu.addMenu(self.tr("With the tag"))
            self._add_menu_choices(
                tags, {"": self.tr("Any or none"), **{tag: f"#{tag}" for tag in self.tags}}, how.tag, "tag"
            )
        menu.addSeparator()
        self._add_menu_choices(menu.addMenu(self.tr("Sort")), self._build_sort_titles(), how.sort, "sort")
        groups = {"day": self.tr("By day"), "cast": self.tr("By cast"), "none": self.tr("Not")}
        self._add_menu_choices(menu.addMenu(self.tr("Group")), groups, how.group, "group")

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


class SelectionBar(Themed, QFrame):
    """What can be done with several runs at once. Signal: `asked(what)`: star, tag, archive, delete, restore, none."""

    asked = Signal(str)

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setProperty("card", True)
        self._told = worded(role="strong", wrap=False)
        self.buttons: dict[str, QToolButton] = {}
        for what, name in (
            ("star", self.tr("Star")), ("tag", self.tr("Tags…")), ("archive", self.tr("Archive")),
            ("delete", self.tr("Delete")), ("restore", self.tr("Put back")), ("none", self.tr("Select none")),
        ):  # fmt: skip
            button = self.buttons[what] = small_button(name)
            button.clicked.connect(lambda _on=False, what=what: self.asked.emit(what))
        across(self._told, STRETCH, *self.buttons.values(), within=self, margins=(10, 4, 6, 4), spacing=4)
        self._restyle()
        self.hide()

    def show_count(self, count: int, *, trash: bool, archived: bool) -> None:
        """Stand there for so many runs; with one or none nothing does."""
        self.setVisible(count > 1)
        self._told.setText(self.tr("{0} selected").format(count))
        for what, button in self.buttons.items():
            button.setVisible(what == "none" or (what == "restore") == trash)
        name = self.tr("Bring back from the archive") if archived else self.tr("Archive")
        self.buttons["archive"].setToolTip(name)
        self.buttons["archive"].setAccessibleName(name)

    def _restyle(self) -> None:
        signs = {
            "star": "star", "tag": "tag", "archive": "archive", "delete": "trash", "restore": "arrow-counter-clockwise",
            "none": "x",
        }  # fmt: skip
        for what, sign in signs.items():
            self.buttons[what].setIcon(icon(f"ph.{sign}", self.theme.colour("text")))
