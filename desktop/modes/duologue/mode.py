"""The desktop half of the mode."""

from __future__ import annotations

from dataclasses import replace

from parley.core.log.events.base import Event
from parley.core.log.state import State, Turn
from parley.core.modes.duologue.config import DuologueConfig
from parley.core.modes.duologue.events import ConvergenceReached, NameChosen, SideTold
from parley.desktop.convergence.figures import StopFigure
from parley.desktop.inspector.figures import InspectorFigure
from parley.desktop.modes.duologue.words import duologue_row, level_name
from parley.desktop.modes.registry import ModeView
from parley.desktop.run.figures import MarkKind, TurnFigure
from parley.desktop.transcript.model import TranscriptModel
from parley.desktop.widgets.language import QT_TRANSLATE_NOOP, get_titles
from parley.desktop.workspaces import Place, Workspace

WORKSPACE = Workspace(
    name="duologue",
    stage="facing",
    behind=("transcript",),
    right=(Place(("inspector", "speaker_flow", "affinity"), 1.0),),
    bottom=(Place(("convergence",), 1.0),),
    right_width=0.29,
    height=0.38,
)
"""No office: the talk in two columns, below it how alike the two sound, beside both what was sent for a turn."""


class DuologueView(ModeView):
    """A duologue is put on for its convergence, which comes to the front."""

    icon = "ph.arrows-left-right"
    pages = {"duologue": "parley.desktop.modes.duologue.form:DuologuePage"}
    fork = "parley.desktop.modes.duologue.fork:fork_form"
    workspace = WORKSPACE
    clip = "parley.desktop.modes.duologue.clip:FacingClip"
    picture = "parley.desktop.modes.duologue.clip:DuologuePicture"
    pairwise = True
    has_policy = False
    kinds = (QT_TRANSLATE_NOOP("RunDelegate", "Duologue"), QT_TRANSLATE_NOOP("RunDelegate", "Duologues"))
    marks = {
        ConvergenceReached: MarkKind("ph.intersect", "good"),
        SideTold: MarkKind("ph.chat-centered-text", "secondary"),
    }

    @classmethod
    def make_entry(cls, title: str, topic: str) -> tuple[str, str]:
        """Return a duologue by what it begins with."""
        return topic or title, ""

    @classmethod
    def get_setting_word(cls, what: str, value: str, language: str) -> str:
        """Return the word of a topology, of a level of awareness, or of what becomes of what has no room."""
        if what == "awareness":
            return level_name(value, language)
        tables = {"router": "routers", "when_full": "fullness"}
        return get_titles("duologue", tables[what]).get(value, "") if what in tables else ""

    def build_row(self, state: State, event: Event, spoken: int, at: str) -> TurnFigure | None:
        """Return what is told to one side, the names that they choose, where they sound alike."""
        return duologue_row(state, event, spoken, at)

    def change_rows(self, event: Event, rows: TranscriptModel) -> list[int]:
        """Return all turns of who has chosen a name, by which they are called from the first one on."""
        if not isinstance(event, NameChosen):
            return []
        return [turn.number for turn in self.replay.live.turns if turn.member == event.member]

    def extend_inspector(self, state: State, moment: State, said: Turn, figure: InspectorFigure) -> InspectorFigure:
        """Return the figure with what was sent before all else, and without the weights of a choice where sides speak
        in turn: there was none.
        """
        drawn = figure.why is not None and sum(each.probability > 0 for each in figure.why.bars) > 1
        # Where sides speak in turn one candidate has the probability 1, and all others 0.
        return replace(figure, first="payload", without=frozenset() if drawn else frozenset({"why"}))

    def stop(self) -> StopFigure | None:
        """Return the threshold of the run."""
        stop = self.replay.live.setup[DuologueConfig].stop
        return StopFigure(stop.threshold, stop.calculator, stop.profile, stop.action) if stop else None

    def read_convergence(self, event: Event) -> tuple[int, tuple[str, str], float] | None:
        """Return where it was reached."""
        return (event.turn, event.members, event.score) if isinstance(event, ConvergenceReached) else None
