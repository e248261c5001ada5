"""`parley logbook`: a day in the office as a book."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from core.cli.common import HomeOption, RunArgument, not_over, opened_in, progress, studio_of, tell


def logbook(
    run: RunArgument,
    out: Annotated[Path, typer.Option("-o", "--output", help="The file to write.")],
    to: Annotated[str, typer.Option("--to", help="md, html or pdf; else what the file's name ends in.")] = "",
    lang: Annotated[str, typer.Option("--lang", help="original, de, en, or both: each line and its translation.")] = (
        "original"
    ),
    thoughts: Annotated[bool, typer.Option(help="With what members only thought.")] = True,
    home: HomeOption = None,
) -> None:
    """Write the logbook of a run of scenes: a page a scene."""
    from core.modes.office.logbook.writing import FORMATS, write

    ending = out.suffix.lower().removeprefix(".")
    # Without a word on it the file's name decides; where that says nothing, Markdown is what anybody can read.
    form = to or (ending if ending in FORMATS else "md")
    opened = opened_in(studio_of(home), run)
    not_over(opened.path, out)
    with progress("Writing the logbook") as update:
        state, events = opened.state, opened.replay.events
        write(state, events, out, form, lang=lang, thoughts=thoughts, progress=lambda part: update(part, 1.0))
    tell(f"Written: {out}")
