"""The director's hand: what somebody at the controls may do to a run, beyond opening and closing its gate."""

from __future__ import annotations

import asyncio
import contextlib
from typing import ClassVar, Literal, Protocol, Self

from parley.core.base.errors import RunError, UnknownName, UsageError
from parley.core.base.line import clean, repair_text
from parley.core.base.sentences import Sentence
from parley.core.cast.member import VoiceSpec
from parley.core.cast.providers import simulated
from parley.core.engine.retake import to_take_back
from parley.core.engine.stage import BreakpointHit, Stage, TurnFailure
from parley.core.log.authors import PERSON
from parley.core.log.events.run import (
    BreakpointCleared,
    BreakpointSet,
    FloorGiven,
    MemberMuted,
    MemberUnmuted,
    PolicyChanged,
    TopicInjected,
    VoiceChanged,
)
from parley.core.log.events.turn import TurnBookmarked, TurnEnded, TurnRetried, TurnStarted
from parley.core.log.state import DIRECTOR, State
from parley.core.measures.convergence import CALCULATORS, PROFILES, Calculator, Profile
from parley.core.turn_taking.policies import POLICIES
from parley.core.voices.pool import check_voice

LONGEST_TOPIC = 4_000
"""Characters of what is put in or said by hand."""


class Directed(Protocol):
    """What a director needs of the run; `parley.core.engine.run.Run` says what each is."""

    stage: Stage
    director: Director
    floor: asyncio.Lock

    @property
    def speaking(self) -> bool: ...

    def ensure_open(self) -> None: ...

    def ensure_writable(self) -> None: ...

    def play(self) -> None: ...

    def step(self) -> None: ...

    def abandon(self, reason: str) -> None: ...

    def cut_short(self) -> None: ...


