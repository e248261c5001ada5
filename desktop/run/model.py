"""The run that the window shows: its replay, the shown turn, and a figure for every view."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QObject, Signal

from core.cast.affinity import Pair
from core.cast.member import Member
from core.log.log import Damage
from core.log.replay import Replay
from core.log.state import DIRECTOR, State
from core.office.plan import Plan
from core.studio.reading import Opened
from core.studio.studio import Studio
from desktop.affinity.figures import NetworkFigure
from desktop.breakpoints.words import breakpoint_told, breakpoints_told
from desktop.bridge import Batch
from desktop.floor_plan.figures import FloorFigure
from desktop.floor_plan.model import floor_figure
from desktop.inspector.figures import InspectorFigure
from desktop.inspector.model import inspector_figure
from desktop.modes.registry import ModeView, view_of
from desktop.run.figures import MemberFigure, StatusFigure, TimelineFigure
from desktop.run.talking import Talk
from desktop.run.words import voice_word
from desktop.speaker_flow.figures import FlowFigure
from desktop.speaker_flow.model import Flow
from desktop.transcript.model import TranscriptModel
from desktop.transcript.rows import Rows
from desktop.widgets.language import said as in_words


class RunModel(QObject):
    """What is shown, and as of which turn.

    Attributes: `transcript`, the rows; `replay`, the events; `path` of the log; `earlier`, the pairs' affinities after
    the cast's earlier runs; `forks` of this run and `origin`, what it was forked from, each as (run id, title);
    `alive`, whether this window drives the run: a log that says "playing" without it was cut short.
    Signals: `opened()`, another run is shown; `changed()`, something happened in it; `shown_changed()`, another turn is
    shown; `streamed()`, the line that is being said grew, and nothing else.
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
        self.plan: Plan | None = None
        self.mode = ModeView(self.replay)
        self.earlier: Mapping[Pair, Sequence[float]] = {}
        self.streaming: dict[str, str] = {}
        self.waiting = ""
        self.alive = False
        self.forks: tuple[tuple[str, str], ...] = ()
        self.origin: tuple[tuple[str, str], ...] = ()
        self.language = "en"
        self._shown: int | None = None
        self._flow = Flow(())
        self._floor = FloorFigure()
        self._floor_at: tuple[bool, int] = (True, 0)
        self._network = NetworkFigure()
        self._rows = Rows(self.transcript, self.replay, self.mode)

    # What is shown ------------------------------------------------------------------------------------------------

    @property
    def loaded(self) -> bool:
        """Whether there is a run at all."""
        return self.replay.live.config is not None

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

    def close(self) -> None:
        """Show no run at all."""
        self._forget()
        self.transcript.set_members(())
        self.transcript.reset([])
        self.opened.emit()

    def show_branches(self, origin: tuple[tuple[str, str], ...], forks: tuple[tuple[str, str], ...]) -> None:
        """Tell which run this one was forked from, and which were forked from it."""
        if (origin, forks) != (self.origin, self.forks):
            self.origin, self.forks = origin, forks
            self.changed.emit()

    def show_earlier(self, earlier: Mapping[Pair, Sequence[float]]) -> None:
        """Tell where the pairs stood after the cast's earlier runs."""
        if earlier != self.earlier:
            self.earlier = earlier
            self.changed.emit()

    def open(self, opened: Opened, plan: Plan, earlier: Mapping[Pair, Sequence[float]] | None = None) -> None:
        """Show another run, at its end."""
        self._forget()
        self.replay, self.path, self.earlier = opened.replay, opened.path, earlier or {}
        self.mode = view_of(self.replay, self.language)
        self.plan = self.mode.plan() or plan
        self._flow = Flow([member.id for member in self.replay.live.setup.members])
        self._flow.follow(self.replay.live.turns)
        self.transcript.set_members(self.everybody())
        self.transcript.set_ended(self.replay.live.status == "ended")
        self._rows = Rows(self.transcript, self.replay, self.mode)
        self._rows.reset()
        self.opened.emit()

    def preview_tail(self, opened: Opened) -> None:
        """Show the last lines of a run that is still being read: its transcript and nothing else."""
        self._forget()
        self.replay, self.mode = opened.replay, view_of(opened.replay, self.language)
        self.transcript.set_members(self.members())
        Rows(self.transcript, self.replay, self.mode).reset()
        # The other views would show a part as if it were the whole.
        self.replay = Replay()
        self.mode = ModeView(self.replay)
        self.opened.emit()

    def _forget(self) -> None:
        self.replay, self.path, self.plan, self.earlier = Replay(), None, None, {}
        self.mode = ModeView(self.replay)
        self._rows = Rows(self.transcript, self.replay, self.mode)
        self._shown, self.streaming, self.waiting = None, {}, ""
        self.origin = self.forks = ()
        self._flow, self._floor, self._floor_at = Flow(()), FloorFigure(), (True, 0)
        self.transcript.set_translated("")
        self.transcript.end_stream()

    def take(self, batch: Batch) -> None:
        """What the bridge brought: fold it and tell the views once."""
        for seq, event in batch.events:
            if seq >= len(self.replay.events):
                self._rows.append(event)
        # While somebody speaks, thirty times a second, nothing grows but their line.
        only_words = not batch.events and batch.waiting == self.waiting and [*batch.streaming] == [*self.streaming]
        self.waiting, self.streaming = batch.waiting, batch.streaming
        if batch.events:
            self._flow.join([member.id for member in self.replay.live.setup.members])
            self._flow.follow(self.replay.live.turns)
            self.transcript.set_members(self.everybody())
        talk = self._talk_now()
        under_way = self.mode.under_way(self.replay.live) if self._playing and not talk.now else ("", ())
        self._rows.stream(talk, self.streaming, *under_way)
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
        return "paused" if status == "playing" and not self.alive else status

    # Figures ------------------------------------------------------------------------------------------------------

    def members(self) -> tuple[MemberFigure, ...]:
        """The members as they are at the shown turn."""
        return self._figures_of(self.state.setup.members) if self.loaded else ()

    def everybody(self) -> tuple[MemberFigure, ...]:
        """All who ever come into the run, as they are at the shown turn: what shows the whole run needs them."""
        return self._figures_of(self.replay.live.setup.members)

    def _figures_of(self, members: Sequence[Member]) -> tuple[MemberFigure, ...]:
        state = self.state
        total = sum(state.words.get(member.id, 0) for member in state.setup.members)
        speaking = self._talk().speaker
        # Those of the whole run: nobody changes their mark because a newcomer has not come yet.
        letters = self.replay.live.setup.letters if self.loaded else {}
        return tuple(
            MemberFigure(
                id=member.id,
                name=member.name,
                initial=letters.get(member.id, member.initial),
                colour=member.colour,
                role=member.role or self.mode.role(state, member.id),
                turns=state.spoken.get(member.id, 0),
                words=state.words.get(member.id, 0),
                share=state.words.get(member.id, 0) / total if total else 0.0,
                muted=member.id in state.muted,
                speaking=member.id == speaking,
                voice=voice_word(state.voice_label(member.id)),
                character=member.character.name if member.character else "",
            )
            for member in members
        )

    def _talk(self) -> Talk:
        """Who speaks at the shown moment, and what."""
        return self._talk_now() if self.live else self.mode.said(self.state)

    def _talk_now(self) -> Talk:
        return self.mode.said_now(self.replay.live, self.streaming, playing=self._playing)

    def floor(self) -> FloorFigure:
        """The floor plan at the shown turn."""
        if not self.loaded or self.plan is None:
            return FloorFigure()
        if (empty := self.mode.no_plan()) is not None:
            return empty
        state, talk = self.state, self._talk()
        by_member = talk.speaker != DIRECTOR
        occupancy = self.mode.occupancy(state, talk, self.plan)
        if occupancy is None:
            room = state.setup.place if state.turns or state.open else ""
            hearers = frozenset(talk.heard) if talk.heard else None
        else:
            room = occupancy.room
            hearers = frozenset(talk.heard) - {talk.speaker}
        live, last = self._floor_at
        self._floor = floor_figure(
            self.plan,
            self.members(),
            room,
            speaker=talk.speaker if by_member else "",
            line=talk.line if by_member else "",
            thoughts=talk.thoughts,
            acts=talk.acts,
            before=self._floor,
            desks={member.id: member.desk for member in state.setup.members},
            hearers=hearers,
            language=self.language,
            streaming=talk.now,
            office=occupancy,
            # Who scrubs through a day sees where people were; who watches, or steps on, sees them walk.
            walking=occupancy is None or (self.live and live) or self.shown in {last, last + 1},
        )
        self._floor_at = (self.live, self.shown)
        return self._floor

    @property
    def writable(self) -> bool:
        """Whether this window may go on with the run: one that says "playing" and that nobody drives was cut short."""
        return self.alive or self.replay.live.status != "playing"

    @property
    def players_turn(self) -> bool:
        """Whether the open run waits for what a person does."""
        return self.loaded and self.mode.waits(self.replay.live)

    def flow(self) -> FlowFigure:
        """The speaker flow at the shown turn."""
        if not self.loaded:
            return FlowFigure()
        state = self.state
        selected = state.selected or (state.turns[-1].selected if state.turns else None)
        members = self.everybody()
        if not self._talk().now:
            # The view draws a turn that has begun for whoever is speaking: here nobody is any more.
            members = tuple(replace(member, speaking=False) for member in members)
        figure = self._flow.figure(members, shown=self.shown, planned=state.setup.turns, selected=selected)
        return self.mode.flow(state, figure)

    def network(self) -> NetworkFigure:
        """The affinity network at the shown turn."""
        if not self.loaded:
            return NetworkFigure()
        self._flow.figure((), shown=self.shown)
        figure = self.mode.network(self.state, self.members(), self._flow.answers, self.earlier)
        if figure != self._network:
            # The very same object while nothing changes: the view sees with `is` that it need not draw.
            self._network = figure
        return self._network

    def timeline(self) -> TimelineFigure:
        """The whole run on a line."""
        if not self.loaded:
            return TimelineFigure(branch=self.tr("main"))
        state = self.replay.live
        whole = self._flow.figure((), shown=self.shown)
        return TimelineFigure(
            members=self.everybody(),
            speakers=whole.lanes,
            shown=self.shown,
            planned=state.setup.turns,
            live=self.live,
            status=self._status,
            branch=self.tr("{0} (turn {1})").format(state.run[:6], state.parent_turn)
            if state.parent
            else self.tr("main"),
            branches=len(self.forks),
            breakpoints=tuple(sorted(point.turn for point in state.breakpoints.values() if point.turn)),
            holds=tuple(sentence for _id, sentence in breakpoints_told(state)),
            bookmarks=tuple(sorted(state.bookmarks)),
            branch_choices=(*self.origin, *self.forks),
            yours=self.players_turn,
        )

    def status(self) -> StatusFigure:
        """The toolbar and the status line; always as it is now."""
        if not self.loaded:
            return StatusFigure()
        state = self.replay.live
        limits = state.setup.limits
        budget = ""
        if limits.tokens:
            budget = self.tr("{0} of {1} tokens").format(f"{state.own_tokens:,}", f"{limits.tokens:,}")
        return StatusFigure(
            title=state.setup.title,
            topic=state.setup.topic,
            status=self._status,
            voice=voice_word(state.voice_label()),
            provider=state.voice_of("").provider,
            tokens=state.own_tokens,
            cost=state.own_cost,
            message=self._message(state),
            waiting=self.waiting,
            budget=budget,
            members=self.members(),
            yours=self.players_turn,
        )

    def _message(self, state: State) -> str:
        if self.players_turn:
            return self.tr("Your turn")
        detail = "" if state.reason in self.mode.plain_pauses else in_words(state.detail)
        if self._status != "paused":
            return detail
        if held := self.held():
            return held
        return self.tr("Paused: {0}").format(detail) if detail else self.tr("Paused")

    def held(self) -> str:
        """That a breakpoint holds the run, and which; empty where none does."""
        state = self.replay.live
        if state.status != "paused" or state.reason != "breakpoint":
            return ""
        point = state.breakpoints.get(state.held_by)
        # Where two sound alike, the log says which two, and how much.
        if point is None or point.kind == "convergence":
            return self.tr("Paused at a breakpoint: {0}").format(in_words(state.detail))
        return self.tr("Paused at a breakpoint: {0}").format(breakpoint_told(state, point))

    def inspector(self, studio: Studio) -> InspectorFigure:
        """Everything about the shown turn. Costs more than the others: it derives what was sent."""
        if not self.loaded or self.path is None:
            return InspectorFigure()
        opened = Opened(self.path, self.replay, Damage())
        return inspector_figure(studio, opened, self.shown, self.members(), self.mode)
