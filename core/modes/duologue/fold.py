"""How events change a duologue."""

from __future__ import annotations

from parley.core.log.slices import folds
from parley.core.log.state import Entry, State
from parley.core.modes.duologue.events import ConvergenceReached, NameChosen, SideTold
from parley.core.modes.duologue.state import DuologueState


@folds(NameChosen, DuologueState)
def _name_chosen(state: State, duologue: DuologueState, event: NameChosen) -> None:
    state.pending.pop("name", None)
    duologue.named |= {event.member}
    if state.setup.has(event.member):
        member = state.setup.member(event.member)
        state.config = state.setup.joined(member.model_copy(update={"name": event.name, "letter": ""}))
        state.names = {**state.names, event.member: event.name}


@folds(SideTold, DuologueState)
def _apply_side_told(state: State, duologue: DuologueState, event: SideTold) -> None:
    duologue.told = {**duologue.told, (event.member, event.injection): state.next_turn}
    state.entries.append(Entry("event", state.seq, state.next_turn, "", event.text, (event.member,)))


@folds(ConvergenceReached, DuologueState)
def _apply_convergence_reached(state: State, duologue: DuologueState, event: ConvergenceReached) -> None:
    duologue.converged = event


SLICES = (DuologueState,)
"""With all that folds them: the handlers of this module."""
