"""Docks that look like cards, and the area in which they stand."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

from PySide6.QtCore import QCoreApplication, QEvent, QRect, Qt, QTimer, Signal, SignalInstance
from PySide6.QtGui import QColor, QFont, QRegion
from PySide6.QtWidgets import (
    QDockWidget,
    QFrame,
    QHBoxLayout,
    QLabel,
    QMainWindow,
    QMenu,
    QSizePolicy,
    QTabBar,
    QToolButton,
    QWidget,
)

from parley.desktop.widgets.elided import ElidedLabel
from parley.desktop.widgets.icons import icon
from parley.desktop.widgets.layouts import hbox, vbox
from parley.desktop.widgets.parts import HelpButton, build_popup_menu, size_small
from parley.desktop.widgets.tab_order import get_stops
from parley.desktop.widgets.theme import font
from parley.desktop.widgets.themed import Themed

GAP = 8
"""Pixels between two cards, and between the cards and the window's edge."""
LEAST_CAPTION = 9
"""Characters: of a caption that is shortened more, a reader has nothing."""
NOWHERE = QRegion(-2, -2, 1, 1)
"""What is seen of a tab bar that belongs to no docks."""


class CardTitle(Themed, QFrame):
    """The head of a card: the title in small capitals, a caption at the right, and a menu button.

    Signals: `menu_wanted(QMenu)` before the menu opens, for somebody to add their entries.
    """

    menu_wanted = Signal(QMenu)

    def __init__(self, title: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("DockTitle")
        self._title = QLabel(title.upper())
        self._title.setProperty("role", "caps")
        self._title.setAccessibleName(title)  # some screen readers spell capitals
        self._caption = ElidedLabel(least=LEAST_CAPTION)
        self._caption.setProperty("role", "caption")
        # What is left over: the view's own switches come first.
        self._caption.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self._caption.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self._heading: QWidget | None = None
        self._more = QToolButton()
        self._more.setAccessibleName(self.tr("More about {0}").format(title))
        self._more.setToolTip(self.tr("Float, hide …"))
        self._more.clicked.connect(self._open_menu)
        self.help = HelpButton(title)
        ends = hbox(self.help, self._more, spacing=0)
        hbox(self._title, (self._caption, 1), ends, within=self, margins=(13, 7, 7, 3), spacing=8)
        self._apply_theme()

    def set_caption(self, text: str, brief: str = "") -> None:
        """Show a text at the right; `brief` where it has no room."""
        self._caption.set_whole(text, brief=brief)

    def caption(self) -> str:
        return self._caption.whole()

    def add_widget(self, widget: QWidget) -> None:
        """Put a widget of the view between the caption and the menu button."""
        layout = self.layout()
        if isinstance(layout, QHBoxLayout):
            layout.insertWidget(2, widget)

    def set_heading(self, heading: QWidget) -> None:
        """Have a view's own heading stand for the title and the caption."""
        layout = self.layout()
        if not isinstance(layout, QHBoxLayout):
            return
        if self._heading is not None:
            layout.removeWidget(self._heading)
            self._heading.deleteLater()
        self._heading = heading
        layout.setContentsMargins(2, 0, 0, 4)
        layout.insertWidget(0, heading, 1)
        heading.show()
        for part in (self._title, self._caption):
            part.hide()

    def _apply_theme(self) -> None:
        size_small(self._more, self.scale)
        self._more.setIcon(icon("ph.dots-three-bold", QColor(self.theme.faint)))
        # The letters' spacing does not come from the style sheet.
        letters = font(11, QFont.Weight.DemiBold, scale=self.scale)
        letters.setLetterSpacing(QFont.SpacingType.AbsoluteSpacing, 0.3)
        self._title.setFont(letters)

    def _open_menu(self) -> None:
        menu = build_popup_menu(self)
        self.menu_wanted.emit(menu)
        menu.popup(self._more.mapToGlobal(self._more.rect().bottomLeft()))


class Card(QFrame):
    """A view in a white card with a title: for what is not a dock, such as the stage in the middle."""

    def __init__(self, title: str, view: QWidget, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setObjectName("Card")
        self.title = CardTitle(title)
        self.title.setObjectName("")  # `#DockTitle` draws the upper half of a frame, which a card has whole
        vbox(self.title, (view, 1), within=self, margins=1, spacing=0)
        _link_caption(view, self.title)


class Dock(QDockWidget):
    """A dock that looks like a card. `id_` is what its place is remembered by.

    `set_view` may come later than the dock itself, so that a heavy view is made after the first paint.
    """

    def __init__(self, id_: str, title: str, *, bare: bool = False) -> None:
        super().__init__(title)
        self._bare = bare
        self.setObjectName(f"dock.{id_}")
        self.setAccessibleName(title)
        self.setAllowedAreas(Qt.DockWidgetArea.AllDockWidgetAreas)
        self.title = CardTitle(title)
        self.title.menu_wanted.connect(self._fill_menu)
        self.setTitleBarWidget(self.title)
        body = QFrame()
        body.setObjectName("DockBody")
        self._column = vbox(within=body, margins=0 if bare else (1, 0, 1, 1))
        for part in (self.title, body):
            part.setProperty("bare", bare)
        self._view: QWidget | None = None
        self.setWidget(body)

    def set_view(self, view: QWidget) -> None:
        """Put a view inside; a view with a caption gets it shown in the title."""
        if self._view is not None:
            self._column.removeWidget(self._view)
            self._view.deleteLater()
        self._view = view
        self._column.addWidget(view)
        # In a dock that is in sight already it would be shown after the next events only.
        view.show()
        # However late it is made, Tab comes to it from its own title.
        for before, stop in pairwise((*get_stops(self.title), *get_stops(view))):
            QWidget.setTabOrder(before, stop)
        _link_caption(view, self.title)
        if self._bare and isinstance(heading := getattr(view, "heading", None), QWidget):
            self.title.set_heading(heading)

    def _fill_menu(self, menu: QMenu) -> None:
        floats = menu.addAction(self.tr("Put back into the window") if self.isFloating() else self.tr("Float"))
        floats.triggered.connect(lambda _checked=False: self.setFloating(not self.isFloating()))
        hide = menu.addAction(self.tr("Hide"))
        hide.triggered.connect(lambda _checked=False: self.toggleViewAction().trigger())


class DockArea(QMainWindow):
    """The part of the window in which docks stand: a main window inside the main window, so that it has a margin."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setWindowFlags(Qt.WindowType.Widget)  # a QMainWindow is a window of its own, even with a parent
        # A click on an empty place takes the cursor out of a text field, so that Space plays again.
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.setContentsMargins(GAP, GAP, GAP, GAP)
        option, corner, area = QMainWindow.DockOption, Qt.Corner, Qt.DockWidgetArea
        self.setDockOptions(option.AllowNestedDocks | option.AllowTabbedDocks | option.AnimatedDocks)
        # The side docks reach from top to bottom, as the page shows them.
        for left in (corner.TopLeftCorner, corner.BottomLeftCorner):
            self.setCorner(left, area.LeftDockWidgetArea)
        for right in (corner.TopRightCorner, corner.BottomRightCorner):
            self.setCorner(right, area.RightDockWidgetArea)
        self._tidying = QTimer(self, singleShot=True, interval=0)
        self._tidying.timeout.connect(self.tidy)

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() in (QEvent.Type.LayoutRequest, QEvent.Type.Resize, QEvent.Type.Show):
            self._tidying.start()  # once, however many of these come before the next turn of Qt's loop
        return done

    def settle(self) -> None:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
        self.tidy()

    def tidy(self) -> None:
        """Hide the tab bars that Qt leaves behind when a layout is restored: they belong to no docks any more.

        They are cut away, not hidden: Qt would show them again at once, fifty times a second while lines stream in.
        """
        # While lines stream in, some layout changes sixty times a second: a search of the whole tree would be felt.
        direct = Qt.FindChildOption.FindDirectChildrenOnly
        found = self.findChildren(QDockWidget, options=direct)
        docks = [dock for dock in found if dock.isVisible() and not dock.isFloating()]
        live: dict[frozenset[str], QTabBar] = {}
        bars = self.findChildren(QTabBar, options=direct)
        for bar in bars:
            bar.setAccessibleName(self.tr("Panels"))
            titles = frozenset(bar.tabText(at) for at in range(bar.count()))
            # The one that still follows its docks stands right below the one in front; the newest of them is it.
            if any(dock.windowTitle() in titles and _is_bar_below(bar.geometry(), dock.geometry()) for dock in docks):
                live[titles] = bar
        for bar in bars:
            left = bar not in live.values()
            if left == bar.mask().isEmpty():  # only where it changes: setting a mask repaints the bar
                bar.setMask(NOWHERE) if left else bar.clearMask()
                bar.setFocusPolicy(Qt.FocusPolicy.NoFocus if left else Qt.FocusPolicy.TabFocus)


def _is_bar_below(bar: QRect, dock: QRect) -> bool:
    return bar.left() == dock.left() and bar.width() == dock.width() and 0 <= bar.top() - dock.bottom() <= GAP


def _link_caption(view: QWidget, title: CardTitle) -> None:
    caption = getattr(view, "caption", None)
    changed = getattr(view, "caption_changed", None)
    brief: Callable[[], str] = getattr(view, "brief_caption", lambda: "")
    if callable(caption):
        title.set_caption(caption(), brief())
    if isinstance(changed, SignalInstance):
        changed.connect(lambda text: title.set_caption(text, brief()))
