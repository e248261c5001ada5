"""The menus: a bar that is there while somebody walks through it, and the same behind one button."""

from __future__ import annotations

import sys

from PySide6.QtCore import QEvent, QObject, Qt, QTimer
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QApplication, QMainWindow, QMenu, QMenuBar

from parley.desktop.widgets.theme import BAR_HEIGHT
from parley.desktop.widgets.themed import Themed, set_look

NATIVE = sys.platform == "darwin"
"""Whether the system has a place of its own for the menus: there they stay."""


class MenuBar(Themed, QMenuBar):
    """The menus over the top of the window, as soon as somebody taps Alt, presses F10, or Alt with a menu's letter.

    Folded it lies below the toolbar, and is not hidden: a hidden one would not hear its letters. Unfolded it lies over
    it, and nothing is moved. `set_always` has it stand above everything as a row.
    """

    def __init__(self, window: QMainWindow) -> None:
        super().__init__(window)
        self._window = window
        window.installEventFilter(self)
        self.setAccessibleName(self.tr("Menu bar"))
        self._always = self._unfolded = NATIVE
        self._folding = QTimer(self, singleShot=True, interval=0)  # between two menus there is a moment without any
        self._folding.timeout.connect(self._fold_unused)
        self._apply_theme()

    @property
    def unfolded(self) -> bool:
        """Whether it is to be seen."""
        return self._always or self._unfolded

    def set_always(self, always: bool) -> None:
        """Set whether it always stands as a row above the window, or comes when it is asked for."""
        if (always or NATIVE) == self._always:
            return
        self._always = always or NATIVE
        layout = self._window.layout()
        if layout is not None and (layout.menuBar() is self) != self._always:
            if self._always:
                layout.setMenuBar(self)
            else:
                # Out of the window's layout, which would resize it: that closes its menus.
                self.setParent(None)
                self.setParent(self._window)
                self.show()
        self._apply_theme()

    def gather_menus(self) -> QMenu:
        """Return all menus that were added, as one: what a button opens."""
        gathered = QMenu(self.tr("Menu"), self.parentWidget())
        gathered.setAccessibleName(gathered.title())
        for action in self.actions():
            gathered.addAction(action)
            menu = action.menu()
            if isinstance(menu, QMenu):
                menu.aboutToShow.connect(self._unfold_for_menu)
                menu.aboutToHide.connect(self._folding.start)
        return gathered

    def enter_menu(self) -> None:
        """Open the first menu."""
        if first := self.actions()[:1]:
            self.setActiveAction(first[0])

    # Where it is --------------------------------------------------------------------------------------------------

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Be as wide as the window."""
        if event.type() == QEvent.Type.Resize and watched is self._window:
            self._take_place()
        return super().eventFilter(watched, event)

    def _apply_theme(self) -> None:
        # Over the toolbar each title is as high as that, so that a menu hangs at its lower edge.
        set_look(self, over=not self._always)
        self._take_place()

    def _take_place(self) -> None:
        if not self._always:
            self.setGeometry(0, 0, self._window.width(), round(BAR_HEIGHT * self.scale))
        if self.unfolded:
            self.raise_()
        else:
            self.lower()

    # Coming and going ---------------------------------------------------------------------------------------------

    def event(self, event: QEvent) -> bool:
        """Take plain keys from the shortcuts while somebody walks through the menus: Right goes to the next menu."""
        plain = Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.KeypadModifier
        asked = self.hasFocus() and event.type() == QEvent.Type.ShortcutOverride
        if asked and isinstance(event, QKeyEvent) and event.modifiers() in plain:
            event.accept()  # then it comes as a key press, and no shortcut is looked for
            return True
        return super().event(event)

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Unfold: somebody tapped Alt."""
        super().focusInEvent(event)
        self._unfold()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._folding.start()

    def _unfold_for_menu(self) -> None:
        """Unfold the bar for a menu of its own, unless the button opened the menu."""
        if self.activeAction() is not None:
            self._unfold()

    def _unfold(self) -> None:
        self._folding.stop()
        self._unfolded = True
        self._take_place()

    def _fold_unused(self) -> None:
        if not self.hasFocus() and self.activeAction() is None and QApplication.activePopupWidget() is None:
            self._unfolded = False
            self._take_place()
