"""A mode: everybody gives a toast in turn, and glasses are raised."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from parley.core.base.clock import SeededRandom
from parley.core.base.definition import Definition
from parley.core.base.registry import late
from parley.core.base.sentences import Sentence
from parley.core.engine.composing import chosen_members, get_language_of, get_limits_of, said_topic, seeded
from parley.core.engine.composition import Composing
from parley.core.engine.mode import FloorNeeded, Mode, resume_open_turn
from parley.core.engine.mode_spec import ModeSpec
from parley.core.engine.run_request import CastRequest, RequestSpec, asked
from parley.core.engine.stage import Stage
from parley.core.formats import Format, Localised
from parley.core.log.config import RunConfig
from parley.core.log.events.base import Count, Event, Turn
from parley.core.log.modes import Happened
from parley.core.log.slices import Slice, folds
from parley.core.log.state import State
from parley.core.log.state import Turn as Line


class GlassRaised(Event, frozen=True, kw_only=True, tag="glass.raised"):
    """A toast was given in turn `turn`, and so many glasses were raised to it."""

    turn: Turn
    member: str
    glasses: Count


class ToastsConfig(Definition):
    """What a run of toasts is made of besides what every run has."""

    rounds: int = 1


@dataclass(slots=True)
class ToastsState(Slice):
    """The toasts so far, one for each turn that was given."""

    raised: list[GlassRaised] = field(default_factory=list)

    @classmethod
    def begin(cls, config: RunConfig) -> ToastsState:
        """Nobody has said anything."""
        return cls()

    def copy(self) -> ToastsState:
        """One that can be folded on without touching this one."""
        return replace(self, raised=list(self.raised))

    def taken_back(self, state: State, gone: Line) -> None:
        """A turn that is taken again is toasted to again."""
        self.raised = [each for each in self.raised if each.turn != gone.number]


@folds(GlassRaised, ToastsState)
def _glass_raised(state: State, toasts: ToastsState, event: GlassRaised) -> None:
    toasts.raised.append(event)


def between(state: State, event: Event, language: str) -> Iterator[Happened]:
    """What readers are shown of an event."""
    if isinstance(event, GlassRaised):
        say = {"en": "{count} glasses are raised to {name}.", "de": "{count} Gläser werden auf {name} erhoben."}
        told = say[language].format(count=event.glasses, name=state.name_of(event.member))
        yield Happened("event", {"en": "Toast", "de": "Trinkspruch"}[language], told, event.member, "ph.wine")


def report(state: State) -> dict[str, Any]:
    """What `parley state --json` says besides."""
    return {"glasses": sum(each.glasses for each in state[ToastsState].raised)}


class Toasts(Mode):
    """In the order of the cast, so many rounds."""

    async def step(self, stage: Stage) -> None:
        """One toast, the glasses, or the end."""
        if await resume_open_turn(stage):
            return
        state, members = stage.state, stage.config.members
        done = len(state.turns)
        if len(state[ToastsState].raised) < done:
            last = state.turns[-1]
            glasses = stage.rng().generator(last.number, "glasses").randint(1, len(members))
            stage.append(GlassRaised(at=stage.clock.now(), turn=last.number, member=last.member, glasses=glasses))
        elif done >= stage.config[ToastsConfig].rounds * len(members):
            await self.finish(stage, "toasts", Sentence("Everybody has given a toast."))
        elif (member := members[done % len(members)].id) in state.muted:
            raise FloorNeeded(Sentence("{name} is muted: bring them back.", name=state.name_of(member)))
        else:
            await stage.speak(member, kind="line", direction=f"Give a short toast to: {stage.config.topic}")


TABLE = Format(
    id="toasts",
    name=Localised(en="Toasts", de="Trinksprüche"),
    purpose=Localised(en="To celebrate.", de="Zum Feiern."),
    members=(2, 8),
    turns=(1, 1_000),
    temperature=0.9,
    opening=Localised(en="Raise your glass.", de="Erhebe dein Glas."),
    closing=Localised(en="Sit down again.", de="Setz dich wieder."),
    distils=(),
    cap=200,
    room="",
)


class ToastsRequest(CastRequest):
    """Everybody gives a toast in turn."""

    rounds: int = asked(1, "Rounds", "How often everybody does.", ge=1, le=20, unit="rounds")


def compose(request: ToastsRequest, composing: Composing) -> RunConfig:
    """The configuration of what is asked for."""
    cast, seed = composing.library.cast(request.cast), seeded(request.seed)
    language = get_language_of(request.language, cast.language)
    return RunConfig(
        id="",
        mode="toasts",
        cast_id=cast.id,
        cast_name=cast.name,
        members=chosen_members(cast, TABLE, request.members, SeededRandom(seed)),
        format=TABLE,
        topic=said_topic(request.topic) or "friendship",
        title=TABLE.name.text(language),
        plan=cast.plan,
        language=language,
        seed=seed,
        turns=0,
        voice=composing.voice(language),
        cap=TABLE.cap,
        temperature=TABLE.temperature,
        limits=request.limits or get_limits_of(composing.settings),
        simulated=request.simulated,
        toasts=ToastsConfig(rounds=request.rounds),
    )


TOASTS = ModeSpec(
    name="toasts",
    title=TABLE.name,
    section="toasts",
    config=ToastsConfig,
    events=(GlassRaised,),
    slices=(ToastsState,),
    between=between,
    report=report,
    requests=(RequestSpec(name="toasts", title=TABLE.name, model=ToastsRequest, compose=lambda: compose),),
    load=late("parley_toasts:MODE"),
)
MODE = Toasts()
