"""The desktop half of the mode."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from PySide6.QtCore import QCoreApplication, QLocale

from parley.core.log.events.base import Event
from parley.core.log.replay import Replay
from parley.core.log.state import State, Turn
from parley.core.modes.office.config import OfficeConfig
from parley.core.modes.office.events import DayEnded, DayStarted, SceneEnded, SceneStarted, SceneTranslated, Translated
from parley.core.modes.office.state import OfficeState, Scene
from parley.core.office.plan import Plan
from parley.core.office.shapes import Point
from parley.desktop.floor_plan.figures import BoardFigure, Occupancy
from parley.desktop.inspector.figures import InspectorFigure
from parley.desktop.inspector.model import build_lore_figures, raw_events
from parley.desktop.modes.office.beats import (
    Movements,
    build_recalled_figures,
    build_scene_figure,
    exchange_notes,
    find_scene_at,
    get_beat_of,
    last_room,
    left_open,
    list_valences,
    scene_notes,
)
from parley.desktop.modes.office.strip import build_cards
from parley.desktop.modes.office.words import ICONS, format_type
from parley.desktop.modes.registry import ModeView
from parley.desktop.run.figures import MemberFigure, PartFigure, TurnFigure
from parley.desktop.run.talking import Talk
from parley.desktop.transcript.model import TranscriptModel
from parley.desktop.widgets.counts import format_turns
from parley.desktop.widgets.language import QT_TRANSLATE_NOOP
from parley.desktop.workspaces import Place, Workspace

translate = QCoreApplication.translate


WORKSPACE = Workspace(
    name="office",
    right=(
        Place(("transcript", "logbook")),
        Place(("game_master", "affinity", "inspector", "speaker_flow"), 0.28),
    ),
    right_width=0.3,
)
"""The day's evening: the plan as large as it can be; words and reasons beside it."""

MORNING = Workspace(
    name="office_morning",
    right=(Place(("affinity", "game_master", "inspector", "speaker_flow")),),
    bottom=(Place(("transcript", "logbook")),),
    right_width=0.31,
    height=0.24,
)
"""The day's morning: who moves towards whom in a column beside the plan, the talk below it."""


