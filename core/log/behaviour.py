"""What everybody asks of a mode about a run: pure functions of its state, with a roundtable's answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from parley.core.base.prompts import prompt
from parley.core.base.sentences import Sentence
from parley.core.cast.affinity import compute_tension
from parley.core.cast.member import RESERVED
from parley.core.log.events.base import Event
from parley.core.log.persona import as_told

if TYPE_CHECKING:
    from parley.core.cast.member import Member
    from parley.core.log.config import RunConfig
    from parley.core.log.events.turn import Recalled, SummaryAsked, TurnStarted
    from parley.core.log.material import Piece, Tool
    from parley.core.log.state import Entry, State, Turn

ROOM = 1_200
"""Characters that a line may have where it is not capped, as far as the tokens for a reply go."""


class Moment(msgspec.Struct, frozen=True, gc=False):
    """What is under way within a run: the whole of it, or a scene.

    `scene` is the number of the scene, 0 where it is the whole run; `opened` the event that began it, `beat` its part
    that is played (from 1). `first` is its first turn, `members` who takes part (None: everybody). `cap` are the
    characters that a line may have now; −1: as many as the run says.
    """

    scene: int = 0
    opened: Event | None = None
    beat: int = 0
    first: int = 1
    members: tuple[str, ...] | None = None
    cap: int = -1


WHOLE = Moment()


class Remembered(msgspec.Struct, frozen=True, gc=False):
    """Something that a member remembers. `kind` has its word in `table` of the catalogue; `turn` is the newest that it
    is of, 0 where that is not known or was before the run. `run` is the earlier run that it is from, empty for this
    one; `moment` when it was in the office's time."""

    table: str
    kind: str
    text: str
    turn: int = 0
    run: str = ""
    moment: str = ""


class RequestParts(msgspec.Struct, frozen=True, gc=False):
    """What a mode adds to the request for a turn.

    `mood` runs from tense (−1) to friendly (1); `temperature` None: the run's; `room` are the characters, or tokens,
    that the reply may have where no line is capped.
    """

    mood: float = 0.0
    temperature: float | None = None
    room: int = ROOM
    tools: tuple[Tool, ...] = ()
    material: tuple[Piece, ...] = ()


class Refusal(msgspec.Struct, frozen=True, gc=False):
    """Why something cannot be done, and what to do instead: two sentences."""

    why: str
    instead: str = ""


