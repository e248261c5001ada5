"""`parley library`: what is noted of runs beside their logs, and the trash."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated

import typer

from parley.core.cli.common import HomeOption, JsonOption, print_json, say, studio_of, tell
from parley.core.home import TRASH_DAYS
from parley.core.studio import trash
from parley.core.studio.studio import Studio

library_app = typer.Typer(
    help="Tidy up the runs: names, stars, tags, the archive, the trash. Their logs stay as they are.",
    no_args_is_help=True,
)

RunArgument = Annotated[str, typer.Argument(help="A run's id, or the beginning of one.", show_default=False)]
RunsArgument = Annotated[list[str], typer.Argument(help="Ids of runs, or the beginnings of some.", show_default=False)]
OffOption = Annotated[bool, typer.Option("--off", help="Take it off again.")]


def _resolve_run_ids(studio: Studio, refs: list[str]) -> list[str]:
    """Return the ids that the logs of these runs have. Raises as `Studio.find` does, before anything is written."""
    paths = [studio.find(ref) for ref in refs]
    by_path = {row.path: row.id for row in studio.recent()}
    return [by_path.get(path, ref) for path, ref in zip(paths, refs, strict=True)]


@library_app.command()
def rename(
    run: RunArgument,
    name: Annotated[str, typer.Argument(help="What to call it; without, as its log says.")] = "",
    home: HomeOption = None,
) -> None:
    """Give a run a name."""
    studio = studio_of(home)
    studio.marks.rename(_resolve_run_ids(studio, [run])[0], name)


@library_app.command()
def star(runs: RunsArgument, off: OffOption = False, home: HomeOption = None) -> None:
    """Put a star on runs."""
    studio = studio_of(home)
    studio.marks.star(_resolve_run_ids(studio, runs), on=not off)


@library_app.command()
def tag(
    runs: RunsArgument,
    add: Annotated[list[str] | None, typer.Option("--add", help="A tag to put on; more than once.")] = None,
    remove: Annotated[list[str] | None, typer.Option("--remove", help="A tag to take off; more than once.")] = None,
    home: HomeOption = None,
) -> None:
    """Put tags on runs, or take some off; then say which they have."""
    studio = studio_of(home)
    ids = _resolve_run_ids(studio, runs)
    studio.marks.tag(ids, add or (), remove or ())
    for run in ids:
        say(" ".join([run, *(f"#{each}" for each in studio.marks.of(run).tags)]))


@library_app.command()
def archive(runs: RunsArgument, off: OffOption = False, home: HomeOption = None) -> None:
    """Put runs out of sight; `parley runs --archived` lists them."""
    studio = studio_of(home)
    studio.marks.archive(_resolve_run_ids(studio, runs), on=not off)


@library_app.command()
def delete(runs: RunsArgument, home: HomeOption = None) -> None:
    """Move runs into the trash, where they can be brought back from for a while."""
    studio = studio_of(home)
    for run in _resolve_run_ids(studio, runs):
        trash.delete(studio, run)
    tell(f"`parley library restore` brings them back within {TRASH_DAYS} days.")


@library_app.command()
def restore(runs: RunsArgument, home: HomeOption = None) -> None:
    """Bring runs back from the trash."""
    studio = studio_of(home)
    for each in [trash.find(studio, run) for run in runs]:
        say(f"{each.run}  {trash.restore(studio.home, each.path)}")


@library_app.command("trash")
def show_trash(
    empty: Annotated[bool, typer.Option("--empty", help="Delete all of it for good.")] = False,
    home: HomeOption = None,
    as_json: JsonOption = False,
) -> None:
    """What lies in the trash."""
    studio = studio_of(home)
    if empty:
        say(f"{trash.empty(studio.home, studio.marks)} runs were deleted for good.")
        return
    found = trash.trashed(studio.home, studio.marks)
    if as_json:
        print_json([asdict(each) | {"path": str(each.path), "at": each.at and each.at.isoformat()} for each in found])
        return
    for each in found:
        say(f"{each.run:<12} {each.at.isoformat()[:16] if each.at else '':<16}  {each.title}")
