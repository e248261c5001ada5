"""The window: docks around the stage, and the one block that connects everything."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QPoint, QRect, QSettings, QTimer, Signal
from PySide6.QtGui import QCloseEvent, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QMenuBar, QWidget

from parley.desktop.docks import load
from parley.desktop.floor_plan.view.view import FloorPlanView
from parley.desktop.rail.view import Rail
from parley.desktop.run.figures import StatusFigure, TimelineFigure
from parley.desktop.shell.actions import add_scoped, apply_icons, build_actions, refresh_actions
from parley.desktop.shell.dock import GAP, Dock
from parley.desktop.shell.docking import DockWindow
from parley.desktop.shell.keys import PlainKeys
from parley.desktop.shell.menu_bar import MenuBar
from parley.desktop.shell.notices import SPACING, Notice
from parley.desktop.timeline.view.view import TimelineView
from parley.desktop.toolbar.view.bar import Toolbar
from parley.desktop.widgets.action_bar import BETWEEN_SCENES, ActionBar
from parley.desktop.widgets.layouts import hbox, vbox
from parley.desktop.widgets.plain import one_line

if TYPE_CHECKING:
    # What is behind the window is slower to load than the window itself, which is painted before.
    from parley.desktop.inspector.figures import InspectorFigure
    from parley.desktop.run.model import RunModel
    from parley.desktop.toolbar.view.page_bar import PageBar

NEXT_PLAN_MS = 5
"""From what somebody has said, or began to say, to the plan with it: the words are painted by then."""
NEXT_VIEW_MS = 12
"""From words that were shown to the next view that follows the run: in the middle between two frames of words."""
BETWEEN_VIEWS_MS = 24
"""From one of those views to the next, where no words come."""
PAINTED_MS = 1_000
"""When a window that was shown and not painted is taken for painted."""
NOTICED = 0.3
"""How much of the height notices may take below a page."""


class Window(DockWindow):
    """All views around one run model, which may come after the first paint: until then they show no run.

    Attributes: `attached`, whether there is a `model`; `complete`, whether the views that are made after the first
    paint are there; `opening_behind`, while a run is opened that does not take the place of the start page; `inspect`,
    which makes the inspector's figure; `mended`, which puts buttons on a notice of trouble.
    Signals: `painted()` after the first paint, `completed()` when the late views are there, `close_wanted()`,
    `end_wanted()` when it must close unasked,
    `member_selected(id)` for all views, `start_shown(bool)` when the start page or another one came or went,
    `layout_reset()` when everything is to stand where it stood at first.
    """

    member_selected = Signal(str)
    painted = Signal()
    close_wanted = Signal()
    end_wanted = Signal()
    completed = Signal()
    start_shown = Signal(bool)
    layout_reset = Signal()

    def __init__(self, model: RunModel | None = None) -> None:
        self.floor = FloorPlanView()  # first: the base lays the docks around it
        super().__init__(self.floor)
        self.setWindowTitle("Parley")
        self.setObjectName("Window")
        self.resize(1440, 900)
        self.setMinimumSize(760, 520)
        self.selected_member = ""
        self.inspect: Callable[[], InspectorFigure] | None = None
        self.may_close = False
        self.opening_behind = False
        self.mended: Callable[[Notice], Notice] = lambda notice: notice
        self._painted = False
        self._conditions: tuple[frozenset[str], int] = frozenset(), 0  # and of how many actions: packages bring more
        self.toolbar, self.rail, self.timeline = Toolbar(), Rail(), TimelineView()
        self.menus = MenuBar(self)
        self.menus.set_always(False)
        # A menu speaks of the scene under way too; in the bar it is always the one to come.
        skip = {"skip_scene": self.tr("Skip the next scene")}
        self.scene_bar = ActionBar(BETWEEN_SCENES, self.tr("Between two scenes"), skip)
        self.end_bar = self.timeline.ended
        self._late: list[Callable[[], None]] = []
        self._next_view = QTimer(self, singleShot=True)
        self._next_view.timeout.connect(self._refresh_late)
        self._next_plan = QTimer(self, singleShot=True, interval=NEXT_PLAN_MS)
        self._next_plan.timeout.connect(self._refresh_floor)
        for view in (self.floor, self.rail.faces):
            view.member_chosen.connect(self.select_member)
        self.rail.faces.more_wanted.connect(lambda: self.show_dock("cast"))
        self.rail.faces.menu_wanted.connect(self._open_member_menu)
        self.transcript.options_changed.connect(self._on_options)
        body = self._body = QWidget()
        self.strip: Any = None
        self._strips: dict[str, Any] = {}
        self._column = vbox((self.area, 1), margins=0, spacing=0)
        self._beside = hbox(self.rail, (self._column, 1), margins=0, spacing=0)
        parts = (self.toolbar, (self._beside, 1), self.scene_bar, self.timeline)
        vbox(*parts, within=body, margins=0, spacing=0)
        self.panels["library"].when_made(self._connect_library)
        self._start: QWidget | None = None  # The start page stands in the place of all that
        self._put_away: list[Dock] = []
        pages = self._whole = QWidget()
        self._pages = vbox(body, margins=0, spacing=0)
        self._around = hbox((self._pages, 1), within=pages, margins=0, spacing=0)
        self.notices.changed.connect(lambda _shown: self._give_notices_room())
        self.setCentralWidget(pages)
        if model is not None:
            self.attach_model(model)
        else:
            self.toolbar.show_figure(StatusFigure())
            self.timeline.show_figure(TimelineFigure(branch=QCoreApplication.translate("RunModel", "main")))

    # Those that nobody sees are made when somebody first asks for them: after the first paint.

    @property
    def library(self) -> Any:
        """The library's view."""
        return self.view("library")

    @property
    def cast(self) -> Any:
        """The cast's view."""
        return self.view("cast")

    @property
    def transcript(self) -> Any:
        """The transcript's view."""
        return self.view("transcript")

    @property
    def inspector(self) -> Any:
        """The inspector's view."""
        return self.view("inspector")

    def _connect_library(self, library: Any) -> None:
        library.run_opened.connect(lambda _run: self.hide_narrow())
        library.hit_chosen.connect(lambda _run, _turn: self.hide_narrow())

    def make_late_views(self) -> None:
        """Make the views that are too slow to import before the first paint."""
        self.complete = True
        for name in self.panels:
            self.make_where_seen(name)
        self.completed.emit()
        self.refresh()
        self.size_placed()

    def attach_model(self, model: RunModel) -> None:
        """Show what a run model shows, from now on."""
        self.model = model
        self.add_foreign_docks()
        for panel in self.panels.values():
            panel.attach_model()
        model.opened.connect(self._show_strip)  # in this order: what has come into sight is refreshed last
        model.opened.connect(self.make_room)
        model.opened.connect(self.refresh)
        model.changed.connect(self.follow)
        model.streamed.connect(self.refresh_line)
        model.streamed.connect(self._yield_to_painting)
        model.shown_changed.connect(self.refresh)
        self.timeline.turn_chosen.connect(model.show)
        self.timeline.live_chosen.connect(lambda: model.show(None))
        self.attached = True
        self.refresh()

    def _show_strip(self) -> None:
        """Show what the mode of the opened run has above the docks."""
        wanted = self.model.mode.strip if self.model.loaded else ""
        if self.strip is not None:
            self.strip.parentWidget().hide()
        self.strip = self._strips.get(wanted)
        if wanted and self.strip is None:
            strip = self.strip = self._strips[wanted] = load(wanted)()
            strip.turn_chosen.connect(self.model.show)
            strip.set_low(self.small)
            # A widget around it: a layout of nothing but what is hidden keeps its margins.
            around = QWidget()
            hbox(strip, within=around, margins=(GAP, GAP, GAP, 0))
            self._column.insertWidget(0, around)
        if self.strip is not None:
            self.strip.parentWidget().show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_strip()

    def _fit_strip(self) -> None:
        """Show the strip's words where the window has room for them."""
        if self.strip is not None:
            self.strip.set_low(self.small)

    def menuBar(self) -> QMenuBar:
        """Return all menus; they need not stand in the window's layout."""
        return self.menus

    def use_actions(self, callbacks: dict[str, Callable[[], None]]) -> None:
        """Build menus, toolbar and keys from the table."""
        for name in self.panels:
            callbacks[f"panel.{name}"] = partial(self.toggle_dock, name)
        callbacks["panel.floor_plan"] = self.toggle_stage
        self.actions_by_id = build_actions(self, callbacks)
        self.all_menus = self.menus.gather_menus()
        self.toolbar.use_menu(self.all_menus)
        for bar in (self.toolbar, self.rail, self.timeline, self.scene_bar):
            bar.use_actions(self.actions_by_id)
        self.panels["library"].when_made(lambda view: add_scoped(view, "library", self.actions_by_id))
        self.keys = PlainKeys(self, self.actions_by_id)
        for panel in self.panels.values():
            self.keys.watch_window(panel.dock)
        self._apply_theme()

    def _on_options(self, thoughts: bool, details: bool) -> None:
        for name, on in (("thoughts", thoughts), ("details", details)):
            if (action := self.actions_by_id.get(name)) is not None:
                action.setChecked(on)
        self.floor.set_thoughts_shown(thoughts)

    def refresh(self) -> None:
        """Give every visible view its figure; the inspector's comes when the turn has stood still."""
        if not self.attached:
            return
        self._late.clear()
        self._refresh_near()
        for late in self._list_refreshes():
            late()

    def follow(self) -> None:
        """Follow what happened in the run: the words first, the other views one after the other.

        All at once they would keep the window from answering for longer than a frame.
        """
        for panel in self.panels.values():
            panel.refresh_near()
        # The plan next: it finds places for the bubble and for everybody's name.
        self._next_plan.start()
        # Those that wait keep their place, or the last would never come while somebody talks fast.
        for late in self._list_refreshes():
            self.refresh_soon(late)
        self._yield_to_painting()

    def refresh_soon(self, late: Callable[[], None]) -> None:
        """Refresh one view after those that wait already, each in a step of its own."""
        if late not in self._late:
            self._late.append(late)
        if not self._next_view.isActive():
            self._next_view.start(NEXT_VIEW_MS)

    def _yield_to_painting(self) -> None:
        """Let words that were just shown be painted before the views that wait take their turn."""
        if self._late:
            self._next_view.start(NEXT_VIEW_MS)

    def _refresh_late(self) -> None:
        if self._late:
            self._late.pop(0)()
        if self._late:
            self._next_view.start(BETWEEN_VIEWS_MS)

    def _list_refreshes(self) -> list[Callable[[], None]]:
        waiting = (panel for panel in self.panels.values() if not panel.spec.streams and panel.in_front)
        return [self._refresh_bars, self._refresh_faces, *(panel.refresh for panel in waiting)]

    def _refresh_near(self) -> None:
        for panel in self.panels.values():
            panel.refresh_near()
        self._refresh_floor()

    def _refresh_bars(self) -> None:
        status = self.model.status()
        self.toolbar.show_figure(status)
        self._write_title(status)
        self.timeline.show_figure(self.model.timeline())

    def _refresh_faces(self) -> None:
        self.rail.show_figure(self.model.members())
        if self.strip is not None:
            self.strip.show_figure(self.model.mode.strip_figure(self.model.shown, self.model.list_all_members()))

    def _write_title(self, status: StatusFigure) -> None:
        about = f"{status.title}: {status.topic}" if status.title and status.topic else status.title
        if about and status.status == "paused":
            about = self.tr("{0} (paused)").format(about)
        # Qt would put a mark of its own for these three characters.
        title = (f"{about} – Parley" if about else "Parley").replace("[*]", "[*][*]")
        if title != self.windowTitle():
            self.setWindowTitle(one_line(title))

    def _refresh_floor(self) -> None:
        self._next_plan.stop()
        if self.stage.isVisible() or not self._seen:
            # Somewhat faster where lines follow faster: else they would be said in rooms that nobody has reached yet.
            self.floor.pace = max(1.0, min(self.timeline.speed.get_speed(), 8.0)) ** 0.5
            self.floor.show_figure(self.model.floor())

    def refresh_line(self) -> None:
        """Refresh the views that show the line being said, which alone grew; the transcript follows by itself."""
        if self.model.live:
            self._refresh_near()

    def settle(self) -> None:
        """Finish at once what is waiting or moving: for pictures."""
        while self._late:
            self._late.pop(0)()
        if self._next_plan.isActive():
            self._refresh_floor()
        self.floor.arrive()
        for panel in self.panels.values():
            panel.settle()

    def show_conditions(self, conditions: frozenset[str]) -> None:
        """Enable what can be done now."""
        # Most often a member has said something, and the same can be done as before.
        if (told := (conditions, len(self.actions_by_id))) != self._conditions:
            self._conditions = told
            refresh_actions(self.actions_by_id, conditions)

    def tell(self, notice: Notice) -> None:
        """Show a notice over the stage, with the buttons that mend what it is about."""
        self.notices.show_notice(self.mended(notice))

    # The start page -----------------------------------------------------------------------------------------------

    @property
    def page(self) -> QWidget | None:
        """The page that stands in the place of the run, None where none does."""
        return self._start if self.on_start else None

    @property
    def on_start(self) -> bool:
        """Whether the start page, or another one, stands before the run."""
        return self._body.isHidden()

    def show_start(self, page: QWidget, way: str = "watch") -> None:
        """Show the start page, or the one that another `way` of the rail leads to, in the place of all views."""
        if self._start is not None and self._start is not page:
            self._start.hide()
        self._start = page
        if self._pages.indexOf(page) < 0:
            self._pages.addWidget(page)
        # First: beside the page the views would be squeezed, and the docks kept the heights of that.
        self._body.hide()
        # From every page there is a way to every other one.
        self._around.insertWidget(0, self.rail)
        self.rail.mark_page(way)
        self._hide_floating()
        page.show()
        page.setFocus()
        self.notices.move_to(self._whole, low=True, room=self._compute_page_notice_room)
        self._give_notices_room()
        self.start_shown.emit(True)

    def _hide_floating(self) -> None:
        """Put away the docks that float: windows of their own, they would lie over the page."""
        floating = [dock for dock in self.docks.values() if dock.isFloating() and not dock.isHidden()]
        self._put_away += floating
        for dock in floating:
            dock.hide()

    def _show_floating(self) -> None:
        """Show the docks again that were put away, as far as they float still."""
        away, self._put_away = self._put_away, []
        for dock in away:
            dock.setVisible(dock.isFloating() or dock.isVisible())

    def _compute_page_notice_room(self) -> QRect:
        """Return the room below a page, which is made shorter for it: notices never cover its rows or its buttons."""
        whole = self._whole.rect()
        return whole.adjusted(0, round(whole.height() * (1 - NOTICED)), 0, 0)

    def _give_notices_room(self) -> None:
        """Shorten the page by the height of the notices below it."""
        low = self.notices.height() + 2 * SPACING if self.on_start and self.notices.list_shown() else 0
        self._pages.setContentsMargins(0, 0, 0, low)

    def use_page_bar(self, bar: PageBar) -> None:
        """Bind the bar of such a page to the actions of the table."""
        bar.menu.use_menu(self.all_menus)
        for signal, action in (
            (bar.new_wanted, "new_run"),
            (bar.import_wanted, "import"),
            (bar.settings_wanted, "settings"),
        ):
            if action in self.actions_by_id:
                signal.connect(self.actions_by_id[action].trigger)
        bar.imports.setVisible("import" in self.actions_by_id)
        bar.back_wanted.connect(self.leave_start)

    def release(self, page: QWidget) -> None:
        """Let a page go that was shown in the place of all views."""
        if page is self._start:
            self.leave_start()
            self._start = None
        if self._pages.indexOf(page) >= 0:
            self._pages.removeWidget(page)
            page.setParent(None)

    def leave_start(self) -> None:
        """Show the run again."""
        if self._start is None or not self.on_start:
            return
        self._start.hide()
        self._beside.insertWidget(0, self.rail)
        self.rail.mark_page("")
        self._body.show()
        self._show_floating()
        self.notices.move_to(self.area, room=self.notice_room)
        self._give_notices_room()
        self.area.setFocus()  # so that plain keys act on the run again
        self.start_shown.emit(False)
        self.refresh()

    def lay_out(self) -> None:
        """Lay the window out; docks that float stay hidden as long as a page stands before the run."""
        super().lay_out()
        if self.on_start:
            self._hide_floating()

    def reset_layout(self) -> None:
        """Put everything back where it stood at first."""
        super().reset_layout()
        self.layout_reset.emit()

    def show_dock(self, name: str) -> None:
        """Show a dock; whoever asks for one wants to see the run."""
        self.leave_start()
        super().show_dock(name)

    def toggle_stage(self) -> None:
        """Hide the floor plan, or show it; whoever asks for it on a page wants to see it."""
        away = self.on_start
        self.leave_start()
        if not away or self.stage.isHidden():
            super().toggle_stage()

    def select_member(self, member: str) -> None:
        self.selected_member = member
        for view in (self.floor, self.rail, *(panel.made for panel in self.panels.values())):
            if hasattr(view, "select_member"):
                view.select_member(member)
        self.member_selected.emit(member)

    def _open_member_menu(self, member: str, place: QPoint) -> None:
        self.cast.show_figure(self.model.members())  # its dock may be out of sight, where nobody refreshes it
        self.cast.popup_for(member, place)

    def _apply_theme(self) -> None:
        if self._seen:
            self.lay_out()
        self._fit_strip()
        if self.actions_by_id:
            apply_icons(self.actions_by_id, self.theme.colour("text"), self.theme.colour("faint"))

    def restore_layout(self, store: QSettings) -> None:
        """Restore where everything stood the last time, and how translations are read."""
        super().restore_layout(store)
        self.transcript.set_reading(str(store.value("reading", "original")))
        self.floor.restore_state(store)

    def save_layout(self, store: QSettings) -> None:
        """Keep where everything stands."""
        self._show_floating()
        super().save_layout(store)
        store.setValue("reading", self.transcript.reading())
        self.floor.save_state(store)

    def showEvent(self, event: QShowEvent) -> None:
        """Size the docks when the window is shown for the first time."""
        super().showEvent(event)
        if not self._seen:
            self._seen = True
            self.windowHandle().installEventFilter(self)  # there is no handle before it is shown
            self.lay_out()
            # Or the first paint would have them where they stood without a size, and the next one would move them.
            self.area.settle()
            # A window that begins on another workspace, or as an icon, is not painted until somebody turns to it.
            QTimer.singleShot(PAINTED_MS, self, self._tell_painted)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Tell when the window was painted for the first time, with everything in it."""
        super().paintEvent(event)
        if not self._painted:
            QTimer.singleShot(0, self, self._tell_painted)  # what stands in it is painted after the window itself

    def _tell_painted(self) -> None:
        if not self._painted:
            self._painted = True
            self.painted.emit()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask for an orderly end; the window goes when the run has been given back."""
        if self.may_close:
            event.accept()
            return
        event.ignore()
        self.close_wanted.emit()
