"""`parley fork`."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from core.base.errors import UnknownName, UsageError
from core.cli.common import AllowOption, HomeOption, JsonOption, RunArgument, studio_of
from core.cli.duologue import text_of
from core.cli.run import FastOption, ModelOption, OutOption, VoiceOption, names_in, play, voice_spec
from core.log.config import RunConfig
from core.modes.duologue.branching import SideChange, TalkBranch
from core.modes.duologue.composing import voice_named

FIELDS = ("voice", "warmth", "awareness", "system")
"""What one side may have otherwise."""


def fork(
    run: RunArgument,
    turn: Annotated[int, typer.Option("--turn", help="The last turn that both runs share.")],
    topic: Annotated[str, typer.Option("--topic", help="Of a duologue: another opening prompt, at turn 0 alone.")] = "",
    seed: Annotated[int | None, typer.Option("--seed")] = None,
    turns: Annotated[int | None, typer.Option("--turns")] = None,
    policy: Annotated[str, typer.Option("--policy")] = "",
    members: Annotated[str, typer.Option("--members", help="Who goes on, with commas.")] = "",
    voice: VoiceOption = None,
    model: ModelOption = "",
    edit: Annotated[str, typer.Option("--edit", help="Put these words in place of the turn's line.")] = "",
    side: Annotated[
        list[str] | None,
        typer.Option(
            "--side",
            help="Of a duologue, once or more: SIDE.FIELD=VALUE. SIDE: a, b … or an id; FIELD: voice, warmth, "
            "awareness or system.",
        ),
    ] = None,
    awareness: Annotated[str, typer.Option("--awareness", help="Of every side: a level or a TOML file.")] = "",
    router: Annotated[str, typer.Option("--router", help="Another topology, or a TOML file.")] = "",
    hub: Annotated[str, typer.Option("--hub", help="Who is in the middle of it.")] = "",
    stop_at: Annotated[float | None, typer.Option("--stop-at", help="Stop at this convergence; -1: at none.")] = None,
    profile: Annotated[str, typer.Option("--profile", help="balanced, structural, semantic or strict.")] = "",
    calculator: Annotated[str, typer.Option("--calculator", help="parley or classic.")] = "",
    on_convergence: Annotated[str, typer.Option("--on-convergence", help="stop or pause.")] = "",
    context: Annotated[int | None, typer.Option("--context", min=0, help="Tokens of history a side is sent.")] = None,
    when_full: Annotated[str, typer.Option("--when-full", help="drop or summarise.")] = "",
    fast: FastOption = False,
    allow: AllowOption = None,
    home: HomeOption = None,
    as_json: JsonOption = False,
    out: OutOption = None,
) -> None:
    """A new run that shares a run's first turns, and goes on to its own end."""
    studio = studio_of(home, allow)
    config = studio.open(run).state.setup
    changes: dict[str, Any] = {}
    if topic:
        changes["topic"] = topic
    if seed is not None:
        changes["seed"] = seed
    if turns is not None:
        changes["turns"] = turns
    if policy:
        changes["policy"] = policy
    if spec := voice_spec(voice, model):
        changes["voice"] = spec.model_dump(mode="json", exclude_defaults=True)
    if members:
        changes["members"] = _kept(config, names_in(members))
    branch = TalkBranch(
        sides=_sides(config, side or (), awareness),
        router=router,
        hub=hub,
        stop_at=stop_at,
        stop_profile=profile,
        stop_by=calculator,
        on_convergence=on_convergence,
        context=context,
        when_full=when_full,
    )
    play(
        studio,
        lambda watching: studio.fork(run, turn, changes, edit=edit, branch=branch, watching=watching, copy_to=out),
        fast=fast,
        as_json=as_json,
        out=out,
    )


def _kept(config: RunConfig, names: Sequence[str]) -> list[dict[str, Any]]:
    """Those who go on. Raises `UnknownName`."""
    known = {each.id: each for each in config.members}
    for name in names:
        if name not in known:
            raise UnknownName("member of this run", name, known)
    return [each.model_dump(mode="json", exclude_defaults=True) for each in config.members if each.id in set(names)]


def _sides(config: RunConfig, changes: Sequence[str], awareness: str) -> dict[str, SideChange]:
    """What each side has otherwise. Raises `UsageError` and its kin."""
    found: dict[str, SideChange] = {}
    if awareness:
        found = {member.id: SideChange(awareness=awareness) for member in config.members}
    for text in changes:
        where, equals, value = text.partition("=")
        name, dot, what = where.strip().rpartition(".")
        if not (equals and dot and name):
            raise UsageError(
                "'{text}' names no side's setting.", text=text[:60], hint="For example: --side b.awareness=high"
            )
        if what not in FIELDS:
            raise UnknownName("setting of a side", what, FIELDS)
        at = "abcdefghijklmnopqrstuvwxyz".find(name.casefold()) if len(name) == 1 else -1
        if 0 <= at < len(config.members) and not config.has(name.casefold()):
            name = config.members[at].id
        found[name] = _changed(found.get(name, SideChange()), what, value.strip())
    return found


def _changed(change: SideChange, what: str, value: str) -> SideChange:
    if what == "voice":
        return change.model_copy(update={"voice": voice_named(value)})
    if what == "awareness":
        return change.model_copy(update={"awareness": value})
    if what == "system":
        return change.model_copy(update={"system": text_of(value)})
    try:
        return change.model_copy(update={"warmth": float(value)})
    except ValueError:
        raise UsageError("'{value}' is no warmth; choose one from 0 to 2.", value=value[:40]) from None
