"""The menu of one row of the transcript."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from desktop.run.figures import TurnFigure

translate = QCoreApplication.translate


def row_menu(
    parent: QWidget, figure: TurnFigure, act: Callable[[str], None], *, last: bool, unfolded: bool, rows: int
) -> QMenu:
    """A menu for `figure` that calls `act` with what was chosen.

    Names: copy, jump, inspect, edit, fork, retry, bookmark, thoughts. `last` says whether the turn can be taken again,
    `rows` how many rows are selected.
    """
    menu = QMenu(parent)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    turn = figure.is_turn

    def add(name: str, text: str, keys: str = "", *, enabled: bool = True) -> None:
        action = menu.addAction(text)
        action.setObjectName(name)
        action.setEnabled(enabled)
        if keys:
            # Shown only: the view itself answers the key.
            action.setShortcut(QKeySequence(keys))
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        action.triggered.connect(lambda: act(name))

    several = translate("RowMenu", "Copy {count} lines").format(count=rows)
    add("copy", several if rows > 1 else translate("RowMenu", "Copy"), "Ctrl+C")
    fold, unfold = translate("RowMenu", "Fold thoughts"), translate("RowMenu", "Unfold thoughts")
    if figure.kind == "scene_end":
        fold, unfold = translate("RowMenu", "Fold the summary"), translate("RowMenu", "Unfold the summary")
    if figure.thoughts or (figure.kind == "scene_end" and figure.text):
        add("thoughts", fold if unfolded else unfold, "T")
    menu.addSeparator()
    if turn:
        add("jump", translate("RowMenu", "Show this turn"))
    if figure.number:
        add("inspect", translate("RowMenu", "Inspect"), "Return")
    if turn:
        marked = translate("RowMenu", "Remove bookmark")
        add("bookmark", marked if figure.bookmarked else translate("RowMenu", "Bookmark"))
        menu.addSeparator()
        add("edit", translate("RowMenu", "Edit and fork…"), "F2")
        add("fork", translate("RowMenu", "Fork here"))
    if turn or figure.kind == "failed":
        add("retry", translate("RowMenu", "Retry this turn"), enabled=last)
    return menu
