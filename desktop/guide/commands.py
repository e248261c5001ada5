"""The help: the guide at the page of what one looks at, or of the view whose question mark is pressed."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtGui import QCursor, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QWidget

from parley.desktop.docks import DOCKS
from parley.desktop.shell.rooms import RoomCommands, Surroundings
from parley.desktop.widgets.language import SOURCE, current

if TYPE_CHECKING:
    # Imported when it is asked for: the window is painted sooner.
    from parley.desktop.guide.view.window import GuideWindow


KEYED = "guide_key"
PAGES = {
    "CastEditorDialog": "new_run",
    "CompareView": "timeline", "ExperimentDialog": "experiments", "ExperimentsFrame": "experiments",
    "ExportDialog": "export", "ImportDialog": "library", "LeaveDialog": "voices",
    "LogbookExportDialog": "export", "NewRunDialog": "new_run",
    "RunExportDialog": "export",
    "SettingsDialog": "voices", "StartPage": "library",
}  # fmt: skip
"""The guide's page of a page of the window, and of a window or dialog beside it, where F1 is its own key; by its
class."""


class GuideCommands(RoomCommands):
    """Attributes: `frame`, the help window, None until it is first opened."""

    def __init__(self, here: Surroundings) -> None:
        super().__init__(here)
        self._window = here.window
        self._trigger = here.trigger
        self.frame: GuideWindow | None = None
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._on_focus)  # no signal tells that a dialog opens

    def _on_focus(self, _old: QWidget | None, now: QWidget | None) -> None:
        """Give a dialog that comes up a key F1 of its own: keys of the main window do nothing while it is open."""
        top = now.window() if now is not None else None
        if top is not None and top.metaObject().className() in PAGES and not top.property(KEYED):
            top.setProperty(KEYED, True)  # once a dialog, however often it has the focus
            QShortcut(QKeySequence(Qt.Key.Key_F1), top, self.open_here)

    def map_actions(self) -> dict[str, Callable[[], None]]:
        """Map each action id to its callback."""
        return {"help": self.open_here, "keys": self.open_keys}

    def connect_views(self) -> None:
        """Connect the help buttons of the docks, the plan and the timeline with the guide."""
        buttons = {name: self._window.panels[name].dock.title.help for name in DOCKS.shipped}
        buttons |= {"floor_plan": self._window.stage.title.help, "timeline": self._window.timeline.help}
        for name, button in buttons.items():
            button.offer_help(partial(self.explain, name))

    def explain(self, name: str) -> None:
        """Open the guide where it explains a view; where it was left for a dock that it does not know."""
        from parley.desktop.guide.pages import Section, map_sections

        self.open(*(map_sections(SOURCE) | map_sections(current())).get(name, Section()))

    def open_here(self) -> None:
        """Open the guide at the page of what has the focus, or is under the mouse."""
        active = QApplication.activeWindow()
        before = self._window.page if active in (None, self._window) else active
        page = PAGES.get(before.metaObject().className(), "") if before is not None else ""
        if page:
            self.open(page)
        else:
            self.explain(self._find_view_here())

    def open_keys(self) -> None:
        """Open the guide at the page of all actions and their keys."""
        from parley.desktop.guide.pages import KEYS

        self.open(KEYS)

    def open(self, page: str = "", section: str = "") -> None:
        """Open the guide at a page; "" is where it was left."""
        if self.frame is None:
            from parley.desktop.guide.view.window import GuideWindow

            # Nobody's child: it can be read while a dialog of the window is open.
            self.frame = GuideWindow(self._window.actions_by_id)
            self.frame.action_chosen.connect(self._trigger)
        self.frame.show()
        self.frame.raise_()
        self.frame.activateWindow()
        self.frame.open_page(page, section)

    async def close(self) -> None:
        """Close the guide with the main window, and give no more dialogs a key."""
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.disconnect(self._on_focus)
        if self.frame is not None:
            self.frame.close()

    def _find_view_here(self) -> str:
        """Return the name of the view that has the focus, or the mouse, or else takes most of the window."""
        if self._window.on_start:
            return "start"
        places: dict[str, QWidget] = {name: panel.dock for name, panel in self._window.panels.items()}
        places |= {"floor_plan": self._window.stage, "timeline": self._window.timeline}
        for widget in (QApplication.focusWidget(), QApplication.widgetAt(QCursor.pos())):
            for name, place in places.items():
                if widget is not None and (place is widget or place.isAncestorOf(widget)):
                    return name
        # A dock behind another one counts as visible to Qt, but has no region.
        seen = {name: at for name, at in places.items() if at.isVisible() and not at.visibleRegion().isEmpty()}
        return max(seen, key=lambda name: seen[name].width() * seen[name].height(), default="start")
