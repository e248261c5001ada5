"""`parley run …`: a command for every kind of run that a mode offers, with the options that its request has."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Any

import typer

from core.cli.common import studio_of
from core.cli.options import command, options, shared, values
from core.cli.run import compose_and_start, voice_spec
from core.engine.run_request import RequestSpec, request_specs


def add_kinds(app: typer.Typer) -> None:
    """Add a command for every kind of run that there is."""
    for spec in request_specs().values():
        text = (spec.model.__doc__ or spec.title.en).partition("\n\n")[0]
        app.command(spec.name)(command(partial(_start, spec), [*options(spec.options()), *shared()], text))


def _start(
    spec: RequestSpec,
    *,
    voice: str | None,
    model: str,
    fast: bool,
    allow: list[str] | None,
    home: Path | None,
    as_json: bool,
    out: Path | None,
    **given: Any,
) -> None:
    studio = studio_of(home, allow)
    spoken = voice_spec(voice, model)
    request = spec.asked(values(spec.options(), given))
    if spoken:
        request = request.model_copy(update={"voice": spoken})
    attended = not fast and not as_json and sys.stdin.isatty() and sys.stdout.isatty()
    compose_and_start(studio, spec.at_terminal(request, attended), fast=fast, as_json=as_json, out=out)
