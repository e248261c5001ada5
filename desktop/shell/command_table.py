"""Which command every action calls, and what can be done now."""

from __future__ import annotations

import asyncio
import math
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from PySide6.QtCore import QObject, QSettings
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from parley.core.base.errors import RunError
from parley.core.engine.retake import taken_again
from parley.core.log.events.run import RunContinued, RunPaused
from parley.desktop.breakpoints.commands import BreakpointCommands
from parley.desktop.bridge import Batch
from parley.desktop.changes.handing_over import HandingOver
from parley.desktop.compare.commands import CompareCommands
from parley.desktop.convergence.panel import read_parents
from parley.desktop.docks import load
from parley.desktop.library.commands import LibraryCommands
from parley.desktop.library.figures import RunFigure
from parley.desktop.library.runs import read_standing
from parley.desktop.modes.commands import ModeCommands
from parley.desktop.modes.registry import MODE_VIEWS
from parley.desktop.run.model import RunModel
from parley.desktop.shell.action_table import BY_ID, MISSING
from parley.desktop.shell.actions import translate_text
from parley.desktop.shell.files import FileCommands
from parley.desktop.shell.notices import Notice, NoticeButton
from parley.desktop.shell.rooms import ROOMS, RoomCommands, Surroundings
from parley.desktop.shell.session import Session
from parley.desktop.shell.setup import Setup
from parley.desktop.shell.view_commands import ViewCommands
from parley.desktop.shell.window import Window
from parley.desktop.speaker_flow.commands import SpanCommands

SPEED_STEPS = 3
NEEDY = frozenset({"floor", "breakpoint", "failure", "unwritten"})
"""Why a run stands that goes on when its director has done something."""


