"""The menu of one row of the transcript."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QKeySequence
from PySide6.QtWidgets import QMenu, QWidget

from desktop.run.figures import TurnFigure


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

    add(
        "copy",
        QCoreApplication.translate("RowMenu", "Copy")
        if rows < 2
        else QCoreApplication.translate("RowMenu", "Copy {count} lines").format(count=rows),
        "Ctrl+C",
    )
    if figure.thoughts:
        add(
            "thoughts",
            QCoreApplication.translate("RowMenu", "Fold thoughts")
            if unfolded
            else QCoreApplication.translate("RowMenu", "Unfold thoughts"),
            "T",
        )
    elif figure.kind == "scene_end" and figure.text:
        add(
            "thoughts",
            QCoreApplication.translate("RowMenu", "Fold the summary")
            if unfolded
            else QCoreApplication.translate("RowMenu", "Unfold the summary"),
            "T",
        )
    menu.addSeparator()
    if turn:
        add("jump", QCoreApplication.translate("RowMenu", "Show this turn"))
    if figure.number:
        add("inspect", QCoreApplication.translate("RowMenu", "Inspect"), "Return")
    if turn:
        add(
            "bookmark",
            QCoreApplication.translate("RowMenu", "Remove bookmark")
            if figure.bookmarked
            else QCoreApplication.translate("RowMenu", "Bookmark"),
        )
        menu.addSeparator()
        add("edit", QCoreApplication.translate("RowMenu", "Edit and fork…"), "F2")
        add("fork", QCoreApplication.translate("RowMenu", "Fork here"))
    if turn or figure.kind == "failed":
        add("retry", QCoreApplication.translate("RowMenu", "Retry this turn"), enabled=last)
    return menu
