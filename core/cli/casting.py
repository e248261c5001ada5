"""`parley cast`: casts from a sentence."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from pathlib import Path
from typing import Annotated

import typer

from parley.core.base.errors import ParleyError
from parley.core.base.files import make_taken_error
from parley.core.cli import common
from parley.core.cli.common import HomeOption, JsonOption, in_words, print_json, say, tell
from parley.core.engine.composing import get_language_of
from parley.core.engine.voice_names import voice_named
from parley.core.home import parse_path

cast_app = typer.Typer(help="Have a cast written, or drawn, from a sentence.", no_args_is_help=True)


@cast_app.command("new")
def write_cast(
    sentence: Annotated[str, typer.Argument(help="Who they are: 'six people of a night ward'.", show_default=False)],
    voice: Annotated[
        str, typer.Option("--voice", help="Who writes: PROVIDER:MODEL; rehearsal draws. Else the usual, if it can.")
    ] = "",
    language: Annotated[str, typer.Option("--lang", help="en or de; else the reader's.")] = "",
    members: Annotated[int, typer.Option("--members", min=0, help="So many; 0: as the sentence says.")] = 0,
    seed: Annotated[
        int | None, typer.Option("--seed", help="Another number, other people.", show_default=False)
    ] = None,
    out: Annotated[Path | None, typer.Option("-o", "--output", help="Write it to a file.", show_default=False)] = None,
    keep: Annotated[bool, typer.Option("--save", help="Put it among your casts.")] = False,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Print a cast that a sentence describes, with bonds, rooms and topics; -o or --save keeps it."""
    from parley.core.cast.saving import cast_toml
    from parley.core.casting.caster import Caster
    from parley.core.casting.draft import CastDraft

    studio, spec = common.get_studio_of(home), voice_named(voice) if voice else None
    if (path := parse_path(out) if out not in (None, common.STDOUT) else None) is not None and path.exists():
        # Nothing is paid for that could not be kept.
        raise make_taken_error(path)

    async def write_draft() -> CastDraft:
        try:
            with common.show_progress("Writing") as update:
                caster = Caster.choose(studio, spec, get_language_of(language, common.get_language()), seed)
                return await replace(caster, show=lambda _, *steps: update(*steps)).write(sentence, members)
        finally:
            await studio.close()

    draft = common.with_leave(studio.allow_hosts, lambda: asyncio.run(write_draft()))
    try:
        place = draft.save(path) if path is not None else studio.library.save_cast(draft.cast) if keep else None
    except ParleyError:
        # It may have been paid for.
        say(cast_toml(draft.cast))
        raise
    if as_json:
        cast = draft.cast.model_dump(mode="json", exclude_defaults=True)
        told = {"model": draft.model, "cost": draft.cost, "notes": [*map(in_words, draft.notes)]}
        print_json({"cast": cast, "path": str(place) if place else None, **told})
        return
    say(str(place) if place else cast_toml(draft.cast))
    for note in draft.notes:
        tell(note)
