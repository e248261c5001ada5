"""The office's day: what the director does between and in scenes, and what the logbook's dock asks for."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from PySide6.QtWidgets import QInputDialog

from parley.core.base.errors import ParleyError
from parley.core.log.codec import get_text_of
from parley.core.log.state import State
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.events import DayStarted, SceneTranslated
from parley.core.modes.office.mode import OfficeDirector
from parley.core.modes.office.request import MOST_DAYS
from parley.core.modes.office.state import OfficeState
from parley.desktop.bridge import Batch
from parley.desktop.mending.trouble import Trouble
from parley.desktop.modes.commands import ModeCommands
from parley.desktop.modes.office.mode import MORNING, WORKSPACE
from parley.desktop.shell.notices import Notice
from parley.desktop.tasks import await_answer
from parley.desktop.widgets.language import said
from parley.desktop.widgets.parts import build_question

if TYPE_CHECKING:
    # Imported when it is asked for: the window is painted sooner.
    from parley.desktop.modes.office.form import CallSceneDialog

LONGEST = 4_000
"""Characters of what the director says."""
LAYOUTS = {"layout_evening": WORKSPACE, "layout_morning": MORNING}
"""Action id -> how it lays the window out."""


class SceneCommands(ModeCommands):
    """The director's hand in a run of scenes."""

    def map_actions(self) -> dict[str, Callable[[], None]]:
        """Map each action id to its callback."""
        session = self._session
        return {
            "continue_day": session.play,
            "intervene": self._ask_intervention,
            "skip_scene": self._skip,
            "end_day": self._end_day,
            "autopilot": self._toggle_autopilot,
            "autopilot_days": self._ask_autopilot_days,
            "call_scene": lambda: session.start_task(self.call_scene("encounter")),
            "call_meeting": lambda: session.start_task(self.call_scene("meeting")),
            "export_logbook": self._export_logbook,
            **{id_: partial(self._window.choose_layout, layout.name) for id_, layout in LAYOUTS.items()},
        }

    def connect_views(self) -> None:
        """Connect the requests of the logbook's dock."""
        self._window.panels["logbook"].when_made(lambda view: view.export_wanted.connect(self._export_logbook))

    def _export_logbook(self) -> None:
        from parley.desktop.modes.office.exporting import export_logbook

        language = self._window.panels["logbook"].model.language
        self._session.start_task(export_logbook(self._library.exports, language))

    def get_conditions(self) -> dict[str, bool]:
        """Return the conditions of the action table that are about scenes."""
        world = self._model.replay.live.find(OfficeState) if self._model.loaded else None
        return {
            "office": world is not None,
            "in_scene": world is not None and world.scene is not None,
            "in_day": world is not None and world.running and not world.closed,
        }

    def follow(self) -> None:
        """Show or hide the bar between two scenes, and whether the autopilot is on."""
        loaded = self._model.loaded  # called without a run, too
        state = self._model.replay.live
        world = state.find(OfficeState) if loaded else None
        self._window.scene_bar.show_text(
            self._describe_scene_gap(state, world) if world is not None and self._model.live else ""
        )
        for id_, layout in LAYOUTS.items():
            if (action := self._window.actions_by_id.get(id_)) is not None:
                action.setChecked(self._window.workspace is layout)
        if (action := self._window.actions_by_id.get("autopilot")) is not None:
            action.setChecked(world is not None and world.autopilot)

    def _describe_scene_gap(self, state: State, world: OfficeState) -> str:
        """Return what the bar says; empty where the run does not stand between two scenes."""
        if state.status != "paused" or state.reason != "scene":  # paused for another reason, such as a failure
            return ""
        if not world.running and world.past:
            return self.tr("Day {0} is over.").format(world.past[-1].day)
        if not world.scenes:
            return ""
        last = world.scenes[-1]
        sentence = self.tr("Scene {0} is over.").format(last.started.scene)
        return f"{sentence} {last.ended.summary}" if last.ended.summary else sentence

    def on_happened(self, batch: Batch) -> None:
        """Tell what nobody would see otherwise: a translation that failed, a new day."""
        for _seq, event in batch.events:
            if isinstance(event, SceneTranslated) and event.note:
                told = self.tr("Scene {0} is not wholly translated ({1}).").format(
                    event.scene, said(get_text_of(event))
                )
                self._window.tell(Notice(told, kind="warning", key="translation"))
            elif isinstance(event, DayStarted):
                self._window.tell(Notice(self.tr("Day {0} begins.").format(event.day), key="day"))

    # The director's hand ------------------------------------------------------------------------------------------

    def _ask_intervention(self) -> None:
        scene = self._model.replay.live[OfficeState].scene
        members = scene.started.members if scene is not None else ()  # between two scenes: to all
        label = self.tr("Everybody in the scene hears it:")
        ask = build_question(self._window, self.tr("Intervene"), label)
        ask.setOption(QInputDialog.InputDialogOption.UsePlainTextEditForTextInput)
        ask.resize(460, 220)

        def on_text(text: str) -> None:
            if told := text.strip()[:LONGEST]:  # Qt's dialog has no bound of its own
                self._session.do_to_run(lambda run: run.director.inject(told, members))

        ask.textValueSelected.connect(on_text)
        ask.open()

    def _skip(self) -> None:
        """Cut the scene short; between two scenes nothing would be seen of it, so it is told."""
        between = self._model.replay.live[OfficeState].scene is None  # first: afterwards the scene may be over
        self._session.do_to_run(lambda run: OfficeDirector.of(run).skip_scene())
        if between:
            begins = self.tr("The next scene is left out.")
            if not self._session.playing:
                begins = self.tr("The next scene is left out: press Continue.")
            self._window.tell(Notice(begins, key="called"))

    def _end_day(self) -> None:
        """Send everybody home; a run that stands goes on until the day has its summary."""
        self._session.do_to_run(lambda run: OfficeDirector.of(run).end_day())
        if not self._session.playing:
            self._session.play()

    def _toggle_autopilot(self) -> None:
        on = not self._model.replay.live[OfficeState].autopilot
        self._session.do_to_run(lambda run: OfficeDirector.of(run).set_autopilot(on))
        sentence = self.tr("Scenes follow each other now.") if on else self.tr("The run stands after every scene now.")
        self._window.tell(Notice(sentence, key="autopilot"))

    def _ask_autopilot_days(self) -> None:
        label = self.tr("For how many days, today included?")
        ask = build_question(self._window, self.tr("Autopilot"), label, QInputDialog.InputMode.IntInput)
        ask.setIntRange(1, MOST_DAYS)
        ask.setIntValue(5)

        def on_days(days: int) -> None:
            self._session.do_to_run(lambda run: OfficeDirector.of(run).set_autopilot(True, days))
            if not self._session.playing:
                self._session.play()

        ask.intValueSelected.connect(on_days)
        ask.open()

    async def call_scene(self, scene_type: str) -> None:
        """Ask what shall happen next, and have it happen."""
        from parley.desktop.modes.office.form import CallSceneDialog

        model = self._model
        floor = model.replay.live.setup[OfficeConfig].floor
        rooms = tuple((room.id, room.title(model.language)) for room in floor.rooms)
        dialog = CallSceneDialog(rooms, model.members(), scene_type, self._window)
        dialog.wanted.connect(lambda: self._session.start_task(self._call_scene(dialog, dialog.get_answers())))
        await await_answer(dialog)  # it stays open until the run has taken the scene

    async def _call_scene(self, dialog: CallSceneDialog, answers: dict[str, Any]) -> None:
        try:
            run = await self._session.ensure_run()
            OfficeDirector.of(run).request_scene(**answers | {"members": tuple(answers["members"])})
        except ParleyError as error:
            dialog.show_problem(said(error), self._session.mends(Trouble.of(error), lambda: None, dialog.discard))
            return
        dialog.accept()
        begins = self.tr("It comes next.") if self._session.playing else self.tr("It comes next: press Continue.")
        self._window.tell(Notice(begins, key="called"))
