"""`parley logbook`, a day in the office as a book; `memories`, what members remember."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parley.core.base.errors import UnknownName
from parley.core.cli.common import (
    HomeOption,
    JsonOption,
    RunArgument,
    get_studio_of,
    not_over,
    opened_in,
    progress,
    tell,
)
from parley.core.cli.remembering import kept_by, show

WhoArgument = Annotated[
    str, typer.Argument(help="A cast, or a run: id, beginning of one, or file.", show_default=False)
]


def memories(
    who: WhoArgument,
    limit: Annotated[int, typer.Option("--limit", min=1, max=100_000, help="At most so many of each member.")] = 20,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """Of a cast, what its next run remembers; of a run, what its members do."""
    studio = get_studio_of(home)
    if (kept := kept_by(studio, who)) is None:
        raise UnknownName("cast or run", who, studio.library.cast_names())
    show(kept, limit, as_json=as_json)


def logbook(
    run: RunArgument,
    out: Annotated[Path, typer.Option("-o", "--output", help="The file to write.")],
    to: Annotated[str, typer.Option("--to", help="md or html; else what the file's name ends in.")] = "",
    lang: Annotated[str, typer.Option("--lang", help="original, de, en, or both: each line and its translation.")] = (
        "original"
    ),
    thoughts: Annotated[bool, typer.Option(help="With what members only thought.")] = True,
    home: HomeOption = None,
) -> None:
    """Write the logbook of a run of scenes: a page a scene."""
    from parley.core.modes.office.logbook.documents import FORMATS, write

    ending = out.suffix.lower().removeprefix(".")
    # Without a word on it the file's name decides; where that says nothing, Markdown is what anybody can read.
    form = to or (ending if ending in FORMATS else "md")
    opened = opened_in(get_studio_of(home), run)
    not_over(opened.path, out)
    with progress("Writing the logbook") as update:
        state, events = opened.state, opened.replay.events
        write(
            state, events, out, form, lang=lang, thoughts=thoughts, progress=lambda part: update(part, 1.0),
            name=opened.name,
        )  # fmt: skip
    tell(f"Written: {out}")
