"""A duologue as flat settings: the options of the command line, and what an experiment fixes or varies."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from parley.core.base.definition import read_text
from parley.core.base.errors import UsageError
from parley.core.base.old_names import restore_old_names
from parley.core.base.sentences import Sentence
from parley.core.engine.run_request import GREETING, Asked, Text, asked
from parley.core.engine.voice_names import voice_named
from parley.core.home import parse_path
from parley.core.measures.convergence import PROFILES
from parley.core.modes.duologue.request import (
    ACTIONS,
    CAP,
    CONTEXT,
    FULL,
    HIGHEST_TEMPERATURE,
    DuologueRequest,
    SideRequest,
)
from parley.core.modes.duologue.topology import HUBBED, KINDS

LATER = (("when_full", "drop"), ("greeting", ""))
"""Settings that came later, as all talks had them before."""
_TEXT = "A system prompt of its own, or @FILE."
_VOICE = "PROVIDER or PROVIDER:MODEL."
LEVELS = ["none", "basic", "intermediate", "high", "research"]
_LEVELS: dict[str, Any] = {"widget": "awareness", "choices": LEVELS, "advanced": True}


class TalkSettings(Asked):
    """The settings of a duologue, named as the options of `parley run duologue`.

    A voice is PROVIDER, PROVIDER:MODEL or the id of a Claude model; `system_a` and `system_b` may be @FILE.
    `temperature` (0 to 2) is that of all sides, `temperature_a` and `temperature_b` of one. A relative path begins
    where the spec lies.
    """

    a: Text = asked(
        "A",
        "First side",
        "One side: a voice, a Claude model, a member of --cast, a name.",
        option="-a --a",
        needed=True,
    )
    b: Text = asked("B", "Second side", "The other side.", option="-b --b", needed=True)
    others: tuple[Text, ...] = asked((), "Others", "More sides, with commas; up to thirty in all.", advanced=True)
    prompt: Text = asked("", "Opening", "What both are sent first.", widget="text")
    greeting: Text = GREETING
    awareness: Text = asked(
        "basic",
        "Awareness",
        "none, basic, intermediate, high, research, or a TOML file.",
        widget="awareness",
        choices=LEVELS,
    )
    awareness_a: Text = asked("", "Awareness of a", "That of one side alone.", **_LEVELS)
    awareness_b: Text = asked("", "Awareness of b", "That of the other alone.", **_LEVELS)
    system_a: Text = asked("", "System prompt of a", _TEXT, widget="text", advanced=True)
    system_b: Text = asked("", "System prompt of b", _TEXT, widget="text", advanced=True)
    voice: Text = asked("", "Voice", _VOICE, widget="voice", option=None)
    voice_a: Text = asked("", "Voice of a", _VOICE, widget="voice", advanced=True)
    voice_b: Text = asked("", "Voice of b", _VOICE, widget="voice", advanced=True)
    temperature: float | None = asked(
        None, "Temperature", "That of all sides, 0 to 2.", ge=0, le=HIGHEST_TEMPERATURE, option=None
    )
    temperature_a: float | None = asked(
        None, "Temperature of a", "0 to 2.", ge=0, le=HIGHEST_TEMPERATURE, sentence=True, advanced=True
    )
    temperature_b: float | None = asked(
        None, "Temperature of b", "0 to 2.", ge=0, le=HIGHEST_TEMPERATURE, sentence=True, advanced=True
    )
    router: Text = asked(
        "",
        "Topology",
        "alternation, round_table, ring, star, broadcast, panel, or a TOML file (content).",
        widget="router",
        choices=list(KINDS[:-1]),  # without content, which needs a file of rules
    )
    hub: Text = asked("", "In the middle", "Who is in the middle of a star, broadcast or panel.", advanced=True)
    choose_names: bool = asked(False, "Choose names", "Each says what they want to be called.", advanced=True)
    turns: int = asked(20, "Turns", "Lines in all.", ge=1, le=100_000, sentence=True, unit="turns")
    stop_at: float | None = asked(
        None, "Stops at a convergence of", "Stop at this convergence, 0 to 1.", ge=0, le=1, sentence=True
    )
    profile: Text = asked(
        "balanced", "Profile", "balanced, structural, semantic or strict.", choices=list(PROFILES), advanced=True
    )
    calculator: Text = asked("parley", "Calculator", "parley or classic.", choices=["parley", "classic"], advanced=True)
    context: int = CONTEXT
    when_full: Text = FULL
    cap: int | None = CAP
    cast: Text = asked("", "Cast", "Take the sides from this cast.", widget="cast", choices="casts")
    language: Text = asked("", "Language", "en or de; else the cast's.", choices=["en", "de"], option="--lang")
    seed: int | None = asked(None, "Seed", "The same seed draws alike.", ge=0, lt=2**63, sentence=True)

    def request(self, folder: Path | None = None) -> DuologueRequest:
        """Return what is asked for by these settings, as the spec in `folder` says; None: as the command line does."""
        base = folder or Path()

        def expand_path(text: str) -> str:
            return str(base / parse_path(text)) if text.endswith(".toml") else text  # keeps absolute paths as they are

        def read_if_file(text: str) -> str:
            return read_text(base / parse_path(text[1:])) if text.startswith("@") else text

        def make_side(name: str, voice: str, temperature: float | None, awareness: str, system: str) -> SideRequest:
            spec = voice_named(voice) if voice else None
            return SideRequest(
                name, voice=spec, awareness=expand_path(awareness), system=read_if_file(system), temperature=temperature
            )

        return DuologueRequest(
            voice=voice_named(self.voice) if self.voice else None,
            sides=(
                make_side(self.a, self.voice_a, self.temperature_a, self.awareness_a, self.system_a),
                make_side(self.b, self.voice_b, self.temperature_b, self.awareness_b, self.system_b),
                *(SideRequest(other) for other in self.others),
            ),
            cast=expand_path(self.cast),
            greeting=self.greeting,
            opening=self.prompt if folder is None else read_if_file(self.prompt),
            awareness=expand_path(self.awareness),
            router=self.router if self.router in KINDS else expand_path(self.router),
            hub=self.hub,
            choose_names=self.choose_names,
            stop_at=self.stop_at,
            stop_profile=self.profile,
            stop_by=self.calculator,
            turns=self.turns,
            cap=self.cap,
            seed=self.seed,
            language=self.language,
            context=self.context,
            when_full=self.when_full,
            temperature=self.temperature,
        )

    def count_calls(self) -> int:
        """Return the replies that a run asks for at most: more where turns are taken again."""
        return self.turns + (2 + len(self.others) if self.choose_names else 0)

    def make_fingerprint(self) -> dict[str, Any]:
        """Return the settings as they were always recorded: a later one is left out where it has the value of old."""
        found: dict[str, Any] = restore_old_names(self.model_dump(mode="json"))  # or all experiments would begin anew
        return {name: value for name, value in found.items() if (name, value) not in LATER}


class DuologueOptions(TalkSettings):
    """The options of `parley run duologue`."""

    on_convergence: Text = asked("stop", "On convergence", "stop or pause.", choices=list(ACTIONS))

    def request(self, folder: Path | None = None) -> DuologueRequest:
        """Return what is asked for by these options."""
        if self.hub and self.router not in HUBBED and not self.router.endswith(".toml"):
            raise UsageError(
                "--hub {hub} means nothing with {value}: nobody is in the middle.",
                hub=self.hub,
                value=self.router or "these sides",
                hint=Sentence("Choose a --router with a hub: {names}.", names=", ".join(HUBBED)),
            )
        return super().request(folder).model_copy(update={"on_convergence": self.on_convergence})
