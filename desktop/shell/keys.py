"""Plain keys, Space, arrows, Home, End, brackets, that act on the run unless the focused widget needs them."""

from __future__ import annotations

from collections.abc import Mapping

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QAbstractSlider, QApplication, QMenuBar, QWidget
from shiboken6 import isValid

from parley.desktop.shell.action_table import BY_ID
from parley.desktop.shell.actions import is_plain
from parley.desktop.shell.dock import DockArea

ARROWS = (Qt.Key.Key_Left, Qt.Key.Key_Right)


class PlainKeys(QObject):
    """Triggers actions by plain keys that nobody else wanted.

    A key press climbs from the focused widget to its window until somebody takes it. Standing at the window, this takes
    what a text field, a list or a button left over: a shortcut would be asked before them and would play the run when
    a space is typed. Left and Right it takes before the focused widget: they move the run wherever the focus is, but
    where somebody types, or walks through the menus. With Shift they are the widget's own.
    Attributes: `single_keys`, whether keys that write something, such as brackets, act at all: who dictates, or types
    where there is no field, may not want them to.
    """

    def __init__(self, window: QWidget, actions: Mapping[str, QAction]) -> None:
        super().__init__(window)
        self._actions: dict[str, QAction] = {}
        for id_, made in actions.items():
            for key in BY_ID[id_].shortcuts:
                if is_plain(key):
                    self._actions[QKeySequence(key).toString()] = made
        self.single_keys = True
        self._window = window
        self._watched: set[QObject] = set()
        self._focused: QWidget | None = None
        self._rest = window.findChild(DockArea) or window
        self._last: QWidget | None = None
        application = QApplication.instance()
        if isinstance(application, QApplication):
            application.focusChanged.connect(self._on_focus)
        self.watch_window(window)

    def watch_window(self, window: QWidget) -> None:
        """Take the left-over keys of another window too, such as a dock that floats."""
        self._watched.add(window)
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Trigger the action of a plain key, and say whether it was taken."""
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.modifiers() & ~(Qt.KeyboardModifier.ShiftModifier | Qt.KeyboardModifier.KeypadModifier):
            return False
        if not self._rest.isVisibleTo(self._window):
            return False  # The run is not seen: the start page stands before it
        first = watched not in self._watched  # the filter of `_take_arrows`: the widget has not seen the key yet
        if first and (event.key() not in ARROWS or event.modifiers() & Qt.KeyboardModifier.ShiftModifier):
            return False
        focused = QApplication.focusWidget()
        if isinstance(focused, QAbstractItemView):
            # It says that it takes letters where its rows can be edited, which has a field of its own.
            if event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
                return False  # a list leaves them over when it is there already
        elif focused is not None and focused.testAttribute(Qt.WidgetAttribute.WA_InputMethodEnabled):  # somebody types
            return False
        action = self._find_key_action(event)
        if action is None or not action.isEnabled():
            # Before the first turn, and behind the last, an arrow does nothing, rather than something else.
            return first and any(self._actions[key].isEnabled() for key in ("Left", "Right") if key in self._actions)
        if not (event.isAutoRepeat() and event.key() == Qt.Key.Key_Space):
            action.trigger()  # a Space held down would play and pause by turns
        event.accept()
        return True

    def _on_focus(self, old: QWidget | None, now: QWidget | None) -> None:
        """Take the arrows of what has the focus; give all keys back where nobody's Tab or click put them on a button.

        Qt does so when the window opens, and when the widget that had them is hidden or disabled: the next Space would
        press whatever comes next in the row, and the arrows would change the speed.
        """
        self._take_arrows(now)
        if now is None:
            self._last = old
            return
        pushed = old is None and now is not self._last
        if old is not None:
            pushed = old.window() is self._window and not (old.isEnabled() and old.isVisible())
        self._last = now
        # A page that stands before the run gives its first card the keyboard by itself.
        pushed = pushed and self._rest.isVisible()
        if pushed and isinstance(now, QAbstractButton | QAbstractSlider) and now.window() is self._window:
            self._rest.setFocus(Qt.FocusReason.OtherFocusReason)

    def _take_arrows(self, now: QWidget | None) -> None:
        if self._focused is not None and isValid(self._focused):  # Qt may have deleted it since
            self._focused.removeEventFilter(self)
        self._focused = None
        ours = now is not None and now.window() in self._watched and not isinstance(now, QMenuBar)
        if now is not None and ours and now not in self._watched:
            self._focused = now
            now.installEventFilter(self)

    def _find_key_action(self, event: QKeyEvent) -> QAction | None:
        shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
        text = event.text()
        if text in ("[", "]"):  # by what it writes: which keys make a bracket differs by keyboard
            return self._actions.get(text) if self.single_keys else None
        name = QKeySequence(event.key()).toString()
        return self._actions.get(f"Shift+{name}" if shift else name)
