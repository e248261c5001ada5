"""The desktop half of the mode."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication

from parley.core.base.errors import ParleyError
from parley.core.cast.member import PLAYER
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.replay import Replay
from parley.core.log.state import State, Turn
from parley.core.modes.story.composing import SETTINGS
from parley.core.modes.story.config import StoryConfig
from parley.core.modes.story.events import (
    CombatEnded,
    CombatFought,
    CombatStarted,
    DiceRolled,
    PlayerDid,
    SheetWritten,
    ToolAnswered,
)
from parley.core.modes.story.partner import characters
from parley.core.modes.story.state import StoryState
from parley.core.studio.library import Library
from parley.desktop.affinity.figures import NetworkFigure
from parley.desktop.floor_plan.figures import FloorFigure
from parley.desktop.inspector.figures import InspectorFigure
from parley.desktop.modes.registry import ModeView
from parley.desktop.modes.story.figures import StoryFigure
from parley.desktop.modes.story.model import build_story_figure, role_in_story
from parley.desktop.modes.story.turn_notes import build_trust_figure, story_notes, trust_relations
from parley.desktop.run.figures import MarkKind, MemberFigure, TurnFigure
from parley.desktop.transcript.model import TranscriptModel
from parley.desktop.workspaces import Workspace

if TYPE_CHECKING:
    from parley.desktop.run.model import RunModel

translate = QCoreApplication.translate

ICONS: Mapping[type[Event], str] = {
    DiceRolled: "ph.dice-five", CombatStarted: "ph.sword", CombatFought: "ph.sword", CombatEnded: "ph.sword",
    PlayerDid: "ph.hand", SheetWritten: "ph.user",
}  # fmt: skip
"""What stands before the rows of what happened."""

WORKSPACE = Workspace(
    name="story",
    stage="story",
    behind=("inspector", "transcript", "affinity"),
)
"""The tale between its place and its sheet, in the whole width; the others are behind it."""


class StoryModeView(ModeView):
    """A story has its dock where other runs have their plan."""

    pages = {
        "story": "parley.desktop.modes.story.form:StoryPage",
        "dialogue": "parley.desktop.modes.story.form:DialoguePage",
    }
    icon = "ph.book-open"
    workspace = WORKSPACE
    picture = "parley.desktop.modes.story.picture:StoryPicture"
    commands = "parley.desktop.modes.story.commands:StoryCommands"
    plain_ends = frozenset({"turns", "story"})
    has_policy = False
    marks = {
        DiceRolled: MarkKind("ph.dice-five", "accent"),
        CombatStarted: MarkKind("ph.sword", "bad"),
    }

    def __init__(self, replay: Replay, language: str = "en") -> None:
        super().__init__(replay, language)
        self._figure: StoryFigure | None = None
        self._figure_at: tuple[object, ...] = ()

    @classmethod
    def kind_of_run(cls, title: str) -> str:
        """Return what it is called in the library."""
        return translate("RunDelegate", "Story")

    @classmethod
    def kind_of_runs(cls, title: str) -> str:
        """Return what many of them are called in the library."""
        return translate("RunDelegate", "Stories")

    @classmethod
    def entry(cls, title: str, topic: str) -> tuple[str, str]:
        """Return a story by its title, then how it begins."""
        return title, topic

    def role(self, state: State, member: str) -> str:
        """Return what the player and the agents are."""
        return role_in_story(state, member)

    def row(self, state: State, event: Event, spoken: int, at: str) -> TurnFigure | None:
        """Return what happens between two lines, as documents have it, and the tool calls."""
        # Not before a story is opened: the window is painted sooner.
        from parley.core.modes.story.export import happened

        found = next(iter(happened(state, event, self.language)), None)
        if isinstance(event, ToolAnswered):
            name = translate("RowWording", "Refused tool call") if event.error else translate("RowWording", "Tool call")
            text, icon = f"{event.name}: {event.text}", "ph.prohibit" if event.error else "ph.wrench"
        elif found is not None:
            name, text, icon = found.name, found.text or found.name, ICONS.get(type(event), "ph.info")
        else:
            return None
        return TurnFigure(spoken + 1, "", "", text, "event", at=at, title=name, icon=icon)

    def change_rows(self, event: Event, rows: TranscriptModel) -> list[int]:
        """Return the player is called so from the beginning on, as in a run that is opened later."""
        if not isinstance(event, SheetWritten):
            return []
        return [turn.number for turn in self.replay.live.turns if turn.member == PLAYER]

    def waits(self, state: State) -> bool:
        """Return whether the story waits for its player, and for nobody else's lines."""
        story = state[StoryState]
        if state.status == "ended" or state.open is not None or not story.waits():
            return False
        return state.status != "playing" or not story.goes_by_itself(state.setup)

    @classmethod
    def talks_with(cls, config: RunConfig, member: str) -> bool:
        """With its characters: not with whom the player plays, nor with those who tell it."""
        return member in characters(config)

    @classmethod
    def get_world_of(cls, config: RunConfig, member: str, library: Library) -> str:
        """Return the setting itself, where it is there still and the character is one of its own."""
        try:
            setting = library.read(SETTINGS, config[StoryConfig].setting.id)
        except ParleyError:
            return ""
        return setting.id if setting.someone(member) is not None else ""

    def no_plan(self) -> FloorFigure | None:
        """Return where everybody is stands in the story's dock."""
        return FloorFigure(
            why_empty=translate(
                "PlanCanvas", "A story has no floor plan: where everybody is stands in the Story panel."
            )
        )

    def present(self, state: State) -> frozenset[str]:
        """Return the player, and those who are at the place."""
        return frozenset({PLAYER, *state[StoryState].present()})

    def network(
        self,
        state: State,
        members: Sequence[MemberFigure],
        answers: Sequence[Sequence[int]],
    ) -> NetworkFigure:
        """Return the player's trust with every character."""
        self.moves.follow(self.replay)
        return build_trust_figure(members, state, self.moves, answers)

    def inspected(self, state: State, moment: State, said: Turn, figure: InspectorFigure) -> InspectorFigure:
        """Return who was to answer and why, the tools that were called, and how things stood."""
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
        """Return the story at `state`, with the line that is being said."""
        at = (self.replay.live.seq, state.seq, live, writable)
        figure = self._figure if at == self._figure_at else None
        if figure is not None and figure.streaming is not None:
            # Thirty times a second nothing but the words of one line is new.
            text = streaming.get(figure.streaming.face.id, "")
            figure = replace(figure, streaming=replace(figure.streaming, text=text))
        elif figure is None:
            figure = build_story_figure(state, streaming, live=live, writable=writable, events=self.replay.events)
        self._figure, self._figure_at = figure, at
        return figure


class DialogueView(StoryModeView):
    """A talk with one character."""

    icon = "ph.chat-circle-text"

    @classmethod
    def kind_of_run(cls, title: str) -> str:
        """Return what it is called in the library."""
        return translate("RunDelegate", "Dialogue")

    @classmethod
    def kind_of_runs(cls, title: str) -> str:
        """Return what many of them are called in the library."""
        return translate("RunDelegate", "Dialogues")


def shown_story(run: RunModel) -> StoryFigure | None:
    """Return the story that a run model shows; None where no run is open."""
    if not run.loaded:
        return None
    if not isinstance(run.mode, StoryModeView):
        return StoryFigure(mode=run.replay.live.setup.mode)
    return run.mode.figure(run.state, run.streaming, live=run.live, writable=run.writable)
