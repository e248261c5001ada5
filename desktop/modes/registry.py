"""The desktop half of a mode: what views, bars and commands ask of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QCoreApplication, QLocale

from parley.core.base.registry import Registry
from parley.core.engine.mode_spec import MODES
from parley.core.log.codec import get_text_of
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Event
from parley.core.log.replay import Replay
from parley.core.log.state import State, Turn
from parley.core.measures.moves import Moves
from parley.core.measures.relations import MOST, Deed, find_stances, list_relations, read_deeds
from parley.core.office.plan import Plan
from parley.core.studio.library import Library
from parley.desktop.affinity.figures import NetworkFigure
from parley.desktop.floor_plan.figures import BoardFigure, FloorFigure
from parley.desktop.inspector.figures import InspectorFigure
from parley.desktop.run.figures import MemberFigure, PartFigure, TurnFigure
from parley.desktop.run.talking import Talk, said_last, said_now
from parley.desktop.run.words import get_stance_word, tell_deed
from parley.desktop.widgets.language import QT_TRANSLATE_NOOP, current, said
from parley.desktop.workspaces import TALK, Workspace

if TYPE_CHECKING:
    from parley.desktop.convergence.figures import StopFigure
    from parley.desktop.floor_plan.figures import Occupancy
    from parley.desktop.run.figures import MarkKind
    from parley.desktop.transcript.model import TranscriptModel

translate = QCoreApplication.translate


class ModeView:
    """The desktop half of a mode, made anew for each run that is opened; as it stands it is right for a roundtable.

    A package that brings a mode may bring one too, as an entry point of `parley.mode_views` with the mode's name.

    Attributes: `icon`, what stands for a run in lists; `workspace`, how the window is laid out for its runs, and
    `layouts`, how else it may be, where somebody chooses so; `strip`, the "module:Class" of a widget above the docks,
    which is shown `strip_figure`s, has the signal `turn_chosen(int)` and `set_low(bool)` for a low window; `commands`,
    the "module:Class" of what its menu calls; `plain_ends` and `plain_pauses`, the reasons for an end and a pause that
    nobody needs to be told; `pairwise`: where only two talk, their measures are shown from the first turn on;
    `has_policy`: a policy that can be changed says who is next; `translated`, the other language of the rows, "" where
    there is none; `pages`, by kind of run the "module:Class" of what the new-run dialog asks about it (without: its
    request's own fields); `fork`, the "module:function" that makes the dialog for a fork with changes; `marks`, the
    mode's own events that are marked on the timeline; `picture`, the "module:Class" of what the start page shows of
    such a run; `clip`, the "module:Class" of what a clip shows instead of the plan (`ClipScene` in
    `desktop/export/clip.py`).
    `language` is the interface's. `kinds` are what a run and what many of them are called in the library, marked for
    translation in `RunDelegate`; "": a run's own title says enough.
    """

    kinds: tuple[str, str] = ("", QT_TRANSLATE_NOOP("RunDelegate", "Round tables"))
    icon: str = "ph.users-three"
    workspace: Workspace = TALK
    layouts: tuple[Workspace, ...] = ()
    strip: str = ""
    commands: str = ""
    pages: Mapping[str, str] = {}
    fork: str = "parley.desktop.changes.forks:make_dialog"
    picture: str = "parley.desktop.first_run.thumbs:PlanPicture"
    clip: str = ""
    plain_ends: Collection[str] = frozenset({"turns"})
    plain_pauses: Collection[str] = frozenset()
    pairwise: bool = False
    has_policy: bool = True
    translated: str = ""
    marks: Mapping[type[Event], MarkKind] = {}

    def __init__(self, replay: Replay, language: str = "en") -> None:
        self.replay = replay
        self.language = language
        self.moves = Moves()
        self._deeds: tuple[tuple[int, int], tuple[Deed, ...]] = (0, 0), ()  # key: first turn, last seq

    def choose_workspace(self) -> Workspace:
        """Return how the window is laid out as long as nobody has chosen another way."""
        return self.workspace

    # Words --------------------------------------------------------------------------------------------------------

    @classmethod
    def kind_of_run(cls, title: str) -> str:
        """Return what a run of a mode with this title is called in the library, "" where its own title says enough."""
        return translate("RunDelegate", cls.kinds[0]) if cls.kinds[0] else ""

    @classmethod
    def kind_of_runs(cls, title: str) -> str:
        """Return what many runs of a mode with this title are called."""
        return translate("RunDelegate", cls.kinds[1])

    @classmethod
    def make_entry(cls, title: str, topic: str) -> tuple[str, str]:
        """Return what is said of a run with this title and this topic in a list: what it is called, and what more."""
        return (topic, title) if topic else (title, "")

    @classmethod
    def get_setting_word(cls, what: str, value: str, language: str) -> str:
        """Return what a value of one of the mode's own settings is called, "" where it has no word of its own."""
        return ""

    def get_role(self, state: State, member: str) -> str:
        """Return what somebody is who has no role of their own."""
        return ""

    @classmethod
    def talks_with(cls, config: RunConfig, member: str) -> bool:
        """Return whether a person can talk with a member of such a run alone, in a run of its own."""
        return True

    @classmethod
    def get_world_of(cls, config: RunConfig, member: str, library: Library) -> str:
        """Return the id of the setting in which a member is at home and can be talked with; "" where they are of a
        cast.
        """
        return ""

    def strip_figure(self, shown: int, members: Sequence[MemberFigure]) -> object:
        """Return what the strip shows, seen from a turn."""
        return None

    # The transcript -----------------------------------------------------------------------------------------------

    def turn_row(self, state: State, turn: Turn, row: TurnFigure) -> TurnFigure:
        """Return the row of a finished turn, with what the mode adds to it."""
        return row

    def build_row(self, state: State, event: Event, spoken: int, at: str) -> TurnFigure | None:
        """Return the row of an event of the mode's own, `spoken` turns having been said before it; None where it has
        none.
        """
        spec = MODES.get_usable(state.setup.mode)
        if spec is None or spec.between is None:
            happened = None
        else:
            with MODES.blame_package(spec.name):
                happened = next(iter(spec.between(state, event, self.language)), None)
        if happened is None:
            return None
        return TurnFigure(  # the number of the turn to come: at the last one it has not happened yet
            spoken + 1, happened.speaker, "", happened.text, "event", at=at, title=happened.name, icon=happened.icon
        )

    def change_rows(self, event: Event, rows: TranscriptModel) -> Sequence[int]:
        """Take in an event that was just folded, and return the turns whose rows it changes."""
        return ()

    # Who speaks ---------------------------------------------------------------------------------------------------

    def said(self, state: State) -> Talk:
        """Return what was said last, as far as it still stands."""
        return said_last(state)

    def said_now(self, state: State, streaming: Mapping[str, str], *, playing: bool) -> Talk:
        """Return what is being said at the live end; else what was said last."""
        now = said_now(state, streaming, playing=playing)
        return now or (Talk() if state.status == "ended" else self.said(state))  # no bubble over an ended run

    def under_way(self, state: State) -> tuple[str, tuple[str, ...]]:
        """Return what goes on while nobody speaks: "thinking" and who does, or "weaving"; "" where nothing does."""
        return "", ()

    def is_waiting(self, state: State) -> bool:
        """Return whether a person is to act, and nobody else."""
        return False

    # The views ----------------------------------------------------------------------------------------------------

    def plan(self) -> Plan | None:
        """Return the floor plan that the run brought along, None where it has none of its own."""
        return None

    def no_plan(self) -> FloorFigure | None:
        """Return what the floor plan shows instead of one; None where there is one."""
        return None

    def find_occupancy(self, state: State, talk: Talk, plan: Plan) -> Occupancy | None:
        """Return where everybody is, where the mode says so; None where all of them sit in the run's room."""
        return None

    def find_present(self, state: State) -> Collection[str] | None:
        """Return who is where the run is; None where that is everybody."""
        return None

    def build_board(self, state: State) -> BoardFigure | None:
        """Return what hangs on the board of the room in which people talk; None where there is no talk with a topic."""
        setup = state.setup
        if not setup.topic:
            return None
        facts, turns, number = [setup.title], len(state.turns), QLocale().toString
        if turns:
            told = translate("Board", "turn {0} of {1}")
            facts.append(told.format(number(turns), number(max(turns, setup.turns))))  # a run may go on beyond
        if state.distilled is not None and (agreed := len(state.distilled.actions)):
            told = translate("Board", "1 thing to do") if agreed == 1 else translate("Board", "{0} things to do")
            facts.append(told.format(number(agreed)))
        return BoardFigure(setup.topic, tuple(fact for fact in (*self.tell_votes(state), *facts) if fact))

    def talk(self, state: State) -> tuple[range, Sequence[str]]:
        """Return the turns of the talk under way, and who can be for its motion or against it, where it has one."""
        moves = state.setup.format.moves
        # Where people report above all there is nothing to be for.
        motion = moves.sides or (moves.ends == "decide" and moves.weights.get("inform", 1.0) <= 1.0)
        members = state.setup.members if motion else ()
        return range(1, len(state.turns) + 1), [member.id for member in members]

    def list_deeds(self, state: State) -> tuple[Deed, ...]:
        """Return what was done in the talk under way, which is asked for at every word and read at every turn."""
        turns = self.talk(state)[0][-MOST:]
        asked = turns.start, state.turns[-1].seq if turns else 0  # a turn that is taken back or edited changes the seq
        if asked != self._deeds[0]:
            self._deeds = asked, read_deeds(state.turns[turns.start - 1 :] if turns else ())
        return self._deeds[1]

    def map_stances(self, state: State) -> dict[str, int]:
        """Return where everybody in the talk stands to its motion, once somebody does: 1 for it, −1 against it."""
        members = self.talk(state)[1]
        found = find_stances(self.list_deeds(state)) if members else {}
        return {member: found.get(member, 0) for member in members} if found else {}

    def tell_votes(self, state: State) -> list[str]:
        """Return how many are for the motion and against it, and what has just happened between two."""
        stances = [*self.map_stances(state).values()]
        counted = ((stances.count(each), get_stance_word(each)) for each in (1, 0, -1))
        told = [f"{QLocale().toString(count)} {stance}" for count, stance in counted if count]
        return [*told, tell_deed(list_relations(self.list_deeds(state)), len(state.turns), state.names)]

    def list_parts(self) -> tuple[PartFigure, ...]:
        """Return the parts of the whole run in which somebody spoke, such as its scenes; none where it has none."""
        return ()

    def place(self, state: State) -> str:
        """Return where a run stands, in few words; "" where the number of its turn says it."""
        return ""

    def network(self, state: State, members: Sequence[MemberFigure]) -> NetworkFigure:
        """Return the network at the shown turn."""
        from parley.desktop.affinity.model import build_network_figure

        self.moves.follow(self.replay)
        return build_network_figure(members, state, moves=self.moves, deeds=list_relations(self.list_deeds(state)))

    def extend_inspector(self, state: State, moment: State, said: Turn, figure: InspectorFigure) -> InspectorFigure:
        """Return the inspector's figure of a turn with what the mode adds to it.

        `moment` is right after it was said, `state` before the next one.
        """
        return figure

    def stop(self) -> StopFigure | None:
        """Return the convergence at which the run stops or pauses by itself."""
        return None

    def read_convergence(self, event: Event) -> tuple[int, tuple[str, str], float] | None:
        """Return the turn, the two and the score of an event that says that two sound alike; None for any other."""
        return None


class ForeignModeView(ModeView):
    """A mode whose package brings nothing for the desktop: what is shown of its events is what its spec says, or their
    sentence where that says nothing."""

    icon = "ph.puzzle-piece"

    @classmethod
    def kind_of_run(cls, title: str) -> str:
        """Return the mode's own title."""
        return title

    @classmethod
    def kind_of_runs(cls, title: str) -> str:
        """Return the mode's own title: nobody knows its plural."""
        return title

    def build_row(self, state: State, event: Event, spoken: int, at: str) -> TurnFigure | None:
        """Return what an event of the mode says, as a short note."""
        spec = MODES[state.setup.mode]  # opening refuses a run whose mode is missing
        if spec.between is not None:
            return super().build_row(state, event, spoken, at)
        text = said(get_text_of(event)) if isinstance(event, spec.events) and event.sentence_field else ""
        if not text:
            return None
        title = spec.title.text(current())
        return TurnFigure(spoken, "", "", text, "note", at=at, title=title, icon="ph.info", behind=True)


def _is_view(_name: str, value: object) -> None:  # MODE_VIEWS asks this of what packages bring
    if not (isinstance(value, type) and issubclass(value, ModeView)):
        raise TypeError("it is no class of ModeView")


MODE_VIEWS: Registry[type[ModeView]] = Registry(
    "mode",
    "parley.mode_views",
    {
        "roundtable": "parley.desktop.modes.roundtable.mode:RoundtableView",
        "scenes": "parley.desktop.modes.office.mode:OfficeView",
        "story": "parley.desktop.modes.story.mode:StoryModeView",
        "dialogue": "parley.desktop.modes.story.mode:DialogueView",
        "duologue": "parley.desktop.modes.duologue.mode:DuologueView",
    },
    _is_view,
)
"""The desktop halves by the name of their mode."""


def view_class(mode: str) -> type[ModeView]:
    """Return the desktop half of a mode, also of one that has none of its own, or a broken one."""
    return MODE_VIEWS.get_usable(mode) or (ForeignModeView if mode else ModeView)  # no mode: no run is open


def view_of(replay: Replay, language: str = "en") -> ModeView:
    """Return the desktop half of a run's mode; the usual one where there is no run."""
    config = replay.live.config
    return view_class(config.mode if config is not None else "")(replay, language)