class Commands(QObject):
    """Everything the action table and the views' intents call."""

    def __init__(
        self,
        window: Window,
        model: RunModel,
        session: Session,
        library: LibraryCommands,
        setup: Setup,
        store: QSettings,
    ) -> None:
        super().__init__()
        self._window = window
        self._model = model
        self._session = session
        self._library = library
        self._setup = setup
        self._modes: dict[str, ModeCommands] = {}
        self._breakpoints = BreakpointCommands(window, model, session)
        read_parents(window.panels["convergence"].model, session)
        self._store = store
        self.comparing = CompareCommands(session, window.tell, window)
        self._runs: tuple[RunFigure, ...] = ()
        self._standing: tuple[str, dict[str, Any]] = "", {}
        self._intents: dict[str, Callable[[Any], Any]] = {}
        self._views = ViewCommands(window, session, setup)
        self.handing_over = HandingOver(window, session, setup)
        self.files = FileCommands(window, session, lambda: self._intents)  # `connect_views` fills it later
        here = Surroundings(
            window=window, model=model, session=session, setup=setup, store=store,
            trigger=self._trigger_action, tell_conditions=self.tell_conditions, conditions=self.get_conditions,
            files=self.files, runs=lambda: self._runs, rooms=lambda: tuple(self.rooms.values()),
        )  # fmt: skip
        self.rooms: dict[str, RoomCommands] = {name: make(here) for name, make in ROOMS.items()}
        self._spans = SpanCommands(window, model, self._trigger_action)

    def map_actions(self) -> dict[str, Callable[[], None]]:
        start, session = self._session.start_task, self._session
        table: dict[str, Callable[[], None]] = {
            "new_run": lambda: start(self._setup.runs.new_run()),
            "talk_character": lambda: start(self._setup.runs.talk_with()),
            "watch": lambda: start(self._setup.first_run.show_start()),
            "open_file": self.files.ask,
            "export": lambda: start(self._library.exports.export()),
            "export_clip": lambda: start(self._library.exports.clip()),
            "show_in_folder": self._library.show_in_folder,
            "search_all": self._search_all,
            "settings": lambda: start(self._setup.settings.open()),
            "quit": self._window.close_wanted.emit,
            "play_pause": self._play_pause,
            "step": self._step_run,
            "stop": lambda: start(session.stop()),
            "play_again": lambda: start(self._setup.runs.play_again()),
            "again_with": lambda: start(self._setup.runs.again_with()),
            "slower": lambda: self._change_speed(-SPEED_STEPS),
            "faster": lambda: self._change_speed(SPEED_STEPS),
            "as_fast_as_it_goes": self._toggle_full_speed,
            "inject": self._window.toolbar.focus_inject,
            "speak_as": lambda: self._window.transcript.speak_as(self._window.selected_member or "director"),
            "step_back": lambda: self._model.show(self._model.shown - 1),
            "first": lambda: self._model.show(1 if self._model.replay.turns else 0),
            "live": lambda: self._model.show(None),
            "retry": lambda: start(session.retry()),
            "fork": self._fork,
            "fork_changed": lambda: start(self._setup.changes.fork_with_changes()),
            "compare": lambda: start(self.comparing.compare()),
            "change_policy": lambda: start(self._setup.changes.change_policy()),
            "change_voices": lambda: start(self._setup.changes.change_voice("")),
            "edit_and_fork": self._window.transcript.edit_current,
            "bookmark": lambda: start(session.bookmark(self._model.shown)),
            "find": self._open_search,
            "give_floor": lambda: self._apply_to_selected_member(self._give_floor),
            "whisper": lambda: self._apply_to_selected_member(self._window.toolbar.focus_inject),
            "mute": lambda: self._apply_to_selected_member(self._toggle_mute),
            "change_voice": lambda: self._apply_to_selected_member(self._setup.changes.change_voice),
            "talk_member": lambda: self._apply_to_selected_member(self._setup.runs.talk_with_member),
            "cast_editor": lambda: start(self._edit_casts()),
            **self._views.map_actions(),
            **self._spans.map_actions(),
            **self._breakpoints.map_actions(),
            **self._library.tidying.map_actions(),
        }
        for room in self.rooms.values():
            table |= room.map_actions()
        # What is left is what the menus of modes say.
        return {id_: partial(self._ask_late, id_) for id_ in BY_ID if not id_.startswith("panel.")} | table

    def know_modes(self, *, only_import: bool = False) -> None:
        """Add the commands of all modes; those of the open run's mode are added earlier, which shows it sooner."""
        for place in dict.fromkeys(view.commands for view in MODE_VIEWS.values() if view.commands):
            if only_import:
                load(place)
            else:
                self._load_mode(place)

    def _load_mode(self, place: str) -> None:
        if place and place not in self._modes:
            make: type[ModeCommands] = load(place)
            made = self._modes[place] = make(self._window, self._model, self._session, self._library, self._setup)
            made.connect_views()
            self._session.happened.connect(made.on_happened)
            self.tell_conditions()

    def _ask_late(self, id_: str) -> None:
        self.know_modes()  # somebody was quicker than the last step of the start
        tables = [mode.map_actions() for mode in self._modes.values()]
        next(table[id_] for table in tables if id_ in table)()

    async def _follow_library(self) -> None:
        """Read the library again, which imports the database the first time: not before a new run has spoken."""
        await self._session.wait_for_words()
        await self._library.refresh()

    def connect_views(self) -> None:
        """Connect the requests of the views."""
        window, session, start = self._window, self._session, self._session.start_task
        intents = self._intents = self._map_view_intents()
        for room in self.rooms.values():
            intents |= room.map_intents()
            room.connect_views()

        def handle_intent(name: str, value: object) -> None:
            if name in intents and asyncio.iscoroutine(begun := intents[name](value)):  # none of a room taken out
                start(begun)

        for view in (window.toolbar, window.cast, window.floor, window.transcript, window.library, window.timeline):
            view.intent.connect(handle_intent)
        for view in (window.library, window.inspector):
            view.run_opened.connect(lambda run: start(session.open(run)))
        window.toolbar.injected.connect(session.inject)
        window.library.hit_chosen.connect(lambda run, turn: start(session.open(run, turn=turn)))
        window.library.search_wanted.connect(lambda text: start(self._library.search(text)))
        self._model.opened.connect(lambda: self._load_mode(self._model.mode.commands))
        self._model.opened.connect(self._tell_untalkable)
        window.timeline.branch_chosen.connect(lambda run: start(session.open(run)))
        self._library.runs_changed.connect(self._on_runs)
        self._model.opened.connect(self._mark_run)
        # Another run was chosen and not opened: the list goes back to the one that is.
        session.stayed.connect(lambda: window.library.select_run(self._model.replay.live.run))
        self._library.tidying.changed.connect(self.tell_conditions)
        self._library.tidying.left.connect(lambda: start(self._setup.first_run.show_start()))
        self._library.found.connect(window.library.show_found)
        self._library.glimpsed.connect(window.library.show_glimpse)
        self._library.trash_changed.connect(window.library.show_trash)
        session.library_changed.connect(lambda: start(self._follow_library()))
        self._library.runs_changed.connect(lambda _runs: window.library.search_again())
        session.changed.connect(self.tell_conditions)
        session.happened.connect(self._on_happened)
        session.voice_wanted.connect(lambda: start(self._setup.changes.change_voice("")))
        self._model.changed.connect(self.tell_conditions)
        self._model.shown_changed.connect(self.tell_conditions)
        window.member_selected.connect(lambda _member: self.tell_conditions())
        window.notices.changed.connect(lambda _count: self.tell_conditions())
        window.start_shown.connect(lambda _shown: self.tell_conditions())
        session.put_back.connect(self._put_back)

    def _tell_untalkable(self) -> None:
        """Tell the cast which members of the open run cannot be talked with, and why."""
        model, why = self._model, translate_text(MISSING["talks"])
        setup = model.replay.live.setup if model.loaded else None
        nobody = [one.id for one in setup.members if not model.mode.talks_with(setup, one.id)] if setup else []
        self._window.cast.untalkable = dict.fromkeys(nobody, why)

    def _map_view_intents(self) -> dict[str, Callable[[Any], object]]:
        """Map each request of the views to what takes its value; a coroutine that comes of it is awaited."""
        window, session, library, changes = self._window, self._session, self._library, self._setup.changes
        return {
            "speed": lambda speed: session.set_speed(0.0 if math.isinf(speed) else speed),
            "cancel_wait": lambda _none: session.cancel_wait(),
            "speak": lambda said: session.speak_as(*said),
            "edit_and_fork": lambda edit: session.fork(edit[0], edit=edit[1]),
            "fork": session.fork,
            "retry": self._retry,
            "bookmark": session.bookmark,
            "open_inspector": self._inspect_turn,
            "compare_run": self.comparing.compare,
            "new_run": lambda _none: self._setup.runs.new_run(),
            "again": self._setup.runs.play_again,
            "again_with": self._setup.runs.again_with,
            "export_run": library.exports.export,
            "show_run_in_folder": library.show_in_folder,
            "copy_run_id": QGuiApplication.clipboard().setText,
            **library.tidying.map_intents(),
            "fork_here": lambda _none: self._trigger_action("fork"),
            "fork_tree": lambda _none: self._search_all(),
            "give_floor": self._give_floor,
            "whisper": window.toolbar.focus_inject,
            "mute": lambda member: session.do_to_run(lambda run: run.director.mute(member)),
            "unmute": lambda member: session.do_to_run(lambda run: run.director.unmute(member)),
            "speak_as": window.transcript.speak_as,
            "change_voice": changes.change_voice,
            "talk_member": self._setup.runs.talk_with_member,
            "open_member": self._show_member_notice,
        }

    # What can be done ---------------------------------------------------------------------------------------------

    def get_conditions(self) -> frozenset[str]:
        """Return the conditions of the action table that hold now."""
        model, session = self._model, self._session
        if not model.loaded or self._window.on_start:
            return self._collect_free_conditions() | ({"notice"} if self._window.notices.list_shown() else set())
        state = model.replay.live
        holds = {
            "run": True,
            "open_end": state.status != "ended",
            "policy": model.mode.has_policy,
            "halted": not session.playing,
            "past": model.shown > 1,
            "rewound": not model.live,
            "turn": model.shown > 0,
            "span": bool(model.span),
            "member": bool(self._window.selected_member),
            "talks": model.mode.talks_with(state.setup, self._window.selected_member),
            "retryable": bool(self._find_retry_turn()),
            "breakpoints": bool(state.breakpoints),
            "again": not state.setup.imported,
            "others": any(run.id != state.run for run in self._runs),
            "view": True,
            "notice": bool(self._window.notices.list_shown()),
        }
        for mode in self._modes.values():
            holds |= mode.get_conditions()
        return self._collect_free_conditions() | {name for name, true in holds.items() if true}

    def _collect_free_conditions(self) -> frozenset[str]:
        """Return the conditions that no open run is needed for."""
        return self._library.tidying.get_conditions().union(*(room.get_conditions() for room in self.rooms.values()))

    def _find_retry_turn(self) -> int:
        """Return the number of the turn that a retry would take, 0 where it would take none."""
        try:
            return taken_again(self._model.replay.live) if self._model.loaded else 0
        except RunError:
            return 0

    def tell_conditions(self) -> None:
        """Enable what can be done now, say which turn it would be done to, and what can be done where a run ended."""
        self._window.show_conditions(self.get_conditions())
        again = self._find_retry_turn()
        title = self.tr("Take turn {0} again").format(self._window.locale().toString(again)) if again else ""
        self._window.actions_by_id["retry"].setText(title or translate_text(BY_ID["retry"].title))
        for mode in self._modes.values():
            mode.follow()
        ended = self._model.loaded and self._model.replay.live.status == "ended"
        over = self.tr("This run has ended.")
        self._window.end_bar.show_text(f"{over} {self._model.status().message}".strip() if ended else "")
        self._show_runs()

    def _on_happened(self, batch: Batch) -> None:
        """Take away the notice of a pause once the run goes on; call whoever is at another window if it needs them."""
        for _seq, event in batch.events:
            if isinstance(event, RunContinued):
                self._window.notices.close_key("paused")
            elif isinstance(event, RunPaused) and event.reason in NEEDY:
                # Its entry among the windows calls whoever is at another one.
                QApplication.alert(self._window)

    # Intents ------------------------------------------------------------------------------------------------------

    def _inspect_turn(self, turn: int) -> None:
        self._window.show_dock("inspector")
        self._model.show(turn)

    def _retry(self, turn: int) -> Awaitable[None]:
        """Retry the failed or last turn in place; an earlier one, or one of an ended run, in a fork with a new seed."""
        state = self._model.replay.live
        if turn >= len(state.turns) and state.status != "ended":
            return self._session.retry(turn)
        return self._session.fork(turn - 1, {"seed": state.setup.seed + 1})  # the same seed would draw the same again

    def _give_floor(self, member: str) -> None:
        self._session.do_to_run(lambda run: run.director.give_floor(member))
        told = self.tr("{0} speaks next.").format(self._model.replay.live.name_of(member))
        self._window.tell(Notice(told, key="floor"))

    def _show_member_notice(self, member: str) -> None:
        self._window.select_member(member)
        for each in self._model.replay.live.setup.members:
            if each.id == member:
                parts = (each.role, each.identity, each.personality, each.biography)
                text = " ".join(part for part in parts if part)
                self._window.tell(Notice(f"{each.name}: {text}" if text else each.name, key="member", seconds=0))

    # The library --------------------------------------------------------------------------------------------------

    async def follow_home(self) -> None:
        """Read the lists anew: another process has written."""
        await self._library.refresh()
        for room in self.rooms.values():
            await room.follow_home()

    async def check_rooms(self) -> None:
        """Look whether a person has to be called; also while the window is minimized."""
        for room in self.rooms.values():
            await room.check_room()

    async def close_rooms(self) -> None:
        """End what is under way in the rooms: the window closes."""
        for room in self.rooms.values():
            await room.close()

    def _on_runs(self, runs: tuple[RunFigure, ...]) -> None:
        self._runs = runs
        self.comparing.set_runs(runs)
        self._standing = "", {}
        self._window.library.show_figure(runs)
        self.tell_conditions()
        self._window.library.select_run(self._model.replay.live.run)

    def _show_runs(self) -> None:
        """Show the open run's present state in the library, without reading the disk at every pause."""
        state, session = self._model.replay.live, self._session
        if session.run is not None and self._model.loaded:
            standing = state.run, read_standing(state)
            if standing != self._standing:  # asked with every batch: a row is painted only where something differs
                self._standing = standing
                self._window.library.show_standing(*standing)

    def _mark_run(self) -> None:
        if self._model.loaded and not self._window.opening_behind:
            self._window.leave_start()
        # While it is still being read nobody knows its id, and the row that was clicked is marked.
        if run := self._model.replay.live.run:
            self._window.library.select_run(run)

    # Commands -----------------------------------------------------------------------------------------------------

    def _play_pause(self) -> None:
        if self._session.playing:
            self._session.pause()
        elif self._model.loaded and self._model.replay.live.status == "ended":
            again = NoticeButton(self.tr("Play again"), lambda: self._trigger_action("play_again"))
            fork = NoticeButton(self.tr("Fork here"), self._fork)
            sentence = self.tr("This run has ended. Play it again with another seed, or fork it to go on from a turn.")
            offered = (again, fork) if "again" in self.get_conditions() else (fork,)
            self._window.tell(Notice(sentence, buttons=offered, key="ended"))
        elif not self._is_person_called():
            self._session.play()

    def _fork(self) -> None:
        self._session.start_task(self._fork_at_shown_turn())

    async def _fork_at_shown_turn(self) -> None:
        """Fork at the shown turn; where that is the last one planned, ask how far the fork is to go."""
        turns, shown = self._model.replay.live.setup.turns, self._model.shown
        if turns and shown >= turns:  # 0: the run has no bound
            await self._setup.changes.fork_with_changes()
        else:
            await self._session.fork(shown)

    def _put_back(self, text: str, member: str) -> None:
        """Keep a topic or a whisper that was not put in; of a run that has ended, say how it can go on with it."""
        self._window.toolbar.inject.put_back(text, member)
        if self._model.replay.live.status == "ended":
            sentence = self.tr("This run has ended, so nobody would hear it. A fork can go on from here with it.")
            fork = NoticeButton(self.tr("Fork here"), self._fork)
            self._window.tell(Notice(sentence, buttons=(fork,), key="ended"))

    def _step_run(self) -> None:
        if not self._model.live or not self._is_person_called():  # turns already spoken need nobody
            self._session.step_turn()

    def _is_person_called(self) -> bool:
        return any(mode.calls_person() for mode in self._modes.values())

    def _toggle_full_speed(self) -> None:
        speed = 1.0 if self._session.speed == 0.0 else 0.0
        self._session.set_speed(speed)
        self._window.timeline.speed.set_speed(speed or math.inf)
        self._tell_speed()

    def _change_speed(self, steps: int) -> None:
        before = self._session.speed
        self._window.timeline.speed.change_speed(steps)
        if self._session.speed != before:  # at either end of the scale nothing was changed
            self._tell_speed()

    def _tell_speed(self) -> None:
        """Say that it is another speed from now on: a key that changes it may have been meant for a field."""
        told = self.tr("Speed: {0}").format(self._window.timeline.speed.accessibleDescription())
        self._window.tell(Notice(told, key="speed"))

    def _apply_to_selected_member(self, do: Callable[[str], object]) -> None:
        """Call `do` with the selected member; nothing where none is selected."""
        if (member := self._window.selected_member) and asyncio.iscoroutine(begun := do(member)):
            self._session.start_task(begun)

    def _toggle_mute(self, member: str) -> None:
        muted = member in self._model.replay.live.muted
        self._session.do_to_run(lambda run: run.director.unmute(member) if muted else run.director.mute(member))

    async def _edit_casts(self) -> None:
        from parley.desktop.cast_editor.commands import get_editing_of

        editing = get_editing_of(self._session.studio, self._window, self._session.mends)
        # At the cast of the run that is looked at: it is the one that somebody has in mind.
        loaded = self._model.loaded
        await editing.edit_cast(editing.find_cast(self._model.replay.live.setup.cast_id if loaded else ""))

    def _search_all(self) -> None:
        if self._window.on_start or not self._model.loaded:
            self._session.start_task(self._setup.first_run.show_start(search=True))
        else:
            self._window.show_dock("library")
            self._window.library.focus_search()

    def _open_search(self) -> None:
        """Find something in the view with the focus, else in one that is in front, where it can be looked through."""
        before = [name for name, panel in self._window.panels.items() if panel.in_front]
        views = [self._views.focused_view(), *(self._window.view(name) for name in before)]
        wanted = next((view for view in views if hasattr(view, "open_search")), self._window.transcript)
        wanted.open_search()

    def _trigger_action(self, id_: str) -> None:
        action = self._window.actions_by_id.get(id_)
        if action is not None and action.isEnabled():
            action.trigger()