class Director:
    """What may be done in a run of any mode; a mode with more has a subclass (`Mode.director`).

    `elsewhere` says what a run is not that has another director, and what to do instead.
    """

    elsewhere: ClassVar[tuple[str, str]] = ("This run cannot do that.", "")

    def __init__(self, run: Directed) -> None:
        self.run = run

    @classmethod
    def of(cls, run: Directed) -> Self:
        """Return the director of a run, where it is of this kind. Raises `RunError`."""
        run.ensure_writable()
        if not isinstance(run.director, cls):
            sentence, instead = cls.elsewhere
            raise RunError(sentence, hint=instead)
        return run.director

    @property
    def stage(self) -> Stage:
        """Where the run is played."""
        return self.run.stage

    @property
    def state(self) -> State:
        """The state now."""
        return self.run.stage.state

    def inject(self, text: str, to: tuple[str, ...] = ()) -> None:
        """Put a topic in: to everybody, or whispered to the members in `to`."""
        self.run.ensure_writable()
        text = words_of(text, "topic")
        for member in to:
            self.name_of(member)  # raises for a stranger
        self.stage.append(TopicInjected(at=self.stage.clock.now(), text=text, to=to))

    def give_floor(self, member: str) -> None:
        """Have `member` speak next. Raises `RunError` where they are muted or away, and where all speak at once."""
        self.run.ensure_writable()
        name = self.name_of(member)
        if member in self.state.muted:
            raise RunError("{name} is muted.", name=name, hint="Bring them back first.")
        if refused := self.stage.behaviour.floor_refused(self.state, member):
            raise RunError(refused.why, hint=refused.instead)
        self.stage.append(FloorGiven(at=self.stage.clock.now(), member=member))

    def mute(self, member: str) -> None:
        """Let `member` listen only."""
        self.run.ensure_writable()
        self.name_of(member)
        if member not in self.state.muted:
            self.stage.append(MemberMuted(at=self.stage.clock.now(), member=member))

    def unmute(self, member: str) -> None:
        """Bring `member` back."""
        self.run.ensure_writable()
        self.name_of(member)
        if member in self.state.muted:
            self.stage.append(MemberUnmuted(at=self.stage.clock.now(), member=member))

    def change_voice(self, voice: VoiceSpec, member: str = "") -> None:
        """Have `member` (empty: everybody without a voice of their own) speak through `voice` from the next turn on."""
        self.run.ensure_writable()
        if member:
            self.name_of(member)
        if self.state.setup.simulated and not simulated(voice.provider):
            raise RunError("This run is a rehearsal on a simulated clock.", hint="Fork it with another voice instead.")
        check_voice(voice, self.stage.voice(voice), self.state.setup.language)
        spoken = voice.model_dump(exclude_defaults=True)
        self.stage.append(VoiceChanged(at=self.stage.clock.now(), member=member, voice=spoken))

    def change_policy(self, policy: str) -> None:
        """Choose speakers by `policy` from the next turn on. Raises `UnknownName`."""
        self.run.ensure_writable()
        POLICIES[policy]  # raises where there is none of that name
        self.stage.append(PolicyChanged(at=self.stage.clock.now(), policy=policy))

    def break_at(
        self,
        *,
        member: str = "",
        turn: int = 0,
        tool: bool = False,
        convergence: float | None = None,
        calculator: Calculator = "parley",
        profile: Profile = "balanced",
    ) -> str:
        """Pause before `member` speaks, before turn number `turn`, before a tool call is answered (with `member`: one
        of theirs), or once two come to sound alike: after the turn with which speaker and last other speaker reach
        `convergence`. Returns the breakpoint's id."""
        self.run.ensure_writable()
        if convergence is not None:
            if member or turn or tool:
                raise UsageError("A breakpoint at a convergence is for nothing else.")
            return self._break_where_alike(convergence, calculator, profile)
        if (tool and turn) or (not tool and bool(member) == bool(turn)):
            raise UsageError("A breakpoint is for a member, for a turn, for tool calls or for a convergence.")
        if member:
            self.name_of(member)
        if turn and turn <= len(self.state.turns):
            raise RunError(
                "Turn {turn} has already been spoken.",
                turn=turn,
                hint=Sentence("Choose {next_turn} or later.", next_turn=self.state.next_turn),
            )
        kind: Literal["member", "turn", "tool"] = "tool" if tool else "member" if member else "turn"
        point = f"{kind}:{turn or member}".removesuffix(":")  # the id follows from it: set twice, it is one breakpoint
        if point not in self.state.breakpoints:
            self.stage.append(BreakpointSet(at=self.stage.clock.now(), id=point, kind=kind, member=member, turn=turn))
        return point

    def _break_where_alike(self, threshold: float, calculator: Calculator, profile: Profile) -> str:
        if not 0 < threshold <= 1:
            raise UsageError(
                "A convergence of {threshold:g} is not possible; choose one above 0, and 1 at most.",
                threshold=threshold,
            )
        if calculator not in CALCULATORS:
            raise UnknownName("convergence calculator", calculator, list(CALCULATORS))
        if profile not in PROFILES:
            raise UnknownName("convergence profile", profile, list(PROFILES))
        usual = (calculator, profile) == ("parley", "balanced")
        point = f"convergence:{threshold:g}" + ("" if usual else f":{calculator}:{profile}")
        if point not in self.state.breakpoints:
            self.stage.append(
                BreakpointSet(
                    at=self.stage.clock.now(), id=point, kind="convergence", threshold=threshold,
                    calculator=calculator, profile=profile,
                )
            )  # fmt: skip
        return point

    def clear_breakpoint(self, point: str) -> None:
        """Take a breakpoint away; nothing happens where there is none."""
        self.run.ensure_open()  # a run that has ended may lose one, too
        if point in self.state.breakpoints:
            self.stage.append(BreakpointCleared(at=self.stage.clock.now(), id=point))

    async def speak_as(self, member: str, text: str) -> None:
        """Take the next turn by hand, as `member` or as the director; waits for a turn under way to end."""
        self.run.ensure_writable()
        if member != DIRECTOR:
            self.name_of(member)
        text = words_of(text, "line")
        async with self.run.floor:
            self.run.ensure_writable()  # again: it may have ended while the floor was waited for
            self.ensure_may_speak(member)
            state = self.state
            if state.open is not None and state.open.reply is not None:
                # Paid for before a crash: it is said first.
                with contextlib.suppress(TurnFailure, BreakpointHit):
                    await self.finish_open_turn()
            self.run.abandon("the director took the turn")
            if state.open is not None:
                # What `abandon` leaves: it has failed, or its reply waits for tools.
                self.stage.append(TurnRetried(at=self.stage.clock.now(), turn=state.next_turn))
            line = clean(text, cap=0, acts=self.stage.behaviour.acts)  # what a person typed is never cut
            turn, now = state.next_turn, self.stage.clock.now()
            self.stage.append(TurnStarted(at=now, turn=turn, member=member, kind="director"))
            self.stage.append(
                TurnEnded(
                    at=now,
                    turn=turn,
                    member=member,
                    text=line.text or ("" if line.acts else text),  # all of it in brackets, it is said as it was typed
                    thoughts=line.thoughts if line.text else (),
                    acts=line.acts,
                    author="director",
                    words_by=PERSON,
                    heard_by=self.stage.behaviour.find_hearers(state, member),
                )
            )

    def retry(self, turn: int = 0) -> None:
        """Take a turn again: the one that failed or was broken off, else the last one; only this turn is taken.

        With `turn` that one: the last may be taken again also where the next has failed or was broken off. A speaker
        who was chosen to come after it is chosen anew, or has the floor still where the director gave it. Raises
        `RunError` where it cannot be.
        """
        self.run.ensure_writable()
        state = self.state
        if self.run.speaking or state.status == "playing":
            raise RunError("Somebody is speaking.", hint="Pause first, then retry.")
        self.stage.calls.ensure_allowed()  # before anything is written: `step` asks too, but only at the end
        last = to_take_back(state, turn)
        if state.open is not None and state.open.failed is not None:  # first: no turn is taken back while one is open
            self.stage.append(TurnRetried(at=self.stage.clock.now(), turn=state.open.started.turn))
        if last is not None:
            self.stage.append(TurnRetried(at=self.stage.clock.now(), turn=last.number))
        self.run.step()

    def bookmark(self, turn: int) -> None:
        """Mark a turn, or take its mark away; also in a run that has ended."""
        self.run.ensure_open()
        if not 1 <= turn <= len(self.state.turns):
            raise UsageError("There is no turn {turn}.", turn=turn)
        on = turn not in self.state.bookmarks
        self.stage.append(TurnBookmarked(at=self.stage.clock.now(), turn=turn, on=on))

    async def finish_open_turn(self) -> None:
        """Finish a turn whose reply is there. Raises `TurnFailure` and `BreakpointHit`."""
        assert self.state.open is not None
        started = self.state.open.started
        await self.stage.speak(started.member, kind=started.kind, direction=started.direction)

    def ensure_may_speak(self, member: str) -> None:
        """Raise `RunError` where the next turn cannot be taken by hand as `member`."""

    def name_of(self, member: str) -> str:
        """Return the member's name. Raises `UnknownName`."""
        members = self.state.setup.members
        for each in members:
            if each.id == member:
                return each.name
        raise UnknownName("member", member, [each.id for each in members])


def words_of(text: str, what: str) -> str:
    """Return the text as it can be written down. Raises `UsageError` where it is empty or too long."""
    text = repair_text(text).strip()
    if not text:
        raise UsageError("The {what} is empty.", what=what)
    if len(text) > LONGEST_TOPIC:
        raise UsageError(
            "The {what} has {count:,} characters; at most {longest_topic:,} are possible.",
            what=what,
            count=len(text),
            longest_topic=LONGEST_TOPIC,
            hint="Shorten it, or give members the long text as part of their persona.",
        )
    return text
