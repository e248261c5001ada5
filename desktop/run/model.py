"""The run that the window shows: its replay, the shown turn, and a figure for every view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from parley.core.cast.member import Member
from parley.core.log.authors import count_authors
from parley.core.log.reader import Damage
from parley.core.log.replay import Replay
from parley.core.log.state import DIRECTOR, State
from parley.core.log.whispers import find_hearers, list_standing
from parley.core.office.plan import Plan
from parley.core.studio.reading import Opened
from parley.core.studio.studio import Studio
from parley.desktop.affinity.figures import NetworkFigure
from parley.desktop.affinity.model import with_chosen
from parley.desktop.bridge import Batch
from parley.desktop.floor_plan.figures import FloorFigure
from parley.desktop.floor_plan.model import build_floor_figure
from parley.desktop.inspector.figures import InspectorFigure
from parley.desktop.inspector.model import build_inspector_figure
from parley.desktop.modes.registry import ModeView, view_of
from parley.desktop.run.figures import BranchFigure, MemberFigure, StatusFigure, TimelineFigure
from parley.desktop.run.marks import Marks
from parley.desktop.run.talking import Talk, said_to
from parley.desktop.run.words import get_speaker_word, held_told, pause_told, spoken_by, word, write_on_board
from parley.desktop.speaker_flow.figures import FlowFigure
from parley.desktop.speaker_flow.model import Flow
from parley.desktop.transcript.model import TranscriptModel
from parley.desktop.transcript.rows import Rows
from parley.desktop.widgets.language import current
from parley.desktop.widgets.language import said as in_words


class RunModel(QObject):
    """What is shown, and as of which turn.

    Attributes: `name`, the one that somebody gave the run, empty where it has its own; `transcript`, the rows;
    `replay`, the events; `path` of the log; `branches`, the family of forks that the run belongs to;
    `span`, the turns that somebody chose to look at, empty: all;
    `alive`, whether this window drives the run: a log that says "playing" without it was cut short.
    Signals: `opened()`, another run is shown; `changed()`, something happened in it; `shown_changed()`, another turn is
    shown, or another span chosen; `streamed()`, the line that is being said grew, and nothing else.
    """

    opened = Signal()
    changed = Signal()
    shown_changed = Signal()
    streamed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.transcript = TranscriptModel(self)
        self.replay = Replay()
        self.path: Path | None = None
        self.name = ""
        self.plan: Plan | None = None
        self.mode = ModeView(self.replay)
        self.streaming: dict[str, str] = {}
        self.waiting = ""
        self.alive = False
        self.branches: tuple[BranchFigure, ...] = ()
        self.span = range(0)
        self.language = "en"
        self._shown: int | None = None  # None follows the live end, also as turns are added
        self._derived: Opened | None = None
        self._flow = Flow({})
        self._floor = FloorFigure()
        self._floor_at: tuple[bool, int] = (True, 0)  # `live` and `shown` of the floor plan before
        self._network = NetworkFigure()
        self._members_at: tuple[object, ...] = ()
        self._members: dict[int, tuple[Sequence[Member], tuple[MemberFigure, ...]]] = {}  # By the sequence's `id`
        self._rows = Rows(self.transcript, self.replay, self.mode)
        self._marks = Marks(self.replay, self.mode)

    # What is shown ------------------------------------------------------------------------------------------------

    @property
    def loaded(self) -> bool:
        """Whether there is a run at all."""
        return self.replay.live.config is not None

    @property
    def title(self) -> str:
        """What the run is called; empty where there is none."""
        return (self.name or self.replay.live.setup.title) if self.loaded else ""

    def call(self, name: str) -> None:
        """Show the name that somebody gave the run; an empty one takes it away."""
        if name != self.name:
            self.name = name
            self.changed.emit()

    @property
    def live(self) -> bool:
        """Whether the newest turn is shown."""
        return self._shown is None

    @property
    def shown(self) -> int:
        """The turn that every view shows."""
        return self.replay.turns if self._shown is None else self._shown

    @property
    def state(self) -> State:
        """The state at the shown turn."""
        return self.replay.live if self._shown is None else self.replay.state_at_turn(self._shown)

    def show(self, turn: int | None) -> None:
        """Show the moment after `turn`; None, or the last one: live."""
        wanted = None if turn is None or turn >= self.replay.turns else max(0, turn)
        if wanted != self._shown:
            self._shown = wanted
            self.shown_changed.emit()

    def select_span(self, first: int, last: int) -> None:
        """Choose the turns from `first` to `last`, in either order, as far as there are such."""
        low, high = max(1, min(first, last)), min(self.replay.turns, max(first, last))
        self._choose_span(range(low, high + 1) if low <= high else range(0))

    def clear_span(self) -> None:
        """Look at all turns again."""
        self._choose_span(range(0))

    def _choose_span(self, span: range) -> None:
        if span != self.span:
            self.span = span
            self.shown_changed.emit()

    def close(self) -> None:
        """Show no run at all."""
        self._reset_state()
        self.transcript.set_members(())
        self.transcript.reset([])
        self.opened.emit()

    def show_branches(self, branches: tuple[BranchFigure, ...]) -> None:
        """Tell which runs this one comes from, and which come from it or beside it."""
        if branches != self.branches:
            self.branches = branches
            self.changed.emit()

    def open(self, opened: Opened, plan: Plan) -> None:
        """Show another run, at its end."""
        self._reset_state()
        self.replay, self.path = opened.replay, opened.path
        self.name = opened.name
        self.mode = view_of(self.replay, self.language)  # First: the rows are worded by it
        self.plan = self.mode.plan() or plan  # The plan on disk may have changed since the run
        self._flow = Flow(self._map_member_names())
        self._flow.follow(self.replay.live.turns)
        self.transcript.set_members(self.list_all_members())  # Before the rows, which are painted in their colours
        self.transcript.note(ended=self.replay.live.status == "ended")
        self._rows = Rows(self.transcript, self.replay, self.mode)
        self._rows.reset()
        self._marks = Marks(self.replay, self.mode)
        self.opened.emit()  # Last: views ask for figures in their slots

    def _reset_state(self) -> None:
        self.replay, self.path, self.plan = Replay(), None, None
        self.name = ""
        self.mode = ModeView(self.replay)
        self._rows = Rows(self.transcript, self.replay, self.mode)
        self._shown, self.streaming, self.waiting = None, {}, ""
        self.branches, self.span, self._derived = (), range(0), None
        self._marks = Marks(self.replay, self.mode)
        self._flow, self._floor, self._floor_at = Flow({}), FloorFigure(), (True, 0)
        self._members_at, self._members = (), {}
        self.transcript.note(translated="")
        self.transcript.end_stream()

    def take(self, batch: Batch) -> None:
        """Take the bridge's batch: fold it and tell the views once."""
        for seq, event in batch.events:
            if seq >= len(self.replay.events):  # Earlier ones were read from the log already
                self._rows.append(event)
        # While somebody speaks, thirty times a second, nothing grows but their line.
        only_words = not batch.events and batch.waiting == self.waiting and [*batch.streaming] == [*self.streaming]
        self.waiting, self.streaming = batch.waiting, batch.streaming
        if batch.events:
            self._flow.join(self._map_member_names())  # Before its turns: a newcomer may have spoken in this batch
            self._flow.follow(self.replay.live.turns)
            # A turn of it may have been taken back.
            self.span = self.span[: max(0, self.replay.turns + 1 - self.span.start)]
            self.transcript.set_members(self.list_all_members())
        talk = self._get_live_talk()
        # A log that was cut short may still say that somebody thinks.
        under_way = self.mode.under_way(self.replay.live) if self._playing and not talk.now else ("", ())
        self._rows.stream_line(talk, self.streaming, *under_way)
        if only_words:
            self.streamed.emit()
        else:
            self.changed.emit()

    @property
    def _playing(self) -> bool:
        return self.alive and self.replay.live.status == "playing"

    @property
    def _status(self) -> str:
        status = self.replay.live.status
        return "paused" if status == "playing" and not self.alive else status  # Its process died while it played

    def _map_member_names(self) -> dict[str, str]:
        return {member.id: member.name for member in self.replay.live.setup.members}

    # Figures ------------------------------------------------------------------------------------------------------

    def members(self) -> tuple[MemberFigure, ...]:
        """Return the members as they are at the shown turn."""
        return self._build_member_figures(self.state.setup.members) if self.loaded else ()

    def list_all_members(self) -> tuple[MemberFigure, ...]:
        """Return all who ever come into the run, as they are at the shown turn: what shows the whole run needs them."""
        return self._build_member_figures(self.replay.live.setup.members)

    def _build_member_figures(self, members: Sequence[Member]) -> tuple[MemberFigure, ...]:
        # Asked by every view, and by some at every word: they change with an event, or with who has the floor.
        speaker = self._get_shown_talk().speaker
        asked = (id(self.replay), len(self.replay.events), self._shown, speaker)
        if asked != self._members_at:
            self._members_at, self._members = asked, {}
        if (known := self._members.get(id(members))) is not None and known[0] is members:  # An `id` may be reused
            return known[1]
        # Letters are those of the whole run: nobody changes their mark because a newcomer has not come yet.
        letters = self.replay.live.setup.letters if self.loaded else {}
        found = build_member_figures(members, self.state, self.mode, letters, speaker)
        self._members[id(members)] = members, found
        return found

    def _get_shown_talk(self) -> Talk:
        """Return who speaks at the shown moment, and what."""
        return self._get_live_talk() if self.live else self.mode.said(self.state)

    def _get_live_talk(self) -> Talk:
        return self.mode.said_now(self.replay.live, self.streaming, playing=self._playing)

    def floor(self) -> FloorFigure:
        """Return the floor plan at the shown turn."""
        if not self.loaded or self.plan is None:
            return FloorFigure()
        if (empty := self.mode.no_plan()) is not None:
            return empty
        state, talk = self.state, self._get_shown_talk()
        if talk.speaker == DIRECTOR:  # who is not on the plan
            talk = replace(talk, speaker="", line="")
        occupancy = self.mode.find_occupancy(state, talk, self.plan)
        if occupancy is None:
            room = state.setup.place if state.turns or state.open else ""  # Before the first turn all are at desks
            hearers = frozenset(talk.heard) if talk.heard else None  # None: everybody in the room
        else:
            room = occupancy.room
            hearers = frozenset(talk.heard) - {talk.speaker}
        live, last = self._floor_at
        standing = list_standing(state)
        self._floor = build_floor_figure(
            self.plan,
            self.members(),
            room,
            speaker=talk.speaker,
            line=talk.line,
            thoughts=talk.thoughts,
            acts=talk.acts,
            staged=talk.staged,
            before=self._floor,  # People walk from where they stood
            desks={member.id: member.desk for member in state.setup.members},
            hearers=hearers,
            language=self.language,
            streaming=talk.now,
            office=occupancy,
            # Who scrubs through a day sees where people were; who watches, or steps on, sees them walk.
            walking=occupancy is None or (self.live and live) or self.shown in {last, last + 1},
            to=said_to(state, talk), board=write_on_board(self.mode.build_board(state), standing),
            stances=self.mode.map_stances(state), put_in=find_hearers(state, standing),
        )  # fmt: skip
        self._floor_at = (self.live, self.shown)
        return self._floor

    @property
    def writable(self) -> bool:
        """Whether this window may go on with the run: one that says "playing" and that nobody drives was cut short."""
        return self.alive or self.replay.live.status != "playing"

    @property
    def players_turn(self) -> bool:
        """Whether the open run waits for what a person does."""
        return self.loaded and self.mode.is_waiting(self.replay.live)

    def flow(self) -> FlowFigure:
        """Return the speaker flow at the shown turn."""
        if not self.loaded:
            return FlowFigure()
        state, live = self.state, self.replay.live
        members, talk = self.list_all_members(), self._get_shown_talk()
        if not talk.now:
            # The view draws an open turn for a member who is speaking; at this moment nobody is.
            members = tuple(replace(member, speaking=False) for member in members)
        coming = live.selected.member if live.selected else live.floor  # Drawn, or given the floor, and not begun
        return self._flow.figure(
            members,
            shown=self.shown,
            planned=state.setup.turns,
            span=self.span,
            marks=self._marks.build_figures(self.branches),
            bands=self.mode.list_parts(),
            drawn=self._flow.index.get(coming, -1) if self.live and not talk.now else -1,  # Nobody is next in the past
        )

    def network(self) -> NetworkFigure:
        """Return the affinity network at the shown turn."""
        if not self.loaded:
            return NetworkFigure()
        found = self.mode.network(self.state, self.members())
        figure = replace(found, turn=len(self.state.turns))
        figure = with_chosen(figure, self.span) if self.span else figure
        if figure != self._network:
            # The very same object while nothing changes: the view sees with `is` that it need not draw.
            self._network = figure
        return self._network

    def timeline(self) -> TimelineFigure:
        """Return the whole run on a line."""
        if not self.loaded:
            return TimelineFigure(branch=self.tr("main"))
        state = self.replay.live
        whole = self._flow.figure((), shown=self.shown)  # Only its lanes are needed
        marks = self._marks.build_figures(self.branches)
        mine = next((branch.name for branch in self.branches if branch.run == state.run), "")
        if not mine:
            mine = self.tr("{0} (turn {1})").format(state.run[:6], state.parent_turn) if state.parent else ""
        return TimelineFigure(
            members=self.list_all_members(),  # Late joiners already have an index in `speakers`
            speakers=whole.lanes,
            shown=self.shown,
            planned=state.setup.turns,
            live=self.live,
            status=self._status,
            branch=mine or self.tr("main"),
            run=state.run,
            branches=self._build_branch_family(),
            held=state.status == "paused" and state.reason == "breakpoint",
            marks=marks,
            parts=self.mode.list_parts(),
            place=self.mode.place(self.state),
            yours=self.players_turn,
            span=self.span,
        )

    def _build_branch_family(self) -> tuple[BranchFigure, ...]:
        """Return the family of forks, in which the open run stands as it does here: its log is read anew at times
        only.
        """
        run, turns = self.replay.live.run, self.replay.turns
        return tuple(replace(each, turns=turns) if each.run == run else each for each in self.branches)

    def status(self) -> StatusFigure:
        """Return the toolbar and the status line; always as it is now."""
        if not self.loaded:
            return StatusFigure()
        state = self.replay.live
        budget, most = "", state.setup.limits.tokens  # 0: no limit
        if most:
            budget = self.tr("{0} of {1} tokens").format(f"{state.own_tokens:,}", f"{most:,}")
        return StatusFigure(
            title=self.title,
            topic=state.setup.topic,
            status=self._status,
            voice=spoken_by(state),
            provider=state.get_voice_of("").provider,
            authors=count_authors(state.authors, current()),
            tokens=state.own_tokens,  # The parent paid for a fork's prefix
            cost=state.own_cost,
            message=self._format_message(state),
            waiting=self.waiting,
            budget=budget,
            members=self.members(),
            yours=self.players_turn,
        )

    def _format_message(self, state: State) -> str:
        if self.players_turn:
            return self.tr("Your turn")
        detail = "" if state.reason in self.mode.plain_pauses else in_words(state.detail)
        return pause_told(state, detail) if self._status == "paused" else detail

    def explain_hold(self) -> str:
        """Return that a breakpoint holds the run, and which; empty where none does."""
        return held_told(self.replay.live)

    def build_inspector(self, studio: Studio) -> InspectorFigure:
        """Return everything about the shown turn. Costs more than the others: it finds out what was sent."""
        if not self.loaded or self.path is None:
            return InspectorFigure()
        if self._derived is None or self._derived.replay is not self.replay:
            self._derived = Opened(self.path, self.replay, Damage(), self.name)  # Damage was told on opening
        return build_inspector_figure(studio, self._derived, self.shown, self.members(), self.mode)


def build_member_figures(
    members: Sequence[Member], state: State, mode: ModeView, letters: Mapping[str, str], speaker: str
) -> tuple[MemberFigure, ...]:
    """Return the members as they are in a state; `letters` are their marks by id, `speaker` has the floor."""
    total = sum(state.words.get(member.id, 0) for member in state.setup.members)  # Without the director's words
    return tuple(
        MemberFigure(
            id=member.id,
            name=member.name,
            initial=letters.get(member.id, member.initial),  # Members of the same initial were told apart
            colour=member.colour,
            role=member.role or mode.get_role(state, member.id),
            turns=state.spoken.get(member.id, 0),
            words=state.words.get(member.id, 0),
            share=state.words.get(member.id, 0) / total if total else 0.0,
            muted=member.id in state.muted,
            speaking=member.id == speaker,
            voice=word("person") if state.was_person(member.id) else get_speaker_word(state.get_voice_label(member.id)),
            character=member.character.name if member.character else "",
            portrait=member.portrait,
        )
        for member in members
    )