class OfficeView(ModeView):
    """An office's day: scenes, who is where, and what there is in the other language."""

    icon = "ph.map-trifold"
    pages = {"scene": "parley.desktop.modes.office.form:ScenePage", "day": "parley.desktop.modes.office.form:DayPage"}
    kinds = ("", QT_TRANSLATE_NOOP("RunDelegate", "Days"))
    workspace = WORKSPACE
    layouts = (MORNING,)
    strip = "parley.desktop.modes.office.strip:SceneStrip"
    commands = "parley.desktop.modes.office.commands:SceneCommands"
    plain_ends = frozenset({"turns", "day"})
    # Between two scenes the bar says it, in the interface's language.
    plain_pauses = frozenset({"scene"})

    @classmethod
    def make_entry(cls, title: str, topic: str) -> tuple[str, str]:
        """Return a day or a scene by its title, then what it is about."""
        return title, topic

    def __init__(self, replay: Replay, language: str = "en") -> None:
        super().__init__(replay, language)
        self._lines: dict[int, Translated] = {}
        self._summaries: dict[int, str] = {}
        self._known: tuple[object, ...] = ()
        self._movements = Movements()
        self._spots: dict[str, tuple[str, Point]] = {}
        self._parts: list[PartFigure] = []
        for event in replay.live[OfficeState].translations:  # a run that is opened has some already
            self._apply_event(event)

    def choose_workspace(self) -> Workspace:
        """Return the workspace of the hour: until noon the one with the affinities in front."""
        return MORNING if self.replay.live[OfficeState].clock < "12" else WORKSPACE  # "HH:MM" compares as text

    def _apply_event(self, event: SceneTranslated) -> None:
        """Add a scene's translation, which grows with the run: lines by turn, summaries by scene."""
        self._summaries[event.scene] = event.summary
        self._lines.update((line.turn, line) for line in event.lines)

    @property
    def translated(self) -> str:  # type: ignore[override]  # it grows with the run
        """The other language of the rows."""
        translations = self.replay.live[OfficeState].translations
        return translations[-1].language if translations else ""

    def strip_figure(self, shown: int, members: Sequence[MemberFigure]) -> object:
        """Return the scenes of the day."""
        return build_cards(self.replay.live, shown, self.language)

    # The transcript -----------------------------------------------------------------------------------------------

    def turn_row(self, state: State, turn: Turn, row: TurnFigure) -> TurnFigure:
        """Return the row with the character as whom somebody speaks, and with its translation."""
        scene, character = find_scene_at(state[OfficeState], turn.number), None
        if scene is not None and scene.kind == "dnd" and state.setup.has(turn.member):
            character = state.setup.member(turn.member).character
        row = replace(row, character=character.name if character else "")  # only at the D&D table
        line = self._lines.get(turn.number)
        if line is not None and line.text:  # a model may have left a line out
            return replace(row, translation=line.text, translated_thoughts=line.thoughts)
        return replace(row, untranslated=line is not None or (scene is not None and scene.scene in self._summaries))

    def build_row(self, state: State, event: Event, spoken: int, at: str) -> TurnFigure | None:
        """Return where a day and a scene begin and end."""
        match event:
            case DayStarted():
                return TurnFigure(spoken + 1, "", "", event.date, "day", at=at)
            case DayEnded() if event.summary:
                return TurnFigure(spoken, "", "", event.summary, "summary", at=at, behind=True)
            case SceneStarted():
                scene = build_scene_figure(state.setup, event, self.language)
                icon = ICONS.get(event.scene_type, "ph.chats")
                return TurnFigure(
                    spoken + 1, "", "", scene.topic, "scene", at=at, scene=scene, title=scene.what, icon=icon
                )
            case SceneEnded() if event.summary or event.mood:
                found = _find_finished_scene(state[OfficeState], event.scene)
                if found is None:
                    return None
                scene = build_scene_figure(state.setup, found.started, self.language)
                other = self._summaries.get(event.scene, "")
                return TurnFigure(
                    spoken, "", "", event.summary, "scene_end", at=at, scene=scene, mood=event.mood, translation=other,
                    behind=True,
                )  # fmt: skip
        return super().build_row(state, event, spoken, at)

    def change_rows(self, event: Event, rows: TranscriptModel) -> range:
        """Return the turns of a scene that is there in the other language now: their rows have both."""
        if not isinstance(event, SceneTranslated):
            return range(0)
        self._apply_event(event)  # before the rows are made again
        scene = _find_finished_scene(self.replay.live[OfficeState], event.scene)
        if scene is None:
            return range(0)
        for at in range(len(rows.rows) - 1, max(-1, rows.row_of_turn(scene.last) - 1), -1):
            row = rows.rows[at]  # from the end: the scene ended just now
            if row.kind == "scene_end" and row.scene is not None and row.scene.number == event.scene:
                rows.replace(at, replace(row, translation=event.summary))
                break
        return range(scene.first, scene.last + 1)

    # Who speaks ---------------------------------------------------------------------------------------------------

    def said(self, state: State) -> Talk:
        """Return what was said last in the scene under way."""
        scene = state[OfficeState].scene
        if scene is None or not state.turns or state.turns[-1].number < scene.first:  # that scene is over
            return Talk()
        return super().said(state)

    def said_now(self, state: State, streaming: Mapping[str, str], *, playing: bool) -> Talk:
        """Return what who has the floor says; those who were asked at once are not heard yet, they murmur."""
        scene, turn = state[OfficeState].scene, state.open
        if playing and turn is not None and turn.failed is None:  # a failed one keeps the turn open for a retry
            hears = scene.started.members if scene else ()
            speaker = turn.started.member
            return Talk(speaker, streaming.get(speaker, "…"), now=True, heard=hears)
        if state.status == "ended":
            return Talk()
        before = self.said(state)  # what was said still stands over heads while others think
        thinking = _list_pending_members(state) if playing else ()
        aloud = ((member, " ".join(streaming.get(member, "").split())) for member in thinking)
        murmurs = tuple((member, text) for member, text in aloud if text)
        return replace(before, thinking=thinking, murmurs=murmurs) if thinking else before

    def under_way(self, state: State) -> tuple[str, tuple[str, ...]]:
        """Return those who were asked at once; then the game master, who puts the lines in order."""
        if thinking := _list_pending_members(state):
            return "thinking", thinking
        scene = state[OfficeState].scene  # `woven` is set once the lines are in order
        weaves = scene is not None and scene.started.exchange == "weave" and scene.asked and not scene.woven
        return ("weaving" if weaves else ""), ()

    # The views ----------------------------------------------------------------------------------------------------

    def plan(self) -> Plan | None:
        """Return the plan that the run brought along: the one on disk may have changed since."""
        return self.replay.live.setup[OfficeConfig].floor

    def find_occupancy(self, state: State, talk: Talk, plan: Plan) -> Occupancy | None:
        """Return where everybody is, and the scene under way."""
        office, scene = state[OfficeState], state[OfficeState].scene
        known = (id(plan), tuple((member, place.room, place.seat) for member, place in office.places.items()))
        # Worked out anew only when somebody went elsewhere.
        if known != self._known:
            # networkx comes with it: not before there is an office.
            from parley.core.office.proximity import points

            at = points(plan, {member: (place.room, place.seat) for member, place in office.places.items()})
            rooms = {member: plan.room_for(place.room).id for member, place in office.places.items()}
            self._known, self._spots = known, {member: (rooms[member], point) for member, point in at.items()}
        spots = self._spots
        doing = tuple((member, office.tasks.get(member, ""), office.moods.get(member, "")) for member in spots)
        finished = frozenset(office.finished)
        told = Occupancy(
            spots,
            clock=office.clock,
            doing=doing,
            finished=finished,
            left=last_room(office),
            left_open=left_open(state),
            routes=self._movements.find_routes(state, plan, spots),
            heat=self._movements.compute_heat(state, plan),
        )
        if scene is None:
            return told
        room = scene.started.room
        if scene.started.exchange == "round" and talk.speaker in spots and len(talk.heard) == 1:
            # Each speaks alone, wherever they are: show the room of the one who is heard.
            room = spots[talk.speaker][0]
        deaf = {member for member, (where, _) in spots.items() if where == room}
        deaf -= {*(talk.heard or scene.started.members), talk.speaker, *talk.thinking}  # who is there and does not hear
        return replace(
            told,
            room=room,
            scene=build_scene_figure(state.setup, scene.started, self.language),
            bystanders=frozenset(deaf),
            thinking=frozenset(talk.thinking),
            murmurs=talk.murmurs,
        )

    def build_board(self, state: State) -> BoardFigure | None:
        """Return, in a meeting, what it is about, and how much is open between those who are there."""
        office, scene = state[OfficeState], state[OfficeState].scene
        if scene is None or scene.started.scene_type != "meeting" or not scene.started.topic:
            return None
        facts = [format_type(scene.started.scene_type, scene.started.kind)]
        if spoken := len(state.turns) - scene.first + 1:
            facts.append(format_turns(spoken))
        if owed := len(office.list_threads(scene.started.members)):
            told = translate("Board", "1 open") if owed == 1 else translate("Board", "{0} open")
            facts.append(told.format(QLocale().toString(owed)))
        return BoardFigure(scene.started.topic, tuple(fact for fact in (*self.tell_votes(state), *facts) if fact))

    def talk(self, state: State) -> tuple[range, Sequence[str]]:
        """Return the scene under way; what is met about is a motion, but for an event that somebody put in."""
        scene, turns = state[OfficeState].scene, len(state.turns)
        if scene is None:
            return range(turns + 1, turns + 1), []  # empty; `list_deeds` knows by its start that there is another talk
        decides = scene.started.scene_type == "meeting" and not scene.started.cause
        return range(scene.first, turns + 1), scene.started.members if decides else []

    def list_parts(self) -> tuple[PartFigure, ...]:
        """Return the scenes in which somebody spoke, that under way too; each is described once, when it is over."""
        live = self.replay.live
        office = live[OfficeState]
        del self._parts[max(0, len(office.scenes) - 1) :]
        for each in office.scenes[len(self._parts) :]:
            self._parts.append(self._build_part_figure(each.started, each.first, each.last))
        now = office.scene
        under_way = [self._build_part_figure(now.started, now.first, len(live.turns))] if now is not None else []
        return tuple(each for each in (*self._parts, *under_way) if each.last >= each.first)

    def _build_part_figure(self, started: SceneStarted, first: int, last: int) -> PartFigure:
        scene = build_scene_figure(self.replay.live.setup, started, self.language)
        return PartFigure(scene.number, first, last, f"{scene.clock} {scene.room}".strip())

    def place(self, state: State) -> str:
        """Return the scene and the office's hour."""
        now, whole = state[OfficeState], self.replay.live[OfficeState]
        number = len(now.scenes) + (now.scene is not None)
        if not number:
            return now.clock
        count = len(whole.scenes) + (whole.scene is not None)
        told = translate("TimelineView", "scene {0} of {1}").format(
            QLocale().toString(number), QLocale().toString(count)
        )
        return f"{told} · {now.clock}" if now.clock else told

    def extend_inspector(self, state: State, moment: State, said: Turn, figure: InspectorFigure) -> InspectorFigure:
        """Return the scene of the turn, what came to mind, and what is felt."""
        figure = replace(figure, valences=list_valences(state, said.member))
        beat = get_beat_of(self.replay, said)
        if beat is None:
            return figure  # a line from before the first scene, or outside of any
        # Where all spoke at once nobody was: the scene's own page comes first.
        weighed = figure.why is not None
        return replace(
            figure,
            raw=raw_events(beat.events),
            recalled=build_recalled_figures(moment[OfficeState], beat.recalled),
            lore=build_lore_figures(beat.lore),
            page=translate("InspectorView", "Scene"),
            notes=scene_notes(moment, beat, said.member, self.language),
            # All spoke at once, or each for themselves.
            unselected=" · ".join(text for _, text in exchange_notes(beat)[:2]),
            without=figure.without | (frozenset() if weighed else frozenset({"why"})),
            no_memories=translate(
                "MemoriesPane", "Nothing came to {name}'s mind here: what the office lives through is remembered later."
            ),
        )


def _find_finished_scene(office: OfficeState, number: int) -> Scene | None:
    """Return the finished scene of that number; None where it is not there, as in the last lines of a long run."""
    return next((scene for scene in reversed(office.scenes) if scene.started.scene == number), None)  # mostly the last


def _list_pending_members(state: State) -> tuple[str, ...]:
    """Return those who were asked for their part of the beat under way and have not replied, in cast order."""
    scene = state[OfficeState].scene
    return tuple(member for member in scene.asked if member not in scene.contributions) if scene else ()
