"""`parley run duologue`."""

from __future__ import annotations

from typing import Annotated

import typer

from core.base.definition import read_text
from core.base.errors import UsageError
from core.base.sentences import Sentence
from core.cli.common import AllowOption, HomeOption, JsonOption, studio_of
from core.cli.run import (
    FastOption,
    LangOption,
    ModelOption,
    OutOption,
    SeedOption,
    VoiceOption,
    compose_and_start,
    names_in,
    voice_spec,
)
from core.home import named
from core.log.config import MOST_CONTEXT
from core.modes.duologue.composing import voice_named
from core.modes.duologue.request import DuologueRequest, SideRequest
from core.modes.duologue.topology import HUBBED


def duologue(
    a: Annotated[str, typer.Option("-a", "--a", help="One side: a voice, a Claude model, a member of --cast, a name.")],
    b: Annotated[str, typer.Option("-b", "--b", help="The other side.")],
    others: Annotated[str, typer.Option("--others", help="More sides, with commas; up to thirty in all.")] = "",
    prompt: Annotated[str, typer.Option("--prompt", help="What both are sent first.")] = "",
    awareness: Annotated[
        str, typer.Option("--awareness", help="none, basic, intermediate, high, research, or a TOML file.")
    ] = "basic",
    awareness_a: Annotated[str, typer.Option("--awareness-a", help="That of one side alone.")] = "",
    awareness_b: Annotated[str, typer.Option("--awareness-b", help="That of the other alone.")] = "",
    system_a: Annotated[str, typer.Option("--system-a", help="A system prompt of its own, or @FILE.")] = "",
    system_b: Annotated[str, typer.Option("--system-b", help="A system prompt of its own, or @FILE.")] = "",
    voice_a: Annotated[str, typer.Option("--voice-a", help="PROVIDER or PROVIDER:MODEL.")] = "",
    voice_b: Annotated[str, typer.Option("--voice-b", help="PROVIDER or PROVIDER:MODEL.")] = "",
    warmth_a: Annotated[float | None, typer.Option("--warmth-a", help="0 to 2.")] = None,
    warmth_b: Annotated[float | None, typer.Option("--warmth-b", help="0 to 2.")] = None,
    router: Annotated[
        str,
        typer.Option(
            "--router", help="alternation, round_table, ring, star, broadcast, panel, or a TOML file (content)."
        ),
    ] = "",
    hub: Annotated[str, typer.Option("--hub", help="Who is in the middle of a star, broadcast or panel.")] = "",
    choose_names: Annotated[
        bool, typer.Option("--choose-names", help="Each says what they want to be called.")
    ] = False,
    turns: Annotated[int | None, typer.Option("--turns", help="Lines in all; else 20.")] = None,
    stop_at: Annotated[float | None, typer.Option("--stop-at", help="Stop at this convergence, 0 to 1.")] = None,
    profile: Annotated[str, typer.Option("--profile", help="balanced, structural, semantic or strict.")] = "balanced",
    calculator: Annotated[str, typer.Option("--calculator", help="parley or classic.")] = "parley",
    on_convergence: Annotated[str, typer.Option("--on-convergence", help="stop or pause.")] = "stop",
    context: Annotated[
        int, typer.Option("--context", min=0, max=MOST_CONTEXT, help="Tokens of history a side is sent; 0: no bound.")
    ] = 0,
    when_full: Annotated[
        str, typer.Option("--when-full", help="What does not fit any more: drop, or summarise.")
    ] = "drop",
    cap: Annotated[
        int | None, typer.Option("--cap", min=0, help="Characters of a line; 0: as many as it likes.")
    ] = None,
    cast: Annotated[str, typer.Option("--cast", help="Take the sides from this cast.")] = "",
    seed: SeedOption = None,
    voice: VoiceOption = None,
    model: ModelOption = "",
    lang: LangOption = "",
    fast: FastOption = False,
    allow: AllowOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
    out: OutOption = None,
) -> None:
    """Two minds, or several in a topology, each seeing the talk from its own side."""
    if hub and router not in HUBBED and not router.endswith(".toml"):
        raise UsageError(
            "--hub {hub} means nothing with {value}: nobody is in the middle.",
            hub=hub,
            value=router or "these sides",
            hint=Sentence("Choose a --router with a hub: {names}.", names=", ".join(HUBBED)),
        )
    studio = studio_of(home, allow)
    spec = voice_spec(voice, model)
    sides = [
        _side(a, voice_a, awareness_a, system_a, warmth_a),
        _side(b, voice_b, awareness_b, system_b, warmth_b),
        *(SideRequest(name) for name in names_in(others)),
    ]
    wish = DuologueRequest(
        sides=sides,
        cast=cast,
        opening=prompt,
        awareness=awareness,
        router=router,
        hub=hub,
        choose_names=choose_names,
        stop_at=stop_at,
        stop_profile=profile,
        stop_by=calculator,
        on_convergence=on_convergence,
        turns=turns,
        cap=cap,
        seed=seed,
        voice=spec,
        language=lang,
        context=context,
        when_full=when_full,
    )
    compose_and_start(studio, wish, fast=fast, as_json=as_json, out=out)


def _side(name: str, voice: str, awareness: str, system: str, warmth: float | None) -> SideRequest:
    spec = voice_named(voice) if voice else None
    return SideRequest(name, voice=spec, awareness=awareness, system=text_of(system), warmth=warmth)


def text_of(text: str) -> str:
    """The text, or with @ before it that of a file."""
    return read_text(named(text[1:])) if text.startswith("@") else text
