"""A duologue as the fold knows it: who has a name, what each side was told, when they sounded alike; and its fold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from parley.core.log.config import RunConfig
from parley.core.log.events.run import RunForked
from parley.core.log.slices import Slice, folds
from parley.core.log.state import Entry, State, Turn
from parley.core.modes.duologue.config import DuologueConfig
from parley.core.modes.duologue.events import ConvergenceReached, NameChosen, SideTold


@dataclass(slots=True)
class DuologueState(Slice):
    """The duologue after some events.

    Attributes: `named`, who has chosen a name; `told`, which injections were given, by (member, place), and before
    which turn; `converged`, the newest convergence that was noticed.
    """

    named: frozenset[str] = frozenset()
    told: Mapping[tuple[str, int], int] = field(default_factory=dict)
    converged: ConvergenceReached | None = None

    @classmethod
    def begin(cls, config: RunConfig) -> DuologueState:
        """Return the state before anything happened."""
        return cls()

    def copy(self) -> DuologueState:
        """Return a copy that can be folded on without touching this one."""
        return replace(self)  # shallow: no field is changed in place

    def follow_fork(self, state: State, event: RunForked, before: RunConfig) -> None:
        """Forget what a side was told by its awareness, where the fork gives it another."""
        was, now = before[DuologueConfig].sides, state.setup[DuologueConfig].sides
        same = {one for one, side in was.items() if one in now and now[one].awareness == side.awareness}
        self.told = {one: turn for one, turn in self.told.items() if one[0] in same}

    def taken_back(self, state: State, gone: Turn) -> None:
        """Forget what sides were told after the line that was taken back: they are told again when it is due."""
        if self.told:
            self.told = {one: turn for one, turn in self.told.items() if turn <= gone.number}
            # Events of a duologue are what sides were told: behind the line that is gone they are due again.
            state.entries = [entry for entry in state.entries if entry.kind != "event" or entry.seq < gone.seq]
        if self.converged is not None and self.converged.turn >= gone.number:
            self.converged = None  # the line that is gone brought them there


@folds(NameChosen, DuologueState)
def _name_chosen(state: State, duologue: DuologueState, event: NameChosen) -> None:
    state.pending.pop("name", None)
    duologue.named |= {event.member}
    if state.setup.has(event.member):
        member = state.setup.member(event.member)
        state.config = state.setup.add_member(member.model_copy(update={"name": event.name, "letter": ""}))
        state.names = {**state.names, event.member: event.name}  # not in place: copies of the state share the dict


@folds(SideTold, DuologueState)
def _apply_side_told(state: State, duologue: DuologueState, event: SideTold) -> None:
    duologue.told = {**duologue.told, (event.member, event.injection): state.next_turn}
    state.entries.append(Entry("event", state.seq, state.next_turn, "", event.text, (event.member,)))


@folds(ConvergenceReached, DuologueState)
def _apply_convergence_reached(state: State, duologue: DuologueState, event: ConvergenceReached) -> None:
    duologue.converged = event


SLICES = (DuologueState,)
"""With all that folds them: the handlers of this module."""
