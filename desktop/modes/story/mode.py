"""The desktop half of the mode."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from core.cast.affinity import Pair
from core.cast.member import PLAYER
from core.log.events.base import Event
from core.log.replay import Replay
from core.log.state import State, Turn
from core.modes.story.config import StoryConfig
from core.modes.story.events import SheetWritten
from core.modes.story.state import StoryState
from desktop.affinity.figures import NetworkFigure
from desktop.floor_plan.figures import FloorFigure
from desktop.inspector.figures import InspectorFigure
from desktop.modes.registry import ModeView
from desktop.modes.story.figures import StoryFigure
from desktop.modes.story.model import role_in_story, story_figure
from desktop.modes.story.passages import Narrative
from desktop.modes.story.rows import story_row
from desktop.modes.story.turn_notes import Trusts, story_notes, trust_figure, trust_relations, why_of_story
from desktop.run.figures import MemberFigure, TurnFigure
from desktop.speaker_flow.figures import FlowFigure
from desktop.transcript.model import TranscriptModel

if TYPE_CHECKING:
    from desktop.run.model import RunModel

translate = QCoreApplication.translate


class StoryModeView(ModeView):
    """A story has its dock where other runs have their plan."""

    pages = {"story": "desktop.modes.story.form:StoryPage", "dialogue": "desktop.modes.story.form:DialoguePage"}
    stage = "story"
    commands = "desktop.modes.story.commands:StoryCommands"
    plain_ends = frozenset({"turns", "story"})
    has_policy = False

    def __init__(self, replay: Replay, language: str = "en") -> None:
        super().__init__(replay, language)
        self._trusts = Trusts()
        self._narrative = Narrative()
        self._figure: StoryFigure | None = None
        self._figure_at: tuple[object, ...] = ()

    @classmethod
    def kind_of_run(cls, title: str) -> str:
        """What it is called in the library."""
        return translate("RunDelegate", "Story")

    def role(self, state: State, member: str) -> str:
        """What the player and the agents are."""
        return role_in_story(state, member)

    def row(self, state: State, event: Event, spoken: int, at: str) -> TurnFigure | None:
        """What happens between two lines."""
        return story_row(state, event, spoken, at)

    def change_rows(self, event: Event, rows: TranscriptModel) -> list[int]:
        """The player is called so from the beginning on, as in a run that is opened later."""
        if not isinstance(event, SheetWritten):
            return []
        return [turn.number for turn in self.replay.live.turns if turn.member == PLAYER]

    def waits(self, state: State) -> bool:
        """Whether the story waits for its player, and for nobody else's lines."""
        story = state[StoryState]
        if state.status == "ended" or state.open is not None or not story.waits():
            return False
        return state.status != "playing" or (
            not story.autoplay and story.scripted >= len(state.setup[StoryConfig].script)
        )

    def no_plan(self) -> FloorFigure | None:
        """Where everybody is stands in the story's dock."""
        return FloorFigure(
            why_empty=translate(
                "PlanCanvas", "A story has no floor plan: where everybody is stands in the Story panel."
            )
        )

    def flow(self, state: State, figure: FlowFigure) -> FlowFigure:
        """Nobody is weighed: the router decides who answers."""
        return replace(figure, why=why_of_story(state, state.turns[-1])) if state.turns else figure

    def network(
        self,
        state: State,
        members: Sequence[MemberFigure],
        answers: Sequence[Sequence[int]],
        earlier: Mapping[Pair, Sequence[float]],
    ) -> NetworkFigure:
        """The player's trust with every character."""
        self._trusts.follow(self.replay.events)
        return trust_figure(members, state, self._trusts, answers)

    def inspected(self, state: State, moment: State, said: Turn, figure: InspectorFigure) -> InspectorFigure:
        """Who was to answer and why, the tools that were called, and how things stood."""
        return replace(
            figure,
            relations=trust_relations(state, said.member),
            trust=True,
            page=translate("InspectorView", "Story"),
            notes=story_notes(moment, said),
            # Nobody is selected in a story, and nothing is remembered from one to the next.
            without=frozenset({"why", "memories"}),
            relations_heading=translate("RelationsPane", "Trust in the story: tense ← 0 → warm"),
            no_relations=translate(
                "RelationsPane", "Trust is between the player and the characters: {name} has no part in it."
            ),
        )

    def figure(self, state: State, streaming: Mapping[str, str], *, live: bool, writable: bool) -> StoryFigure | None:
        """The story at `state`, with the line that is being said."""
        at = (self.replay.live.seq, state.seq, live, writable)
        figure = self._figure if at == self._figure_at else None
        if figure is not None and figure.streaming is not None:
            # Thirty times a second nothing but the words of one line is new.
            text = streaming.get(figure.streaming.face.id, "")
            figure = replace(figure, streaming=replace(figure.streaming, text=text))
        elif figure is None:
            figure = story_figure(
                state, streaming, live=live, writable=writable, events=self.replay.events, narrative=self._narrative
            )
        self._figure, self._figure_at = figure, at
        return figure


class DialogueView(StoryModeView):
    """A talk with one character."""

    @classmethod
    def kind_of_run(cls, title: str) -> str:
        """What it is called in the library."""
        return translate("RunDelegate", "Dialogue")


def shown_story(run: RunModel) -> StoryFigure | None:
    """The story that a run model shows; None where no run is open."""
    if not run.loaded:
        return None
    if not isinstance(run.mode, StoryModeView):
        return StoryFigure(mode=run.replay.live.setup.mode, live=run.live)
    return run.mode.figure(run.state, run.streaming, live=run.live, writable=run.writable)