class Behaviour:
    """A mode's answers. Subclasses override what is different in their mode; they have no state of their own."""

    prompts = "roundtable"
    """Whose packaged prompts are used: "…_system" and "…_premise"."""

    acts = False
    """Whether members do things besides speaking, in *asterisks*; else such stage actions are left out of lines."""

    # What is under way --------------------------------------------------------------------------------------------

    def get_moment(self, state: State) -> Moment:
        """Return what is under way now."""
        return WHOLE

    def chosen_by(self, state: State) -> str:
        """Return how the next speaker is chosen, by name."""
        return state.policy

    def find_hearers(self, state: State, speaker: str) -> tuple[str, ...]:
        """Return who hears what `speaker` says now; empty: everybody."""
        return ()

    def person_next(self, state: State) -> bool:
        """Return whether a person acts next, who is not kept waiting and has all the time that they want."""
        return False

    # What the director may do -------------------------------------------------------------------------------------

    def floor_refused(self, state: State, member: str) -> Refusal | None:
        """Return why `member` cannot be given the floor now; None where they can."""
        return None

    def retry_refused(self, state: State, last: Turn) -> Refusal | None:
        """Return why the last turn cannot be taken again; None where it can."""
        return find_refusal(state, last)

    def heard_later(self, state: State) -> str:
        """Return why the next to speak does not hear what the director says now, and when they do; "" where they do."""
        return ""

    def asked_since(self, state: State) -> Mapping[str, int]:
        """Return since when those who are to speak now have been asked: what was said later they have not heard."""
        return {} if state.open is None else {state.open.started.member: state.open.asked_seq}

    def has_request(self, state: State) -> bool:
        """Return whether, beyond a turn that was begun, something was asked for which a retry asks for again."""
        return False

    # What a voice is sent -----------------------------------------------------------------------------------------

    def system_prompt(self, config: RunConfig, me: Member, temperature_words: str = "") -> str:
        """Return what `me` is told that stays the same: who they are, who else is there, how to speak."""
        return prompt(
            f"{self.prompts}_system",
            config.language,
            me=as_told(config, me),
            others=[member for member in config.members if member.id != me.id],
            memories=[memory for memory in config.memories if memory.member == me.id],
            format=config.format,
            cap=config.cap,
            temperature_words=temperature_words,
            **self.prompt_values(config, me),
        )

    def tells_temperature(self, config: RunConfig) -> bool:
        """Return whether the run's temperature is told in words to a voice that takes no sampling parameter."""
        return True

    def premise(self, config: RunConfig) -> str:
        """Return what everybody knows when it begins."""
        return prompt(
            f"{self.prompts}_premise",
            config.language,
            format=config.format,
            place=config.place_name,
            names=[member.name for member in config.members],
            topic=config.topic,
            cast_name=config.cast_name,
            **self.prompt_values(config),
        )

    def prompt_values(self, config: RunConfig, me: Member | None = None) -> Mapping[str, Any]:
        """Return what the mode's own prompts are filled with besides; `me` None: for the premise."""
        return {}

    def keeps_calls(self, member: str) -> bool:
        """Return whether tool calls of the member stay in what they are sent; else only those of the turn in flight."""
        return True

    def names_others(self, config: RunConfig) -> bool:
        """Return whether the name of who spoke stands before what others said."""
        return True

    def request_parts(self, state: State, started: TurnStarted) -> RequestParts:
        """Return what the request for a turn is made of besides the perspective."""
        return RequestParts(mood_towards(state, started.member, state.last_speaker))

    def direction(self, state: State, direction: str, recalled: tuple[Recalled, ...]) -> str:
        """Return a turn's direction, with the memories that came to mind before it."""
        return direction

    def drawn_since(self, at: Callable[[int], State], said: Turn) -> int | None:
        """Return the seq at which the first was asked of those whose lines were made together with this one; None where
        it was made alone. `at` gives the state at a seq.
        """
        return None

    def get_occasion(self, state: State, purpose: str, member: str) -> str:
        """Return what tells one question of a turn from another, where several may be asked: its chances follow from
        it.
        """
        return purpose

    def recount_events(self, state: State, asked: SummaryAsked) -> Sequence[str]:
        """Return what the rules know to have happened in what a member will be sent no more, the oldest first."""
        return ()

    def known_to(self, state: State, member: str) -> Iterable[Piece]:
        """Return what a member knows of themselves besides what they witnessed: tasks, memories, moods, by the piece's
        id ("task", "memory", "mood").
        """
        return ()

    def remembers(self, state: State, member: str) -> Iterable[Remembered]:
        """Yield what a member remembers at `state`, the oldest first: of earlier runs, and of this one once it is
        over.
        """
        for carried in state.setup.memories:
            if carried.member == member:
                yield Remembered("memory", carried.kind, carried.text, run=carried.run)
        for own in state.distilled.memories if state.distilled else ():
            if own.member == member:
                yield Remembered("memory", own.kind, own.text, max(own.turns, default=0))

    def get_overview(self, state: State, since: int) -> Sequence[Entry]:  # no whispers: a voice sums it up for all
        """Return what somebody who watches it all has seen from `since` (a seq) on."""
        return [entry for entry in state.entries if entry.seq >= since and not entry.heard_by]


ROUNDTABLE = Behaviour()


def mood_towards(state: State, member: str, last: str) -> float:
    """Return how friendly `member` is toward who spoke last; 0 where that is nobody, the director or themselves."""
    if not last or last in {member, RESERVED}:
        return 0.0
    return 1.0 - 2.0 * compute_tension(state.get_affinity_of(member, last))  # a tension of 0 to 1 becomes 1 to −1


def muted(state: State, last: Turn) -> Refusal | None:
    """Return why whoever took the last turn cannot take it again; None where they are not muted."""
    if last.member not in state.muted:
        return None
    name = state.name_of(last.member)
    return Refusal(
        Sentence("{name}, who took turn {number}, is muted.", name=name, number=last.number),
        Sentence("Bring them back first."),
    )


def find_refusal(state: State, last: Turn) -> Refusal | None:
    """Return why whoever took the last turn cannot take it again (muted, or not here any more); None where they can."""
    if state.setup.has(last.member):
        return muted(state, last)
    name = state.name_of(last.member)
    return muted(state, last) or Refusal(
        Sentence("{name}, who took turn {number}, is not here any more.", name=name, number=last.number),
        "Play on, or fork at the turn before it.",
    )
