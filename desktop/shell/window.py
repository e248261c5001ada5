"""The window: docks around the stage, and the one block that connects everything."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, TypeVar

from PySide6.QtCore import QByteArray, QCoreApplication, QSettings, QTimer, Signal
from PySide6.QtGui import QAction, QCloseEvent, QPaintEvent, QShowEvent
from PySide6.QtWidgets import QMainWindow, QVBoxLayout, QWidget
from shiboken6 import isValid

from core.modes.duologue.config import DuologueConfig
from core.modes.story.state import StoryState
from desktop.cast.view import CastList
from desktop.floor_plan.view.view import FloorPlanView
from desktop.inspector.view.view import InspectorView
from desktop.library.view.view import LibraryView
from desktop.run.figures import InspectorFigure, StatusFigure, TimelineFigure
from desktop.shell import places
from desktop.shell.actions import build, dress, refresh
from desktop.shell.dock import Card, Dock, DockArea
from desktop.shell.keys import PlainKeys
from desktop.shell.notices import Notice, NoticeStack
from desktop.timeline.view.view import TimelineView
from desktop.toolbar.view import Toolbar
from desktop.transcript.view.view import TranscriptView
from desktop.widgets.action_bar import AFTER_THE_END, BETWEEN_SCENES, ActionBar
from desktop.widgets.plain import one_line
from desktop.widgets.themed import Themed

if TYPE_CHECKING:
    # What is behind the window is slower to load than the window itself, which is painted before.
    from desktop.convergence.model import MeasuresModel
    from desktop.modes.office.game_master.view import GameMasterView
    from desktop.modes.office.logbook.view import LogbookView
    from desktop.modes.office.model import OfficeModel
    from desktop.modes.story.view.view import StoryView
    from desktop.palette.view.view import Palette
    from desktop.run.model import RunModel

BEHIND = ("story", "logbook", "game_master")
"""The docks whose views are made when they are first seen."""
LAYOUT_VERSION = 4
NEXT_VIEW_MS = 12
"""Between one view that follows the run and the next."""
QWIDGETSIZE_MAX = (1 << 24) - 1
PAINTED_MS = 1_000
"""When a window that was shown and not painted is taken for painted."""
INSPECT_MS = 90
"""How long the shown turn must stand still before the inspector derives what was sent."""


V = TypeVar("V", bound=QWidget)


@dataclass
class Plots:
    """The views that draw with pyqtgraph: made after the first paint, for it is slow to import."""

    flow: QWidget
    affinity: QWidget
    convergence: QWidget


class Window(Themed, QMainWindow):
    """All views around one run model, which may come after the first paint: until then they show no run.

    Attributes: `model`, `office`, `measures`, once it was attached.
    Signals: `painted()` after the first paint, `plots_added()` when the late views are there, `close_wanted()`,
    `end_wanted()` when it must close unasked,
    `member_selected(id)` for all views.
    """

    model: RunModel
    office: OfficeModel
    measures: MeasuresModel

    member_selected = Signal(str)
    painted = Signal()
    close_wanted = Signal()
    end_wanted = Signal()
    plots_added = Signal()

    def __init__(self, model: RunModel | None = None) -> None:
        super().__init__()
        self.setWindowTitle("Parley")
        self.setObjectName("Window")
        self.resize(1440, 900)
        self.setMinimumSize(760, 520)
        self.actions_by_id: dict[str, QAction] = {}
        self.selected_member = ""
        self.may_close = False
        self._seen = self._painted = self._attached = False
        self._front: dict[str, bool] = {}
        self._telling = self._studying = False
        self._stage_wanted = True
        self._make_views()
        self._lay_out()
        self._connect()
        self._default_state = self.area.saveState(LAYOUT_VERSION)
        if model is not None:
            self.attach(model)
        else:
            self.toolbar.show_figure(StatusFigure())
            self.timeline.show_figure(TimelineFigure(branch=QCoreApplication.translate("RunModel", "main")))

    # Making -------------------------------------------------------------------------------------------------------

    def _make_views(self) -> None:
        self.toolbar = Toolbar()
        self.timeline = TimelineView()
        self.library = LibraryView()
        self.cast = CastList()
        self.floor = FloorPlanView()
        self.transcript = TranscriptView()
        self.inspector = InspectorView()
        # A menu speaks of the scene under way too; in the bar it is always the one to come.
        skip, again = {"skip_scene": self.tr("Skip the next scene")}, {"play_again": self.tr("Play again")}
        self.scene_bar = ActionBar(BETWEEN_SCENES, self.tr("Between two scenes"), skip)
        self.end_bar = ActionBar(AFTER_THE_END, self.tr("After the end"), again)
        self.flow: QWidget | None = None
        self.affinity: QWidget | None = None
        self.convergence: QWidget | None = None
        self._late: list[Callable[[], None]] = []
        self._next_view = QTimer(self)
        self._next_view.setSingleShot(True)
        self._next_view.setInterval(NEXT_VIEW_MS)
        self._inspect = QTimer(self)
        self._inspect.setSingleShot(True)
        self._inspect.setInterval(INSPECT_MS)

    def _lay_out(self) -> None:
        self.area = DockArea()
        self.stage = Card(self.tr("Floor plan"), self.floor)
        # Where the middle is hidden Qt widens the docks at the sides; a flat one leaves its width to the story.
        self.centre = QWidget()
        inside = QVBoxLayout(self.centre)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.addWidget(self.stage)
        self.area.setCentralWidget(self.centre)
        self.docks: dict[str, Dock] = {
            "library": Dock("library", self.tr("Library"), self.library),
            "cast": Dock("cast", self.tr("Cast"), self.cast),
            "speaker_flow": Dock("speaker_flow", self.tr("Speaker flow")),
            "affinity": Dock("affinity", self.tr("Affinity")),
            "transcript": Dock("transcript", self.tr("Transcript"), self.transcript),
            "inspector": Dock("inspector", self.tr("Inspector"), self.inspector),
            "logbook": Dock("logbook", self.tr("Logbook")),
            "game_master": Dock("game_master", self.tr("Game master")),
            "convergence": Dock("convergence", self.tr("Convergence")),
            "story": Dock("story", self.tr("Story")),
        }
        self.docks["transcript"].title.add_widget(self.transcript.header)
        self._place_docks()
        body = QWidget()
        column = QVBoxLayout(body)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addWidget(self.toolbar)
        column.addWidget(self.area, 1)
        column.addWidget(self.scene_bar)
        column.addWidget(self.end_bar)
        column.addWidget(self.timeline)
        self.setCentralWidget(body)
        self.notices = NoticeStack(self.area)

    # What is behind another's tab, or not in sight at all, is made when it is first needed, or when a run model comes.

    @cached_property
    def story(self) -> StoryView:
        """The story, in its dock."""
        from desktop.modes.story.view.view import StoryView

        return self._docked("story", StoryView())

    @cached_property
    def logbook(self) -> LogbookView:
        """The logbook, in its dock."""
        from desktop.modes.office.logbook.view import LogbookView

        return self._docked("logbook", LogbookView())

    @cached_property
    def game_master(self) -> GameMasterView:
        """The game master's choices, in their dock."""
        from desktop.modes.office.game_master.view import GameMasterView

        return self._docked("game_master", GameMasterView())

    @cached_property
    def palette_box(self) -> Palette:
        """The command palette."""
        from desktop.palette.view.view import Palette

        return Palette(self)

    def _docked(self, name: str, view: V) -> V:
        self.docks[name].set_view(view)
        return view

    def _place_docks(self) -> None:
        places.place(self.area, self.docks)
        if self._seen and places.small(self.width(), self.height()):
            places.fold(self.area, self.docks)
        self.size_docks()

    def size_docks(self) -> None:
        """The docks' usual shares of the window."""
        places.share(self.area, self.docks, self.width(), self.height())

    def add_plots(self, plots: Plots) -> None:
        """Put the late views into their docks."""
        self.flow, self.affinity, self.convergence = plots.flow, plots.affinity, plots.convergence
        for name, view in (("speaker_flow", self.flow), ("affinity", self.affinity), ("convergence", self.convergence)):
            self.docks[name].set_view(view)
            view.member_chosen.connect(self.select_member)  # type: ignore[attr-defined]
        plots.flow.turn_chosen.connect(self.model.show)  # type: ignore[attr-defined]
        plots.flow.pair_chosen.connect(plots.affinity.select_pair)  # type: ignore[attr-defined]
        self._connect_measures(plots.convergence)
        self.plots_added.emit()
        self.refresh()

    def _connect_measures(self, view: Any) -> None:
        from desktop.convergence.words import described

        measures = self.measures
        view.set_model(measures.table, described())
        view.turn_chosen.connect(self.model.show)
        view.pair_chosen.connect(measures.choose_pair)
        view.score_chosen.connect(measures.choose_score)
        view.measure_chosen.connect(measures.choose_measure)
        view.kind_chosen.connect(measures.choose_rows)
        for signal in (measures.changed, view.page_changed):
            signal.connect(self._refresh_convergence)

    # The one connect block ----------------------------------------------------------------------------------------

    def _connect(self) -> None:
        self._next_view.timeout.connect(self._refresh_late)
        self.transcript.options_changed.connect(self._on_options)
        for view in (self.cast, self.floor, self.transcript, self.inspector):
            view.member_chosen.connect(self.select_member)
        for name, dock in self.docks.items():
            dock.visibilityChanged.connect(lambda shown, name=name: self._dock_changed(name, shown))

    def attach(self, model: RunModel) -> None:
        """Show what a run model shows, from now on."""
        from desktop.convergence.model import MeasuresModel
        from desktop.modes.office.model import OfficeModel

        self.model, self.office, self.measures = model, OfficeModel(model), MeasuresModel(model)
        self.transcript.setModel(model.transcript)
        self.story.member_chosen.connect(self.select_member)
        model.opened.connect(self._make_room)
        model.opened.connect(self.refresh)
        model.changed.connect(self.follow)
        model.streamed.connect(self.refresh_line)
        model.shown_changed.connect(self.refresh)
        self.office.changed.connect(self._refresh_office)
        self.logbook.page_wanted.connect(self.office.want_page)
        self.logbook.language_chosen.connect(self.office.set_language)
        self.game_master.scene_wanted.connect(self.office.want_scene)
        for view in (self.story, self.logbook, self.timeline, self.transcript):
            view.turn_chosen.connect(model.show)
        self.timeline.live_chosen.connect(lambda: model.show(None))
        self.transcript.live_chosen.connect(lambda: model.show(None))
        self._attached = True
        self.refresh()

    def use_actions(self, callbacks: dict[str, Callable[[], None]]) -> None:
        """Build menus, toolbar and keys from the table."""
        for name in self.docks:
            callbacks[f"panel.{name}"] = lambda name=name: self.toggle_dock(name)  # type: ignore[misc]
        callbacks["panel.floor_plan"] = lambda: self.show_stage(not self.stage.isVisible())
        self.actions_by_id = build(self, callbacks)
        self.toolbar.use_actions(self.actions_by_id)
        self.scene_bar.use_actions(self.actions_by_id)
        self.end_bar.use_actions(self.actions_by_id)
        self.keys = PlainKeys(self, self.actions_by_id)
        for dock in self.docks.values():
            self.keys.watch(dock)
        self.show_stage(True)
        self._restyle()

    def _on_options(self, thoughts: bool, details: bool) -> None:
        for name, on in (("thoughts", thoughts), ("details", details)):
            if (action := self.actions_by_id.get(name)) is not None:
                action.setChecked(on)
        self.floor.set_thoughts_shown(thoughts)

    def show_stage(self, shown: bool) -> None:
        """Show or hide the floor plan."""
        self.stage.setVisible(shown)
        self.centre.setMaximumHeight(QWIDGETSIZE_MAX if shown else 0)
        if (action := self.actions_by_id.get("panel.floor_plan")) is not None:
            action.setChecked(shown)
        if shown:
            self.refresh()

    def _make_room(self) -> None:
        """A story is told where the floor plan stands, for it has none; every other run has its plan back."""
        if not self.model.loaded:
            return
        self._raise_convergence()
        telling = self.model.replay.live.find(StoryState) is not None
        if telling != self._telling:
            if telling:
                self._stage_wanted = not self.stage.isHidden()
            self._telling = telling
            self._place_story()

    def _raise_convergence(self) -> None:
        """A duologue is put on for its convergence: it comes to the front, and goes back behind what it hid."""
        studying = self.model.replay.live.setup.find(DuologueConfig) is not None
        if studying != self._studying:
            self._studying = studying
            front, behind = ("convergence", "inspector") if studying else ("inspector", "convergence")
            beside = self.docks["transcript"] not in self.area.tabifiedDockWidgets(self.docks[front])
            if beside and not self.docks[front].isHidden() and not self.docks[behind].isHidden():
                self.docks[front].raise_()

    def _place_story(self) -> None:
        self.show_stage(self._stage_wanted and not self._telling)
        if self._telling:
            self.show_dock("story")
        else:
            self.docks["story"].hide()
        self._check_panels()
        # The docks have their places after the next layout.
        QTimer.singleShot(0, self, self.size_docks)

    def toggle_dock(self, name: str) -> None:
        """Hide a dock that is in sight, show one that is not; one behind another's tab comes to the front."""
        if self.in_front(name):
            self.docks[name].hide()
        else:
            self.show_dock(name)
        self._check_panels()

    def show_dock(self, name: str) -> None:
        """Show a dock, in front of those it shares its place with."""
        self.docks[name].show()
        self.docks[name].raise_()

    def in_front(self, name: str) -> bool:
        """Whether a dock can be seen: it is shown, and not behind another's tab."""
        return self.docks[name].isVisible() and self._front.get(name, True)

    def _dock_changed(self, name: str, shown: bool) -> None:
        if not isValid(self):
            # Docks tell of their going while the window they stand in is being taken down.
            return
        if shown and name in BEHIND:
            getattr(self, name)
        self._front[name] = shown
        # A tab that is brought to the front is raised above what is told.
        QTimer.singleShot(0, self.notices, self.notices.raise_)
        self._check_panels()
        self.refresh()

    def _check_panels(self) -> None:
        for name, dock in self.docks.items():
            if (action := self.actions_by_id.get(f"panel.{name}")) is not None:
                action.setChecked(dock.isVisible())

    # Showing ------------------------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Give every visible view its figure; the inspector's comes when the turn has stood still."""
        if not self._attached:
            return
        self._late.clear()
        self._refresh_near()
        for late in self._refreshes():
            late()

    def follow(self) -> None:
        """Something happened in the run: the words first, the other views one after the other.

        All at once they would keep the window from answering for longer than a frame.
        """
        self._refresh_near()
        # Those that wait keep their place, or the last would never come while somebody talks fast.
        self._late += [late for late in self._refreshes() if late not in self._late]
        if not self._next_view.isActive():
            self._next_view.start()

    def _refresh_late(self) -> None:
        if self._late:
            self._late.pop(0)()
        if self._late:
            self._next_view.start()

    def _refreshes(self) -> list[Callable[[], None]]:
        return [
            self._refresh_bars,
            self._refresh_office,
            self._refresh_flow,
            self._refresh_affinity,
            self._refresh_convergence,
        ]

    def _refresh_near(self) -> None:
        self.transcript.show_turn(self.model.shown, self.model.live)
        self._refresh_floor()
        self._refresh_story()
        if self.in_front("inspector") and not self._inspect.isActive():
            self._inspect.start()

    def _refresh_bars(self) -> None:
        status = self.model.status()
        self.toolbar.show_figure(status)
        self._write_title(status)
        self.timeline.show_figure(self.model.timeline())
        if self.in_front("cast") or not self._seen:
            self.cast.show_figure(self.model.members())

    def _write_title(self, status: StatusFigure) -> None:
        about = f"{status.title}: {status.topic}" if status.title and status.topic else status.title
        if about and status.status == "paused":
            about = self.tr("{0} (paused)").format(about)
        # Qt would put a mark of its own for these three characters.
        title = (f"{about} – Parley" if about else "Parley").replace("[*]", "[*][*]")
        if title != self.windowTitle():
            self.setWindowTitle(one_line(title))

    def _refresh_floor(self) -> None:
        if self.stage.isVisible() or not self._seen:
            self.floor.show_figure(self.model.floor())

    def _refresh_story(self) -> None:
        if self.in_front("story"):
            self.story.show_figure(self.model.story())

    def _refresh_flow(self) -> None:
        if self.flow is not None and self.in_front("speaker_flow"):
            self.flow.show_figure(self.model.flow())  # type: ignore[attr-defined]

    def _refresh_affinity(self) -> None:
        if self.affinity is not None and self.in_front("affinity"):
            self.affinity.show_figure(self.model.network())  # type: ignore[attr-defined]

    def _refresh_convergence(self) -> None:
        view: Any = self.convergence
        if view is None or not self.in_front("convergence"):
            return
        measures = self.measures
        # What is missing is asked for while a figure is made.
        if view.page == view.SCORE:
            figure: Any = measures.convergence()
            view.show_ask(measures.asking())
            view.show_figure(figure)
        elif view.page == view.PLOT:
            figure = measures.measure()
            view.show_ask(measures.asking())
            view.show_measure(figure)
        else:
            measures.follow()
            view.show_ask(measures.asking())
            view.show_turn(self.model.shown, measures.table.kind)

    def _refresh_office(self) -> None:
        if self.in_front("logbook"):
            self.logbook.show_figure(self.office.logbook())
        if self.in_front("game_master"):
            self.game_master.show_figure(self.office.game_master())

    def refresh_line(self) -> None:
        """Only the line that is being said grew: the transcript knows, and the bubble and the story must."""
        if self.model.live:
            self._refresh_floor()
            self._refresh_story()

    def inspect_with(self, inspect: Callable[[], InspectorFigure]) -> None:
        """How the inspector's figure is made."""
        self._inspect.timeout.connect(lambda: self.inspector.show_figure(inspect()))

    def settle(self) -> None:
        """Finish at once what is waiting or moving: for pictures."""
        if self.convergence is not None and self.in_front("convergence"):
            self.measures.finish()
            self._refresh_convergence()
        while self._late:
            self._late.pop(0)()
        self.floor.arrive()
        if self.affinity is not None:
            self.affinity.settle()  # type: ignore[attr-defined]
        if self._inspect.isActive():
            self._inspect.stop()
            self._inspect.timeout.emit()

    def show_conditions(self, conditions: frozenset[str]) -> None:
        """Enable what can be done now."""
        refresh(self.actions_by_id, conditions)

    def tell(self, notice: Notice) -> None:
        """Show a notice over the stage."""
        self.notices.show_notice(notice)

    def select_member(self, member: str) -> None:
        """Select a member in every view."""
        self.selected_member = member
        for view in (self.cast, self.floor, self.transcript, self.flow, self.affinity, self.convergence):
            if view is not None:
                view.select_member(member)  # type: ignore[attr-defined]
        self.member_selected.emit(member)

    # Look ---------------------------------------------------------------------------------------------------------

    def _restyle(self) -> None:
        if self.actions_by_id:
            dress(self.actions_by_id, self.theme.colour("text"), self.theme.colour("faint"))

    # Remembering --------------------------------------------------------------------------------------------------

    def restore(self, store: QSettings) -> None:
        """Where everything stood the last time."""
        geometry, docks = store.value("geometry"), store.value("docks")
        # What somebody else wrote into the file is no reason not to open.
        if isinstance(geometry, QByteArray):
            self.restoreGeometry(geometry)
        restored = isinstance(docks, QByteArray) and self.area.restoreState(docks, LAYOUT_VERSION)
        self.setProperty("restored", restored)
        # Which run was open is not known yet: a story takes its place when it is there.
        self.docks["story"].hide()
        self.show_stage(str(store.value("floor_plan", True)).lower() != "false")
        self.transcript.set_reading(str(store.value("reading", "original")))

    def remember(self, store: QSettings) -> None:
        """Keep where everything stands."""
        store.setValue("geometry", self.saveGeometry())
        store.setValue("docks", self.area.saveState(LAYOUT_VERSION))
        store.setValue("floor_plan", self._stage_wanted if self._telling else self.stage.isVisible())
        store.setValue("reading", self.transcript.reading())

    def reset_layout(self) -> None:
        """Put the panels back where they belong."""
        self._stage_wanted = True
        self.area.restoreState(self._default_state, LAYOUT_VERSION)
        self._place_docks()
        self._place_story()

    def showEvent(self, event: QShowEvent) -> None:
        """Size the docks when the window is shown for the first time."""
        super().showEvent(event)
        if not self._seen:
            self._seen = True
            self.size_docks_later()
            # Or the first paint would have them where they stood without a size, and the next one would move them.
            self.area.settle()
            # A window that begins on another workspace, or as an icon, is not painted until somebody turns to it.
            QTimer.singleShot(PAINTED_MS, self, self._tell_painted)

    def paintEvent(self, event: QPaintEvent) -> None:
        """Tell when the window was painted for the first time, with everything in it."""
        super().paintEvent(event)
        if not self._painted:
            QTimer.singleShot(0, self, self._tell_painted)

    def _tell_painted(self) -> None:
        if not self._painted:
            self._painted = True
            self.painted.emit()

    def size_docks_later(self) -> None:
        """Size the docks once the window has its real size, unless their places were restored."""
        if not self.property("restored"):
            if places.small(self.width(), self.height()):
                places.fold(self.area, self.docks)
            self.size_docks()

    def closeEvent(self, event: QCloseEvent) -> None:
        """Ask for an orderly end; the window goes when the run has been given back."""
        if self.may_close:
            event.accept()
            return
        event.ignore()
        self.close_wanted.emit()
