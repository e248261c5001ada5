"""The menus of the library: what can be done with a run or with several, their tags, and which runs are listed."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QActionGroup
from PySide6.QtWidgets import QMenu, QToolButton, QWidget

from parley.desktop.library.arranging import Arrangement
from parley.desktop.library.figures import RunFigure
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.parts import ask_text
from parley.desktop.widgets.plain import escape_amp
from parley.desktop.widgets.themed import Themed

Tagging = Callable[[Sequence[RunFigure], str, bool], object]
"""Puts a tag on runs, or takes it off."""


class TagMenu(QMenu):
    """The tags that there are, those checked that all of the runs have, and a new one."""

    def __init__(self, parent: QWidget, runs: Sequence[RunFigure], tags: Sequence[str], do: Tagging) -> None:
        super().__init__(self.tr("Tags"), parent)
        self._runs, self._do = runs, do
        having = Counter(tag for run in runs for tag in run.tags)
        for tag in tags:
            some = 0 < having[tag] < len(runs)
            action = self.addAction(escape_amp(f"#{tag}" + (f" ({having[tag]}/{len(runs)})" if some else "")))
            action.setCheckable(True)
            action.setChecked(having[tag] == len(runs))
            action.triggered.connect(partial(self._set_tag, tag, having[tag] < len(runs)))  # Some have it: tag the rest
        if tags:
            self.addSeparator()
        self.addAction(self.tr("New tag…")).triggered.connect(self._ask_tag)

    def _set_tag(self, tag: str, on: bool, _checked: bool = False) -> None:  # `triggered` adds whether it is checked
        self._do(self._runs, tag, on)

    def _ask_tag(self) -> None:
        runs, do = self._runs, self._do  # The menu is deleted before the answer comes
        label = self.tr("A word or a few:")
        ask_text(self.parentWidget(), self.tr("New tag"), label, lambda tag: tag and do(runs, tag, True))


class RunMenu(QMenu):
    """What can be done with these runs.

    Signals: `open_wanted()`, `rename_wanted()`; `asked(what)` for all of them: star, archive, delete, restore;
    `intent(name, run)` for the only one.
    """

    open_wanted = Signal()
    rename_wanted = Signal()
    asked = Signal(str)
    intent = Signal(str, object)

    def __init__(
        self, parent: QWidget, runs: Sequence[RunFigure], open_run: str, tags: Sequence[str], do: Tagging
    ) -> None:
        super().__init__(parent)
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if not runs:  # An empty menu is not shown
            return
        if runs[0].trash:
            self._add_action(self.tr("Put back"), "restore")
            self.addSeparator()
            self._add_action(self.tr("Delete for good…"), "delete")
            return
        only = runs[0] if len(runs) == 1 else None
        if only is not None:
            self.addAction(self.tr("Open")).triggered.connect(self.open_wanted)
            other = open_run not in ("", only.id)
            self._intend(self.tr("Compare with the open run…"), "compare_run", only, able=other)
            self._intend(self.tr("Run it again with another seed"), "again", only, able=not only.imported)
            self._intend(self.tr("Run it again with…"), "again_with", only, able=not only.imported)
            self.addSeparator()
            self.addAction(self.tr("Rename")).triggered.connect(self.rename_wanted)
        self._add_action(self.tr("Take the star off") if all(run.starred for run in runs) else self.tr("Star"), "star")
        self.addMenu(TagMenu(parent, runs, tags, do))
        back = all(run.archived for run in runs)
        self._add_action(self.tr("Bring back from the archive") if back else self.tr("Archive"), "archive")
        if only is not None:
            self.addSeparator()
            self._intend(self.tr("Export…"), "export_run", only)
            self._intend(self.tr("Show in its folder"), "show_run_in_folder", only)
            self._intend(self.tr("Copy the run's id"), "copy_run_id", only)
        self.addSeparator()
        self._add_action(self.tr("Delete"), "delete", able=not any(run.live for run in runs))  # Its log is in use

    def _add_action(self, title: str, what: str, *, able: bool = True) -> None:
        action = self.addAction(title)
        action.setEnabled(able)
        action.triggered.connect(lambda: self.asked.emit(what))

    def _intend(self, title: str, name: str, run: RunFigure, *, able: bool = True) -> None:
        action = self.addAction(title)
        action.setEnabled(able)
        action.triggered.connect(lambda: self.intent.emit(name, run.id))


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
        self._menu.aboutToShow.connect(self._fill_menu)
        self.setMenu(self._menu)
        self._apply_theme()

    def show_arrangement(self, how: Arrangement) -> None:
        """Say what is listed."""
        self.how = how
        self._apply_theme()

    def _build_place_titles(self) -> Mapping[str, str]:
        return {
            "runs": self.tr("All runs"), "starred": self.tr("Starred"), "archive": self.tr("Archive"),
            "trash": self.tr("Trash"),
        }  # fmt: skip

    def _apply_theme(self) -> None:
        how = self.how
        away = how.place != "runs" or bool(how.tag or how.mode)
        colour = self.theme.colour("accent" if away else "secondary")
        self.setIcon(icon("ph.funnel-simple", colour))
        self.setIconSize(QSize(14, 14) * self.scale)

    def _fill_menu(self) -> None:
        menu, how = self._menu, self.how
        for old in (*menu.findChildren(QActionGroup), *menu.findChildren(QMenu)):
            old.deleteLater()  # They are the menu's, and `clear` deletes its actions alone
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
            action = menu.addAction(escape_amp(title))
            action.setObjectName(f"{field}.{value}")
            action.setCheckable(True)
            action.setChecked(value == chosen)
            group.addAction(action)
            changed: dict[str, Any] = {field: value}
            action.triggered.connect(lambda _on=False, changed=changed: self.changed.emit(replace(self.how, **changed)))
