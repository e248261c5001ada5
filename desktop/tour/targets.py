"""The tour's steps, data in `resources/tour/tour.toml`; and what each points at: a place in the window."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from PySide6.QtCore import QRect
from PySide6.QtWidgets import QMenu, QWidget

from parley.core.base.packaged import get_resource

if TYPE_CHECKING:
    from parley.desktop.shell.window import Window


Words = Mapping[str, str]
"""A text by language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A step: what it points at, and what it says of it.

    `target` is a name that `parley.desktop.tour.targets` knows: that of a dock, of a part of the window, or of a
    widget. With `task` somebody is asked to do something, and the tour goes on when that was `done`, a name of
    `parley.desktop.tour.commands`.
    """

    target: str
    title: Words
    text: Words
    task: Words | None = None
    done: str = ""


@dataclass(frozen=True, slots=True)
class Tour:
    """`run` is the written run that it leads through, by language."""

    run: Words
    steps: tuple[Step, ...]


@cache
def tour() -> Tour:
    """Return the tour that ships with Parley."""
    told = tomllib.loads(get_resource("tour", "tour.toml").read_text("utf-8"))
    return Tour(told["run"], tuple(Step(**step) for step in told["step"]))


def in_language(words: Words | None, language: str) -> str:
    """Return the text in a language, English where there is none in it; "" for no text at all."""
    return (words.get(language) or words["en"]) if words else ""


ACTION = "action:"
"""Before the id of an action: the menu in which it stands."""


@dataclass(frozen=True, slots=True)
class Place:
    """A widget, and the part of it in its own pixels; without a `part` all of it."""

    widget: QWidget
    part: QRect | None = None

    def locate_in(self, window: QWidget) -> QRect:
        """Return where it is in the window; empty where it cannot be seen."""
        if not self.widget.isVisible() or self.widget.window() is not window:  # a dock may float
            return QRect()
        part = self.part if self.part is not None else self.widget.rect()
        return QRect(self.widget.mapTo(window, part.topLeft()), part.size()).intersected(window.rect())


def _find_speaker_bubble(window: Window) -> Place:
    """Return the bubble of who speaks; the whole plan while nobody does."""
    box = window.floor.bubble.box
    if box is None:
        return Place(window.stage)
    left, top, right, bottom = map(round, box)  # in pixels of the viewport
    return Place(window.floor.viewport(), QRect(left, top, right - left, bottom - top))


PARTS: dict[str, Callable[[Window], Place]] = {
    "floor_plan": lambda window: Place(window.stage),
    "bubble": _find_speaker_bubble,
    "transport": lambda window: Place(window.timeline.transport),
    "inject": lambda window: Place(window.toolbar.inject),
    "timeline": lambda window: Place(window.timeline.strip),
    "branch": lambda window: Place(window.timeline.branch),
}
"""Parts of the window that are no docks. Who asks where one is asks anew each time: some move."""


def bring_up(window: Window, target: str) -> None:
    """Have it be in sight: a dock in front of the others, the plan where it was hidden."""
    window.leave_start()
    if target in window.panels:
        window.show_dock(target)
    elif target in ("floor_plan", "bubble") and window.stage.isHidden():
        window.show_stage(True)


def typed_into(window: Window, target: str) -> QWidget | None:
    """Return the field in which words are asked for; None where nothing is to be typed."""
    return window.toolbar.inject.field if target == "inject" else None


def find_place(window: Window, target: str) -> Place | None:
    """Return where it is; None where there is no such thing."""
    if target in window.panels:
        return Place(window.panels[target].dock)
    if target in PARTS:
        return PARTS[target](window)
    if target.startswith(ACTION):
        return _find_menu_title(window, target.removeprefix(ACTION))
    widget = window.findChild(QWidget, target)
    return Place(widget) if isinstance(widget, QWidget) else None


def _find_menu_title(window: Window, id_: str) -> Place | None:
    """Return the title in the menu bar of the menu that holds an action; None where the system has the menus
    elsewhere.
    """
    wanted, bar = window.actions_by_id.get(id_), window.menuBar()
    for title in bar.actions():  # a native menu bar is not in the window
        menu = title.menu()
        if isinstance(menu, QMenu) and wanted in menu.actions() and not bar.isNativeMenuBar():
            return Place(bar, bar.actionGeometry(title))
    return None
