"""What is made from the table of actions: menus, shortcuts, tips; the palette and the help page read it too."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, Qt
from PySide6.QtGui import QAction, QActionGroup, QColor, QKeySequence
from PySide6.QtWidgets import QMainWindow, QMenu, QWidget

from parley.desktop.docks import DockSpec
from parley.desktop.shell.action_table import ACTIONS, BY_ID, MENUS, MISSING, SUBMENUS, Action, panel_action
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.language import said

ROLES = {
    "quit": QAction.MenuRole.QuitRole,
    "settings": QAction.MenuRole.PreferencesRole,
    "about": QAction.MenuRole.AboutRole,
}


def translate_text(text: str) -> str:
    """Return a text of the table in the interface's language."""
    found = QCoreApplication.translate("Action", text)
    # The texts of other packages are not in our catalogue: they bring their own German.
    return found if found != text else said(text)


def is_plain(shortcut: str) -> bool:
    """Return whether a shortcut is a key that fields and lists use themselves, such as Space or an arrow."""
    key = shortcut.removeprefix("Shift+")
    return "+" not in key and not (key.startswith("F") and key[1:].isdigit())


def missing_for(action: Action, conditions: frozenset[str]) -> str:
    """Return the sentence that says why an action cannot be used now, "" when it can."""
    return next((translate_text(MISSING[name]) for name in action.enabled_when if name not in conditions), "")


def get_tip_of(action: Action) -> str:
    """Return a tool tip: the title, the first shortcut, and the tip."""
    title = translate_text(action.title).rstrip("… ")
    if action.shortcuts:
        title += f" ({shown_shortcut(action)})"
    return f"{title}\n{translate_text(action.tip)}" if action.tip else title


def shown_shortcut(action: Action) -> str:
    """Return the first shortcut as this system writes it, "" where there is none."""
    if not action.shortcuts:
        return ""
    return QKeySequence(action.shortcuts[0]).toString(QKeySequence.SequenceFormat.NativeText)


def build_actions(window: QMainWindow, callbacks: Mapping[str, Callable[[], None]]) -> dict[str, QAction]:
    """Return the actions that have a callback, with their shortcuts, in the window's menu bar.

    What has no callback is left out, so that nothing dead is shown. Raises `ValueError` for a callback that no action
    calls. Plain keys (Space, arrows, Home) are only written in the menus: `PlainKeys` answers them, so that they never
    fire while somebody types.
    """
    strangers = sorted(set(callbacks) - {action.id for action in ACTIONS})
    if strangers:
        raise ValueError(f"callbacks that no action calls: {', '.join(strangers)}")
    built: dict[str, QAction] = {}
    groups: dict[str, QActionGroup] = {}
    for action in ACTIONS:
        if action.id in callbacks:
            built[action.id] = _build_menu_action(window, action, callbacks[action.id])
            if action.group:
                groups.setdefault(action.group, QActionGroup(window)).addAction(built[action.id])
    _fill_menus(window, built)
    return built


def _build_menu_action(window: QMainWindow, action: Action, callback: Callable[[], None]) -> QAction:
    made = QAction(translate_text(action.title), window)
    made.setObjectName(action.id)
    made.setCheckable(action.checkable)
    made.setToolTip(get_tip_of(action))
    made.setStatusTip(translate_text(action.tip))
    made.setShortcuts([QKeySequence(key) for key in action.shortcuts])
    if any(is_plain(key) for key in action.shortcuts):
        # Shown in the menu, but never taken from the widget that has the focus.
        made.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
    elif action.scope:
        # Whoever shows such a view adds the action to it.
        made.setShortcutContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
    else:
        window.addAction(made)  # without this, one in no menu would have no keys
    if action.id in ROLES:
        made.setMenuRole(ROLES[action.id])
    made.triggered.connect(lambda _checked=False: callback())  # Qt passes whether it is checked
    return made


def _fill_menus(window: QMainWindow, built: Mapping[str, QAction]) -> None:
    menus: dict[str, QMenu] = {}
    for menu in MENUS:
        menus[menu.id] = window.menuBar().addMenu(translate_text(menu.title))
    for action in ACTIONS:
        if not action.menu or action.id not in built:
            continue
        if action.menu not in menus:
            parent = menus[action.menu.partition("/")[0]]
            if action.section:
                parent.addSeparator()
            menus[action.menu] = parent.addMenu(translate_text(SUBMENUS[action.menu]))
            menus[action.menu].setObjectName(action.menu)  # `add_panel_action` finds it by this
        elif action.section:
            menus[action.menu].addSeparator()
        menus[action.menu].addAction(built[action.id])
    for each in menus.values():
        each.setToolTipsVisible(True)  # off by default, in submenus too: the tip says why an entry cannot be used


def refresh_actions(built: Mapping[str, QAction], conditions: frozenset[str]) -> None:
    """Enable what can be used under these conditions; the tip of the rest says what is missing."""
    for id_, made in built.items():
        action = BY_ID[id_]
        why_not = missing_for(action, conditions)
        if made.isEnabled() != (not why_not) or made.property("missing") != why_not:
            made.setProperty("missing", why_not)  # compared the next time, when most have not changed
            made.setEnabled(not why_not)
            made.setToolTip(f"{get_tip_of(action)}\n{why_not}" if why_not else get_tip_of(action))


def add_scoped(view: QWidget, scope: str, built: Mapping[str, QAction]) -> None:
    """Have a view answer the keys of the actions of its scope."""
    view.addActions([made for id_, made in built.items() if BY_ID[id_].scope == scope])


def add_panel_action(window: QMainWindow, spec: DockSpec, callback: Callable[[], None]) -> dict[str, QAction]:
    """Return the action of a dock that was found when all others were made, in the menu too.

    A key that another action has stays that one's: Qt does neither where two have one.
    """
    action = panel_action(spec)
    taken = {QKeySequence(key) for each in BY_ID.values() if each.id != action.id for key in each.shortcuts}
    action = replace(action, shortcuts=tuple(key for key in action.shortcuts if QKeySequence(key) not in taken))
    BY_ID[action.id] = action  # where `refresh_actions`, `apply_icons` and the palette look it up
    made = _build_menu_action(window, action, callback)
    menu = window.menuBar().findChild(QMenu, action.menu)
    if isinstance(menu, QMenu):
        menu.addAction(made)
    return {action.id: made}


def apply_icons(built: Mapping[str, QAction], colour: QColor, disabled: QColor) -> None:
    """Give every action its icon in the theme's colours."""
    for id_, made in built.items():
        if BY_ID[id_].icon:
            made.setIcon(icon(BY_ID[id_].icon, colour, disabled, sizes=(16,)))
