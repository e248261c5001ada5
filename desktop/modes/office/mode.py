"""The desktop half of the mode."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from PySide6.QtCore import QCoreApplication

from core.log.events.base import Event
from core.log.replay import Replay
from core.log.state import State, Turn
from core.modes.office.config import OfficeConfig
from core.modes.office.events import DayEnded, DayStarted, SceneEnded, SceneStarted, SceneTranslated
from core.modes.office.state import OfficeState
from core.office.plan import Plan
from desktop.floor_plan.figures import Occupancy
from desktop.inspector.figures import InspectorFigure
from desktop.inspector.model import raw_events
from desktop.modes.office.beats import beat_of, exchange_notes, recalled_figures, scene_notes, valences
from desktop.modes.office.floor import Whereabouts, occupancy
from desktop.modes.office.scenes import (
    Translations,
    asked_now,
    bands,
    character_of,
    finished,
    murmurs,
    scene_at,
    scene_figure,
    weaving_now,
)
from desktop.modes.office.words import ICONS
from desktop.modes.registry import ModeView
from desktop.run.figures import TurnFigure
from desktop.run.talking import Talk
from desktop.speaker_flow.figures import FlowFigure
from desktop.transcript.model import TranscriptModel

translate = QCoreApplication.translate


class OfficeView(ModeView):
    """An office's day: scenes, who is where, and what there is in the other language."""

    pages = {"scene": "desktop.modes.office.form:ScenePage", "day": "desktop.modes.office.form:DayPage"}
    commands = "desktop.modes.office.commands:SceneCommands"
    plain_ends = frozenset({"turns", "day"})
    # Between two scenes the bar says it, in the interface's language.
    plain_pauses = frozenset({"scene"})

    def __init__(self, replay: Replay, language: str = "en") -> None:
        super().__init__(replay, language)
        self._whereabouts = Whereabouts()
        self._translations = Translations()
        self._translations.follow(replay.live[OfficeState])

    @classmethod
    def kind_of_run(cls, title: str) -> str:
        """Its own title says enough."""
        return ""

    @property
    def translated(self) -> str:  # type: ignore[override]  # it grows with the run
        """The other language of the rows."""
        return self._translations.language if self._translations else ""

    # The transcript -----------------------------------------------------------------------------------------------

    def turn_row(self, state: State, turn: Turn, row: TurnFigure) -> TurnFigure:
        """As whom somebody speaks, and how it reads in the other language."""
        scene = scene_at(state[OfficeState], turn.number)
        other = self._translations.of(turn.number, scene) if self._translations else {}
        return replace(row, character=character_of(state.setup, scene, turn.member), **other)  # type: ignore[arg-type]

    def row(self, state: State, event: Event, spoken: int, at: str) -> TurnFigure | None:
        """Where a day and a scene begin and end."""
        match event:
            case DayStarted():
                return TurnFigure(spoken + 1, "", "", event.date, "day", at=at)
            case DayEnded() if event.summary:
                return TurnFigure(spoken, "", "", event.summary, "summary", at=at, behind=True)
            case SceneStarted():
                scene = scene_figure(state.setup, event, self.language)
                icon = ICONS.get(event.scene_type, "ph.chats")
                return TurnFigure(
                    spoken + 1, "", "", event.topic, "scene", at=at, scene=scene, title=scene.what, icon=icon
                )
            case SceneEnded() if event.summary or event.mood:
                found = finished(state[OfficeState], event.scene)
                if found is None:
                    return None
                scene = scene_figure(state.setup, found.started, self.language)
                other = self._translations.summaries.get(event.scene, "")
                return TurnFigure(
                    spoken, "", "", event.summary, "scene_end", at=at, scene=scene, mood=event.mood, translation=other,
                    behind=True,
                )  # fmt: skip
        return None

    def change_rows(self, event: Event, rows: TranscriptModel) -> range:
        """A scene is there in the other language: its rows have both from now on."""
        if not isinstance(event, SceneTranslated):
            return range(0)
        office = self.replay.live[OfficeState]
        self._translations.follow(office)
        scene = finished(office, event.scene)
        if scene is None:
            return range(0)
        for at in range(len(rows.rows) - 1, max(-1, rows.row_of_turn(scene.last) - 1), -1):
            row = rows.rows[at]
            if row.kind == "scene_end" and row.scene is not None and row.scene.number == event.scene:
                rows.replace(at, replace(row, translation=event.summary))
                break
        return range(scene.first, scene.last + 1)

    # Who speaks ---------------------------------------------------------------------------------------------------

    def said(self, state: State) -> Talk:
        """What was said last in the scene under way."""
        scene = state[OfficeState].scene
        if scene is None or not state.turns or state.turns[-1].number < scene.first:
            return Talk()
        return super().said(state)

    def said_now(self, state: State, streaming: Mapping[str, str], *, playing: bool) -> Talk:
        """Only who has the floor is heard; what those write who were asked at once is only murmured."""
        scene, turn = state[OfficeState].scene, state.open
        if playing and turn is not None and turn.failed is None:
            hears = scene.started.members if scene else ()
            speaker = turn.started.member
            return Talk(speaker, streaming.get(speaker, "…"), now=True, heard=hears)
        if state.status == "ended":
            return Talk()
        before = self.said(state)
        thinking = asked_now(state) if playing else ()
        return replace(before, thinking=thinking, murmurs=murmurs(thinking, streaming)) if thinking else before

    def under_way(self, state: State) -> tuple[str, tuple[str, ...]]:
        """Those who were asked at once; then the game master, who puts the lines in order."""
        if thinking := asked_now(state):
            return "thinking", thinking
        return ("weaving" if weaving_now(state) else ""), ()

    # The views ----------------------------------------------------------------------------------------------------

    def plan(self) -> Plan | None:
        """A run of scenes brings its own plan along: the one on disk may have changed since."""
        return self.replay.live.setup[OfficeConfig].floor

    def occupancy(self, state: State, talk: Talk, plan: Plan) -> Occupancy | None:
        """Where everybody is, and the scene under way."""
        return occupancy(state, talk, self._whereabouts.spots(plan, state[OfficeState].places), self.language)

    def flow(self, state: State, figure: FlowFigure) -> FlowFigure:
        """The scenes as bands."""
        return replace(figure, bands=bands(self.replay.live[OfficeState]))

    def inspected(self, state: State, moment: State, said: Turn, figure: InspectorFigure) -> InspectorFigure:
        """The scene of the turn, what came to mind, and what is felt."""
        figure = replace(figure, valences=valences(state, said.member))
        beat = beat_of(self.replay, said)
        if beat is None:
            return figure
        return replace(
            figure,
            raw=raw_events(beat.events),
            recalled=recalled_figures(moment[OfficeState], beat.recalled),
            page=translate("InspectorView", "Scene"),
            notes=scene_notes(moment, beat, said.member, self.language),
            # All spoke at once, or each for themselves.
            unselected=" · ".join(text for _, text in exchange_notes(beat)[:2]),
            no_memories=translate(
                "MemoriesPane", "Nothing came to {name}'s mind here: what the office lives through is remembered later."
            ),
        )
