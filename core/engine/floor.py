"""Who has the floor: what modes share in which one member speaks after another."""

from __future__ import annotations

from collections.abc import Sequence

from parley.core.base.sentences import Sentence
from parley.core.cast.member import Member
from parley.core.engine.deciding import choose_by, deciding_policy
from parley.core.engine.mode import FloorNeeded
from parley.core.engine.stage import BreakpointHit, Stage, TurnFailure
from parley.core.log.authors import author_of_cast
from parley.core.log.config import Greeting
from parley.core.log.events.turn import SpeakerSelected, Swipe, TurnKind
from parley.core.log.played import chosen_by
from parley.core.log.state import State
from parley.core.turn_taking.policies import POLICIES
from parley.core.turn_taking.selection import Selection, SelectionContext, certain


def situation(state: State) -> SelectionContext:
    """Return what a selection looks at."""
    names, spoken = state.setup.names, state.spoken
    last = state.turns[-1] if state.turns else None
    return SelectionContext(
        members=list(names),  # in the cast's order, on which draws depend
        names=names,
        eligible=frozenset(names) - state.muted,
        spoken={member: spoken.get(member, 0) for member in names},
        affinity=state.affinity,
        last_speaker=last.member if last else "",
        last_text=last.text if last else "",
        turn=state.next_turn,
        attempt=state.attempt,
        state=state,
    )


@deciding_policy(en="I give the floor", de="Ich erteile das Wort", opening="always")
async def require_floor(stage: Stage, here: SelectionContext, members: Sequence[Member], since: int) -> Selection:
    """Raise `FloorNeeded`: nobody but the director says who speaks."""
    raise FloorNeeded


async def choose(stage: Stage, here: SelectionContext, members: Sequence[Member], since: int = 0) -> Selection:
    """Return who takes the next turn by the run's policy; of another package's it is checked that they may.

    Raises what the policy's `decide` raises: `FloorNeeded` where the director has to say.
    """
    name = stage.state.policy
    with POLICIES.blame_package(name, (FloorNeeded, BreakpointHit, TurnFailure)):
        chosen = await choose_by(POLICIES[name], stage, here, members, since)
        if name not in POLICIES.shipped and chosen.member not in here.eligible:
            raise ValueError(Sentence("'{who}' may not speak now", who=chosen.member))  # blamed on the package
    return chosen


def selected(stage: Stage, chosen: Selection) -> SpeakerSelected:
    """Return the choice of who takes the next turn, with its whole reason."""
    return SpeakerSelected(
        at=stage.clock.now(),
        turn=stage.state.next_turn,
        member=chosen.member,
        policy=chosen.policy,
        reason=chosen.reason,
        candidates=chosen.candidates,
        draw=chosen.draw,
    )


def get_kind_of(state: State) -> TurnKind:
    """Return "opening", "line" or "closing", by the number of the turn that is next."""
    if state.next_turn == 1:
        return "opening"
    return "closing" if state.next_turn >= state.setup.turns else "line"


def play_greeting(stage: Stage) -> bool:
    """Have whoever begins with a greeting say it: a turn for which no voice is asked. Return False where nobody does.

    Where it is taken again, the next of their greetings is said. Raises `BreakpointHit` at a breakpoint.
    """
    state, greeting = stage.state, stage.config.greeting
    if greeting is None or state.turns or state.open is not None or not _may_speak(state, greeting.member):
        return False
    if state.selected is None or state.selected.member != greeting.member:  # a retake keeps the selection
        by = certain(chosen_by(state), Sentence("begins with a greeting"), situation(state), greeting.member)
        stage.append(selected(stage, by))
    say_greeting(stage, greeting)
    return True


def say_greeting(stage: Stage, greeting: Greeting) -> None:
    """Have a greeting said; where the turn is taken again, the member's next one. Raises `BreakpointHit`."""
    chosen = (greeting.chosen + stage.state.attempt) % len(greeting.texts)
    several = greeting.texts if len(greeting.texts) > 1 else ()
    swipes = tuple(Swipe(text=text) for text in several)
    stage.say(
        greeting.member, greeting.texts[chosen], author="script", swipes=swipes, swipe=chosen if several else 0,
        words_by=author_of_cast(stage.config),
    )  # fmt: skip


def _may_speak(state: State, member: str) -> bool:
    return state.setup.has(member) and member not in state.muted


def all_spoken(state: State) -> str:
    """Return the sentence that says that the run has had its turns."""
    return Sentence("All {count} turns were spoken.", count=len(state.turns))
