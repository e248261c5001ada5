"""What somebody may ask for in a duologue: two sides, or several in a topology."""

from __future__ import annotations

import contextlib
from typing import Annotated, Any

from parley.core.base.definition import Definition
from parley.core.base.errors import ParleyError, UsageError
from parley.core.base.registry import late
from parley.core.cast.member import VoiceSpec
from parley.core.engine.run_request import (
    GREETING,
    MOST_TURNS,
    Bounds,
    RequestSpec,
    RunRequest,
    Text,
    asked,
    check_turns,
)
from parley.core.engine.voice_names import meant_by
from parley.core.formats import Localised
from parley.core.log.config import MOST_CONTEXT
from parley.core.measures.convergence import PROFILES

TURNS = 20
HIGHEST_TEMPERATURE = 2.0
WHEN_FULL = ("drop", "summarise")
LONGEST_LINE = 1_000_000
"""Characters."""
ACTIONS = ("stop", "pause")


def check_temperature(temperature: float) -> None:
    """Raise `UsageError` for a temperature that no voice can have."""
    if not 0 <= temperature <= HIGHEST_TEMPERATURE:
        raise UsageError(
            "A temperature of {temperature:g} is not possible; choose one from 0 to {highest:g}.",
            temperature=temperature,
            highest=HIGHEST_TEMPERATURE,
        )


def check_threshold(threshold: float) -> None:
    """Raise `UsageError` for a convergence that no score can reach."""
    if not 0 <= threshold <= 1:
        raise UsageError("A convergence of {threshold:g} is not possible; choose one from 0 to 1.", threshold=threshold)


class SideRequest(Definition):
    """One side. `name` is that of a member of the cast, a voice ("rehearsal", "embedded:qwen3-4b", a Claude model's
    id), or just what the side is called. `awareness` is a level's name or the path of a TOML file; `temperature`
    is that of the voice that it has in the end."""

    name: Text = asked("", "Name", "A voice, a Claude model, a member of the cast, or a name.")
    voice: VoiceSpec | None = asked(None, "Voice", "Who brings the side to speech.", widget="voice")
    awareness: Text = asked("", "Awareness", "That of this side alone.", widget="awareness", choices="awareness")
    system: Text = asked("", "System prompt", "A system prompt of its own.", widget="text")
    temperature: Annotated[float | None, Bounds(0, HIGHEST_TEMPERATURE, check_temperature)] = asked(
        None, "Temperature", "0 to 2."
    )

    def __init__(self, name: str = "", **others: Any) -> None:
        super().__init__(**{"name": name, **others})  # for `SideRequest("Ada")`: pydantic takes keywords only


_PROFILES = "balanced, structural, semantic or strict."
CONTEXT = asked(
    0,
    "Context",
    "Tokens of history a side is sent; 0: no bound.",
    ge=0,
    le=MOST_CONTEXT,
    unit="tokens",
    advanced=True,
    lowest="no bound",
)
FULL = asked(
    "drop", "When full", "What does not fit any more: drop, or summarise.", choices=list(WHEN_FULL), advanced=True
)
CAP = asked(
    None,
    "Longest line",
    "Characters of a line; 0: as many as it likes.",
    ge=0,
    le=LONGEST_LINE,
    unit="characters",
    advanced=True,
    lowest="as many as it likes",
)
"""Fields of the request and of the flat settings."""


class DuologueRequest(RunRequest):
    """Two minds, or several in a topology, each seeing the talk from its own side.

    `router` is a kind, the path of a TOML file, or what would stand in one; `stop_at` the convergence at which it stops
    (or pauses). `when_full` says what becomes of what a side is sent no more.
    """

    sides: tuple[SideRequest, ...] = asked((), "Sides", "Who talks with whom; up to thirty.", widget="sides")
    cast: Text = asked("", "Cast", "Take the sides from this cast.", widget="cast", choices="casts")
    opening: Text = asked("", "Opening", "What both are sent first.", widget="text", option="--prompt")
    greeting: Text = GREETING
    awareness: Text = asked(
        "basic",
        "Awareness",
        "none, basic, intermediate, high, research, or a TOML file.",
        widget="awareness",
        choices="awareness",
    )
    router: Text | dict[str, Any] = asked(
        "",
        "Topology",
        "alternation, round_table, ring, star, broadcast, panel, or a TOML file (content).",
        widget="router",
    )
    hub: Text = asked("", "In the middle", "Who is in the middle of a star, broadcast or panel.")
    choose_names: bool = asked(False, "Choose names", "Each says what they want to be called.", advanced=True)
    turns: Annotated[int | None, Bounds(1, MOST_TURNS, check_turns)] = asked(
        None, "Turns", "Lines in all; else 20.", unit="turns", fallback="20"
    )
    stop_at: Annotated[float | None, Bounds(0, 1, check_threshold)] = asked(
        None, "Stops at a convergence of", "Stop at this convergence, 0 to 1.", group="convergence"
    )
    stop_profile: Text = asked(
        "balanced", "Profile", _PROFILES, choices=list(PROFILES), group="convergence", option="--profile"
    )
    stop_by: Text = asked(
        "parley",
        "Calculator",
        "parley or classic.",
        choices=["parley", "classic"],
        group="convergence",
        option="--calculator",
    )
    on_convergence: Text = asked("stop", "On convergence", "stop or pause.", choices=list(ACTIONS), group="convergence")
    context: int = CONTEXT
    when_full: Text = FULL
    temperature: float | None = asked(
        None, "Temperature", "That of all sides, 0 to 2.", ge=0, le=HIGHEST_TEMPERATURE, advanced=True, fallback="0.7"
    )
    cap: int | None = CAP

    def voices(self) -> tuple[VoiceSpec, ...]:
        """Return that of the run, and those of the sides, which may be called as their voice is."""
        found = [*super().voices(), *(side.voice for side in self.sides if side.voice)]
        for side in self.sides:
            # What is wrong with a name is told where it is looked up.
            with contextlib.suppress(ParleyError):
                found.extend(filter(None, (meant_by(side.name),)))
        return tuple(found)


REQUESTS = (
    RequestSpec(
        name="duologue",
        title=Localised(en="Duologue", de="Duolog"),
        about=Localised(
            en="Two voices talk until they sound alike.",
            de="Zwei Stimmen reden, bis sie gleich klingen.",
        ),
        icon="ph.arrows-left-right",
        model=DuologueRequest,
        compose=late("parley.core.modes.duologue.composing:compose"),
        flat=late("parley.core.modes.duologue.options:DuologueOptions"),
        varied=late("parley.core.modes.duologue.options:TalkSettings"),
    ),
)
