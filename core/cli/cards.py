"""`parley cards`: members as character cards of other programs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from parley.core.base.sentences import Sentence
from parley.core.cli.common import HomeOption, get_studio_of, tell
from parley.core.engine.composing import named_members
from parley.core.studio import cards

cards_app = typer.Typer(
    help="Write members as character cards, and talk with one; `parley import` brings cards in.",
    no_args_is_help=True,
)


@cards_app.command()
def export(
    member: Annotated[str, typer.Argument(help="A member, by id or name.", show_default=False)],
    out: Annotated[Path, typer.Option("-o", "--output", help="The file to write: .json, .png or .charx.")],
    cast: Annotated[str, typer.Option("--cast", help="The cast that they are in.")],
    spec: Annotated[
        int, typer.Option("--spec", min=0, max=3, help="The version of the card; 0: as it came, else 2.")
    ] = 0,
    home: HomeOption = None,
) -> None:
    """Write a member as a character card: as it came, with what is otherwise by now."""
    studio = get_studio_of(home)
    people = studio.library.cast(cast)
    # As they stand in the cast, without the colour that a run would give them.
    (found,) = named_members(people, [member])
    who = next(one for one in people.members if one.id == found.id)
    for warning in cards.export(studio.home, who, out, spec):
        tell(warning)
    tell(Sentence("Written: {out}", out=str(out)))
